//! Faults of Punycode, in codes and in host names.

use acegate::protocol::Request;
use acegate_codec::bootstring::ParameterSet;
use acegate_codec::bootstring::model::{Constants, Delta, Integers, Numbers, Steps};
use acegate_codec::{ErrorKind, Parameter, Value};
use acegate_deviations::{Answer, Behaviour, Call};

use super::{Fault, First, How, crash, function, refused, text, text_of};

/// The steps of the document, for a library that counts in more than 32 bits.
const RIGHT: Steps = Steps {
    code_point: |_, value| scalar_value(value),
    longest: 1 << 20,
    ..Steps::RFC
};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        report: "rockdaboot/libpsl#306",
        does: "A UTF-8 sequence of four octets is read with its third octet twice.",
        codec: "punycode",
        how: function(third_octet_twice),
        right: &["punycode/third-octet-twice"],
        first: First::Right,
    },
    Fault {
        report: "bnoordhuis/punycode#2",
        does: "A decoder reads the figures 0 to 9 as the digits 22 to 31.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            digit: |_, c| Some(digit(c)? - if is_figure(c) { 4 } else { 0 }),
            character: Steps::RFC.character,
            ..RIGHT
        })),
        right: &["punycode/decoder-figures-begin-at-22"],
        first: First::Right,
    },
    Fault {
        report: "algo26-matthias/idna-convert#35",
        does: "An encoder counts only letters, figures and hyphens: the loop has no end.",
        codec: "punycode",
        how: How::Hangs(has_uncounted),
        right: &[],
        first: First::Process,
    },
    Fault {
        report: "CPython 3.13.0, punycode",
        does: "A number of more than 63 bits ends the program.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            integers: Numbers::all(Integers::Unbounded),
            code_point: |_, value| {
                if value >> 63 == 0 {
                    scalar_value(value)
                } else {
                    crash()
                }
            },
            ..RIGHT
        })),
        right: &["punycode/decoder-code-point-above-63-bits-crashes"],
        first: First::Right,
    },
    Fault {
        report: "Go with int32, Java, C with int",
        does: "The numbers of encoder and decoder are signed integers of 32 bits that wrap.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            integers: Numbers::all(Integers::Signed(32)),
            ..RIGHT
        })),
        right: &["punycode/signed-32-bits-wrap*"],
        first: First::Right,
    },
    Fault {
        report: "one operator in the digit arithmetic",
        does: "The weight grows by the base plus the threshold instead of the base minus it.",
        codec: "punycode",
        how: function(plus_for_minus),
        right: &["punycode/decoder-weight-added"],
        first: First::Right,
    },
    Fault {
        report: "one operator in the adaptation",
        does: "The adaptation adds the delta times the number of points instead of divided by it.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            adapt: |_, delta| {
                let damped = delta.value / if delta.is_first { 700 } else { 2 };
                bias_of(damped.saturating_add(damped.saturating_mul(delta.points)))
            },
            ..RIGHT
        })),
        right: &["punycode/points-multiplied"],
        first: First::Right,
    },
    Fault {
        report: "digits four off in a table",
        does: "The last four letters are the digits 18 to 21 and those before them 22 to 25.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            digit: |_, c| {
                let value = digit(c)?;
                Some(match value {
                    18..=21 => value + 4,
                    22..=25 => value - 4,
                    _ => value,
                })
            },
            ..RIGHT
        })),
        right: &["punycode/digits-*"],
        first: First::Absent,
    },
    Fault {
        report: "a threshold one too high",
        does: "The least threshold is 2 instead of 1.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            threshold: |constants, k, bias| (Steps::RFC.threshold)(constants, k, bias).max(2),
            ..RIGHT
        })),
        right: &["punycode/thresholds-from-2"],
        first: First::Right,
    },
    Fault {
        report: "a damp of another size",
        does: "The first delta is divided by 70 instead of 700.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            adapt: |_, delta| {
                let damped = delta.value / if delta.is_first { 70 } else { 2 };
                bias_of(damped + damped / delta.points)
            },
            ..RIGHT
        })),
        right: &["punycode/damp-is-70"],
        first: First::Right,
    },
    Fault {
        report: "@frida/punycode 3.0.0",
        does: "Characters between the figures and the letters are digits.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            digit: |set, c| match c {
                0x3a..=0x40 | 0x5b..=0x60 => Some(i64::from(c & 0x1f)),
                _ => (Steps::RFC.digit)(set, c),
            },
            ..RIGHT
        })),
        right: &[],
        first: First::Absent,
    },
];

