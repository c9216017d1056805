//! The judgement of one answer, with the requirement that a wrong one breaks.

use std::fmt;

use acegate_vectors::{Level, Requirement};

use crate::event::{Expected, Observed};
use crate::hunt::{Answered, Breach, broken_rule, code_of, weigh_answer};
use crate::observation::Outcome;
use crate::protocol::{Description, Request};
use crate::report::Extent;
use crate::report::wording::{show_observed, show_outcomes};
use crate::suite::screen_request;

/// The worth of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JudgedAnswer {
    /// It is the answer of the reference. Kind and position of a rejection are not compared.
    Right,
    /// It is not, but the documents allow it.
    Allowed,
    /// It is wrong.
    Wrong(Box<WrongAnswer>),
    /// It cannot be judged, for this reason: acegate has no such operation, or the answer depends on what the
    /// implementation does not declare, or declares to do otherwise.
    NotJudged(String),
}

/// A wrong answer. It is shown with the answers that are right, and the requirement that it breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer(
    /// The request, the answer and the right ones.
    pub Breach,
);

/// Judges the answer of an implementation of this description.
///
/// # Examples
///
/// ```
/// use acegate::fuzz::{JudgedAnswer, judge};
/// use acegate::implementation::{Functions, Implementation};
/// use acegate::observation::Outcome;
/// use acegate::protocol::Request;
///
/// let mine = Functions::new("mine", "1.0").operation("punycode", "decode", |_| Err::<String, _>(""));
/// let request = Request::new("punycode", "decode", "bcher-kva".into());
/// let right = Outcome::Value("b\u{fc}cher".into());
/// assert_eq!(judge(request.clone(), &right, mine.describe()), JudgedAnswer::Right);
/// let wrong = Outcome::Value("bucher".into());
/// let JudgedAnswer::Wrong(wrong) = judge(request, &wrong, mine.describe()) else { panic!() };
/// assert!(wrong.to_string().starts_with("punycode decode of \"bcher-kva\" gives \"bucher\""));
/// ```
#[must_use]
pub fn judge(request: Request, outcome: &Outcome, description: &Description) -> JudgedAnswer {
    if request.operation().is_none() {
        return JudgedAnswer::NotJudged(format!("acegate has no operation {}", request.name()));
    }
    let request = match screen_request(request, description) {
        Ok(request) => request,
        Err((_, why)) => return JudgedAnswer::NotJudged(why),
    };
    match weigh_answer(&request, outcome) {
        Answered::Right => JudgedAnswer::Right,
        Answered::Allowed(_) => JudgedAnswer::Allowed,
        Answered::Wrong(breach) => JudgedAnswer::Wrong(Box::new(WrongAnswer(breach))),
        Answered::Unjudged => JudgedAnswer::NotJudged(
            "acegate does not have this operation with these parameters".into(),
        ),
    }
}

impl WrongAnswer {
    /// The requirement of the ledger that the answer breaks, as far as acegate can tell: one of its level.
    #[must_use]
    pub fn requirement(&self) -> Option<&'static Requirement> {
        let Breach { request, level, .. } = &self.0;
        broken_rule(request, code_of(&request.plain()), *level, &[])
    }

    /// Whether a fuzzer stops at it: it breaks a must, or is no answer at all.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.0.level == Level::Must || matches!(self.0.outcome, Outcome::Fault(_))
    }
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Breach {
            property,
            history,
            request,
            expect,
            level,
            outcome,
        } = &self.0;
        let input = show_observed(&Observed::of(&Outcome::Value(request.input.clone())));
        let observed = show_observed(&Observed::of(outcome));
        let expected: Vec<Expected> = expect.outcomes().iter().map(Expected::of).collect();
        let expected = show_outcomes(&expected, Extent::Start);
        write!(f, "{} of {input}", request.name())?;
        for (name, value) in &request.params {
            write!(f, ", {name} {value}")?;
        }
        if !history.is_empty() {
            write!(f, ", asked again")?;
        }
        write!(
            f,
            " gives {observed}, expected {expected} ({level}, {property})"
        )?;
        if let Some(rule) = self.requirement() {
            let Requirement {
                id,
                document,
                clause,
                text,
                ..
            } = rule;
            write!(
                f,
                "\nthe requirement may be {id} ({document}, {clause}): {text}"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{Functions, Implementation};
    use crate::observation::Refusal;

    /// RFC 3490, section 4: ToUnicode never fails, so the name unchanged is as right as the refusal of the decoder
    /// inside.
    #[test]
    fn an_answer_that_the_document_leaves_open_is_allowed() {
        let mine = |_: &str| Err::<String, &str>("");
        let mine = Functions::new("mine", "1").operation("punycode", "to-unicode", mine);
        let asked = |outcome: &Outcome| {
            let request = Request::new("punycode", "to-unicode", "xn--b".into());
            judge(request, outcome, mine.describe())
        };
        let judgements = [
            Outcome::Refused(Refusal::default()),
            Outcome::Value("xn--b".into()),
        ];
        let judgements = judgements.map(|outcome| asked(&outcome));
        assert!(judgements.contains(&JudgedAnswer::Right), "{judgements:?}");
        assert!(
            judgements.contains(&JudgedAnswer::Allowed),
            "{judgements:?}"
        );
        let wrong = asked(&Outcome::Value("b".into()));
        assert!(matches!(wrong, JudgedAnswer::Wrong(_)), "{wrong:?}");
    }

    #[test]
    fn an_answer_that_depends_on_a_declaration_is_not_judged() {
        let mine = |_: &str| Err::<String, &str>("");
        let mine = Functions::new("mine", "1").operation("uts46", "to-ascii", mine);
        // U+1C89 is of Unicode 16.
        let request = Request::new("uts46", "to-ascii", "\u{1c89}".into());
        let refused = Outcome::Refused(Refusal::default());
        let judged = judge(request, &refused, mine.describe());
        assert!(matches!(judged, JudgedAnswer::NotJudged(_)), "{judged:?}");
        let unknown = Request::new("punycode", "hash", "a".into());
        let judged = judge(unknown, &refused, mine.describe());
        assert!(matches!(judged, JudgedAnswer::NotJudged(_)), "{judged:?}");
    }
}
