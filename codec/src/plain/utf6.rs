//! The model of UTF-6, transcribed from draft-ietf-idn-utf6-00 with its step numbers. Comments name
//! the steps at which the [reading](crate::utf6) differs from the text of the draft.

use alloc::string::String;
use alloc::vec::Vec;

use super::utf16::{text_of, units_of};
use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;
use crate::label_codec::{HostLayer, LabelCodec};
use crate::utf6::{DOCUMENT, ID, OPERATIONS, PREFIX};

/// UTF-6 as an encoding of host labels.
pub const RULES: LabelRules =
    LabelRules { prefix: PREFIX, allows_edge_hyphens: true, encode, decode };

pub(crate) const CODEC: LabelCodec = LabelCodec {
    id: ID,
    document: DOCUMENT,
    operations: OPERATIONS,
    rules: |_| &RULES,
    host: HostLayer::PLAIN,
};

/// Section 2.5.2, word for word: the units of every payload that it accepts, each with the byte offset
/// at which it begins.
///
/// It accepts several payloads for one text, and surrogates that are not paired.
///
/// # Errors
///
/// [`Empty`](ErrorKind::Empty), [`BadDigit`](ErrorKind::BadDigit),
/// [`Truncated`](ErrorKind::Truncated), [`ValueTooLarge`](ErrorKind::ValueTooLarge).
pub fn decompress(payload: &str) -> Result<Vec<(u16, usize)>, Error> {
    // Step 1. The draft leaves open what an empty payload means.
    let mut input: Vec<(usize, char)> =
        payload.char_indices().map(|(at, c)| (at, c.to_ascii_lowercase())).rev().collect();
    let Some(&(_, n)) = input.last() else {
        return Err(Error::new(ErrorKind::Empty, 0));
    };
    let end = payload.len();
    // Steps 2 to 4. The `y` or `z` is consumed, and M must leave CPART + VPART within FFFF.
    let (c_part, v_max) = match n {
        'y' => {
            input.pop();
            (decode_number(&mut input, 0xFF, end)? * 0x0100, 0x00FF)
        }
        'z' => {
            input.pop();
            (decode_number(&mut input, 0xF, end)? * 0x1000, 0x0FFF)
        }
        _ => (0, 0xFFFF),
    };
    if input.is_empty() {
        return Err(Error::new(ErrorKind::Truncated, end));
    }
    // Step 5. After a hyphen, step 5b does not apply.
    let mut result = Vec::new();
    while let Some(&(at, n)) = input.last() {
        if n == '-' {
            input.pop();
            result.push((0x002D, at));
        } else {
            let v_part = decode_number(&mut input, v_max, end)?;
            result.push(((c_part + v_part) as u16, at));
        }
    }
    // Step 6.
    Ok(result)
}

/// Section 2.5.1. The input is in reverse, so that what is consumed is popped.
fn decode_number(input: &mut Vec<(usize, char)>, limit: u32, end: usize) -> Result<u32, Error> {
    // Step 1.
    let Some((at, n)) = input.pop() else {
        return Err(Error::new(ErrorKind::Truncated, end));
    };
    let Some(digit) = "ghijklmnopqrstuv".find(n) else {
        return Err(Error::new(ErrorKind::BadDigit, at));
    };
    // Step 2.
    let mut r = digit as u32;
    // Steps 3 to 8.
    while let Some(digit) = input.last().and_then(|&(_, n)| "0123456789abcdef".find(n)) {
        input.pop();
        r = r * 16 + digit as u32;
        if r > limit {
            break;
        }
    }
    // Step 9. The draft checks the limit in section 2.5.2, where R could have grown without end.
    if r > limit { Err(Error::new(ErrorKind::ValueTooLarge, at)) } else { Ok(r) }
}

fn decode(payload: &str, text: &mut String) -> Result<(), Error> {
    text_of(&decompress(payload)?, text)
}

/// Section 2.4.2.
fn encode(label: &str, payload: &mut String) -> Result<(), Error> {
    let units = units_of(label);
    let counted: Vec<u32> = units.iter().copied().filter(|&unit| unit != 0x2D).collect();
    // Step 1.
    let mut mask = 0xFFFF;
    // Step 2.
    if counted.len() >= 2 {
        let same_byte = counted.iter().all(|unit| unit / 0x100 == counted[0] / 0x100);
        let same_nibble = counted.iter().all(|unit| unit / 0x1000 == counted[0] / 0x1000);
        if same_byte {
            // Steps 3a to 3d, in lowercase.
            let hb = counted[0] / 0x100;
            payload.push('y');
            payload.push_str(&encode_number(hb));
            mask = 0x00FF;
        } else if same_nibble {
            // Steps 4a to 4d, in lowercase. The most significant nibble is that of 16 bits.
            let hn = counted[0] / 0x1000;
            payload.push('z');
            payload.push_str(&encode_number(hn));
            mask = 0x0FFF;
        }
    }
    // Step 5. The hyphen is not masked: section 2.5.2, step 5a, reads it as itself.
    for unit in units {
        if unit == 0x2D {
            payload.push('-');
        } else {
            payload.push_str(&encode_number(unit & mask));
        }
    }
    Ok(())
}

/// Section 2.4.1, with sixteen first digits and one of them for zero.
fn encode_number(c: u32) -> String {
    let hexadecimal = alloc::format!("{c:x}");
    let mut digits = hexadecimal.chars();
    let first = digits.next().and_then(|digit| digit.to_digit(16)).unwrap_or(0);
    let first = "ghijklmnopqrstuv".chars().nth(first as usize);
    first.into_iter().chain(digits).collect()
}
