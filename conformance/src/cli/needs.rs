//! The needs of a check, so that a reader of exported vectors can leave out what acegate would
//! skip.
//!
//! In: a check. Out: the declarations under which it runs. Nothing is decided here: [`screen`] is called with
//! descriptions that differ in one declaration, and the needs are what it lets through.

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::{EDITION, Edition};
use acegate_codec::{Family, Operation, Parameter, Parameters, codec, family};
use acegate_vectors::{Check, Param, Value};
use clap::ValueEnum;
use serde::Serialize;

use crate::event::params;
use crate::protocol::{
    CodecSupport, DeclaredLimits, DeclaredUnicode, DeclaredUrl, Description, Identity, Idna,
    ReadParameters,
};
use crate::suite::{codec_parameter, request_for, screen, settings_of};

/// The parameter that `limits.width` declares.
pub(super) const WIDTH: &str = "width";

/// The word of an implementation that declares no `idna`.
const UNDECLARED: &str = "undeclared";

/// More labels than the names of the suite have that are about their number.
const MOST_LABELS: u64 = 1000;

/// The properties and declarations of an implementation that the check is for. A need that is left out is met by all.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Needs {
    /// The values that these parameters must have, the defaults among them. The value of any other parameter
    /// does not change the answer.
    #[serde(serialize_with = "params::serialize")]
    #[cfg_attr(
        test,
        schemars(with = "std::collections::BTreeMap<String, crate::event::ParameterSchema>")
    )]
    pub(super) params: Parameters,
    /// The words for `idna` under which the check runs; `undeclared` is an implementation without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) idna: Option<Vec<&'static str>>,
    /// The oldest version of Unicode whose tables give the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unicode: Option<&'static str>,
    /// The editions of the URL Standard under which the check runs; `undeclared` is an implementation
    /// without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<Vec<&'static str>>,
    /// The width of the integers, in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) width: Option<u64>,
    /// The number of labels, if a function of one label cannot be given the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) labels: Option<u64>,
    /// The parts of the input besides characters: `surrogates`, `above-10ffff`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<Vec<&'static str>>,
}

/// The description of an implementation, for the codec of a check.
#[derive(Clone)]
struct Declared {
    idna: Option<Idna>,
    limits: DeclaredLimits,
    params: ReadParameters,
}

/// The needs of a check.
pub(super) fn needs_of(check: &Check) -> Needs {
    let mut all = generous(check);
    let width = all.limits.width;
    all.limits.width = None;
    let has_width = runs(check, &all);
    all.limits.width = width;

    let mut words = Vec::new();
    let mut first = None;
    let candidates = candidates(check.codec());
    for idna in &candidates {
        let declared = Declared {
            idna: *idna,
            ..all.clone()
        };
        if runs(check, &declared) {
            words.push(idna.map_or(UNDECLARED, Idna::word));
            first.get_or_insert(*idna);
        }
    }
    all.idna = first.flatten();
    Needs {
        params: needed_params(check, &all),
        idna: some_if(words.len() < candidates.len(), words),
        unicode: oldest_unicode(check, &all),
        url: editions(check, &all),
        width: if has_width { None } else { width },
        labels: labels(check, &all),
        text: beyond_characters(&check.input),
    }
}

fn some_if<T>(is_needed: bool, value: T) -> Option<T> {
    if is_needed { Some(value) } else { None }
}

/// An implementation that can do what the check asks for.
fn generous(check: &Check) -> Declared {
    let width = match check.params().get(WIDTH) {
        Some(Param::Integer(width)) => Some(*width),
        Some(Param::Boolean(_) | Param::Text(_)) | None => None,
    };
    let edition = check.params().get(EDITION).map(ToString::to_string);
    let mut names = Vec::new();
    for spec in operation(check).map_or(&[][..], |operation| operation.parameters) {
        // A limit says what these are.
        if spec.name != WIDTH && spec.name != EDITION {
            names.push(spec.name);
        }
    }
    Declared {
        idna: None,
        limits: DeclaredLimits {
            width,
            unicode: Some(DeclaredUnicode(Versions::all(Version::V18))),
            url: edition.and_then(|word| declared_url(&word)),
            ..DeclaredLimits::default()
        },
        params: names.into_iter().collect(),
    }
}

