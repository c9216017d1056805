//! The findings of a hunt as vector files.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::sync::Arc;

use acegate_codec::codec;
use acegate_vectors::{Case, Check, Expectation, File, Level, Origin, write_file};

use super::alike::Suspects;
use super::discovery::Discovery;
use super::interpretations::right_answers;
use super::known::broken_rule;
use super::oracle::judge_answer;
use super::property::Breach;
use super::violation::code_of;
use crate::escape::{FIELD, printable_start};
use crate::observation::{Answer, Outcome};
use crate::protocol::{Description, Request};
use crate::suite::{vector_parameter, vector_value};

/// The vectors of a hunt: one for each new discovery, and the requests before it where it needs some.
#[derive(Debug, Default)]
pub struct FoundVectors {
    /// Who was hunted, and how it is repeated.
    who: String,
    /// The cases, by codec, in the order in which they are run.
    cases: BTreeMap<String, Vec<Arc<Case>>>,
    /// The case of each discovery; `None` if the model has no answer.
    pub(super) of: Vec<Option<Arc<Case>>>,
}

impl FoundVectors {
    /// The vectors of these discoveries. `who` names the implementation, and how the hunt is repeated.
    #[must_use]
    pub fn new(discoveries: &[Discovery], who: &str) -> Self {
        let mut vectors = Self {
            who: who.to_owned(),
            ..Self::default()
        };
        for found in discoveries {
            vectors.push(found);
        }
        vectors
    }

    /// Adds the vector of a discovery.
    pub fn push(&mut self, found: &Discovery) {
        let Some(FoundCase { case, is_vector }) = case_of(found) else {
            self.of.push(None);
            return;
        };
        let case = Arc::new(case);
        if is_vector && !found.is_known {
            for request in &found.breach.history {
                if let Some(before) = history_case(request, &case) {
                    self.add(Arc::new(before));
                }
            }
            self.add(Arc::clone(&case));
        }
        self.of.push(Some(case));
    }

    /// Adds the vector of a request that was answered wrongly.
    pub fn push_request(&mut self, request: &Request) {
        if let Some(case) = right_case(request) {
            self.add(Arc::new(case));
        }
    }

    /// Adds a case. One that is run before several others is there once.
    fn add(&mut self, case: Arc<Case>) {
        let cases = self.cases.entry(case.codec.clone()).or_default();
        if !cases.iter().any(|known| known.id == case.id) {
            cases.push(case);
        }
    }

    /// The codecs that have vectors, each with the text of its vector file.
    #[must_use]
    pub fn files(&self) -> BTreeMap<String, String> {
        let summary = format!("Requests that were answered wrongly. {}.", self.who);
        let mut files = BTreeMap::new();
        for (codec, cases) in &self.cases {
            files.insert(codec.clone(), write_cases(cases, &summary));
        }
        files
    }

    /// Gives the cases their places in the files that were written, by codec.
    pub fn place(&mut self, places: &BTreeMap<String, PathBuf>) {
        let files = self.files();
        for case in self.of.iter_mut().flatten() {
            let (Some(text), Some(path)) = (files.get(&case.codec), places.get(&case.codec)) else {
                continue;
            };
            let start = format!("- id: \"{}\"", case.id);
            if let Some(line) = text.lines().position(|line| line.trim_start() == start) {
                let case = Arc::make_mut(case);
                case.file = path.display().to_string();
                case.line = line + 1;
            }
        }
    }
}

/// The text of a vector file with one case: the request, and the answers that are right. `None` if the
/// request is unsupported or the model has no answer.
///
/// `observed` is the wrong answer, if it is known: the case is then about the requirement that known bugs with this
/// answer break. `reason` says who found it and what was seen; it begins the note of the case. The rest is a proposal:
/// a person who adds the case looks at the document first.
#[must_use]
pub fn vector_file(request: &Request, observed: Option<&Outcome>, reason: &str) -> Option<String> {
    let right = right_answers(request)?;
    let mut alike = Vec::new();
    if let Some(observed) = observed
        && judge_answer(request, observed).is_some()
    {
        let suspects = Suspects::default().explaining_answer(request, &Answer::of(observed));
        alike.extend(suspects.unwrap_or_default());
    }
    let case = full_case(request, right.expect, right.level, &alike)?;
    let rule = case.note.unwrap_or_default();
    let case = Case {
        note: Some(format!("{reason}; the rule may be: {rule}")),
        ..case
    };
    Some(write_cases(
        &[Arc::new(case)],
        "Requests that fuzzing and hunting found.",
    ))
}

