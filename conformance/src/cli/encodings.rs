//! `acegate encodings`.

use std::io::{self, Write};

use acegate_vectors::Suite;
use clap::{Args, ValueEnum};

use super::output::{Ended, Output, print_columns, printed};
use super::value;
use crate::encodings::{Encoding, Sample, encodings, page_of_samples, samples};
use crate::escape::printable;

#[derive(Debug, Args)]
pub(super) struct EncodingsArguments {
    /// The text; if it begins with two hyphens, write `--` before it.
    #[arg(allow_hyphen_values = false, required_unless_present = "suite")]
    text: Option<String>,
    /// The text is given as code points, such as `U+00FC U+4E2D`.
    #[arg(short, long)]
    code_points: bool,
    /// Show the texts of the suite: the printed examples, and words, names and addresses.
    #[arg(long, conflicts_with_all = ["text", "code_points"])]
    suite: bool,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: EncodingsFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum EncodingsFormat {
    /// An encoding a line.
    #[default]
    Text,
    /// A page with the worked steps of every encoding, in which one searches the texts.
    Html,
}

pub(super) fn run(arguments: &EncodingsArguments, output: &Output) -> Ended {
    let texts = texts(arguments)?;
    printed(match arguments.format {
        EncodingsFormat::Text => print(&texts, output),
        EncodingsFormat::Html => page_of_samples(&texts, &mut output.data()),
    })
}

fn texts(arguments: &EncodingsArguments) -> Result<Vec<Sample>, String> {
    let Some(text) = &arguments.text else {
        return Ok(samples(&Suite::embedded().map_err(|error| error.to_string())?));
    };
    let text = match arguments.code_points {
        true => value::code_points(text)?
            .into_iter()
            .map(|c| {
                char::from_u32(c)
                    .ok_or_else(|| format!("U+{c:04X} is no Unicode scalar value: expected a text"))
            })
            .collect::<Result<_, _>>()?,
        false => text.clone(),
    };
    Ok(vec![Sample { text, group: "The command line".to_owned() }])
}

fn print(texts: &[Sample], output: &Output) -> io::Result<()> {
    let mut out = output.out();
    for (place, sample) in texts.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let all = encodings(&sample.text);
        let rows = all.iter().map(|encoding| (encoding.title, printable(&line(encoding))));
        print_columns([("text", printable(&sample.text))].into_iter().chain(rows), &mut out)?;
    }
    Ok(())
}

fn line(encoding: &Encoding) -> String {
    let code = match &encoding.code {
        Ok(code) => code.clone(),
        Err(error) => format!("refused: {}: {error}", error.code()),
    };
    let note = encoding.note.iter().map(|note| format!("  ({note})"));
    std::iter::once(code).chain(note).collect()
}
