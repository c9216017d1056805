//! The questions of a sweep: a frame and an operation, under the settings that the implementation has.

use std::panic::catch_unwind;

use acegate_codec::idna2008::{self, NameOptions};
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::{self, Settings};
use acegate_codec::{Failure, Parameters, Value};
use serde::{Deserialize, Serialize};

use super::code_points::CodePoints;
use super::frames::{FRAMES, Frame};
use crate::event::Observed;
use crate::observation::{Answer, Fault, Outcome, Refusal};
use crate::protocol::{CodecSupport, Description, Request};
use crate::suite::{
    Shard, idna2008_options, operation, own_settings, settings, with_own_idna2008_options,
    without_defaults,
};

/// A frame with the operation that is sent.
#[derive(Debug)]
pub struct Question {
    /// The frame.
    pub frame: &'static Frame,
    /// The codec.
    pub codec: &'static str,
    /// The operation.
    pub op: &'static str,
    /// The code points that fill the frame.
    pub code_points: CodePoints,
    /// The settings of the implementation, as they are sent.
    params: Parameters,
    /// The same as the codec has them; `None` for a codec that does not check names.
    rules: Option<Rules>,
}

/// The settings of a codec that checks names.
#[derive(Debug)]
enum Rules {
    Uts46(Settings),
    Idna2008(NameOptions),
}

/// The choice of questions, each all if empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The names of frames.
    pub frames: Vec<String>,
    /// The codecs.
    pub codecs: Vec<String>,
    /// The operations.
    pub ops: Vec<String>,
    /// The code points; `None` for those that each frame has by default.
    pub code_points: Option<CodePoints>,
    /// Only the code points of this shard.
    pub shard: Option<Shard>,
}

/// The selected questions that an implementation with this description supports.
#[must_use]
pub(super) fn questions(description: &Description, choice: &Choice) -> Vec<Question> {
    let mut questions = Vec::new();
    for frame in FRAMES {
        if !is_chosen(frame.name, &choice.frames) {
            continue;
        }
        for used in frame.uses {
            if !is_chosen(used.codec, &choice.codecs) {
                continue;
            }
            let Some(support) = description.codecs.get(used.codec) else {
                continue;
            };
            for op in used.ops {
                if !is_chosen(op, &choice.ops) || !support.ops.iter().any(|own| own == op) {
                    continue;
                }
                let chosen = choice.code_points.clone();
                let mut code_points = chosen.unwrap_or_else(|| frame.default_fill());
                if let Some(shard) = choice.shard {
                    code_points = code_points.in_shard(shard);
                }
                let (params, rules) = own_rules(used.codec, op, support);
                questions.push(Question {
                    frame,
                    codec: used.codec,
                    op,
                    code_points,
                    params,
                    rules,
                });
            }
        }
    }
    questions
}

/// The settings of an implementation for an operation, as they are sent and as the codec has them.
fn own_rules(
    codec: &'static str,
    op: &'static str,
    support: &CodecSupport,
) -> (Parameters, Option<Rules>) {
    if codec == idna2008::ABOUT.id {
        let request = Request::new(codec, op, Value::from(""));
        let request = with_own_idna2008_options(request, support);
        let rules = idna2008_options(&request).map(Rules::Idna2008);
        return (request.params, rules);
    }
    if codec == uts46::ABOUT.id
        && let Some(operation) = operation(op)
    {
        let own = own_settings(operation, support);
        let rules = settings(operation, &own).map(Rules::Uts46);
        return (without_defaults(operation, &own), rules);
    }
    (Parameters::new(), None)
}

fn is_chosen(name: &str, chosen: &[String]) -> bool {
    chosen.is_empty() || chosen.iter().any(|own| own == name)
}

impl Question {
    /// The request with the code point in the frame; `None` if there is none.
    #[must_use]
    pub fn request(&self, point: char) -> Option<Request> {
        let input = Value::from(self.frame.filled(point)?.as_str());
        Some(Request {
            params: self.params.clone(),
            ..Request::new(self.codec, self.op, input)
        })
    }

