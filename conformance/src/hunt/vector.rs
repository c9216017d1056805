//! A request as a vector file, ready for `acegate vectors add`.

use std::panic::catch_unwind;

use acegate_codec::Failure;
use acegate_vectors::{Case, Expectation, File, Origin, Outcome, write_file};

use super::known::nearest_case;
use super::violation::{code_of, digest};
use crate::protocol::Request;
use crate::suite::{vector_parameter, vector_value};

/// The text of a vector file with one case: the request, and what the model answers. `None` if the
/// request is unsupported or the model has no answer.
///
/// `reason` says who found it and what was seen; it begins the note of the case. Clause, requirements
/// and level are those of the nearest known case, of the same codec and, if there is one, the same
/// operation and outcome. Together with the answer they are a proposal: whoever adds the case looks at
/// the document first.
#[must_use]
pub fn vector_file(request: &Request, reason: &str) -> Option<String> {
    let outcome = catch_unwind(|| request.plain()).ok()?;
    let nearest = nearest_case(request, code_of(&outcome)).ok()??;
    let expect = Expectation::one(match &outcome {
        Ok(value) => Outcome::Ok(vector_value(value).into()),
        Err(Failure::Refused(error)) => {
            Outcome::Error { kinds: vec![error.code().to_owned()], at: Some(error.position as u64) }
        }
        Err(Failure::Unsupported(_)) => return None,
    });
    let code = code_of(&outcome);
    let digest = digest(&format!("{request:?}"));
    let case = Case {
        id: format!("{}/found/{}-{code}-{digest:08x}", request.codec, request.op),
        codec: request.codec.clone(),
        ops: vec![request.op.clone()],
        params: request
            .params
            .iter()
            .map(|(name, value)| (name.clone(), vector_parameter(value)))
            .collect(),
        input: vector_value(&request.input).into(),
        expect,
        origin: Origin::Found,
        confirmed: vec!["plain".to_owned()],
        note: Some(format!("{reason}; clause and requirements as in {}", nearest.id)),
        file: String::new(),
        line: 0,
        ..nearest
    };
    let file = File {
        path: String::new(),
        comments: Vec::new(),
        codec: case.codec.clone(),
        document: case.document.clone(),
        theme: "found".to_owned(),
        summary: "Requests that fuzzing and hunting found.".to_owned(),
    };
    Some(write_file(&file, [&case]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::{Suite, Value};

    #[test]
    fn a_request_is_a_file_that_loads() {
        let request = Request::new("punycode", "decode", "-tda".into()).with("width", "31");
        let text = vector_file(&request, "Found by a test").expect("a vector");
        let suite = Suite::from_sources([("found.yaml", text.as_bytes())]).expect("loads");
        let case = &suite.cases[0];
        assert_eq!(*case.input, Value::from("-tda"));
        // RFC 3492, section 6.2: the delimiter is consumed only after at least one character.
        let refused = Outcome::Error { kinds: vec!["bad-digit".to_owned()], at: Some(0) };
        assert_eq!(case.expect, Expectation::one(refused));
        assert_eq!(case.origin, Origin::Found);
        assert!(case.note.as_deref().is_some_and(|note| note.starts_with("Found by a test; ")));
        assert_eq!(crate::suite::request_for(&suite.checks()[0]), request);
    }

    #[test]
    fn a_request_that_the_model_does_not_support_makes_no_vector() {
        let request = Request::new("punycode", "decode", "a".into()).with("width", "7");
        assert!(matches!(request.plain(), Err(Failure::Unsupported(_))));
        assert_eq!(vector_file(&request, "Found by a test"), None);
        assert_eq!(vector_file(&Request::new("x", "decode", "a".into()), "Found by a test"), None);
    }
}
