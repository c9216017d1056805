//! A report and a suite made into a statement. A report that contradicts the suite makes none.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufRead;

use acegate_vectors::{Check, Ledger, Level, Suite};
use data_encoding::HEXLOWER;

use super::attribution::Attribution;
use super::model::{
    Conclusion, FORMAT, FindingEntry, ReportFacts, RequirementEntry, RequirementStatus, StatedRun,
    Statement, StatementTotals, Tested, absence, row, safe,
};
use super::sentences::reservations;
use crate::escape::FIELD;
use crate::event::{
    CaseEvent, Contradiction, Event, ReadError, RunEnd, RunStart, Tap, Totals, contradictions,
};
use crate::judge::Verdict;
use crate::protocol::{CodecSupport, Description, Identity};
use crate::report::wording::printable_identity;
use crate::report::{Kept, Run, for_each_event};
use crate::suite::screen;

/// How many contradictions are named.
const NAMED: usize = 20;

/// Makes the statement of a report on this product, which is always the same; or a sentence, if the report
/// cannot be read, is of another suite than the embedded one, or contradicts it.
pub(crate) fn statement(
    product: Option<&Identity>,
    report: impl BufRead,
) -> Result<Statement, String> {
    let embedded = Suite::embedded().and_then(|suite| Ok((suite, Ledger::embedded()?)));
    let (suite, ledger) = embedded.map_err(|error| error.to_string())?;
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
    let is_complete = read.map_err(|error| error.to_string())?.is_complete;
    audit.finish()?;
    let (start, claims) = (&run.start, &run.start.codecs);
    if claims.is_empty() {
        return Err(
            "it does not say which codecs the implementation claims: run the check again".into(),
        );
    }
    let end = Some(&run.end).filter(|_| is_complete);
    let description = Description::new(Identity::default(), claims.clone());
    let absence = absence(&run);
    let findings = run.findings_by_check();
    let claimed = checks
        .iter()
        .filter(|check| claims.contains_key(check.codec()));
    let tested = claimed.map(|check| Tested {
        check,
        entry: run.check(&check.name),
        screened: screen(check, &description).err(),
        absence,
        finding: findings
            .get(check.name.as_str())
            .map(|finding| finding.id.as_str()),
    });
    let tested: Vec<_> = tested.collect();
    let attribution = Attribution::new(&ledger, &tested);
    let mut of_requirement: HashMap<&str, Vec<&Tested<'_>>> = HashMap::new();
    for one in &tested {
        for id in &one.check.case.requirements {
            of_requirement.entry(id).or_default().push(one);
        }
    }
    let rows = ledger
        .requirements
        .iter()
        .filter(|row| claims.contains_key(&row.codec));
    let tests = |id: &str| of_requirement.get(id).map_or(&[][..], Vec::as_slice);
    let mut requirements: Vec<_> = rows
        .map(|it| {
            let tests = tests(&it.id);
            row(it, tests, attribution.exceptions(it, tests))
        })
        .collect();
    // The number at the end of an id is 12 in `punycode-12`.
    let number = |id: &str| id.rsplit_once('-')?.1.parse::<u64>().ok();
    requirements.sort_by_cached_key(
        |RequirementEntry {
             requirement: it, ..
         }| { (Reverse(it.level), it.codec.clone(), number(&it.id)) },
    );
    let totals = totals(&requirements);
    let codecs: BTreeSet<_> = checks.iter().map(Check::codec).collect();
    let not_claimed = codecs
        .into_iter()
        .filter(|codec| !claims.contains_key(*codec));
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
                (
                    safe(id),
                    CodecSupport {
                        ops,
                        params,
                        ..support.clone()
                    },
                )
            })
            .collect(),
        not_claimed: not_claimed.map(str::to_owned).collect(),
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
        asked: verdicts
            .iter()
            .filter(|(verdict, _)| is_sent(verdict))
            .map(|(_, n)| n)
            .sum(),
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
                let level = |name: &String| self.levels.get(name) == Some(&finding.level);
                if !finding.checks.iter().any(level) {
                    let level = finding.level.as_str();
                    self.add(
                        line,
                        "level",
                        format!("none of its checks is of level {level:?}"),
                    );
                }
            }
            Event::RunEnd(end) if end.totals != self.totals => {
                self.add(
                    line,
                    "totals",
                    "the counts are not those of the checks".to_owned(),
                );
            }
            Event::RunEnd(_) => {}
        }
    }

    fn compare_case(&mut self, line: usize, case: &CaseEvent) {
        self.totals.add(case);
        if self.levels.insert(case.name.clone(), case.level).is_some() {
            self.add(
                line,
                "name",
                format!("{} is in the report twice", case.name),
            );
        }
        match self.checks.get(case.name.as_str()).copied() {
            // A check of another suite is not compared.
            _ if self.start.suite != self.digest => {}
            Some(check) => {
                for Contradiction { field, what } in contradictions(check, case, &self.start) {
                    self.add(line, field, what);
                }
            }
            None => self.add(
                line,
                "name",
                format!("the suite has no check {:?}", case.name),
            ),
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
    pub(super) fn finish(mut self) -> Result<(), String> {
        let RunStart {
            suite,
            acegate,
            checks,
            ..
        } = self.start.clone();
        if suite.is_empty() {
            return Err(
                "it does not name its suite: make it with acegate check --report FILE".into(),
            );
        }
        if suite != self.digest {
            let own = self.digest;
            return Err(format!(
                "it is of suite {suite}, made by acegate {acegate}, and this acegate has suite \
                 {own}: use the acegate that made it, or run the check again"
            ));
        }
        let found = self.levels.len();
        if found > checks {
            self.add(
                1,
                "checks",
                format!("expected at least {found}, found {checks}"),
            );
        }
        self.wrong.sort_by_key(|error| error.line);
        let mut told = self.wrong.iter().fold(
            "it contradicts the suite or itself:".to_owned(),
            |told, wrong| format!("{told}\n  {wrong}"),
        );
        match self.count {
            0 => return Ok(()),
            1..=NAMED => {}
            all => told += &format!("\n  and {} more", all - NAMED),
        }
        Err(told)
    }
}
