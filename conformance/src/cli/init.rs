//! `acegate init`: an adapter to start from.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::arguments::{InitArguments, Language};
use super::output::{Ended, Output, printed};

/// The start of an adapter in one language.
struct Template {
    file: &'static str,
    text: &'static str,
    /// The command that compiles it; `None` if it runs as it is.
    build: Option<&'static str>,
    run: &'static str,
}

macro_rules! template {
    ($file:literal, $build:expr, $run:literal) => {
        Template {
            file: $file,
            text: include_str!(concat!("../../templates/", $file)),
            build: $build,
            run: $run,
        }
    };
}

const fn template_for(language: Language) -> Template {
    match language {
        Language::C => {
            template!("adapter.c", Some("cc -O2 -o adapter adapter.c"), "./adapter")
        }
        Language::Cpp => {
            template!("adapter.cc", Some("c++ -O2 -o adapter adapter.cc"), "./adapter")
        }
        Language::CSharp => {
            template!("Adapter.cs", Some("mcs -out:adapter.exe Adapter.cs"), "mono adapter.exe")
        }
        Language::Go => {
            template!("adapter.go", Some("go build -o adapter adapter.go"), "./adapter")
        }
        Language::Java => template!("Adapter.java", Some("javac Adapter.java"), "java Adapter"),
        Language::JavaScript => template!("adapter.js", None, "node adapter.js"),
        Language::Perl => template!("adapter.pl", None, "perl adapter.pl"),
        Language::Php => template!("adapter.php", None, "php adapter.php"),
        Language::Python => template!("adapter.py", None, "python3 adapter.py"),
        Language::Ruby => template!("adapter.rb", None, "ruby adapter.rb"),
        Language::Rust => {
            template!("adapter.rs", Some("rustc -O -o adapter adapter.rs"), "./adapter")
        }
        Language::Sh => template!("adapter.sh", None, "sh adapter.sh"),
        Language::TypeScript => template!(
            "adapter.ts",
            Some("tsc --target es2022 --module nodenext --skipLibCheck adapter.ts"),
            "node adapter.js"
        ),
    }
}

pub(super) fn run(arguments: &InitArguments, output: &Output) -> Ended {
    let template = template_for(arguments.language);
    if let Err(error) = write_new(Path::new(template.file), template.text) {
        let hint = match error.kind() {
            io::ErrorKind::AlreadyExists => "it is there already, and is not overwritten".into(),
            _ => error.to_string(),
        };
        return Err(format!("cannot write {}: {hint}", template.file).into());
    }
    printed(print(&template, output))
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
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_template_fits_on_one_screen() {
        for language in Language::value_variants() {
            let Template { file, text, .. } = template_for(*language);
            let lines = text.lines().count();
            assert!(lines <= 70, "{file} has {lines} lines");
        }
    }
}
