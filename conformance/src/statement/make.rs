//! A report and a suite made into a statement. A report that contradicts the suite makes none.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::io::BufRead;

use acegate_vectors::{Check, Ledger, Level, LoadError, Suite};
use data_encoding::HEXLOWER;

use super::model::{
    Conclusion, FORMAT, FindingEntry, ReportFacts, RequirementEntry, RequirementStatus, StatedRun,
    Statement, StatementTotals, Tested, absence, row, safe,
};
use super::sentences::reservations;
use crate::escape::FIELD;
use crate::event::{
    CaseEvent, Contradiction, Event, Finding, ReadError, RunEnd, RunStart, Tap, Totals,
    contradictions,
};
use crate::judge::Verdict;
use crate::protocol::{CodecSupport, Description, Identity};
use crate::report::wording::printable_identity;
use crate::report::{Attribution, Judged, Kept, RenderError, Run, for_each_event};
use crate::sorting::sort_by_key;
use crate::suite::screen;

/// How many contradictions are named.
const NAMED: usize = 20;

/// Why a report makes no statement.
#[derive(Debug)]
pub(crate) enum StatementError {
    /// The embedded suite or ledger is wrong.
    Load(LoadError),
    /// The report cannot be read.
    Read(RenderError),
    /// The report does not say which codecs the implementation has.
    NoClaims,
    /// The report does not say which suite it is of.
    NoSuite,
    OtherSuite {
        suite: String,
        acegate: String,
        own: String,
    },
    /// Of `count` contradictions, the first ones.
    Contradictions { first: Vec<ReadError>, count: usize },
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Read(error) => error.fmt(f),
            Self::NoClaims => f.write_str(
                "it does not say which codecs the implementation claims: run the check again",
            ),
            Self::NoSuite => {
                f.write_str("it does not name its suite: make it with acegate check --report FILE")
            }
            Self::OtherSuite {
                suite,
                acegate,
                own,
            } => write!(
                f,
                "it is of suite {suite}, made by acegate {acegate}, and this acegate has suite \
                 {own}: use the acegate that made it, or run the check again"
            ),
            Self::Contradictions { first, count } => {
                f.write_str("it contradicts the suite or itself:")?;
                for error in first {
                    write!(f, "\n  {error}")?;
                }
                if *count > first.len() {
                    write!(f, "\n  and {} more", count - first.len())?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for StatementError {}

/// Makes the statement of a report on this product, which is always the same.
///
/// # Errors
///
/// A [`StatementError`], if the report cannot be read, is of another suite than the embedded one, or contradicts
/// it.
pub(crate) fn statement(
    product: Option<&Identity>,
    report: impl BufRead,
) -> Result<Statement, StatementError> {
    let suite = Suite::embedded().map_err(StatementError::Load)?;
    let ledger = Ledger::embedded().map_err(StatementError::Load)?;
    let checks = suite.checks();
    let mut audit = Audit::new(&checks);
    let mut run = Run::new(Kept::RESULTS);
    let mut hash = hmac_sha256::Hash::new();
    let report = Tap::new(report, |octets: &[u8]| hash.update(octets));
    let read = for_each_event(report, |line, event| {
        audit.compare(line, event);
        // A report that contradicts the suite makes no statement, so nothing more is kept of it.
        if audit.count == 0 {
            run.add(event);
        }
        Ok(())
    });
    let is_complete = read.map_err(StatementError::Read)?.is_complete;
    audit.finish()?;
    let start = &run.start;
    let claims = &start.codecs;
    if claims.is_empty() {
        return Err(StatementError::NoClaims);
    }
    let end = if is_complete { Some(&run.end) } else { None };
    let tested = tested_checks(&checks, &run);
    let requirements = requirement_entries(&ledger, claims, &tested);
    let totals = totals(&requirements);
    let mut not_claimed: BTreeSet<_> = checks.iter().map(Check::codec).collect();
    not_claimed.retain(|codec| !claims.contains_key(*codec));
    let is_whole = !tested.iter().any(Tested::is_left_out);
    Ok(Statement {
        statement: FORMAT,
        conclusion: conclude(totals.get("must"), is_whole),
        reservations: reservations(start, end, &tested),
        product: product.map(|product| printable_identity(product, FIELD)),
        implementation: printable_identity(&start.implementation, FIELD),
        claims: printable_claims(claims),
        not_claimed: not_claimed.into_iter().map(str::to_owned).collect(),
        report: ReportFacts {
            sha256: HEXLOWER.encode(&hash.finalize()),
            format: start.format,
            acegate: safe(&start.acegate),
            suite: start.suite.clone(),
            date: safe(&start.date),
        },
        run: run_facts(start, end, &tested),
        totals,
        requirements,
        findings: run.findings.iter().map(finding_entry).collect(),
    })
}

/// The checks of the claimed codecs, with what the run says of each.
fn tested_checks<'a>(checks: &'a [Check], run: &'a Run) -> Vec<Tested<'a>> {
    let claims = &run.start.codecs;
    let description = Description::new(Identity::default(), claims.clone());
    let absence = absence(run);
    let findings = run.findings_by_check();
    let mut tested = Vec::new();
    for check in checks {
        if !claims.contains_key(check.codec()) {
            continue;
        }
        let finding = findings.get(check.name.as_str());
        tested.push(Tested {
            check,
            entry: run.check(&check.name),
            screened: screen(check, &description).err(),
            absence,
            finding: finding.map(|finding| finding.id.as_str()),
        });
    }
    tested
}

/// The rows of the claimed codecs, the strictest first, then by codec and number.
fn requirement_entries(
    ledger: &Ledger,
    claims: &BTreeMap<String, CodecSupport>,
    tested: &[Tested<'_>],
) -> Vec<RequirementEntry> {
    let judged: Vec<Judged<'_>> = tested.iter().map(Tested::judged).collect();
    let attribution = Attribution::new(&ledger.requirements, &judged);
    let mut by_requirement: HashMap<&str, Vec<&Tested<'_>>> = HashMap::new();
    for one in tested {
        for id in &one.check.case.requirements {
            by_requirement.entry(id).or_default().push(one);
        }
    }
    let mut entries = Vec::new();
    for requirement in &ledger.requirements {
        if claims.contains_key(&requirement.codec) {
            let tests = by_requirement.remove(&*requirement.id).unwrap_or_default();
            let judged: Vec<Judged<'_>> = tests.iter().map(|one| one.judged()).collect();
            let except = attribution.exceptions(requirement, &judged);
            entries.push(row(requirement, &tests, except));
        }
    }
    sort_by_key(&mut entries, |entry| {
        let requirement = &entry.requirement;
        let number = number_of(&requirement.id);
        (
            Reverse(requirement.level),
            requirement.codec.clone(),
            number,
        )
    });
    entries
}

/// The number at the end of an id: 12 in `punycode-12`.
fn number_of(id: &str) -> Option<u64> {
    id.rsplit_once('-')?.1.parse().ok()
}

fn printable_claims(claims: &BTreeMap<String, CodecSupport>) -> BTreeMap<String, CodecSupport> {
    let mut printable = BTreeMap::new();
    for (id, support) in claims {
        let mut support = support.clone();
        support.ops = all_safe(&support.ops);
        support.params = support.params.in_words(safe);
        printable.insert(safe(id), support);
    }
    printable
}

fn all_safe(words: &[String]) -> Vec<String> {
    words.iter().map(|word| safe(word)).collect()
}

fn finding_entry(finding: &Finding) -> FindingEntry {
    FindingEntry {
        id: safe(&finding.id),
        level: finding.level,
        summary: safe(&finding.summary),
        checks: finding.checks.len(),
    }
}

fn conclude(must: Option<&StatementTotals>, is_whole: bool) -> Conclusion {
    let Some(must) = must else {
        return Conclusion::NothingVerified;
    };
    let verified = must.by_result[&RequirementStatus::Verified]
        + must.by_result[&RequirementStatus::PartlyVerified];
    if must.by_result[&RequirementStatus::Failed] > 0 {
        Conclusion::Exceptions
    } else if verified == 0 {
        Conclusion::NothingVerified
    } else if is_whole {
        Conclusion::Conforms
    } else {
        Conclusion::Incomplete
    }
}

fn totals(rows: &[RequirementEntry]) -> BTreeMap<&'static str, StatementTotals> {
    let mut totals: BTreeMap<_, StatementTotals> = BTreeMap::new();
    for row in rows {
        let totals = totals.entry(row.requirement.level.as_str()).or_default();
        totals.all += 1;
        for result in RequirementStatus::ALL {
            *totals.by_result.entry(result).or_default() += usize::from(result == row.result);
        }
    }
    totals
}

fn run_facts(start: &RunStart, end: Option<&RunEnd>, tested: &[Tested<'_>]) -> StatedRun {
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut asked = 0;
    for case in tested.iter().filter_map(Tested::case) {
        *verdicts.entry(case.verdict).or_default() += 1;
        if case.verdict == Verdict::Pass || case.verdict.is_failure() {
            asked += 1;
        }
    }
    StatedRun {
        arguments: all_safe(&start.arguments),
        filters: all_safe(&start.filters),
        shard: start.shard.map(|shard| shard.to_string()),
        options: all_safe(&start.options),
        enforce: start.enforce.map_or("", Level::as_str),
        strict_errors: start.strict_errors,
        baseline: start.baseline.as_deref().map(safe),
        exit: end.map(|end| end.exit),
        checks: tested.len(),
        asked,
        verdicts,
    }
}

/// Compares the events of a report with the suite.
pub(super) struct Audit<'a> {
    digest: String,
    checks: HashMap<&'a str, &'a Check>,
    start: RunStart,
    /// The levels of the checks that the report has.
    levels: HashMap<String, Level>,
    totals: Totals,
    /// The first contradictions.
    wrong: Vec<ReadError>,
    /// How many there are.
    count: usize,
}

impl<'a> Audit<'a> {
    pub(super) fn new(checks: &'a [Check]) -> Self {
        Self {
            digest: Suite::embedded_digest().to_string(),
            checks: checks.iter().map(|check| (&*check.name, check)).collect(),
            start: RunStart::default(),
            levels: HashMap::new(),
            totals: Totals::default(),
            wrong: Vec::new(),
            count: 0,
        }
    }

    pub(super) fn compare(&mut self, line: usize, event: &Event) {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => self.compare_case(line, case),
            Event::Finding(finding) => {
                let level = finding.level;
                let mut checks = finding.checks.iter();
                if !checks.any(|name| self.levels.get(name) == Some(&level)) {
                    let level = level.as_str();
                    let what = format!("none of its checks is of level {level:?}");
                    self.add(line, "level", what);
                }
            }
            Event::RunEnd(end) => {
                if end.totals != self.totals {
                    let what = "the counts are not those of the checks".to_owned();
                    self.add(line, "totals", what);
                }
            }
        }
    }

    fn compare_case(&mut self, line: usize, case: &CaseEvent) {
        self.totals.add(case);
        let name = &case.name;
        if self.levels.insert(name.clone(), case.level).is_some() {
            self.add(line, "name", format!("{name} is in the report twice"));
        }
        // A check of another suite is not compared.
        if self.start.suite != self.digest {
            return;
        }
        let Some(check) = self.checks.get(name.as_str()).copied() else {
            self.add(line, "name", format!("the suite has no check {name:?}"));
            return;
        };
        for Contradiction { field, what } in contradictions(check, case, &self.start) {
            self.add(line, field, what);
        }
    }

    fn add(&mut self, line: usize, field: &str, what: String) {
        self.count += 1;
        // The first ones are named, and a hostile file may have any number.
        if self.wrong.len() < NAMED {
            self.wrong.push(ReadError {
                line,
                field: Some(field.to_owned()),
                what,
            });
        }
    }

    /// The result, when every event was compared: why the report makes no statement.
    pub(super) fn finish(mut self) -> Result<(), StatementError> {
        if self.start.suite.is_empty() {
            return Err(StatementError::NoSuite);
        }
        if self.start.suite != self.digest {
            return Err(StatementError::OtherSuite {
                suite: self.start.suite,
                acegate: self.start.acegate,
                own: self.digest,
            });
        }
        let checks = self.start.checks;
        let found = self.levels.len();
        if found > checks {
            let what = format!("expected at least {found}, found {checks}");
            self.add(1, "checks", what);
        }
        if self.count == 0 {
            return Ok(());
        }
        sort_by_key(&mut self.wrong, |error| error.line);
        Err(StatementError::Contradictions {
            first: self.wrong,
            count: self.count,
        })
    }
}
