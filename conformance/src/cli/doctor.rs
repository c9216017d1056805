//! `acegate doctor`.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::arguments::TargetArguments;
use super::output::Output;
use super::target;
use crate::doctor::{Diagnosis, examine};
use crate::implementation::Source;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::report::printable;

pub(super) fn run(arguments: &TargetArguments, output: &Output) -> ExitStatus {
    let limits = match target::limits(arguments) {
        Ok(limits) => limits,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    if !arguments.one_shot().is_empty() {
        return output.error(
            ExitStatus::Usage,
            "the doctor examines programs that speak the line protocol, not one-shot commands",
        );
    }
    let program = match target::source(arguments, &[]) {
        Ok(Source::Program { program, folder }) => (program, folder),
        Ok(_) => {
            return output.error(
                ExitStatus::Usage,
                "this implementation is no program: there is nothing to examine",
            );
        }
        Err(error) => return output.error(target::start_status(&error), error),
    };
    interrupt::listen();
    match examine(&program.0, limits) {
        Ok(diagnosis) => output.finish(print(&diagnosis, output)),
        Err(error) => output.error(target::start_status(&error), error),
    }
}

fn print(diagnosis: &Diagnosis, output: &Output) -> io::Result<ExitStatus> {
    const GOOD: Style = AnsiColor::Green.on_default();
    const BAD: Style = AnsiColor::Red.on_default().bold();
    let mut out = output.out();
    for finding in &diagnosis.findings {
        let (style, mark) = if finding.healthy { (GOOD, "ok   ") } else { (BAD, "fault") };
        let text: Vec<_> = finding.text.lines().map(printable).collect();
        writeln!(out, "{style}{mark}{style:#}  {}: {}", finding.what, text.join("\n       "))?;
    }
    if diagnosis.is_healthy() {
        writeln!(out, "{GOOD}healthy{GOOD:#}: failures of vectors will be the codec's own")?;
        return Ok(ExitStatus::AsExpected);
    }
    writeln!(out, "{BAD}mend the adapter first{BAD:#}: vectors would fail for its faults")?;
    Ok(ExitStatus::Unexpected)
}
