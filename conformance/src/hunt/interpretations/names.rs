//! The answers of IDNA that are right besides a rejection: labels that are left as they are, and other dots.

use std::sync::Arc;

use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::{Failure, Text, Value, Verb, host};
use acegate_vectors::{Outcome as Right, Value as VectorValue};

use super::{Asked, all_answers};
use crate::hunt::request::model_outcome;
use crate::protocol::Request;

/// The dots of section 3.1 of RFC 3490 besides the full stop.
pub(in crate::hunt) const WIDE_DOTS: [u32; 3] = [0x3002, 0xFF0E, 0xFF61];

/// Whether the name, or a part of it, is returned unchanged by a ToUnicode that never fails.
pub(super) fn is_left_by_to_unicode(asked: &Asked<'_>) -> bool {
    asked.request.does(Verb::ToUnicode) && !asked.unchanged.is_empty()
}

/// Whether a label with the prefix passes ToASCII unchanged, which the transcription rejects.
pub(super) fn is_kept_by_to_ascii(asked: &Asked<'_>) -> bool {
    asked.request.does(Verb::ToAscii) && !asked.unchanged.is_empty()
}

/// The answers of a ToUnicode that never fails: labels that cannot be decoded are left as they are, or
/// the whole name is (RFC 3490, section 4.2), and the text is never another one. A plain label that
/// has the prefix already passes ToASCII unchanged (section 4.1, step 4).
pub(super) fn left_unchanged(request: &Request, kind: &str) -> Vec<Right> {
    if request.codec != punycode::ABOUT.id {
        return Vec::new();
    }
    let Some(name) = request.text().and_then(Text::to_scalar_string) else {
        return Vec::new();
    };
    let mut answers = Vec::new();
    if request.does(Verb::ToUnicode) {
        let labels = with_readable_labels_read(request, &name);
        if labels != name {
            answers.push(right_text(&labels));
        }
        answers.push(right_text(&name));
    } else if request.does(Verb::ToAscii)
        && kind == "bad-prefix"
        && let Some(written) = with_encoded_labels_kept(request, &name)
    {
        answers.push(right_text(&written));
    }
    answers
}

/// The name after ToUnicode, with labels that cannot be decoded as they are.
fn with_readable_labels_read(request: &Request, name: &str) -> String {
    let mut labels = Vec::new();
    for label in name.split('.') {
        labels.push(answer_to(request, label).unwrap_or_else(|| label.to_owned()));
    }
    labels.join(".")
}

/// The name after a ToASCII that leaves labels of ASCII with the prefix as they are; `None` if it rejects
/// another label.
fn with_encoded_labels_kept(request: &Request, name: &str) -> Option<String> {
    let (labels, root) = match name.strip_suffix('.') {
        Some(labels) => (labels, "."),
        None => (name, ""),
    };
    let mut written = Vec::new();
    for label in labels.split('.') {
        if host::has_prefix(label, PREFIX) && label.is_ascii() {
            written.push(label.to_owned());
        } else {
            written.push(answer_to(request, label)?);
        }
    }
    Some(written.join(".") + root)
}

pub(super) fn right_text(text: &str) -> Right {
    Right::Ok(Arc::new(VectorValue::from(text)))
}

/// The text that the operation of a request gives for another input; `None` for a rejection.
fn answer_to(request: &Request, input: &str) -> Option<String> {
    let answer = request
        .derive(&request.op, Value::from(input))
        .fast()
        .ok()?;
    answer.as_text().ok()?.to_scalar_string()
}

/// Whether ToASCII rejects the name because a label of it alone is too long. Every profile limits its labels.
pub(super) fn is_rejected_for_a_label(asked: &Asked<'_>) -> bool {
    let request = asked.request;
    if request.codec != punycode::ABOUT.id
        || !request.does(Verb::ToAscii)
        || asked.kind() != Some("too-long")
    {
        return false;
    }
    let Some(name) = request.text().and_then(Text::to_scalar_string) else {
        return false;
    };
    for label in name.split('.') {
        let answer = request
            .derive(Verb::ToAscii.name(), Value::from(label))
            .fast();
        if let Err(Failure::Refused(error)) = answer
            && error.code() == "too-long"
        {
            return true;
        }
    }
    false
}

/// All right answers to the same name with full stops in the place of wide dots, which section 3.1 of RFC 3490
/// takes for dots; none if the name has no wide dot.
pub(super) fn answers_with_plain_dots(asked: &Asked<'_>) -> Vec<Right> {
    let Some(dotted) = with_plain_dots(asked.request) else {
        return Vec::new();
    };
    match model_outcome(&dotted.plain()) {
        Some(model) => all_answers(&Asked::new(&dotted, &model)),
        None => Vec::new(),
    }
}

/// The same host name with full stops in the place of wide dots; `None` if it has none.
fn with_plain_dots(request: &Request) -> Option<Request> {
    if request.codec != punycode::ABOUT.id || !request.verb().is_some_and(Verb::is_of_host_names) {
        return None;
    }
    let mut points = request.text()?.code_points.clone();
    let mut has_wide_dots = false;
    for point in &mut points {
        if WIDE_DOTS.contains(point) {
            *point = u32::from('.');
            has_wide_dots = true;
        }
    }
    if !has_wide_dots {
        return None;
    }
    Some(request.derive(&request.op, Value::from_code_points(points)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::interpretations::right_answers;
    use acegate_vectors::Level;

    fn left(op: &str, kind: &str, name: &str) -> Vec<String> {
        let request = Request::new("punycode", op, name.into());
        let mut texts = Vec::new();
        for right in left_unchanged(&request, kind) {
            if let Right::Ok(value) = right {
                texts.extend(value.to_scalar_string());
            }
        }
        texts
    }

    #[test]
    fn a_label_that_is_refused_is_left_as_it_is() {
        // RFC 3490, section 4.2: the label, or the whole name.
        let both = ["\u{fc}.xn--b", "xn--tda.xn--b"];
        assert_eq!(left("to-unicode", "truncated", "xn--tda.xn--b"), both);
        assert_eq!(left("to-unicode", "truncated", "xn--b"), ["xn--b"]);
        // Section 4.1, steps 4 and 5: only a label of ASCII passes.
        assert_eq!(
            left("to-ascii", "bad-prefix", "\u{e9}.xn--b."),
            ["xn--9ca.xn--b."]
        );
        assert!(left("to-ascii", "bad-prefix", "xn--\u{e9}").is_empty());
    }

    fn level(name: &str) -> Level {
        let request = Request::new("punycode", "to-ascii", name.into());
        let right = right_answers(&request).expect("the operation is supported");
        right.level
    }

    #[test]
    fn the_length_of_a_label_binds_and_that_of_a_name_does_not() {
        assert_eq!(level(&format!("a.{}", "b".repeat(64))), Level::Must);
        assert_eq!(
            level(&["a".repeat(62).as_str(); 5].join(".")),
            Level::Should
        );
    }
}
