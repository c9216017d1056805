//! Host names that are split, checked or joined wrongly, and labels that are taken for others.

use acegate_codec::bootstring::model::Steps;
use acegate_codec::{ErrorKind, Failure, Parameters, Value, Verb, host, punycode};

use super::{RIGHT, refused};
use crate::{Answer, Call, Deviation, Model, Reads, Writes, deviation, observed, reported};

/// The deviations at the level of hosts.
pub(crate) const HOST: &[Deviation] = &[
    deviation("punycode/prefix-in-lower-case-only", &["punycode-61"])
        .summary(
            "ToUnicode recognises the prefix in lower case only: `XN--TDA` is returned undecoded.",
        )
        .by(&Reads(ByLabel(|_, label| {
            let other = host::has_prefix(label, PREFIX) && !label.starts_with(PREFIX);
            unchanged_if(other, label)
        }))),
    deviation(
        "punycode/ascii-after-prefix-accepted",
        &["punycode-72", "punycode-73"],
    )
    .summary("ToUnicode accepts a label that decodes to plain ASCII, such as `xn--example-`.")
    .seen(&[reported(
        "Rust idna before 1.0.0",
        "RUSTSEC-2024-0421, CVE-2024-12224",
    )])
    .by(&Reads(ByLabel(|call, label| {
        let code = payload(label).filter(|code| !code.is_empty())?;
        let text = decoded(call, code)?;
        host::is_ldh(&text).then_some(Some(text))
    }))),
    deviation(
        "punycode/nothing-after-prefix-accepted",
        &["punycode-72", "punycode-73"],
    )
    .summary("ToUnicode decodes the prefix without a code, `xn--`, to the empty label.")
    .seen(&[reported("Go", "golang/go issue 78760, CVE-2026-39821")])
    .by(&Reads(ByLabel(|_, label| {
        unchanged_if(payload(label)?.is_empty(), "")
    }))),
    deviation(
        "punycode/prefix-after-prefix-accepted",
        &["punycode-72", "punycode-73"],
    )
    .summary("ToUnicode accepts a label that decodes to another label with the prefix.")
    .seen(&[reported("WHATWG URL", "whatwg/url issues 603 and 760")])
    .by(&Reads(ByLabel(|call, label| {
        let text = decoded(call, payload(label)?)?;
        let twice = host::has_prefix(&text, PREFIX) && !host::is_ldh(&text);
        twice.then_some(Some(text))
    }))),
    deviation("punycode/undecodable-label-kept", &["punycode-71"])
        .summary("ToUnicode returns a label unchanged if its code cannot be decoded.")
        .seen(&[reported("ToUnicode of IDNA 2003", "RFC 3490, section 4.2")])
        .by(&Reads(ByLabel(|call, label| {
            let is_undecodable = decoded(call, payload(label)?).is_none();
            unchanged_if(is_undecodable && host::is_ldh(label), label)
        }))),
    deviation(
        "punycode/refused-codes-kept",
        &["punycode-71", "punycode-72"],
    )
    .summary(
        "ToUnicode returns an ASCII label with the prefix unchanged, whatever it would be \
         rejected for.",
    )
    .seen(&[observed("Ada 4.0.0")])
    .by(&Reads(ByLabel(|call, label| {
        let is_refused = payload(label).is_some() && call.answer_to(&label.into()).is_err();
        unchanged_if(is_refused && label.is_ascii(), label)
    }))),
    deviation(
        "punycode/decoded-label-folded",
        &["punycode-70", "punycode-71"],
    )
    .summary("ToUnicode lower-cases the ASCII letters of a label.")
    .by(&Reads(ByLabel(|_, label| {
        let folded = label.to_ascii_lowercase();
        if folded == label {
            return None;
        }
        Some(punycode::to_unicode(&folded).ok())
    }))),
    deviation("punycode/prefix-missing", &["punycode-68"])
        .summary("ToASCII encodes labels without adding the prefix.")
        .by(&Writes(ByLabel(|_, label| {
            if label.is_ascii() {
                return None;
            }
            let ascii = punycode::to_ascii(label).ok()?;
            Some(payload(&ascii).map(str::to_owned))
        }))),
    deviation("punycode/prefix-encoded-again", &["punycode-67"])
        .summary(
            "ToASCII encodes a label that already begins with the prefix instead of rejecting it.",
        )
        .seen(&[
            reported("WHATWG URL", "whatwg/url issue 603"),
            reported("Bun", "oven-sh/bun issue 41464"),
        ])
        .by(&Writes(ByLabel(|_, label| {
            let other = host::has_prefix(label, PREFIX) && !host::is_ldh(label);
            if other { Some(encoded(label)) } else { None }
        }))),
    deviation("punycode/hyphens-at-ends-accepted", &["punycode-65"])
        .summary("ASCII labels that begin or end with a hyphen are accepted.")
        .by(&ByLabel(|_, label| {
            let ends = label.starts_with('-') || label.ends_with('-');
            let plain = ends && host::is_ldh(label) && !host::has_prefix(label, PREFIX);
            unchanged_if(plain, label)
        })),
    deviation("punycode/long-names-accepted", &["punycode-74"])
        .summary("The limit of 253 characters for a name is not checked.")
        .how(|call| {
            let name = text(call)
                .filter(|name| name.len() > 200 && host_op(call) && !name.contains(".."))?;
            let labels = name
                .split('.')
                .map(|label| string(call.answer_to(&label.into())));
            Some(Ok(labels
                .collect::<Option<Vec<String>>>()?
                .join(".")
                .into()))
        }),
    deviation("punycode/empty-labels-accepted", &["punycode-76"])
        .summary("Empty labels are accepted.")
        .by(&ByLabel(|_, label| unchanged_if(label.is_empty(), label))),
    deviation("punycode/root-dot-dropped", &["punycode-75", "punycode-62"])
        .summary("The dot at the end of a name is dropped.")
        .how(|call| {
            let name = name_of(call)?;
            let rest = name.strip_suffix('.').filter(|rest| !rest.is_empty())?;
            Some(call.answer_to(&Value::from(rest)))
        }),
    deviation(
        "punycode/capital-codes-kept",
        &["punycode-61", "punycode-71"],
    )
    .summary("ToUnicode returns a label with the prefix undecoded if it has a capital letter.")
    .seen(&[observed("Ada 4.0.0")])
    .by(&Reads(ByLabel(|_, label| {
        let has_capital = label.bytes().any(|c| c.is_ascii_uppercase());
        unchanged_if(has_capital && payload(label).is_some(), label)
    }))),
    deviation(
        "punycode/wide-literal-decoded-in-names",
        &["punycode-67", "punycode-73"],
    )
    .summary(
        "A label with the prefix is decoded even if it has characters beyond ASCII before its \
         last hyphen. ToASCII encodes the result again.",
    )
    .seen(&[observed("Go golang.org/x/net/idna 0.7.0")])
    .by(&ByLabel(|call, label| {
        let text = wide_literal_decoded(call, label)?;
        Some(Some(match call.verb() {
            Some(Verb::ToUnicode) => text,
            _ => format!("{PREFIX}{}", punycode::encode(&text).ok()?),
        }))
    })),
    deviation(
        "punycode/codes-of-ascii-decoded-when-written",
        &["punycode-66"],
    )
    .summary(
        "ToASCII decodes a label with the prefix and keeps the result if it is plain ASCII: \
         `xn--abc-` becomes `abc`.",
    )
    .seen(&[observed("Go golang.org/x/net/idna 0.7.0")])
    .by(&Writes(ByLabel(|call, label| {
        let text = decoded(call, payload(label)?)?;
        (!text.is_empty() && host::is_ldh(&text)).then_some(Some(text))
    }))),
    deviation("punycode/empty-labels-dropped", &["punycode-75"])
        .summary("Empty labels are dropped with their dots: `a..b` becomes `a.b`.")
        .seen(&[observed("Erlang idna 6.1.1")])
        .how(|call| {
            let name = name_of(call)?;
            let labels: Vec<&str> = name.split('.').filter(|label| !label.is_empty()).collect();
            let has_empty = labels.len() < name.trim_end_matches('.').split('.').count();
            if !has_empty {
                return None;
            }
            Some(call.answer_to(&Value::from(labels.join("."))))
        }),
    deviation("punycode/hyphenated-labels-encoded", &["punycode-66"])
        .summary("ToASCII encodes ASCII labels that contain a hyphen: `a-b` becomes `xn--a-b-`.")
        .seen(&[observed("R urltools 1.7.3")])
        .by(&Writes(ByLabel(|_, label| {
            let is_encoded = label.contains('-') && host::is_ldh(label);
            if is_encoded {
                Some(encoded(label))
            } else {
                None
            }
        }))),
    deviation("punycode/rest-of-label-before", &["punycode-62"])
        .summary(
            "ToUnicode decodes each label into the same buffer without clearing it, so the end of \
             a longer label stays behind a shorter one.",
        )
        .seen(&[observed("R urltools 1.7.3")])
        .how(|call| {
            if !call.does(Verb::ToUnicode) {
                return None;
            }
            let name = text(call)?;
            let mut buffer = Vec::new();
            let mut labels = Vec::new();
            for label in name.split('.') {
                let mut own = string(call.answer_to(&label.into()))?;
                if payload(label).is_some() {
                    let length = own.chars().count();
                    own.extend(buffer.iter().skip(length));
                    buffer = own.chars().collect();
                }
                labels.push(own);
            }
            Some(Ok(Value::from(labels.join("."))))
        }),
    deviation(
        "punycode/ascii-labels-encoded-without-prefix",
        &["punycode-66"],
    )
    .summary("ToASCII also encodes labels of only ASCII, without a prefix: `foo` becomes `foo-`.")
    .seen(&[reported("J2ObjC", "google/j2objc issue 938")])
    .by(&Writes(ByLabel(|call, label| {
        let is_right = call.answer_to(&label.into()).is_ok();
        let is_encoded = is_right && label.is_ascii() && payload(label).is_none();
        if !is_encoded {
            return None;
        }
        Some(Some(format!("{label}-")))
    }))),
    deviation(
        "punycode/broken-names-are-empty",
        &["punycode-71", "punycode-73"],
    )
    .summary("ToUnicode returns the empty text as a success if a label cannot be decoded.")
    .seen(&[reported("curl", "curl/curl issue 11674")])
    .how(|call| {
        let name = text(call)?;
        let has_code = name.split('.').any(|label| payload(label).is_some());
        if !call.does(Verb::ToUnicode) || !has_code || call.answer().is_ok() {
            return None;
        }
        Some(Ok(Value::from("")))
    }),
];

