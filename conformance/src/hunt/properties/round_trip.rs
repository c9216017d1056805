//! An operation and its inverse give the input again, and a strict reader takes no other code for it.

use acegate_codec::{Effect, Family, Text, Value, Verb, bootstring};
use acegate_vectors::Level;

use super::repeated::{folded, in_other_case, lower_case};
use crate::hunt::interpretations::bootstring as bootstring_of;
use crate::hunt::oracle::right_outcome;
use crate::hunt::property::{Breach, Property, Subject};
use crate::hunt::request::length;
use crate::observation::Outcome;
use crate::protocol::Request;

/// The decoder reads an encoder's output as the text that was encoded.
pub const ROUND_TRIP: Property = Property {
    id: "round-trip",
    // A record can be read back as another form of it, and separators of a number are dropped.
    applies: |_, operation| {
        matches!(
            operation.verb,
            Verb::Encode | Verb::ToAscii | Verb::Invert | Verb::Escape
        )
    },
    check: |request, subject| {
        if reads(request) {
            None
        } else {
            inverse_undoes(request, subject)
        }
    },
};

/// A code that the decoder accepts is the one that the encoder writes, letter case aside.
pub const CANONICAL: Property = Property {
    id: "canonical",
    // A number of uri2dec has several forms.
    applies: |codec, operation| {
        codec.family != Family::Addresses
            && matches!(operation.verb, Verb::Decode | Verb::ToUnicode)
    },
    check: |request, subject| {
        // A lenient reader accepts what no writer writes.
        let is_strict = reads(request) && !request.is("strictness", "lenient");
        if is_strict {
            inverse_undoes(request, subject)
        } else {
            None
        }
    },
};

fn reads(request: &Request) -> bool {
    request.verb().map(Verb::effect) == Some(Effect::Reads)
}

/// `inverse(op(x))` is `x`, in the one form in which `x` can come back.
fn inverse_undoes(request: &Request, subject: &mut Subject<'_>) -> Option<Breach> {
    if request.is_of_checked_names() {
        return settles(request, subject);
    }
    let is_strict = subject.is_strict;
    let inverse = request.operation()?.inverse?;
    if !is_strict && has_own_rules(request) {
        return None;
    }
    let Outcome::Value(output) = (subject.answer)(request) else {
        return None;
    };
    let back = inverse_request(request, inverse, output.clone());
    let outcome = (subject.answer)(&back);
    if is_known_overflow(request, &output, &outcome) {
        return None;
    }
    let expected = expected(request, &outcome)?;
    let is_back = match &outcome {
        Outcome::Value(value) => {
            compared(request, value, is_strict) == compared(request, &expected, is_strict)
        }
        Outcome::Large(_) | Outcome::Refused(_) => false,
        Outcome::Skipped(..) => !is_strict,
        Outcome::Fault(_) => true,
    };
    if is_back {
        return None;
    }
    let expected = right_outcome(&Outcome::Value(expected))?;
    // The documents leave the property to the implementation if each of its answers is right in itself.
    Some(Breach::new(back, expected, Level::Should, outcome))
}

/// The value with its letters in lower case where their case has no meaning; everywhere if it is not compared
/// strictly.
fn compared(request: &Request, value: &Value, is_strict: bool) -> Value {
    if !is_strict {
        return folded(value, 0);
    }
    match free_from(request, value) {
        Some(start) => folded(value, start),
        None => value.clone(),
    }
}

