//! An operation and its inverse give the input again. A strict reader accepts only what the writer
//! writes.

use acegate::hunt::{Violation, ViolationKind, code_of, compare_outcomes};
use acegate::protocol::Request;
use acegate_codec::bootstring::Bootstring;
use acegate_codec::{ErrorKind, Failure, Operation, Text, Value};

use super::case::lower_case;
use crate::octets::{self, Outcome, Scope, length};

/// `inverse(op(x))` is `x`, in the one form in which `x` can come back.
pub(crate) fn inverse_undoes(scopes: &[Scope], octets: &[u8]) -> Result<(), Violation> {
    let request = octets::request(scopes, octets);
    // A lenient reader accepts what no writer writes.
    if request.is("strictness", "lenient") && reads(&request) {
        return Ok(());
    }
    let Some(inverse) = request.operation().and_then(|known| known.inverse) else { return Ok(()) };
    let Ok(output) = request.fast() else { return Ok(()) };
    let back = with_defaults(request.then(inverse, output.clone()), &request).fast();
    if is_known_overflow(&request, &output, &back) {
        return Ok(());
    }
    let expected = match expected(&request, &back) {
        Some(expected) => Ok(expected),
        None => return Ok(()),
    };
    compare_outcomes(
        &request.name(),
        &comparable(&request, &back),
        &comparable(&request, &expected),
    )
    .map_err(|violation| {
        let outcomes = (format!("{inverse} {}", code_of(&back)), "input".to_owned());
        Violation { kind: ViolationKind::Law, outcomes, ..violation }
    })
}

/// The inverse request without the parameters that the law is not about.
fn with_defaults(mut back: Request, first: &Request) -> Request {
    // A lenient reader of a dialled number knows more readings.
    back.params.remove("strictness");
    // A decoder reads text of code points, flags come out of it.
    if let Value::Text(text) = &mut back.input
        && first.op == "encode"
    {
        text.flags = None;
    }
    back
}

fn reads(request: &Request) -> bool {
    matches!(
        request.op.as_str(),
        "decode" | "read-record" | "unescape" | "to-unicode" | "to-number"
    )
}

/// RFC 3492 allows texts to be written and not read, in two ways (see the page of the module
/// `bootstring`). A delta within the index of the last insertion of the bound takes 61 code points,
/// at 26 bits. The weight of zero digits at the end of a number is counted, too; Punycode has none
/// that matters.
fn is_known_overflow(request: &Request, code: &Value, back: &Outcome) -> bool {
    let (Err(Failure::Refused(error)), Ok(code)) = (back, code.as_text()) else {
        return false;
    };
    let zero = code.code_points.get(error.position + 1).copied();
    let of_zeros = request.codec == "bootstring" && zero.is_some() && zero == zero_digit(request);
    matches!(request.codec.as_str(), "punycode" | "bootstring")
        && request.op == "encode"
        && (length(&request.input) > 60 || of_zeros)
        && error.kind == ErrorKind::Overflow
}

/// The digit of value zero in this set.
fn zero_digit(request: &Request) -> Option<u32> {
    let operations = acegate_codec::codec(&request.codec)?.operations();
    let arguments = Operation::select(operations, "encode", &request.params).ok()?;
    let bootstring = Bootstring::from_arguments(arguments).ok()?;
    bootstring.parameters().digits.chars().next().map(u32::from)
}

/// The value that must come back; `None` if the law does not apply to the request.
fn expected(request: &Request, back: &Outcome) -> Option<Value> {
    let text = request.text();
    match (request.codec.as_str(), request.op.as_str()) {
        ("uri2dec", "escape") => match &request.input {
            Value::Text(_) if request.is("mode", "text") => Some(request.input.clone()),
            _ => None,
        },
        // Undone by the writer in text mode only.
        ("uri2dec", "unescape") if request.is("mode", "uri") => None,
        // Which reading is meant, and in which form: the address laws say it.
        ("uri2dec", "encode" | "decode") if request.is("style", "dialled") => None,
        ("uri2dec", "read-record") => None,
        ("uri2dec", "decode") => {
            // A number tells its profile and form itself, and in the local scope it may have nines.
            let (Ok(Value::Text(_)), Some(text)) = (back, text) else {
                return Some(request.input.clone());
            };
            number_as_written(request, text)
        }
        // Separators of a number are dropped, as is the dot of the root of a domain.
        ("enum", "to-domain") => {
            let is_sign = |c: u32| char::from_u32(c).is_some_and(|c| "+0123456789".contains(c));
            let bare = text?.code_points.iter().all(|&c| is_sign(c));
            bare.then(|| request.input.clone())
        }
        ("enum", "to-number") => {
            let name = &text?.code_points;
            let name = name.strip_suffix(&[0x2E]).unwrap_or(name);
            Some(Value::from_code_points(name))
        }
        ("punycode" | "bootstring", "encode") => text.map(|text| annotated(request, text)),
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
    (same_settings && !nines).then(|| request.input.clone())
}

/// The text that an annotated text comes back as: flags decide the case of basic letters and are lost
/// on other basic code points (RFC 3492, appendix A).
fn annotated(request: &Request, text: &Text) -> Value {
    let Some(flags) = &text.flags else { return request.input.clone() };
    let is_letter = |c: u32| matches!(c, 0x41..=0x5A | 0x61..=0x7A);
    let pairs = text.code_points.iter().zip(flags).map(|(&c, &upper)| match c {
        c if is_letter(c) => (lower_case(c) ^ u32::from(upper) << 5, upper),
        0..0x80 => (c, false),
        c => (c, upper),
    });
    let (code_points, flags): (Vec<_>, Vec<_>) = pairs.unzip();
    Value::Text(Text { code_points, flags: Some(flags) })
}

/// The outcome with the letters whose case carries nothing in lower case.
fn comparable(request: &Request, outcome: &Outcome) -> Outcome {
    let mut outcome = outcome.clone();
    let Ok(Value::Text(text)) = &mut outcome else { return outcome };
    let free_from = match (request.codec.as_str(), request.op.as_str()) {
        ("punycode" | "bootstring", "decode") => digits_start(request, text),
        ("utf6" | "race" | "lace", "decode") => Some(0),
        // Labels that pass keep their case; the host laws are strict about them.
        (_, "to-unicode" | "to-number") => Some(0),
        // Addresses are of lower case (uri2dec, section 8.1).
        ("uri2dec", "encode" | "invert" | "write-record" | "unescape") => Some(0),
        _ => None,
    };
    for code_point in text.code_points.iter_mut().skip(free_from.unwrap_or(usize::MAX)) {
        *code_point = lower_case(*code_point);
    }
    outcome
}

/// The start of the digits of a code that are read in either case.
fn digits_start(request: &Request, code: &Text) -> Option<usize> {
    let operations = acegate_codec::codec(&request.codec)?.operations();
    let arguments = Operation::select(operations, "decode", &request.params).ok()?;
    let bootstring = match request.codec.as_str() {
        "punycode" => Bootstring::PUNYCODE,
        _ => Bootstring::from_arguments(arguments).ok()?,
    };
    let parameters = bootstring.parameters();
    let delimiter = u32::from(parameters.delimiter);
    let last = code.code_points.iter().rposition(|&c| c == delimiter);
    parameters.fold_case.then(|| last.map_or(0, |at| at + 1))
}
