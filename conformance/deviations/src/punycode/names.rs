//! Host names with labels that are encoded or decoded wrongly.

use std::cell::Cell;

use acegate_codec::{Family, Parameters, Value, Verb};

use super::host::host_op;
use crate::label::{Payload, Rules, answer_under};
use crate::{Answer, Call, Deviation, Model, Reads, deviation, observed, reported};

/// The rules of host names in Punycode.
pub(crate) const RULES: Rules = Rules {
    edge_hyphens: false,
    ..Rules::new("xn--")
};

/// The deviations in the rules of host names.
pub(crate) const NAMES: &[Deviation] = &[
    deviation("punycode/decoded-label-not-encoded-again", &["punycode-72"])
        .summary("ToUnicode does not check that a decoded label encodes back to the same label.")
        .equivalent(
            "a right decoder gives only texts that encode to the same code: the comparison finds \
             the faults of a wrong one",
        )
        .by(&Rules {
            canonical: false,
            ..RULES
        }),
    deviation(
        "punycode/codes-of-any-characters-decoded",
        &["punycode-71", "punycode-72"],
    )
    .summary(
        "ToUnicode passes any characters after the prefix to the decoder, and does not check that \
         the result encodes back to the same label.",
    )
    .seen(&[observed("GnuTLS 3.7.9")])
    .by(&Reads(Rules {
        canonical: false,
        ldh: false,
        ..RULES
    })),
    deviation(
        "punycode/refused-labels-returned",
        &["punycode-72", "punycode-64"],
    )
    .summary("ToUnicode never fails: it returns each label that it would have to reject unchanged.")
    .seen(&[
        observed("libidn 1.41"),
        reported("IDNA's ToUnicode, as it asks", "RFC 3490, section 4.2"),
    ])
    .how(|call| {
        if !call.does(Verb::ToUnicode) {
            return None;
        }
        let mut labels = Vec::new();
        for label in call.code_points().split(|&c| c == DOT) {
            labels.push(match call.answer_to(&Value::from_code_points(label)) {
                Ok(Value::Text(text)) => text.code_points,
                _ => label.to_vec(),
            });
        }
        Some(Ok(Value::from_code_points(labels.join(&DOT))))
    }),
    deviation("punycode/long-labels-read", &["punycode-69"])
        .summary("ToUnicode does not check that a label has at most 63 octets.")
        .seen(&[observed("libidn2 2.3.3"), observed("idna 3.13 of PyPI")])
        .by(&Reads(Rules {
            label_limit: false,
            ..RULES
        })),
    deviation("punycode/decoded-label-measured", &["punycode-69"])
        .summary(
            "ToUnicode applies the limit of 63 to the code points of the decoded label instead of \
             to its code.",
        )
        .seen(&[observed("libidn2 2.3.3")])
        .how(|call| {
            let loose = Reads(Rules {
                label_limit: false,
                ..RULES
            })
            .answer(call)?;
            let Ok(Value::Text(text)) = &loose else {
                return Some(loose);
            };
            // Labels that pass unchanged have no other length.
            let is_long = text
                .code_points
                .split(|&c| c == DOT)
                .any(|label| label.len() > 63);
            (!is_long).then_some(loose)
        }),
    deviation("punycode/long-names-read", &["punycode-74"])
        .summary("ToUnicode does not check that a name has at most 253 characters.")
        .seen(&[observed("libidn2 2.3.3"), observed("idna 3.13 of PyPI")])
        .by(&Reads(Rules {
            name_limit: false,
            ..RULES
        })),
    deviation("punycode/names-of-255-written", &["punycode-74"])
        .summary("ToASCII accepts a name of 254 characters if a dot follows.")
        .seen(&[observed("libidn 1.41")])
        .how(|call| {
            let long = call.does(Verb::ToAscii) && call.code_points().last() == Some(&DOT);
            if !long {
                return None;
            }
            let rules = Rules {
                name_limit: false,
                ..RULES
            };
            match rules.answer(call)? {
                Ok(Value::Text(text)) if text.code_points.len() <= 255 => {
                    Some(Ok(Value::Text(text)))
                }
                _ => None,
            }
        }),
    deviation("punycode/empty-name-written", &["punycode-75"])
        .summary("ToASCII returns the empty name and the name `.` instead of rejecting them.")
        .seen(&[observed("libidn 1.41")])
        .how(|call| {
            let empty = matches!(call.code_points(), [] | [DOT]) && call.does(Verb::ToAscii);
            if empty {
                Some(Ok(call.input.clone()))
            } else {
                None
            }
        }),
];