/// A standard for names can map a name, so the property is about the answer: it is the answer to itself, and a name in ASCII is
/// also the one of its text.
fn settles(request: &Request, subject: &mut Subject<'_>) -> Option<Breach> {
    // A deviation character stays in an encoded label, and is mapped in the text of the label.
    if request.is("transitional", "true") {
        return None;
    }
    let answer = (subject.answer)(request);
    let Outcome::Value(value) = &answer else {
        return None;
    };
    let mut inputs = vec![value.clone()];
    if request.does(Verb::ToAscii)
        && let Outcome::Value(text) =
            (subject.answer)(&request.derive(Verb::ToUnicode.name(), value.clone()))
    {
        inputs.push(text);
    }
    for input in inputs {
        let again = request.derive(&request.op, input);
        let outcome = (subject.answer)(&again);
        let is_same = match &outcome {
            // Labels are compared without regard to the case of ASCII (RFC 5890, section 2.3.2.4).
            Outcome::Value(other) if request.is_of(Family::Idna2008) => {
                folded(other, 0) == folded(value, 0)
            }
            Outcome::Value(_) | Outcome::Refused(_) => outcome == answer,
            Outcome::Large(_) | Outcome::Skipped(..) | Outcome::Fault(_) => true,
        };
        if !is_same {
            let expected = right_outcome(&answer)?;
            return Some(Breach::new(again, expected, Level::Should, outcome));
        }
    }
    None
}

/// Whether the documents leave the round trip of a request to implementations: with flags, `layer` bare,
/// dialled numbers or lenient readers. Octets have no round trip either, since they come back as text.
fn has_own_rules(request: &Request) -> bool {
    const OTHERS: [&str; 6] = [
        "annotation",
        "layer",
        "style",
        "scope",
        "strictness",
        "mode",
    ];
    request
        .params
        .keys()
        .any(|name| OTHERS.contains(&name.as_str()))
        || request.text().is_none_or(|text| text.flags.is_some())
}

/// The inverse request on an answer, without the parameters that the property is not about.
fn inverse_request(request: &Request, inverse: &str, output: Value) -> Request {
    let mut back = request.derive(inverse, output);
    // A lenient reader of a dialled number knows more readings.
    back.params.remove("strictness");
    // A decoder reads text of code points, flags come out of it.
    if let Value::Text(text) = &mut back.input
        && request.does(Verb::Encode)
    {
        text.flags = None;
    }
    back
}

/// Whether the decoder refuses the encoder's output for overflow, as RFC 3492 allows in two cases (see the
/// page of the module `bootstring`). In the first, a delta is near the bound: this takes a text of more
/// than 60 code points if integers have 26 bits. In the second, the weight of a zero digit at the end of a
/// number overflows: this cannot happen with the parameters of Punycode.
fn is_known_overflow(request: &Request, code: &Value, back: &Outcome) -> bool {
    let Outcome::Refused(refusal) = back else {
        return false;
    };
    let Ok(code) = code.as_text() else {
        return false;
    };
    if !request.is_of(Family::Bootstring) || !request.does(Verb::Encode) {
        return false;
    }
    if let Some(kind) = &refusal.kind
        && kind != "overflow"
    {
        return false;
    }
    length(&request.input) > 60
        || request.codec == bootstring::ABOUT.id && is_zero_after(request, code, refusal.at)
}

/// Whether the digit after this place of a code is the zero digit.
fn is_zero_after(request: &Request, code: &Text, at: Option<u64>) -> bool {
    let Some(at) = at.and_then(|at| usize::try_from(at).ok()) else {
        return false;
    };
    let Some(next) = code.code_points.get(at + 1) else {
        return false;
    };
    let Some(bootstring) = bootstring_of(request) else {
        return false;
    };
    let zero = bootstring.parameters().digits.chars().next();
    zero.is_some_and(|zero| u32::from(zero) == *next)
}

