//! The coverage of the documents by the suite: the cases of each requirement, and the deviations that
//! they catch.
//!
//! In: the suite, its ledger and the deviations. Out: a row for each requirement and each deviation.

use std::collections::BTreeMap;
use std::fmt::Write;

use acegate_deviations::{DeviantCodec, Deviation, deviations};
use acegate_vectors::{Basis, Case, Check, Ledger, Level, Requirement, Suite, lint_with_ledger};
use serde::Serialize;

use crate::implementation::{Implementation, InProcess};
use crate::judge::{Verdict, judge};
use crate::observation::coded;
use crate::report::{ledger, markdown_table};
use crate::suite::request_for;

/// How many ids of cases or deviations a line shows.
const SHOWN: usize = 3;

/// The coverage of a suite.
#[derive(Debug, Serialize)]
pub(crate) struct Coverage {
    /// One row a requirement, in the order of the ledger.
    requirements: Vec<RequirementRow>,
    deviations: Vec<DeviationRow>,
    /// The cases that are more binding than each of their requirements.
    overstated: Vec<String>,
    unplaced: Vec<String>,
    /// The contradictions between cases and ledger: a clause that no requirement of its case has, or a
    /// `must` that rests on a reading.
    unfounded: Vec<String>,
    totals: BTreeMap<String, BTreeMap<&'static str, CoverageTotals>>,
    /// Whether only some requirements were asked for, which are then shown in full.
    #[serde(skip)]
    is_choice: bool,
}

/// A requirement, its cases, and the deviations that they catch.
#[derive(Debug, Serialize)]
struct RequirementRow {
    #[serde(flatten, serialize_with = "ledger::serialize::<_, true, true>")]
    requirement: Requirement,
    /// The ids of its cases.
    cases: Vec<String>,
    /// The deviations that break it and are caught by its cases.
    broken_by: Vec<&'static str>,
    /// Other deviations that are caught by its cases.
    also_caught: Vec<&'static str>,
    state: State,
}

coded! {
    /// The state of a requirement.
    enum State {
        /// It has a case, and its cases catch a deviation.
        Covered = "covered",
        /// The ledger says why no case can show that it is broken.
        Untestable = "untestable",
        /// It has cases, but they catch no deviation.
        NothingCaught = "nothing-caught",
        /// It has no case.
        NoCase = "no-case",
    }
}

/// A deviation and the checks that catch it.
#[derive(Debug, Serialize)]
struct DeviationRow {
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    /// The requirements among them that are not in the ledger.
    unknown: Vec<&'static str>,
    seen: Vec<&'static str>,
    /// The reason why it changes no answer; `None` if it changes one.
    #[serde(skip_serializing_if = "Option::is_none")]
    equivalent: Option<&'static str>,
    /// How many checks catch it, of those that it was asked.
    caught_by: usize,
}

impl DeviationRow {
    /// Whether the deviation is in order: it is caught, or a reason says why it changes no answer.
    fn is_sound(&self) -> bool {
        (self.caught_by > 0) != self.equivalent.is_some() && self.unknown.is_empty()
    }
}

/// The counts of one level of one codec.
#[derive(Debug, Default, Serialize)]
struct CoverageTotals {
    all: usize,
    covered: usize,
    /// Those that no case can show.
    untestable: usize,
    /// Those that are readings of ours.
    readings: usize,
}

impl Coverage {
    /// The faults that fail a gate: each MUST that is not covered, each deviation that is neither
    /// caught nor equivalent, each case that is more binding than its requirements, and each
    /// contradiction between a case and the ledger.
    pub(crate) fn gaps(&self) -> Vec<String> {
        let requirements = self
            .requirements
            .iter()
            .filter(|row| row.requirement.level == Level::Must && row.state > State::Untestable)
            .map(|RequirementRow { requirement: it, state, .. }| {
                format!("{} ({}): {}: {}", it.id, it.clause, state.code(), it.text)
            });
        let deviations = self.deviations.iter().filter(|row| !row.is_sound()).map(|row| {
            match (row.equivalent, row.unknown.as_slice()) {
                (_, [_, ..]) => {
                    format!("{} breaks {}, which the ledger lacks", row.id, row.unknown.join(", "))
                }
                (Some(_), _) => format!("{} is said to be equivalent, but is caught", row.id),
                (None, _) => format!("{} is not caught", row.id),
            }
        });
        let overstated = self
            .overstated
            .iter()
            .map(|id| format!("{id} is more binding than the requirements that it names"));
        let unfounded = self.unfounded.iter().cloned();
        requirements.chain(deviations).chain(overstated).chain(unfounded).collect()
    }
}

