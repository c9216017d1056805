//! The advice on the settings of an implementation of UTS #46: its failures may all come from settings that it does not
//! declare.
//!
//! In: what is declared, and the answers of a run. Out: a sentence with the declaration, or nothing.

use acegate_codec::uts46::{Settings, process};
use acegate_codec::{Parameter, ParameterSpec, Parameters, Value, Verb};

use super::uts46::{OFF_IN_URLS, asked, operation, own_settings_for, settings};
use crate::observation::Answer;
use crate::protocol::{CodecSupport, Idna, Request, parameter_to_json};

/// A request of `uts46` that was answered.
pub(crate) struct AnsweredName<'a> {
    /// The request as the case has it.
    pub(crate) request: Request,
    pub(crate) answer: &'a Answer,
    /// Whether it is a failure that counts.
    pub(crate) is_failure: bool,
}

/// At least so many answers must match another setting. A library with one bug often has two cases
/// for it, one for each operation.
const FEWEST_ANSWERS: usize = 3;

/// A setting is another one if this share of the answers that tell it apart, in percent, match the other. URL
/// parsers answer a few names in their own way.
const TELLING_SHARE: usize = 90;

/// The parameters in the order in which they are found: the profile first, because it also decides the flags that it does
/// not set.
const PARAMETERS: [&str; 8] = [
    "profile",
    "std3",
    "check-hyphens",
    "verify-dns-length",
    "check-bidi",
    "check-joiners",
    "transitional",
    "ignore-invalid-punycode",
];

