//! A report and a suite made into a statement.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use acegate_vectors::{Check, Ledger, Level, Suite};
use data_encoding::HEXLOWER;

use super::audit::{Audit, SourceError};
use super::model::{
    Conclusion, FORMAT, FindingEntry, ReportFacts, RequirementEntry, RequirementStatus, StatedRun,
    Statement, StatementTotals, safe,
};
use super::requirement::{Absence, Tested, row};
use super::sentences::reservations;
use crate::event::{Finding, RunEnd, RunStart};
use crate::judge::Verdict;
use crate::protocol::{CodecSupport, Description, Identity};
use crate::report::{Kept, Run, for_each_event};
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
    let checks = suite.checks();
    let mut audit = Audit::new(suite, &checks);
    let mut run = Run::new(Kept::FAILURES);
    let read = for_each_event(report, |line, event| {
        audit.compare(line, event);
        run.add(event);
        Ok(())
    });
    let is_complete = read.map_err(SourceError::Read)?.is_complete;
    audit.finish()?;
    if run.start.codecs.is_empty() {
        return Err(SourceError::NoClaims);
    }
    let (start, claims) = (&run.start, &run.start.codecs);
    let end = Some(&run.end).filter(|_| is_complete);
    let description = Description::new(Identity::default(), claims.clone());
    let absence = Absence::new(&run);
    let mut findings: HashMap<&str, &str> = HashMap::new();
    for finding in &run.findings {
        findings.extend(finding.checks.iter().map(|name| (name.as_str(), finding.id.as_str())));
    }
    let claimed = checks.iter().filter(|check| claims.contains_key(check.codec()));
    let tested: Vec<_> = claimed
        .map(|check| Tested {
            check,
            entry: run.check(&check.name),
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
        reservations: reservations(start, end, &tested),
        implementation: printable_identity(&start.implementation),
        claims: claims.iter().map(|(id, support)| (safe(id), printable_support(support))).collect(),
        not_claimed: codecs
            .into_iter()
            .filter(|codec| !claims.contains_key(*codec))
            .map(str::to_owned)
            .collect(),
        report: ReportFacts {
            sha256: HEXLOWER.encode(&hmac_sha256::Hash::hash(report)),
            format: start.format,
            acegate: safe(&start.acegate),
            suite: start.suite.clone(),
            date: safe(&start.date),
        },
        run: run_facts(start, end, &tested),
        totals,
        requirements: rows,
        findings: run.findings.iter().map(finding_entry).collect(),
    })
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
        let totals = totals.entry(row.level.as_str()).or_default();
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
    for case in tested.iter().filter_map(|one| one.entry) {
        *verdicts.entry(case.case.verdict).or_default() += 1;
    }
    let is_sent = |verdict: &Verdict| !matches!(verdict, Verdict::Skip | Verdict::NotRun);
    StatedRun {
        arguments: start.arguments.iter().map(|word| safe(word)).collect(),
        filters: start.filters.iter().map(|word| safe(word)).collect(),
        shard: start.shard.map(|shard| shard.to_string()),
        options: start.options.iter().map(|word| safe(word)).collect(),
        enforce: start.enforce.map_or("", Level::as_str),
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
        level: finding.level,
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
