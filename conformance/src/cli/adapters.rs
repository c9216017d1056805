//! `acegate implementations`, the bundled adapters and how their libraries are installed; and `acegate init`,
//! an adapter to start from.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::fuzz_templates::{FuzzTemplate, fuzz_template};
use super::output::{CliError, Ended, Output, printed};
use crate::implementation::{PackageManager, adapters, where_unbundled};
use crate::judge::ExitStatus;
use crate::nearest::did_you_mean;
use crate::observation::StartError;
use crate::sorting::sort_by_key;

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
    let mut out = output.out();
    for line in lines {
        writeln!(out, "{line}").map_err(CliError::unwritten)?;
    }
    Ok(ExitStatus::AsExpected)
}

fn list() -> Result<Vec<String>, StartError> {
    let mut lines = vec![
        row("reference", "runs", "the reference codecs of acegate"),
        row("plain", "runs", "the transcriptions of the documents"),
    ];
    for adapter in adapters() {
        let manifest = adapter.manifest()?;
        let state = match manifest.missing() {
            Some(program) => format!("no {program}"),
            None => "runs".to_owned(),
        };
        let mut facts = manifest.language.clone();
        if !manifest.versions.is_empty() {
            facts += &format!("; older: {}", manifest.versions.join(", "));
        }
        let what = format!("{} ({facts})", manifest.summary);
        lines.push(row(adapter.name, &state, &what));
    }
    Ok(lines)
}

fn row(name: &str, state: &str, what: &str) -> String {
    format!("{name:28}  {state:11}  {what}")
}

/// How packages of a manager are installed.
struct Installer {
    /// The command. One that begins with `# elsewhere:` installs another copy of the library, which the adapter
    /// does not look for.
    command: &'static str,
    /// The folder that it installs into, if it takes one, inside the folder of all libraries.
    folder: Option<&'static str>,
    /// The sign between a package and its release, if it takes one.
    release: Option<&'static str>,
}

const fn installer(manager: PackageManager) -> Installer {
    match manager {
        PackageManager::Apt => in_system("apt-get install --yes --no-install-recommends"),
        PackageManager::Pip => Installer {
            command: "python3 -m pip install --upgrade --target",
            folder: Some("python"),
            release: Some("=="),
        },
        PackageManager::Npm => Installer {
            command: "npm install --prefix",
            folder: Some("node"),
            release: Some("@"),
        },
        PackageManager::Gem => Installer {
            command: "gem install --no-document --install-dir",
            folder: Some("ruby"),
            release: None,
        },
        PackageManager::Cargo => in_system("# elsewhere: cargo add"),
        PackageManager::Maven => in_system("# elsewhere: mvn dependency:get"),
    }
}

const fn in_system(command: &'static str) -> Installer {
    Installer {
        command,
        folder: None,
        release: None,
    }
}

/// The commands that install what `NAME` or `NAME@VERSION` needs, and the one that checks it after that.
fn commands(asked: &str, folder: &Path) -> Result<Vec<String>, CliError> {
    let (name, version) = match asked.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (asked, None),
    };
    let Some(adapter) = adapters().iter().find(|adapter| adapter.name == name) else {
        return Err(no_adapter(name).into());
    };
    let manifest = adapter.manifest()?;
    let mut lines = Vec::new();
    let mut libraries = Vec::new();
    let mut has_release = false;
    for (&manager, packages) in &manifest.install {
        let installer = installer(manager);
        let mut command = installer.command.to_owned();
        if let Some(inner) = installer.folder {
            let path = folder.join(inner).display().to_string();
            let path = shell_words::quote(&path);
            command += &format!(" {path}");
            // Each gem has a separate folder, named after its release.
            libraries.push(if manager == PackageManager::Gem {
                format!("$(printf %s: {path}/gems/*/lib)")
            } else {
                path.into_owned()
            });
        }
        if manager == PackageManager::Maven {
            for package in packages {
                let artifact = format!("-Dartifact={package}:LATEST");
                lines.push(format!("{command} {}", shell_words::quote(&artifact)));
            }
            continue;
        }
        let mut release = String::new();
        if let Some(version) = version
            && let Some(sign) = installer.release
            && packages.len() == 1
        {
            has_release = true;
            release = format!("{sign}{version}");
        }
        let names = packages.iter().map(|package| format!("{package}{release}"));
        lines.push(format!("{command} {}", shell_words::join(names)));
    }
    if let Some(version) = version
        && (!has_release || !is_release(version))
    {
        let mut what = format!("{name} has no release {version:?} in PyPI or npm");
        if let Some(known) = manifest.versions.first() {
            what += &format!(": expected one such as {known}");
        }
        return Err(what.into());
    }
    sort_by_key(&mut lines, |line| line.starts_with('#'));
    let mut check = format!("acegate check {name}");
    if !libraries.is_empty() {
        check = format!("ACEGATE_LIBRARIES={} {check}", libraries.join(":"));
    }
    lines.push(check);
    Ok(lines)
}