/// Asks every deviation every check of its codec. If only some requirements are chosen, the coverage
/// has these, their cases, and the deviations that break them or are caught by their cases.
///
/// # Complexity
///
/// One answer of every deviation for every check of its codec; of a choice, only for its cases, unless the
/// deviation breaks one of its requirements.
pub(crate) fn coverage(suite: &Suite, ledger: &Ledger, chosen: Option<&[Requirement]>) -> Coverage {
    let rows = chosen.unwrap_or(&ledger.requirements);
    let is_about = |case: &Case| {
        chosen.is_none() || rows.iter().any(|row| case.requirements.contains(&row.id))
    };
    let breaks_one =
        |deviation: &Deviation| rows.iter().any(|row| deviation.breaks.contains(&&*row.id));
    let checks = suite.checks();
    // A deviation that breaks no chosen requirement is asked only their cases.
    let asked = deviations().map(|deviation| {
        let is_asked = |check: &&Check| is_about(&check.case) || breaks_one(deviation);
        (deviation, catching(deviation, checks.iter().filter(is_asked)))
    });
    let caught: Vec<_> = asked
        .filter(|(deviation, checks)| {
            chosen.is_none() || breaks_one(deviation) || !checks.is_empty()
        })
        .collect();
    let row = |requirement: &Requirement| {
        let names = |case: &Case| case.requirements.contains(&requirement.id);
        let cases = suite.cases.iter().filter(|case| names(case)).map(|case| case.id.clone());
        let cases: Vec<_> = cases.collect();
        let caught = caught.iter().filter(|(_, checks)| checks.iter().any(|it| names(&it.case)));
        let (broken_by, also_caught): (Vec<_>, Vec<_>) = caught
            .map(|(deviation, _)| deviation)
            .partition(|deviation| deviation.breaks.contains(&&*requirement.id));
        let [broken_by, also_caught] = [broken_by, also_caught]
            .map(|list: Vec<&Deviation>| list.iter().map(|it| it.id).collect::<Vec<_>>());
        let catches = !broken_by.is_empty() || !also_caught.is_empty();
        let state = match (&requirement.untestable, cases.is_empty(), catches) {
            (_, false, true) => State::Covered,
            (Some(_), ..) => State::Untestable,
            (None, false, false) => State::NothingCaught,
            (None, true, _) => State::NoCase,
        };
        RequirementRow { requirement: requirement.clone(), cases, broken_by, also_caught, state }
    };
    let requirements: Vec<_> = rows.iter().map(row).collect();
    let deviations = caught
        .iter()
        .map(|(deviation, checks)| DeviationRow {
            id: deviation.id,
            summary: deviation.summary,
            breaks: deviation.breaks,
            unknown: deviation
                .breaks
                .iter()
                .copied()
                .filter(|id| ledger.requirement(id).is_none())
                .collect(),
            seen: deviation.seen.iter().map(|seen| seen.library).collect(),
            equivalent: deviation.equivalent,
            caught_by: checks.len(),
        })
        .collect();
    let mut totals: BTreeMap<String, BTreeMap<&'static str, CoverageTotals>> = BTreeMap::new();
    for row in &requirements {
        let Requirement { codec, level, basis, .. } = &row.requirement;
        let levels = totals.entry(codec.clone()).or_default();
        let total = levels.entry(level.as_str()).or_default();
        total.all += 1;
        total.covered += usize::from(row.state == State::Covered);
        total.untestable += usize::from(row.state == State::Untestable);
        total.readings += usize::from(*basis == Basis::Reading);
    }
    let strongest = |case: &Case| {
        case.requirements.iter().filter_map(|id| Some(ledger.requirement(id)?.level)).max()
    };
    let ids = |chosen: &dyn Fn(&Case) -> bool| {
        let cases = suite.cases.iter().filter(|case| is_about(case) && chosen(case));
        cases.map(|case| case.id.clone()).collect()
    };
    // A contradiction to the ledger is a fault of the suite, not of the chosen requirements.
    let contradictions =
        if chosen.is_none() { lint_with_ledger(suite, ledger) } else { Vec::new() };
    Coverage {
        overstated: ids(&|case| strongest(case).is_some_and(|level| case.level > level)),
        unplaced: ids(&|case| strongest(case).is_none()),
        unfounded: contradictions.iter().map(ToString::to_string).collect(),
        requirements,
        deviations,
        totals,
        is_choice: chosen.is_some(),
    }
}

/// The counts, a row for each level of each codec.
fn counts(coverage: &Coverage) -> impl Iterator<Item = [String; 6]> {
    coverage.totals.iter().flat_map(|(codec, levels)| {
        Level::ALL.iter().filter_map(move |level| {
            let CoverageTotals { all, covered, untestable, readings } =
                levels.get(level.as_str())?;
            let numbers = [all, covered, untestable, readings].map(ToString::to_string);
            let [all, covered, untestable, readings] = numbers;
            Some([codec.clone(), level.to_string(), all, covered, untestable, readings])
        })
    })
}

