//! The findings of a hunt, as vector files and as the events of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use std::sync::Arc;
use std::time::Duration;

use acegate_vectors::{Case, Check, Expectation, File, Origin, write_file};

use super::discovery::Discovery;
use super::engine::HuntSummary;
use super::known::{broken_rule, nearest_case};
use super::oracle::{right_answers, right_outcome};
use super::properties::{EQUALS_MODEL, PROPERTIES, judge_every_answer};
use super::property::Breach;
use super::reproduction::Repetition;
use super::violation::code_of;
use crate::escape::{FIELD, printable_start};
use crate::event::{BehavesLike, Event, FoundResults, Recording, RunEnd, record_found};
use crate::findings::like_of;
use crate::judge::judge;
use crate::observation::{Answer, Observation, Outcome, Refusal};
use crate::protocol::{Description, Request};
use crate::report::wording::count;
use crate::runner::{CheckResult, Confirmation, RunOptions, RunSummary};
use crate::suite::{request_for, vector_parameter, vector_value};

/// The vectors of a hunt: one for each discovery that is new, and the requests before it where it needs
/// some.
#[derive(Debug, Default)]
pub struct FoundVectors {
    /// Who was hunted, and how it is repeated.
    who: String,
    /// The cases, by codec, in the order in which they are asked.
    cases: BTreeMap<String, Vec<Arc<Case>>>,
    /// The ids of these cases.
    ids: BTreeSet<String>,
    /// The case of each discovery; `None` if the model has no answer.
    of: Vec<Option<Arc<Case>>>,
}

impl FoundVectors {
    /// The vectors of these discoveries. `who` names the implementation, and how the hunt is repeated.
    #[must_use]
    pub fn new(discoveries: &[Discovery], who: &str) -> Self {
        let mut vectors = Self { who: who.to_owned(), ..Self::default() };
        discoveries.iter().for_each(|found| vectors.push(found));
        vectors
    }

    /// Adds the vector of a discovery.
    pub fn push(&mut self, found: &Discovery) {
        let vector = judge_every_answer(&found.breach.request, &found.breach.outcome)
            .and_then(|judged| full_case(&judged, found.alike()));
        if let Some(case) = vector.as_ref().filter(|_| !found.is_known) {
            for request in &found.breach.history {
                history_case(request, case).into_iter().for_each(|before| self.add(before));
            }
            self.add(Arc::clone(case));
        }
        self.of.push(vector.or_else(|| full_case(&found.breach, found.alike())));
    }

    /// Adds a case. One that is asked before several others is there once.
    fn add(&mut self, case: Arc<Case>) {
        if self.ids.insert(case.id.clone()) {
            self.cases.entry(case.codec.clone()).or_default().push(case);
        }
    }

    /// The codecs that have vectors, each with the text of its vector file.
    #[must_use]
    pub fn files(&self) -> Vec<(&str, String)> {
        self.cases.keys().filter_map(|codec| Some((codec.as_str(), self.file(codec)?))).collect()
    }

    /// The text of the vector file of a codec; `None` if it has no vectors.
    #[must_use]
    pub fn file(&self, codec: &str) -> Option<String> {
        let summary = format!("Requests that were answered wrongly. {}.", self.who);
        write_cases(self.cases.get(codec)?, summary)
    }

    /// The same, with the cases at their places in files that were written: the text of a codec is at
    /// `path(codec)`.
    #[must_use]
    pub fn placed(mut self, path: &dyn Fn(&str) -> String) -> Self {
        let files: BTreeMap<String, String> =
            self.files().into_iter().map(|(codec, text)| (codec.to_owned(), text)).collect();
        for case in self.of.iter_mut().flatten() {
            let Some(text) = files.get(&case.codec) else { continue };
            let start = format!("- id: \"{}\"", case.id);
            let Some(line) = text.lines().position(|line| line.trim_start() == start) else {
                continue;
            };
            let file = path(&case.codec);
            *case = Arc::new(Case { file, line: line + 1, ..(**case).clone() });
        }
        self
    }
}

