//! `acegate implementations`: the bundled adapters, and how their libraries are installed.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{Ended, Output, printed};
use crate::implementation::{Manifest, PackageManager, adapters};
use crate::nearest::did_you_mean;
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
    let lines = match &arguments.install {
        None => list()?,
        Some(name) => commands(name, &arguments.into)?,
    };
    printed(lines.iter().try_for_each(|line| writeln!(output.out(), "{line}")))
}

/// A line for each implementation that acegate carries.
fn list() -> Result<Vec<String>, StartError> {
    let row = |name: &str, state: &str, what: &str| format!("{name:28}  {state:11}  {what}");
    let mut lines = vec![
        row("reference", "runs", "the codecs that acegate carries"),
        row("plain", "runs", "the models, which are read beside the documents"),
    ];
    for adapter in adapters() {
        let manifest = adapter.manifest()?;
        let missing = manifest.missing().map(|program| format!("no {program}"));
        let Manifest { summary, language, versions, .. } = &manifest;
        let older = match versions.is_empty() {
            true => String::new(),
            false => format!("; older: {}", versions.join(", ")),
        };
        let what = format!("{summary} ({language}{older})");
        lines.push(row(adapter.name, missing.as_deref().unwrap_or("runs"), &what));
    }
    Ok(lines)
}

/// The command of a package manager, the sign between a package and its release, and the name of the folder
/// that it installs into. The last two are empty if it has none. A command that begins with `# elsewhere:`
/// installs another copy of the library, which the adapter does not look for.
const fn manager(manager: PackageManager) -> (&'static str, &'static str, &'static str) {
    match manager {
        PackageManager::Apt => ("apt-get install --yes --no-install-recommends", "", ""),
        PackageManager::Pip => ("python3 -m pip install --upgrade --target", "==", "python"),
        PackageManager::Npm => ("npm install --prefix", "@", "node"),
        PackageManager::Gem => ("gem install --no-document --install-dir", "", "ruby"),
        PackageManager::Cargo => ("# elsewhere: cargo add", "", ""),
        PackageManager::Maven => ("# elsewhere: mvn dependency:get", "", ""),
    }
}

/// The commands that install what `NAME` or `NAME@VERSION` needs, and the one that checks it after that.
fn commands(asked: &str, folder: &Path) -> Result<Vec<String>, String> {
    let (name, version) =
        asked.split_once('@').map_or((asked, None), |(name, version)| (name, Some(version)));
    let Some(adapter) = adapters().iter().find(|adapter| adapter.name == name) else {
        let near = did_you_mean(name, adapters().iter().map(|adapter| adapter.name));
        return Err(format!(
            "no bundled adapter {name:?}: expected one that `acegate implementations` lists{near}"
        ));
    };
    let manifest = adapter.manifest().map_err(|error| error.to_string())?;
    let (mut lines, mut libraries, mut has_release) = (Vec::new(), Vec::new(), false);
    for (&by, packages) in &manifest.install {
        let (command, sign, place) = manager(by);
        let mut command = command.to_owned();
        if !place.is_empty() {
            let place = folder.join(place).display().to_string();
            let place = shell_words::quote(&place);
            command += &format!(" {place}");
            libraries.push(match by {
                // Each gem has a folder of its own, whose name has the release that comes.
                PackageManager::Gem => format!("$(printf %s: {place}/gems/*/lib)"),
                _ => place.into_owned(),
            });
        }
        let release = version.filter(|_| !sign.is_empty() && packages.len() == 1);
        has_release |= release.is_some();
        let release = release.map_or_else(String::new, |release| format!("{sign}{release}"));
        match by {
            PackageManager::Maven => lines.extend(packages.iter().map(|package| {
                format!("{command} {}", shell_words::quote(&format!("-Dartifact={package}:LATEST")))
            })),
            _ => {
                let packages = packages.iter().map(|package| format!("{package}{release}"));
                lines.push(format!("{command} {}", shell_words::join(packages)));
            }
        }
    }
    if let Some(version) = version.filter(|version| !has_release || !is_release(version)) {
        let known = manifest.versions.first().map(|it| format!(": expected one such as {it}"));
        let known = known.unwrap_or_default();
        return Err(format!("{name} has no release {version:?} in PyPI or npm{known}"));
    }
    lines.sort_by_key(|line| line.starts_with('#'));
    lines.push(match libraries.as_slice() {
        [] => format!("acegate check {name}"),
        some => format!("ACEGATE_LIBRARIES={} acegate check {name}", some.join(":")),
    });
    Ok(lines)
}

/// Whether the word can be a release: it begins with a digit, and nothing in it is an option or a path.
fn is_release(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    word.starts_with(|c: char| c.is_ascii_digit()) && word.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_adapter_has_a_command_that_installs_it() {
        let lines = |name: &str| commands(name, Path::new("/place"));
        for adapter in adapters() {
            let first = lines(adapter.name).expect("valid").swap_remove(0);
            assert!(!first.starts_with('#') && !first.contains("acegate check"), "{first}");
            for version in adapter.manifest().expect("valid").versions {
                lines(&format!("{}@{version}", adapter.name)).expect("a release");
            }
        }
    }
}
