//! The edition of the URL Standard that an implementation follows: a request for another one is not sent.

use acegate_codec::uts46::EDITION;
use acegate_codec::{Parameter, Parameters};

use crate::observation::SkipReason;
use crate::protocol::CodecSupport;

/// The reason for skipping a request for an edition of the URL Standard that the implementation does not have,
/// or does not declare.
pub(super) fn other(all: &Parameters, support: &CodecSupport) -> Option<(SkipReason, String)> {
    let wanted = all.get(EDITION)?.to_string();
    if wanted == CURRENT || support.params.values(EDITION).is_some() {
        return None;
    }
    let answer = format!("the answer follows the URL Standard of {wanted}");
    match support.limits.url {
        Some(own) if own.edition() == wanted => None,
        Some(own) => {
            let why = format!("{answer}, but the implementation follows the edition of {own}");
            Some((SkipReason::Limit, why))
        }
        None => {
            let why = format!("{answer}: declare limits.url in codecs.uts46");
            Some((SkipReason::Limit, why))
        }
    }
}

/// The value of the parameter `edition` in a request that names none.
const CURRENT: &str = "current";

/// The parameters with the edition that the implementation declares, if it cannot be set.
pub(super) fn with_own(mut all: Parameters, support: &CodecSupport) -> Parameters {
    let Some(own) = support.limits.url else {
        return all;
    };
    if all.contains_key(EDITION) && support.params.values(EDITION).is_none() {
        all.insert(EDITION.to_owned(), Parameter::from_word(own.edition()));
    }
    all
}

/// The parameters of a request without an edition that cannot be set.
pub(super) fn without_fixed(mut sent: Parameters, support: &CodecSupport) -> Parameters {
    if support.params.values(EDITION).is_none() {
        sent.remove(EDITION);
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Request;
    use crate::suite::uts46::asked;

    struct Row {
        declared: &'static str,
        edition: &'static str,
        name: &'static str,
        /// The parameters that are sent, or the end of the reason for skipping.
        sent: &'static str,
    }

    const fn row(
        declared: &'static str,
        edition: &'static str,
        name: &'static str,
        sent: &'static str,
    ) -> Row {
        Row {
            declared,
            edition,
            name,
            sent,
        }
    }

    #[test]
    fn a_host_is_sent_to_implementations_of_its_edition() {
        let old = r#""url":"2025-12""#;
        let new = r#""url":"2026-06""#;
        for Row {
            declared,
            edition,
            name,
            sent,
        } in [
            row(old, "2025", "xn--9", "profile=whatwg"),
            row(new, "2026-06", "xn--9", "profile=whatwg"),
            row(old, "2026-06", "xn--9", "follows the edition of 2025-12"),
            row(new, "2025", "xn--9", "follows the edition of 2026-06"),
            row("", "2026-06", "xn--9", "declare limits.url in codecs.uts46"),
            row("", "2025", "xn--9", "declare limits.url in codecs.uts46"),
            row("", "current", "xn--9", "profile=whatwg"),
            row(old, "current", "xn--9", "profile=whatwg"),
            row(r#""url":"2027-01""#, "2026-06", "XN--9", "profile=whatwg"),
        ] {
            let json = format!(
                r#"{{"ops":["to-ascii"],"params":{{"profile":["whatwg"]}},"limits":{{{declared}}}}}"#
            );
            let support: CodecSupport = serde_json::from_str(&json).expect("a codec of a hello");
            let mut request = Request::new("uts46", "to-ascii", name.into());
            for (name, word) in [("profile", "whatwg"), (EDITION, edition)] {
                let value = Parameter::from_word(word);
                request.params.insert(name.to_owned(), value);
            }
            let answer = match asked(request, &support) {
                Ok(request) => {
                    let words = request.params.iter();
                    let words = words.map(|(name, value)| format!("{name}={value}"));
                    words.collect::<Vec<_>>().join(" ")
                }
                Err((_, why)) => why,
            };
            assert!(answer.ends_with(sent), "{declared} {edition}: {answer}");
        }
    }

    #[test]
    fn names_of_uts_46_are_sent_to_a_url_parser_with_an_edition() {
        let json =
            r#"{"ops":["to-ascii"],"params":{"profile":["whatwg"]},"limits":{"url":"2026-06"}}"#;
        let support: CodecSupport = serde_json::from_str(json).expect("a codec of a hello");
        let request = |name: &str| Request::new("uts46", "to-ascii", name.into());
        assert!(asked(request("xn--tda"), &support).is_ok());
        // It is an error of UTS #46, and not of this edition.
        assert!(asked(request("xn--9"), &support).is_err());
    }
}
