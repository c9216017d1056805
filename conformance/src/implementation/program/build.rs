//! Building an adapter in a language that is compiled.

use std::path::Path;
use std::time::Duration;

use super::adapters::Manifest;
use crate::observation::{Death, Fault, StartError};
use crate::supervisor::{Limits, Process, Program};

/// The most CPU time of a build, and the longest time for which it may do nothing. A first build of Go
/// also compiles its library.
const LIMIT: Duration = Duration::from_secs(300);

/// How much of its output is shown, in octets.
const SHOWN: usize = 2000;

/// Runs the manifest's `build` command, if it has one, with its files in `folder`.
///
/// # Errors
///
/// [`StartError::Build`] with the end of the build's output, if it fails or takes too long.
pub(super) fn build(manifest: &Manifest, folder: &Path) -> Result<(), StartError> {
    build_within(LIMIT, manifest, folder)
}

fn build_within(limit: Duration, manifest: &Manifest, folder: &Path) -> Result<(), StartError> {
    let mut program = Program::new(Manifest::words(&manifest.build, folder));
    if program.argv.is_empty() {
        return Ok(());
    }
    program.env.clone_from(&manifest.env);
    let limits = Limits {
        memory: u64::MAX,
        output: 64 << 20,
        ..Limits::default()
    };
    let mut process = match Process::start(&program, limits) {
        Ok(process) => process,
        Err(error) => return Err(failed(manifest, error.to_string())),
    };
    process.close_input();
    let ended = process.output_within(limit);
    process.kill();
    if let Some(reason) = process.not_started() {
        return Err(failed(manifest, reason));
    }
    let (what, output) = match ended {
        Ok((Death::Exited(0), _)) => return Ok(()),
        Ok((_, output)) => ("failed".to_owned(), output),
        Err(Fault::Timeout { .. }) => (
            format!("took more than {} s", limit.as_secs()),
            process.take_output(),
        ),
        Err(fault) => return Err(failed(manifest, fault.to_string())),
    };
    let printed = [output, process.stderr().into_bytes()].concat();
    let end = String::from_utf8_lossy(&printed[printed.len().saturating_sub(SHOWN)..]);
    let command = manifest.build.join(" ");
    Err(failed(
        manifest,
        format!("{command} {what}\n{}", end.trim()),
    ))
}

fn failed(manifest: &Manifest, reason: String) -> StartError {
    StartError::Build {
        name: manifest.name.clone(),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::supervisor::TemporaryFolder;

    fn built(command: &str) -> (TemporaryFolder, Result<(), StartError>) {
        let folder = TemporaryFolder::new().expect("a folder");
        let text =
            format!("name: \"x\"\nrun: [\"x\"]\nenv: {{ MADE: \"made\" }}\nbuild: {command}\n");
        let manifest = Manifest::parse("x", text.as_bytes()).expect("valid");
        let result = build_within(Duration::from_secs(1), &manifest, folder.path());
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
    fn a_build_that_fails_shows_its_output_and_one_that_cannot_run_the_reason() {
        for (end, said) in [
            ("exit 3", " failed\n"),
            ("exec sleep 60", " took more than 1 s\n"),
        ] {
            let (_folder, result) =
                built(&format!(r#"["sh", "-c", "echo one; echo two >&2; {end}"]"#));
            let error = result.expect_err("it fails").to_string();
            assert!(error.starts_with("cannot build x: sh -c"), "{error}");
            assert!(error.ends_with(&format!("{said}one\ntwo")), "{error}");
        }
        let (_folder, result) = built(r#"["no-such-compiler"]"#);
        assert!(
            matches!(result, Err(StartError::Build { .. })),
            "{result:?}"
        );
    }
}
