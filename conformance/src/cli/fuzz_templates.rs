//! The fuzz targets that `acegate init --fuzz` writes, in the language of an implementation.

use super::output::CliError;

/// A fuzz target in one language.
#[derive(Debug)]
pub(super) struct FuzzTemplate {
    /// The name of the language, as `acegate init` has it.
    language: &'static str,
    pub(super) files: &'static [TemplateFile],
    /// The commands that build and run it, and comments.
    pub(super) steps: &'static [&'static str],
}

/// A file of a template.
#[derive(Debug)]
pub(super) struct TemplateFile {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
}

macro_rules! template_file {
    ($name:literal) => {
        TemplateFile {
            name: $name,
            text: include_str!(concat!("../../templates/fuzz/", $name)),
        }
    };
}

/// The command that makes the corpus and the dictionary of the others.
const SEEDS: &str = "acegate vectors export punycode --op decode --seeds seeds --dict words.dict";

const TEMPLATES: &[FuzzTemplate] = &[
    FuzzTemplate {
        language: "c",
        files: &[template_file!("fuzz.c")],
        steps: &[
            SEEDS,
            "clang -g -O1 -fsanitize=fuzzer,address -o fuzz fuzz.c $(pkg-config --cflags --libs acegate)",
            "mkdir -p corpus",
            "./fuzz -dict=words.dict -max_len=256 -timeout=5 -use_value_profile=1 corpus seeds",
        ],
    },
    FuzzTemplate {
        language: "c++",
        files: &[template_file!("fuzz.cc")],
        steps: &[
            SEEDS,
            "clang++ -g -O1 -fsanitize=fuzzer,address -o fuzz fuzz.cc $(pkg-config --cflags --libs acegate)",
            "mkdir -p corpus",
            "./fuzz -dict=words.dict -max_len=256 -timeout=5 -use_value_profile=1 corpus seeds",
        ],
    },
    FuzzTemplate {
        language: "go",
        files: &[
            template_file!("acegate_judge.go"),
            template_file!("acegate_fuzz_test.go"),
        ],
        steps: &["go test -fuzz FuzzMine"],
    },
    FuzzTemplate {
        language: "javascript",
        files: &[template_file!("fuzz.js")],
        steps: &[
            concat!(
                "npm install --save-dev acegate-",
                env!("CARGO_PKG_VERSION"),
                ".tgz @jazzer.js/core"
            ),
            SEEDS,
            "mkdir -p corpus",
            "npx jazzer fuzz corpus seeds -- -dict=words.dict -max_len=256 -timeout=5",
        ],
    },
    FuzzTemplate {
        language: "python",
        files: &[template_file!("fuzz.py")],
        steps: &[
            "python3 -m pip install atheris",
            SEEDS,
            "mkdir -p corpus",
            "ACEGATE_C=\"$(pkg-config --variable=library acegate)\" python3 fuzz.py -dict=words.dict -max_len=256 -timeout=5 corpus seeds",
        ],
    },
    FuzzTemplate {
        language: "rust",
        files: &[template_file!("fuzz.rs")],
        steps: &[
            "cargo fuzz init --target mine",
            "mv fuzz.rs fuzz/fuzz_targets/mine.rs",
            "cargo add --manifest-path fuzz/Cargo.toml acegate --no-default-features --features fuzz,uts46",
            SEEDS,
            "mkdir -p fuzz/corpus/mine",
            "cargo fuzz run mine fuzz/corpus/mine seeds -- -dict=words.dict -max_len=256 -timeout=5 -use_value_profile=1",
        ],
    },
];

/// The fuzz target in a language.
pub(super) fn fuzz_template(language: &str) -> Result<&'static FuzzTemplate, CliError> {
    for template in TEMPLATES {
        if template.language == language {
            return Ok(template);
        }
    }
    let names: Vec<_> = TEMPLATES.iter().map(|known| known.language).collect();
    let names = names.join(", ");
    Err(format!("no fuzz target in {language}: expected one of {names}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_at_most_forty_lines() {
        for TemplateFile { name, text } in TEMPLATES.iter().flat_map(|template| template.files) {
            let lines = text.lines().count();
            assert!(lines <= 40, "{name} has {lines} lines");
        }
    }
}
