//! Inputs of the sizes at which buffers and counters end.

use acegate_codec::Value;

use super::material::{flagged, host_prefix_of, prefix_of};
use crate::hunt::generator::{Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Inputs of 63, 255, 1,000 or 65,535 characters, and one more or fewer.
pub(super) const SIZES: Layer = Layer {
    name: "sizes",
    summary: "Inputs of the sizes at which buffers and counters end.",
    turn: Turn::Share(2),
    make,
};

fn make(space: &Space, index: u64, random: &mut Random) -> Option<Vec<Request>> {
    // 3,856 times 10FFFF is the first multiple of it above 2^32.
    const SIZES: [usize; 11] = [31, 59, 63, 127, 253, 255, 511, 1000, 1023, 3856, 4095];
    let operation = random.choose(&space.operations)?;
    // A large one costs as much as a thousand others.
    let size = if index % 256 == 255 { 65_535 } else { *random.choose(&SIZES)? };
    let size = (size + random.below(4)).saturating_sub(1);
    let filler = *random.choose(&[0x61, 0x30, 0x2D, 0x39, 0xFC, 0x4E00, 0x1_0000])?;
    let mut input = vec![filler; size];
    let prefix = match operation.operation.name {
        "decode" => prefix_of(operation.codec),
        "to-unicode" => host_prefix_of(operation.codec),
        _ => "",
    };
    input.splice(..0, prefix.chars().map(u32::from));
    match random.below(4) {
        0 => input.extend([0x2D, 0x74, 0x64, 0x61]),
        1 => input.push(if random.one_in(2) { 0xFC } else { 0x10_FFFF }),
        2 => input.insert(size / 2, 0x2E),
        _ => {}
    }
    Some(vec![flagged(operation.request(Value::from_code_points(input), random), random)])
}
