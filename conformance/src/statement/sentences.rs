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

pub(super) fn conclusion(statement: &Statement) -> String {
    let must = statement.totals.get("must");
    let (all, by_result) =
        must.map_or_else(Default::default, |must| (must.all, must.by_result.clone()));
    let lead = match statement.conclusion {
        Conclusion::Conforms => "No mandatory requirement fails.".to_owned(),
        Conclusion::Exceptions => {
            let failed = by_result[&RequirementStatus::Failed];
            format!(
                "{} failed.",
                count(failed, "mandatory requirement", "mandatory requirements")
            )
        }
        Conclusion::Incomplete => {
            "No mandatory requirement fails in the checks that were asked. Not all were asked."
                .to_owned()
        }
        Conclusion::NothingVerified => "No mandatory requirement is verified.".to_owned(),
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
        "{lead} Of {} for the claimed codecs: {}.",
        count(all, "such requirement", "such requirements"),
        parts.collect::<Vec<_>>().join(", ")
    )
}

/// The facts that limit what the statement says.
pub(super) fn reservations(
    start: &RunStart,
    end: Option<&RunEnd>,
    tested: &[Tested<'_>],
) -> Vec<Reservation> {
    let mut found = Vec::new();
    let mut add = |code, text: String| found.push(Reservation { code, text });
    let left_out = tested.iter().filter(|one| one.is_left_out()).count();
    if left_out > 0 {
        let claimed = tested.iter().filter(|one| one.screened.is_none()).count();
        let shard = start.shard.map(|shard| shard.to_string());
        let choice = match chosen_by(shard.as_deref(), &start.filters) {
            choice if choice.is_empty() => choice,
            choice => format!(" The choice was {}.", safe(&choice)),
        };
        let claimed = count(claimed, "check", "checks");
        let were = if left_out == 1 { "was" } else { "were" };
        let text =
            format!("{left_out} of {claimed} that the implementation claims {were} not asked");
        add("partial", format!("The run is partial: {text}.{choice}"));
    }
    let not_run = tested.iter().filter_map(|one| one.entry);
    let not_run: Vec<_> = not_run
        .filter(|it| it.case.verdict == Verdict::NotRun)
        .collect();
    match end {
        None => {
            add(
                "cut-off",
                "The report ends before its run does: the run was killed.".to_owned(),
            );
        }
        Some(end) if end.interrupted || end.exit == ExitStatus::Interrupted => {
            add("interrupted", "The run was interrupted.".to_owned());
        }
        Some(end) if end.exit == ExitStatus::NotAlive || !not_run.is_empty() => {
            let why = not_run.first().map_or("", |entry| &entry.reason);
            add(
                "not-alive",
                format!("The run was given up before its end: {why}."),
            );
        }
        Some(_) => {}
    }
    let known = tested.iter().filter_map(|one| one.case()?.baseline);
    let known = known
        .filter(|verdict| *verdict == BaselineVerdict::ExpectedFailure)
        .count();
    let stale = end.is_some_and(|end| !end.stale.is_empty() || !end.totals.baseline.is_empty());
    if start.baseline.is_some() || known > 0 || stale {
        let file = start
            .baseline
            .as_deref()
            .unwrap_or("a file that the report does not name");
        let (file, known) = (safe(file), count(known, "failure", "failures"));
        let text = format!("A baseline was used ({file}): it declares {known} as known.");
        add("baseline", text + " They count as failed here.");
    }
    let order = tested
        .iter()
        .filter_map(Tested::case)
        .filter(|case| case.order_dependent)
        .count();
    if order > 0 {
        let results = count(order, "result depends", "results depend");
        add(
            "order-dependent",
            format!("{results} on what was asked before."),
        );
    }
    found
}

/// The facts on the implementation, the report and the run: a name and a text each.
pub(super) fn facts(statement: &Statement) -> Vec<(&'static str, String)> {
    let Statement {
        implementation,
        report,
        run,
        ..
    } = statement;
    let or =
        |text: &str, otherwise: &str| if text.is_empty() { otherwise } else { text }.to_owned();
    let exit = match run.exit {
        None => "cut off",
        Some(ExitStatus::AsExpected) => "everything as expected (0)",
        Some(ExitStatus::Unexpected) => "unexpected results (1)",
        Some(ExitStatus::Usage) => "a report could not be written (2)",
        Some(ExitStatus::NotAlive) => "the implementation could not be kept alive (3)",
        Some(ExitStatus::NothingRan) => "nothing ran (4)",
        Some(ExitStatus::Interrupted) => "interrupted (130)",
    };
    let verdicts = run
        .verdicts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"));
    let verdicts = verdicts.collect::<Vec<_>>().join(", ");
    let checks = format!(
        "{} of the claimed codecs, {} asked: {verdicts}",
        run.checks, run.asked
    );
    let product = statement.product.iter().flat_map(|product| {
        [
            ("Product", product.name.clone()),
            ("Product version", or(&product.version, "not named")),
        ]
    });
    let run = [
        ("Implementation", or(&implementation.name, "not named")),
        ("Version", or(&implementation.version, "not named")),
        ("Language", or(&implementation.language, "not named")),
        ("Homepage", or(&implementation.url, "not named")),
        ("Date of the run", or(&report.date, "not recorded")),
        ("Run by", format!("acegate {}", report.acegate)),
        ("Suite digest", report.suite.clone()),
        ("Report (SHA-256)", report.sha256.clone()),
        ("Command", repeat_command("check", &run.arguments)),
        (
            "Choice",
            or(
                &chosen_by(run.shard.as_deref(), &run.filters),
                "the whole suite",
            ),
        ),
        ("Options", or(&run.options.join(" "), "none")),
        (
            "Baseline",
            run.baseline.clone().unwrap_or_else(|| "none".to_owned()),
        ),
        (
            "Kinds of error",
            if run.strict_errors {
                "enforced"
            } else {
                "advisory"
            }
            .to_owned(),
        ),
        ("End of the run", exit.to_owned()),
        ("Checks", checks),
    ];
    product.chain(run).collect()
}

fn chosen_by(shard: Option<&str>, filters: &[String]) -> String {
    let shard = shard.map(|shard| format!("--shard {shard}"));
    filters
        .iter()
        .cloned()
        .chain(shard)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The limits that an implementation declares for a codec, in words.
pub(super) fn limits(support: &CodecSupport) -> String {
    let width = support
        .limits
        .width
        .map(|bits| format!("integers of {bits} bits"));
    let length = support
        .limits
        .length
        .map(|length| format!("{length} code points"));
    let labels = support
        .limits
        .labels
        .map(|labels| format!("{labels} labels in a name"));
    let idna = support.idna.map(|idna| format!("idna {}", idna.word()));
    let unicode = support.limits.unicode.map(|versions| versions.to_string());
    let all: Vec<_> = [width, length, labels, unicode, idna]
        .into_iter()
        .flatten()
        .collect();
    if all.is_empty() {
        "none".to_owned()
    } else {
        all.join(", ")
    }
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
    notes.extend(shown.iter().map(|it| match it.checks {
        0 => it.text.clone(),
        checks => {
            let is_claimed = it.reason != Reason::NotClaimed;
            let not = if is_claimed {
                "not tested"
            } else {
                "not claimed"
            };
            format!("{} {not}: {}", count(checks, "check", "checks"), it.text)
        }
    }));
    if !others.is_empty() {
        let checks = others.iter().map(|it| it.checks).sum();
        notes.push(format!(
            "{} not tested for other reasons",
            count(checks, "check", "checks")
        ));
    }
    notes
}

/// A sentence on each finding about a requirement: the fault, and the checks that show it.
pub(super) fn exceptions(row: &RequirementEntry, findings: &[FindingEntry]) -> Vec<String> {
    let mut causes: Vec<(Option<&str>, Vec<&FailedCheck>)> = Vec::new();
    for failed in &row.failed {
        let finding = failed.finding.as_deref();
        match causes.iter_mut().find(|(id, _)| *id == finding) {
            Some((_, checks)) => checks.push(failed),
            None => causes.push((finding, vec![failed])),
        }
    }
    let fault = |id: Option<&str>| {
        let finding = findings.iter().find(|finding| Some(&*finding.id) == id);
        finding.map_or("no finding explains it", |finding| {
            finding.summary.trim_end_matches('.')
        })
    };
    causes
        .iter()
        .map(|(id, checks)| failures(fault(*id), checks))
        .collect()
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
