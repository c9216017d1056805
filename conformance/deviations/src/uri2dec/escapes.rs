//! The text layer, with a field for each rule.
//!
//! One compact model of section 8: with [`RIGHT`] it answers as the reference does.

use acegate_codec::uri2dec::SYMBOLS;
use acegate_codec::{Failure, Operation, Value};

use super::numbers::refusal;
use crate::Call;

/// The rules of section 8 as an implementation reads them.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether escapes of a URI are escaped again.
    pub(super) escapes_twice: bool,
    pub(super) upper_case: bool,
    /// The first code point that takes four digits.
    pub(super) long_from: u32,
    /// Whether characters beyond ASCII are written as their octets in UTF-8.
    pub(super) utf_8: bool,
    /// Whether a plus sign is a space.
    pub(super) plus_is_space: bool,
    /// Whether a percent sign that does not begin an escape is text.
    pub(super) keeps_wrong_escapes: bool,
    /// Whether the escape of an unpaired surrogate is read.
    pub(super) reads_lone_surrogates: bool,
    /// Whether an escape that is not needed is read.
    pub(super) reads_needless: bool,
    /// Whether `%80` to `%ff` are read as the characters of these numbers.
    pub(super) octets_are_characters: bool,
}

/// The rules without a fault.
pub(super) const RIGHT: Rules = Rules {
    escapes_twice: false,
    upper_case: false,
    long_from: 0x80,
    utf_8: false,
    plus_is_space: false,
    keeps_wrong_escapes: false,
    reads_lone_surrogates: false,
    reads_needless: false,
    octets_are_characters: false,
};

/// The answer of an implementation with these rules; `None` for other operations and octets.
pub(super) fn answer(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    let arguments =
        Operation::select(call.reference.operations(), call.op, call.parameters).ok()?;
    let lenient = arguments.is("strictness", "lenient");
    let uri = arguments.is("mode", "uri");
    let input = match call.input {
        Value::Text(text) => text.code_points.clone(),
        Value::Octets(octets) => return escaped_octets(call, rules, octets),
        Value::List(_) => return None,
    };
    let output = match call.op {
        "escape" => escaped(rules, &input, uri).map(|text| text.chars().map(u32::from).collect()),
        "unescape" => {
            let rules = Rules { reads_needless: rules.reads_needless || lenient, ..*rules };
            unescaped(&rules, &input)
        }
        _ => return None,
    };
    Some(output.map(|text: Vec<u32>| Value::from_code_points(text)).ok_or_else(|| refusal(call)))
}

/// The only rule about octets that can be broken is the case of the digits.
fn escaped_octets(call: &Call<'_>, rules: &Rules, octets: &[u8]) -> Option<Result<Value, Failure>> {
    let uri = call.parameters.get("mode").is_some_and(|mode| mode.to_string() == "uri");
    if uri || !rules.upper_case {
        return None;
    }
    let mut out = String::new();
    for &octet in octets {
        match is_symbol(char::from(octet)) && octet != b'%' {
            true => out.push(char::from(octet)),
            false => out += &format!("%{octet:02X}"),
        }
    }
    Some(Ok(Value::from(out.as_str())))
}

fn escaped(rules: &Rules, text: &[u32], uri: bool) -> Option<String> {
    let text: Vec<char> = text.iter().map(|&c| char::from_u32(c)).collect::<Option<_>>()?;
    let mut out = String::new();
    let mut at = 0;
    while let Some(&character) = text.get(at) {
        let small = if uri { character.to_ascii_lowercase() } else { character };
        let ahead: Vec<u32> = text[at..].iter().take(12).map(|&c| u32::from(c)).collect();
        let kept = match read_escape(&ahead, false) {
            Some((_, length)) if uri && !rules.escapes_twice => length,
            _ => 0,
        };
        if kept > 0 {
            out.extend(text[at..at + kept].iter().map(char::to_ascii_lowercase));
        } else if character == ' ' && rules.plus_is_space {
            out.push('+');
        } else if is_symbol(small) && small != '%' {
            out.push(small);
        } else {
            put(rules, character, &mut out);
        }
        at += kept.max(1);
    }
    Some(out)
}

