//! Deviations of Punycode.

mod arithmetic;
mod characters;
mod code;
mod digits;
mod encoding;
mod families;
mod host;
mod names;
mod text;

pub(super) use arithmetic::ARITHMETIC;
pub(super) use characters::{CHARACTERS, below_zero};
pub(super) use code::CODE;
pub(super) use digits::DIGITS;
pub(super) use encoding::ENCODING;
pub(super) use families::family_rows;
pub(super) use host::HOST;
pub(super) use names::{NAMES, RULES, in_names};
pub(super) use text::TEXT;
#[cfg(feature = "uts46")]
pub(super) use text::{SURROGATES, merged};

use acegate_codec::bootstring::ParameterSet;
use acegate_codec::bootstring::model;
pub(super) use acegate_codec::bootstring::model::Steps;
use acegate_codec::{Error, ErrorKind, Failure, Value, Verb};

use super::{Answer, Call, Model, Reads};

const SET: &ParameterSet<'static> = &ParameterSet::PUNYCODE;
const RFC: Steps = Steps::RFC;

/// The steps of the document, with what faults of other steps need: a decoder that comes to a basic code
/// point inserts it, and no code is longer than a line of the protocol holds.
pub(super) const RIGHT: Steps = Steps {
    code_point: |_, value| scalar_value(value),
    longest: 1 << 20,
    ..Steps::RFC
};

/// U+FFFD, which replaces numbers that are not characters.
const REPLACEMENT: u128 = 0xfffd;

impl Model for Steps {
    /// The answer of a decoder or encoder of these steps, and of those that are combined with them, to a call
    /// without annotation; nothing for other operations, and for integers of other widths.
    fn answer(&self, call: &Call<'_>) -> Answer {
        if !is_plain(call) || !call.verb().is_some_and(Verb::is_of_labels) {
            return None;
        }
        let mut changed = vec![*self];
        for deviation in call.combined {
            changed.extend(deviation.behaviour.steps(call));
        }
        let model = model::Model {
            set: SET,
            changed: &changed,
            right: &RIGHT,
        };
        let own = match call.verb() {
            Some(Verb::Decode) => model
                .decode(call.code_points())
                .ok()
                .and_then(|(text, _)| fitting(call, text)),
            _ => code_of(&model, call.code_points()),
        };
        Some(
            own.map(Value::from_code_points)
                .ok_or_else(|| call.refusal(ErrorKind::BadDigit)),
        )
    }

    fn steps(&self, _: &Call<'_>) -> Option<Self> {
        Some(*self)
    }
}

/// A decoder of these steps, whose answer a function changes.
struct Decoded {
    steps: Steps,
    then: fn(&Call<'_>, Result<Value, Failure>) -> Result<Value, Failure>,
}

impl Model for Decoded {
    fn answer(&self, call: &Call<'_>) -> Answer {
        let answer = Reads(self.steps).answer(call)?;
        Some((self.then)(call, answer))
    }

    fn steps(&self, call: &Call<'_>) -> Option<Steps> {
        Reads(self.steps).steps(call)
    }
}

fn code_of(model: &model::Model<'_>, text: &[u32]) -> Option<Vec<u32>> {
    Some(
        model
            .encode(text, None)
            .ok()?
            .into_iter()
            .map(u32::from)
            .collect(),
    )
}

/// The text, if all of its integers fit 32 bits. One that does not is handed to the call.
fn fitting(call: &Call<'_>, text: Vec<u128>) -> Option<Vec<u32>> {
    let fit = text.iter().map(|&c| u32::try_from(c).ok()).collect();
    if let (None, Some(large)) = (&fit, call.large) {
        large.replace(Some(text));
    }
    fit
}

/// Whether a call is without annotation and for integers of 32 bits.
fn is_plain(call: &Call<'_>) -> bool {
    call.parameters
        .iter()
        .all(|(name, value)| name == "width" && value.to_string() == "32")
}

/// The value of a digit of Punycode.
fn digit_value(c: u32) -> Option<i64> {
    (RFC.digit)(SET, c)
}

/// The value as a code point, if it is a Unicode scalar value.
fn scalar_value(value: i128) -> Option<u128> {
    u32::try_from(value)
        .ok()
        .and_then(char::from_u32)
        .map(u128::from)
}

/// U+FFFD for a negative value, and what the function gives for another.
fn replaced_below_zero(value: i128, of: impl Fn(i128) -> Option<u128>) -> Option<u128> {
    if value < 0 {
        Some(REPLACEMENT)
    } else {
        of(value)
    }
}

/// The rejection of an input that the library does not accept.
fn refused(kind: ErrorKind) -> Failure {
    Error::new(kind, 0).into()
}