/// The text of a vector file with one case: the request, and the answers that are right. `None` if the
/// request is unsupported or the model has no answer.
///
/// `reason` says who found it and what was seen; it begins the note of the case. The rest is a proposal:
/// whoever adds the case looks at the document first.
#[must_use]
pub fn vector_file(request: &Request, reason: &str) -> Option<String> {
    let (_, expect, level) = right_answers(request)?;
    let (property, outcome) = (EQUALS_MODEL.id, Outcome::Refused(Refusal::default()));
    let request = request.clone();
    let breach = Breach { property, history: Vec::new(), request, expect, level, outcome };
    let case = Arc::unwrap_or_clone(full_case(&breach, &[])?);
    let rule = case.note.unwrap_or_default();
    let case = Case { note: Some(format!("{reason}; the rule may be: {rule}")), ..case };
    write_cases(&[Arc::new(case)], "Requests that fuzzing and hunting found.".to_owned())
}

/// The text of a vector file with cases of one codec; `None` if there are none.
fn write_cases(cases: &[Arc<Case>], summary: String) -> Option<String> {
    let first = cases.first()?;
    let file = File {
        path: String::new(),
        comments: Vec::new(),
        codec: first.codec.clone(),
        document: first.document.clone(),
        theme: "found".to_owned(),
        summary,
    };
    Some(write_file(&file, cases.iter().map(Arc::as_ref)))
}

/// Who found the vectors of a hunt, as the heads of their files say it.
#[must_use]
pub fn found_by(description: &Description, seed: u64) -> String {
    let name = printable_start(&description.implementation.name, FIELD);
    let version = printable_start(&description.implementation.version, FIELD);
    format!("Found by acegate hunt in {name} {version}, seed {seed}")
}

/// Hands the events of a hunt to `sink`: one case for each discovery. Returns the last event.
pub fn record_hunt(
    description: Description,
    summary: &HuntSummary,
    vectors: &FoundVectors,
    options: &RunOptions,
    recording: &Recording,
    sink: &mut dyn FnMut(&Event),
) -> RunEnd {
    let checks: Vec<Option<Check>> =
        vectors.of.iter().map(|case| case.as_ref()?.checks().into_iter().next()).collect();
    let right: Vec<Check> = summary.right.iter().filter_map(right_check).collect();
    let all = summary.discoveries.iter().zip(&checks).enumerate();
    let results = all.filter_map(|(index, (found, check))| {
        let check = check.as_ref()?;
        let breach = &found.breach;
        let observation = Observation::new(breach.outcome.clone(), Duration::ZERO);
        let judgement = judge(check, &breach.outcome, options.strict_errors);
        let confirmation = match (breach.history.is_empty(), found.repetition) {
            (_, Repetition { tries: 0, .. }) => Confirmation::Unrepeated,
            (true, Repetition { shown: 1.., .. }) => Confirmation::Same,
            _ => Confirmation::OrderDependent,
        };
        let unexpected = breach.level >= options.enforce;
        let result = CheckResult {
            check,
            index,
            observation,
            judgement,
            confirmation,
            unexpected,
            cost: None,
            after: Vec::new(),
        };
        Some((result, found.is_known))
    });
    let results: Vec<_> = results.collect();
    let wrong: u64 = summary.discoveries.iter().map(|found| found.hits).sum();
    let passed = summary.requests.saturating_sub(wrong + summary.unlooked);
    let answer = |check: &Check| Some(Answer::of(&expected_answer(check)?));
    let results = FoundResults {
        description,
        results,
        right: right.iter().filter_map(|check| Some((check, answer(check)?))).collect(),
        likes: likes(&summary.discoveries, &checks),
        passed: usize::try_from(passed).unwrap_or(usize::MAX),
        is_given_up: summary.given_up.is_some(),
        summary: RunSummary {
            remarks: summary.remarks(),
            interrupted: summary.interrupted,
            elapsed: summary.elapsed,
            ..RunSummary::default()
        },
    };
    record_found(results, options, recording, sink)
}

/// The deviations that explain the discoveries.
fn likes(discoveries: &[Discovery], checks: &[Option<Check>]) -> Vec<BehavesLike> {
    let all = discoveries.iter().zip(checks);
    let like = |(found, check): (&Discovery, &Option<Check>)| {
        let name = check.as_ref()?.name.clone();
        like_of(found.likes(), vec![name], usize::try_from(found.hits).unwrap_or(usize::MAX))
    };
    all.filter_map(like).collect()
}