fn put(rules: &Rules, character: char, out: &mut String) {
    let code = u32::from(character);
    let mut put = |escape: String| {
        *out += &if rules.upper_case { escape.to_uppercase().replace('U', "u") } else { escape };
    };
    if rules.utf_8 {
        for octet in character.encode_utf8(&mut [0; 4]).bytes() {
            put(format!("%{octet:02x}"));
        }
    } else if code < rules.long_from {
        put(format!("%{code:02x}"));
    } else {
        for unit in character.encode_utf16(&mut [0; 2]) {
            put(format!("%u{unit:04x}"));
        }
    }
}

fn unescaped(rules: &Rules, address: &[u32]) -> Option<Vec<u32>> {
    let mut out = Vec::new();
    let mut octets = Vec::new();
    let mut at = 0;
    while let Some(&code) = address.get(at) {
        let character = char::from_u32(code)?.to_ascii_lowercase();
        let space = character == '+' && rules.plus_is_space;
        if !is_symbol(character) && !space {
            return None;
        }
        let escape = match character {
            '%' => read_escape(&address[at..], rules.reads_lone_surrogates),
            _ => None,
        };
        let (unit, length) = match escape {
            None if space => (u32::from(' '), 1),
            None if character == '%' && !rules.keeps_wrong_escapes => return None,
            None => (u32::from(character), 1),
            Some((unit, length)) => {
                let octet = length == 3 && unit > 0x7f;
                if octet && rules.utf_8 {
                    octets.push(unit as u8);
                    at += length;
                    continue;
                }
                if octet && !rules.octets_are_characters && unit >= rules.long_from {
                    rules.keeps_wrong_escapes.then_some((u32::from('%'), 1))?
                } else if !rules.reads_needless && !is_needed(rules, unit, length) {
                    return None;
                } else {
                    (unit, length)
                }
            }
        };
        out.extend(text_of(&octets)?);
        octets.clear();
        out.push(unit);
        at += length;
    }
    out.extend(text_of(&octets)?);
    Some(out)
}

fn text_of(octets: &[u8]) -> Option<impl Iterator<Item = u32>> {
    Some(std::str::from_utf8(octets).ok()?.chars().map(u32::from))
}

/// Whether the writer with these rules writes the escape.
fn is_needed(rules: &Rules, unit: u32, length: usize) -> bool {
    let long = unit >= rules.long_from;
    let octet = rules.octets_are_characters && unit > 0x7f && length == 3;
    let symbol = char::from_u32(unit).is_some_and(|c| c != '%' && is_symbol(c));
    octet || (long == (length > 3) && !symbol)
}

/// The number and length of the escape at the start.
fn read_escape(text: &[u32], reads_lone_surrogates: bool) -> Option<(u32, usize)> {
    let digits = |from: usize, count: usize| {
        let digits = text.get(from..from + count)?;
        digits.iter().try_fold(0, |n, &digit| Some(n << 4 | char::from_u32(digit)?.to_digit(16)?))
    };
    let is = |at: usize, wanted: char| {
        let found = text.get(at).and_then(|&code| char::from_u32(code));
        found.is_some_and(|found| found.eq_ignore_ascii_case(&wanted))
    };
    let unit = |at: usize| if is(at, '%') && is(at + 1, 'u') { digits(at + 2, 4) } else { None };
    if !is(0, '%') {
        return None;
    }
    if let Some(octet) = digits(1, 2) {
        return Some((octet, 3));
    }
    let first = unit(0)?;
    if !(0xd800..0xe000).contains(&first) {
        return Some((first, 6));
    }
    let pair = match (first, unit(6)) {
        (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) => {
            Some((0x10000 + ((first - 0xd800) << 10) + second - 0xdc00, 12))
        }
        _ => None,
    };
    pair.or(reads_lone_surrogates.then_some((first, 6)))
}

fn is_symbol(character: char) -> bool {
    SYMBOLS.iter().any(|row| row.contains(character))
}
