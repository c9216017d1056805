//! `acegate encodings`.

use std::io;

use clap::Args;

use super::output::{Ended, Output, print_columns, printed};
use super::value;
use crate::encodings::{Encoding, encodings};
use crate::escape::printable;

#[derive(Debug, Args)]
pub(super) struct EncodingsArguments {
    /// The text; if it begins with two hyphens, write `--` before it.
    #[arg(allow_hyphen_values = false)]
    text: String,
    /// The text is given as code points, such as `U+00FC U+4E2D`.
    #[arg(short, long)]
    code_points: bool,
}

pub(super) fn run(arguments: &EncodingsArguments, output: &Output) -> Ended {
    let text = match arguments.code_points {
        true => value::code_points(&arguments.text)?
            .into_iter()
            .map(|c| {
                char::from_u32(c)
                    .ok_or_else(|| format!("U+{c:04X} is no Unicode scalar value: expected a text"))
            })
            .collect::<Result<_, _>>()?,
        false => arguments.text.clone(),
    };
    printed(print(&text, output))
}

fn print(text: &str, output: &Output) -> io::Result<()> {
    let all = encodings(text);
    let rows = all.iter().map(|encoding| (encoding.title, printable(&line(encoding))));
    print_columns([("text", printable(text))].into_iter().chain(rows), &mut output.out())
}

fn line(encoding: &Encoding) -> String {
    let code = match &encoding.code {
        Ok(code) => code.clone(),
        Err(error) => format!("refused: {}: {error}", error.code()),
    };
    let note = encoding.note.iter().map(|note| format!("  ({note})"));
    std::iter::once(code).chain(note).collect()
}
