//! Tests an implementation of UTS #46: its settings, and its declaration of `idna`.
//!
//! In: the answers to names on which settings and versions differ, and the declaration. Out: a
//! point for each answer that contradicts the declaration, with the words to declare.

use acegate_codec::uts46::Settings;
use acegate_codec::{Operation, Parameter, Parameters, Value, Verb, uts46};

use super::versions::{Answer, Names, examine_versions, right};
use super::{Examination, answer_in};
use crate::observation::Outcome;
use crate::protocol::{CodecSupport, Idna, Request};
use crate::suite::{is_within_limits, operation, own_settings, settings, without_defaults};

/// Adds a point for each declaration about `to-ascii` that the answers contradict. Adds none where
/// there is no answer, or where the answer is the same for every setting.
pub(super) fn examine_uts46(
    support: &CodecSupport,
    mut answer: impl FnMut(&Request) -> Outcome,
    examination: &mut Examination,
) {
    let Some(operation) = operation(Verb::ToAscii.name()) else {
        return;
    };
    let settings = own_settings(operation, support);
    let params = without_defaults(operation, &settings);
    let mut answer = |name: &str| -> Option<Answer> {
        let request = Request::of(&uts46::ABOUT, operation.verb, Value::from(name));
        let request = Request {
            params: params.clone(),
            ..request
        };
        if !is_within_limits(&request, support) {
            return None;
        }
        answer_in(answer(&request))
    };
    let found = examine_settings(operation, &settings, &mut answer, examination);
    if support.idna.is_none() {
        examine_idna(&found, &mut answer, examination);
    }
    let right = |name: &str| right(name, &found);
    let versions = |name: &str| uts46::versions(operation.name, name, &found);
    let names = Names::of_uts46(&found, &right, &versions);
    examine_versions(support.limits.unicode, &names, &mut answer, examination);
}

/// A parameter, and names whose answers are others for each of its values. The profile comes after the flags
/// that it does not set.
const SETTINGS: [(&str, &[&str]); 8] = [
    ("std3", &["a_b"]),
    ("check-hyphens", &["-a", "ab--c"]),
    ("verify-dns-length", &["a..b", LONG]),
    // The second name is a Bidi name of one label.
    ("check-bidi", &["0.א", "אa"]),
    ("check-joiners", &["a\u{200C}b"]),
    ("transitional", &["ß"]),
    // Some leave a name as it is if it is all ASCII.
    ("ignore-invalid-punycode", &["ü.xn--99999999"]),
    ("profile", &["a^b"]),
];

/// A label of 64 letters.
const LONG: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// Returns the settings that match the answers, and the declared ones where the answers do not
/// decide.
fn examine_settings(
    operation: &'static Operation,
    own: &Parameters,
    answer: &mut impl FnMut(&str) -> Option<Answer>,
    examination: &mut Examination,
) -> Settings {
    let mut found = own.clone();
    let mut differing = Vec::new();
    for (parameter, names) in SETTINGS {
        let before = settings(operation, &found).unwrap_or_default();
        let is_lax = !before.std3 && !before.check_hyphens && !before.verify_dns_length;
        if parameter == "profile" && !is_lax {
            continue;
        }
        let answers: Option<Vec<_>> = names.iter().map(|name| answer(name)).collect();
        let spec = operation
            .parameters
            .iter()
            .find(|spec| spec.name == parameter);
        let (Some(answers), Some(spec)) = (answers, spec) else {
            continue;
        };
        let mut fitting = Vec::new();
        for word in spec.values {
            let mut params = found.clone();
            params.insert(parameter.to_owned(), Parameter::from_word(word));
            let settings = settings(operation, &params).unwrap_or_default();
            let mut pairs = names.iter().zip(&answers);
            if pairs.all(|(name, answer)| right(name, &settings) == *answer) {
                fitting.push(word);
            }
        }
        let [word] = fitting[..] else { continue };
        found.insert(parameter.to_owned(), Parameter::from_word(word));
        if found.get(parameter) != own.get(parameter) {
            let value = if parameter == "profile" {
                format!("{word:?}")
            } else {
                (*word).to_owned()
            };
            differing.push(format!("{parameter:?}:[{value}]"));
        }
    }
    if !differing.is_empty() {
        let words = differing.join(",");
        examination.doubt(
            "settings",
            format!(
                "the answers match \"params\":{{{words}}}, but that is not declared: add it to \
                    codecs.uts46 in the hello"
            ),
        );
    }
    settings(operation, &found).unwrap_or_default()
}

/// A symbol, which IDNA 2008 does not allow.
const SYMBOL: &str = "☃";

/// A name that is an address in a URL.
const NUMBER: &str = "0x1";

fn examine_idna(
    found: &Settings,
    answer: &mut impl FnMut(&str) -> Option<Answer>,
    examination: &mut Examination,
) {
    let symbol = wrong_answer(SYMBOL, found, answer);
    let number = wrong_answer(NUMBER, found, answer);
    let (name, idna) = match (symbol, number) {
        (Some(None), None) => (SYMBOL, Idna::Idna2008),
        (_, Some(_)) => (NUMBER, Idna::Url),
        _ => return,
    };
    let word = idna.word();
    let text = format!(
        "the answer to {name:?} matches \"idna\":\"{word}\", but none is declared: add it to \
            codecs.uts46 in the hello"
    );
    examination.doubt("names", text);
}

