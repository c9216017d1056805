//! The right answers to any request, as far as the documents decide them, and how binding they are.
//!
//! The transcription of a document gives one answer. Where the document leaves room, other answers are right
//! as well, or the answer is less binding than a *must*. Every such place is a row of one table:
//! [`CHOICES`](choices::CHOICES) for the choices, [`REFUSALS`](refusals::REFUSALS) for rejections that are less
//! than a *must*. Each row names the requirements of the ledger that it interprets, so the question "why did
//! the hunt accept this answer?" has one place to look. `acegate explain REQUIREMENT` prints the rows of a
//! requirement.
//!
//! # Example
//!
//! ToUnicode of `xn--b` fails in the transcription: its Punycode is truncated. The row of `punycode-73` applies,
//! because ToUnicode never fails. So the name unchanged is right as well. The row of `punycode-63` does not
//! apply, because the name has no wide dot. No row that applies is weaker than *must*, so any third answer,
//! such as `b`, breaks a must.

mod asked;
mod choices;
#[cfg(feature = "uts46")]
mod idna2008;
mod integers;
mod names;
mod numbers;
mod refusals;
#[cfg(feature = "uts46")]
mod uts46;

use std::panic::catch_unwind;

use acegate_codec::{Family, Verb};
use acegate_vectors::{Expectation, Level, Outcome as Right};

use self::asked::Asked;
pub(super) use self::integers::{bootstring, exact_outcome};
pub(super) use self::names::WIDE_DOTS;

use super::request::model_outcome;
use crate::protocol::Request;

/// A place where the documents leave room, and what follows from it for the answers to a request.
struct Interpretation {
    /// The requirements of the ledger that it interprets, of each codec that it is about: those that leave the
    /// room, or those that an answer seems to break which is right all the same.
    requirements: &'static [&'static str],
    /// The room that the documents leave, for people.
    because: &'static str,
    applies: Applies,
    /// The answers that are right besides the transcription's.
    also: fn(&Asked<'_>) -> Vec<Right>,
    /// No answer to such a request is more binding than this.
    level: Level,
}

/// The requests that an interpretation is about, among the requests to its codecs.
enum Applies {
    /// The requests for which this is true.
    When(fn(&Asked<'_>) -> bool),
    /// The requests of these operations that the transcription rejects with one of these kinds of error,
    /// if nothing but a rejection is right.
    ToRefusals {
        ops: &'static [Verb],
        kinds: &'static [&'static str],
    },
}

/// The right answers to a request.
pub(super) struct RightAnswers {
    /// The answer of the transcription.
    pub(super) model: Right,
    /// All answers that count as right.
    pub(super) expect: Expectation,
    /// How binding they are.
    pub(super) level: Level,
}

/// The answers that are right; `None` if the transcription does not support the request.
pub(super) fn right_answers(request: &Request) -> Option<RightAnswers> {
    let model = model_outcome(&catch_unwind(|| request.plain()).ok()?)?;
    let asked = Asked::new(request, &model);
    let mut level = Level::Must;
    if asked.is_rejected() && !asked.has_a_case() {
        level = Level::Should;
    }
    for interpretation in interpretations() {
        if interpretation.is_about(&asked) {
            level = level.min(interpretation.level);
        }
    }
    let outcomes = if level == Level::Must || is_open(request) {
        all_answers(&asked)
    } else {
        vec![model.clone()]
    };
    Some(RightAnswers {
        model,
        expect: Expectation::any(outcomes)?,
        level,
    })
}

/// The answers that are right at any level, the transcription's first.
fn all_answers(asked: &Asked<'_>) -> Vec<Right> {
    let mut outcomes = vec![asked.model.clone()];
    for interpretation in interpretations() {
        if interpretation.is_about(asked) {
            outcomes.extend((interpretation.also)(asked));
        }
    }
    outcomes
}

/// Whether another answer than the transcription's can be equally right, even below *must*.
pub(super) fn is_open(request: &Request) -> bool {
    request.is_of(Family::Telephone) || request.is_of_checked_names()
}

/// The interpretations of a requirement in hunts, in sentences for people; none if its text leaves no room.
#[must_use]
pub fn interpretations_of(requirement: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    for interpretation in interpretations() {
        if interpretation.requirements.contains(&requirement) {
            sentences.push(interpretation.sentence());
        }
    }
    sentences
}

/// The interpretations that apply to a request, in sentences for people: the other answers that are right, and how
/// binding the answer is.
#[must_use]
pub fn interpretations_for(request: &Request) -> Vec<String> {
    let Some(model) = model_outcome(&request.plain()) else {
        return Vec::new();
    };
    let asked = Asked::new(request, &model);
    let mut sentences = Vec::new();
    for interpretation in interpretations() {
        if interpretation.is_about(&asked) {
            sentences.push(interpretation.sentence());
        }
    }
    sentences
}

/// The whole table.
fn interpretations() -> impl Iterator<Item = &'static Interpretation> {
    let all = choices::CHOICES.iter().chain(refusals::REFUSALS);
    #[cfg(feature = "uts46")]
    let all = all.chain(idna2008::OF_NAMES);
    all
}

