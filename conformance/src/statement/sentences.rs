//! The sentences of a statement, which Markdown and HTML have in common.

use acegate_vectors::Level;

use super::model::{
    Conclusion, FailedCheck, FindingEntry, Reason, RequirementEntry, RequirementStatus,
    Reservation, Statement, Tested, safe,
};
use crate::event::{BaselineVerdict, RunEnd, RunStart};
use crate::judge::{ExitStatus, Verdict};
use crate::protocol::CodecSupport;
use crate::report::repeat_command;
use crate::report::wording::{count, first_of};

/// How many failed checks of a requirement are named for each finding.
const CHECKS: usize = 3;

/// How many reasons of a requirement are shown.
const REASONS: usize = 4;

/// The levels with the titles of their parts.
pub(super) const LEVELS: [(Level, &str); 3] = [
    (Level::Must, "Mandatory requirements (must)"),
    (Level::Should, "Recommendations (should)"),
    (Level::May, "Options (may)"),
];

pub(super) const TITLE: &str = "Conformance statement";

/// The verdict, which is the headline of a statement.
pub(super) fn verdict(statement: &Statement) -> String {
    match statement.conclusion {
        Conclusion::Conforms => "no mandatory requirement fails".to_owned(),
        Conclusion::Exceptions => {
            let mut failed = 0;
            if let Some(must) = statement.totals.get("must") {
                failed = must.by_result[&RequirementStatus::Failed];
            }
            let fail = if failed == 1 { "fails" } else { "fail" };
            let requirements = count(failed, "mandatory requirement", "mandatory requirements");
            format!("{requirements} {fail}")
        }
        Conclusion::Incomplete => {
            "no mandatory requirement fails, but not all were tested".to_owned()
        }
        Conclusion::NothingVerified => "no mandatory requirement is verified".to_owned(),
    }
}

/// How many mandatory requirements have which result.
pub(super) fn conclusion(statement: &Statement) -> String {
    let must = statement.totals.get("must");
    let (all, by_result) = match must {
        Some(must) => (must.all, must.by_result.clone()),
        None => Default::default(),
    };
    let parts = by_result
        .into_iter()
        .filter(|(_, number)| *number > 0)
        .map(|(result, number)| {
            let words = match result {
                RequirementStatus::Advisory => "failed only in weaker checks".to_owned(),
                result => result.words(),
            };
            format!("{number} {words}")
        });
    format!(
        "Of {} for the claimed codecs: {}.",
        count(all, "mandatory requirement", "mandatory requirements"),
        parts.collect::<Vec<_>>().join(", ")
    )
}

