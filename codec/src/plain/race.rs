//! The model of RACE, transcribed from draft-ietf-idn-race-03 with its step numbers. Comments name the
//! steps at which the [reading](crate::race) differs from the text of the draft.

use alloc::string::String;
use alloc::vec::Vec;

use super::base32;
use super::utf16::{octets_of, text_of};
use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;
use crate::label_codec::{HostLayer, LabelCodec};
use crate::race::{DOCUMENT, ID, OPERATIONS, PREFIX};

/// RACE as an encoding of host labels.
pub const RULES: LabelRules =
    LabelRules { prefix: PREFIX, allows_edge_hyphens: true, encode, decode };

pub(crate) const CODEC: LabelCodec = LabelCodec {
    id: ID,
    document: DOCUMENT,
    operations: OPERATIONS,
    rules: |_| &RULES,
    host: HostLayer::PLAIN,
};

/// Sections 2.2.2 and 2.2.4. The length check of 2.2.3 is that of the label.
fn encode(label: &str, payload: &mut String) -> Result<(), Error> {
    payload.push_str(&base32::encode(&compress(label)?));
    Ok(())
}

/// Section 2.4.1. The position of a fault is the byte offset of its character.
fn compress(label: &str) -> Result<Vec<u8>, Error> {
    let input = octets_of(label);
    let uppers: Vec<u8> = input.iter().map(|&([upper, _], _)| upper).collect();
    // Steps 1 and 2: all upper octets the same, or all either 0 or one other.
    let mut others = uppers.clone();
    others.retain(|&upper| upper != 0);
    others.dedup();
    let u1 = match others[..] {
        [] => 0,
        [u1] => u1,
        // Step 3.
        _ => {
            let octets = input.iter().flat_map(|&(octets, _)| octets);
            return Ok(core::iter::once(0xD8).chain(octets).collect());
        }
    };
    // Step 4. Its check for the rows of surrogates has nothing to find in a Rust string.
    let mut output = alloc::vec![u1];
    // Steps 5 to 8.
    for ([u2, n1], position) in input {
        if u2 == 0x00 && n1 == 0x99 {
            return Err(Error::new(ErrorKind::U0099, position));
        }
        if u2 == u1 && n1 != 0xFF {
            output.push(n1);
        } else if u2 == u1 && n1 == 0xFF {
            output.push(0xFF);
            output.push(0x99);
        } else {
            output.push(0xFF);
            output.push(n1);
        }
    }
    Ok(output)
}

/// Sections 2.3.2 and 2.3.3.
fn decode(payload: &str, text: &mut String) -> Result<(), Error> {
    let octets = base32::decode(payload)?;
    let at_digit = |error: Error| Error::new(error.kind, base32::digit_of(error.position, payload));
    let units = decompress(&octets).map_err(at_digit)?;
    text_of(&units, text).map_err(at_digit)
}

/// Section 2.4.2: the units and the octets at which they begin.
fn decompress(input: &[u8]) -> Result<Vec<(u16, usize)>, Error> {
    let mut pointer = 0;
    let mut output = Vec::new();
    // Step 1.
    if input.is_empty() {
        return Err(Error::new(ErrorKind::Empty, 0));
    }
    let u1 = input[0];
    pointer += 1;
    if pointer == input.len() {
        return Err(Error::new(ErrorKind::Truncated, pointer));
    }
    if u1 == 0xD8 {
        // Steps 8 and 10. The check of step 9 is part of the comparison with the encoder.
        let check = &input[pointer..];
        if check.len() % 2 == 1 {
            return Err(Error::new(ErrorKind::Odd, input.len()));
        }
        for index in (0..check.len()).step_by(2) {
            let unit = u16::from(check[index]) * 0x100 + u16::from(check[index + 1]);
            output.push((unit, pointer + index));
        }
        return Ok(output);
    }
    if (0xD9..=0xDF).contains(&u1) {
        return Err(Error::new(ErrorKind::Surrogate, 0));
    }
    // Step 2.
    while pointer < input.len() {
        let position = pointer;
        let mut n1 = input[pointer];
        pointer += 1;
        let unit = if n1 != 0xFF {
            // Steps 3 and 4.
            if u1 == 0x00 && n1 == 0x99 {
                return Err(Error::new(ErrorKind::U0099, position));
            }
            (u1, n1)
        } else {
            // Step 5.
            if pointer == input.len() {
                return Err(Error::new(ErrorKind::Truncated, pointer));
            }
            // Steps 6 and 7.
            n1 = input[pointer];
            pointer += 1;
            if n1 == 0x99 { (u1, 0xFF) } else { (0x00, n1) }
        };
        output.push((u16::from(unit.0) * 0x100 + u16::from(unit.1), position));
    }
    Ok(output)
}