impl Interpretation {
    fn sentence(&self) -> String {
        if self.level == Level::Must {
            return self.because.to_owned();
        }
        format!("{} (at most {})", self.because, self.level)
    }

    fn is_about(&self, asked: &Asked<'_>) -> bool {
        let codec = asked.request.codec.as_str();
        if !self.requirements.iter().any(|id| codec_of(id) == codec) {
            return false;
        }
        match self.applies {
            Applies::When(is_about) => is_about(asked),
            Applies::ToRefusals { ops, kinds } => {
                let kind = asked.kind().unwrap_or_default();
                asked.is_only_rejected() && asked.is_op(ops) && kinds.contains(&kind)
            }
        }
    }
}

/// The codec of a requirement: `race` of `race-12`.
fn codec_of(requirement: &str) -> &str {
    requirement
        .rsplit_once('-')
        .map_or(requirement, |(codec, _)| codec)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::asked::REJECTED;
    use super::*;
    use crate::hunt::known::CASES;
    use crate::suite::rules;
    use acegate_vectors::Basis;

    /// Interpretations of the ledger that no row needs, because no answer to a request is about them, with the
    /// reason.
    const WITHOUT_A_ROW: [(&str, &str); 1] = [(
        "utf6-20",
        "The judge ignores the letter case of codes, in checks and hunts alike.",
    )];

    #[test]
    fn every_row_names_requirements_of_the_ledger() {
        let known: BTreeSet<&str> = rules().iter().map(|rule| rule.id.as_str()).collect();
        for interpretation in interpretations() {
            assert!(!interpretation.because.is_empty());
            assert!(!interpretation.requirements.is_empty());
            for id in interpretation.requirements {
                assert!(known.contains(id), "{id}: {}", interpretation.because);
            }
        }
    }

    #[test]
    fn every_interpretation_of_the_ledger_has_a_row() {
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for interpretation in interpretations() {
            named.extend(interpretation.requirements);
        }
        for (id, _) in WITHOUT_A_ROW {
            assert!(!named.contains(id), "{id} has a row");
            named.insert(id);
        }
        for rule in rules() {
            if rule.basis == Basis::Reading {
                assert!(
                    named.contains(rule.id.as_str()),
                    "{}: {}",
                    rule.id,
                    rule.text
                );
            }
        }
    }

    /// A rejection is as binding in a hunt as the weakest case of the suite that expects one of its kind. So
    /// nothing counts against an implementation that no case of the suite would count.
    #[test]
    fn rejections_are_as_binding_as_in_the_suite() {
        let mut in_the_table: BTreeMap<[&str; 3], Level> = BTreeMap::new();
        for row in refusals::REFUSALS {
            let Applies::ToRefusals { ops, kinds } = row.applies else {
                panic!("{} is no rejection", row.because);
            };
            let codecs: BTreeSet<&str> = row.requirements.iter().map(|id| codec_of(id)).collect();
            for codec in codecs {
                for op in ops {
                    for kind in kinds {
                        let level = in_the_table
                            .entry([codec, op.name(), kind])
                            .or_insert(row.level);
                        *level = row.level.min(*level);
                    }
                }
            }
        }
        for (key, level) in REJECTED.iter() {
            // The rows of ENUM look at the record, those of IDNA 2008 at the process and the labels, and the
            // rows of lengths at each label.
            if matches!(key[0], "enum" | "idna2008") || *key == ["punycode", "to-ascii", "too-long"]
            {
                continue;
            }
            let row = in_the_table.remove(key).unwrap_or(Level::Must);
            assert_eq!(row, *level, "{key:?}");
        }
        assert!(in_the_table.is_empty(), "no case of {in_the_table:?}");
    }

    /// Rows whose cases name the step that fails. The requirement of the row says what its failure means.
    const OF_ANY_STEP: [&str; 1] = ["punycode-73"];

    /// A row that makes rejections less binding interprets a requirement that their cases are about. So `explain` and
    /// the suite give one reason.
    #[test]
    fn rows_of_rejections_name_requirements_of_their_cases() {
        let mut without = Vec::new();
        for row in refusals::REFUSALS {
            let Applies::ToRefusals { ops, kinds } = row.applies else {
                panic!("{} is no rejection", row.because);
            };
            let codecs: BTreeSet<&str> = row.requirements.iter().map(|id| codec_of(id)).collect();
            for codec in codecs {
                let cited = requirements_of_rejections(codec, ops, kinds);
                let mut own = row.requirements.iter().filter(|id| codec_of(id) == codec);
                let is_named = own.any(|id| cited.contains(id) || OF_ANY_STEP.contains(id));
                if !is_named {
                    without.push(format!("{codec} {kinds:?}: the cases have {cited:?}"));
                }
            }
        }
        assert!(without.is_empty(), "{without:#?}");
    }

    /// The requirements of the cases below *must* that expect a rejection of one of these kinds.
    fn requirements_of_rejections(
        codec: &str,
        ops: &[Verb],
        kinds: &[&str],
    ) -> BTreeSet<&'static str> {
        let mut cited = BTreeSet::new();
        for case in CASES.iter() {
            let Some(Right::Error { kinds: own, .. }) = case.expect.single() else {
                continue;
            };
            let is_op = ops.iter().any(|op| op.name() == case.ops[0]);
            if case.codec == codec
                && case.level < Level::Must
                && is_op
                && kinds.contains(&own[0].as_str())
            {
                cited.extend(case.requirements.iter().map(String::as_str));
            }
        }
        cited
    }

    /// One request for each way in which a row can apply, so that a row without a user is seen.
    #[test]
    fn a_row_explains_an_answer() {
        struct Row {
            op: &'static str,
            input: &'static str,
            requirement: &'static str,
            level: Level,
            answers: usize,
        }
        let rows = [
            Row {
                op: "punycode to-unicode",
                input: "xn--b",
                requirement: "punycode-73",
                level: Level::Must,
                answers: 2,
            },
            Row {
                op: "punycode to-ascii",
                input: "xn--\u{e9}\u{3002}a",
                requirement: "punycode-63",
                level: Level::Must,
                answers: 2,
            },
            Row {
                op: "punycode decode",
                input: "999999b",
                requirement: "punycode-23",
                level: Level::Must,
                answers: 2,
            },
            Row {
                op: "utf6 encode",
                input: "\u{e9}-",
                requirement: "utf6-18",
                level: Level::Should,
                answers: 1,
            },
            Row {
                op: "lace encode",
                input: "a.\u{e9}",
                requirement: "lace-39",
                level: Level::Should,
                answers: 1,
            },
            Row {
                op: "idna2008 to-ascii",
                input: "xn--g6h",
                requirement: "idna2008-17",
                level: Level::Should,
                answers: 3,
            },
            // It decodes to U+DC00.
            Row {
                op: "idna2008 to-ascii",
                input: "xn--r49b",
                requirement: "idna2008-17",
                level: Level::Should,
                answers: 3,
            },
            Row {
                op: "idna2008 to-ascii",
                input: "0.\u{5d0}",
                requirement: "idna2008-30",
                level: Level::Should,
                answers: 1,
            },
            Row {
                op: "enum to-domain",
                input: "44 116",
                requirement: "enum-4",
                level: Level::Should,
                answers: 1,
            },
        ];
        for row in rows {
            let (codec, op) = row.op.split_once(' ').expect("a codec and an operation");
            let request = Request::new(codec, op, row.input.into());
            let right = right_answers(&request).expect("the operation is supported");
            let found = (right.level, right.expect.outcomes().len());
            assert_eq!(found, (row.level, row.answers), "{}", row.requirement);
            let asked = Asked::new(&request, &right.model);
            let applying = interpretations().filter(|row| row.is_about(&asked));
            let named: Vec<_> = applying.flat_map(|row| row.requirements).collect();
            assert!(named.contains(&&row.requirement), "{}: {named:?}", row.op);
        }
    }
}
