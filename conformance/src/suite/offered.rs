//! The values of parameters that an implementation offers: a request that needs another value is not sent.
//!
//! In: a request and the support of its codec. Out: the request with the parameters that the implementation has
//! to be told, or the parameter whose value it does not offer.

use std::fmt;

use acegate_codec::bootstring::Bootstring;
use acegate_codec::{Family, Operation, Parameter, ParameterSpec, Verb, e164, uri2dec};

use crate::protocol::{CodecSupport, Request};

/// The parameter for the width of integers, for which a request has no default: a case that gives no width is for
/// every width.
pub(super) const WIDTH: &str = "width";

/// A parameter for which an implementation lists the values that can be set.
struct Listed<'a> {
    name: &'static str,
    /// The value that the request gives or leaves to the default; `None` if there is no such default.
    needed: Option<Parameter>,
    /// The values of the implementation, its own setting first; at least one.
    offered: &'a [Parameter],
}

impl Listed<'_> {
    fn is_offered(&self) -> bool {
        self.needed
            .as_ref()
            .is_some_and(|needed| self.offered.contains(needed))
    }
}

/// The request with each value that is not the implementation's own setting.
///
/// # Errors
///
/// The reason for skipping it, if it needs a value that the implementation does not offer: a value of the case, one that its
/// number shows, or the default.
pub(super) fn with_needed_values(
    mut request: Request,
    support: &CodecSupport,
) -> Result<Request, NotOffered> {
    for name in SHOWN_BY_NUMBERS {
        let offered = support.params.values(name).unwrap_or_default();
        if let Some(shown) = shown_by_number(&request, name)
            && !offered.is_empty()
            && !offered.contains(&shown)
        {
            return Err(NotOffered::new(name, Some(&shown), offered));
        }
    }
    for listed in listed_parameters(&request, support) {
        let Listed {
            name,
            needed,
            offered,
        } = &listed;
        let Some(value) = needed else {
            return Err(NotOffered::new(name, None, offered));
        };
        if !listed.is_offered() {
            return Err(NotOffered::new(name, Some(value), offered));
        }
        if offered[0] != *value {
            request.params.insert((*name).to_owned(), value.clone());
        }
    }
    Ok(request)
}

/// A case needs another value of a parameter than the implementation offers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotOffered {
    name: String,
    /// The value; `None` if the case gives none, and there is no default.
    needed: Option<Parameter>,
    offered: Vec<Parameter>,
}

impl NotOffered {
    pub(super) fn new(name: &str, needed: Option<&Parameter>, offered: &[Parameter]) -> Self {
        Self {
            name: name.to_owned(),
            needed: needed.cloned(),
            offered: offered.to_vec(),
        }
    }
}

impl fmt::Display for NotOffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.needed {
            Some(needed) => write!(f, "the case needs {name} {needed}")?,
            None => write!(f, "the case gives no {name}")?,
        }
        let words: Vec<String> = self.offered.iter().map(Parameter::to_string).collect();
        let words = words.join(", ");
        write!(f, ", and the implementation offers only {words}")
    }
}

/// The request with the implementation's own setting for each value that it does not offer: for requests that are
/// made up, and may as well have other parameters.
#[cfg(any(feature = "fuzz", feature = "process"))]
pub(crate) fn with_offered_values(mut request: Request, support: &CodecSupport) -> Request {
    // The settings of the standards for names are replaced when a request is screened.
    if request.is_of_checked_names() {
        return request;
    }
    for listed in listed_parameters(&request, support) {
        let setting = &listed.offered[0];
        let value = match &listed.needed {
            // The implementation has this value without being told.
            Some(needed) if needed == setting => continue,
            Some(needed) if listed.offered.contains(needed) => needed,
            Some(_) | None => setting,
        };
        request.params.insert(listed.name.to_owned(), value.clone());
    }
    request
}

