//! The steps of the uri2dec document, sections 5.3 to 5.8 and 7.1.

use acegate_codec::uri2dec::{
    self, Form, NumberTrace, Options, Packing, Protocol, Style, TraceSymbol,
};
use acegate_codec::{Arguments, Codec, Failure, Operation, Parameters, Value};

use super::label::write_result;
use super::refused;
use super::trace::{Part, Trace};

/// The steps of encoding an address.
pub(super) fn encoding(arguments: Arguments<'_>, address: &str) -> Result<Trace, Failure> {
    let mut trace = Trace::default();
    write_steps(
        &uri2dec::trace(address, &Options::from(arguments))?,
        &mut trace,
    );
    Ok(trace)
}

/// The steps of decoding a number: its parts, and the way from the address back to them.
pub(super) fn decoding(arguments: Arguments<'_>, number: &str) -> Result<Trace, Failure> {
    let options = Options::from(arguments);
    let mut trace = Trace::of(number);
    if options.style == Style::Dialled {
        write_readings(uri2dec::parses(number, &options)?, &mut trace);
    }
    let address = match uri2dec::decode(number, &options) {
        Ok(address) => address,
        Err(error) if options.style == Style::Spaced => {
            write_parts(number, &mut trace);
            refused(error, &mut trace);
            return Ok(trace);
        }
        Err(error) => return Err(error.into()),
    };
    // In the spaced style the marker names profile and form.
    let marker = number
        .split(' ')
        .nth(1)
        .and_then(|word| word.chars().next());
    let named = marker
        .filter(|_| options.style == Style::Spaced)
        .and_then(uri2dec::Profile::of_marker);
    let (profile, form) = named.unwrap_or((options.profile, options.form));
    let steps = uri2dec::trace(
        &address,
        &Options {
            profile,
            form,
            ..options
        },
    )?;
    write_steps(&steps, &mut trace);
    trace.fact("decoded", address);
    Ok(trace)
}

/// The steps of encoding an address up to its hash, its inversion or its key. A hash that is given is
/// inverted without earlier steps.
pub(super) fn beginning(
    codec: &dyn Codec,
    op: &str,
    parameters: &Parameters,
    input: &str,
) -> Result<Trace, Failure> {
    let answer = codec.apply(op, parameters, &Value::from(input));
    let arguments = Operation::select(codec.operations(), "encode", parameters)?;
    let mut trace = Trace::default();
    match encoding(arguments, input) {
        Ok(whole) if answer.is_ok() => {
            let last = match (op, &*arguments.word("form")) {
                ("invert", _) => "inverted",
                ("hash", "pre-inverted") => "inverted hash",
                _ => op,
            };
            let is_last = |part: &Part| match part {
                Part::Fact(name, _) => *name == last,
                Part::Table(table) => table.steps.iter().any(|(name, _)| *name == last),
            };
            let end = whole
                .parts
                .iter()
                .position(is_last)
                .map_or(whole.parts.len(), |at| at + 1);
            trace.parts.extend(whole.parts.into_iter().take(end));
        }
        _ => trace.fact("input", input),
    }
    write_result("result", &answer, &mut trace);
    Ok(trace)
}

/// Every address that a dialled number can be read as, the likeliest first.
pub(super) fn reading(
    codec: &dyn Codec,
    parameters: &Parameters,
    number: &str,
) -> Result<Trace, Failure> {
    let mut trace = Trace::of(number);
    if let Value::List(addresses) = codec.apply("parses", parameters, &Value::from(number))? {
        let address = |value: &Value| value.as_text().ok()?.to_scalar_string();
        write_readings(addresses.iter().filter_map(address), &mut trace);
    }
    Ok(trace)
}

fn write_readings(addresses: impl Iterator<Item = String>, trace: &mut Trace) {
    for (index, address) in addresses.enumerate() {
        trace.fact("reading", format!("{}: {address}", index + 1));
    }
}