/// The coverage as text: the counts, and the requirements and deviations that are missed. Chosen
/// requirements come first, in full.
pub(crate) fn text(coverage: &Coverage) -> String {
    let mut out = String::new();
    if coverage.is_choice {
        coverage.requirements.iter().for_each(|row| write_in_full(row, &mut out));
    }
    let titles = ["codec", "level", "all", "covered", "untestable", "readings"].map(str::to_owned);
    for [codec, level, all, covered, untestable, readings] in
        std::iter::once(titles).chain(counts(coverage))
    {
        let _ = writeln!(
            out,
            "{codec:11} {level:6} {all:>4} {covered:>8} {untestable:>10} {readings:>8}"
        );
    }
    let caught = coverage.deviations.iter().filter(|row| row.caught_by > 0).count();
    let equivalent = coverage.deviations.iter().filter(|row| row.equivalent.is_some()).count();
    let _ = writeln!(
        out,
        "{} deviations, {caught} caught, {equivalent} equivalent",
        coverage.deviations.len()
    );
    if !coverage.unplaced.is_empty() {
        let _ = writeln!(out, "{} cases name no requirement", coverage.unplaced.len());
    }
    for RequirementRow { requirement: it, state, .. } in &coverage.requirements {
        if *state > State::Untestable {
            let _ = writeln!(out, "{:6} {:14} {}: {}", it.level, state.code(), it.id, it.text);
        }
    }
    out
}

/// A requirement with its cases, as many as a few lines hold, and the deviations that they catch.
fn write_in_full(row: &RequirementRow, out: &mut String) {
    let it = &row.requirement;
    let _ = writeln!(out, "{} ({}, {}, {}): {}", it.id, it.document, it.clause, it.level, it.text);
    let mut cases = in_short(it, &row.cases);
    if !row.cases.is_empty() {
        cases += &format!("\n               acegate vectors list {}", it.id);
    }
    for (name, text) in [
        ("state", row.state.code().to_owned()),
        ("basis", it.basis.to_string()),
        ("cases", cases),
        ("broken by", row.broken_by.join(", ")),
        ("also caught", format!("{} other deviations", row.also_caught.len())),
    ] {
        let _ = writeln!(out, "  {name:11}  {text}");
    }
    out.push('\n');
}

/// The coverage as Markdown: the counts, a table of the requirements and one of the deviations.
pub(crate) fn markdown(coverage: &Coverage) -> String {
    let titles = ["codec", "level", "requirements:", "covered:", "untestable:", "readings:"];
    let counts = markdown_table(&titles, counts(coverage).map(Vec::from));
    let requirements = coverage.requirements.iter().map(|row| {
        let it = &row.requirement;
        let cases = match (&it.untestable, row.cases.len()) {
            (Some(reason), 0) => format!("untestable: {}", escape(reason)),
            (_, 0) => "**none**".to_owned(),
            (_, count) => format!("{count}: {}", some(&row.cases)),
        };
        vec![
            it.id.clone(),
            escape(&it.clause),
            it.level.to_string(),
            it.basis.to_string(),
            escape(&it.text),
            cases,
            some(&row.broken_by),
            row.also_caught.len().to_string(),
        ]
    });
    let titles = [
        "id",
        "clause",
        "level",
        "basis",
        "asks",
        "cases",
        "caught deviations that break it",
        "caught besides:",
    ];
    let requirements = markdown_table(&titles, requirements);
    let deviations = coverage.deviations.iter().map(|row| {
        let caught = match row.equivalent {
            Some(reason) => format!("equivalent: {}", escape(reason)),
            None => row.caught_by.to_string(),
        };
        let (summary, seen) = (escape(row.summary), escape(&row.seen.join("; ")));
        vec![row.id.to_owned(), summary, row.breaks.join(", "), seen, caught]
    });
    let titles = ["id", "what it does", "breaks", "seen in", "caught by:"];
    let deviations = markdown_table(&titles, deviations);
    format!(
        "# Coverage\n\nMade by `acegate coverage --format markdown`. A requirement is covered when a \
         case stands for it and its cases catch a deviation. Its basis is a sentence, table, \
         procedure or example of the document, or a reading of ours, on which no `must` rests.\n\n\
         {counts}\n## Requirements\n\n{requirements}\n## Deviations\n\n{deviations}"
    )
}

/// The checks on which the deviation fails.
fn catching<'a>(
    deviation: &'static Deviation,
    checks: impl Iterator<Item = &'a Check>,
) -> Vec<&'a Check> {
    let codec = DeviantCodec::new(deviation).map(|codec| Box::new(codec) as _);
    let mut deviant = InProcess::new(deviation.id, "", codec.into_iter().collect());
    let fails = |check: &&Check| {
        let outcome = deviant.answer(&request_for(check)).outcome;
        matches!(judge(check, &outcome, false).verdict, Verdict::Fail | Verdict::Crash)
    };
    checks.filter(|check| check.codec() == deviation.codec()).filter(fails).collect()
}

/// The number of cases of a requirement, and the first of them; or why it has none.
pub(crate) fn in_short<T: AsRef<str>>(requirement: &Requirement, cases: &[T]) -> String {
    match (cases.len(), &requirement.untestable) {
        (0, Some(reason)) => format!("none: {reason}"),
        (0, None) => "none".to_owned(),
        (count, _) => format!("{count}: {}", some(cases)),
    }
}

fn some<T: AsRef<str>>(ids: &[T]) -> String {
    let shown: Vec<_> = ids.iter().take(SHOWN).map(AsRef::as_ref).collect();
    shown.join(", ") + if ids.len() > SHOWN { ", …" } else { "" }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}
