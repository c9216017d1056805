//! Numbers of uri2dec as they are dialled.

use acegate_codec::Value;

use super::material::address;
use crate::hunt::generator::{AskedOperation, Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Numbers of uri2dec made of a hash, nines, a marker and a key that need not fit each other.
pub(super) const NUMBERS: Layer = Layer {
    name: "numbers",
    summary: "Numbers of uri2dec: hashes, nines, markers and keys that need not fit each other.",
    turn: Turn::Share(4),
    make,
};

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    const READERS: [&str; 4] = ["decode", "parses", "invert", "read-record"];
    let reads = |it: &AskedOperation| it.codec == "uri2dec" && READERS.contains(&it.operation.name);
    let operation = *random.choose(&space.operations_where(reads))?;
    let blank = operation.request("", random);
    let valid = blank.then("encode", Value::from_code_points(address(random))).fast();
    let mut number = match valid {
        Ok(Value::Text(text)) if !random.one_in(3) => text.code_points,
        _ => digits(random, 16),
    };
    for _ in 0..=random.below(2) {
        let at = random.below(number.len() + 1);
        match random.below(6) {
            0 => drop(number.splice(at..at, [0x39, 0x39])),
            1 => drop(number.splice(at..at, [0x20])),
            2 => number.retain(|&digit| digit != 0x20),
            3 => number.extend(digits(random, 4)),
            4 if at < number.len() => number[at] = 0x30 + random.below(10) as u32,
            _ => number.truncate(at),
        }
    }
    Some(vec![Request { input: Value::from_code_points(number), ..blank }])
}

fn digits(random: &mut Random, most: usize) -> Vec<u32> {
    (0..=random.below(most)).map(|_| 0x30 + random.below(10) as u32).collect()
}