pub(super) const IN_NAMES: &[Fault] = &[
    Fault {
        report: "google/j2objc#938",
        does: "ToASCII encodes labels of ASCII as well, without a prefix: `foo` becomes `foo-`.",
        codec: "punycode",
        how: function(|call| {
            let right = text_of(call.answer().ok().as_ref()?)?;
            let is_written = call.op == "to-ascii" && !right.is_empty();
            let labels = right.split('.').map(|label| match label {
                "" => label.to_owned(),
                label if label.to_ascii_lowercase().starts_with("xn--") => label.to_owned(),
                label => format!("{label}-"),
            });
            if !is_written {
                return None;
            }
            text(labels.collect::<Vec<_>>().join("."))
        }),
        right: &["punycode/ascii-labels-encoded-without-prefix"],
        first: First::Right,
    },
    Fault {
        report: "mathiasbynens/punycode.js#59",
        does: "Without STD 3, a label of ASCII with a control character is encoded.",
        codec: "punycode",
        how: How::WithoutStd3(Behaviour::Function(control_encoded)),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "curl/curl#11674",
        does: "ToUnicode of a name whose Punycode is broken succeeds with the empty text.",
        codec: "punycode",
        how: function(|call| {
            let is_refused = call.op == "to-unicode" && call.answer().is_err();
            let name = text_of(call.input)?.to_ascii_lowercase();
            if is_refused && name.split('.').any(|label| label.starts_with("xn--")) {
                return text("");
            }
            None
        }),
        right: &["punycode/broken-names-are-empty"],
        first: First::Right,
    },
    Fault {
        report: "GnuTLS 3.7.9",
        does: "In names as well, the underscore is read as the digit 0.",
        codec: "punycode",
        how: How::Answers(Behaviour::Model(&Steps {
            digit: |_, c| {
                if c == u32::from('_') {
                    Some(0)
                } else {
                    digit(c)
                }
            },
            ..RIGHT
        })),
        right: &["punycode/underscore-is-zero"],
        first: First::Right,
    },
    Fault {
        report: "Haskell idna 0.3.0",
        does: "A label with the prefix and a capital letter is returned undecoded.",
        codec: "punycode",
        how: function(|call| {
            let name = text_of(call.input)?;
            if call.op != "to-unicode" || !name.split('.').any(is_code_with_capital) {
                return None;
            }
            let mut labels = Vec::new();
            for label in name.split('.') {
                let read = call.answer_to(&label.into()).ok();
                match read.as_ref().and_then(text_of) {
                    Some(read) if !is_code_with_capital(label) => labels.push(read),
                    _ => labels.push(label.to_owned()),
                }
            }
            text(labels.join("."))
        }),
        right: &["punycode/capital-codes-kept"],
        first: First::Right,
    },
];

fn third_octet_twice(call: &Call<'_>) -> Answer {
    if call.op != "encode" || call.code_points().iter().all(|&c| c < 0x10000) {
        return None;
    }
    let read = |&c: &u32| match c {
        0x10000..=0x10ffff => (c & !0x3f) | (c >> 6 & 0x3f),
        _ => c,
    };
    Some(call.answer_to(&Value::from_code_points(
        call.code_points().iter().map(read).collect::<Vec<_>>(),
    )))
}

/// A basic character that is no letter, figure or hyphen, in a text that is not all basic.
fn has_uncounted(request: &Request) -> bool {
    let Value::Text(text) = &request.input else {
        return false;
    };
    let is_counted = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_uncounted = |&c: &u32| c < 0x80 && !char::from_u32(c).is_some_and(is_counted);
    request.op == "encode"
        && text.code_points.iter().any(is_uncounted)
        && text.code_points.iter().any(|&c| c >= 0x80)
}

fn is_code_with_capital(label: &str) -> bool {
    label.to_ascii_lowercase().starts_with("xn--")
        && label.bytes().any(|octet| octet.is_ascii_uppercase())
}

/// A decoder with a sum in place of a difference.
fn plus_for_minus(call: &Call<'_>) -> Answer {
    let is_plain = call
        .parameters
        .values()
        .all(|value| *value == Parameter::Integer(32));
    if call.op != "decode" || !is_plain {
        return None;
    }
    match decoded(call.code_points()) {
        Some(text) => Some(Ok(Value::from_code_points(text))),
        None => refused(ErrorKind::BadDigit),
    }
}

fn decoded(code: &[u32]) -> Option<Vec<u32>> {
    let set = &ParameterSet::PUNYCODE;
    let constants = Constants::of(set);
    let (length, first) = (Steps::RFC.split)(set, code)?;
    let mut output = code[..length].to_vec();
    if output.iter().any(|&c| c >= 0x80) {
        return None;
    }
    let mut rest = code[first..].iter();
    let (mut n, mut i, mut bias) = (0x80_u64, 0_u64, 72);
    while !rest.as_slice().is_empty() {
        let (old, mut weight, mut k) = (i, 1_u64, 36);
        loop {
            let digit = digit(*rest.next()?)? as u64;
            i = i.checked_add(digit.checked_mul(weight)?)?;
            let threshold = (Steps::RFC.threshold)(&constants, k, bias) as u64;
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36 + threshold)?;
            k += 36;
        }
        let points = output.len() as u64 + 1;
        let delta = Delta {
            value: (i - old).into(),
            points: points.into(),
            is_first: old == 0,
            integers: Integers::Unbounded,
        };
        bias = (Steps::RFC.adapt)(&constants, &delta)?;
        n = n.checked_add(i / points)?;
        i %= points;
        let c = char::from_u32(u32::try_from(n).ok()?)?;
        output.insert(i as usize, c.into());
        i += 1;
    }
    Some(output)
}

/// A label of ASCII with a control character is encoded as one beyond ASCII.
fn control_encoded(call: &Call<'_>) -> Answer {
    let name = text_of(call.input)?;
    if call.op != "to-ascii" || !name.is_ascii() || !name.contains(|c: char| c.is_ascii_control()) {
        return None;
    }
    let labels = name.split('.').map(|label| match label {
        label if label.contains(|c: char| c.is_ascii_control()) => format!("xn--{label}-"),
        label => label.to_owned(),
    });
    text(labels.collect::<Vec<_>>().join("."))
}

fn bias_of(mut delta: i128) -> Option<i128> {
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    Some(k + 36 * delta / (delta + 38))
}

fn scalar_value(value: i128) -> Option<u128> {
    u32::try_from(value)
        .ok()
        .and_then(char::from_u32)
        .map(u128::from)
}

fn digit(c: u32) -> Option<i64> {
    (Steps::RFC.digit)(&ParameterSet::PUNYCODE, c)
}

const fn is_figure(c: u32) -> bool {
    matches!(c, 0x30..=0x39)
}
