//! Scenarios of address books that are connected, filled and searched; and numbers as they are dialled.

use acegate_codec::{Family, Value, Verb};

use super::material::address;
use super::words::one_of;
use crate::hunt::random::Random;
use crate::hunt::space::Space;
use crate::protocol::Request;

/// Scenarios of the address books of uri2dec.
pub(super) fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| asked.operation.verb == Verb::Book)?;
    let mut request = operation.request("", random);
    if random.one_in(2)
        && operation
            .parameters
            .iter()
            .any(|spec| spec.name == "capacity")
    {
        request = request.with("capacity", one_of("1, 2, 3", random));
    }
    let mut scenario = Scenario {
        addresses: addresses(random),
        request: &request,
        random,
    };
    if scenario.random.one_in(6)
        && let Some(first) = scenario.addresses.first()
    {
        // Digits are also an address: the number of one entry is the hash of another.
        let number = scenario.made(Verb::Encode, first).replace(' ', "");
        scenario.addresses.push(number);
    }
    let mut steps = scenario.beginning();
    for _ in 0..=scenario.random.below(10) {
        let more = scenario.more();
        steps.extend(more);
    }
    Some(vec![Request {
        input: steps.into(),
        ..request
    }])
}

/// Addresses. Many of them have the same hash: `a`, `b`, `c` and `2` are on the key 2 of a telephone.
fn addresses(random: &mut Random) -> Vec<String> {
    let length = random.between(1, 5);
    let count = *random.choose(&[1, 2, 2, 3, 3, 9, 10, 11]).unwrap_or(&2);
    let mut addresses: Vec<String> = Vec::new();
    for _ in 0..4 * count {
        let mut address: String = (0..length).map(|_| one_of("a, b, c, 2", random)).collect();
        match random.below(12) {
            0 => address.push_str(one_of("d, @x.yz, bd, aaaaaaaaaaaaaaa", random)),
            1 => address.insert_str(0, one_of("d, sip:, bd", random)),
            2 => address = address.to_uppercase(),
            _ => {}
        }
        if addresses.len() < count && !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    addresses
}

struct Scenario<'a> {
    addresses: Vec<String>,
    /// The request, for the parameters of the device.
    request: &'a Request,
    random: &'a mut Random,
}

