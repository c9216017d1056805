//! Sets of NAPTR records that keep every rule: orders and preferences, services, expressions that match the number or
//! do not, back-references, flags, and blanks wherever the grammar allows them.

use acegate_codec::Value;

use super::words::{figure, one_of};
use crate::hunt::random::Random;

/// The fields of a record that decide its turn.
#[derive(Clone, Copy)]
struct Turn {
    order: &'static str,
    preference: &'static str,
    services: &'static str,
}

/// A number and up to four records for it. In some sets, all records differ only in their expressions.
pub(super) fn valid_set(random: &mut Random) -> Value {
    let number = number(random);
    let mut texts = vec![format!("+{number}")];
    let others = if random.one_in(3) { 0 } else { random.below(4) };
    let first = turn(random);
    let is_alike = random.one_in(4);
    for place in 0..=others {
        let turn = if place == 0 || is_alike {
            first
        } else {
            turn(random)
        };
        texts.push(record(turn, &rule(&number, random), random));
    }
    texts.into()
}

/// The digits of a number, up to 14: more are a reading of E.164.
fn number(random: &mut Random) -> String {
    if random.one_in(2) {
        return "441164960348".to_owned();
    }
    let length = random.between(2, 14);
    (0..length).map(|_| figure(random)).collect()
}

fn turn(random: &mut Random) -> Turn {
    const ORDERS: &str = "100, 100, 100, 10, 200, 0, 65535";
    const PREFERENCES: &str = "10, 10, 20, 30, 0, 65535";
    const SERVICES: &str =
        "E2U+sip, E2U+sip, E2U+email:mailto, E2U+web:http, E2U+pstn:tel, E2U+sip+web:http";
    Turn {
        order: one_of(ORDERS, random),
        preference: one_of(PREFERENCES, random),
        services: one_of(SERVICES, random),
    }
}

/// A record as it is printed.
fn record(turn: Turn, rule: &str, random: &mut Random) -> String {
    let Turn {
        order,
        preference,
        services,
    } = turn;
    // A printed text doubles its backslashes.
    let rule = rule.replace('\\', "\\\\");
    let fields = [
        order.to_owned(),
        preference.to_owned(),
        "\"u\"".to_owned(),
        format!("\"{services}\""),
        format!("\"{rule}\""),
        ".".to_owned(),
    ];
    let mut record = String::new();
    for (place, field) in fields.iter().enumerate() {
        if place > 0 {
            record.push_str(blanks(random));
        }
        record.push_str(field);
    }
    record
}

/// The blanks between two fields.
fn blanks(random: &mut Random) -> &'static str {
    if random.one_in(16) {
        random.choose(&["  ", "\t", " \t "]).copied().unwrap_or(" ")
    } else {
        " "
    }
}

/// A rule whose expression matches the number or, in a third of the cases, another one.
fn rule(number: &str, random: &mut Random) -> String {
    let known = random.between(1, number.len().min(4));
    let mut known = number[..known].to_owned();
    if random.one_in(3) {
        known.pop();
        known.push(figure(random));
    }
    let expression = match random.below(8) {
        0 => "^.*$".to_owned(),
        1 => "^(.*)$".to_owned(),
        2 => format!("^\\+({known})(.*)$"),
        3 => format!("^.({known})([0-9]*)$"),
        4 => format!("^(\\+{known}.*)$"),
        _ => format!("^\\+{known}(.*)$"),
    };
    let groups = expression.matches('(').count();
    let result = if groups == 0 {
        one_of(
            "sip:info@example.com, mailto:info@example.com, http://example.com/",
            random,
        )
        .to_owned()
    } else {
        const RESULTS: &str = "sip:#@example.com, sip:#@example.com, sip:x#@b.example, tel:#, \
            http://example.com/#, sip:##@example.com";
        let reference = format!("\\{}", random.between(1, groups));
        one_of(RESULTS, random).replace('#', &reference)
    };
    let delimiter = if random.one_in(8) { '|' } else { '!' };
    let flag = if random.one_in(8) { "i" } else { "" };
    format!("{delimiter}{expression}{delimiter}{result}{delimiter}{flag}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::code_of;
    use crate::hunt::interpretations::right_answers;
    use crate::protocol::Request;
    use acegate_codec::{Verb, e164};
    use acegate_vectors::Level;

    /// Every set is valid, so it gives a URI or nothing matches, and documents decide many of the answers.
    #[test]
    fn sets_are_valid_and_many_of_them_are_decided() {
        const COUNT: u64 = 300;
        let mut decided = 0;
        let mut with_others = 0;
        for place in 0..COUNT {
            let set = valid_set(&mut Random::at(1, place));
            let request = Request::of(&e164::ABOUT, Verb::Rewrite, set);
            let code = code_of(&request.fast());
            assert!(matches!(code, "ok" | "no-match"), "{code}: {request:?}");
            let right = right_answers(&request).expect("ENUM is supported");
            let is_decided = right.level == Level::Must;
            decided += u64::from(is_decided);
            let Value::List(texts) = &request.input else {
                panic!("a set is a list");
            };
            with_others += u64::from(is_decided && texts.len() > 2);
        }
        assert!(decided * 4 > COUNT, "{decided} of {COUNT}");
        assert!(with_others * 20 > COUNT, "{with_others} of {COUNT}");
    }
}