/// The parameters of the operation for which the implementation lists values.
fn listed_parameters<'a>(request: &Request, support: &'a CodecSupport) -> Vec<Listed<'a>> {
    let mut all = Vec::new();
    let Some(operation) = request.operation() else {
        return all;
    };
    for spec in operation.parameters {
        let offered = support.params.values(spec.name).unwrap_or_default();
        let requested = request.params.get(spec.name);
        let is_free = spec.name == WIDTH || shown_by_number(request, spec.name).is_some();
        if offered.is_empty() || is_free && requested.is_none() {
            continue;
        }
        let needed = requested
            .cloned()
            .or_else(|| default_value(request, operation, spec));
        all.push(Listed {
            name: spec.name,
            needed,
            offered,
        });
    }
    all
}

/// The parameters of uri2dec that a written number or record decides when it is read.
const SHOWN_BY_NUMBERS: [&str; 3] = ["profile", "form", "record"];

/// The value of one of [`SHOWN_BY_NUMBERS`] that the number to be read shows: its marker is 1 or 0 in the profile
/// `shifted` and 8 or 9 in `octal`, the second of each in the form `pre-inverted`; a record has an address or digits.
fn shown_by_number(request: &Request, name: &str) -> Option<Parameter> {
    let is_record = request.does(Verb::ReadRecord);
    if !request.is_of(Family::Addresses) || !is_record && !request.does(Verb::Decode) {
        return None;
    }
    let number = request.input.as_text().ok()?.to_scalar_string()?;
    let words: Vec<&str> = number.split(' ').collect();
    let [first, marker, _] = words[..] else {
        return None;
    };
    let value = match (name, marker) {
        ("profile", "0" | "1") => "shifted",
        ("profile", "8" | "9") => "octal",
        ("form", "1" | "8") => "direct",
        ("form", "0" | "9") => "pre-inverted",
        ("record", _) if is_record => {
            let (_, written) = first.split_once(':')?;
            if written.bytes().all(|c| c.is_ascii_digit()) {
                "hash"
            } else {
                "address"
            }
        }
        _ => return None,
    };
    Some(Parameter::Text(value.to_owned()))
}

/// The value that a parameter has if a request leaves it out; `None` if nothing is chosen then.
fn default_value(
    request: &Request,
    operation: &'static Operation,
    spec: &ParameterSpec,
) -> Option<Parameter> {
    if let Some(default) = spec.values.first() {
        return Some(Parameter::from_word(default));
    }
    match (request.family()?, spec.name) {
        (Family::Bootstring, name) => value_of_set(request, operation, name),
        (Family::Telephone, "tree") => Some(Parameter::Text(e164::TREE.to_owned())),
        (Family::Addresses, "capacity") => Some(Parameter::Integer(uri2dec::CAPACITY.get() as u64)),
        _ => None,
    }
}

