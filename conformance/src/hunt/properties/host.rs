//! The properties that `to-ascii` writes host names.

use acegate_codec::host::{LABEL_MAX, NAME_MAX, has_prefix, is_ldh};
use acegate_codec::{Codec, Text, Value, lace, punycode, race, utf6};

use crate::hunt::oracle::cannot_be_right;
use crate::hunt::property::Property;
use crate::observation::Outcome;

/// A written name is a name of a host.
pub const HOST_NAME: Property = Property {
    id: "host-name",
    statement: "A name that is written has labels of 1 to 63 letters, digits and hyphens, and 253 \
                octets at most.",
    needs_reference: true,
    clause: |codec, op| {
        acegate_codec::codec(codec).map(Codec::document).filter(|_| op == "to-ascii")
    },
    check: |request, subject| {
        let outcome = subject.answer(request);
        let Outcome::Value(value) = &outcome else { return Ok(()) };
        let is_strict = subject.is_strict();
        // ToUnicode must get a host name, too.
        let ascii = if request.op == "to-unicode" { &request.input } else { value };
        match string(ascii) {
            Some(name) if !is_host_name(&name, is_strict) => {
                cannot_be_right(HOST_NAME.id, request, outcome, is_strict)
            }
            _ => Ok(()),
        }
    },
};

/// A label that was encoded can be told.
pub const PREFIX: Property = Property {
    id: "prefix",
    statement: "A label that is not plain ASCII is written with the prefix of its encoding.",
    needs_reference: true,
    clause: |codec, op| {
        let writes = op == "to-ascii" || op == "encode" && codec != "punycode";
        let document = acegate_codec::codec(codec).map(Codec::document);
        document.filter(|_| prefix(codec, false).is_some() && writes)
    },
    check: |request, subject| {
        let outcome = subject.answer(request);
        let Outcome::Value(value) = &outcome else { return Ok(()) };
        let (Some(text), Some(written)) = (string(&request.input), string(value)) else {
            return Ok(());
        };
        let Some(prefix) = prefix(&request.codec, request.is("draft", "0")) else { return Ok(()) };
        let is_marked = |(from, to): (&str, &str)| {
            let is_plain = is_ldh(from) && !has_prefix(from, prefix);
            is_plain || has_prefix(to, prefix)
        };
        let holds = match request.op.as_str() {
            "to-ascii" => text.split('.').zip(written.split('.')).all(is_marked),
            "encode" => request.is("layer", "bare") || has_prefix(&written, prefix),
            _ => true,
        };
        if holds {
            return Ok(());
        }
        cannot_be_right(PREFIX.id, request, outcome, subject.is_strict())
    },
};

/// The prefix of encoded labels; `None` for a codec that has none.
fn prefix(codec: &str, is_draft_00: bool) -> Option<&'static str> {
    Some(match codec {
        "punycode" => punycode::PREFIX,
        "utf6" => utf6::PREFIX,
        "race" => race::PREFIX,
        "lace" if is_draft_00 => lace::PREFIX_DRAFT_00,
        "lace" => lace::PREFIX,
        _ => return None,
    })
}

fn string(value: &Value) -> Option<String> {
    value.as_text().ok().and_then(Text::to_scalar_string)
}

/// Whether the name is within the limits. Some documents let no label begin or end with a hyphen.
fn is_host_name(name: &str, without_hyphens: bool) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let has_hyphen = |label: &str| label.starts_with('-') || label.ends_with('-');
    let is_label = |label: &str| {
        (1..=LABEL_MAX).contains(&label.len())
            && is_ldh(label)
            && !(without_hyphens && has_hyphen(label))
    };
    name.len() <= NAME_MAX && name.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::property::Strict;
    use crate::hunt::{CodecSubject, Subject};
    use crate::protocol::Request;

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

    #[test]
    fn a_strict_subject_is_judged_without_the_reference() {
        let broken = |law: Property, op: &str, input: &str, answer| {
            let request = Request::new("punycode", op, input.into());
            (law.check)(&request, &mut Strict(answer)).is_err()
        };
        // The reference gives the same, and may be the subject.
        let reference = |request: &Request| Outcome::Value(request.fast().expect("a value"));
        assert!(!broken(HOST_NAME, "to-ascii", "a.b", reference));
        assert!(broken(HOST_NAME, "to-ascii", "x", |_| Outcome::Value("-a".into())));
        // `to-unicode` accepts only host names, too.
        assert!(broken(HOST_NAME, "to-unicode", "a_b", |_| Outcome::Value("x".into())));
        assert!(broken(PREFIX, "to-ascii", "xn--a", |_| Outcome::Value("a".into())));
        let bare = Request::new("utf6", "encode", "\u{fc}".into()).with("layer", "bare");
        let answer = |_: &Request| Outcome::Value("vfc".into());
        assert_eq!((PREFIX.check)(&bare, &mut Strict(answer)), Ok(()));
        let host = bare.with("layer", "host");
        assert!((PREFIX.check)(&host, &mut Strict(answer)).is_err());
    }
}
