//! Tests an implementation of IDNA 2008: its options, and the Unicode version of its tables.
//!
//! In: the answers to names on which options and versions differ, and the declaration. Out: a point for each answer
//! that contradicts the declaration, with the words to declare.

use acegate_codec::idna2008::{self, NameOptions};
use acegate_codec::{Parameter, Value, Verb};

use super::versions::{Answer, NEW_LETTERS, Names, examine_versions};
use super::{Examination, answer_in};
use crate::observation::Outcome;
use crate::protocol::{CodecSupport, Request};
use crate::suite::{idna2008_options, is_within_limits, with_own_idna2008_options};

/// A parameter, and names whose answers are others for each of its values. The mapping comes first and the process
/// before the rules of contexts, because they also decide the answers to the names after them.
const OPTIONS: [(&str, &[&str]); 6] = [
    ("mapping", &["\u{C9}", "e\u{301}"]),
    ("ldh", &["a_b"]),
    ("root", &["a."]),
    // A lookup does not ask for hyphens at the edge of a U-label.
    ("process", &["-é", "é-"]),
    ("check-contexto", &["a·b"]),
    ("check-bidi", &["1א", "אa"]),
];

/// A symbol, which is DISALLOWED under every option.
const SYMBOL: &str = "♥";

/// Adds a point for each declaration that the answers to one operation contradict: to `to-ascii`, or to `check` of an
/// implementation that only has this. Adds none where there is no answer, or where it is the same for every option.
pub(super) fn examine_idna2008(
    support: &CodecSupport,
    mut answer: impl FnMut(&Request) -> Outcome,
    examination: &mut Examination,
) {
    let verbs = [Verb::ToAscii, Verb::Check];
    let is_offered = |verb: &Verb| support.ops.iter().any(|op| op == verb.name());
    let Some(verb) = verbs.into_iter().find(is_offered) else {
        return;
    };
    let request = Request::of(&idna2008::ABOUT, verb, Value::from(""));
    let own = with_own_idna2008_options(request, support);
    let mut answer = |name: &str| -> Option<Answer> {
        let request = Request {
            input: Value::from(name),
            ..own.clone()
        };
        if !is_within_limits(&request, support) {
            return None;
        }
        answer_in(answer(&request))
    };
    // An implementation that does not check code points accepts the names of every option.
    if answer(SYMBOL) != Some(None) {
        return;
    }
    let Some(options) = examine_options(&own, &mut answer, examination) else {
        return;
    };
    let right = |name: &str| right(verb, name, &options);
    let versions = |name: &str| idna2008::versions(verb, name, &options);
    let names = Names {
        codec: idna2008::ABOUT.id,
        letters: NEW_LETTERS,
        checks_joiners: true,
        right: &right,
        versions: &versions,
    };
    examine_versions(support.limits.unicode, &names, &mut answer, examination);
}

/// Returns the options that match the answers, and the declared ones where the answers do not decide.
fn examine_options(
    own: &Request,
    answer: &mut impl FnMut(&str) -> Option<Answer>,
    examination: &mut Examination,
) -> Option<NameOptions> {
    let verb = own.verb()?;
    let mut found = own.clone();
    let mut differing = Vec::new();
    for (parameter, names) in OPTIONS {
        let answers: Option<Vec<_>> = names.iter().map(|name| answer(name)).collect();
        let operation = own.operation()?;
        let mut specs = operation.parameters.iter();
        let (Some(answers), Some(spec)) = (answers, specs.find(|spec| spec.name == parameter))
        else {
            continue;
        };
        let mut fitting = Vec::new();
        for word in spec.values {
            let mut changed = found.clone();
            let value = Parameter::from_word(word);
            changed.params.insert(parameter.to_owned(), value);
            let options = idna2008_options(&changed)?;
            let mut pairs = names.iter().zip(&answers);
            if pairs.all(|(name, answer)| right(verb, name, &options) == *answer) {
                fitting.push((word, changed));
            }
        }
        if let [(word, changed)] = &fitting[..]
            && idna2008_options(changed) != idna2008_options(&found)
        {
            found = changed.clone();
            let value = match Parameter::from_word(word) {
                Parameter::Boolean(_) => (**word).to_owned(),
                Parameter::Integer(_) | Parameter::Text(_) => format!("{word:?}"),
            };
            differing.push(format!("{parameter:?}:[{value}]"));
        }
    }
    if !differing.is_empty() {
        let text = format!(
            "the answers match \"params\":{{{}}}, but that is not declared: add it to codecs.{} in the hello",
            differing.join(","),
            idna2008::ABOUT.id
        );
        examination.doubt("options", text);
    }
    idna2008_options(&found)
}

/// The right answer under these options.
fn right(verb: Verb, name: &str, options: &NameOptions) -> Answer {
    let text = idna2008::process(verb, name, options).ok()?;
    Some(Value::from(&*text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Refusal;

    /// The points on an implementation that declares this and answers by these options, with the newest tables.
    fn points(json: &str, options: &NameOptions) -> Vec<String> {
        let support = serde_json::from_str(json).expect("a codec of a hello");
        let mut examination = Examination::default();
        let answer = |request: &Request| {
            let verb = request.verb().expect("a verb");
            let name = request.input.as_text().expect("a text").to_scalar_string();
            let answer = right(verb, &name.expect("a name"), options);
            answer.map_or(Outcome::Refused(Refusal::default()), Outcome::Value)
        };
        examine_idna2008(&support, answer, &mut examination);
        examination
            .points
            .into_iter()
            .map(|point| point.text)
            .collect()
    }

    #[test]
    fn what_is_declared_as_it_is_found_has_no_point() {
        let json = r#"{"ops":["to-ascii"],"limits":{"unicode":"18"}}"#;
        assert_eq!(points(json, &NameOptions::REGISTRATION), [""; 0]);
        let json = r#"{"ops":["check"],"params":{"process":["lookup"]},"limits":{"unicode":"18"}}"#;
        assert_eq!(points(json, &NameOptions::LOOKUP), [""; 0]);
    }

    #[test]
    fn nothing_is_found_where_every_name_is_accepted() {
        let support = serde_json::from_str(r#"{"ops":["check"]}"#).expect("a codec of a hello");
        let mut examination = Examination::default();
        let answer = |request: &Request| Outcome::Value(request.input.clone());
        examine_idna2008(&support, answer, &mut examination);
        assert_eq!(examination.points.len(), 0);
    }

    #[test]
    fn options_and_versions_that_are_not_declared_are_found() {
        let options = NameOptions {
            ldh: false,
            root: false,
            ..NameOptions::LOOKUP
        };
        for op in ["to-ascii", "check"] {
            let found = points(&format!(r#"{{"ops":["{op}"]}}"#), &options);
            let [params, version] = &found[..] else {
                panic!("{found:?}");
            };
            let expected = r#"{"ldh":[false],"root":[false],"process":["lookup"]}"#;
            assert!(params.contains(expected), "{params}");
            assert!(
                version.contains(r#"{"unicode":"18"}, but none is"#),
                "{version}"
            );
        }
    }
}