fn operation(check: &Check) -> Option<&'static Operation> {
    let operations = codec(check.codec())?.operations();
    operations.iter().find(|known| known.name == check.op)
}

/// No word for `idna`, and those that this codec has.
fn candidates(codec: &str) -> Vec<Option<Idna>> {
    let mut all = vec![None];
    for idna in Idna::value_variants() {
        if idna.codec() == codec {
            all.push(Some(*idna));
        }
    }
    all
}

/// A month in which this edition was the current one.
fn declared_url(edition: &str) -> Option<DeclaredUrl> {
    let months = ["2025-01", "2026-06"];
    let declared = months.map(|month| DeclaredUrl::try_from(month.to_owned()).ok());
    declared
        .into_iter()
        .flatten()
        .find(|url| url.edition() == edition)
}

/// Whether acegate runs the check against an implementation that declares this.
fn runs(check: &Check, declared: &Declared) -> bool {
    let support = CodecSupport {
        ops: vec![check.op.to_string()],
        params: declared.params.clone(),
        limits: declared.limits,
        idna: declared.idna,
    };
    let codecs = [(check.codec().to_owned(), support)].into();
    screen(check, &Description::new(Identity::default(), codecs)).is_ok()
}

/// The oldest version of Unicode under which the check runs; `None` if it runs under all that can be declared.
fn oldest_unicode(check: &Check, all: &Declared) -> Option<&'static str> {
    let mut declared = all.clone();
    for version in Version::ALL {
        declared.limits.unicode = Some(DeclaredUnicode(Versions::all(version)));
        if runs(check, &declared) {
            return some_if(version != Version::ALL[0], version.name());
        }
    }
    None
}

/// The editions under which the check runs; `None` if it runs under all.
fn editions(check: &Check, all: &Declared) -> Option<Vec<&'static str>> {
    if family(check.codec()) != Some(Family::Idna) {
        return None;
    }
    let words = [UNDECLARED, Edition::Y2025.word(), Edition::June2026.word()];
    let mut fitting = Vec::new();
    for word in words {
        let mut declared = all.clone();
        declared.limits.url = declared_url(word);
        if runs(check, &declared) {
            fitting.push(word);
        }
    }
    some_if(fitting.len() < words.len(), fitting)
}

/// The number of labels, if it is more than one and counts. A function that takes more labels than the name has
/// runs the check as well, so that half of the numbers left are ruled out at once.
fn labels(check: &Check, all: &Declared) -> Option<u64> {
    let mut declared = all.clone();
    let mut too_few = 0;
    let mut enough = MOST_LABELS;
    while enough - too_few > 1 {
        // One label is enough for most checks.
        let count = if too_few == 0 && enough == MOST_LABELS {
            1
        } else {
            too_few.midpoint(enough)
        };
        declared.limits.labels = Some(count);
        if runs(check, &declared) {
            enough = count;
        } else {
            too_few = count;
        }
    }
    some_if(enough > 1 && enough < MOST_LABELS, enough)
}

/// The parts of the input that are no characters.
fn beyond_characters(input: &Value) -> Option<Vec<&'static str>> {
    let mut words = Vec::new();
    if has(input, |c| (0xD800..0xE000).contains(&c)) {
        words.push("surrogates");
    }
    if has(input, |c| c > 0x10_FFFF) {
        words.push("above-10ffff");
    }
    some_if(!words.is_empty(), words)
}

fn has(input: &Value, is_meant: fn(u32) -> bool) -> bool {
    match input {
        Value::Text { code_points, .. } => code_points.iter().any(|&c| is_meant(c)),
        Value::Octets(_) => false,
        Value::List(values) => values.iter().any(|value| has(value, is_meant)),
    }
}

