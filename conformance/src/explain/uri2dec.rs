//! The steps of the uri2dec document, sections 5.3 to 5.8 and 7.1.

use acegate_codec::uri2dec::{
    self, Form, NumberTrace, Options, Packing, Profile, Protocol, Style, TraceSymbol,
};
use acegate_codec::{Arguments, Codec, Failure, Operation, Parameters, Text, Value, Verb};

use super::label::write_result;
use super::refused;
use super::trace::{Part, RowInWords, Trace};

/// The steps of an operation.
pub(super) fn explaining(
    codec: &dyn Codec,
    arguments: Arguments<'_>,
    parameters: &Parameters,
    text: &str,
) -> Result<Trace, Failure> {
    match arguments.operation.verb {
        Verb::Assign => assigning(arguments, text),
        Verb::Decode => decoding(arguments, text),
        Verb::Encode => encoding(arguments, text),
        Verb::Parses => reading(codec, parameters, text),
        verb => beginning(codec, verb, parameters, text),
    }
}

/// The steps of encoding an address.
fn encoding(arguments: Arguments<'_>, address: &str) -> Result<Trace, Failure> {
    let mut trace = Trace::default();
    write_steps(
        &uri2dec::trace(address, &Options::from(arguments))?,
        &mut trace,
    );
    Ok(trace)
}

/// The steps of decoding a number: its parts, and the way from the address back to them.
fn decoding(arguments: Arguments<'_>, number: &str) -> Result<Trace, Failure> {
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
    let steps = uri2dec::trace(&address, &with_marker(options, number))?;
    write_steps(&steps, &mut trace);
    trace.fact("decoded", address);
    Ok(trace)
}

/// The options with the profile and the form that the marker of a spaced number names: `1` in
/// `25423 1 5622`.
fn with_marker(mut options: Options, number: &str) -> Options {
    if options.style != Style::Spaced {
        return options;
    }
    let marker = number.split(' ').nth(1).unwrap_or_default().chars().next();
    if let Some((profile, form)) = marker.and_then(Profile::of_marker) {
        options.profile = profile;
        options.form = form;
    }
    options
}

/// The steps of encoding an address up to its hash, its inversion or its key. A hash that is given is
/// inverted without earlier steps.
fn beginning(
    codec: &dyn Codec,
    verb: Verb,
    parameters: &Parameters,
    input: &str,
) -> Result<Trace, Failure> {
    let answer = codec.apply(verb.name(), parameters, &Value::from(input));
    let arguments = Operation::select(codec.operations(), Verb::Encode.name(), parameters)?;
    let mut trace = Trace::default();
    match encoding(arguments, input) {
        Ok(whole) if answer.is_ok() => {
            let is_inverted = arguments.is("form", "pre-inverted");
            let last = match verb {
                Verb::Invert => "inverted",
                Verb::Hash if is_inverted => "inverted hash",
                verb => verb.name(),
            };
            for part in whole.parts {
                let is_last = has_step(&part, last);
                trace.parts.push(part);
                if is_last {
                    break;
                }
            }
        }
        _ => trace.fact("input", input),
    }
    write_result("result", &answer, &mut trace);
    Ok(trace)
}

fn has_step(part: &Part, wanted: &str) -> bool {
    match part {
        Part::Fact(name, _) => *name == wanted,
        Part::Table(table) => table.steps.iter().any(|(name, _)| *name == wanted),
    }
}

/// Every address that a dialled number can be read as, the likeliest first.
fn reading(codec: &dyn Codec, parameters: &Parameters, number: &str) -> Result<Trace, Failure> {
    let mut trace = Trace::of(number);
    if let Value::List(values) =
        codec.apply(Verb::Parses.name(), parameters, &Value::from(number))?
    {
        let texts = values.iter().filter_map(|value| value.as_text().ok());
        write_readings(texts.filter_map(Text::to_scalar_string), &mut trace);
    }
    Ok(trace)
}

fn write_readings(addresses: impl Iterator<Item = String>, trace: &mut Trace) {
    for (number, address) in (1..).zip(addresses) {
        trace.fact("reading", format!("{number}: {address}"));
    }
}

/// The steps of giving an address a protocol (section 7.1).
fn assigning(arguments: Arguments<'_>, address: &str) -> Result<Trace, Failure> {
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
    if let Some(profile) = profile_of(marker) {
        let triads: Option<Vec<_>> = digits
            .chars()
            .map(|digit| triad_of(digit, profile))
            .collect();
        write_triads(triads.unwrap_or_default(), trace);
    }
    if digits.len() < key.len() {
        trace.fact("extension", &key[digits.len()..]);
    }
}

/// The profile that a marker of one character names.
fn profile_of(marker: &str) -> Option<Profile> {
    let mut characters = marker.chars();
    let (profile, _form) = Profile::of_marker(characters.next()?)?;
    if characters.next().is_some() {
        return None;
    }
    Some(profile)
}

/// A digit of a key, its value and its three bits; `None` if the profile has no such digit.
fn triad_of(digit: char, profile: Profile) -> Option<[String; 3]> {
    let value = u32::from(digit).checked_sub(u32::from(profile.zero()))?;
    if value >= 8 {
        return None;
    }
    Some([digit.to_string(), value.to_string(), format!("{value:03b}")])
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
        &[RowInWords {
            name: "hash",
            head: 1,
            ..RowInWords::default()
        }],
    );
    if steps.options.form == Form::PreInverted {
        trace.fact("inverted hash", steps.inverted_hash.clone());
    }
    if steps.options.packing == Packing::InvertedMsb {
        trace.fact("packing", "inverted address, first symbol highest");
    }
    write_vector(&steps.vector, trace);
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
        let mut triads = Vec::new();
        for (digit, triad) in steps.key.chars().zip(&steps.triads) {
            let value = u32::from_str_radix(triad, 2).unwrap_or_default();
            triads.push([digit.to_string(), value.to_string(), triad.clone()]);
        }
        write_triads(triads, trace);
    }
    trace.fact("marker", steps.marker.to_string());
    trace.fact("key", steps.key.clone());
    if !steps.extension.is_empty() {
        trace.fact("extension", steps.extension.clone());
    }
    trace.fact("number", steps.number.clone());
}

fn write_vector(symbols: &[TraceSymbol], trace: &mut Trace) {
    let mut entries = Vec::new();
    for symbol in symbols {
        entries.push([
            symbol.symbol.to_string(),
            symbol.digit.to_string(),
            symbol.bits.clone(),
        ]);
    }
    trace.columns(
        "The vector: the place of each symbol on its key, the highest first",
        &["symbol", "key", "bits"],
        entries,
        &[
            RowInWords {
                name: "vector",
                head: 0,
                before: "",
                between: " ",
            },
            RowInWords {
                name: "bits",
                head: 2,
                before: "",
                between: " ",
            },
        ],
    );
}

fn write_triads(triads: Vec<[String; 3]>, trace: &mut Trace) {
    trace.columns(
        "The triads of the key",
        &["digit", "value", "triad"],
        triads,
        &[RowInWords {
            name: "triads",
            head: 2,
            before: "",
            between: " ",
        }],
    );
}
