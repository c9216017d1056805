//! `acegate report`.

use std::io::{self, BufReader, Write};

use super::arguments::ReportArguments;
use super::output::{Ended, Output, opened, printed};
use super::outputs::Outputs;
use crate::event::{Event, SCHEMA};
use crate::judge::ExitStatus;
use crate::report::{RenderError, Rendered, Reporter, render};

pub(super) fn run(arguments: &ReportArguments, output: &Output) -> Ended {
    let Some(path) = &arguments.file else {
        return printed(write!(output.data(), "{SCHEMA}"));
    };
    let name = path.display().to_string();
    let file = BufReader::new(opened(path)?);
    let format = arguments.output.format;
    let mut out: Box<dyn Write> = match format.is_styled {
        true => Box::new(output.out()),
        false => Box::new(output.data()),
    };
    let options = arguments.output.options(true, output);
    let outputs = Outputs::open(&arguments.output, Some(path), &options)?;
    let mut reporter = Reporters { printed: format.reporter(options), outputs };
    let rendered = render(file, &mut reporter, &mut out);
    let written = out.flush();
    match rendered {
        Ok(Rendered { is_complete, left_out }) => {
            if !is_complete {
                output.note(format!("{name} has no \"run-end\": its run was cut off"));
            }
            if left_out > 0 {
                output.note(format!("{left_out} events of a newer version were left out"));
            }
            let mut ended = printed(written);
            for what in reporter.outputs.failures() {
                output.error(what);
                ended = Ok(ExitStatus::Usage);
            }
            ended
        }
        Err(RenderError::Read(error)) => Err(format!("{name}, {error}").into()),
        Err(RenderError::Write(error)) => printed(Err(error)),
    }
}

/// The report that is printed, and those that are files.
struct Reporters {
    printed: Box<dyn Reporter>,
    outputs: Outputs,
}

impl Reporter for Reporters {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        self.outputs.take(event);
        self.printed.event(event, out)
    }
}
