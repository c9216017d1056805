//! The examination of what is done to host names besides encoding.
//!
//! In: the answers to three names, and what is declared. Out: a point with the word to declare.

use acegate_codec::Value;

use super::Examination;
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
        |name: &str| match answer(&Request::new("punycode", "to-ascii", Value::from(name))) {
            Outcome::Value(value) => Some(Some(value)),
            Outcome::Refused(_) => Some(None),
            _ => None,
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Refusal;

    /// The points of an implementation with these answers; a refusal is an empty text.
    fn points(declared: Option<Idna>, answers: [&str; 3]) -> Vec<(bool, String)> {
        let mut examination = Examination::default();
        let mut answers = answers.into_iter();
        let answer = |_: &Request| match answers.next() {
            None | Some("") => Outcome::Refused(Refusal::default()),
            Some("crash") => Outcome::Fault(crate::observation::Fault::Caught("".into())),
            Some(text) => Outcome::Value(Value::from(text)),
        };
        examine_idna(declared, answer, &mut examination);
        examination.points.into_iter().map(|point| (point.doubtful, point.text)).collect()
    }

    #[test]
    fn three_names_tell_what_to_declare() {
        for (answers, name) in [
            (["xn--bcher-kva", "", ""], "strict"),
            (["", "", ""], "strict"),
            (["xn--bcher-kva", "xn--_b-wka", "xn----eha"], "lenient"),
            (["xn--bcher-kva", "", "xn----eha"], "lenient"),
            (["xn--BCHER-2pa", "xn--_b-wka", "xn----eha"], "none"),
            (["xn--BCHER-2pa", "", ""], "std3"),
        ] {
            let [(true, text)] = &*points(None, answers) else { panic!("{answers:?}") };
            assert!(text.ends_with(&format!("--idna {name}")), "{text}");
        }
        assert_eq!(points(None, ["crash", "", ""]), []);
    }

    #[test]
    fn what_is_declared_may_ask_less_and_never_more_than_the_answers_bear() {
        let strict = ["xn--bcher-kva", "", ""];
        assert!(!points(Some(Idna::Strict), strict)[0].0);
        assert!(!points(Some(Idna::Lenient), strict)[0].0);
        let lenient = ["xn--bcher-kva", "xn--_b-wka", "xn----eha"];
        for declared in [Idna::Strict, Idna::None, Idna::Std3] {
            assert!(points(Some(declared), lenient)[0].1.contains("another is declared"));
        }
    }
}
