//! Characters at random: the floor that the other layers are measured against.

use acegate_codec::Value;

use crate::hunt::generator::{AskedOperation, Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Characters at random.
pub(super) const UNIFORM: Layer = Layer {
    name: "uniform",
    summary: "Characters at random, of which most are letters and digits.",
    turn: Turn::Share(1),
    make,
};

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = random.choose(&space.operations)?;
    let input = input(operation, random);
    Some(vec![operation.request(input, random)])
}

fn input(operation: &AskedOperation, random: &mut Random) -> Value {
    let length = random.below(24);
    if operation.operation.name == "book" {
        return Value::List((0..length).map(|_| text(12, random)).collect());
    }
    text(length, random)
}

fn text(length: usize, random: &mut Random) -> Value {
    Value::from_code_points((0..length).map(|_| character(random)).collect::<Vec<_>>())
}

fn character(random: &mut Random) -> u32 {
    const COMMON: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-";
    match random.below(16) {
        0 => random.below(0x80) as u32,
        1 => random.below(0x3000) as u32,
        2 => random.below(0x11_0001) as u32,
        _ => random.choose(COMMON).copied().map_or(0, u32::from),
    }
}
