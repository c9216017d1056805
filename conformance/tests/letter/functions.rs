//! Operations by the letter of their document, from parameters and text.

use std::iter;

use acegate_codec::Parameters;

/// uri2dec, sections 7.1 to 7.3.
pub(super) fn decode(_: &str, parameters: &Parameters, number: &str) -> Option<Vec<u32>> {
    let is = |name: &str, value: &str| {
        parameters
            .get(name)
            .is_some_and(|it| it.to_string() == value)
    };
    let body = number.trim_end_matches('9');
    let (hash, marker, key) = if is("style", "dialled") {
        let markers = if is("profile", "octal") {
            ['8', '9']
        } else {
            ['0', '1']
        };
        let at = body.rfind(markers)?;
        (&body[..at], &body[at..=at], &body[at + 1..])
    } else {
        let parts: Vec<&str> = body.split(' ').collect();
        let [hash, marker, key] = parts.try_into().ok()?;
        (hash, marker, key)
    };
    let (zero, is_inverted) = match marker {
        "1" | "0" => (b'1', marker == "0"),
        "8" | "9" => (b'0', marker == "9"),
        _ => return None,
    };
    let mut bits = Vec::new();
    for digit in key.bytes().rev() {
        let value = digit.checked_sub(zero).filter(|value| *value < 8)?;
        bits.extend([value & 1, value >> 1 & 1, value >> 2]);
    }
    let extra = bits.first()? + 2 * bits[1];
    let mut bits = bits
        .into_iter()
        .skip(2 + usize::from(extra))
        .chain(iter::repeat(0));
    let hash = if is_inverted {
        inverted(hash)
    } else {
        hash.to_owned()
    };
    let is_first_revision = is("packing", "inverted-msb");
    let order = if is_first_revision {
        reversed(&inverted(&hash))
    } else {
        hash
    };
    let mut symbol = |digit: char| {
        let symbols = TABLE_2[digit.to_digit(10)? as usize];
        let width = symbols.len().ilog2();
        let code: u8 = (0..width).map(|bit| bits.next().unwrap_or(0) << bit).sum();
        symbols.chars().nth(code.into())
    };
    let symbols = order.chars().map(&mut symbol).collect::<Option<String>>()?;
    let address = if is_first_revision {
        inverted(&reversed(&symbols))
    } else {
        symbols
    };
    Some(address.chars().map(u32::from).collect())
}

/// Table 2, by key.
const TABLE_2: [&str; 10] = [
    ".@%0", "1", "cab2", "def3", "ghi4", "jkl5", "omn6", "pqrs-7/:", "tuv8", "wxyz_9?&",
];

