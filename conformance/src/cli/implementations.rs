//! `acegate implementations`: the bundled adapters, and how their libraries are installed.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use super::output::Output;
use crate::implementation::{Adapter, Manifest, PackageManager, adapters};
use crate::judge::ExitStatus;
use crate::nearest::nearest;

#[derive(Debug, Args)]
pub(super) struct ImplementationsArguments {
    /// Print the commands that install what this adapter needs. `NAME@VERSION` is a release of its
    /// package of PyPI or npm.
    #[arg(long, value_name = "NAME")]
    install: Option<String>,
    /// With --install: run them.
    #[arg(long, requires = "install")]
    yes: bool,
    /// With --install: the folder for packages of PyPI, npm and RubyGems; if left out, one of the
    /// user's folder for data.
    #[arg(long, value_name = "FOLDER", requires = "install")]
    into: Option<PathBuf>,
}

pub(super) fn run(arguments: &ImplementationsArguments, output: &Output) -> ExitStatus {
    match &arguments.install {
        None => output.finish(print(output)),
        Some(name) => match Installation::new(name, arguments.into.as_deref()) {
            Ok(installation) if arguments.yes => installation.run(output),
            Ok(installation) => output.finish(installation.print(output)),
            Err(what) => output.error(ExitStatus::Usage, what),
        },
    }
}

fn print(output: &Output) -> io::Result<ExitStatus> {
    let mut out = output.out();
    writeln!(out, "{:28}  {:11}  the codecs that acegate carries", "reference", "runs")?;
    writeln!(out, "{:28}  {:11}  the slow models, which judge the fast codecs", "plain", "runs")?;
    for adapter in adapters() {
        let manifest = match adapter.manifest() {
            Ok(manifest) => manifest,
            Err(error) => return Ok(output.error(ExitStatus::Usage, error)),
        };
        let state = match manifest.missing() {
            None => "runs".to_owned(),
            Some(program) => format!("no {program}"),
        };
        let Manifest { summary, language, versions, .. } = &manifest;
        let older = match versions.is_empty() {
            true => String::new(),
            false => format!("; older: {}", versions.join(", ")),
        };
        writeln!(out, "{:28}  {state:11}  {summary} ({language}{older})", adapter.name)?;
    }
    Ok(ExitStatus::AsExpected)
}

/// The commands that install what an adapter needs.
#[derive(Debug, PartialEq, Eq)]
struct Installation {
    name: &'static str,
    /// Each command, word by word. None of them goes through a shell.
    commands: Vec<Vec<String>>,
    /// Commands for another copy of the library, which the adapter does not look for.
    elsewhere: Vec<Vec<String>>,
    /// The folders that `ACEGATE_LIBRARIES` names.
    libraries: Vec<PathBuf>,
    /// The folder of the gems, of which each has a folder of its own for `ACEGATE_LIBRARIES`.
    gems: Option<PathBuf>,
}

impl Installation {
    /// The installation of `NAME` or `NAME@VERSION`.
    fn new(name: &str, into: Option<&Path>) -> Result<Self, String> {
        let (name, version) = match name.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (name, None),
        };
        let Some(adapter) = adapters().iter().find(|adapter| adapter.name == name) else {
            let near = nearest(name, adapters().iter().map(|adapter| adapter.name));
            let near = match near.is_empty() {
                true => String::new(),
                false => format!("; like it: {}", near.join(", ")),
            };
            return Err(format!("no bundled adapter {name:?}{near}"));
        };
        let manifest = adapter.manifest().map_err(|error| error.to_string())?;
        let own = || folder_for(adapter, version);
        let folder = into.map_or_else(own, |into| Ok(into.to_owned()))?;
        Self::of(adapter.name, &manifest, version, &folder)
    }

    fn of(
        name: &'static str,
        manifest: &Manifest,
        version: Option<&str>,
        folder: &Path,
    ) -> Result<Self, String> {
        let mut this = Self {
            name,
            commands: Vec::new(),
            elsewhere: Vec::new(),
            libraries: Vec::new(),
            gems: None,
        };
        let mut has_release = false;
        for (manager, packages) in &manifest.install {
            let mut packages = packages.clone();
            let sign = match manager {
                PackageManager::Pip => "==",
                PackageManager::Npm => "@",
                _ => "",
            };
            if let (Some(version), false, [package]) = (version, sign.is_empty(), &mut packages[..])
            {
                *package = format!("{package}{sign}{version}");
                has_release = true;
            }
            this.add(*manager, packages, folder);
        }
        match version {
            Some(version) if !has_release || !is_release(version) => {
                Err(format!("{name} has no release {version:?} in PyPI or npm"))
            }
            _ => Ok(this),
        }
    }

    /// Adds the command that installs packages of one manager.
    fn add(&mut self, manager: PackageManager, packages: Vec<String>, folder: &Path) {
        let place = |name: &str| folder.join(name).display().to_string();
        let words =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let command = match manager {
            PackageManager::Apt => words(&APT),
            PackageManager::Pip => {
                self.libraries.push(folder.join("python"));
                let upgrade = ["python3", "-m", "pip", "install", "--upgrade", "--target"];
                words(&[&upgrade[..], &[&place("python")]].concat())
            }
            PackageManager::Npm => {
                self.libraries.push(folder.join("node"));
                words(&["npm", "install", "--prefix", &place("node")])
            }
            PackageManager::Gem => {
                self.gems = Some(folder.join("ruby").join("gems"));
                words(&["gem", "install", "--no-document", "--install-dir", &place("ruby")])
            }
            PackageManager::Cargo => words(&["cargo", "add"]),
            PackageManager::Maven => {
                for package in packages {
                    let artifact = format!("-Dartifact={package}:LATEST");
                    self.elsewhere.push(words(&["mvn", "dependency:get", &artifact]));
                }
                return;
            }
        };
        let commands = match manager {
            PackageManager::Cargo => &mut self.elsewhere,
            _ => &mut self.commands,
        };
        commands.push([command, packages].concat());
    }

    fn print(&self, output: &Output) -> io::Result<ExitStatus> {
        let mut out = output.out();
        for command in &self.commands {
            writeln!(out, "{}", shell_words::join(command))?;
        }
        for command in &self.elsewhere {
            writeln!(out, "# elsewhere: {}", shell_words::join(command))?;
        }
        writeln!(out, "{}", self.check())?;
        Ok(ExitStatus::AsExpected)
    }

    /// Runs the commands one after the other, up to the first that fails. What they print goes to
    /// standard error.
    fn run(&self, output: &Output) -> ExitStatus {
        for command in &self.commands {
            let shown = shell_words::join(command);
            if is_installed(command) {
                output.note(format!("installed already: {shown}"));
                continue;
            }
            output.note(format!("runs {shown}"));
            let Some((program, arguments)) = command.split_first() else { continue };
            let mut command = Command::new(program);
            let failed = match command.args(arguments).stdout(io::stderr()).status() {
                Ok(status) if status.success() => continue,
                Ok(status) => status.to_string(),
                Err(error) => error.to_string(),
            };
            return output.error(ExitStatus::NotAlive, format!("{shown}: {failed}"));
        }
        output.finish(writeln!(output.out(), "{}", self.check()).map(|()| ExitStatus::AsExpected))
    }

    /// The command that checks the library after that.
    fn check(&self) -> String {
        let gems = self.gems.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let gems = gems.filter_map(|gem| Some(gem.ok()?.path().join("lib")));
        let mut folders: Vec<_> = self.libraries.iter().cloned().chain(gems).collect();
        folders.sort();
        let folders: Vec<_> = folders.iter().map(|it| it.display().to_string()).collect();
        let check = format!("acegate check {}", self.name);
        match folders.is_empty() {
            true => check,
            false => {
                format!("ACEGATE_LIBRARIES={} {check}", shell_words::quote(&folders.join(":")))
            }
        }
    }
}

