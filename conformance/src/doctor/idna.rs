//! Tests how host names are processed besides encoding them.
//!
//! In: the answers to four names, and the declared word. Out: a point with the word to declare.

use acegate_codec::{Value, Verb, punycode};

use super::{Examination, answer_in};
use crate::observation::Outcome;
use crate::protocol::{CodecSupport, Idna, Request};

/// A name that every profile of IDNA maps or refuses, and its code where nothing is mapped.
const MAPPED: (&str, &str) = ("BÜCHER", "xn--BCHER-2pa");

/// Names that the rules of STD 3 forbid.
const FORBIDDEN: [&str; 2] = ["ü_b", "-ü"];

/// The length of a label that is too long for the DNS by one letter.
const TOO_LONG: usize = 64;

/// Adds a point on the word that matches the answers, and on the declared word. Adds none if a name
/// has no answer.
pub(super) fn examine_idna(
    support: &CodecSupport,
    mut answer: impl FnMut(&Request) -> Outcome,
    examination: &mut Examination,
) {
    let mapped = value_of(MAPPED.0, &mut answer);
    let first = value_of(FORBIDDEN[0], &mut answer);
    let second = value_of(FORBIDDEN[1], &mut answer);
    let (Some(mapped), Some(first), Some(second)) = (mapped, first, second) else {
        return;
    };
    let is_mapped = mapped != Some(Value::from(MAPPED.1));
    let has_std3 = first.is_none() && second.is_none();
    let takes_long = support
        .limits
        .length
        .is_none_or(|limit| limit >= TOO_LONG as u64)
        && matches!(value_of(&"a".repeat(TOO_LONG), &mut answer), Some(Some(_)));
    let found = match (is_mapped, has_std3) {
        (true, true) if takes_long => Idna::Lookup,
        (true, true) => Idna::Strict,
        (true, false) => Idna::Lenient,
        (false, false) => Idna::None,
        (false, true) => Idna::Std3,
    };
    let name = found.word();
    let [underscore, hyphen] = FORBIDDEN;
    let names = match found {
        Idna::Lookup => {
            format!(
                "{:?}, {underscore:?}, {hyphen:?} and a label of {TOO_LONG} letters",
                MAPPED.0
            )
        }
        _ => format!("{:?}, {underscore:?} and {hyphen:?}", MAPPED.0),
    };
    let is_as_declared = match support.idna {
        Some(declared) => {
            let is_too_much = is_mapped && !declared.has_profile()
                || !has_std3 && declared.has_std3()
                || found == Idna::Lookup && declared.has_lengths();
            declared == found || !is_too_much
        }
        None => false,
    };
    if is_as_declared {
        examination.good(
            "host names",
            format!("{names} are handled as \"idna\" declares"),
        );
        return;
    }
    let now = if support.idna.is_some() {
        "another value is"
    } else {
        "none is"
    };
    let text = format!(
        "the answers to {names} match \"idna\":\"{name}\", but {now} declared: add it to \
            codecs.punycode in the hello, or pass --idna {name}"
    );
    examination.doubt("host names", text);
}

/// The answer of ToASCII to a name, as [`answer_in`] reads it.
fn value_of(name: &str, answer: &mut impl FnMut(&Request) -> Outcome) -> Option<Option<Value>> {
    let request = Request::of(&punycode::ABOUT, Verb::ToAscii, Value::from(name));
    answer_in(answer(&request))
}