/// The steps of giving an address a protocol (section 7.1).
pub(super) fn assigning(arguments: Arguments<'_>, address: &str) -> Result<Trace, Failure> {
    let named = arguments.word("protocol");
    let chosen = Protocol::ALL
        .iter()
        .find(|protocol| protocol.name() == named);
    let assigned = uri2dec::assign(address, chosen.copied().unwrap_or_default())?;
    let read = address.to_ascii_lowercase();
    let protocol = match assigned.split_once(':') {
        Some((own, _)) if assigned == read => format!("{own}, which the address has"),
        _ => format!("{named}, because the address has none"),
    };
    let mut trace = Trace::of(address);
    trace.fact("address", read);
    trace.fact("protocol", protocol);
    trace.fact("assigned", assigned);
    Ok(trace)
}

/// The parts of a spaced number, right or wrong.
fn write_parts(number: &str, trace: &mut Trace) {
    let mut words = number.splitn(3, ' ');
    if let Some(hash) = words.next() {
        trace.fact("hash", hash);
    }
    let Some(marker) = words.next() else { return };
    trace.fact("marker", marker);
    let Some(key) = words.next() else { return };
    let digits = key.trim_end_matches('9');
    trace.fact("key", digits);
    let mut characters = marker.chars();
    if let (Some((profile, _)), None) = (
        characters.next().and_then(uri2dec::Profile::of_marker),
        characters.next(),
    ) {
        let triad = |digit: char| {
            let value = u32::from(digit).checked_sub(u32::from(profile.zero()))?;
            (value < 8).then(|| [digit.to_string(), value.to_string(), format!("{value:03b}")])
        };
        let triads: Option<Vec<_>> = digits.chars().map(triad).collect();
        write_triads(triads.unwrap_or_default(), trace);
    }
    if digits.len() < key.len() {
        trace.fact("extension", &key[digits.len()..]);
    }
}

fn write_steps(steps: &NumberTrace, trace: &mut Trace) {
    let keys = steps.address.chars().zip(steps.hash.chars());
    trace.fact("address", steps.address.clone());
    trace.fact("words", steps.words.join(" "));
    trace.fact("inverted", steps.inverted.clone());
    trace.columns(
        "The key of each symbol",
        &["symbol", "key"],
        keys.map(|(symbol, key)| [symbol.to_string(), key.to_string()]),
        &[("hash", 1, "", "")],
    );
    if steps.options.form == Form::PreInverted {
        trace.fact("inverted hash", steps.inverted_hash.clone());
    }
    if steps.options.packing == Packing::InvertedMsb {
        trace.fact("packing", "inverted address, first symbol highest");
    }
    let symbol = |symbol: &TraceSymbol| {
        [
            symbol.symbol.to_string(),
            symbol.digit.to_string(),
            symbol.bits.clone(),
        ]
    };
    trace.columns(
        "The vector: the place of each symbol on its key, the highest first",
        &["symbol", "key", "bits"],
        steps.vector.iter().map(symbol),
        &[("vector", 0, "", " "), ("bits", 2, "", " ")],
    );
    trace.fact("significant", format!("{} bits", steps.significant_bits));
    if steps.significant_bits == 0 {
        trace.fact(
            "zero key",
            "no significant bits, so the key is one zero digit",
        );
    } else {
        let alignment = steps.alignment_bits.len();
        trace.fact(
            "alignment",
            format!("{} ({alignment} bits)", steps.alignment_bits),
        );
        let entry = |(digit, triad): (char, &String)| {
            let value = u32::from_str_radix(triad, 2).unwrap_or_default();
            [digit.to_string(), value.to_string(), triad.clone()]
        };
        let digits = steps.key.chars().zip(&steps.triads);
        write_triads(digits.map(entry).collect(), trace);
    }
    trace.fact("marker", steps.marker.to_string());
    trace.fact("key", steps.key.clone());
    if !steps.extension.is_empty() {
        trace.fact("extension", steps.extension.clone());
    }
    trace.fact("number", steps.number.clone());
}

fn write_triads(triads: Vec<[String; 3]>, trace: &mut Trace) {
    let heads = &["digit", "value", "triad"];
    trace.columns(
        "The triads of the key",
        heads,
        triads,
        &[("triads", 2, "", " ")],
    );
}