/// Who found the vectors of a hunt, as the heads of their files say it.
#[must_use]
pub fn found_by(description: &Description, seed: u64) -> String {
    let name = printable_start(&description.implementation.name, FIELD);
    let version = printable_start(&description.implementation.version, FIELD);
    format!("Found by acegate hunt in {name} {version}, seed {seed}")
}

/// The text of a vector file with cases of one codec. Its head names the document of the codec, so that
/// files of one codec can be joined, and a clause of another document is written with that document.
fn write_cases(cases: &[Arc<Case>], summary: &str) -> String {
    let id = cases[0].codec.clone();
    let document = codec(&id)
        .expect("its model answered the case")
        .document()
        .to_owned();
    let mut cases: Vec<Case> = cases.iter().map(|case| (**case).clone()).collect();
    for case in cases.iter_mut().filter(|case| case.document != document) {
        case.clause = format!("{}, {}", case.document, case.clause);
    }
    let file = File {
        path: String::new(),
        comments: Vec::new(),
        codec: id,
        document,
        theme: "found".to_owned(),
        summary: summary.to_owned(),
        groups: BTreeMap::new(),
    };
    write_file(&file, &cases)
}

/// A discovery as a case.
pub(super) struct FoundCase {
    pub(super) case: Case,
    /// Whether the case is a vector: it is not one if the answers break a property and each of them alone is right.
    pub(super) is_vector: bool,
}

/// A discovery as a case. `None` if the model has no answer.
pub(super) fn case_of(found: &Discovery) -> Option<FoundCase> {
    let Breach {
        request,
        outcome,
        expect,
        level,
        ..
    } = &found.breach;
    if let Some(judged) = judge_answer(request, outcome)
        && let Some(case) = full_case(request, judged.expect, judged.level, found.alike())
    {
        return Some(FoundCase {
            case,
            is_vector: true,
        });
    }
    Some(FoundCase {
        case: full_case(request, expect.clone(), *level, found.alike())?,
        is_vector: false,
    })
}

/// The one check of a case of a hunt.
pub(super) fn check_of(case: &Arc<Case>) -> Check {
    case.checks().swap_remove(0)
}

/// A request with its right answers as a case of the suite, with the rule that a wrong answer breaks. Its
/// id is made of the whole case, so that no other case has it.
fn full_case(request: &Request, expect: Expectation, level: Level, alike: &[&str]) -> Option<Case> {
    let code = code_of(&catch_unwind(|| request.plain()).ok()?);
    let rule = broken_rule(request, code, level, alike)?;
    let case = Case {
        document: rule.document.clone(),
        clause: rule.clause.clone(),
        requirements: vec![rule.id.clone()],
        note: Some(rule.text.clone()),
        ..bare_case(request, expect, level)
    };
    let id = format!(
        "{}/found/{}-{code}-{}",
        request.codec,
        request.op,
        case.digest()
    );
    Some(Case { id, ..case })
}

/// A request with its right answers as a case of no document.
pub(super) fn bare_case(request: &Request, expect: Expectation, level: Level) -> Case {
    let input = vector_value(&request.input).into();
    let mut case = Case::new(&request.codec, &request.op, input, expect);
    for (name, value) in &request.params {
        case.params.insert(name.clone(), vector_parameter(value));
    }
    case.level = level;
    case.origin = Origin::Found;
    case.confirmed.push("plain".to_owned());
    case
}

fn right_case(request: &Request) -> Option<Case> {
    let right = right_answers(request)?;
    full_case(request, right.expect, right.level, &[])
}

