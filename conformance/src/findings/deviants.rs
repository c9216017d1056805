//! The known deviations of a codec, single and combined with each other, and their answers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate_codec::{Failure, Value, Verb, punycode};
use acegate_deviations::{DeviantCodec, DeviantValue, Deviation, deviations, find};

use crate::observation::{Answer, AnyValue};
use crate::protocol::Request;
use crate::suite::a_profile_may_refuse;

/// A deviation of a bank, or one with another that shows only in combination with it: its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct DeviantId(pub(super) usize);

/// A deviation of a codec, or one with another that shows only in combination with it.
pub(crate) struct Deviant {
    pub(crate) deviations: Vec<&'static Deviation>,
    codec: DeviantCodec,
    beside: Option<Beside>,
}

/// The part of a combination that shows only in combination with the other.
#[derive(Clone, Copy)]
struct Beside {
    /// The other deviation by itself.
    alone: DeviantId,
    /// Whether the combination can show in a question.
    shows: Shows,
}

/// Whether a deviation can show in a question.
pub(crate) type Shows = fn(&Request) -> bool;

/// A deviation that shows only in combination with others, and the questions in which it can.
struct OnlyBeside {
    id: &'static str,
    shows: Shows,
}

const ONLY_BESIDE: [OnlyBeside; 3] = [
    OnlyBeside {
        id: "punycode/decoded-label-not-encoded-again",
        shows: |request| request.does(Verb::ToUnicode),
    },
    OnlyBeside {
        id: "punycode/codes-of-any-characters-decoded",
        shows: |request| {
            let points = code_points(&request.input);
            request.does(Verb::ToUnicode) && points.iter().any(|&c| !is_host_character(c))
        },
    },
    OnlyBeside {
        id: "punycode/codes-read-as-units",
        shows: |request| {
            let points = code_points(&request.input);
            request.does(Verb::Decode) && points.iter().any(|&c| c > 0xffff)
        },
    },
];

/// The deviations of a codec, each once alone, and after all of them each combined with those that show only in combination with
/// others, if `can_show` says that one of the questions can show them.
pub(crate) fn deviants_of(codec: &str, can_show: impl Fn(Shows) -> bool) -> Vec<Deviant> {
    let mut deviants = Vec::new();
    for deviation in deviations() {
        if deviation.codec() == codec && deviation.equivalent.is_none() {
            deviants.extend(Deviant::alone(deviation));
        }
    }
    let singles = deviants.len();
    for OnlyBeside { id, shows } in ONLY_BESIDE {
        let Some(other) = find(id).filter(|other| other.codec() == codec) else {
            continue;
        };
        if !can_show(shows) {
            continue;
        }
        for single in 0..singles {
            let mut both = deviants[single].deviations.clone();
            both.push(other);
            let Some(codec) = DeviantCodec::combined(both.clone()) else {
                continue;
            };
            let alone = DeviantId(single);
            deviants.push(Deviant {
                deviations: both,
                codec,
                beside: Some(Beside { alone, shows }),
            });
        }
    }
    deviants
}

impl Deviant {
    /// One deviation alone.
    pub(crate) fn alone(deviation: &'static Deviation) -> Option<Self> {
        let codec = DeviantCodec::new(deviation)?;
        Some(Self {
            deviations: vec![deviation],
            codec,
            beside: None,
        })
    }

    pub(crate) fn answer(&self, request: &Request) -> Answer {
        answer_to(request, &self.codec)
    }

    /// The answer to a request, and whether a profile of IDNA may refuse it: then an implementation that has
    /// the deviation can refuse the input all the same.
    pub(super) fn answer_under_profile(&self, request: &Request) -> (Answer, bool) {
        let result = result_of(request, &self.codec);
        let may_be_refused = match &result {
            Some(Ok(DeviantValue::Value(value))) => {
                is_of_hosts(request) && a_profile_may_refuse(value)
            }
            _ => false,
        };
        (answer_of(result), may_be_refused)
    }

    /// The single deviation that answers a request as this combination does, if the combination cannot show
    /// there.
    pub(super) fn single(&self, request: &Request) -> Option<DeviantId> {
        let beside = self.beside?;
        if (beside.shows)(request) {
            None
        } else {
            Some(beside.alone)
        }
    }

    /// Whether it can show in a request otherwise than the first deviation alone does.
    pub(crate) fn shows(&self, request: &Request) -> bool {
        match self.beside {
            Some(beside) => (beside.shows)(request),
            None => true,
        }
    }

    /// The index of the first deviation among the deviations of the codec; `own` is the index of
    /// the combination.
    pub(crate) fn place(&self, own: usize) -> usize {
        match self.beside {
            Some(beside) => beside.alone.0,
            None => own,
        }
    }
}

/// Whether a character can be in a host name.
fn is_host_character(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'))
}

pub(super) fn code_points(value: &Value) -> &[u32] {
    match value {
        Value::Text(text) => &text.code_points,
        Value::Octets(_) | Value::List(_) => &[],
    }
}

/// Whether host names are converted as RFC 3490 has it, around which a profile maps and refuses characters.
pub(super) fn is_of_hosts(request: &Request) -> bool {
    request.codec == punycode::ABOUT.id && request.verb().is_some_and(Verb::is_of_host_names)
}

pub(super) fn answer_to(request: &Request, codec: &DeviantCodec) -> Answer {
    answer_of(result_of(request, codec))
}

/// The result of a call; `None` for a crash.
pub(super) type CallResult = Option<Result<DeviantValue, Failure>>;

fn result_of(request: &Request, codec: &DeviantCodec) -> CallResult {
    let Request {
        op, params, input, ..
    } = request;
    catch_unwind(AssertUnwindSafe(|| codec.answer(op, params, input))).ok()
}

pub(super) fn answer_of(result: CallResult) -> Answer {
    match result {
        Some(Ok(DeviantValue::Value(value))) => Answer::of_value(&value),
        Some(Ok(DeviantValue::Integers(integers))) => {
            Answer::of_any(&AnyValue::from_integers(&integers))
        }
        Some(Err(Failure::Refused(_))) => Answer::Refused,
        Some(Err(Failure::Unsupported(_))) => Answer::Other,
        None => Answer::Crashed,
    }
}