/// uri2dec, section 5.3.
fn inverted(text: &str) -> String {
    let is_separator = |c: char| TABLE_2[0].contains(c);
    let word = |word| -> [&str; 2] {
        str::split_at(word, word.trim_end_matches(is_separator).len()).into()
    };
    let words: Vec<_> = text.split_inclusive(is_separator).flat_map(word).collect();
    words.into_iter().rev().collect()
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// uri2dec, sections 8.1 and 8.3, as `unescape` of ECMAScript reads what they write.
pub(super) fn unescape(_: &str, _: &Parameters, address: &str) -> Option<Vec<u32>> {
    let mut units = Vec::new();
    let mut rest = address;
    while let Some(first) = rest.chars().next() {
        let number = |from: usize, to: usize| {
            let digits = rest.get(from..to)?;
            let is_number = first == '%' && digits.bytes().all(|c| c.is_ascii_hexdigit());
            Some((
                u16::from_str_radix(digits, 16).ok().filter(|_| is_number)?,
                to,
            ))
        };
        let is_long = rest
            .get(1..2)
            .is_some_and(|it| it.eq_ignore_ascii_case("u"));
        let taken = match if is_long { number(2, 6) } else { number(1, 3) } {
            Some((unit, length)) => {
                units.push(unit);
                length
            }
            None => {
                units.extend_from_slice(first.to_ascii_lowercase().encode_utf16(&mut [0; 2]));
                first.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    let code = |unit: Result<char, std::char::DecodeUtf16Error>| {
        unit.map_or_else(|half| half.unpaired_surrogate().into(), u32::from)
    };
    Some(char::decode_utf16(units).map(code).collect())
}

/// UTF-6, section 2.4.2, steps 3b and 4b.
pub(super) fn with_capital_headers(op: &str, _: &Parameters, text: &str) -> Option<Vec<u32>> {
    let model = acegate_codec::model("utf6").expect("a codec");
    let code = model.apply(op, &Parameters::new(), &text.into()).ok()?;
    let code = code.as_text().ok()?.to_scalar_string()?;
    let emitted = code.replace("wq--y", "wq--Y").replace("wq--z", "wq--Z");
    Some(emitted.chars().map(u32::from).collect())
}

/// uri2dec, section 8.3: `escape` with capital hexadecimal digits, as the section prints them.
pub(super) fn with_capital_escapes(
    op: &str,
    parameters: &Parameters,
    text: &str,
) -> Option<Vec<u32>> {
    let escaped = answer_of_model("uri2dec", op, parameters, text)?;
    let mut capital = String::new();
    let mut is_escape_left = 0;
    for c in escaped.chars() {
        let is_long = capital.ends_with('%') && c == 'u';
        is_escape_left = match c {
            '%' => 2,
            'u' if is_long => 4,
            _ if is_escape_left > 0 => {
                capital.push(c.to_ascii_uppercase());
                is_escape_left -= 1;
                continue;
            }
            _ => 0,
        };
        capital.push(c);
    }
    Some(capital.chars().map(u32::from).collect())
}

/// uri2dec, sections 8.1 and 8.3: what table 1 lacks is escaped here; letters are small.
pub(super) fn with_escapes(op: &str, parameters: &Parameters, address: &str) -> Option<Vec<u32>> {
    let escaped = escaped(&address.to_ascii_lowercase())?;
    let answer = answer_of_model("uri2dec", op, parameters, &escaped)?;
    Some(answer.chars().map(u32::from).collect())
}

/// The same, but a capital letter is meant as one.
pub(super) fn with_escapes_of_capitals(
    op: &str,
    parameters: &Parameters,
    address: &str,
) -> Option<Vec<u32>> {
    let answer = answer_of_model("uri2dec", op, parameters, &escaped(address)?)?;
    Some(answer.chars().map(u32::from).collect())
}

/// The address with all escaped that table 1 lacks; a percent sign is a symbol of the table.
fn escaped(address: &str) -> Option<String> {
    let symbols = TABLE_2.concat();
    let mut out = String::new();
    for c in address.chars() {
        if symbols.contains(c) {
            out.push(c);
        } else {
            out += &answer_of_model("uri2dec", "escape", &Parameters::new(), &c.to_string())?;
        }
    }
    Some(out)
}

fn answer_of_model(id: &str, op: &str, parameters: &Parameters, text: &str) -> Option<String> {
    let model = acegate_codec::model(id).expect("a codec");
    let answer = model.apply(op, parameters, &text.into()).ok()?;
    answer.as_text().ok()?.to_scalar_string()
}

/// RACE and LACE, sections 2.3 and 2.3.1: only labels with the prefix are decoded.
fn only_encoded_labels(
    id: &str,
    prefix: &str,
    parameters: &Parameters,
    name: &str,
) -> Option<Vec<u32>> {
    let mut labels = Vec::new();
    for label in name.split('.') {
        let is_encoded = label
            .get(..4)
            .is_some_and(|first| first.eq_ignore_ascii_case(prefix));
        labels.push(if is_encoded {
            answer_of_model(id, "decode", parameters, label)?
        } else {
            label.to_owned()
        });
    }
    Some(labels.join(".").chars().map(u32::from).collect())
}

pub(super) fn only_encoded_labels_of_race(
    _: &str,
    parameters: &Parameters,
    name: &str,
) -> Option<Vec<u32>> {
    only_encoded_labels("race", "bq--", parameters, name)
}

pub(super) fn only_encoded_labels_of_lace(
    _: &str,
    parameters: &Parameters,
    name: &str,
) -> Option<Vec<u32>> {
    let is_first_draft = parameters
        .get("draft")
        .is_some_and(|draft| draft.to_string() == "0");
    let prefix = if is_first_draft { "bq--" } else { "lq--" };
    only_encoded_labels("lace", prefix, parameters, name)
}
