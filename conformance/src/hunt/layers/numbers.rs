//! Numbers of uri2dec as they are dialled, and address books.

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
    make: make_number,
};

/// Scenarios of the address books of uri2dec.
pub(super) const BOOKS: Layer = Layer {
    name: "books",
    summary: "Scenarios of address books: entries that are learnt, asked for and forgotten.",
    turn: Turn::Share(2),
    make: make_book,
};

fn make_number(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
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

fn make_book(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = *random.choose(&space.operations_where(|it| it.operation.name == "book"))?;
    // Few addresses, so that the steps are about the same one.
    let addresses: Vec<_> = (0..=random.below(3)).map(|_| text(&address(random))).collect();
    let steps = (0..=random.below(10)).map(|_| Value::from(step(&addresses, random).as_str()));
    let steps = Value::List(steps.collect());
    Some(vec![operation.request(steps, random)])
}

fn step(addresses: &[String], random: &mut Random) -> String {
    let address = random.choose(addresses).cloned().unwrap_or_default();
    let made = |op: &str| {
        let request = Request::new("uri2dec", op, Value::from(address.as_str()));
        match request.fast() {
            Ok(Value::Text(made)) => text(&made.code_points),
            _ => "2".to_owned(),
        }
    };
    let name = ["first", "second"][random.below(2)];
    let list = ["home", "away"][random.below(2)];
    let count = random.below(3);
    match random.below(20) {
        0..=3 => format!("add {name} {address}"),
        4 => format!("add {name} {address} {count} {}", random.below(9)),
        5 | 6 => format!("connect {name}"),
        7 => format!("connect {name} {count}"),
        8 => format!("disconnect {name}"),
        9 => format!("{} {name}", ["include", "leave-out"][count % 2]),
        10 => format!("{} {list}", ["add-list", "remove-list", "switch-to"][count]),
        11 | 12 => format!("learn {} {}", made("hash"), made("key")),
        13 => format!("forget {address}"),
        14 | 15 => format!("ask {}", made("hash")),
        16 => format!("ask {}", made("encode").replace(' ', "")),
        17 => format!("candidates {}", made("hash")),
        18 => format!("{} {count}", ["number", "source", "use"][random.below(3)]),
        _ => ["order", "lists", "records", "reopen"][random.below(4)].to_owned(),
    }
}

fn text(code_points: &[u32]) -> String {
    code_points.iter().filter_map(|&point| char::from_u32(point)).collect()
}
