//! Requests that people send and the same with changes, long ones, and several in a row.

#[cfg(feature = "uts46")]
use acegate_codec::Family;
use acegate_codec::{Text, Value, Verb};

use super::material::{flagged, mutate, valid_request};
use crate::hunt::random::Random;
use crate::hunt::request::prefix_of;
use crate::hunt::space::Space;
use crate::protocol::Request;

/// Texts of the scripts in use, and their codes.
pub(super) fn valid(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = random.choose(&space.operations)?;
    Some(vec![valid_request(operation, random)])
}

/// Requests that must not show in the answers to the next ones: a long one before a short one, a refused
/// one before a valid one, one twice.
pub(super) fn state(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = random.choose(&space.operations)?;
    let last = valid_request(operation, random);
    let first = match random.below(4) {
        0 => longer(valid_request(operation, random)),
        1 => changed(last.clone(), random),
        2 => last.clone(),
        _ => valid_request(random.choose(&space.operations)?, random),
    };
    Some(vec![last.clone(), first, last])
}

/// Valid inputs with one to three changes: most of a decoder is about input that is almost right. Operations
/// that read codes come more often than others.
pub(super) fn mutated(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let mut operation = random.choose(&space.operations)?;
    if !operation.reads_code() {
        operation = random.choose(&space.operations)?;
    }
    let mut request = changed(valid_request(operation, random), random);
    #[cfg(feature = "uts46")]
    if operation.codec.family == Family::Idna && random.one_in(4) {
        super::uts46::unmap(&mut request.input, random);
    }
    // A text may begin like a label that is encoded already.
    if random.one_in(32)
        && let Value::Text(Text {
            code_points,
            flags: None,
        }) = &mut request.input
    {
        let prefix = prefix_of(&operation.codec, Verb::ToUnicode);
        code_points.splice(..0, prefix.chars().map(u32::from));
    }
    Some(vec![request])
}

/// Inputs of the sizes at which buffers and counters end: 63, 255, 1,000 or 65,535 characters, and one more
/// or fewer.
pub(super) fn sizes(space: &Space, index: u64, random: &mut Random) -> Option<Vec<Request>> {
    // 3,856 times 10FFFF is the first multiple of it above 2^32.
    const SIZES: [usize; 11] = [31, 59, 63, 127, 253, 255, 511, 1000, 1023, 3856, 4095];
    let operation = random.choose(&space.operations)?;
    // A large one costs as much as a thousand others.
    let size = if index % 256 == 255 {
        65_535
    } else {
        *random.choose(&SIZES)?
    };
    let size = (size + random.below(4)).saturating_sub(1);
    let filler = *random.choose(&[0x61, 0x30, 0x2D, 0x39, 0xFC, 0x4E00, 0x1_0000])?;
    let mut input = vec![filler; size];
    let prefix = match operation.operation.verb {
        Verb::Decode | Verb::ToUnicode => operation.prefix(),
        _ => "",
    };
    input.splice(..0, prefix.chars().map(u32::from));
    match random.below(4) {
        0 => input.extend([0x2D, 0x74, 0x64, 0x61]),
        1 => input.push(if random.one_in(2) { 0xFC } else { 0x10_FFFF }),
        2 => input.insert(size / 2, 0x2E),
        _ => {}
    }
    Some(vec![flagged(
        operation.request(Value::from_code_points(input), random),
        random,
    )])
}

/// The request with one to three changes of its input.
fn changed(mut request: Request, random: &mut Random) -> Request {
    let changed = match &mut request.input {
        Value::List(lines) => {
            let at = random.below(lines.len());
            lines.get_mut(at)
        }
        input => Some(input),
    };
    if let Some(Value::Text(text)) = changed {
        mutate(&mut text.code_points, random);
        text.flags = None;
    }
    flagged(request, random)
}

/// The request with its input sixteen times over.
fn longer(mut request: Request) -> Request {
    if let Ok(text) = request.input.as_text() {
        request.input = Value::from_code_points(text.code_points.repeat(16));
    }
    request
}
