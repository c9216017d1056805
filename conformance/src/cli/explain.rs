//! `acegate explain`.

use std::io::{self, Write};

use acegate_codec::Parameters;

use super::arguments::ExplainArguments;
use super::operator::Operator;
use super::output::Output;
use super::{refusal, value};
use crate::explain::{Step, explain};
use crate::judge::ExitStatus;

pub(super) fn run(
    arguments: &ExplainArguments,
    parameters: &Parameters,
    output: &Output,
) -> ExitStatus {
    let op = if arguments.decode { "decode" } else { "encode" };
    let operator = match Operator::new(&arguments.on.codec, op, parameters) {
        Ok(operator) => operator,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let input = match value::input(&arguments.on, false) {
        Ok(input) => input,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    match explain(operator.codec, arguments.decode, parameters, &input) {
        Ok(steps) => output.finish(print(&steps, output)),
        Err(failure) => refusal::report(&failure, &operator, &input, output),
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