/// Whether this is a command for packages of Debian all of which are installed. Only an administrator
/// can run it, and nobody has to.
fn is_installed(command: &[String]) -> bool {
    let packages = command.strip_prefix(APT.map(str::to_owned).as_slice());
    packages.is_some_and(|packages| {
        let mut query = Command::new("dpkg-query");
        query.args(["--show", "--showformat", "${db:Status-Status}\\n"]).args(packages);
        let states = query.output().ok().filter(|output| output.status.success());
        states.is_some_and(|output| {
            output.stdout.split(|c| *c == b'\n').all(|state| matches!(state, b"installed" | b""))
        })
    })
}

/// The command that installs packages of Debian.
const APT: [&str; 4] = ["apt-get", "install", "--yes", "--no-install-recommends"];

/// Whether the word can be a release: it begins with a digit, and nothing in it is an option or a path.
fn is_release(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_part)
}

/// The folder for the packages of an adapter, in the user's folder for data.
fn folder_for(adapter: &Adapter, version: Option<&str>) -> Result<PathBuf, String> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|it| it.is_absolute());
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
    let data = data.ok_or("no home folder: expected --into FOLDER")?;
    let version = version.map_or_else(String::new, |version| format!("-{version}"));
    Ok(data.join("acegate").join(format!("{}{version}", adapter.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn installation_of(name: &str) -> Result<Installation, String> {
        Installation::new(name, Some(Path::new("/place")))
    }

    fn lines(name: &str) -> Vec<String> {
        let installation = installation_of(name).expect("a bundled adapter");
        let commands = installation.commands.iter().map(shell_words::join);
        commands.chain([installation.check()]).collect()
    }

    #[test]
    fn packages_go_to_a_folder_of_their_own_and_the_check_names_it() {
        assert_eq!(
            lines("python-idna@2.10"),
            [
                "apt-get install --yes --no-install-recommends python3-idna",
                "python3 -m pip install --upgrade --target /place/python 'idna==2.10'",
                "ACEGATE_LIBRARIES=/place/python acegate check python-idna",
            ]
        );
        assert_eq!(
            lines("npm-punycode@1.4.1")[1..],
            [
                "npm install --prefix /place/node punycode@1.4.1",
                "ACEGATE_LIBRARIES=/place/node acegate check npm-punycode",
            ]
        );
        assert_eq!(lines("icu")[1], "acegate check icu");
    }

    #[test]
    fn every_bundled_adapter_has_a_command_that_installs_it() {
        for adapter in adapters() {
            let installation = installation_of(adapter.name).expect("valid");
            assert!(!installation.commands.is_empty(), "{}", adapter.name);
            for version in adapter.manifest().expect("valid").versions {
                installation_of(&format!("{}@{version}", adapter.name)).expect("a release");
            }
        }
    }

    #[test]
    fn a_name_or_release_that_is_none_is_refused() {
        let message = |name| installation_of(name).expect_err("it is wrong");
        assert_eq!(
            message("pyton-idna"),
            "no bundled adapter \"pyton-idna\"; like it: python-idna"
        );
        for release in ["icu@72", "python-idna@--pre", "python-idna@1 2", "python-idna@"] {
            assert!(message(release).contains("has no release"), "{release}");
        }
    }
}
