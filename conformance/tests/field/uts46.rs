//! Faults of UTS #46.

use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{Criteria, Criterion, Icu, Judged, Rules};
use acegate_codec::{ErrorKind, Operation, Parameter, Value};
use acegate_deviations::{Answer, Call};

use super::{Fault, First, function, refused, text, text_of};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        report: "CVE-2024-6874",
        does: "Octets behind the buffer follow the result of a name of exactly 256 octets.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            let right = text_of(call.answer().ok().as_ref()?)?;
            if name.len() == 256 {
                text(format!("{right}\u{1}"))
            } else {
                None
            }
        }),
        right: &["uts46/octets-256-not-ended"],
        first: First::Absent,
    },
    Fault {
        report: "ada-url/idna#90",
        does: "A joiner that may stand where it does ends the check of its label.",
        codec: "uts46",
        how: function(|call| {
            by(
                call,
                Criteria {
                    c1: |judged| of_first_joiner(judged, CRITERIA.c1),
                    c2: |judged| of_first_joiner(judged, CRITERIA.c2),
                    b1: |judged| unless_joined(judged, CRITERIA.b1),
                    b2: |judged| unless_joined(judged, CRITERIA.b2),
                    b3: |judged| unless_joined(judged, CRITERIA.b3),
                    b4: |judged| unless_joined(judged, CRITERIA.b4),
                    b5: |judged| unless_joined(judged, CRITERIA.b5),
                    b6: |judged| unless_joined(judged, CRITERIA.b6),
                    ..CRITERIA
                },
            )
        }),
        right: &["uts46/joiner-ends-check"],
        first: First::Right,
    },
    Fault {
        report: "ada-url/ada#1192",
        does: "A label is refused if its code begins with the prefix, whatever it decodes to.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?.to_ascii_lowercase();
            if name.split('.').any(|label| label.starts_with("xn--xn--")) {
                return refused(ErrorKind::Syntax);
            }
            None
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "golang/go#47182",
        does: "A name of ASCII may end with two full stops or more where lengths are verified.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            if call.op != "to-ascii" || !name.ends_with("..") || !name.is_ascii() {
                return None;
            }
            let checked = name.trim_end_matches('.');
            let written = call.answer_to(&Value::from(checked)).ok()?;
            text(text_of(&written)? + &name[checked.len()..])
        }),
        right: &["uts46/ascii-names-end-with-full-stops"],
        first: First::Right,
    },
    Fault {
        report: "symfony/polyfill#279",
        does: "ToASCII leaves a label as it is if a delimiter of URLs is in it.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;

            if call.op != "to-ascii" || !name.contains(is_delimiter) {
                return None;
            }
            let mut labels = Vec::new();
            for label in name.split('.') {
                if label.contains(is_delimiter) {
                    labels.push(label.to_owned());
                } else {
                    labels.push(text_of(call.answer_to(&label.into()).ok().as_ref()?)?);
                }
            }
            text(labels.join("."))
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "c-ares/c-ares#1031",
        does: "A label of nothing but ignored characters is accepted as an empty one.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            let is_ignored = |label: &str| {
                !label.is_empty()
                    && label
                        .chars()
                        .all(|c| matches!(c, '\u{AD}' | '\u{200B}' | '\u{FEFF}'))
            };
            if call.op != "to-ascii" || call.answer().is_ok() || !name.split('.').any(is_ignored) {
                return None;
            }
            let mut parameters = call.parameters.clone();
            parameters.insert("verify-dns-length".to_owned(), Parameter::Boolean(false));
            Some(call.reference.apply(call.op, &parameters, call.input))
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "foxcpp/maddy#554",
        does: "A label may have 63 octets of UTF-8.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            if call.op == "to-ascii"
                && call.answer().is_ok()
                && settings(call)?.verify_dns_length
                && name.split('.').any(|label| label.len() > 63)
            {
                return refused(ErrorKind::TooLong);
            }
            None
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "true/php-punycode#21",
        does: "The lower case of the whole text is taken: the last sigma becomes the final one.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            if !name.contains('Σ') {
                return None;
            }
            Some(call.answer_to(&Value::from(name.to_lowercase().as_str())))
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "google/guava#389",
        does: "Capitals are mapped by the rules of a Turkish user.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            let turkish = name.replace('I', "ı").replace('İ', "i");
            (name != turkish).then(|| call.answer_to(&Value::from(turkish.as_str())))
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "commoncrawl/cc-pyspark#35",
        does: "Whether a name is ASCII is asked by an expression that ignores case.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            let is_like_ascii = |c: char| matches!(c, '\0'..='\x7f' | '\u{17F}' | '\u{212A}');
            if call.op != "to-ascii" || name.is_ascii() || !name.chars().all(is_like_ascii) {
                return None;
            }
            text(name)
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "golang/go#81525",
        does: "The Bidi rule is asked of the characters as they are given, before the mapping.",
        codec: "uts46",
        how: function(|call| {
            let name = text_of(call.input)?;
            // The symbols that are written from left to right and are mapped to Hebrew letters.
            if !name.contains(|c| matches!(c, '\u{2135}'..='\u{2138}')) {
                return None;
            }
            let (op, settings) = (call.op, settings(call)?);
            let own = Rules {
                tables: &Icu,
                ..Rules::UTS46
            };
            let own = own.apply(
                op,
                &name,
                Settings {
                    check_bidi: false,
                    ..settings
                },
            );
            Some(own.into_result().map(Value::from).map_err(Into::into))
        }),
        right: &["uts46/bidi-name-before-mapping"],
        first: First::Right,
    },
    Fault {
        report: "jsdom/tr46#5",
        does: "A label with a control character counts as one beyond ASCII and is encoded.",
        codec: "uts46",
        how: function(|call| {
            let right = text_of(call.answer().ok().as_ref()?)?;
            let has_control = |label: &str| label.contains(|c: char| c.is_ascii_control());
            if call.op != "to-ascii" || !has_control(&right) {
                return None;
            }
            let labels = right.split('.').map(|label| match label {
                label if has_control(label) => format!("xn--{label}-"),
                label => label.to_owned(),
            });
            text(labels.collect::<Vec<_>>().join("."))
        }),
        right: &["uts46/controls-encoded"],
        first: First::Right,
    },
];