pub(super) const PREFIX: &str = punycode::PREFIX;

pub(super) fn payload(label: &str) -> Option<&str> {
    if host::has_prefix(label, PREFIX) {
        Some(&label[PREFIX.len()..])
    } else {
        None
    }
}

/// The label as it is if this is true, otherwise the answer of the reference.
fn unchanged_if(condition: bool, label: &str) -> Option<Option<String>> {
    if condition {
        Some(Some(label.to_owned()))
    } else {
        None
    }
}

/// The code of a label with the prefix; `None` if it is rejected.
fn encoded(label: &str) -> Option<String> {
    let code = punycode::encode(label).ok()?;
    Some(format!("{PREFIX}{code}"))
}

/// The name of a call for host names.
fn name_of(call: &Call<'_>) -> Option<String> {
    if host_op(call) { text(call) } else { None }
}

pub(super) fn text(call: &Call<'_>) -> Option<String> {
    call.code_points()
        .iter()
        .map(|&c| char::from_u32(c))
        .collect()
}

/// The text of a code, as the reference of the call reads it.
pub(super) fn decoded(call: &Call<'_>, code: &str) -> Option<String> {
    string(
        call.reference
            .apply(Verb::Decode.name(), &Parameters::new(), &code.into()),
    )
}

/// The text of an answer; `None` for a rejection.
pub(super) fn string(answer: Result<Value, Failure>) -> Option<String> {
    answer.ok()?.as_text().ok()?.to_scalar_string()
}

