//! `acegate explain`.

use std::io::{self, Write};

use acegate_codec::Parameters;

use super::arguments::ExplainArguments;
use super::codec::{refused, subject};
use super::output::Output;
use crate::explain::{Step, explain};
use crate::judge::ExitStatus;

pub(super) fn run(
    arguments: &ExplainArguments,
    parameters: &Parameters,
    output: &Output,
) -> ExitStatus {
    let (codec, input) = match subject(&arguments.on) {
        Ok(subject) => subject,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    match explain(codec, arguments.decode, parameters, &input) {
        Ok(steps) => output.finish(print(&steps, output)),
        Err(failure) => refused(&failure, &input, output),
    }
}

fn print(steps: &[Step], output: &Output) -> io::Result<ExitStatus> {
    let mut out = output.out();
    let width = steps.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, text) in steps {
        writeln!(out, "{name:width$}  {text}")?;
    }
    Ok(ExitStatus::AsExpected)
}