/// The value that a parameter of Bootstring has in the named set of a request.
fn value_of_set(request: &Request, operation: &'static Operation, name: &str) -> Option<Parameter> {
    let operations = std::slice::from_ref(operation);
    let arguments = Operation::select(operations, operation.name, &request.params).ok()?;
    let bootstring = Bootstring::from_arguments(arguments).ok()?;
    let set = bootstring.parameters();
    let number = match name {
        "base" => set.base,
        "tmin" => set.t_min,
        "tmax" => set.t_max,
        "skew" => set.skew,
        "damp" => set.damp,
        "initial-bias" => set.initial_bias,
        "initial-n" => set.initial_n,
        "delimiter" => return Some(Parameter::Text(set.delimiter.to_string())),
        "digits" => return Some(Parameter::Text(set.digits.to_owned())),
        _ => return None,
    };
    Some(Parameter::Integer(number.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the parameters that are sent, or the reason for skipping.
    fn sent(id: &str, params: &str, given: &[(&str, &str)]) -> String {
        let op = if id == "enum" { "rewrite" } else { "encode" };
        let json = format!(r#"{{"ops":["{op}"],"params":{params}}}"#);
        let support = serde_json::from_str(&json).expect("a codec of a hello");
        let mut request = Request::new(id, op, "a".into());
        for (name, word) in given {
            request
                .params
                .insert((*name).to_owned(), Parameter::from_word(word));
        }
        let made = with_offered_values(request.clone(), &support);
        match with_needed_values(request, &support) {
            Ok(request) => {
                assert_eq!(made, request, "a request that can be sent stays as it is");
                let words = request
                    .params
                    .iter()
                    .map(|(name, value)| format!("{name} {value}"));
                words.collect::<Vec<_>>().join(", ")
            }
            Err(why) => {
                assert_eq!(
                    with_needed_values(made.clone(), &support),
                    Ok(made),
                    "it can be sent"
                );
                why.to_string()
            }
        }
    }

    #[test]
    fn a_value_that_is_needed_is_sent_or_named() {
        struct Row {
            codec: &'static str,
            params: &'static str,
            given: &'static [(&'static str, &'static str)],
            sent: &'static str,
        }
        const OCTAL: &str = r#"{"profile":["octal"]}"#;
        const BOTH: &str = r#"{"profile":["octal","shifted"]}"#;
        for Row {
            codec,
            params,
            given,
            sent: expected,
        } in [
            Row {
                codec: "uri2dec",
                params: OCTAL,
                given: &[("profile", "octal")],
                sent: "profile octal",
            },
            Row {
                codec: "uri2dec",
                params: OCTAL,
                given: &[],
                sent: "the case needs profile shifted, and the implementation offers only octal",
            },
            // The default is not the implementation's own setting, so it has to be said.
            Row {
                codec: "uri2dec",
                params: BOTH,
                given: &[],
                sent: "profile shifted",
            },
            Row {
                codec: "uri2dec",
                params: r#"{"profile":["shifted"]}"#,
                given: &[],
                sent: "",
            },
            Row {
                codec: "uri2dec",
                params: r#"["profile"]"#,
                given: &[],
                sent: "",
            },
            Row {
                codec: "punycode",
                params: r#"{"width":[26]}"#,
                given: &[],
                sent: "",
            },
            Row {
                codec: "punycode",
                params: r#"{"width":[26]}"#,
                given: &[("width", "32")],
                sent: "the case needs width 32, and the implementation offers only 26",
            },
            Row {
                codec: "bootstring",
                params: r#"{"damp":[700]}"#,
                given: &[],
                sent: "",
            },
            Row {
                codec: "bootstring",
                params: r#"{"tmax":[25]}"#,
                given: &[("set", "swift")],
                sent: "the case needs tmax 26, and the implementation offers only 25",
            },
            Row {
                codec: "enum",
                params: r#"{"service":["sip","tel"]}"#,
                given: &[],
                sent: "the case gives no service, and the implementation offers only sip, tel",
            },
        ] {
            assert_eq!(
                sent(codec, params, given),
                expected,
                "{codec} {params} {given:?}"
            );
        }
    }

    #[test]
    fn a_number_shows_its_profile_its_form_and_its_kind_of_record() {
        let shown = |op: &str, number: &str| {
            let request = Request::new("uri2dec", op, number.into());
            let value = |name| shown_by_number(&request, name).map(|value| value.to_string());
            SHOWN_BY_NUMBERS
                .map(|name| value(name).unwrap_or_default())
                .join(" ")
        };
        assert_eq!(shown("decode", "25423 1 5622"), "shifted direct ");
        assert_eq!(shown("decode", "25423 9 4511"), "octal pre-inverted ");
        assert_eq!(
            shown("read-record", "ics:25423 8 4511"),
            "octal direct hash"
        );
        assert_eq!(
            shown("read-record", "ics:alice 0 5622"),
            "shifted pre-inverted address"
        );
        for (op, number) in [("decode", "2542315622"), ("encode", "25423 1 5622")] {
            assert_eq!(shown(op, number), "  ", "{op} {number}");
        }
        let support = r#"{"ops":["decode"],"params":{"profile":["shifted","octal"]}}"#;
        let support = serde_json::from_str(support).expect("a codec of a hello");
        let request = Request::new("uri2dec", "decode", "25423 8 4511".into());
        assert_eq!(
            with_needed_values(request.clone(), &support),
            Ok(request),
            "it shows itself"
        );
    }
}