pub(super) fn host_op(call: &Call<'_>) -> bool {
    call.verb().is_some_and(Verb::is_of_host_names)
}

/// Host names with labels that are answered by a function: `None` is the answer of the reference,
/// `Some(None)` a rejection.
pub(super) struct ByLabel(pub(super) fn(&Call<'_>, &str) -> Option<Option<String>>);

impl Model for ByLabel {
    /// The name with the labels of the function; `None` if all equal the reference's.
    fn answer(&self, call: &Call<'_>) -> Answer {
        let name = name_of(call)?;
        let labels = name
            .strip_suffix('.')
            .filter(|rest| !rest.is_empty())
            .unwrap_or(&name);
        let answers: Vec<_> = labels
            .split('.')
            .map(|label| (label, (self.0)(call, label)))
            .collect();
        if answers.iter().all(|(_, own)| own.is_none()) {
            return None;
        }
        let mut changed = Vec::new();
        for (label, own) in answers {
            let answer = match own {
                Some(own) => own,
                None => string(call.answer_to(&label.into())),
            };
            let Some(answer) = answer else {
                return Some(Err(refused(ErrorKind::Empty)));
            };
            changed.push(answer);
        }
        let dot = if labels.len() < name.len() { "." } else { "" };
        Some(Ok((changed.join(".") + dot).into()))
    }
}

/// The text of a label with the prefix and letters beyond ASCII in its literal part.
fn wide_literal_decoded(call: &Call<'_>, label: &str) -> Option<String> {
    let code = payload(label).filter(|code| !code.is_ascii())?;
    let input = Value::from(code);
    let rules = Steps {
        literal: |_, c| Some(c),
        ..RIGHT
    };
    let parameters = Parameters::new();
    let call = Call {
        op: Verb::Decode.name(),
        input: &input,
        parameters: &parameters,
        ..*call
    };
    string(rules.answer(&call)?)
}