/// The answer to a name, if it is not the right one under these settings.
fn wrong_answer(
    name: &str,
    settings: &Settings,
    answer: &mut impl FnMut(&str) -> Option<Answer>,
) -> Option<Answer> {
    answer(name).filter(|answer| *answer != right(name, settings))
}

#[cfg(test)]
mod tests {
    use acegate_codec::unicode::{Version, Versions};

    use super::*;
    use crate::observation::Refusal;

    /// The points on an implementation that declares this and answers with these settings. Of the code points
    /// of versions after `mapping` it knows nothing, and of the marks and letters after `tables` no property.
    fn points(
        fields: &str,
        settings: &Settings,
        (mapping, tables): (Version, Version),
    ) -> Vec<String> {
        let json = format!(r#"{{"ops":["to-ascii"],{fields}}}"#);
        let support = serde_json::from_str(&json).expect("a codec of a hello");
        let mut examination = Examination::default();
        let answer = |request: &Request| {
            let text = request.input.as_text().expect("a text");
            let name = text.to_scalar_string().expect("a name");
            let newest = name
                .chars()
                .map(Version::of)
                .max()
                .unwrap_or(Version::V12_1);
            let needed = name.chars().map(|c| Versions::of(c).mapping).max();
            let answer = match () {
                () if needed > Some(mapping) => None,
                () if newest <= tables => right(&name, settings),
                () if name.contains('\u{200C}') => None,
                // Characters without a property stay where they are.
                () => acegate_codec::punycode::encode(&name)
                    .ok()
                    .map(|code| Value::from(&*format!("xn--{code}"))),
            };
            answer.map_or(Outcome::Refused(Refusal::default()), Outcome::Value)
        };
        examine_uts46(&support, answer, &mut examination);
        examination
            .points
            .into_iter()
            .map(|point| point.text)
            .collect()
    }

    const NEW: (Version, Version) = (Version::V18, Version::V18);

    #[test]
    fn what_is_declared_as_it_is_found_has_no_point() {
        let fields = r#""params":["std3","profile"],"limits":{"unicode":"18"}"#;
        assert_eq!(points(fields, &Settings::STRICT, NEW), [""; 0]);
        let url = r#""params":{"profile":["whatwg"]},"limits":{"unicode":"18"}"#;
        assert_eq!(points(url, &Settings::WHATWG, NEW), [""; 0]);
        let old =
            r#""limits":{"unicode":{"mapping":"15.0","nfc":"13","bidi":"13","joining":"13"}}"#;
        assert_eq!(
            points(old, &Settings::STRICT, (Version::V15_0, Version::V13)),
            [""; 0]
        );
    }

    #[test]
    fn settings_that_are_not_declared_are_found() {
        let strict = Settings::STRICT;
        let lax = Settings {
            std3: false,
            verify_dns_length: false,
            check_bidi: false,
            ..strict
        };
        let lenient = Settings {
            transitional: true,
            ignore_invalid_punycode: true,
            ..strict
        };
        for (settings, declared, expected) in [
            (
                lax,
                "",
                r#"{"std3":[false],"verify-dns-length":[false],"check-bidi":[false]}"#,
            ),
            (
                Settings {
                    check_joiners: false,
                    ..strict
                },
                "",
                r#"{"check-joiners":[false]}"#,
            ),
            (
                lenient,
                "",
                r#"{"transitional":[true],"ignore-invalid-punycode":[true]}"#,
            ),
            (strict, r#""std3":[false]"#, r#"{"std3":[true]}"#),
            (
                Settings::WHATWG,
                r#""check-hyphens":[false]"#,
                r#"{"std3":[false],"verify-dns-length":[false],"profile":["whatwg"]}"#,
            ),
        ] {
            let fields = format!(r#""params":{{{declared}}},"limits":{{"unicode":"18"}}"#);
            let found = points(&fields, &settings, NEW);
            assert!(
                found.len() == 1 && found[0].contains(expected),
                "{expected} {found:?}"
            );
        }
    }

    #[test]
    fn the_versions_of_the_tables_are_found() {
        let json = |mapping, tables| {
            let found = points(r#""params":[]"#, &Settings::STRICT, (mapping, tables));
            let [text] = &found[..] else {
                panic!("{found:?}")
            };
            let json = text
                .split("\"unicode\":")
                .nth(1)
                .and_then(|rest| rest.split("}, but").next());
            json.unwrap_or_default().to_owned()
        };
        for version in Version::ALL
            .into_iter()
            .filter(|version| *version > Version::V4)
        {
            assert_eq!(json(version, version), format!("\"{version}\""));
        }
        let old = r#"{"mapping":"18","nfc":"14","bidi":"14","joining":"15.1"}"#;
        assert_eq!(
            json(Version::V18, Version::V14),
            old,
            "no letter of 15.0 or 15.1 joins"
        );
        let declared = points(
            r#""limits":{"unicode":"16"}"#,
            &Settings::STRICT,
            (Version::V15_1, Version::V15_1),
        );
        assert!(declared[0].contains("\"unicode\":\"15.1\"}, but a newer one is declared"));
    }
}
