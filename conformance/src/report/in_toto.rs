//! The result of a run as the predicate of an in-toto attestation, of the type
//! <https://in-toto.io/attestation/test-result/v0.1>.
//!
//! It is the predicate alone: the tool that signs it adds the subject, which is the file that was built of the
//! library. Only that tool knows its digest.

use std::io::{self, Write};

use serde_json::json;

use super::check::CheckState;
use super::reporter::{Format, ReportOptions};
use super::run::Run;
use crate::event::write_line;
use crate::judge::ExitStatus;

pub(super) const FORMAT: Format = Format::document(
    "in-toto",
    "json",
    "The predicate of an in-toto attestation: a test result",
    write,
);

/// The names of the checks, by result. Checks that did not run are in no list.
#[derive(Default)]
struct Tests<'a> {
    passed: Vec<&'a str>,
    warned: Vec<&'a str>,
    failed: Vec<&'a str>,
}

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let mut tests = Tests::default();
    for check in &run.checks {
        let name = &*check.case.name;
        match check.state {
            CheckState::Passed => tests.passed.push(name),
            CheckState::Advisory | CheckState::Known => tests.warned.push(name),
            CheckState::Failed => tests.failed.push(name),
            CheckState::NotRun | CheckState::Skipped => {}
        }
    }
    let result = match run.end.exit {
        ExitStatus::AsExpected if tests.warned.is_empty() => "PASSED",
        ExitStatus::AsExpected => "WARNED",
        ExitStatus::Unexpected
        | ExitStatus::NotAlive
        | ExitStatus::Usage
        | ExitStatus::NothingRan
        | ExitStatus::Interrupted => "FAILED",
    };
    let predicate = json!({
        "result": result,
        "configuration": [{
            "name": "suite",
            "uri": format!("urn:acegate:suite:{}", run.start.suite),
            "annotations": {
                "acegate": run.start.acegate,
                "arguments": run.start.arguments,
                "remarks": run.end.remarks,
            },
        }],
        "passedTests": tests.passed,
        "warnedTests": tests.warned,
        "failedTests": tests.failed,
    });
    write_line(&predicate, out)
}
