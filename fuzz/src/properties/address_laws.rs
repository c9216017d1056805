//! Laws that relate hashes, keys, numbers, readings and records of one address.

use acegate::hunt::{Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::uri2dec::{Form, Options, trace};
use acegate_codec::{Value, Verb};

use super::laws::{arguments, scalar};
use crate::subject::{ask, ask_next};

/// Numbers are hash, marker and key; inversion commutes with the hash; an address is among the
/// readings of its number, and every reading has that number; a record is read as its address.
pub(crate) fn addresses_keep_the_laws(request: &Request) -> Result<(), Violation> {
    match request.verb() {
        Some(Verb::Encode) => address(request),
        Some(Verb::Parses) => readings(request),
        Some(Verb::Decode) => first_reading(request),
        Some(Verb::Escape) => escaped_twice(request),
        _ => record(request),
    }
}

fn address(request: &Request) -> Result<(), Violation> {
    let Ok(number) = ask(request) else {
        return Ok(());
    };
    let (Ok(hash), Ok(key)) = (
        ask_next(request, Verb::Hash, &request.input),
        ask_next(request, Verb::Key, &request.input),
    ) else {
        return law(false, request, "number-without-hash-or-key", &[&number]);
    };
    let mut whole = format!("{} {}", string(&hash), string(&key));
    if request.is("style", "dialled") {
        whole.retain(|c| c != ' ');
    }
    let digits = string(&number);
    let is_whole = digits.strip_prefix(&whole).is_some_and(is_of_nines);
    law(
        is_whole,
        request,
        "number-is-hash-and-key",
        &[&number, &hash, &key],
    )?;
    let count = digits.bytes().filter(u8::is_ascii_digit).count();
    let is_long = !request.is("scope", "service") || count >= 16;
    law(is_long, request, "service-number-has-16-digits", &[&number])?;
    let Ok(inverted) = ask_next(request, Verb::Invert, &request.input) else {
        return law(false, request, "every-address-can-be-inverted", &[&number]);
    };
    let hash_of_inverted = ask_next(request, Verb::Hash, &inverted).ok();
    let commutes = hash_of_inverted == ask_next(request, Verb::Invert, &hash).ok();
    law(
        commutes,
        request,
        "inversion-commutes-with-hash",
        &[&hash, &inverted],
    )?;
    let dialled = request
        .clone()
        .with("style", "dialled")
        .with("strictness", "strict");
    let Ok(number) = ask(&dialled) else {
        return law(false, request, "every-style-can-be-written", &[&number]);
    };
    let lower = lower_case(&request.input);
    let readings = readings_of(&dialled, &number);
    law(
        readings.contains(&lower),
        request,
        "address-is-among-the-readings",
        &[&number],
    )?;
    let is_first = !is_read_first(request) || readings[0] == lower;
    law(
        is_first,
        request,
        "address-is-the-first-reading",
        &[&number],
    )?;
    keys(request)
}

/// The addresses that a number can be read as; none if it is refused.
fn readings_of(request: &Request, number: &Value) -> Vec<Value> {
    match ask_next(request, Verb::Parses, number) {
        Ok(Value::List(readings)) => readings,
        Ok(Value::Text(_) | Value::Octets(_)) | Err(_) => Vec::new(),
    }
}

/// Whether no reading can have a longer key than the address, for which a vector needs eight zero
/// bits on top.
fn is_read_first(request: &Request) -> bool {
    let Some(options) = arguments(request).map(Options::from) else {
        return false;
    };
    let Ok(steps) = trace(&string(&request.input), &options) else {
        return false;
    };
    let bits: usize = steps.vector.iter().map(|symbol| symbol.bits.len()).sum();
    options.form == Form::PreInverted || bits - steps.significant_bits < 8
}

/// The form changes only the marker of a key, and symbols of zero bits at the end change nothing.
fn keys(request: &Request) -> Result<(), Violation> {
    let address = string(&request.input);
    let direct = natural_key(request, &address, "direct");
    let inverted = natural_key(request, &address, "pre-inverted");
    let is_marker = direct.get(1..) == inverted.get(1..);
    law(is_marker, request, "form-changes-only-the-marker", &[])?;
    let is_same = natural_key(request, &(address + "ccc"), "direct") == direct;
    law(is_same, request, "zeros-at-the-end-change-no-key", &[])
}

/// The key of an address in this form, with the packing `natural-lsb`; empty if the address is refused.
fn natural_key(request: &Request, address: &str, form: &str) -> String {
    let natural = request.clone().with("packing", "natural-lsb");
    match ask_next(
        &natural.with("form", form),
        Verb::Key,
        &Value::from(address),
    ) {
        Ok(key) => string(&key),
        Err(_) => String::new(),
    }
}

fn readings(request: &Request) -> Result<(), Violation> {
    if request.is("strictness", "lenient") {
        return Ok(());
    }
    let Ok(Value::List(readings)) = ask(request) else {
        return Ok(());
    };
    let number = string(&request.input);
    for reading in &readings {
        let dialled = request.clone().with("style", "dialled");
        let mut has_number = false;
        for form in ["direct", "pre-inverted"] {
            let form = dialled.clone().with("form", form);
            if let Ok(written) = ask_next(&form, Verb::Encode, reading)
                && let Some(nines) = number.strip_prefix(&string(&written))
            {
                let may_have_nines = nines.is_empty() || request.is("scope", "local");
                has_number |= is_of_nines(nines) && may_have_nines;
            }
        }
        law(
            has_number,
            request,
            "every-reading-has-the-number",
            &[reading],
        )?;
    }
    let distinct: std::collections::BTreeSet<_> = readings.iter().collect();
    let one = request.is("profile", "shifted") || readings.len() == 1;
    let is_right = !readings.is_empty() && distinct.len() == readings.len() && one;
    law(
        is_right,
        request,
        "readings-are-distinct-and-octal-has-one",
        &[],
    )
}

fn first_reading(request: &Request) -> Result<(), Violation> {
    if !request.is("style", "dialled") {
        return Ok(());
    }
    let first = readings_of(request, &request.input).into_iter().next();
    law(
        ask(request).ok() == first,
        request,
        "decode-takes-the-first-reading",
        &[],
    )
}

fn record(request: &Request) -> Result<(), Violation> {
    let Ok(address) = ask(request) else {
        return Ok(());
    };
    let (written, address) = match request.verb() {
        Some(Verb::WriteRecord) => (address, request.input.clone()),
        _ => match ask_next(request, Verb::WriteRecord, &address) {
            Ok(written) => (written, address),
            Err(_) => return law(false, request, "address-of-a-record-has-one", &[&address]),
        },
    };
    let mut strict = request.clone();
    strict.params.remove("strictness");
    let is_read = ask_next(&strict, Verb::ReadRecord, &written) == Ok(lower_case(&address));
    law(
        is_read,
        request,
        "record-is-read-as-its-address",
        &[&written, &address],
    )
}

fn escaped_twice(request: &Request) -> Result<(), Violation> {
    let Ok(once) = ask(request) else {
        return Ok(());
    };
    let is_address = string(&once).is_empty() || ask_next(request, Verb::Hash, &once).is_ok();
    law(is_address, request, "escaped-text-is-an-address", &[&once])?;
    if !request.is("mode", "uri") {
        return Ok(());
    }
    let twice = ask_next(request, Verb::Escape, &once);
    law(
        twice.as_ref() == Ok(&once),
        request,
        "escaping-a-uri-twice-changes-nothing",
        &[&once],
    )
}

fn law(holds: bool, request: &Request, name: &str, values: &[&Value]) -> Result<(), Violation> {
    super::laws::law(holds, request.name(), name, || {
        let shown: Vec<_> = values.iter().map(|value| show(value)).collect();
        format!("{} with {}", show(&request.input), shown.join(", "))
    })
}

fn show(value: &Value) -> String {
    show_outcome(&Ok(value.clone()))
}

fn string(value: &Value) -> String {
    scalar(value).unwrap_or_default()
}

fn lower_case(value: &Value) -> Value {
    string(value).to_ascii_lowercase().into()
}

fn is_of_nines(digits: &str) -> bool {
    digits.bytes().all(|digit| digit == b'9')
}