/// The facts that limit what the statement says.
pub(super) fn reservations(
    start: &RunStart,
    end: Option<&RunEnd>,
    tested: &[Tested<'_>],
) -> Vec<Reservation> {
    let all = [
        partial(start, tested),
        ended_early(end, tested),
        baseline(start, end, tested),
        order_dependent(tested),
    ];
    all.into_iter().flatten().collect()
}

/// The implementation claims checks that were not run.
fn partial(start: &RunStart, tested: &[Tested<'_>]) -> Option<Reservation> {
    let left_out = tested.iter().filter(|one| one.is_left_out()).count();
    if left_out == 0 {
        return None;
    }
    let claimed = tested.iter().filter(|one| one.screened.is_none()).count();
    let claimed = count(claimed, "check", "checks");
    let were = if left_out == 1 { "was" } else { "were" };
    let mut text = format!(
        "The run is partial: {left_out} of {claimed} that the implementation claims {were} not \
         run."
    );
    let shard = start.shard.map(|shard| shard.to_string());
    let choice = chosen_by(shard.as_deref(), &start.filters);
    if !choice.is_empty() {
        text += &format!(" The selection was {}.", safe(&choice));
    }
    Some(Reservation {
        code: "partial",
        text,
    })
}

/// The run did not come to its end.
fn ended_early(end: Option<&RunEnd>, tested: &[Tested<'_>]) -> Option<Reservation> {
    let Some(end) = end else {
        return Some(Reservation {
            code: "cut-off",
            text: "The report is incomplete: the run was killed.".to_owned(),
        });
    };
    if end.interrupted || end.exit == ExitStatus::Interrupted {
        return Some(Reservation {
            code: "interrupted",
            text: "The run was interrupted.".to_owned(),
        });
    }
    let mut entries = tested.iter().filter_map(|one| one.entry);
    let not_run = entries.find(|entry| entry.case.verdict == Verdict::NotRun);
    if end.exit != ExitStatus::NotAlive && not_run.is_none() {
        return None;
    }
    let why = not_run.map_or("", |entry| &entry.reason);
    Some(Reservation {
        code: "not-alive",
        text: format!("The run was stopped early: {why}."),
    })
}

/// Failures were declared as known.
fn baseline(start: &RunStart, end: Option<&RunEnd>, tested: &[Tested<'_>]) -> Option<Reservation> {
    let mut known = 0;
    for case in tested.iter().filter_map(Tested::case) {
        known += usize::from(case.baseline == Some(BaselineVerdict::ExpectedFailure));
    }
    let is_counted =
        end.is_some_and(|end| !end.stale.is_empty() || !end.totals.baseline.is_empty());
    if start.baseline.is_none() && known == 0 && !is_counted {
        return None;
    }
    let file = match &start.baseline {
        Some(file) => safe(file),
        None => "a file that the report does not name".to_owned(),
    };
    let known = count(known, "failure", "failures");
    Some(Reservation {
        code: "baseline",
        text: format!(
            "A baseline was used ({file}), which declares {known} as known. They count as failed \
             here."
        ),
    })
}

/// The order of the requests decided results.
fn order_dependent(tested: &[Tested<'_>]) -> Option<Reservation> {
    let cases = tested.iter().filter_map(Tested::case);
    let number = cases.filter(|case| case.order_dependent).count();
    if number == 0 {
        return None;
    }
    let results = count(number, "result depends", "results depend");
    Some(Reservation {
        code: "order-dependent",
        text: format!("{results} on earlier requests."),
    })
}

/// The facts on the implementation, the report and the run: a name and a text each.
pub(super) fn facts(statement: &Statement) -> Vec<(&'static str, String)> {
    let Statement {
        implementation,
        report,
        run,
        ..
    } = statement;
    let exit = match run.exit {
        None => "cut off",
        Some(ExitStatus::AsExpected) => "everything as expected (0)",
        Some(ExitStatus::Unexpected) => "unexpected results (1)",
        Some(ExitStatus::Usage) => "a report could not be written (2)",
        Some(ExitStatus::NotAlive) => "the implementation failed too often (3)",
        Some(ExitStatus::NothingRan) => "nothing ran (4)",
        Some(ExitStatus::Interrupted) => "interrupted (130)",
    };
    let mut verdicts = Vec::new();
    for (verdict, count) in &run.verdicts {
        verdicts.push(format!("{count} {verdict}"));
    }
    let verdicts = verdicts.join(", ");
    let checks = format!(
        "{} of the claimed codecs, {} run: {verdicts}",
        run.checks, run.asked
    );
    let kinds = if run.strict_errors {
        "enforced"
    } else {
        "advisory"
    };
    let choice = chosen_by(run.shard.as_deref(), &run.filters);
    let baseline = run.baseline.as_deref().unwrap_or("none");
    let mut facts = Vec::new();
    if let Some(product) = &statement.product {
        facts.push(("Product", product.name.clone()));
        facts.push(("Product version", or(&product.version, "not named")));
    }
    facts.extend([
        ("Implementation", or(&implementation.name, "not named")),
        ("Version", or(&implementation.version, "not named")),
        ("Language", or(&implementation.language, "not named")),
        ("Homepage", or(&implementation.url, "not named")),
        ("Date of the run", or(&report.date, "not recorded")),
        ("Run by", format!("acegate {}", report.acegate)),
        ("Suite digest", report.suite.clone()),
        ("Report (SHA-256)", report.sha256.clone()),
        ("Command", repeat_command("check", &run.arguments)),
        ("Selection", or(&choice, "the whole suite")),
        ("Options", or(&run.options.join(" "), "none")),
        ("Baseline", baseline.to_owned()),
        ("Kinds of error", kinds.to_owned()),
        ("End of the run", exit.to_owned()),
        ("Checks", checks),
    ]);
    facts
}

/// The text, or other words if it is empty.
fn or(text: &str, otherwise: &str) -> String {
    if text.is_empty() {
        otherwise.to_owned()
    } else {
        text.to_owned()
    }
}

fn chosen_by(shard: Option<&str>, filters: &[String]) -> String {
    let mut options = filters.to_vec();
    if let Some(shard) = shard {
        options.push(format!("--shard {shard}"));
    }
    options.join(" ")
}

/// The limits that an implementation declares for a codec, in words.
pub(super) fn limits(support: &CodecSupport) -> String {
    let mut all = Vec::new();
    if let Some(bits) = support.limits.width {
        all.push(format!("integers of {bits} bits"));
    }
    if let Some(length) = support.limits.length {
        all.push(format!("{length} code points"));
    }
    if let Some(labels) = support.limits.labels {
        all.push(format!("{labels} labels in a name"));
    }
    if let Some(versions) = support.limits.unicode {
        all.push(versions.to_string());
    }
    if let Some(edition) = support.limits.url {
        all.push(format!("the URL Standard of {edition}"));
    }
    if let Some(idna) = support.idna {
        all.push(format!("idna {}", idna.word()));
    }
    if all.is_empty() {
        return "none".to_owned();
    }
    all.join(", ")
}

/// The sentences on a row: its failures by finding, then why checks were not tested.
pub(super) fn notes(row: &RequirementEntry, findings: &[FindingEntry]) -> Vec<String> {
    let mut notes = Vec::new();
    if !row.except.is_empty() {
        let others: Vec<_> = row.except.iter().map(|id| safe(id)).collect();
        let fail = if others.len() == 1 { "fails" } else { "fail" };
        notes.push(format!("kept except where {} {fail}", others.join(" and ")));
    }
    notes.extend(exceptions(row, findings));
    let (shown, others) = row.not_tested.split_at(row.not_tested.len().min(REASONS));
    for not_tested in shown {
        let text = &not_tested.text;
        if not_tested.checks == 0 {
            notes.push(text.clone());
            continue;
        }
        let checks = count(not_tested.checks, "check", "checks");
        notes.push(match not_tested.reason {
            Reason::NotClaimed => format!("{checks} not claimed: {text}"),
            Reason::Untestable
            | Reason::NoCase
            | Reason::Unsupported
            | Reason::Limit
            | Reason::Unrepresentable
            | Reason::Filtered
            | Reason::NotRun
            | Reason::Absent => format!("{checks} not tested: {text}"),
        });
    }
    if !others.is_empty() {
        let checks = others.iter().map(|not_tested| not_tested.checks).sum();
        let checks = count(checks, "check", "checks");
        notes.push(format!("{checks} not tested for other reasons"));
    }
    notes
}

/// A sentence on each finding about a requirement: the fault, and the checks that show it.
pub(super) fn exceptions(row: &RequirementEntry, findings: &[FindingEntry]) -> Vec<String> {
    let mut causes: Vec<CauseOfRow<'_>> = Vec::new();
    for failed in &row.failed {
        let finding = failed.finding.as_deref();
        match causes.iter_mut().find(|cause| cause.finding == finding) {
            Some(cause) => cause.checks.push(failed),
            None => causes.push(CauseOfRow {
                finding,
                checks: vec![failed],
            }),
        }
    }
    let mut sentences = Vec::new();
    for cause in causes {
        let mut findings = findings.iter();
        let fault = match findings.find(|finding| Some(&*finding.id) == cause.finding) {
            Some(finding) => finding.summary.trim_end_matches('.'),
            None => "no finding explains it",
        };
        sentences.push(failures(fault, &cause.checks));
    }
    sentences
}

/// The failed checks of a row that have a finding in common, or that have none.
struct CauseOfRow<'a> {
    finding: Option<&'a str>,
    checks: Vec<&'a FailedCheck>,
}

fn failures(fault: &str, checks: &[&FailedCheck]) -> String {
    let known = checks.iter().filter(|failed| failed.known).count();
    let known = if known > 0 {
        format!(", {known} known")
    } else {
        String::new()
    };
    let named = checks
        .iter()
        .map(|failed| format!("{} ({}, {})", failed.check, failed.verdict, failed.level));
    let named = first_of(named, CHECKS, ", ");
    let failed = count(checks.len(), "check fails", "checks fail");
    format!("{fault}; {failed}{known}: {named}")
}
