//! `acegate doctor`.

use std::io::{self, Write};

use super::arguments::DoctorArguments;
use super::output::Output;
use super::target;
use crate::doctor::{Examination, examine, examine_one_shot};
use crate::escape::{FIELD, printable_start};
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::report::style::{BAD, GOOD, MILD};

pub(super) fn run(arguments: &DoctorArguments, output: &Output) -> ExitStatus {
    let limits = match target::limits(&arguments.target) {
        Ok(limits) => limits,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let source = match target::source(&arguments.target, &arguments.codec) {
        Ok(source) => source,
        Err(error) => return output.error(target::start_status(&error), error),
    };
    interrupt::listen(crate::supervisor::ignored_signals());
    let examination = match &source {
        ImplementationSource::Program { program, .. } => examine(program, limits),
        ImplementationSource::OneShot(spec) => examine_one_shot(spec, limits),
        ImplementationSource::Registry(_) => {
            return output.error(
                ExitStatus::Usage,
                "there is nothing to examine: these codecs are part of acegate",
            );
        }
    };
    match examination {
        Ok(_) if interrupt::requested() => output.error(ExitStatus::Interrupted, "interrupted"),
        Ok(examination) => {
            let healthy = examination.is_healthy();
            let status = if healthy { ExitStatus::AsExpected } else { ExitStatus::Unexpected };
            // If the points cannot be printed, they still decide the exit status.
            match output.finish(print(&examination, output).map(|()| status)) {
                printed if healthy => printed,
                _ => status,
            }
        }
        Err(error) => output.error(target::start_status(&error), error),
    }
}

fn print(examination: &Examination, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    for point in &examination.points {
        let (style, mark) = match (point.healthy, point.doubtful) {
            (true, false) => (GOOD, "ok   "),
            (true, true) => (MILD, "doubt"),
            (false, _) => (BAD, "fault"),
        };
        let text: Vec<_> = point.text.lines().map(|line| printable_start(line, FIELD)).collect();
        writeln!(out, "{style}{mark}{style:#}  {}: {}", point.what, text.join("\n       "))?;
    }
    if examination.is_healthy() {
        return writeln!(out, "{GOOD}healthy{GOOD:#}: failures of vectors will be the codec's own");
    }
    writeln!(out, "{BAD}mend the adapter first{BAD:#}: vectors would fail for its faults")
}