impl HuntSummary {
    /// The number of trials in sentences: in all, by layer and law, and by operation and right answer.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.given_up.iter().cloned().collect();
        remarks.extend(self.remarks.iter().cloned());
        remarks.push(format!(
            "asked {} requests in {} trials; epochs that were completed: {}",
            self.requests, self.trials, self.epochs
        ));
        for (layer, (trials, requests)) in &self.layers {
            let is_law = PROPERTIES.iter().any(|property| property.id == *layer);
            let kind = if is_law { "law" } else { "layer" };
            let requests = count(*requests as usize, "request", "requests");
            let trials = count(*trials as usize, "trial", "trials");
            remarks.push(format!("{kind} {layer}: {requests} in {trials}"));
        }
        for (clause, requests) in self.clauses() {
            remarks.push(format!("{clause}: {}", count(requests as usize, "request", "requests")));
        }
        if self.unlooked > 0 {
            let left = self.unlooked;
            remarks.push(format!("{left} more wrong answers were counted and not looked at"));
        }
        remarks
    }

    /// How many requests each clause was asked, by codec: a request counts to the clause of the known case
    /// that is most like it.
    fn clauses(&self) -> BTreeMap<String, u64> {
        let mut clauses = BTreeMap::new();
        for ((codec, op, code), count) in &self.answers {
            let request = Request::new(codec, op, "".into());
            let nearest = nearest_case(&request, code).ok().flatten();
            let clause = nearest.map_or_else(
                || format!("{codec} {op}"),
                |case| format!("{codec} {op}: {}, {}", case.document, case.clause),
            );
            *clauses.entry(clause).or_default() += count;
        }
        clauses
    }
}

/// A breach as a case of the suite, with the rule that it breaks. Its id is made of the whole case, so
/// that no other case has it.
fn full_case(breach: &Breach, alike: &[&str]) -> Option<Arc<Case>> {
    let Breach { request, level, .. } = breach;
    let model = catch_unwind(|| request.plain()).ok()?;
    let code = code_of(&model);
    let rule = broken_rule(request, code, *level, alike)?;
    let case = Case { document: rule.document.clone(), ..Arc::unwrap_or_clone(case_of(breach)) };
    let case = Case {
        clause: rule.clause.clone(),
        requirements: vec![rule.id.clone()],
        note: Some(rule.text.clone()),
        ..case
    };
    let id = format!("{}/found/{}-{code}-{}", request.codec, request.op, case.digest());
    Some(Arc::new(Case { id, ..case }))
}

/// A breach as a case of a suite, without its clause.
fn case_of(breach: &Breach) -> Arc<Case> {
    let Breach { request, expect, level, .. } = breach;
    let params = request.params.iter();
    Arc::new(Case {
        id: String::new(),
        codec: request.codec.clone(),
        document: String::new(),
        clause: String::new(),
        requirements: Vec::new(),
        level: *level,
        ops: vec![request.op.clone()],
        params: params.map(|(name, value)| (name.clone(), vector_parameter(value))).collect(),
        input: vector_value(&request.input).into(),
        expect: expect.clone(),
        origin: Origin::Found,
        confirmed: vec!["plain".to_owned()],
        note: None,
        file: String::new(),
        line: 0,
    })
}

/// A request that has to be asked before the one of a case, as a case.
fn history_case(request: &Request, after: &Case) -> Option<Arc<Case>> {
    let (_, expect, level) = right_answers(request)?;
    let breach = Breach { expect, level, ..right_breach(request)? };
    let case = full_case(&breach, &[])?;
    let note = Some(format!("It is asked before {}.", after.id));
    Some(Arc::new(Case { note, ..Arc::unwrap_or_clone(case) }))
}

/// A request with its right answer, as a breach that is none.
fn right_breach(request: &Request) -> Option<Breach> {
    let outcome = match request.fast() {
        Ok(value) => Outcome::Value(value),
        Err(acegate_codec::Failure::Refused(error)) => Outcome::Refused(Refusal {
            kind: Some(error.code().to_owned()),
            at: Some(error.position as u64),
            message: None,
        }),
        Err(acegate_codec::Failure::Unsupported(_)) => return None,
    };
    Some(Breach {
        property: "equals-model",
        history: Vec::new(),
        request: request.clone(),
        expect: Expectation::one(right_outcome(&outcome)?),
        level: acegate_vectors::Level::Must,
        outcome,
    })
}

fn right_check(request: &Request) -> Option<Check> {
    case_of(&right_breach(request)?).checks().into_iter().next()
}

