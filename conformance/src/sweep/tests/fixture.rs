//! Implementations in this process with known mistakes, and sweeps of them.

use acegate_codec::unicode::Version;
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{Bidi, Icu, Joining, Rules, Status, Tables};
use acegate_codec::{About, Codec, Failure, Operation, Parameters, Value, codec};
use acegate_deviations::DeviantCodec;

use super::super::*;
use crate::implementation::{Implementation, InProcess, Registry};
use crate::observation::{Outcome, Refusal, StartError};
use crate::protocol::{CodecSupport, Description, Request};
use crate::runner::scripted::Scripted;

/// The entries of a table that are wrong; `None` for a code point with the same one as the reference.
type Mistakes<T> = Box<dyn Fn(char) -> Option<T> + Send + Sync>;

/// The tables of the reference with mistakes.
pub(crate) struct Mistaken {
    status: Mistakes<Status>,
    bidi: Mistakes<Bidi>,
    joining: Mistakes<Joining>,
}

impl Mistaken {
    /// Without a mistake.
    fn new() -> Self {
        Self {
            status: Box::new(|_| None),
            bidi: Box::new(|_| None),
            joining: Box::new(|_| None),
        }
    }

    pub(crate) fn status(status: impl Fn(char) -> Option<Status> + Send + Sync + 'static) -> Self {
        Self {
            status: Box::new(status),
            ..Self::new()
        }
    }

    pub(super) fn bidi(point: char, class: Bidi) -> Self {
        Self {
            bidi: Box::new(move |c| (c == point).then_some(class)),
            ..Self::new()
        }
    }

    pub(super) fn joining(point: char, kind: Joining) -> Self {
        Self {
            joining: Box::new(move |c| (c == point).then_some(kind)),
            ..Self::new()
        }
    }

    /// UTS #46 with these tables.
    pub(crate) fn rules(self) -> Rules {
        Rules {
            tables: Box::leak(Box::new(self)),
            ..Rules::UTS46
        }
    }
}

impl Tables for Mistaken {
    fn status(&self, c: char) -> Status {
        (self.status)(c).unwrap_or_else(|| Icu.status(c))
    }

    fn nfc(&self, text: &str) -> String {
        Icu.nfc(text)
    }

    fn is_mark(&self, c: char) -> bool {
        Icu.is_mark(c)
    }

    fn is_virama(&self, c: char) -> bool {
        Icu.is_virama(c)
    }

    fn bidi(&self, c: char) -> Bidi {
        (self.bidi)(c).unwrap_or_else(|| Icu.bidi(c))
    }

    fn joining(&self, c: char) -> Joining {
        (self.joining)(c).unwrap_or_else(|| Icu.joining(c))
    }
}

/// UTS #46 with any rules.
struct Ruled(Rules);

impl Codec for Ruled {
    fn about(&self) -> About {
        let reference = codec("uts46").expect("the reference has it");
        reference.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.about().operations, op, parameters)?;
        let settings = Settings::from_arguments(&arguments);
        let text = input.as_text()?.to_scalar_string();
        let name = text.ok_or_else(|| Failure::unsupported("a surrogate"))?;
        let processed = self.0.apply(op, &name, settings);
        Ok(processed.into_result().map(Value::from)?)
    }
}

pub(crate) fn ruled(rules: Rules) -> Box<dyn Implementation> {
    Box::new(InProcess::new("mine", "1", vec![Box::new(Ruled(rules))]))
}

/// The sweep of these code points in every frame.
pub(super) fn swept(
    start: impl Fn() -> Box<dyn Implementation> + Sync,
    points: CodePoints,
) -> Sweep {
    let choice = Choice {
        code_points: Some(points),
        ..Choice::default()
    };
    swept_by(start, choice)
}

/// An implementation with a known deviation.
pub(super) fn deviant(id: &str) -> Box<dyn Implementation> {
    let deviation = acegate_deviations::find(id).expect("a deviation");
    let codec = DeviantCodec::new(deviation).expect("it has a codec");
    Box::new(InProcess::new("mine", "1", vec![Box::new(codec)]))
}

/// The description of the reference without the names of IDNA 2008, with a change.
pub(super) fn described(change: impl FnOnce(&mut CodecSupport)) -> Description {
    let mut description = InProcess::registry(Registry::Reference).describe().clone();
    description.codecs.remove("idna2008");
    let support = description.codecs.get_mut("uts46");
    change(support.expect("it has the codec"));
    description
}

/// The reference under a description, which gives other answers to names for which `answer` has one.
pub(super) fn answering(
    description: &Description,
    answer: impl Fn(&str) -> Option<Outcome> + Send + 'static,
) -> Box<dyn Implementation> {
    described_as(description.clone(), move |request| {
        let name = request.text()?.to_scalar_string()?;
        answer(&name)
    })
}

/// The same with an answer to requests.
pub(super) fn described_as(
    description: Description,
    answer: impl FnMut(&Request) -> Option<Outcome> + Send + 'static,
) -> Box<dyn Implementation> {
    Box::new(Scripted::described(description, answer))
}

/// A rejection of the names for which this is true.
pub(super) fn rejection(is_rejected: bool) -> Option<Outcome> {
    is_rejected.then(|| Outcome::Refused(Refusal::default()))
}

/// The choice of the operation ToASCII in these frames.
pub(super) fn choice(frames: &[&str], code_points: CodePoints) -> Choice {
    Choice {
        frames: frames.iter().map(|&frame| frame.to_owned()).collect(),
        codecs: vec!["uts46".to_owned()],
        ops: vec!["to-ascii".to_owned()],
        code_points: Some(code_points),
        ..Choice::default()
    }
}

/// The sweep of an implementation with these questions.
pub(super) fn swept_by(
    start: impl Fn() -> Box<dyn Implementation> + Sync,
    choice: Choice,
) -> Sweep {
    let options = SweepOptions {
        choice,
        ..SweepOptions::default()
    };
    let start = || Ok::<_, StartError>(start());
    sweep(&start, &options).expect("it starts")
}

/// Some code points that each version since 12.1 assigned, and some of ASCII.
pub(super) fn of_every_version() -> CodePoints {
    let mut points = Vec::new();
    for version in Version::ALL {
        let own = ('\u{A0}'..='\u{FFFF}').filter(|point| Version::of(*point) == version);
        points.extend(own.take(200));
    }
    points.into_iter().chain('!'..='~').collect()
}

/// The first valid letter that a version assigned, which is written to the right.
pub(super) fn first_of(version: Version) -> char {
    let mut points = '\u{A0}'..='\u{3FFFF}';
    let first = points.find(|c| {
        let is_letter = Icu.status(*c) == Status::Valid && Icu.bidi(*c) == Bidi::L;
        is_letter && Version::of(*c) == version
    });
    first.expect("each version has one")
}