    /// The versions of the tables on which the answer of the reference depends.
    #[must_use]
    pub fn versions(&self, point: char) -> Versions {
        let Some(name) = self.frame.filled(point) else {
            return Versions::all(Version::V12_1);
        };
        match &self.rules {
            Some(Rules::Uts46(settings)) => uts46::versions(self.op, &name, settings),
            Some(Rules::Idna2008(options)) => match self.request(point).and_then(|it| it.verb()) {
                Some(verb) => idna2008::versions(verb, &name, options),
                None => Versions::all(Version::V12_1),
            },
            None => Versions::all(Version::V12_1),
        }
    }

    /// The clause and the sentence of the first rule of the codec that the request breaks; `None` if it breaks none,
    /// and for a codec that does not check names.
    #[must_use]
    pub fn broken_rule(&self, point: char) -> Option<(&'static str, &'static str)> {
        let name = self.frame.filled(point)?;
        match self.rules.as_ref()? {
            Rules::Uts46(settings) => {
                let processed = uts46::process(self.op, &name, settings);
                processed.error?;
                let code = processed.codes.iter().next()?;
                Some((code.clause(), code.sentence()))
            }
            Rules::Idna2008(options) => {
                let verb = self.request(point)?.verb()?;
                let code = idna2008::process(verb, &name, options).err()?.code;
                Some((code.clause(), code.sentence()))
            }
        }
    }

    /// Whether the codec checks names, so that its answers depend on tables of Unicode.
    pub(super) fn is_about_names(&self) -> bool {
        self.rules.is_some()
    }

    /// Codec and operation, such as `uts46 to-ascii`.
    #[must_use]
    pub fn operation(&self) -> String {
        format!("{} {}", self.codec, self.op)
    }
}

/// The answer of the reference, with the kind of its refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// A value.
    Value(Value),
    /// A refusal of this kind.
    Refused(&'static str),
    /// The reference does not have the operation, or not these settings.
    Unknown,
}

impl Right {
    /// The answer of the reference to a request.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        match catch_unwind(|| request.fast()) {
            Ok(Ok(value)) => Self::Value(value),
            Ok(Err(Failure::Refused(error))) => Self::Refused(error.code()),
            Ok(Err(Failure::Unsupported(_))) | Err(_) => Self::Unknown,
        }
    }

    /// The kind of the refusal, or `ok`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Value(_) => "ok",
            Self::Refused(kind) => kind,
            Self::Unknown => "unknown",
        }
    }

    /// The way in which an answer differs from this one; `None` if it does not, or if it is no answer.
    #[must_use]
    pub fn difference(&self, outcome: &Outcome) -> Option<Way> {
        match (self, outcome) {
            (Self::Unknown, _) | (_, Outcome::Skipped(..) | Outcome::Fault(Fault::NotRun(_))) => {
                None
            }
            (_, Outcome::Fault(_)) => Some(Way::Fault),
            (Self::Value(right), Outcome::Value(found)) if right == found => None,
            (Self::Value(_), Outcome::Value(_) | Outcome::Large(_)) => Some(Way::OtherValue),
            (Self::Value(_), Outcome::Refused(_)) => Some(Way::Rejected),
            (Self::Refused(_), Outcome::Refused(_)) => None,
            (Self::Refused(_), Outcome::Value(_) | Outcome::Large(_)) => Some(Way::Accepted),
        }
    }
}

/// The way in which an answer differs from the one it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// A value where the other one is a refusal.
    Accepted,
    /// A refusal where the other one is a value.
    Rejected,
    /// Another value.
    OtherValue,
    /// A crash, a hang or another fault.
    Fault,
}

impl Way {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::OtherValue => "other-value",
            Self::Fault => "fault",
        }
    }
}

/// The index of a question in its sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub usize);

/// A code point that is answered differently in one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The question.
    pub question: QuestionId,
    /// The code point.
    pub point: char,
    /// The way in which the answer differs.
    pub way: Way,
    /// The expected answer: `ok`, or the kind of the refusal.
    pub expected: &'static str,
    /// The observed outcome, without the words of a refusal.
    pub observed: Observed,
}

impl Difference {
    /// The answer, as deviations are compared with it.
    #[must_use]
    pub fn answer(&self) -> Answer {
        self.observed.answer()
    }
}

/// The observed outcome without the words of a refusal: there are as many as differences.
#[must_use]
pub(super) fn without_words(outcome: &Outcome) -> Observed {
    match outcome {
        Outcome::Refused(_) => Observed::Refused(Refusal::default()),
        outcome => Observed::of(outcome),
    }
}