/// The parameters whose value counts: those of the check, and for names under UTS #46 the flags on which
/// the answer depends.
fn needed_params(check: &Check, all: &Declared) -> Parameters {
    let mut needed = Parameters::new();
    let Some(wanted) = settings_of(&request_for(check)) else {
        for (name, value) in check.params() {
            if name != WIDTH {
                needed.insert(name.clone(), codec_parameter(value));
            }
        }
        return needed;
    };
    let flags = Flags {
        check,
        all,
        wanted: &wanted,
    };
    let names: Vec<&str> = wanted.keys().map(String::as_str).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| *name != EDITION).collect();
    let mut deciding = Vec::new();
    for name in &names {
        if flags.decide(&[name]) {
            deciding.push(*name);
        }
    }
    // Two flags may change an answer together that neither changes alone.
    let rest: Vec<&str> = names
        .into_iter()
        .filter(|name| !deciding.contains(name))
        .collect();
    for (index, one) in rest.iter().enumerate() {
        for other in &rest[index + 1..] {
            let is_known = deciding.contains(one) && deciding.contains(other);
            if !is_known && flags.decide(&[one, other]) {
                deciding.extend([*one, *other]);
            }
        }
    }
    let left: Vec<&str> = rest
        .into_iter()
        .filter(|name| !deciding.contains(name))
        .collect();
    if flags.decide(&left) {
        deciding.extend(left);
    }
    for name in deciding {
        needed.insert(name.to_owned(), wanted[name].clone());
    }
    needed
}

/// The flags that the check asks for.
struct Flags<'a> {
    check: &'a Check,
    all: &'a Declared,
    wanted: &'a Parameters,
}

impl Flags<'_> {
    /// Whether the check does not run against an implementation that has other values for these flags.
    fn decide(&self, changed: &[&str]) -> bool {
        let mut params = ReadParameters::default();
        for (name, value) in self.wanted {
            if name == EDITION {
                continue;
            }
            let is_changed = changed.contains(&name.as_str());
            let own = if is_changed {
                other_value(self.check, name, value)
            } else {
                value.clone()
            };
            params.set(name, vec![own]);
        }
        let declared = Declared {
            params,
            ..self.all.clone()
        };
        !runs(self.check, &declared)
    }
}

/// Another value of the parameter; all parameters of UTS #46 but the edition have two.
fn other_value(check: &Check, name: &str, value: &Parameter) -> Parameter {
    let specs = operation(check).map_or(&[][..], |operation| operation.parameters);
    for spec in specs {
        if spec.name != name {
            continue;
        }
        for word in spec.values {
            let other = Parameter::from_word(word);
            if other != *value {
                return other;
            }
        }
    }
    value.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::Suite;

    struct Row {
        check: &'static str,
        needs: &'static str,
    }

    /// PROTOCOL.md says this of each of these inputs.
    #[test]
    fn a_check_needs_what_the_rules_of_the_protocol_say() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        for Row { check, needs } in ROWS {
            let checks = suite.checks();
            let check = checks
                .iter()
                .find(|known| &*known.name == *check)
                .expect(check);
            let json = serde_json::to_string(&needs_of(check)).expect("it can be written");
            assert_eq!(json, *needs, "{}", check.name);
        }
    }

    const ROWS: &[Row] = &[
        Row {
            check: "punycode/samples/s-ascii:encode",
            needs: r#"{"params":{}}"#,
        },
        Row {
            check: "punycode/width/32-bits-encode-overflow",
            needs: r#"{"params":{},"width":32}"#,
        },
        // A profile maps capital letters.
        Row {
            check: "punycode/host/ascii-capitals:to-ascii",
            needs: r#"{"params":{},"idna":["none","std3"],"labels":2}"#,
        },
        // Unicode 16 is the first UTS #46 in which the code of an ASCII text is an error.
        Row {
            check: "punycode/codes-in-names/ascii-digit",
            needs: r#"{"params":{},"unicode":"16"}"#,
        },
        // A low line is forbidden by STD 3 only.
        Row {
            check: "uts46/std3/first",
            needs: r#"{"params":{"std3":true},"unicode":"12.1"}"#,
        },
        Row {
            check: "uts46/bidi-names/digits-before-arabic",
            needs: r#"{"params":{"check-bidi":true},"unicode":"12.1","labels":2}"#,
        },
        Row {
            check: "uts46/url-editions/valid-code-in-capitals-in-2026-06",
            needs: r#"{"params":{},"unicode":"12.1","url":["2026-06"]}"#,
        },
        // The name has 513 labels, which no other check has.
        Row {
            check: "uts46/buffer-sizes/ascii-name-of-1025-to-unicode",
            needs: r#"{"params":{},"idna":["undeclared","url"],"unicode":"12.1","labels":513}"#,
        },
        Row {
            check: "bootstring/rust-v0/encode-surrogate",
            needs: r#"{"params":{"set":"rust-v0"},"text":["surrogates"]}"#,
        },
    ];
}
