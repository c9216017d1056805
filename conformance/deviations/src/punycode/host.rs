//! Host names that are split, checked or joined wrongly.

use acegate_codec::{Parameters, Value, host, punycode};

use crate::{Answer, Call, Deviation, deviation, reported};

/// The deviations at the level of hosts.
pub(crate) const HOST: &[Deviation] = &[
    deviation("punycode/prefix-in-lower-case-only", &["punycode-61"])
        .summary("The prefix is recognised in lower case only: `XN--TDA` passes undecoded.")
        .how(|call| {
            reads(call, |label| {
                let other = host::has_prefix(label, PREFIX) && !label.starts_with(PREFIX);
                other.then(|| Some(label.to_owned()))
            })
        }),
    deviation("punycode/ascii-after-prefix-accepted", &["punycode-72", "punycode-73"])
        .summary("A label that decodes to plain ASCII, such as `xn--example-`, is accepted.")
        .seen(&[reported("Rust idna before 1.0.0", "RUSTSEC-2024-0421, CVE-2024-12224")])
        .how(|call| {
            reads(call, |label| {
                let code = payload(label).filter(|code| !code.is_empty())?;
                let text = decoded(call, code)?;
                host::is_ldh(&text).then_some(Some(text))
            })
        }),
    deviation("punycode/nothing-after-prefix-accepted", &["punycode-72", "punycode-73"])
        .summary("The prefix alone, `xn--`, is decoded to the empty label.")
        .seen(&[reported("Go", "golang/go issue 78760, CVE-2026-39821")])
        .how(|call| reads(call, |label| payload(label)?.is_empty().then(|| Some(String::new())))),
    deviation("punycode/prefix-after-prefix-accepted", &["punycode-72", "punycode-73"])
        .summary("A label that decodes to another label with the prefix is accepted.")
        .seen(&[reported("WHATWG URL", "whatwg/url issues 603 and 760")])
        .how(|call| {
            reads(call, |label| {
                let text = decoded(call, payload(label)?)?;
                let twice = host::has_prefix(&text, PREFIX) && !host::is_ldh(&text);
                twice.then_some(Some(text))
            })
        }),
    deviation("punycode/undecodable-label-kept", &["punycode-71"])
        .summary("A label with the prefix that cannot be decoded is returned unchanged.")
        .seen(&[reported("ToUnicode of IDNA 2003", "RFC 3490, section 4.2")])
        .how(|call| {
            reads(call, |label| {
                let code = payload(label).filter(|_| host::is_ldh(label))?;
                decoded(call, code).is_none().then(|| Some(label.to_owned()))
            })
        }),
    deviation("punycode/decoded-label-folded", &["punycode-70", "punycode-71"])
        .summary("A decoder folds the letters of labels to lower case.")
        .how(|call| {
            reads(call, |label| {
                let folded = label.to_ascii_lowercase();
                (folded != label).then(|| punycode::to_unicode(&folded).ok())
            })
        }),
    deviation("punycode/prefix-missing", &["punycode-68"])
        .summary("Labels are encoded without the prefix.")
        .how(|call| {
            writes(call, |label| {
                let ascii = punycode::to_ascii(label).ok().filter(|_| !label.is_ascii())?;
                Some(payload(&ascii).map(str::to_owned))
            })
        }),
    deviation("punycode/prefix-encoded-again", &["punycode-67"])
        .summary("A label that begins with the prefix is encoded instead of refused.")
        .seen(&[
            reported("WHATWG URL", "whatwg/url issue 603"),
            reported("Bun", "oven-sh/bun issue 41464"),
        ])
        .how(|call| {
            writes(call, |label| {
                let other = host::has_prefix(label, PREFIX) && !host::is_ldh(label);
                other.then(|| Some(format!("{PREFIX}{}", punycode::encode(label).ok()?)))
            })
        }),
    deviation("punycode/hyphens-at-ends-accepted", &["punycode-65"])
        .summary("Plain labels that begin or end with a hyphen are accepted.")
        .how(|call| {
            let plain = |label: &str| {
                let ends = label.starts_with('-') || label.ends_with('-');
                let plain = ends && host::is_ldh(label) && !host::has_prefix(label, PREFIX);
                plain.then(|| Some(label.to_owned()))
            };
            reads(call, plain).or_else(|| writes(call, plain))
        }),
    deviation("punycode/long-names-accepted", &["punycode-74"])
        .summary("Names of more than 253 characters are accepted.")
        .how(|call| {
            let all = |label: &str| {
                let one = Value::from(label);
                match (Call { input: &one, ..*call }).answer() {
                    Ok(Value::Text(text)) => Some(text.to_scalar_string()),
                    _ => None,
                }
            };
            let name = text(call)
                .filter(|name| name.len() > 200 && host_op(call) && !name.contains(".."))?;
            let labels: Option<Vec<String>> = name.split('.').map(|label| all(label)?).collect();
            Some(Ok(Value::from(labels?.join(".").as_str())))
        }),
    deviation("punycode/empty-labels-accepted", &["punycode-76"])
        .summary("Empty labels are accepted.")
        .how(|call| {
            let empty = |label: &str| label.is_empty().then(|| Some(String::new()));
            reads(call, empty).or_else(|| writes(call, empty))
        }),
    deviation("punycode/root-dot-dropped", &["punycode-75", "punycode-62"])
        .summary("The dot at the end of a name is dropped.")
        .how(|call| {
            let name = text(call).filter(|_| host_op(call))?;
            let rest = name.strip_suffix('.').filter(|rest| !rest.is_empty())?;
            Some(call.answer_to(&Value::from(rest)))
        }),
];