/// A request that has to be sent before a case, as a case.
fn history_case(request: &Request, after: &Case) -> Option<Case> {
    let case = right_case(request)?;
    Some(Case {
        note: Some(format!("It is asked before {}.", after.id)),
        ..case
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::hunt::{HuntOptions, hunt};
    use crate::judge::judge;
    use crate::observation::{Fault, Refusal};
    use crate::runner::scripted::Scripted;
    use acegate_codec::{Failure, Value};
    use acegate_vectors::{Outcome as Right, Suite, Value as VectorValue};

    /// An implementation may be right about the requests before a breach in every way that the document
    /// leaves open, and `check` puts them as cases.
    #[test]
    fn the_requests_before_a_breach_are_no_stricter_than_the_document() {
        let request = |codec: &str, op: &str, text: &str| Request::new(codec, op, text.into());
        let after = request("punycode", "decode", "tda");
        let after = right_case(&after).expect("the model has an answer");
        let surrogate = Request::new("punycode", "encode", Value::from_code_points(vec![0xD800]));
        let width = "a".repeat(60) + "-9999999";
        // Python's codec gives this code for the surrogate.
        for (before, answer) in [
            (
                request("punycode", "to-unicode", "\u{fc}"),
                Outcome::Value("\u{fc}".into()),
            ),
            (
                request("punycode", "to-ascii", "xn--a"),
                Outcome::Value("xn--a".into()),
            ),
            (surrogate, Outcome::Value("ib9b".into())),
            (
                request("punycode", "decode", &width),
                Outcome::Refused(Refusal::default()),
            ),
            (
                request("punycode", "decode", "tda"),
                Outcome::Value("\u{fc}".into()),
            ),
        ] {
            let case = history_case(&before, &after).expect("a case");
            assert_eq!(case.level, Level::Must, "{before:?}");
            let check = check_of(&case.into());
            assert!(
                !judge(&check, &answer, false).verdict.is_failure(),
                "{before:?}"
            );
        }
    }

    /// Crashes where it must refuse.
    fn crashing(request: &Request) -> Option<Outcome> {
        let is_refused = matches!(request.fast(), Err(Failure::Refused(_)));
        is_refused.then(|| Outcome::Fault(Fault::Caught("index out of range".into())))
    }

    #[test]
    fn a_crash_has_the_same_level_in_the_hunt_and_in_the_check_of_its_vector() {
        let start = || Ok(Box::new(Scripted::new(crashing)) as _);
        let codecs = vec!["punycode".to_owned()];
        let options = HuntOptions {
            requests: Some(2000),
            codecs,
            ..HuntOptions::default()
        };
        let summary = hunt(&start, &options, &mut |_| {}).expect("it starts");
        let vectors = FoundVectors::new(&summary.discoveries, "a test");
        let written = &vectors.cases["punycode"];
        assert_eq!(written.len(), summary.discoveries.len());
        let mut levels = BTreeSet::new();
        for (found, case) in summary.discoveries.iter().zip(written) {
            let check = check_of(case);
            let level = judge(&check, &found.breach.outcome, false).level;
            assert_eq!(level, found.breach.level, "{case:?}");
            levels.insert((case.ops[0].clone(), level));
        }
        assert!(
            levels.contains(&("decode".to_owned(), Level::Must)),
            "{levels:?}"
        );
        assert!(
            levels.contains(&("to-unicode".to_owned(), Level::Must)),
            "{levels:?}"
        );
        assert!(
            levels.iter().any(|(_, level)| *level == Level::Should),
            "{levels:?}"
        );
    }

    #[test]
    fn a_clause_of_another_document_than_that_of_the_codec_is_written_with_it() {
        // RFC 3492 is of the code, RFC 3490 of the names.
        for (op, is_other) in [("decode", false), ("to-unicode", true)] {
            let request = Request::new("punycode", op, "xn---tda".into());
            let text = vector_file(&request, None, "Found by a test").expect("a vector");
            let suite = Suite::from_sources([("found.yaml", text.as_bytes())]).expect("loads");
            let case = &suite.cases[0];
            assert_eq!(case.document, "RFC 3492");
            assert_eq!(case.clause.starts_with("RFC 3490, "), is_other, "{text}");
        }
    }

    #[test]
    fn a_request_is_a_file_that_loads() {
        let request = Request::new("punycode", "decode", "-tda".into()).with("width", "31");
        let text = vector_file(&request, None, "Found by a test").expect("a vector");
        let suite = Suite::from_sources([("found.yaml", text.as_bytes())]).expect("loads");
        let case = &suite.cases[0];
        assert_eq!(*case.input, VectorValue::from("-tda"));
        // RFC 3492, section 6.2: the delimiter is consumed only after at least one character.
        let refused = Right::Error {
            kinds: vec!["bad-digit".to_owned()],
            at: Some(0),
        };
        assert_eq!(case.expect, Expectation::one(refused));
        assert_eq!(case.origin, Origin::Found);
        assert!(
            case.note
                .as_deref()
                .is_some_and(|note| note.starts_with("Found by a test; "))
        );
        assert_eq!(crate::suite::request_for(&suite.checks()[0]), request);
        // The model does not support these.
        for other in [
            request.with("width", "7"),
            Request::new("x", "decode", "a".into()),
        ] {
            assert_eq!(vector_file(&other, None, "Found by a test"), None);
        }
    }
}