const DOT: u32 = '.' as u32;

/// The answer to a host name of a deviation that says nothing of host names, but encodes or decodes
/// one of its labels otherwise than the reference.
pub(crate) fn in_names(deviation: &'static Deviation, call: &Call<'_>) -> Answer {
    if !host_op(call) || call.reference.about().family != Family::Bootstring {
        return None;
    }
    let labels = Labels {
        deviation: Some(deviation),
        call,
        is_bent: Cell::new(false),
    };
    labels.crash_in_decoding();
    let own = answer_under(&RULES, &labels, call)?;
    labels.is_bent.get().then_some(own)
}

impl Model for Rules {
    /// The answer to a host name, its labels encoded and decoded as the reference of the call does.
    fn answer(&self, call: &Call<'_>) -> Answer {
        let labels = Labels {
            deviation: None,
            call,
            is_bent: Cell::new(false),
        };
        if host_op(call) {
            answer_under(self, &labels, call)
        } else {
            None
        }
    }
}

/// A label of numbers without its prefix; `None` if it does not begin with the prefix.
fn payload_of(label: &[u32]) -> Option<&[u32]> {
    let (start, payload) = label.split_at_checked(RULES.prefix.len())?;
    let start: Option<String> = start.iter().map(|&c| char::from_u32(c)).collect();
    if start?.eq_ignore_ascii_case(RULES.prefix) {
        Some(payload)
    } else {
        None
    }
}

/// Labels as a deviation encodes and decodes them, or else the reference.
struct Labels<'a> {
    deviation: Option<&'static Deviation>,
    call: &'a Call<'a>,
    /// Whether the deviation answered otherwise than the reference.
    is_bent: Cell<bool>,
}

impl Labels<'_> {
    /// Crashes if the decoder crashes at a label of the name. RFC 3490, section 4.2, decodes a label before
    /// it looks at its characters and its hyphens, so that a crash comes before any rejection.
    fn crash_in_decoding(&self) {
        if !self.call.does(Verb::ToUnicode) {
            return;
        }
        for label in self.call.code_points().split(|&c| c == DOT) {
            if let Some(payload) = payload_of(label) {
                let parameters = Parameters::new();
                let input = Value::from_code_points(payload);
                let call = Call {
                    op: Verb::Decode.name(),
                    parameters: &parameters,
                    input: &input,
                    ..*self.call
                };
                if let Some(deviation) = self.deviation {
                    // Only a crash matters here: the label is decoded again for its answer.
                    let _ = deviation.behaviour.answer(&call);
                }
            }
        }
    }

    fn ask(&self, verb: Verb, input: &[u32]) -> Option<Vec<u32>> {
        let op = verb.name();
        let parameters = Parameters::new();
        let input = Value::from_code_points(input);
        let right = self.call.reference.apply(op, &parameters, &input).ok();
        let call = Call {
            op,
            parameters: &parameters,
            input: &input,
            ..*self.call
        };
        let own = match self
            .deviation
            .and_then(|deviation| deviation.behaviour.answer(&call))
        {
            Some(own) if own.as_ref().ok() != right.as_ref() => {
                self.is_bent.set(true);
                own.ok()
            }
            _ => right,
        };
        Some(own?.as_text().ok()?.code_points.clone())
    }
}

impl Payload for Labels<'_> {
    fn encode(&self, label: &[u32]) -> Option<String> {
        self.ask(Verb::Encode, label)?
            .into_iter()
            .map(char::from_u32)
            .collect()
    }

    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>> {
        self.ask(Verb::Decode, payload)
    }
}