fn no_adapter(name: &str) -> String {
    if let Some(place) = where_unbundled(name) {
        return place;
    }
    let near = did_you_mean(name, adapters().iter().map(|adapter| adapter.name));
    format!("no bundled adapter {name:?}: expected one that `acegate implementations` lists{near}")
}

/// Whether the word can be a release: it begins with a digit, and nothing in it is an option or a path.
fn is_release(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
}

#[derive(Debug, Args)]
pub(super) struct InitArguments {
    /// The language of your implementation.
    #[arg(value_parser = languages())]
    language: &'static Template,
    /// Write a target for the fuzzer of the language instead, which compares your codec with the
    /// judgement of acegate: C, C++, Go, JavaScript, Python, Rust.
    #[arg(long)]
    fuzz: bool,
}

/// The start of an adapter in one language.
#[derive(Debug)]
struct Template {
    /// The name of the language, and another one that is understood.
    language: &'static str,
    alias: Option<&'static str>,
    file: &'static str,
    text: &'static str,
    /// The commands that compile it, of which only the last is repeated after a change; none if it runs as it is.
    build: &'static [&'static str],
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
        &["cc -O2 -o adapter adapter.c"],
        "./adapter"
    ),
    template!(
        "c++",
        Some("cpp"),
        "adapter.cc",
        &["c++ -O2 -o adapter adapter.cc"],
        "./adapter"
    ),
    template!(
        "c#",
        Some("csharp"),
        "Adapter.cs",
        &["mcs -out:adapter.exe Adapter.cs"],
        "mono adapter.exe"
    ),
    template!(
        "go",
        None,
        "adapter.go",
        &["go mod init adapter", "go build -o adapter ."],
        "./adapter"
    ),
    template!(
        "java",
        None,
        "Adapter.java",
        &["javac Adapter.java"],
        "java Adapter"
    ),
    template!(
        "javascript",
        Some("js"),
        "adapter.js",
        &[],
        "node adapter.js"
    ),
    template!("perl", None, "adapter.pl", &[], "perl adapter.pl"),
    template!("php", None, "adapter.php", &[], "php adapter.php"),
    template!("python", None, "adapter.py", &[], "python3 adapter.py"),
    template!("ruby", None, "adapter.rb", &[], "ruby adapter.rb"),
    template!(
        "rust",
        None,
        "adapter.rs",
        &["rustc -O -o adapter adapter.rs"],
        "./adapter"
    ),
    template!("sh", Some("shell"), "adapter.sh", &[], "sh adapter.sh"),
    template!(
        "typescript",
        Some("ts"),
        "adapter.ts",
        &["tsc --target es2022 --module nodenext --skipLibCheck adapter.ts"],
        "node adapter.js"
    ),
];

fn languages() -> impl TypedValueParser<Value = &'static Template> {
    let names = TEMPLATES
        .iter()
        .map(|template| PossibleValue::new(template.language).aliases(template.alias));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut templates = TEMPLATES.iter();
        templates
            .find(|template| template.language == name || template.alias == Some(&*name))
            .ok_or("no template")
    })
}

pub(super) fn run_init(arguments: &InitArguments, output: &Output) -> Ended {
    let template = arguments.language;
    if arguments.fuzz {
        let target = fuzz_template(template.language)?;
        for file in target.files {
            write_new(file.name, file.text)?;
        }
        return printed(print_target(target, output));
    }
    write_new(template.file, template.text)?;
    printed(print(template, output))
}

/// Writes a file that must not be there.
fn write_new(name: &str, text: &str) -> Result<(), CliError> {
    let path = Path::new(name);
    let written = File::create_new(path).and_then(|mut file| {
        // On a full disk, the incomplete file is removed. If that fails too, it stays, and the
        // error is returned.
        file.write_all(text.as_bytes())
            .inspect_err(|_| drop(fs::remove_file(path)))
    });
    if let Err(error) = written {
        let hint = match error.kind() {
            io::ErrorKind::AlreadyExists => "it already exists and is not overwritten".into(),
            _ => error.to_string(),
        };
        return Err(format!("cannot write {name}: {hint}").into());
    }
    Ok(())
}

fn print_target(target: &FuzzTemplate, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    let names: Vec<_> = target.files.iter().map(|file| file.name).collect();
    let names = names.join(" and ");
    writeln!(
        out,
        "wrote {names}: it skips everything until its function is filled in"
    )?;
    for step in target.steps {
        writeln!(out, "  {step}")?;
    }
    Ok(())
}

fn print(template: &Template, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    let file = template.file;
    let command = shell_words::quote(template.run);
    writeln!(
        out,
        "wrote {file}: it skips everything until its functions are filled in"
    )?;
    for step in template.build {
        writeln!(out, "  {step}")?;
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