fn expected_answer(check: &Check) -> Option<Outcome> {
    Some(right_breach(&request_for(check))?.outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::altered::Altered;
    use crate::hunt::{HuntOptions, hunt};
    use crate::implementation::Implementation;
    use crate::observation::{Fault, StartError};
    use acegate_codec::Value;
    use acegate_vectors::{Level, Outcome as Right, Suite, Value as VectorValue};

    /// An implementation may be right about the requests before a breach in every way that the document
    /// leaves open, and `check` puts them as cases.
    #[test]
    fn the_requests_before_a_breach_are_no_stricter_than_the_document() {
        let request = |codec: &str, op: &str, text: &str| Request::new(codec, op, text.into());
        let after = request("punycode", "decode", "tda");
        let after = case_of(&right_breach(&after).expect("the model has an answer"));
        let surrogate = Request::new("punycode", "encode", Value::from_code_points(vec![0xD800]));
        let width = "a".repeat(60) + "-9999999";
        // The code of the surrogate is that of Python's codec.
        for (before, answer) in [
            (request("punycode", "to-unicode", "\u{fc}"), Outcome::Value("\u{fc}".into())),
            (request("punycode", "to-ascii", "xn--a"), Outcome::Value("xn--a".into())),
            (surrogate, Outcome::Value("ib9b".into())),
            (request("punycode", "decode", &width), refused()),
            (request("punycode", "decode", "tda"), Outcome::Value("\u{fc}".into())),
        ] {
            let case = history_case(&before, &after).expect("a case");
            assert_eq!(case.level, Level::Must, "{before:?}");
            let check = case.checks().into_iter().next().expect("a check");
            assert!(!judge(&check, &answer, false).verdict.is_failure(), "{before:?}");
        }
    }

    /// Crashes where it must refuse.
    fn crashing(_: &Request, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Refused(_) => Outcome::Fault(Fault::Caught("index out of range".into())),
            outcome => outcome,
        }
    }

    #[test]
    fn a_crash_has_the_same_level_in_the_hunt_and_in_the_check_of_its_vector() {
        let start = || -> Result<Box<dyn Implementation>, StartError> {
            Ok(Box::new(Altered::new(crashing)))
        };
        let codecs = vec!["punycode".to_owned()];
        let options = HuntOptions { requests: Some(2000), codecs, ..HuntOptions::default() };
        let summary = hunt(&start, &options, &mut |_| {}).expect("it starts");
        let vectors = FoundVectors::new(&summary.discoveries, "a test");
        let written = &vectors.cases["punycode"];
        assert_eq!(written.len(), summary.discoveries.len());
        let mut levels = BTreeSet::new();
        for (found, case) in summary.discoveries.iter().zip(written) {
            let check = case.checks().into_iter().next().expect("a check");
            let level = judge(&check, &found.breach.outcome, false).level;
            assert_eq!(level, found.breach.level, "{case:?}");
            levels.insert((case.ops[0].clone(), level));
        }
        assert!(levels.contains(&("decode".to_owned(), Level::Must)), "{levels:?}");
        assert!(levels.contains(&("to-unicode".to_owned(), Level::Must)), "{levels:?}");
        assert!(levels.iter().any(|(_, level)| *level == Level::Should), "{levels:?}");
    }

    fn refused() -> Outcome {
        Outcome::Refused(Refusal::default())
    }

    #[test]
    fn a_request_is_a_file_that_loads() {
        let request = Request::new("punycode", "decode", "-tda".into()).with("width", "31");
        let text = vector_file(&request, "Found by a test").expect("a vector");
        let suite = Suite::from_sources([("found.yaml", text.as_bytes())]).expect("loads");
        let case = &suite.cases[0];
        assert_eq!(*case.input, VectorValue::from("-tda"));
        // RFC 3492, section 6.2: the delimiter is consumed only after at least one character.
        let refused = Right::Error { kinds: vec!["bad-digit".to_owned()], at: Some(0) };
        assert_eq!(case.expect, Expectation::one(refused));
        assert_eq!(case.origin, Origin::Found);
        assert!(case.note.as_deref().is_some_and(|note| note.starts_with("Found by a test; ")));
        assert_eq!(crate::suite::request_for(&suite.checks()[0]), request);
    }

    #[test]
    fn a_request_that_the_model_does_not_support_makes_no_vector() {
        let request = Request::new("punycode", "decode", "a".into()).with("width", "7");
        assert!(matches!(request.plain(), Err(acegate_codec::Failure::Unsupported(_))));
        assert_eq!(vector_file(&request, "Found by a test"), None);
        assert_eq!(vector_file(&Request::new("x", "decode", "a".into()), "Found by a test"), None);
    }
}
