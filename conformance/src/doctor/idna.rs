//! The examination of what is done to host names besides encoding.
//!
//! In: the answers to three names, and what is declared. Out: a point with the word to declare.

use acegate_codec::Value;

use super::{Examination, answer_in};
use crate::observation::Outcome;
use crate::protocol::{Idna, Request};

/// A name that every profile of IDNA maps or refuses, and its code where nothing is mapped.
const MAPPED: (&str, &str) = ("BÜCHER", "xn--BCHER-2pa");

/// Names that the rules of STD 3 forbid.
const FORBIDDEN: [&str; 2] = ["ü_b", "-ü"];

/// Adds a point on the word that the answers to three names are those of, and on one that is declared.
/// It adds none if a name has no answer.
pub(super) fn examine_idna(
    declared: Option<Idna>,
    mut answer: impl FnMut(&Request) -> Outcome,
    examination: &mut Examination,
) {
    let mut value =
        |name: &str| answer_in(answer(&Request::new("punycode", "to-ascii", Value::from(name))));
    let (Some(mapped), Some(first), Some(second)) =
        (value(MAPPED.0), value(FORBIDDEN[0]), value(FORBIDDEN[1]))
    else {
        return;
    };
    let is_mapped = mapped != Some(Value::from(MAPPED.1));
    let has_std3 = first.is_none() && second.is_none();
    let (found, name) = match (is_mapped, has_std3) {
        (true, true) => (Idna::Strict, "strict"),
        (true, false) => (Idna::Lenient, "lenient"),
        (false, false) => (Idna::None, "none"),
        (false, true) => (Idna::Std3, "std3"),
    };
    let names = format!("{:?}, {:?} and {:?}", MAPPED.0, FORBIDDEN[0], FORBIDDEN[1]);
    let is_too_much = |idna| {
        is_mapped && matches!(idna, Idna::None | Idna::Std3)
            || !has_std3 && matches!(idna, Idna::Strict | Idna::Std3)
    };
    match declared {
        Some(declared) if declared == found || !is_too_much(declared) => {
            examination.good("host names", format!("{names}: as is declared in \"idna\""));
        }
        declared => {
            let now = if declared.is_some() { "another is" } else { "none is" };
            let text = format!(
                "{names} are answered as \"idna\":\"{name}\" says, and {now} declared: write it in \
                 codecs.punycode of the hello, or use --idna {name}"
            );
            examination.doubt("host names", text);
        }
    }
}
