//! `acegate implementations`, the bundled adapters and how their libraries are installed; and `acegate init`,
//! an adapter to start from.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::output::{Ended, Output, printed};
use crate::implementation::{Manifest, PackageManager, adapters, where_unbundled};
use crate::nearest::did_you_mean;
use crate::observation::StartError;

#[derive(Debug, Args)]
pub(super) struct ImplementationsArguments {
    /// Print the commands that install what this adapter needs. `NAME@VERSION` is a release of its
    /// package of PyPI or npm.
    #[arg(long, value_name = "NAME")]
    install: Option<String>,
    /// With --install: the folder for packages of PyPI, npm and RubyGems
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "install",
        default_value = "libraries"
    )]
    into: PathBuf,
}

pub(super) fn run(arguments: &ImplementationsArguments, output: &Output) -> Ended {
    let lines = match &arguments.install {
        None => list()?,
        Some(name) => commands(name, &arguments.into)?,
    };
    printed(
        lines
            .iter()
            .try_for_each(|line| writeln!(output.out(), "{line}")),
    )
}

fn list() -> Result<Vec<String>, StartError> {
    let row = |name: &str, state: &str, what: &str| format!("{name:28}  {state:11}  {what}");
    let mut lines = vec![
        row("reference", "runs", "the codecs that acegate carries"),
        row(
            "plain",
            "runs",
            "the models, which are read beside the documents",
        ),
    ];
    for adapter in adapters() {
        let manifest = adapter.manifest()?;
        let missing = manifest.missing().map(|program| format!("no {program}"));
        let Manifest {
            summary,
            language,
            versions,
            ..
        } = &manifest;
        let older = match versions.is_empty() {
            true => String::new(),
            false => format!("; older: {}", versions.join(", ")),
        };
        let what = format!("{summary} ({language}{older})");
        lines.push(row(
            adapter.name,
            missing.as_deref().unwrap_or("runs"),
            &what,
        ));
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
    let (name, version) = asked
        .split_once('@')
        .map_or((asked, None), |(name, version)| (name, Some(version)));
    let Some(adapter) = adapters().iter().find(|adapter| adapter.name == name) else {
        if let Some(place) = where_unbundled(name) {
            return Err(place);
        }
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
                format!(
                    "{command} {}",
                    shell_words::quote(&format!("-Dartifact={package}:LATEST"))
                )
            })),
            _ => {
                let packages = packages.iter().map(|package| format!("{package}{release}"));
                lines.push(format!("{command} {}", shell_words::join(packages)));
            }
        }
    }
    if let Some(version) = version.filter(|version| !has_release || !is_release(version)) {
        let known = manifest
            .versions
            .first()
            .map(|it| format!(": expected one such as {it}"));
        let known = known.unwrap_or_default();
        return Err(format!(
            "{name} has no release {version:?} in PyPI or npm{known}"
        ));
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

#[derive(Debug, Args)]
pub(super) struct InitArguments {
    /// The language of your implementation.
    #[arg(value_parser = languages())]
    language: &'static Template,
}

/// The start of an adapter in one language.
#[derive(Debug)]
struct Template {
    /// The name of the language, and another one that is understood.
    language: &'static str,
    alias: Option<&'static str>,
    file: &'static str,
    text: &'static str,
    /// The command that compiles it; `None` if it runs as it is.
    build: Option<&'static str>,
    run: &'static str,
}

macro_rules! template {
    ($language:literal, $alias:expr, $file:literal, $build:expr, $run:literal) => {
        Template {
            language: $language,
            alias: $alias,
            file: $file,
            text: include_str!(concat!("../../templates/", $file)),
            build: $build,
            run: $run,
        }
    };
}

const TEMPLATES: &[Template] = &[
    template!(
        "c",
        None,
        "adapter.c",
        Some("cc -O2 -o adapter adapter.c"),
        "./adapter"
    ),
    template!(
        "c++",
        Some("cpp"),
        "adapter.cc",
        Some("c++ -O2 -o adapter adapter.cc"),
        "./adapter"
    ),
    template!(
        "c#",
        Some("csharp"),
        "Adapter.cs",
        Some("mcs -out:adapter.exe Adapter.cs"),
        "mono adapter.exe"
    ),
    template!(
        "go",
        None,
        "adapter.go",
        Some("go build -o adapter adapter.go"),
        "./adapter"
    ),
    template!(
        "java",
        None,
        "Adapter.java",
        Some("javac Adapter.java"),
        "java Adapter"
    ),
    template!(
        "javascript",
        Some("js"),
        "adapter.js",
        None,
        "node adapter.js"
    ),
    template!("perl", None, "adapter.pl", None, "perl adapter.pl"),
    template!("php", None, "adapter.php", None, "php adapter.php"),
    template!("python", None, "adapter.py", None, "python3 adapter.py"),
    template!("ruby", None, "adapter.rb", None, "ruby adapter.rb"),
    template!(
        "rust",
        None,
        "adapter.rs",
        Some("rustc -O -o adapter adapter.rs"),
        "./adapter"
    ),
    template!("sh", Some("shell"), "adapter.sh", None, "sh adapter.sh"),
    template!(
        "typescript",
        Some("ts"),
        "adapter.ts",
        Some("tsc --target es2022 --module nodenext --skipLibCheck adapter.ts"),
        "node adapter.js"
    ),
];

fn languages() -> impl TypedValueParser<Value = &'static Template> {
    let names = TEMPLATES
        .iter()
        .map(|it| PossibleValue::new(it.language).aliases(it.alias));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut templates = TEMPLATES.iter();
        templates
            .find(|it| it.language == name || it.alias == Some(&*name))
            .ok_or("no template")
    })
}

pub(super) fn run_init(arguments: &InitArguments, output: &Output) -> Ended {
    let template = arguments.language;
    let path = Path::new(template.file);
    let written = File::create_new(path).and_then(|mut file| {
        // On a full disk nothing is left. What cannot be removed either stays, and the error is told.
        file.write_all(template.text.as_bytes())
            .inspect_err(|_| drop(fs::remove_file(path)))
    });
    if let Err(error) = written {
        let hint = match error.kind() {
            io::ErrorKind::AlreadyExists => "it is there already, and is not overwritten".into(),
            _ => error.to_string(),
        };
        return Err(format!("cannot write {}: {hint}", template.file).into());
    }
    printed(print(template, output))
}

fn print(template: &Template, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    let (file, command) = (template.file, shell_words::quote(template.run));
    writeln!(
        out,
        "wrote {file}: it skips everything until its functions are filled in"
    )?;
    if let Some(build) = template.build {
        writeln!(out, "  {build}")?;
    }
    writeln!(out, "  acegate doctor --cmd {command}")?;
    writeln!(out, "  acegate check --cmd {command}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_adapter_has_a_command_that_installs_it() {
        let lines = |name: &str| commands(name, Path::new("/place"));
        for adapter in adapters() {
            let first = lines(adapter.name).expect("valid").swap_remove(0);
            assert!(
                !first.starts_with('#') && !first.contains("acegate check"),
                "{first}"
            );
            for version in adapter.manifest().expect("valid").versions {
                lines(&format!("{}@{version}", adapter.name)).expect("a release");
            }
        }
    }

    #[test]
    fn every_template_fits_on_one_screen() {
        for Template { file, text, .. } in TEMPLATES {
            let lines = text.lines().count();
            assert!(lines <= 70, "{file} has {lines} lines");
        }
    }
}
