//! Building an adapter in a language that is compiled.

use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::StartError;
use super::adapters::Manifest;

/// The longest time for a build, by the clock: a first build of Go compiles its library, too.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs the manifest's `build` command, if it has one, with its files in `folder`.
///
/// # Errors
///
/// [`StartError::Build`] with the end of the build's output, if it fails or takes too long.
pub(super) fn build(manifest: &Manifest, folder: &Path) -> Result<(), StartError> {
    let failed = |reason: String| StartError::Build { name: manifest.name.clone(), reason };
    let words = Manifest::words(&manifest.build, folder);
    let Some((program, arguments)) = words.split_first() else { return Ok(()) };
    let log = folder.join("build.log");
    let run = || -> io::Result<Option<bool>> {
        let file = File::create(&log)?;
        let mut child = Command::new(program)
            .args(arguments)
            .envs(&manifest.env)
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .process_group(0)
            .spawn()?;
        wait(&mut child)
    };
    let said = |what: &str| {
        let log = std::fs::read(&log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log[log.len().saturating_sub(2000)..]).into_owned();
        failed(format!("{} {what}\n{}", manifest.build.join(" "), log.trim()))
    };
    match run() {
        Ok(Some(true)) => Ok(()),
        Ok(Some(false)) => Err(said("failed")),
        Ok(None) => Err(said(&format!("took more than {} s", LIMIT.as_secs()))),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Whether the build succeeded; `None` if it took too long, and was ended with all that it started.
fn wait(child: &mut Child) -> io::Result<Option<bool>> {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if Instant::now() > deadline {
            kill_process_group(Pid::from_child(child), Signal::KILL)?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(all(test, feature = "yaml"))]
mod tests {
    use super::*;
    use crate::supervisor::TemporaryFolder;

    fn built(command: &str) -> (TemporaryFolder, Result<(), StartError>) {
        let folder = TemporaryFolder::new().expect("a folder");
        let text =
            format!("name: \"x\"\nrun: [\"x\"]\nenv: {{ MADE: \"made\" }}\nbuild: {command}\n");
        let result = build(&Manifest::parse(&text).expect("valid"), folder.path());
        (folder, result)
    }

    #[test]
    fn the_command_runs_with_its_variables_and_the_folder() {
        let (folder, result) = built(r#"["sh", "-c", "echo $MADE >\"$0\"", "{folder}/out"]"#);
        assert_eq!(result, Ok(()));
        let made = std::fs::read_to_string(folder.path().join("out")).expect("it is there");
        assert_eq!(made, "made\n");
    }

    #[test]
    fn a_build_that_fails_shows_its_output() {
        let (_folder, result) = built(r#"["sh", "-c", "echo one; echo two >&2; exit 3"]"#);
        let error = result.expect_err("it fails").to_string();
        assert!(error.starts_with("cannot build x: sh -c"), "{error}");
        assert!(error.ends_with("one\ntwo"), "{error}");
    }

    #[test]
    fn a_compiler_that_is_missing_is_named_by_the_system() {
        let (_folder, result) = built(r#"["no-such-compiler"]"#);
        assert!(matches!(result, Err(StartError::Build { .. })), "{result:?}");
    }
}
