//! Laws that relate hashes, keys, numbers, readings and records of one address.

use acegate::hunt::{Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::uri2dec::{Form, Options, trace};
use acegate_codec::{Codec as _, Operation, Text, Value};

use crate::subject::ask;

/// Numbers are hash, marker and key; inversion commutes with the hash; an address is among the
/// readings of its number, and every reading has that number; a record is read as its address.
pub(crate) fn addresses_keep_the_laws(request: &Request) -> Result<(), Violation> {
    match request.op.as_str() {
        "encode" => address(request),
        "parses" => readings(request),
        "decode" => first_reading(request),
        "escape" => escaped_twice(request),
        _ => record(request),
    }
}

fn address(request: &Request) -> Result<(), Violation> {
    let Ok(number) = ask(request) else { return Ok(()) };
    let also = |op: &str, input: &Value| ask(&request.then(op, input.clone())).ok();
    let (Some(hash), Some(key)) = (also("hash", &request.input), also("key", &request.input))
    else {
        return broken(request, "number-without-hash-or-key", &[&number]);
    };
    let spaced = join(&[&hash, &key], " ");
    let whole = if request.is("style", "dialled") { without_spaces(&spaced) } else { spaced };
    let digits = string(&number);
    let nines = digits.strip_prefix(&whole).map(|rest| rest.bytes().all(|digit| digit == b'9'));
    if nines != Some(true) {
        return broken(request, "number-is-hash-and-key", &[&number, &hash, &key]);
    }
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    if request.is("scope", "service") && count < 16 {
        return broken(request, "service-number-has-16-digits", &[&number]);
    }
    let Some(inverted) = also("invert", &request.input) else {
        return broken(request, "every-address-can-be-inverted", &[&number]);
    };
    let hash_of_inverted = also("hash", &inverted);
    let inverted_hash = also("invert", &hash);
    if hash_of_inverted != inverted_hash {
        return broken(request, "inversion-commutes-with-hash", &[&hash, &inverted]);
    }
    let dialled = request.clone().with("style", "dialled").with("strictness", "strict");
    let Ok(number) = ask(&dialled) else {
        return broken(request, "every-style-can-be-written", &[&number]);
    };
    let lower = Value::from(string(&request.input).to_ascii_lowercase().as_str());
    match ask(&dialled.then("parses", number.clone())) {
        Ok(Value::List(readings)) if readings.contains(&lower) => {
            if is_read_first(request) && readings[0] != lower {
                return broken(request, "address-is-the-first-reading", &[&number]);
            }
        }
        _ => return broken(request, "address-is-among-the-readings", &[&number]),
    }
    keys(request)
}

/// Whether no reading can have a longer key than that of the address, for which a vector needs eight zero
/// bits on top.
fn is_read_first(request: &Request) -> bool {
    let operations = acegate_codec::uri2dec::CODEC.operations();
    let Ok(arguments) = Operation::select(operations, "encode", &request.params) else {
        return false;
    };
    let options = Options::from(arguments);
    trace(&string(&request.input), &options).is_ok_and(|steps| {
        let bits: usize = steps.vector.iter().map(|symbol| symbol.bits.len()).sum();
        options.form == Form::PreInverted || bits - steps.significant_bits < 8
    })
}

/// The form changes only the marker of a key, and symbols of zero bits at the end change nothing.
fn keys(request: &Request) -> Result<(), Violation> {
    let key = |address: &str, form: &str| {
        let request = request.then("key", Value::from(address));
        let request = request.with("packing", "natural-lsb").with("form", form);
        ask(&request).map(|key| string(&key)).unwrap_or_default()
    };
    let address = string(&request.input);
    let (direct, inverted) = (key(&address, "direct"), key(&address, "pre-inverted"));
    if direct.get(1..) != inverted.get(1..) {
        return broken(request, "form-changes-only-the-marker", &[]);
    }
    if key(&(address + "ccc"), "direct") != direct {
        return broken(request, "zeros-at-the-end-change-no-key", &[]);
    }
    Ok(())
}

fn readings(request: &Request) -> Result<(), Violation> {
    if request.is("strictness", "lenient") {
        return Ok(());
    }
    let Ok(Value::List(readings)) = ask(request) else { return Ok(()) };
    let number = string(&request.input);
    for reading in &readings {
        let written = request.then("encode", reading.clone()).with("style", "dialled");
        let again = ["direct", "pre-inverted"].map(|form| ask(&written.clone().with("form", form)));
        let is_number = |written: &String| {
            number.strip_prefix(written.as_str()).is_some_and(|nines| {
                nines.bytes().all(|digit| digit == b'9')
                    && (nines.is_empty() || request.is("scope", "local"))
            })
        };
        if !again.iter().flatten().map(string).any(|written| is_number(&written)) {
            return broken(request, "every-reading-has-the-number", &[reading]);
        }
    }
    let distinct: std::collections::BTreeSet<_> = readings.iter().collect();
    let one = request.is("profile", "shifted") || readings.len() == 1;
    if readings.is_empty() || distinct.len() < readings.len() || !one {
        return broken(request, "readings-are-distinct-and-octal-has-one", &[]);
    }
    Ok(())
}

fn first_reading(request: &Request) -> Result<(), Violation> {
    if !request.is("style", "dialled") {
        return Ok(());
    }
    let decoded = ask(request).ok();
    let first = match ask(&request.then("parses", request.input.clone())) {
        Ok(Value::List(readings)) => readings.into_iter().next(),
        _ => None,
    };
    if decoded == first { Ok(()) } else { broken(request, "decode-takes-the-first-reading", &[]) }
}

fn record(request: &Request) -> Result<(), Violation> {
    let Ok(address) = ask(request) else { return Ok(()) };
    let (written, address) = match request.op.as_str() {
        "write-record" => (address, request.input.clone()),
        _ => match ask(&request.then("write-record", address.clone())) {
            Ok(written) => (written, address),
            Err(_) => return broken(request, "address-of-a-record-has-one", &[&address]),
        },
    };
    let mut strict = request.then("read-record", written.clone());
    strict.params.remove("strictness");
    let lower = Value::from(string(&address).to_ascii_lowercase().as_str());
    if ask(&strict) == Ok(lower) {
        Ok(())
    } else {
        broken(request, "record-is-read-as-its-address", &[&written, &address])
    }
}

fn escaped_twice(request: &Request) -> Result<(), Violation> {
    let Ok(once) = ask(request) else { return Ok(()) };
    let is_address = string(&once).is_empty() || ask(&request.then("hash", once.clone())).is_ok();
    if !is_address {
        return broken(request, "escaped-text-is-an-address", &[&once]);
    }
    if request.is("mode", "uri") && ask(&request.then("escape", once.clone())) != Ok(once.clone()) {
        return broken(request, "escaping-a-uri-twice-changes-nothing", &[&once]);
    }
    Ok(())
}

fn broken(request: &Request, law: &str, values: &[&Value]) -> Result<(), Violation> {
    let shown: Vec<_> = values.iter().map(|value| show_outcome(&Ok((*value).clone()))).collect();
    let detail = format!("{} with {}", show_outcome(&Ok(request.input.clone())), shown.join(", "));
    Err(Violation::law(request.name(), law, detail))
}

fn string(value: &Value) -> String {
    match value {
        Value::Text(Text { code_points, .. }) => {
            code_points.iter().map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}')).collect()
        }
        _ => String::new(),
    }
}

fn join(values: &[&Value], between: &str) -> String {
    values.iter().map(|value| string(value)).collect::<Vec<_>>().join(between)
}

fn without_spaces(text: &str) -> String {
    text.replace(' ', "")
}