const CRITERIA: Criteria = Criteria::ALL;

/// The answer of the steps with these criteria.
fn by(call: &Call<'_>, criteria: Criteria) -> Answer {
    let rules = Rules {
        tables: &Icu,
        criteria,
        ..Rules::UTS46
    };
    let own = rules.apply(call.op, &text_of(call.input)?, settings(call)?);
    Some(own.into_result().map(Value::from).map_err(Into::into))
}

fn settings(call: &Call<'_>) -> Option<Settings> {
    let operations = call.reference.operations();
    let arguments = Operation::select(operations, call.op, call.parameters).ok()?;
    Some(Settings::from_arguments(&arguments))
}

fn first_joiner(judged: &Judged<'_>) -> Option<usize> {
    judged
        .characters
        .iter()
        .position(|c| matches!(c, '\u{200C}' | '\u{200D}'))
}

fn of_first_joiner(judged: &Judged<'_>, criterion: Criterion) -> Option<usize> {
    criterion(judged).filter(|&at| first_joiner(judged) == Some(at))
}

/// The position that breaks a criterion, unless a joiner in the label is allowed where it is.
fn unless_joined(judged: &Judged<'_>, criterion: Criterion) -> Option<usize> {
    let first = first_joiner(judged);
    let is_refused = |criterion: Criterion| of_first_joiner(judged, criterion).is_some();
    if first.is_some() && !is_refused(CRITERIA.c1) && !is_refused(CRITERIA.c2) {
        return None;
    }
    criterion(judged)
}

fn is_delimiter(c: char) -> bool {
    matches!(c, '@' | ':' | '/' | '?' | '#' | '[' | ']')
}
