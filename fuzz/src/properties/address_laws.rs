//! Laws that relate hashes, keys, numbers, readings and records of one address.

use acegate::hunt::{Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::Value;
use acegate_codec::uri2dec::{Form, Options, trace};

use super::laws::{arguments, scalar};
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
    let Ok(number) = ask(request) else {
        return Ok(());
    };
    let also = |op: &str, input: &Value| ask(&request.derive(op, input.clone())).ok();
    let (Some(hash), Some(key)) = (also("hash", &request.input), also("key", &request.input))
    else {
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
    let Some(inverted) = also("invert", &request.input) else {
        return law(false, request, "every-address-can-be-inverted", &[&number]);
    };
    let commutes = also("hash", &inverted) == also("invert", &hash);
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
    let readings = match ask(&dialled.derive("parses", number.clone())) {
        Ok(Value::List(readings)) => readings,
        _ => Vec::new(),
    };
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

/// Whether no reading can have a longer key than that of the address, for which a vector needs eight zero
/// bits on top.
fn is_read_first(request: &Request) -> bool {
    let Some(options) = arguments(request).map(Options::from) else {
        return false;
    };
    trace(&string(&request.input), &options).is_ok_and(|steps| {
        let bits: usize = steps.vector.iter().map(|symbol| symbol.bits.len()).sum();
        options.form == Form::PreInverted || bits - steps.significant_bits < 8
    })
}

/// The form changes only the marker of a key, and symbols of zero bits at the end change nothing.
fn keys(request: &Request) -> Result<(), Violation> {
    let key = |address: &str, form: &str| {
        let request = request.derive("key", Value::from(address));
        let request = request.with("packing", "natural-lsb").with("form", form);
        ask(&request).map(|key| string(&key)).unwrap_or_default()
    };
    let address = string(&request.input);
    let (direct, inverted) = (key(&address, "direct"), key(&address, "pre-inverted"));
    let is_marker = direct.get(1..) == inverted.get(1..);
    law(is_marker, request, "form-changes-only-the-marker", &[])?;
    let is_same = key(&(address + "ccc"), "direct") == direct;
    law(is_same, request, "zeros-at-the-end-change-no-key", &[])
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
        let written = request
            .derive("encode", reading.clone())
            .with("style", "dialled");
        let again = ["direct", "pre-inverted"].map(|form| ask(&written.clone().with("form", form)));
        let is_number = |written: String| {
            number.strip_prefix(&written).is_some_and(|nines| {
                is_of_nines(nines) && (nines.is_empty() || request.is("scope", "local"))
            })
        };
        let has_number = again.iter().flatten().map(string).any(is_number);
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
    let first = match ask(&request.derive("parses", request.input.clone())) {
        Ok(Value::List(readings)) => readings.into_iter().next(),
        _ => None,
    };
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
    let (written, address) = match request.op.as_str() {
        "write-record" => (address, request.input.clone()),
        _ => match ask(&request.derive("write-record", address.clone())) {
            Ok(written) => (written, address),
            Err(_) => return law(false, request, "address-of-a-record-has-one", &[&address]),
        },
    };
    let mut strict = request.derive("read-record", written.clone());
    strict.params.remove("strictness");
    let is_read = ask(&strict) == Ok(lower_case(&address));
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
    let is_address = string(&once).is_empty() || ask(&request.derive("hash", once.clone())).is_ok();
    law(is_address, request, "escaped-text-is-an-address", &[&once])?;
    let is_same = !request.is("mode", "uri")
        || ask(&request.derive("escape", once.clone())) == Ok(once.clone());
    law(
        is_same,
        request,
        "escaping-a-uri-twice-changes-nothing",
        &[&once],
    )
}

fn law(holds: bool, request: &Request, name: &str, values: &[&Value]) -> Result<(), Violation> {
    let show = |value: &Value| show_outcome(&Ok(value.clone()));
    super::laws::law(holds, request.name(), name, || {
        let shown: Vec<_> = values.iter().map(|value| show(value)).collect();
        format!("{} with {}", show(&request.input), shown.join(", "))
    })
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