/// The value that must come back; `None` if the property does not apply to the request.
fn expected(request: &Request, back: &Outcome) -> Option<Value> {
    let text = request.text();
    match (request.family()?, request.verb()?) {
        (Family::Addresses, Verb::Escape) if text.is_none() || !request.is("mode", "text") => None,
        // Only the writer in text mode is its inverse.
        (Family::Addresses, Verb::Unescape) if request.is("mode", "uri") => None,
        // A number has several readings: the properties of addresses judge them.
        (Family::Addresses, Verb::Encode | Verb::Decode) if request.is("style", "dialled") => None,
        (Family::Addresses, Verb::ReadRecord) => None,
        (Family::Addresses, Verb::Decode) => {
            // A number tells its profile and form itself, and in the local scope it may have nines.
            let (Outcome::Value(Value::Text(_)), Some(text)) = (back, text) else {
                return Some(request.input.clone());
            };
            number_as_written(request, text)
        }
        // Separators of a number are dropped, as is the dot of the root of a domain.
        (Family::Telephone, Verb::ToDomain) => {
            const PLUS: u32 = 0x2B;
            for code_point in &text?.code_points {
                if !matches!(code_point, &PLUS | 0x30..=0x39) {
                    return None;
                }
            }
            Some(request.input.clone())
        }
        (Family::Telephone, Verb::ToNumber) => {
            let name = &text?.code_points;
            let name = name.strip_suffix(&[0x2E]).unwrap_or(name);
            Some(Value::from_code_points(name))
        }
        (Family::Bootstring, Verb::Encode) => text.map(|text| annotated(request, text)),
        _ => Some(request.input.clone()),
    }
}

/// The number, if it has the profile and form of the request; `None` also if nines may follow it.
fn number_as_written(request: &Request, text: &Text) -> Option<Value> {
    let marker = text.code_points.iter().skip_while(|&&c| c != 0x20).nth(1)?;
    let (profile, form) = match char::from_u32(*marker)? {
        '1' => ("shifted", "direct"),
        '0' => ("shifted", "pre-inverted"),
        '8' => ("octal", "direct"),
        _ => ("octal", "pre-inverted"),
    };
    let same_settings = request.is("profile", profile) && request.is("form", form);
    let nines = request.is("scope", "local") && text.code_points.last() == Some(&0x39);
    if !same_settings || nines {
        return None;
    }
    Some(request.input.clone())
}

/// The text that an annotated text comes back as: flags decide the case of basic letters and are lost
/// on other basic code points (RFC 3492, appendix A).
fn annotated(request: &Request, text: &Text) -> Value {
    let Some(flags) = &text.flags else {
        return request.input.clone();
    };
    let pairs = text
        .code_points
        .iter()
        .zip(flags)
        .map(|(&c, &upper)| match c {
            c if in_other_case(c) != c => (lower_case(c) ^ u32::from(upper) << 5, upper),
            0..0x80 => (c, false),
            c => (c, upper),
        });
    let (code_points, flags): (Vec<_>, Vec<_>) = pairs.unzip();
    Value::Text(Text {
        code_points,
        flags: Some(flags),
    })
}

/// The place in a value from which on the case of letters has no meaning; `None` if it has one.
fn free_from(request: &Request, value: &Value) -> Option<usize> {
    match (request.family()?, request.verb()?) {
        (Family::Bootstring, Verb::Decode) => digits_start(request, value.as_text().ok()?),
        (Family::Labels, Verb::Decode) => Some(0),
        // Labels that pass keep their case; the properties of names are strict about them.
        (_, Verb::ToUnicode | Verb::ToNumber) => Some(0),
        // Addresses are of lower case (uri2dec, section 8.1).
        (Family::Addresses, Verb::Encode | Verb::Invert | Verb::WriteRecord | Verb::Unescape) => {
            Some(0)
        }
        _ => None,
    }
}

/// The start of the digits of a code that are read in either case.
fn digits_start(request: &Request, code: &Text) -> Option<usize> {
    let known = bootstring_of(request)?;
    let parameters = known.parameters();
    let delimiter = u32::from(parameters.delimiter);
    if !parameters.fold_case {
        return None;
    }
    match code.code_points.iter().rposition(|&c| c == delimiter) {
        Some(at) => Some(at + 1),
        None => Some(0),
    }
}
