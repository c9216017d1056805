//! Telephone numbers, their domains, and the records that rewrite them.

use acegate_codec::{Family, Value, Verb};

use super::records;
use super::words::{figure, one_of};
use crate::hunt::random::Random;
use crate::hunt::space::Space;
use crate::protocol::Request;

/// Requests of ENUM made of their parts, right or wrong.
pub(super) fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| asked.codec.family == Family::Telephone)?;
    let mut request = operation.request("", random);
    let verb = operation.operation.verb;
    request.input = if random.one_in(2) {
        valid_input_for(verb, random)
    } else {
        input_for(verb, random)
    };
    if random.one_in(4)
        && operation
            .parameters
            .iter()
            .any(|spec| spec.name == "service")
    {
        request = request.with("service", one_of("sip, sip, SIP, web:http, web", random));
    }
    if random.one_in(8) && operation.parameters.iter().any(|spec| spec.name == "tree") {
        request = request.with(
            "tree",
            one_of("example, numbers.example., E164.ARPA", random),
        );
    }
    Some(vec![request])
}

/// The same, with records that keep every rule.
pub(super) fn valid_input_for(verb: Verb, random: &mut Random) -> Value {
    if verb == Verb::Rewrite {
        records::valid_set(random)
    } else {
        input_for(verb, random)
    }
}

/// The number or domain of a request, with records for `rewrite`. Some parts of it are wrong.
pub(super) fn input_for(verb: Verb, random: &mut Random) -> Value {
    match verb {
        Verb::ToNumber => domain(random).into(),
        Verb::Rewrite => {
            let mut texts: Vec<String> = (0..=random.below(3)).map(|_| record(random)).collect();
            let is_other = random.one_in(8);
            texts.insert(
                0,
                if is_other {
                    number(random)
                } else {
                    "+441164960348".to_owned()
                },
            );
            texts.into()
        }
        _ => number(random).into(),
    }
}

/// Up to 16 digits after a plus sign, and what people write between them. 15 digits are allowed.
fn number(random: &mut Random) -> String {
    let mut text = String::from(one_of("+, +, +, +, +, , 00, ++", random));
    let length = if random.one_in(3) {
        random.between(13, 17)
    } else {
        random.below(13)
    };
    let written = random.one_in(3);
    for _ in 0..length {
        text.push(figure(random));
        if written && random.one_in(4) {
            text.push_str(one_of("-, -,  , ., (, ), /, x, \u{a0}", random));
        }
    }
    text
}

fn domain(random: &mut Random) -> String {
    let length = if random.one_in(4) {
        random.between(13, 17)
    } else {
        random.below(13)
    };
    let mut text = String::new();
    for _ in 0..length {
        text.push(figure(random));
        text.push_str(if random.one_in(32) {
            one_of(", .., 4., a.", random)
        } else {
            "."
        });
    }
    const TREES: &str = "e164.arpa, e164.arpa, e164.arpa, e164.arpa., E164.Arpa, e164.arpa.., \
        arpa, numbers.example, xe164.arpa";
    text + one_of(TREES, random)
}

/// A NAPTR record as it is printed.
fn record(random: &mut Random) -> String {
    let order = usually(
        "100",
        "20, 1, 0, 65535, +100, 65536, 4294967396, -1, one, 007",
        random,
    );
    let preference = usually("10", "20, 9, 65535, 65536, , 1e1", random);
    let flags = usually(
        "\"u\"",
        "\"U\", u, \"\", \"z\", \"uz\", \"s\", \"\\117\", \"\\u\"",
        random,
    );
    let service = usually(
        "\"E2U+sip\"",
        "\"e2u+SIP\", \"E2u+sip\", \"E2U+web:http\", \"E2U+sip+web:http\", \"E2U+x-own\", \"E2U\", \"E2U+\", \"sip+E2U\", \"E2Usip\", \"E2U+sip:\", \"\", \"E2U+sips\"",
        random,
    );
    let target = usually(".", "example.com., a..example., , . more", random);
    let space = usually(" ", "  , \t", random);
    let rule = rule(random);
    let record = [order, preference, flags, service, &rule, target].join(space);
    if random.one_in(12) {
        record.replace('"', "")
    } else {
        record
    }
}

/// The right text in about nine of ten records, or one of the others.
fn usually<'a>(right: &'a str, others: &'a str, random: &mut Random) -> &'a str {
    let is_other = random.one_in(8);
    if is_other {
        one_of(others, random)
    } else {
        right
    }
}

/// A rule between quotation marks: a delimiter, an expression, a substitution and flags.
fn rule(random: &mut Random) -> String {
    const EXPRESSIONS: &str = "^.*$, ^.*$, ^(.*)$, ^\\+44(.*)$, ^\\+(4|44)(.*)$, ^\\+([0-9])*$, \
        (4|1), 8$, ^[+]4[1-4].*$, ^\\+[[:digit:]]+$, ^\\+4{2}1, ^\\+(4*)(4.*)$, ^\\+(1)?44, \
        ^\\+(.)(.)(.)(.)(.)(.)(.)(.)(.), .";
    const PIECES: &str = "^, $, 4, 44, \\+, +, ., .*, (, ), (4), |, [0-9], [^0-9], []+], [9-0], [, \
        {2}, {2,}, {256}, ?, *, \\1, [[:alpha:]]";
    const RESULTS: &str = "sip:info@example.com, sip:info@example.com, sip:\\1@example.com, \
        tel:\\1, sip:\\10, sip:\\2\\1@example.com, sip:\\9\\6, a:, sip:\\0, info, //example.com/, \
        1sip:x, sip:a b, sip:a%4, , sip:Info@Example.COM, http://example.com/#a";
    let delimiter = if random.one_in(6) {
        one_of("/, |, 0, x, 1, i, \\", random)
    } else {
        "!"
    };
    let expression = if random.one_in(3) {
        (0..=random.below(5))
            .map(|_| one_of(PIECES, random))
            .collect()
    } else {
        one_of(EXPRESSIONS, random).to_owned()
    };
    let mut result = one_of(RESULTS, random).to_owned();
    if random.one_in(12) {
        result.push('\\');
        result.push_str(delimiter);
    }
    if random.one_in(24) {
        result.push_str(&"a".repeat(random.between(230, 240)));
    }
    let flags = if random.one_in(6) {
        one_of("i, I, ii, g,  i", random)
    } else {
        ""
    };
    let end = if random.one_in(16) { "" } else { delimiter };
    let rule = format!("{delimiter}{expression}{delimiter}{result}{end}{flags}");
    // A printed text doubles its backslashes.
    let rule = if random.one_in(16) {
        rule
    } else {
        rule.replace('\\', "\\\\")
    };
    format!("\"{rule}\"")
}
