//! The model of LACE, transcribed from draft-ietf-idn-lace-01 with its step numbers. Comments name the
//! steps at which the [reading](crate::lace) differs from the text of the draft.

use alloc::string::String;
use alloc::vec::Vec;

use super::base32;
use super::utf16::{octets_of, text_of};
use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;
use crate::label_codec::{HostLayer, LabelCodec};
use crate::lace::{DOCUMENT, ID, OPERATIONS, PREFIX, PREFIX_DRAFT_00};

/// LACE of draft -01 as an encoding of host labels.
pub const RULES: LabelRules =
    LabelRules { prefix: PREFIX, allows_edge_hyphens: true, encode, decode };

/// The same with the prefix of draft -00.
pub const RULES_DRAFT_00: LabelRules = LabelRules { prefix: PREFIX_DRAFT_00, ..RULES };

pub(crate) const CODEC: LabelCodec = LabelCodec {
    id: ID,
    document: DOCUMENT,
    operations: OPERATIONS,
    rules: |arguments| if arguments.is("draft", "0") { &RULES_DRAFT_00 } else { &RULES },
    host: HostLayer::PLAIN,
};

/// Sections 2.2.2 and 2.2.4. The length check of 2.2.3 is that of the label.
fn encode(label: &str, payload: &mut String) -> Result<(), Error> {
    payload.push_str(&base32::encode(&compress(label)?));
    Ok(())
}

/// Section 2.4.1.
fn compress(label: &str) -> Result<Vec<u8>, Error> {
    let input: Vec<[u8; 2]> = octets_of(label).into_iter().map(|(octets, _)| octets).collect();
    // Step 1.
    if input.is_empty() {
        return Err(Error::new(ErrorKind::Empty, 0));
    }
    let mut buffer = Vec::new();
    // Step 2.
    let mut ip = 0;
    // Step 6.
    while ip < input.len() {
        // Steps 3 and 4.
        let high = input[ip][0];
        let run: Vec<u8> =
            input[ip..].iter().take_while(|pair| pair[0] == high).map(|pair| pair[1]).collect();
        // Step 5. FF would be taken for the mark of step 7.
        let count = run.len();
        if count > 0xFE {
            return Err(Error::new(ErrorKind::TooLong, label.len()));
        }
        buffer.push(count as u8);
        buffer.push(high);
        buffer.extend(run);
        ip += count;
    }
    // Step 7.
    let octets: Vec<u8> = input.concat();
    if buffer.len() <= octets.len() {
        Ok(buffer)
    } else {
        Ok([&[0xFF], octets.as_slice()].concat())
    }
}

/// Sections 2.3.2 and 2.3.3.
fn decode(payload: &str, text: &mut String) -> Result<(), Error> {
    let octets = base32::decode(payload)?;
    let at_digit = |error: Error| Error::new(error.kind, base32::digit_of(error.position, payload));
    let units = decompress(&octets).map_err(at_digit)?;
    text_of(&units, text).map_err(at_digit)
}

/// Section 2.4.2 without steps 9 and 11, the comparison with the encoder: the units and the octets
/// of their positions (in a run, the lower octets).
fn decompress(input: &[u8]) -> Result<Vec<(u16, usize)>, Error> {
    let truncated = Error::new(ErrorKind::Truncated, input.len());
    let mut output = Vec::new();
    // Step 1.
    let mut ip = 0;
    if input.is_empty() {
        return Err(Error::new(ErrorKind::Empty, 0));
    }
    // Step 2.
    if input[ip] == 0xFF {
        // Step 10.
        ip += 1;
        if ip == input.len() {
            return Err(truncated);
        }
        if (input.len() - ip) % 2 == 1 {
            return Err(Error::new(ErrorKind::Odd, input.len()));
        }
        while ip < input.len() {
            output.push((u16::from(input[ip]) * 0x100 + u16::from(input[ip + 1]), ip));
            ip += 2;
        }
        return Ok(output);
    }
    // Step 8.
    while ip < input.len() {
        // Step 3.
        let bad_count = Error::new(ErrorKind::BadCount, ip);
        let mut count = input[ip];
        if count == 0 {
            return Err(bad_count);
        }
        ip += 1;
        if ip == input.len() {
            return Err(truncated);
        }
        // Step 4.
        let high = input[ip];
        ip += 1;
        if ip == input.len() {
            return Err(truncated);
        }
        // Steps 5 to 7.
        while count > 0 {
            if ip == input.len() {
                return Err(bad_count);
            }
            output.push((u16::from(high) * 0x100 + u16::from(input[ip]), ip));
            ip += 1;
            count -= 1;
        }
    }
    Ok(output)
}
