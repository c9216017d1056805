//! `acegate implementations`: the bundled adapters, and how their libraries are installed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Ended, Output, printed};
use crate::implementation::{Manifest, PackageManager, adapters};
use crate::nearest::nearest;
use crate::observation::StartError;

#[derive(Debug, Args)]
pub(super) struct ImplementationsArguments {
    /// Print the commands that install what this adapter needs. `NAME@VERSION` is a release of its
    /// package of PyPI or npm.
    #[arg(long, value_name = "NAME")]
    install: Option<String>,
    /// With --install: the folder for packages of PyPI, npm and RubyGems
    #[arg(long, value_name = "FOLDER", requires = "install", default_value = "libraries")]
    into: PathBuf,
}

pub(super) fn run(arguments: &ImplementationsArguments, output: &Output) -> Ended {
    match &arguments.install {
        None => printed(print(&mut output.out(), &manifests()?)),
        Some(name) => printed(Installation::new(name, &arguments.into)?.print(output)),
    }
}

/// The bundled adapters with their manifests.
fn manifests() -> Result<Vec<(&'static str, Manifest)>, StartError> {
    adapters().iter().map(|adapter| Ok((adapter.name, adapter.manifest()?))).collect()
}

fn print(out: &mut dyn Write, manifests: &[(&str, Manifest)]) -> io::Result<()> {
    writeln!(out, "{:28}  {:11}  the codecs that acegate carries", "reference", "runs")?;
    writeln!(out, "{:28}  {:11}  the slow models, which judge the fast codecs", "plain", "runs")?;
    for (name, manifest) in manifests {
        let state = match manifest.missing() {
            None => "runs".to_owned(),
            Some(program) => format!("no {program}"),
        };
        let Manifest { summary, language, versions, .. } = manifest;
        let older = match versions.is_empty() {
            true => String::new(),
            false => format!("; older: {}", versions.join(", ")),
        };
        writeln!(out, "{name:28}  {state:11}  {summary} ({language}{older})")?;
    }
    Ok(())
}

/// The commands that install what an adapter needs.
#[derive(Debug, PartialEq, Eq)]
struct Installation {
    name: &'static str,
    /// Each command, word by word. None of them goes through a shell.
    commands: Vec<Vec<String>>,
    /// Commands for another copy of the library, which the adapter does not look for.
    elsewhere: Vec<Vec<String>>,
    /// The folders for `ACEGATE_LIBRARIES`, quoted for a shell.
    libraries: Vec<String>,
}

impl Installation {
    /// The installation of `NAME` or `NAME@VERSION`.
    fn new(name: &str, folder: &Path) -> Result<Self, String> {
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
        let name = adapter.name;
        let mut this =
            Self { name, commands: Vec::new(), elsewhere: Vec::new(), libraries: Vec::new() };
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
            PackageManager::Apt => {
                words(&["apt-get", "install", "--yes", "--no-install-recommends"])
            }
            PackageManager::Pip => {
                self.libraries.push(shell_words::quote(&place("python")).into_owned());
                let upgrade = ["python3", "-m", "pip", "install", "--upgrade", "--target"];
                words(&[&upgrade[..], &[&place("python")]].concat())
            }
            PackageManager::Npm => {
                self.libraries.push(shell_words::quote(&place("node")).into_owned());
                words(&["npm", "install", "--prefix", &place("node")])
            }
            PackageManager::Gem => {
                // Each gem has a folder of its own, whose name has the release that comes.
                let gems = shell_words::quote(&place("ruby")).into_owned() + "/gems/*/lib";
                self.libraries.push(format!("$(printf %s: {gems})"));
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

    fn print(&self, output: &Output) -> io::Result<()> {
        let mut out = output.out();
        for command in &self.commands {
            writeln!(out, "{}", shell_words::join(command))?;
        }
        for command in &self.elsewhere {
            writeln!(out, "# elsewhere: {}", shell_words::join(command))?;
        }
        writeln!(out, "{}", self.check())?;
        Ok(())
    }

    /// The command that checks the library after that.
    fn check(&self) -> String {
        match self.libraries.as_slice() {
            [] => format!("acegate check {}", self.name),
            some => format!("ACEGATE_LIBRARIES={} acegate check {}", some.join(":"), self.name),
        }
    }
}

/// Whether the word can be a release: it begins with a digit, and nothing in it is an option or a path.
fn is_release(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn installation_of(name: &str) -> Result<Installation, String> {
        Installation::new(name, Path::new("/place"))
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
        assert_eq!(
            lines("ruby-simpleidn").last().map(String::as_str),
            Some(
                "ACEGATE_LIBRARIES=$(printf %s: /place/ruby/gems/*/lib) acegate check ruby-simpleidn"
            )
        );
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