/// The advice on what to declare, if most failures are right answers under other settings, or are on names that another
/// word in `idna` leaves out; `None` otherwise.
pub(crate) fn better_settings(
    support: &CodecSupport,
    answered: &[AnsweredName<'_>],
) -> Option<String> {
    let failures: Vec<_> = answered.iter().filter(|name| name.is_failure).collect();
    if failures.len() < FEWEST_ANSWERS {
        return None;
    }
    let mut declaration = Declaration {
        support: support.clone(),
    };
    let mut changed = Parameters::new();
    for parameter in PARAMETERS {
        if let Some(value) = declaration.found_value(parameter, answered) {
            declaration = declaration.with(parameter, &value);
            changed.insert(parameter.to_owned(), value);
        }
    }
    let mut left = failures.clone();
    left.retain(|name| !declaration.explains(name));
    let word = declaration.found_word(&left);
    if changed.is_empty() && word.is_none() {
        return None;
    }
    if word.is_some() {
        declaration.support.idna = word;
    }
    let explained = failures
        .iter()
        .filter(|name| declaration.explains(name))
        .count();
    if 2 * explained <= failures.len() {
        return None;
    }
    Some(format!(
        "{explained} of {} failures of uts46 come from settings that are not declared: if these are the \
         implementation's own, declare {} in codecs.uts46",
        failures.len(),
        in_words(&changed, word)
    ))
}

/// The settings that an implementation declares, or could declare.
struct Declaration {
    support: CodecSupport,
}

impl Declaration {
    /// The same with this value of a parameter and no other.
    fn with(&self, parameter: &str, value: &Parameter) -> Self {
        let mut support = self.support.clone();
        support.params.set(parameter, vec![value.clone()]);
        Self { support }
    }

    /// The settings under which the implementation answers a request; `None` if they are none of UTS #46.
    fn settings_for(&self, request: &Request) -> Option<Settings> {
        let operation = operation(&request.op)?;
        settings(
            operation,
            &own_settings_for(operation, request, &self.support),
        )
    }

    /// The other value of a parameter that the answers show; `None` if they show none, or if it can be set.
    fn found_value(&self, parameter: &str, answered: &[AnsweredName<'_>]) -> Option<Parameter> {
        let declared = self.support.params.values(parameter);
        if declared.is_some_and(|values| values.len() != 1) {
            return None;
        }
        for word in parameter_spec(parameter)?.values {
            let value = Parameter::from_word(word);
            let other = self.with(parameter, &value);
            // The profile of the URL Standard does more than set no flags.
            if parameter == "profile" && !other.is_shown(&self.without_flags(), answered) {
                continue;
            }
            if other.is_shown(self, answered) {
                return Some(value);
            }
        }
        None
    }

    /// The same without the flags that the profile of the URL Standard does not set.
    fn without_flags(&self) -> Self {
        let mut support = self.support.clone();
        for flag in OFF_IN_URLS {
            support.params.set(flag, vec![Parameter::Boolean(false)]);
        }
        Self { support }
    }

    /// Whether nearly all answers that tell this declaration from another one are right under this one.
    fn is_shown(&self, instead_of: &Self, answered: &[AnsweredName<'_>]) -> bool {
        let mut agreeing = 0;
        let mut disagreeing = 0;
        for name in answered {
            let here = self.right_answer(&name.request);
            let there = instead_of.right_answer(&name.request);
            if here == there {
                continue;
            }
            agreeing += usize::from(here.as_ref() == Some(name.answer));
            disagreeing += usize::from(there.as_ref() == Some(name.answer));
        }
        agreeing >= FEWEST_ANSWERS && agreeing * 100 >= (agreeing + disagreeing) * TELLING_SHARE
    }

    fn right_answer(&self, request: &Request) -> Option<Answer> {
        let name = request.input.as_text().ok()?.to_scalar_string()?;
        let settings = self.settings_for(request)?;
        Some(match process(&request.op, &name, &settings).into_result() {
            Ok(text) => Answer::of_value(&Value::from(text)),
            Err(_) => Answer::Refused,
        })
    }

    /// Whether a failure is a right answer under these settings, or is not sent with this declaration.
    fn explains(&self, name: &AnsweredName<'_>) -> bool {
        asked(name.request.clone(), &self.support).is_err()
            || self.right_answer(&name.request).as_ref() == Some(name.answer)
    }

    /// The word in `idna` that leaves out most of the failures that no setting explains; `None` if no other does.
    fn found_word(&self, left: &[&AnsweredName<'_>]) -> Option<Idna> {
        for word in [Idna::Url, Idna::Idna2008] {
            let support = CodecSupport {
                idna: Some(word),
                ..self.support.clone()
            };
            let other = Self { support };
            let count = left.iter().filter(|name| other.explains(name)).count();
            if self.support.idna != Some(word) && count >= FEWEST_ANSWERS && 2 * count > left.len()
            {
                return Some(word);
            }
        }
        None
    }
}

fn parameter_spec(name: &str) -> Option<&'static ParameterSpec> {
    operation(Verb::ToAscii.name())?
        .parameters
        .iter()
        .find(|spec| spec.name == name)
}

/// The declaration as a hello has it.
fn in_words(changed: &Parameters, word: Option<Idna>) -> String {
    let mut words = Vec::new();
    if !changed.is_empty() {
        let mut fields = Vec::new();
        for (name, value) in changed {
            fields.push(format!("{name:?}:[{}]", parameter_to_json(value)));
        }
        words.push(format!("\"params\":{{{}}}", fields.join(",")));
    }
    if let Some(word) = word {
        words.push(format!("\"idna\":{:?}", word.word()));
    }
    words.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::judge;
    use crate::observation::{Outcome, Refusal};
    use crate::protocol::{Description, Identity};
    use crate::suite::{request_for, screen};
    use acegate_vectors::Suite;

    /// The advice to a right function with these settings if it declares `fields`. `besides` answers what it does
    /// besides UTS #46.
    fn advice(
        fields: &str,
        own: &Settings,
        besides: fn(&str) -> Option<Outcome>,
    ) -> Option<String> {
        let json = format!(r#"{{"ops":["to-ascii","to-unicode"]{fields}}}"#);
        let support: CodecSupport = serde_json::from_str(&json).expect("a codec of a hello");
        let codecs = [("uts46".to_owned(), support.clone())].into();
        let description = Description::new(Identity::default(), codecs);
        let mut answers = Vec::new();
        for check in Suite::embedded().expect("the suite is valid").checks() {
            let Ok(request) = screen(&check, &description) else {
                continue;
            };
            let name = request.input.as_text().expect("a text").to_scalar_string();
            let Some(name) = name else { continue };
            let made = process(&request.op, &name, own).into_result();
            let right = match made {
                Ok(text) => Outcome::Value(Value::from(text)),
                Err(_) => Outcome::Refused(Refusal::default()),
            };
            let outcome = besides(&name).unwrap_or(right);
            let is_failure = judge(&check, &outcome, false).verdict.is_failure();
            answers.push((request_for(&check), Answer::of(&outcome), is_failure));
        }
        let answered: Vec<_> = answers
            .iter()
            .map(|(request, answer, is_failure)| AnsweredName {
                request: request.clone(),
                answer,
                is_failure: *is_failure,
            })
            .collect();
        assert!(answered.len() > 500, "{}", answered.len());
        better_settings(&support, &answered)
    }

    /// A host of a URL that looks like a number is an address.
    fn addresses(name: &str) -> Option<Outcome> {
        let last = name.rsplit('.').next()?;
        let is_number = !last.is_empty() && last.bytes().all(|c| c.is_ascii_digit());
        (is_number || last.starts_with("0x")).then(|| Outcome::Value(Value::from("0.0.0.1")))
    }

    /// IDNA 2008 allows letters, digits and marks only.
    fn no_symbols(name: &str) -> Option<Outcome> {
        let mapped = process("to-unicode", name, &Settings::STRICT).text;
        let is_refused = mapped.chars().any(|c| {
            let is_joiner = matches!(c, '\u{200C}' | '\u{200D}');
            !c.is_ascii() && !is_joiner && !acegate_codec::uts46::is_letter_mark_or_digit(c)
        });
        is_refused.then(|| Outcome::Refused(Refusal::default()))
    }

    fn nothing(_: &str) -> Option<Outcome> {
        None
    }

    #[test]
    fn failures_that_come_from_settings_are_one_line() {
        struct Row {
            declared: &'static str,
            own: Settings,
            besides: fn(&str) -> Option<Outcome>,
            advice: &'static str,
        }
        let strict = Settings::STRICT;
        let rows = [
            Row {
                declared: "",
                own: strict,
                besides: nothing,
                advice: "",
            },
            Row {
                declared: "",
                own: Settings::WHATWG,
                besides: nothing,
                advice: r#""params":{"profile":["whatwg"]}"#,
            },
            Row {
                declared: "",
                own: Settings {
                    std3: false,
                    ..strict
                },
                besides: nothing,
                advice: r#""params":{"std3":[false]}"#,
            },
            Row {
                declared: "",
                own: Settings {
                    transitional: true,
                    check_bidi: false,
                    ..strict
                },
                besides: nothing,
                advice: r#""params":{"check-bidi":[false],"transitional":[true]}"#,
            },
            Row {
                declared: "",
                own: Settings {
                    std3: false,
                    check_hyphens: false,
                    verify_dns_length: false,
                    ..strict
                },
                besides: nothing,
                advice: r#""params":{"check-hyphens":[false],"std3":[false],"verify-dns-length":[false]}"#,
            },
            // A declaration that is wrong.
            Row {
                declared: r#","params":{"std3":[false]}"#,
                own: strict,
                besides: nothing,
                advice: r#""params":{"std3":[true]}"#,
            },
            Row {
                declared: r#","params":{"profile":["whatwg"]}"#,
                own: Settings::WHATWG,
                besides: addresses,
                advice: r#""idna":"url""#,
            },
            Row {
                declared: "",
                own: strict,
                besides: no_symbols,
                advice: r#""idna":"2008""#,
            },
            Row {
                declared: r#","params":{"profile":["whatwg"]},"idna":"url""#,
                own: Settings::WHATWG,
                besides: addresses,
                advice: "",
            },
        ];
        for Row {
            declared,
            own,
            besides,
            advice: expected,
        } in rows
        {
            let text = advice(declared, &own, besides).unwrap_or_default();
            assert_eq!(
                text.is_empty(),
                expected.is_empty(),
                "{declared} {own:?}: {text}"
            );
            assert!(
                text.contains(&format!("{expected} ")) || expected.is_empty(),
                "{text}"
            );
        }
    }

    #[test]
    fn a_fault_of_one_rule_is_no_setting() {
        // Names that are refused for one reason too many: no setting does that.
        let digits = |name: &str| {
            name.contains('1')
                .then(|| Outcome::Refused(Refusal::default()))
        };
        assert_eq!(advice("", &Settings::STRICT, digits), None);
        // It ends before the last label, so one Bidi rule of several is not checked.
        let mixed = |name: &str| {
            let has_both = name.contains(|c| ('\u{5D0}'..='\u{5EA}').contains(&c));
            has_both.then(|| Outcome::Value(Value::from("xn--tda")))
        };
        assert_eq!(advice("", &Settings::STRICT, mixed), None);
    }
}