pub(super) const PREFIX: &str = punycode::PREFIX;

pub(super) fn payload(label: &str) -> Option<&str> {
    host::has_prefix(label, PREFIX).then(|| &label[PREFIX.len()..])
}

pub(super) fn text(call: &Call<'_>) -> Option<String> {
    call.code_points().iter().map(|&c| char::from_u32(c)).collect()
}

/// The text of a code, as the reference of the call reads it.
pub(super) fn decoded(call: &Call<'_>, code: &str) -> Option<String> {
    match call.reference.apply("decode", &Parameters::new(), &Value::from(code)) {
        Ok(Value::Text(text)) => text.to_scalar_string(),
        Ok(_) | Err(_) => None,
    }
}

fn host_op(call: &Call<'_>) -> bool {
    matches!(call.op, "to-ascii" | "to-unicode")
}

/// The result of a deviation for a label: `None` if it is that of the reference, `Some(None)` to
/// refuse it.
pub(super) type Own = Option<Option<String>>;

pub(super) fn reads(call: &Call<'_>, own: impl Fn(&str) -> Own) -> Answer {
    (call.op == "to-unicode").then(|| by_label(call, own))?
}

pub(super) fn writes(call: &Call<'_>, own: impl Fn(&str) -> Own) -> Answer {
    (call.op == "to-ascii").then(|| by_label(call, own))?
}

/// The name with the labels of a deviation; `None` if all are those of the reference.
fn by_label(call: &Call<'_>, own: impl Fn(&str) -> Own) -> Answer {
    let name = text(call)?;
    let labels = name.strip_suffix('.').filter(|rest| !rest.is_empty()).unwrap_or(&name);
    let answers: Vec<(&str, Own)> = labels.split('.').map(|label| (label, own(label))).collect();
    if answers.iter().all(|(_, own)| own.is_none()) {
        return None;
    }
    let mut result: Vec<String> = Vec::with_capacity(answers.len());
    for (label, own) in answers {
        let one = match own {
            Some(own) => own,
            None => match call.answer_to(&Value::from(label)) {
                Ok(Value::Text(text)) => text.to_scalar_string(),
                Ok(_) | Err(_) => None,
            },
        };
        match one {
            Some(one) => result.push(one),
            None => return Some(Err(super::empty())),
        }
    }
    let dot = if labels.len() < name.len() { "." } else { "" };
    Some(Ok(Value::from(format!("{}{dot}", result.join(".")).as_str())))
}
