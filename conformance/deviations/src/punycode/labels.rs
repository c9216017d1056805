//! Labels of host names that are taken for others.

use acegate_codec::plain::bootstring::Steps;
use acegate_codec::{Parameters, Value, host, punycode};

use super::RIGHT;
use super::host::{PREFIX, decoded, payload, reads, text, writes};
use crate::{Call, Deviation, Model, deviation, observed};

/// More deviations at the level of hosts.
pub(crate) const LABELS: &[Deviation] = &[
    deviation("punycode/capital-codes-kept", &["punycode-61", "punycode-71"])
        .summary("A label with the prefix and a capital letter is returned undecoded.")
        .seen(&[observed("Ada 4.0.0")])
        .how(|call| {
            reads(call, |label| {
                let has_capital = label.bytes().any(|c| c.is_ascii_uppercase());
                (has_capital && payload(label).is_some()).then(|| Some(label.to_owned()))
            })
        }),
    deviation("punycode/wide-literal-decoded-in-names", &["punycode-67", "punycode-73"])
        .summary(
            "A label with the prefix is decoded although letters beyond ASCII are in its literal \
             part, and encoded again.",
        )
        .seen(&[observed("Go golang.org/x/net/idna 0.7.0")])
        .how(|call| {
            let wide = |label: &str| wide_literal_decoded(call, label);
            reads(call, |label| wide(label).map(Some)).or_else(|| {
                writes(call, |label| {
                    let code = punycode::encode(&wide(label)?).ok()?;
                    Some(Some(format!("{PREFIX}{code}")))
                })
            })
        }),
    deviation("punycode/codes-of-ascii-decoded-when-written", &["punycode-66"])
        .summary(
            "A label with the prefix that decodes to plain ASCII is replaced by it when a name \
                  is encoded: `xn--abc-` becomes `abc`.",
        )
        .seen(&[observed("Go golang.org/x/net/idna 0.7.0")])
        .how(|call| {
            writes(call, |label| {
                let text = decoded(call, payload(label)?)?;
                (!text.is_empty() && host::is_ldh(&text)).then_some(Some(text))
            })
        }),
    deviation("punycode/empty-labels-dropped", &["punycode-75"])
        .summary("Empty labels are dropped with their dots: `a..b` becomes `a.b`.")
        .seen(&[observed("Erlang idna 6.1.1")])
        .how(|call| {
            let name = text(call).filter(|_| matches!(call.op, "to-ascii" | "to-unicode"))?;
            let labels: Vec<&str> = name.split('.').filter(|label| !label.is_empty()).collect();
            let has_empty = labels.len() < name.trim_end_matches('.').split('.').count();
            has_empty.then(|| call.answer_to(&Value::from(labels.join(".").as_str())))
        }),
    deviation("punycode/hyphenated-labels-encoded", &["punycode-66"])
        .summary("A label of ASCII with a hyphen is encoded: `a-b` becomes `xn--a-b-`.")
        .seen(&[observed("R urltools 1.7.3")])
        .how(|call| {
            writes(call, |label| {
                let is_encoded = label.contains('-') && host::is_ldh(label);
                is_encoded.then(|| Some(format!("{PREFIX}{}", punycode::encode(label).ok()?)))
            })
        }),
    deviation("punycode/rest-of-label-before", &["punycode-62"])
        .summary(
            "A decoded label is written over the decoded one before it in the name, of which the \
             rest stays after it.",
        )
        .seen(&[observed("R urltools 1.7.3")])
        .how(|call| {
            let name = text(call).filter(|_| call.op == "to-unicode")?;
            let mut buffer = Vec::new();
            let mut labels = Vec::new();
            for label in name.split('.') {
                let one = Value::from(label);
                let Ok(Value::Text(own)) = (Call { input: &one, ..*call }).answer() else {
                    return None;
                };
                let mut own = own.to_scalar_string()?;
                if payload(label).is_some() {
                    let length = own.chars().count();
                    own.extend(buffer.iter().skip(length));
                    buffer = own.chars().collect();
                }
                labels.push(own);
            }
            Some(Ok(Value::from(labels.join(".").as_str())))
        }),
];

/// The text of a label with the prefix and letters beyond ASCII in its literal part.
fn wide_literal_decoded(call: &Call<'_>, label: &str) -> Option<String> {
    let code = payload(label).filter(|code| !code.is_ascii())?;
    let input = Value::from(code);
    let rules = Steps { literal: |_, c| Some(c), ..RIGHT };
    let parameters = Parameters::new();
    let call = Call { op: "decode", input: &input, parameters: &parameters, ..*call };
    match rules.answer(&call)?.ok()? {
        Value::Text(text) => text.to_scalar_string(),
        Value::Octets(_) | Value::List(_) => None,
    }
}
