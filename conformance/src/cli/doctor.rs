//! `acegate doctor`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::arguments::DoctorArguments;
use super::output::Output;
use super::target;
use crate::doctor::{Diagnosis, examine, examine_one_shot};
use crate::escape::{FIELD, printable_start};
use crate::implementation::Source;
use crate::interrupt;
use crate::judge::ExitStatus;

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
    let diagnosis = match &source {
        Source::Program { program, .. } => examine(program, limits),
        Source::OneShot(spec) => examine_one_shot(spec, limits),
        Source::Registry(_) => {
            return output.error(
                ExitStatus::Usage,
                "there is nothing to examine: these codecs are part of acegate",
            );
        }
    };
    match diagnosis {
        Ok(_) if interrupt::requested() => output.error(ExitStatus::Interrupted, "interrupted"),
        Ok(diagnosis) => {
            let healthy = diagnosis.is_healthy();
            let status = if healthy { ExitStatus::AsExpected } else { ExitStatus::Unexpected };
            // Where the findings cannot be printed, they still make the status.
            match output.finish(print(&diagnosis, output).map(|()| status)) {
                printed if healthy => printed,
                _ => status,
            }
        }
        Err(error) => output.error(target::start_status(&error), error),
    }
}

fn print(diagnosis: &Diagnosis, output: &Output) -> io::Result<()> {
    const GOOD: Style = AnsiColor::Green.on_default();
    const MILD: Style = AnsiColor::Yellow.on_default();
    const BAD: Style = AnsiColor::Red.on_default().bold();
    let mut out = output.out();
    for finding in &diagnosis.findings {
        let (style, mark) = match (finding.healthy, finding.doubtful) {
            (true, false) => (GOOD, "ok   "),
            (true, true) => (MILD, "doubt"),
            (false, _) => (BAD, "fault"),
        };
        let text: Vec<_> = finding.text.lines().map(|line| printable_start(line, FIELD)).collect();
        writeln!(out, "{style}{mark}{style:#}  {}: {}", finding.what, text.join("\n       "))?;
    }
    if diagnosis.is_healthy() {
        return writeln!(out, "{GOOD}healthy{GOOD:#}: failures of vectors will be the codec's own");
    }
    writeln!(out, "{BAD}mend the adapter first{BAD:#}: vectors would fail for its faults")
}
