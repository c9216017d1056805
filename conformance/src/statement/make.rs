//! A report and a suite made into a statement.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use acegate_vectors::{Check, Ledger, Level, Suite};
use data_encoding::HEXLOWER;

use super::audit::Audit;
use super::model::{
    Conclusion, FORMAT, FindingEntry, ReportFacts, RequirementEntry, RequirementStatus, StatedRun,
    Statement, StatementTotals, Tested, absence, row, safe,
};
use super::sentences::reservations;
use crate::escape::FIELD;
use crate::event::{RunEnd, RunStart};
use crate::judge::Verdict;
use crate::protocol::{CodecSupport, Description, Identity};
use crate::report::wording::printable_identity;
use crate::report::{Kept, Run, for_each_event};
use crate::suite::screen;

/// Makes the statement of a report, on the product of this name and version. The same product, report,
/// suite and ledger always make the same statement.
///
/// # Errors
///
/// A sentence, if the report cannot be read, is of another suite, or contradicts the suite.
pub(crate) fn statement(
    product: Option<&Identity>,
    report: &[u8],
    suite: &Suite,
    ledger: &Ledger,
) -> Result<Statement, String> {
    let checks = suite.checks();
    let mut audit = Audit::new(suite, &checks);
    let mut run = Run::new(Kept::FAILURES);
    let read = for_each_event(report, |line, event| {
        audit.compare(line, event);
        run.add(event);
        Ok(())
    });
    let is_complete = read.map_err(|error| error.to_string())?.is_complete;
    audit.finish()?;
    let (start, claims) = (&run.start, &run.start.codecs);
    if claims.is_empty() {
        return Err(
            "it does not say which codecs the implementation claims: run the check again".into()
        );
    }
    let end = Some(&run.end).filter(|_| is_complete);
    let description = Description::new(Identity::default(), claims.clone());
    let absence = absence(&run);
    let findings = run.findings_by_check();
    let claimed = checks.iter().filter(|check| claims.contains_key(check.codec()));
    let tested = claimed.map(|check| Tested {
        check,
        entry: run.check(&check.name),
        screened: screen(check, &description).err(),
        absence,
        finding: findings.get(check.name.as_str()).map(|finding| finding.id.as_str()),
    });
    let tested: Vec<_> = tested.collect();
    let mut of_requirement: HashMap<&str, Vec<&Tested<'_>>> = HashMap::new();
    for one in &tested {
        for id in &one.check.case.requirements {
            of_requirement.entry(id).or_default().push(one);
        }
    }
    let rows = ledger.requirements.iter().filter(|row| claims.contains_key(&row.codec));
    let tests = |id: &str| of_requirement.get(id).map_or(&[][..], Vec::as_slice);
    let mut requirements: Vec<_> = rows.map(|it| row(it, tests(&it.id))).collect();
    // The number at the end of an id is 12 in `punycode-12`.
    let number = |id: &str| id.rsplit_once('-')?.1.parse::<u64>().ok();
    requirements.sort_by_cached_key(|RequirementEntry { requirement: it, .. }| {
        (Reverse(it.level), it.codec.clone(), number(&it.id))
    });
    let totals = totals(&requirements);
    let codecs: BTreeSet<_> = checks.iter().map(Check::codec).collect();
    let not_claimed = codecs.into_iter().filter(|codec| !claims.contains_key(*codec));
    let is_whole = !tested.iter().any(Tested::is_left_out);
    Ok(Statement {
        statement: FORMAT,
        conclusion: conclude(totals.get("must"), is_whole),
        reservations: reservations(start, end, &tested),
        product: product.map(|product| printable_identity(product, FIELD)),
        implementation: printable_identity(&start.implementation, FIELD),
        claims: claims
            .iter()
            .map(|(id, support)| {
                let (ops, params) = (&support.ops, &support.params);
                let ops = ops.iter().map(|op| safe(op)).collect();
                let params = params.in_words(safe);
                (safe(id), CodecSupport { ops, params, ..support.clone() })
            })
            .collect(),
        not_claimed: not_claimed.map(str::to_owned).collect(),
        report: ReportFacts {
            sha256: HEXLOWER.encode(&hmac_sha256::Hash::hash(report)),
            format: start.format,
            acegate: safe(&start.acegate),
            suite: start.suite.clone(),
            date: safe(&start.date),
        },
        run: run_facts(start, end, &tested),
        totals,
        requirements,
        findings: run
            .findings
            .iter()
            .map(|finding| FindingEntry {
                id: safe(&finding.id),
                level: finding.level,
                summary: safe(&finding.summary),
                checks: finding.checks.len(),
            })
            .collect(),
    })
}

fn conclude(must: Option<&StatementTotals>, is_whole: bool) -> Conclusion {
    use RequirementStatus::{Failed, PartlyVerified, Verified};
    let count = |result| must.map_or(0, |totals| totals.by_result[&result]);
    match (count(Failed), count(Verified) + count(PartlyVerified)) {
        (1.., _) => Conclusion::Exceptions,
        (_, 0) => Conclusion::NothingVerified,
        _ if is_whole => Conclusion::Conforms,
        _ => Conclusion::Incomplete,
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
    for case in tested.iter().filter_map(Tested::case) {
        *verdicts.entry(case.verdict).or_default() += 1;
    }
    let is_sent = |verdict: &Verdict| !matches!(verdict, Verdict::Skip | Verdict::NotRun);
    let all_safe = |words: &[String]| words.iter().map(|word| safe(word)).collect();
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
        asked: verdicts.iter().filter(|(verdict, _)| is_sent(verdict)).map(|(_, n)| n).sum(),
        verdicts,
    }
}
