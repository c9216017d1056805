//! The advice to declare the version of Unicode.
//!
//! In: the checks of a codec that were skipped, and what is declared. Out: a sentence, or nothing.

use acegate_codec::{About, Family};

use super::{idna2008, uts46};
use crate::observation::SkipReason;
use crate::plural;
use crate::protocol::{CodecSupport, Request};

/// The advice on what to declare, if some of the checks of a codec of names that were skipped are sent to an
/// implementation that says what its tables are; `None` if none is.
#[must_use]
pub fn undeclared_unicode(
    codec: &About,
    support: &CodecSupport,
    skipped: impl Iterator<Item = Request>,
) -> Option<String> {
    if support.limits.unicode.is_some() {
        return None;
    }
    let mut count = 0;
    for request in skipped {
        if request.codec != codec.id || !support.ops.contains(&request.op) {
            continue;
        }
        let asked = if codec.family == Family::Idna2008 {
            idna2008::asked(request, support)
        } else {
            uts46::asked(request, support)
        };
        if matches!(asked, Err((SkipReason::Limit, _))) {
            count += 1;
        }
    }
    if count == 0 {
        return None;
    }
    let id = codec.id;
    let one = format!("case of {id} was");
    let several = format!("cases of {id} were");
    let left_out = plural::count(count, &one, &several);
    Some(format!(
        "{left_out} skipped, because the answers depend on the Unicode version: declare \
            limits.unicode in codecs.{id} (acegate doctor finds the version)"
    ))
}

#[cfg(test)]
mod tests {
    use acegate_codec::{Value, Verb};

    use super::*;

    /// The advice for these names to an implementation that declares this.
    fn advice(codec: &About, fields: &str, names: &[&str]) -> Option<String> {
        let json = format!(r#"{{"ops":["to-ascii"],{fields}}}"#);
        let support = serde_json::from_str(&json).expect("a codec of a hello");
        let skipped = names
            .iter()
            .map(|name| Request::of(codec, Verb::ToAscii, Value::from(*name)));
        undeclared_unicode(codec, &support, skipped)
    }

    #[test]
    fn the_advice_counts_the_cases_that_a_version_lets_in() {
        let uts46 = acegate_codec::uts46::ABOUT;
        let names = ["\u{1C8A}", "\u{1E9E}", "ü", "a_b"];
        let of_none = advice(&uts46, r#""params":{"std3":[false]}"#, &names).expect("an advice");
        assert!(
            of_none.starts_with("2 cases of uts46 were skipped"),
            "{of_none}"
        );
        assert_eq!(
            advice(&uts46, r#""limits":{"unicode":"12.1"}"#, &names),
            None
        );
        assert_eq!(advice(&uts46, r#""limits":{}"#, &names[2..]), None);
        // U+1C8A is UNASSIGNED before Unicode 16, and U+1E9E is DISALLOWED in every version.
        let idna2008 = acegate_codec::idna2008::ABOUT;
        let of_none = advice(&idna2008, r#""limits":{}"#, &names).expect("an advice");
        assert!(
            of_none.starts_with("1 case of idna2008 was skipped"),
            "{of_none}"
        );
    }
}
