//! A finding as a vector file, ready for `acegate vectors add`.

use acegate_codec::{Failure as CodecFailure, Parameter, Value};
use acegate_vectors::{
    Case, Expectation, File, Origin, Outcome, Param, Value as Written, write_file,
};

use super::known::nearest;
use super::{Finding, digest};
use crate::failure::{FailureKind, word};

/// The text of a vector file with one case: the request of the finding, and what the plain twin
/// answers. Nothing for a finding that no vector can say: of a reader of the harness, of a request
/// that is unsupported, of an answer that cannot be had.
///
/// Clause, requirements and level are those of the nearest known case, of the same codec and, where
/// there is one, the same operation and outcome. Together with the answer they are a proposal:
/// whoever adds the case looks at the document first.
#[must_use]
pub fn vector_file(finding: &Finding) -> Option<String> {
    let request = finding.target.request(&finding.octets)?;
    // The twin is asked here, in this process: not where somebody may hang.
    if matches!(finding.kind, FailureKind::Hang | FailureKind::Death) {
        return None;
    }
    let outcome = std::panic::catch_unwind(|| request.plain()).ok()?;
    let nearest = nearest(&request, word(&outcome)).ok()??;
    let expect = Expectation::one(match &outcome {
        Ok(value) => Outcome::Ok(written(value).into()),
        Err(CodecFailure::Refused(error)) => {
            Outcome::Error { kinds: vec![error.code().to_owned()], at: Some(error.position as u64) }
        }
        Err(CodecFailure::Unsupported(_)) => return None,
    });
    let op = request.operation.name;
    let case = Case {
        id: format!(
            "{}/found/{op}-{}-{:08x}",
            request.codec,
            word(&outcome),
            digest(&format!("{request:?}"))
        ),
        codec: request.codec.into(),
        document: nearest.document,
        clause: nearest.clause,
        requirements: nearest.requirements,
        level: nearest.level,
        ops: vec![op.to_owned()],
        params: request
            .parameters
            .iter()
            .map(|(name, value)| (name.clone(), param(value)))
            .collect(),
        input: written(&request.input).into(),
        expect,
        origin: Origin::Found,
        confirmed: vec!["plain".to_owned()],
        note: Some(format!(
            "Found by the fuzz target {}: {} ({}, from an input of {} octets); clause and \
             requirements as in {}",
            finding.target.name,
            finding.detail,
            finding.kind.as_str(),
            finding.from,
            nearest.id
        )),
        file: String::new(),
        line: 0,
    };
    let file = File {
        path: String::new(),
        comments: Vec::new(),
        codec: case.codec.clone(),
        document: case.document.clone(),
        theme: "found".to_owned(),
        summary: "What fuzzing found.".to_owned(),
    };
    Some(write_file(&file, [&case]))
}

fn written(value: &Value) -> Written {
    match value {
        Value::Text(text) => {
            Written::Text { code_points: text.code_points.clone(), flags: text.flags.clone() }
        }
        Value::Octets(octets) => Written::Octets(octets.clone()),
        Value::List(values) => Written::List(values.iter().map(written).collect()),
    }
}

fn param(value: &Parameter) -> Param {
    match value {
        Parameter::Boolean(value) => Param::Boolean(*value),
        Parameter::Integer(value) => Param::Integer(*value),
        Parameter::Text(value) => Param::Text(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Signature;
    use crate::targets::Target;
    use acegate_vectors::Suite;

    fn finding(target: &str, octets: &[u8]) -> Finding {
        Finding {
            target: Target::named(target).expect("a target"),
            octets: octets.to_vec(),
            signature: Signature("s".into()),
            kind: FailureKind::Value,
            detail: "\"a\" and \"b\"".into(),
            from: 40,
        }
    }

    #[test]
    fn a_finding_is_a_file_that_loads() {
        let text = vector_file(&finding("impl_punycode", b"100-tda")).expect("a vector");
        let suite = Suite::from_sources([("found.yaml", text.as_bytes())]).expect("loads");
        let case = &suite.cases[0];
        assert_eq!(*case.input, Written::from("-tda"));
        let kinds = vec!["bad-digit".to_owned()];
        let refused = Outcome::Error { kinds, at: Some(0) };
        assert_eq!(case.expect, Expectation::one(refused));
        assert_eq!(case.origin, Origin::Found);
        assert!(case.note.as_deref().is_some_and(|note| note.contains("impl_punycode")));
    }

    #[test]
    fn what_no_vector_can_say_gives_none() {
        assert_eq!(vector_file(&finding("harness_texts", b"0x")), None);
    }
}
