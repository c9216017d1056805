//! A report and a suite made into a statement.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use acegate_vectors::{Check, Ledger, Suite};

use super::audit::{SourceError, pair};
use super::model::{
    Conclusion, FORMAT, FindingEntry, ReportFacts, RequirementEntry, RequirementStatus, StatedRun,
    Statement, StatementTotals, safe,
};
use super::requirement::{Absence, Tested, row};
use super::sentences::reservations;
use crate::event::{CaseEvent, Event, EventReader, Finding, ReadError, RunEnd, RunStart};
use crate::findings::Grouping;
use crate::judge::Verdict;
use crate::protocol::{CodecSupport, Description, Identity};
use crate::report::html::sha256;
use crate::suite::{Screened, screen};

/// Makes the statement of a report.
///
/// The same report, suite and ledger always make the same statement.
///
/// # Errors
///
/// A [`SourceError`] if the report cannot be read, is of another suite, or contradicts the suite.
///
/// # Examples
///
/// ```
/// use acegate::statement::{SourceError, statement};
/// use acegate_vectors::{Ledger, Suite};
///
/// let (suite, ledger) = (Suite::embedded()?, Ledger::embedded()?);
/// let report = r#"{"type":"run-start","format":1,"acegate":"0.0.1","suite":"0","implementation":{"name":"x"},
/// "arguments":[],"checks":0,"filtered":0,"strict_errors":false}"#.replace('\n', "");
/// let made = statement(report.as_bytes(), &suite, &ledger);
/// assert!(matches!(made, Err(SourceError::OtherSuite { acegate, .. }) if acegate == "0.0.1"));
/// # Ok::<(), acegate_vectors::LoadError>(())
/// ```
pub fn statement(report: &[u8], suite: &Suite, ledger: &Ledger) -> Result<Statement, SourceError> {
    let read = Report::read(report).map_err(SourceError::Read)?;
    let checks = suite.checks();
    let paired = pair(suite, &checks, &read)?;
    if read.start.codecs.is_empty() {
        return Err(SourceError::NoClaims);
    }
    let claims = &read.start.codecs;
    let claimed = |check: &Check| claims.contains_key(check.codec());
    let description = Description::new(Identity::default(), claims.clone());
    let absence = read.absence();
    let findings = read.finding_of_each_check();
    let tested: Vec<_> = paired
        .into_iter()
        .filter(|(check, _)| claimed(check))
        .map(|(check, case)| Tested {
            check,
            case,
            screened: match screen(check, &description) {
                Screened::Send(_) => None,
                Screened::Skip(reason, text) => Some((reason, text)),
            },
            absence,
            finding: findings.get(check.name.as_str()).copied(),
        })
        .collect();
    let mut of_requirement: HashMap<&str, Vec<&Tested<'_>>> = HashMap::new();
    for one in &tested {
        for id in &one.check.case.requirements {
            of_requirement.entry(id).or_default().push(one);
        }
    }
    let rows = ledger.requirements.iter().filter(|row| claims.contains_key(&row.codec));
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|row| (Reverse(row.level), &row.codec, number_of(&row.id)));
    let tests = |id: &str| of_requirement.get(id).map_or(&[][..], Vec::as_slice);
    let rows: Vec<_> = rows.into_iter().map(|it| row(it, tests(&it.id))).collect();
    let totals = totals(&rows);
    let codecs: BTreeSet<_> = checks.iter().map(Check::codec).collect();
    let not_asked = tested.iter().filter(|one| one.is_left_out()).count();
    Ok(Statement {
        statement: FORMAT,
        conclusion: conclude(totals.get("must").copied().unwrap_or_default(), not_asked),
        reservations: reservations(&read.start, read.end(), &tested),
        implementation: printable_identity(&read.start.implementation),
        claims: claims.iter().map(|(id, support)| (safe(id), printable_support(support))).collect(),
        not_claimed: codecs
            .into_iter()
            .filter(|codec| !claims.contains_key(*codec))
            .map(str::to_owned)
            .collect(),
        report: ReportFacts {
            sha256: hexadecimal(&sha256(report)),
            format: read.start.format,
            acegate: safe(&read.start.acegate),
            suite: read.start.suite.clone(),
            date: safe(&read.start.date),
        },
        run: run_facts(&read.start, read.end(), &tested),
        totals,
        requirements: rows,
        findings: read.findings.iter().map(|(_, finding)| finding_entry(finding)).collect(),
    })
}

/// A report with its events by kind, most of them with their lines.
pub(super) struct Report {
    pub(super) start: RunStart,
    pub(super) cases: Vec<(usize, CaseEvent)>,
    pub(super) findings: Vec<(usize, Finding)>,
    pub(super) end: Option<(usize, RunEnd)>,
}

