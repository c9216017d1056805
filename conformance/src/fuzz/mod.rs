//! Fuzzing a codec of your own: the judgement of a hunt, under the fuzzer of your language.
//!
//! A fuzzer makes inputs and sees which code they reach. It lacks only the right answers.
//! [`check`] adds them: it runs an input through every operation of an implementation, judges the answers by the documents,
//! checks the [properties](crate::hunt::PROPERTIES) of a hunt, and panics if one of them breaks a *must*. An answer
//! that a document leaves open passes.
//!
//! # Examples
//!
//! The whole target for libFuzzer, with `acegate = { version = "0.1", default-features = false, features = ["fuzz"] }`:
//!
//! ```
//! use acegate::implementation::Functions;
//! # mod punycode { pub fn decode(code: &str) -> Result<String, &str> {
//! #     acegate_codec::punycode::decode(code).map_err(|_| "refused") } }
//!
//! fn mine() -> Functions {
//!     Functions::new("mine", "1.0")
//!         .operation("punycode", "decode", |code| punycode::decode(code).map_err(str::to_owned))
//! }
//!
//! # macro_rules! fuzz_target { ($target:expr) => { let target: fn(&[u8]) = $target; target(b"bcher-kva"); } }
//! // libfuzzer_sys::
//! fuzz_target!(|data: &[u8]| acegate::fuzz::check(&mut mine(), data));
//! ```
//!
//! `acegate vectors export --seeds FOLDER` writes the inputs of the suite as a first corpus, and
//! `acegate vectors from-input` makes a test vector of an input that a fuzzer found.

mod input;
mod judgement;
mod seeds;
pub mod text_bytes;

use acegate_codec::{About, Operation, codec};

use crate::hunt::{Asked, Breach, FURTHER, Unlimited};
use crate::implementation::Implementation;
use crate::observation::Outcome;
use crate::protocol::{Description, Request};

pub use input::{octets_of, value_of};
pub use judgement::{JudgedAnswer, WrongAnswer, judge};
pub use seeds::{asked_and_right, dictionary, dictionary_file, seeds, with_inverses};

/// Runs an input through every operation of an implementation, and judges the answers.
///
/// # Panics
///
/// An answer breaks a *must*, or an operation panicked. The message says the input, the answer, what is right,
/// and by which requirement.
pub fn check(implementation: &mut dyn Implementation, input: &[u8]) {
    for breach in breaches(implementation, input) {
        let wrong = WrongAnswer(breach);
        assert!(!wrong.counts(), "{wrong}");
    }
}

/// The breaches that an input shows, at any level: wrong answers first, for each operation of the implementation. What
/// the implementation declares decides which requests are sent: those that [`screen_request`] lets pass.
///
/// [`screen_request`]: crate::suite::screen_request
#[must_use]
pub fn breaches(implementation: &mut dyn Implementation, input: &[u8]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for known in operations(implementation.describe()) {
        let value = value_of(known.operation, input);
        let request = Request::of(&known.codec, known.operation.verb, value);
        let mut asked = Asked::new(implementation, &Unlimited);
        if matches!(asked.answer(&request), Outcome::Skipped(..)) {
            continue;
        }
        let mut broken = Vec::new();
        for property in FURTHER {
            if (property.applies)(&known.codec, known.operation) {
                broken.extend(asked.breach(property, &request));
            }
        }
        for breach in asked.wrong {
            // Each property sends requests again.
            if !breaches.contains(&breach) {
                breaches.push(breach);
            }
        }
        breaches.extend(broken);
    }
    breaches
}

/// An operation of one of acegate's codecs that an implementation has.
struct KnownOperation {
    codec: About,
    operation: &'static Operation,
}

fn operations(description: &Description) -> Vec<KnownOperation> {
    let mut known = Vec::new();
    for (id, support) in &description.codecs {
        let Some(codec) = codec(id) else { continue };
        for operation in codec.operations() {
            if support.ops.iter().any(|op| op == operation.name) {
                known.push(KnownOperation {
                    codec: codec.about(),
                    operation,
                });
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{Functions, catch_panic};
    use acegate_codec::punycode;
    use acegate_vectors::Level;

    fn decoder(decode: fn(&str) -> Result<String, String>) -> Functions {
        Functions::new("mine", "1").operation("punycode", "decode", decode)
    }

    fn right(code: &str) -> Result<String, String> {
        punycode::decode(code).map_err(|error| error.to_string())
    }

    #[test]
    fn a_right_codec_passes_any_input() {
        for input in ["", "bcher-kva", "-tda", "99999999", "xn--", "\u{fc}"] {
            check(&mut decoder(right), input.as_bytes());
        }
        // A text that no `str` can contain is not sent.
        check(&mut decoder(right), b"\xff\xed\xa0\x80");
    }

    #[test]
    fn a_wrong_answer_panics_with_its_requirement() {
        // RFC 3492, section 6.2: the delimiter is consumed only after at least one character.
        let mut lenient = decoder(|code| right(code.strip_prefix('-').unwrap_or(code)));
        check(&mut lenient, b"bcher-kva");
        let message = catch_panic(|| check(&mut lenient, b"-tda"))
            .unwrap_err()
            .message;
        assert!(message.contains("punycode decode of \"-tda\""), "{message}");
        assert!(message.contains("RFC 3492"), "{message}");
    }

    #[test]
    fn a_panic_counts_whatever_its_level() {
        let mut crashing = decoder(|code| {
            assert!(!code.starts_with("bch"), "out of luck");
            right(code)
        });
        check(&mut crashing, b"tda");
        let message = catch_panic(|| check(&mut crashing, b"bcher-kva"))
            .unwrap_err()
            .message;
        assert!(message.contains("out of luck"), "{message}");
    }

    /// RFC 3492 leaves integers beyond the code points to the implementation: a refusal is as right as the integers.
    #[test]
    fn a_choice_of_the_document_is_no_failure() {
        let mut refusing = decoder(|_| Err("no".to_owned()));
        // It means 110000, one more than `dn32g`, the code of 10FFFF. No text of Rust can contain it.
        check(&mut refusing, b"en32g");
        let found = breaches(&mut refusing, b"en32g");
        assert!(
            found.iter().all(|breach| breach.level < Level::Must),
            "{found:?}"
        );
    }
}
