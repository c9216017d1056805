//! Which answers of IDNA are right where a name has a label that is refused.

use std::sync::Arc;

use acegate_codec::punycode::PREFIX;
use acegate_codec::{Failure, Text, Value, host};
use acegate_vectors::{Level, Outcome as Right, Value as VectorValue};

use crate::protocol::Request;

/// The answers of a ToUnicode that never fails: labels that cannot be decoded are left as they are, or
/// the whole name is (RFC 3490, section 4.2); never another text. A plain label that
/// has the prefix already passes ToASCII unchanged (section 4.1, step 4).
pub(super) fn left_unchanged(request: &Request, kind: &str) -> Vec<Right> {
    let name = request.text().filter(|_| request.codec == "punycode");
    let Some(name) = name.and_then(Text::to_scalar_string) else { return Vec::new() };
    let answers = match &*request.op {
        "to-unicode" => {
            let kept = |label: &str| label.to_owned();
            let read = |label| answer_to(request, label).unwrap_or_else(|| kept(label));
            let labels = name.split('.').map(read);
            let labels = labels.collect::<Vec<_>>().join(".");
            if labels == name { vec![name] } else { vec![labels, name] }
        }
        "to-ascii" if kind == "bad-prefix" => {
            let (labels, root) =
                name.strip_suffix('.').map_or((&*name, ""), |labels| (labels, "."));
            let written = |label| match host::has_prefix(label, PREFIX) && label.is_ascii() {
                true => Some(label.to_owned()),
                false => answer_to(request, label),
            };
            let labels: Option<Vec<String>> = labels.split('.').map(written).collect();
            labels.map(|labels| labels.join(".") + root).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let right = |name: String| Right::Ok(Arc::new(VectorValue::from(name.as_str())));
    answers.into_iter().map(right).collect()
}

/// The text that the operation of a request gives for another input; `None` for a refusal.
fn answer_to(request: &Request, input: &str) -> Option<String> {
    let answer = request.then(&request.op, Value::from(input)).fast().ok()?;
    answer.as_text().ok()?.to_scalar_string()
}

/// How binding the refusal of a name that is too long to be written is: every profile measures its labels,
/// and not all of them the name.
pub(super) fn level_of_length(request: &Request) -> Level {
    let name = request.text().and_then(Text::to_scalar_string).unwrap_or_default();
    let is_long = |label| {
        let own = request.then("to-ascii", Value::from(label)).fast();
        matches!(own, Err(Failure::Refused(error)) if error.code() == "too-long")
    };
    if name.split('.').any(is_long) { Level::Must } else { Level::Should }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_is_refused_is_left_as_it_is() {
        let left = |op: &str, kind: &str, name: &str| {
            let request = Request::new("punycode", op, name.into());
            let text = |right: Right| match right {
                Right::Ok(value) => value.to_scalar_string(),
                _ => None,
            };
            left_unchanged(&request, kind).into_iter().filter_map(text).collect::<Vec<_>>()
        };
        // RFC 3490, section 4.2: the label, or the whole name.
        let both = ["\u{fc}.xn--b", "xn--tda.xn--b"];
        assert_eq!(left("to-unicode", "truncated", "xn--tda.xn--b"), both);
        assert_eq!(left("to-unicode", "truncated", "xn--b"), ["xn--b"]);
        // Section 4.1, steps 4 and 5: only a label of ASCII passes.
        assert_eq!(left("to-ascii", "bad-prefix", "\u{e9}.xn--b."), ["xn--9ca.xn--b."]);
        assert!(left("to-ascii", "bad-prefix", "xn--\u{e9}").is_empty());
    }

    #[test]
    fn the_length_of_a_label_binds_and_that_of_a_name_does_not() {
        let level =
            |name: &str| level_of_length(&Request::new("punycode", "to-ascii", name.into()));
        assert_eq!(level(&format!("a.{}", "b".repeat(64))), Level::Must);
        assert_eq!(level(&["a".repeat(62).as_str(); 5].join(".")), Level::Should);
    }
}