impl Scenario<'_> {
    /// Books with entries, or numbers that are learnt.
    fn beginning(&mut self) -> Vec<String> {
        let addresses = self.addresses.clone();
        if self.random.one_in(3) {
            // The others are learnt later, or not.
            let count = self.random.between(1, addresses.len());
            return addresses[..count]
                .iter()
                .map(|address| self.learn(address))
                .collect();
        }
        let mut steps = vec!["connect a".to_owned()];
        let others = self.random.below(3);
        let has_lists = others > 0 && self.random.one_in(3);
        if has_lists {
            steps.extend(["add-list away", "switch-to away"].map(str::to_owned));
        }
        steps.extend((0..others).map(|at| format!("connect {}", ["b", "c"][at])));
        if has_lists {
            steps.push("switch-to home".to_owned());
        }
        for address in &addresses {
            let book = ["a", "b", "c"][self.random.below(others + 1)];
            steps.push(self.add(book, address));
        }
        steps
    }

    fn add(&mut self, book: &str, address: &str) -> String {
        let uses = self.random.below(4);
        let last = self.random.below(4);
        if uses == 0 {
            format!("add {book} {address}")
        } else {
            format!("add {book} {address} {uses} {last}")
        }
    }

    fn learn(&mut self, address: &str) -> String {
        let hash = self.made(Verb::Hash, address);
        let mut key = self.made(Verb::Key, address);
        match self.random.below(12) {
            0 => key = key.replace(' ', ""),
            1 => key.push_str("99"),
            2 => key.insert(0, '9'),
            3 => key = one_of("8421, 0 532, 9 421, 1 2, 8 0", self.random).to_owned(),
            _ => {}
        }
        format!("learn {hash} {key}")
    }

    /// One to four steps: a search is followed by steps on its results.
    fn more(&mut self) -> Vec<String> {
        let address = self
            .random
            .choose(&self.addresses)
            .cloned()
            .unwrap_or_default();
        let book = one_of("a, a, b, c, own", self.random);
        let list = one_of("home, away, b", self.random);
        let count = self.random.between(1, 3);
        let one = match self.random.below(24) {
            0..=9 => return self.search(&address),
            10 | 11 => self.learn(&address),
            12 => self.add(book, &address),
            13 => format!("connect {book} {count}"),
            14 => format!("{} {book}", one_of("disconnect, leave-out", self.random)),
            15 => format!("include {book} {count}"),
            16 | 17 => {
                format!(
                    "{} {list}",
                    one_of("add-list, switch-to, remove-list", self.random)
                )
            }
            18 => format!(
                "{} {book}",
                one_of("fail, fail, slow, restore", self.random)
            ),
            19 => format!("remove {book} {address}"),
            20 => format!("forget {address}"),
            21 | 22 => one_of("reopen, reopen 1, reopen 2, records", self.random).to_owned(),
            _ => one_of("order, lists, records", self.random).to_owned(),
        };
        vec![one]
    }

    fn search(&mut self, address: &str) -> Vec<String> {
        let mut steps = Vec::new();
        if self.random.one_in(4) {
            // A telephone number, and what the books have for it.
            for _ in 0..self.random.below(3) {
                steps.push(record_of_a_book(self.random));
            }
            let step = one_of(
                "call +44, call +44, call +4-4, call 44, ask 44",
                self.random,
            );
            steps.push(step.to_owned());
        } else {
            let verb = one_of("ask, ask, ask, candidates", self.random);
            steps.push(format!("{verb} {}", self.digits(address)));
        }
        for _ in 0..self.random.below(3) {
            let of = self.random.between(1, 2);
            steps.push(match self.random.below(7) {
                0..=5 => format!("{} {of}", one_of("number, source, use", self.random)),
                _ => "silent".to_owned(),
            });
        }
        steps
    }

    /// The digits of a hash in one of its forms, a part of it, or the number as it is dialled.
    fn digits(&mut self, address: &str) -> String {
        let mut digits = match self.random.below(8) {
            0 => self.made(Verb::Invert, &self.made(Verb::Hash, address)),
            1 => self.made(Verb::Encode, address).replace(' ', ""),
            _ => self.made(Verb::Hash, address),
        };
        match self.random.below(8) {
            0 => digits.push_str("99"),
            1 => digits.truncate(digits.len() / 2 + 1),
            2 => drop(digits.drain(..digits.len() / 2)),
            3 => drop(digits.pop()),
            _ => {}
        }
        digits
    }

    /// The answer of the model to an address, under the parameters of the device.
    fn made(&self, verb: Verb, address: &str) -> String {
        match self
            .request
            .derive(verb.name(), Value::from(address))
            .fast()
        {
            Ok(Value::Text(made)) => made.to_scalar_string().unwrap_or_default(),
            _ => "2".to_owned(),
        }
    }
}

/// The step that gives a book a record of ENUM.
fn record_of_a_book(random: &mut Random) -> String {
    let order = random.between(1, 2);
    let preference = random.between(1, 2);
    let uri = one_of("sip:a@b.cd, mailto:b@c.de, sip:c@d.ef", random);
    let book = one_of("a, b", random);
    format!("record {book} +44 {order} {preference} u E2U+sip !^.*$!{uri}! .")
}

/// Numbers of uri2dec made of a hash, nines, a marker and a key that need not fit each other.
pub(super) fn numbers(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| {
        asked.codec.family == Family::Addresses
            && matches!(
                asked.operation.verb,
                Verb::Decode | Verb::Parses | Verb::Invert | Verb::ReadRecord
            )
    })?;
    let blank = operation.request("", random);
    let valid = blank
        .derive(
            Verb::Encode.name(),
            Value::from_code_points(address(random)),
        )
        .fast();
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
    Some(vec![Request {
        input: Value::from_code_points(number),
        ..blank
    }])
}

fn digits(random: &mut Random, most: usize) -> Vec<u32> {
    (0..=random.below(most))
        .map(|_| 0x30 + random.below(10) as u32)
        .collect()
}
