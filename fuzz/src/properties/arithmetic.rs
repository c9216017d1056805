//! The codes of RACE, LACE, UTF-5 and UTF-6 by arithmetic from the drafts alone. They have no transcription beside them:
//! a fault that changes writing and reading in the same way keeps the round trip, and shows only here.
//!
//! A label of the drafts is counted in units of UTF-16. The upper octet of a unit is its row:
//!
//! | text | units | RACE | LACE |
//! | --- | --- | --- | --- |
//! | `äö` | `00 E4`, `00 F6` | `00 E4 F6`: 3 octets | `02 00 E4 F6`: 4 octets |
//! | `аб` | `04 30`, `04 31` | `04 30 31` | `02 04 30 31` |
//! | `äа` | `00 E4`, `04 30` | `04 FF E4 30` | `FF 00 E4 04 30`, because two runs have 6 octets |

use acegate::hunt::{Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::host::LABEL_MAX;
use acegate_codec::{ErrorKind, Failure, Family, Value, lace, race, utf6};

use super::laws::{law, scalar};
use crate::octets::Outcome;
use crate::subject::ask;

/// A code has the form and the length that its document gives the text, and is rejected as too long exactly if that
/// length is more than a label has.
pub(crate) fn codes_keep_their_arithmetic(request: &Request) -> Result<(), Violation> {
    let Some(text) = scalar(&request.input) else {
        return Ok(());
    };
    let outcome = ask(request);
    if request.is_of(Family::Texts) {
        return equals(request, "digits-of-utf5", &utf5_code(&text), &outcome);
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    // The payload of an empty text is a separate error.
    if units.is_empty() {
        return Ok(());
    }
    let prefix = request.prefix();
    let payload = match request.codec.as_str() {
        id if id == utf6::ABOUT.id => {
            return equals_or_too_long(
                request,
                &format!("{prefix}{}", utf6_payload(&units)),
                &outcome,
            );
        }
        id if id == race::ABOUT.id => race_octets(&units),
        id if id == lace::ABOUT.id => lace_octets(&units),
        _ => return Ok(()),
    };
    // The octets of a row in RACE cannot say U+0099; a run of LACE cannot be of 255 units.
    let Some(octets) = payload else {
        return Ok(());
    };
    equals_or_too_long(request, &format!("{prefix}{}", base32(&octets)), &outcome)
}

/// The answer is this code, or rejects the label for another reason than its length. Which labels are rejected is
/// the subject of `prop_names_keep_the_laws` and of the vectors.
fn equals_or_too_long(request: &Request, code: &str, outcome: &Outcome) -> Result<(), Violation> {
    let is_too_long = code.len() > LABEL_MAX && !request.is("layer", "bare");
    match outcome {
        Err(Failure::Refused(error)) if error.kind == ErrorKind::TooLong => law(
            is_too_long,
            request.name(),
            "too-long-is-longer-than-a-label",
            || format!("{code:?} has {} characters", code.len()),
        ),
        Err(_) => Ok(()),
        Ok(_) => {
            law(!is_too_long, request.name(), "no-label-is-too-long", || {
                show_outcome(outcome)
            })?;
            equals(request, "code-by-arithmetic", code, outcome)
        }
    }
}

fn equals(request: &Request, name: &str, code: &str, outcome: &Outcome) -> Result<(), Violation> {
    let is_same = outcome
        .as_ref()
        .is_ok_and(|answer| *answer == Value::from(code));
    law(is_same, request.name(), name, || {
        format!("{} and {code:?}", show_outcome(outcome))
    })
}

/// Each character is its hexadecimal digits, the first of them moved from `0` to `G`.
fn utf5_code(text: &str) -> String {
    let mut code = String::new();
    for character in text.chars() {
        code += &variable_number(character.into(), b'g').to_ascii_uppercase();
    }
    code
}

/// Hexadecimal digits. The first counts from the letter `zero`.
fn variable_number(number: u32, zero: u8) -> String {
    let mut shift = 0;
    while number >> shift > 0xF {
        shift += 4;
    }
    let mut digits = String::from(char::from(zero + (number >> shift) as u8));
    while shift > 0 {
        shift -= 4;
        digits.extend(char::from_digit((number >> shift) & 0xF, 16));
    }
    digits
}

/// Two units or more, hyphens not counted, with one row have it once, after `y`; with one upper nibble, after `z`.
fn utf6_payload(units: &[u16]) -> String {
    let counted: Vec<u16> = units
        .iter()
        .copied()
        .filter(|&unit| unit != HYPHEN)
        .collect();
    let share = |bits: u32| {
        counted
            .iter()
            .all(|unit| unit >> bits == counted[0] >> bits)
    };
    let (mut payload, mask) = match counted.len() {
        0 | 1 => (String::new(), 0xFFFF),
        _ if share(8) => (
            format!("y{}", variable_number((counted[0] >> 8).into(), b'g')),
            0xFF,
        ),
        _ if share(12) => (
            format!("z{}", variable_number((counted[0] >> 12).into(), b'g')),
            0xFFF,
        ),
        _ => (String::new(), 0xFFFF),
    };
    for &unit in units {
        if unit == HYPHEN {
            payload.push('-');
        } else {
            payload += &variable_number((unit & mask).into(), b'g');
        }
    }
    payload
}

const HYPHEN: u16 = 0x2D;

/// One octet a unit wherever the rows allow it, and D8 before two octets a unit if not. `None` for U+0099, which the
/// form of one octet cannot say.
fn race_octets(units: &[u16]) -> Option<Vec<u8>> {
    let mut row = 0;
    for unit in units {
        let [upper, _] = unit.to_be_bytes();
        if upper != 0 && row != 0 && upper != row {
            return Some(after_mark(0xD8, units));
        }
        row = row.max(upper);
    }
    // A string has no row D8 to DF alone, because the units of a pair are of two rows.
    let mut octets = vec![row];
    for unit in units {
        let [upper, lower] = unit.to_be_bytes();
        match (upper, lower) {
            (0, 0x99) => return None,
            (_, 0xFF) if upper == row => octets.extend([0xFF, 0x99]),
            (_, _) if upper == row => octets.push(lower),
            (_, _) => octets.extend([0xFF, lower]),
        }
    }
    Some(octets)
}

/// Count, row and lower octets of each run, unless two octets a unit are fewer. `None` for a run without a count.
fn lace_octets(units: &[u16]) -> Option<Vec<u8>> {
    let mut runs = Vec::new();
    for run in units.chunk_by(|one, next| one >> 8 == next >> 8) {
        if run.len() > 254 {
            return None;
        }
        runs.push(run.len() as u8);
        runs.push((run[0] >> 8) as u8);
        runs.extend(run.iter().map(|unit| *unit as u8));
    }
    if runs.len() <= 2 * units.len() {
        return Some(runs);
    }
    Some(after_mark(0xFF, units))
}

fn after_mark(mark: u8, units: &[u16]) -> Vec<u8> {
    let mut octets = vec![mark];
    for unit in units {
        octets.extend(unit.to_be_bytes());
    }
    octets
}

/// Five bits a digit, the highest first; zeros fill the last digit.
fn base32(octets: &[u8]) -> String {
    let mut digits = String::new();
    for start in (0..8 * octets.len()).step_by(5) {
        let mut value = 0;
        for bit in start..start + 5 {
            let octet = octets.get(bit / 8).copied().unwrap_or_default();
            value = 2 * value + (octet >> (7 - bit % 8) & 1);
        }
        digits.push(char::from(
            b"abcdefghijklmnopqrstuvwxyz234567"[usize::from(value)],
        ));
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table above, and the examples of the drafts: RACE, section 2.4.3; UTF-5, section 2.5.
    #[test]
    fn the_forms_of_the_drafts() {
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        let (latin, mixed) = (units("\u{e4}\u{f6}"), units("\u{e4}\u{430}"));
        assert_eq!(race_octets(&latin), Some(vec![0, 0xE4, 0xF6]));
        assert_eq!(race_octets(&mixed), Some(vec![4, 0xFF, 0xE4, 0x30]));
        assert_eq!(lace_octets(&latin), Some(vec![2, 0, 0xE4, 0xF6]));
        assert_eq!(lace_octets(&mixed), Some(vec![0xFF, 0, 0xE4, 4, 0x30]));
        // Three rows, one of them 0.
        let rows = units("\u{e4}\u{430}\u{3042}");
        assert_eq!(
            race_octets(&rows),
            Some(vec![0xD8, 0, 0xE4, 4, 0x30, 0x30, 0x42])
        );
        assert_eq!(utf5_code("\u{65e5}\u{672c}\u{8a9e}"), "M5E5M72COA9E");
        // RFC 4648, section 10, in lower case and without padding.
        assert_eq!(base32(b"foob"), "mzxw6yq");
    }

    #[test]
    fn a_code_of_the_wrong_length_breaks_the_law() {
        let request = Request::new("race", "encode", "\u{e4}\u{f6}".into());
        let wrong = Ok(Value::from("bq--3aaojahw"));
        assert!(equals_or_too_long(&request, "bq--adspm", &wrong).is_err());
        let refused = Err(acegate_codec::Error::new(ErrorKind::TooLong, 2).into());
        assert!(equals_or_too_long(&request, "bq--adspm", &refused).is_err());
        let long = "a".repeat(64);
        assert!(equals_or_too_long(&request, &long, &refused).is_ok());
        assert!(equals_or_too_long(&request, &long, &Ok(Value::from(long.as_str()))).is_err());
    }
}
