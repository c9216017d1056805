//! The property that `to-ascii` writes host names.

use acegate_codec::host::{LABEL_MAX, NAME_MAX, is_ldh};
use acegate_codec::{Codec, Text, Value};
use acegate_vectors::{Expectation, Level};

use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property};
use crate::observation::Outcome;
use crate::protocol::Request;

/// A written name is a name of a host.
pub(super) const HOST_NAME: Property = Property {
    id: "host-name",
    statement: "A name that is written has labels of 1 to 63 letters, digits and hyphens, and 253 \
                octets at most.",
    needs_reference: true,
    clause: |codec, op| {
        acegate_codec::codec(codec).map(Codec::document).filter(|_| op == "to-ascii")
    },
    check: |request, subject| {
        let outcome = subject.answer(request);
        match written(&outcome) {
            Some(name) if !is_host_name(&name) => wrong(HOST_NAME.id, request, outcome),
            _ => Ok(()),
        }
    },
};

/// A label that was encoded can be told.
pub(super) const PREFIX: Property = Property {
    id: "prefix",
    statement: "A label that is not plain ASCII is written with the prefix of its encoding.",
    needs_reference: true,
    clause: |codec, op| {
        let has_prefix = matches!(codec, "punycode" | "utf6" | "race" | "lace");
        let writes = op == "to-ascii" || op == "encode" && codec != "punycode";
        acegate_codec::codec(codec).map(Codec::document).filter(|_| has_prefix && writes)
    },
    check: |request, subject| {
        let outcome = subject.answer(request);
        let (Some(name), Ok(model)) = (written(&outcome), request.fast()) else { return Ok(()) };
        let Some(right) = written(&Outcome::Value(model)) else { return Ok(()) };
        let start = |label: &str| label.get(..4).map(str::to_ascii_lowercase);
        let is_marked = name.split('.').zip(right.split('.')).all(|(own, right)| {
            let is_encoded = right.get(2..4) == Some("--");
            !is_encoded || start(own) == start(right)
        });
        if is_marked { Ok(()) } else { wrong(PREFIX.id, request, outcome) }
    },
};

fn written(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Value(Value::Text(text)) => Text::to_scalar_string(text),
        _ => None,
    }
}

fn is_host_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_label = |label: &str| (1..=LABEL_MAX).contains(&label.len()) && is_ldh(label);
    name.len() <= NAME_MAX && name.split('.').all(is_label)
}

/// The breach of a request whose answer the model knows better.
fn wrong(property: &'static str, request: &Request, outcome: Outcome) -> Result<(), Box<Breach>> {
    let right = match request.fast() {
        Ok(value) => Outcome::Value(value),
        Err(_) => Outcome::Refused(Default::default()),
    };
    let Some(expected) = right_outcome(&right).filter(|_| right != outcome) else { return Ok(()) };
    Err(Box::new(Breach {
        property,
        history: Vec::new(),
        request: request.clone(),
        expect: Expectation::one(expected),
        level: Level::Should,
        outcome,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{CodecSubject, Subject};

    struct Always(&'static str);

    impl Subject for Always {
        fn answer(&mut self, _: &Request) -> Outcome {
            Outcome::Value(self.0.into())
        }
    }

    #[test]
    fn names_that_no_host_has_and_labels_without_a_prefix_are_seen() {
        let request = Request::new("punycode", "to-ascii", "b\u{fc}cher.example".into());
        let reference = acegate_codec::codec("punycode").expect("a codec");
        for law in [HOST_NAME, PREFIX] {
            assert_eq!((law.check)(&request, &mut CodecSubject(reference)), Ok(()), "{}", law.id);
        }
        for name in ["b\u{fc}cher.example", "a..b", "a_b"] {
            assert!((HOST_NAME.check)(&request, &mut Always(name)).is_err(), "{name}");
        }
        assert!((PREFIX.check)(&request, &mut Always("bcher-kva.example")).is_err());
        assert!((PREFIX.check)(&request, &mut Always("XN--bcher-kva.example")).is_ok());
    }
}
