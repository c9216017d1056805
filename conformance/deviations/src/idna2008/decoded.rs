//! Bugs in what is done to A-labels (RFC 5890, 2.3.2.1, and RFC 5891, 4.2.1, 5.3 and 5.4).

use acegate_codec::idna2008::model::{decode_punycode, has_ace_prefix};
use acegate_codec::{ErrorKind, Failure, Value, Verb};

use super::{ERLANG, GO, IDNA_3_6, LIBIDN2, RIGHT, URI_IDNA, is_call_of, text};
use crate::{Call, Deviation, crash, deviation};

pub(crate) const DECODED: &[Deviation] = &[
    deviation("idna2008/capitals-of-the-code-kept", &["idna2008-4"])
        .summary(
            "The basic part of an A-label is not written in lower case before it is decoded, so \
             `xn--BCHER-kva` has capital letters.",
        )
        .seen(&[LIBIDN2])
        .alters(|steps, _| {
            steps.fold = |label| {
                let prefix = label.get(..4).unwrap_or_default().to_ascii_lowercase();
                prefix + label.get(4..).unwrap_or_default()
            }
        }),
    deviation("idna2008/capital-prefix-not-seen", &["idna2008-4"])
        .summary("A label that begins with `XN--` is not read as an A-label.")
        .seen(&[LIBIDN2, URI_IDNA])
        .alters(|steps, _| steps.is_encoded = |label| label.starts_with("xn--")),
    deviation("idna2008/any-label-is-a-label", &["idna2008-4"])
        .summary("A label without the prefix passes as an A-label.")
        .how(|call| {
            let label = text(call)?;
            let is_wrong = is_call_of(call, Verb::IsALabel) && !has_ace_prefix(&label);
            (is_wrong && !label.is_empty()).then(|| Ok(call.input.clone()))
        }),
    deviation(
        "idna2008/a-label-by-its-prefix",
        &["idna2008-5", "idna2008-6", "idna2008-14"],
    )
    .summary("A label is taken for an A-label by its prefix alone.")
    .how(|call| {
        let label = text(call)?;
        let is_wrong = is_call_of(call, Verb::IsALabel) && has_ace_prefix(&label);
        is_wrong.then(|| Ok(call.input.clone()))
    }),
    deviation("idna2008/wrong-code-kept", &["idna2008-5"])
        .summary("A label whose Punycode fails stays as it is.")
        .how(|call| match call.answer() {
            Err(Failure::Refused(error)) if is_of_punycode(error.kind) && has_code(call) => {
                Some(Ok(call.input.clone()))
            }
            _ => None,
        }),
    deviation("idna2008/delimiter-first", &["idna2008-5"])
        .summary(
            "A delimiter at the start of the Punycode is skipped, and the code is not compared.",
        )
        .seen(&[IDNA_3_6, ERLANG, URI_IDNA])
        .alters(|steps, _| {
            steps.decode = |code| decode_punycode(code.strip_prefix('-').unwrap_or(code));
            steps.is_canonical = |_, _| true;
        }),
    deviation("idna2008/above-10ffff-crashes", &["idna2008-5"])
        .summary("A code of a number above U+10FFFF crashes the program.")
        .seen(&[URI_IDNA])
        .how(|call| match call.answer() {
            Err(Failure::Refused(error)) if error.kind == ErrorKind::OutOfRange => crash(),
            _ => None,
        }),
    deviation("idna2008/code-of-ascii-accepted", &["idna2008-6"])
        .summary("The code of an ASCII text, such as `xn--0-`, is accepted.")
        .seen(&[ERLANG, GO])
        .alters(|steps, _| steps.decoded = |text| text.is_empty().then_some(ErrorKind::Empty)),
    deviation("idna2008/code-of-nothing-accepted", &["idna2008-6"])
        .summary("A label that is only the prefix is accepted.")
        .alters(|steps, _| {
            steps.decoded = |text| {
                let is_of_ascii = !text.is_empty() && text.is_ascii();
                is_of_ascii.then_some(ErrorKind::LdhOnly)
            }
        }),
    deviation(
        "idna2008/decoding-trusted",
        &[
            "idna2008-10",
            "idna2008-11",
            "idna2008-12",
            "idna2008-13",
            "idna2008-14",
            "idna2008-15",
            "idna2008-21",
            "idna2008-23",
            "idna2008-30",
        ],
    )
    .summary("to-unicode decodes A-labels and does not check what it decodes.")
    .seen(&[LIBIDN2])
    .how(|call| {
        let name = text(call)?;
        if !call.reads() || !name.is_ascii() {
            return None;
        }
        let labels: Vec<_> = name.split('.').map(unchecked).collect();
        let decoded = labels.join(".");
        (decoded != name).then(|| Ok(Value::from(decoded)))
    }),
    deviation("idna2008/a-label-passed-unread", &["idna2008-17"])
        .summary("A registration does not decode A-labels that it gets.")
        .alters(|steps, _| {
            steps.judges_decoded = |request| !matches!(request.verb, Verb::ToAscii | Verb::Check);
        }),
    deviation("idna2008/mapped-in-to-unicode", &["idna2008-14"])
        .summary("to-unicode maps capital letters to small ones.")
        .seen(&[ERLANG])
        .alters(|steps, _| {
            steps.map = |request, name| {
                let mapped = (RIGHT.map)(request, name);
                if request.verb == Verb::ToUnicode {
                    (RIGHT.lower)(&mapped)
                } else {
                    mapped
                }
            }
        }),
    deviation("idna2008/capitals-in-a-label-rejected", &["idna2008-4"])
        .summary("An A-label with capital letters is rejected.")
        .seen(&[URI_IDNA])
        .how(|call| {
            let name = text(call)?;
            let mut labels = name.split('.');
            let has_capital = |label: &str| label.contains(|c: char| c.is_ascii_uppercase());
            let is_rejected = labels.any(|label| has_ace_prefix(label) && has_capital(label));
            is_rejected.then(|| Err(call.refusal(ErrorKind::NotCanonical)))
        }),
];

/// The label decoded if it has the prefix and a code, otherwise as it is.
fn unchecked(label: &str) -> String {
    if has_ace_prefix(label)
        && let Ok(text) = decode_punycode(&label[4..])
    {
        return text;
    }
    label.to_owned()
}

fn has_code(call: &Call<'_>) -> bool {
    text(call).is_some_and(|name| name.split('.').any(has_ace_prefix))
}

const fn is_of_punycode(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::BadDigit
            | ErrorKind::Truncated
            | ErrorKind::Overflow
            | ErrorKind::OutOfRange
            | ErrorKind::Surrogate
            | ErrorKind::BasicInserted
    )
}