impl Report {
    fn read(report: &[u8]) -> Result<Self, ReadError> {
        let mut read =
            Self { start: RunStart::default(), cases: Vec::new(), findings: Vec::new(), end: None };
        let mut grouping = Grouping::default();
        let mut events = EventReader::new(report);
        while let Some(event) = events.next() {
            let event = event?;
            for finding in grouping.findings_before(&event) {
                read.take(events.line(), finding);
            }
            read.take(events.line(), event);
        }
        if read.end.is_none() && read.findings.is_empty() {
            let findings = grouping.findings(&[], &[]);
            read.findings = findings.into_iter().map(|finding| (0, finding)).collect();
        }
        Ok(read)
    }

    fn take(&mut self, line: usize, event: Event) {
        match event {
            Event::RunStart(start) => self.start = *start,
            Event::Case(case) => self.cases.push((line, *case)),
            Event::Finding(finding) => self.findings.push((line, *finding)),
            Event::RunEnd(end) => self.end = Some((line, *end)),
        }
    }

    /// The last event.
    pub(super) fn end(&self) -> Option<&RunEnd> {
        self.end.as_ref().map(|(_, end)| end)
    }

    /// Why checks of the suite are not in the report.
    fn absence(&self) -> Absence {
        match (self.cases.len() < self.start.checks, self.start.filtered) {
            (false, _) => Absence::Filtered,
            (true, 0) => Absence::Ended,
            (true, _) => Absence::Either,
        }
    }

    fn finding_of_each_check(&self) -> HashMap<&str, &str> {
        let mut found = HashMap::new();
        for (_, finding) in &self.findings {
            found.extend(finding.checks.iter().map(|check| (check.as_str(), finding.id.as_str())));
        }
        found
    }
}

/// The number at the end of an id: 12 of `punycode-12`.
fn number_of(id: &str) -> Option<u64> {
    id.rsplit_once('-')?.1.parse().ok()
}

fn conclude(must: StatementTotals, not_asked: usize) -> Conclusion {
    if must.failed > 0 {
        Conclusion::Exceptions
    } else if must.verified + must.partly_verified == 0 {
        Conclusion::NothingVerified
    } else if not_asked > 0 {
        Conclusion::Incomplete
    } else {
        Conclusion::Conforms
    }
}

fn totals(rows: &[RequirementEntry]) -> BTreeMap<&'static str, StatementTotals> {
    let mut totals: BTreeMap<_, StatementTotals> = BTreeMap::new();
    for row in rows {
        let totals = totals.entry(row.level).or_default();
        totals.all += 1;
        *match row.result {
            RequirementStatus::Verified => &mut totals.verified,
            RequirementStatus::PartlyVerified => &mut totals.partly_verified,
            RequirementStatus::Failed => &mut totals.failed,
            RequirementStatus::Advisory => &mut totals.advisory,
            RequirementStatus::NotTested => &mut totals.not_tested,
            RequirementStatus::NotClaimed => &mut totals.not_claimed,
        } += 1;
    }
    totals
}

fn run_facts(start: &RunStart, end: Option<&RunEnd>, tested: &[Tested<'_>]) -> StatedRun {
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for case in tested.iter().filter_map(|one| one.case) {
        *verdicts.entry(case.verdict).or_default() += 1;
    }
    let is_sent = |verdict: &Verdict| !matches!(verdict, Verdict::Skip | Verdict::NotRun);
    StatedRun {
        arguments: start.arguments.iter().map(|word| safe(word)).collect(),
        filters: start.filters.iter().map(|word| safe(word)).collect(),
        shard: start.shard.map(|shard| shard.to_string()),
        options: start.options.iter().map(|word| safe(word)).collect(),
        enforce: safe(&start.enforce),
        strict_errors: start.strict_errors,
        baseline: start.baseline.as_deref().map(safe),
        exit: end.map(|end| end.exit),
        checks: tested.len(),
        asked: verdicts.iter().filter(|(verdict, _)| is_sent(verdict)).map(|(_, n)| n).sum(),
        verdicts,
    }
}

fn finding_entry(finding: &Finding) -> FindingEntry {
    FindingEntry {
        id: safe(&finding.id),
        level: safe(&finding.level),
        summary: safe(&finding.summary),
        checks: finding.checks.len(),
    }
}

fn printable_identity(identity: &Identity) -> Identity {
    let Identity { name, version, language, url } = identity;
    Identity { name: safe(name), version: safe(version), language: safe(language), url: safe(url) }
}

fn printable_support(support: &CodecSupport) -> CodecSupport {
    CodecSupport {
        ops: support.ops.iter().map(|op| safe(op)).collect(),
        params: support.params.iter().map(|param| safe(param)).collect(),
        ..support.clone()
    }
}

fn hexadecimal(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
