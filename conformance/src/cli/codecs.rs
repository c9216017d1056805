//! `acegate codecs`.

use std::io::{self, Write};

use acegate_codec::{Codec, codecs};

use super::codec::sentence;
use super::output::{Ended, Output, printed};
use crate::explain::catalogue::{self, named};

pub(super) fn run(name: Option<&str>, output: &Output) -> Ended {
    let Some(name) = name else {
        return printed(list(&mut output.out()));
    };
    printed(describe(named(name)?, &mut output.out()))
}

fn list(out: &mut dyn Write) -> io::Result<()> {
    for codec in codecs() {
        let operations: Vec<_> = codec.operations().iter().map(|it| it.name).collect();
        writeln!(out, "{:10}  {}", codec.id(), codec.document())?;
        for line in wrapped(&operations.join(", "), 12) {
            writeln!(out, "{:12}{line}", "")?;
        }
    }
    writeln!(out, "\n`acegate codecs NAME` describes one.")?;
    Ok(())
}

fn describe(codec: &dyn Codec, out: &mut dyn Write) -> io::Result<()> {
    let id = codec.id();
    writeln!(out, "{id}: {}", codec.document())?;
    if let Some(prefix) = catalogue::prefix(id) {
        writeln!(out, "prefix: {prefix}")?;
    }
    writeln!(out, "\noperations:")?;
    for operation in codec.operations() {
        let Some(summary) = catalogue::summary(id, operation.name) else { continue };
        writeln!(out, "  {:12}  {} -> {}", operation.name, summary.takes, summary.gives)?;
        let parameters: Vec<_> =
            operation.parameters.iter().map(|spec| format!("--{}", spec.name)).collect();
        for line in wrapped(&parameters.join(" "), 16) {
            writeln!(out, "{:16}{line}", "")?;
        }
    }
    let parameters = catalogue::parameters(codec, |_| true);
    if !parameters.is_empty() {
        writeln!(out, "\nparameters, the default first:")?;
    }
    for spec in parameters {
        let values = match spec.values {
            [] => catalogue::default(spec),
            values => values.join(", "),
        };
        writeln!(out, "  --{:12}  {values}", spec.name)?;
        for line in wrapped(&sentence(spec.summary), 18) {
            writeln!(out, "{:18}{line}", "")?;
        }
    }
    let mut names = codec.operations().iter().map(|it| it.name);
    let first = names.clone().next().unwrap_or("encode");
    let example = names.find(|name| *name == "to-ascii").unwrap_or(first);
    writeln!(out, "\n`acegate apply {id} {example} INPUT` carries one out.")?;
    Ok(())
}

/// Breaks the text into lines that fit beside a margin of this width.
pub(super) fn wrapped(text: &str, margin: usize) -> Vec<String> {
    const WIDTH: usize = 80;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if margin + line.len() + 1 + word.len() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
