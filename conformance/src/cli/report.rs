//! `acegate report`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};

use super::arguments::ReportArguments;
use super::output::Output;
use crate::judge::ExitStatus;
use crate::report::{RenderError, Rendered, ReportOptions, render};

pub(super) fn run(arguments: &ReportArguments, output: &Output) -> ExitStatus {
    let name = arguments.file.display().to_string();
    let file: Box<dyn BufRead> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        match File::open(&arguments.file) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => return output.error(ExitStatus::Usage, format!("{name}: {error}")),
        }
    };
    let mut out: Box<dyn Write> = match arguments.format.is_styled {
        true => Box::new(output.out()),
        false => Box::new(output.data()),
    };
    let options = ReportOptions {
        details: arguments.shown.details,
        advisory_details: arguments.shown.details_advisory,
        has_file: true,
    };
    let mut reporter = arguments.format.reporter(options);
    let rendered = render(file, reporter.as_mut(), &mut out);
    let written = out.flush();
    match rendered {
        Ok(Rendered { is_complete, left_out }) => {
            if !is_complete {
                output.note(format!("{name} has no \"run-end\": its run was cut off"));
            }
            if left_out > 0 {
                output.note(format!("{left_out} events of a newer version were left out"));
            }
            output.finish(written.map(|()| ExitStatus::AsExpected))
        }
        Err(RenderError::Read(error)) => {
            output.error(ExitStatus::Usage, format!("{name}, {error}"))
        }
        Err(RenderError::Write(error)) => output.finish(Err(error)),
    }
}
