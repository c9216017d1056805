//! `acegate init`: an adapter to start from.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::output::{Ended, Output, printed};

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
    template!("c", None, "adapter.c", Some("cc -O2 -o adapter adapter.c"), "./adapter"),
    template!("c++", Some("cpp"), "adapter.cc", Some("c++ -O2 -o adapter adapter.cc"), "./adapter"),
    template!(
        "c#",
        Some("csharp"),
        "Adapter.cs",
        Some("mcs -out:adapter.exe Adapter.cs"),
        "mono adapter.exe"
    ),
    template!("go", None, "adapter.go", Some("go build -o adapter adapter.go"), "./adapter"),
    template!("java", None, "Adapter.java", Some("javac Adapter.java"), "java Adapter"),
    template!("javascript", Some("js"), "adapter.js", None, "node adapter.js"),
    template!("perl", None, "adapter.pl", None, "perl adapter.pl"),
    template!("php", None, "adapter.php", None, "php adapter.php"),
    template!("python", None, "adapter.py", None, "python3 adapter.py"),
    template!("ruby", None, "adapter.rb", None, "ruby adapter.rb"),
    template!("rust", None, "adapter.rs", Some("rustc -O -o adapter adapter.rs"), "./adapter"),
    template!("sh", Some("shell"), "adapter.sh", None, "sh adapter.sh"),
    template!(
        "typescript",
        Some("ts"),
        "adapter.ts",
        Some("tsc --target es2022 --module nodenext --skipLibCheck adapter.ts"),
        "node adapter.js"
    ),
];

/// The languages by name.
fn languages() -> impl TypedValueParser<Value = &'static Template> {
    let names = TEMPLATES.iter().map(|it| PossibleValue::new(it.language).aliases(it.alias));
    PossibleValuesParser::new(names).try_map(|name| {
        let mut templates = TEMPLATES.iter();
        templates.find(|it| it.language == name || it.alias == Some(&*name)).ok_or("no template")
    })
}

pub(super) fn run(arguments: &InitArguments, output: &Output) -> Ended {
    let template = arguments.language;
    if let Err(error) = write_new(Path::new(template.file), template.text) {
        let hint = match error.kind() {
            io::ErrorKind::AlreadyExists => "it is there already, and is not overwritten".into(),
            _ => error.to_string(),
        };
        return Err(format!("cannot write {}: {hint}", template.file).into());
    }
    printed(print(template, output))
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    // On a full disk nothing is left. What cannot be removed either stays, and the error is told.
    file.write_all(text.as_bytes()).inspect_err(|_| drop(fs::remove_file(path)))
}

fn print(template: &Template, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    let command = shell_words::quote(template.run);
    writeln!(
        out,
        "wrote {}: it skips everything until its functions are filled in",
        template.file
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
    fn every_template_fits_on_one_screen() {
        for Template { file, text, .. } in TEMPLATES {
            let lines = text.lines().count();
            assert!(lines <= 70, "{file} has {lines} lines");
        }
    }
}
