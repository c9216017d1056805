//! Requests as octets that a fuzzer can mutate, and back.
//!
//! The octets are, in this order: one that chooses the codec and one that chooses the operation, if
//! there are several; one for each parameter of the operation, in the order of its table; one that
//! chooses the form of the input, if the operation also takes octets; then the input, a list as lines.
//! Each choice is the octet modulo the number of alternatives. Choices are written as printable
//! characters, so that seeds can be read.

use acegate::fuzz::text_bytes;
use acegate::protocol::Request;
use acegate_codec::{
    About, Failure, Input, Operation, Parameter, ParameterSpec, Parameters, Text, Value, Verb,
};

pub(crate) type Outcome = Result<Value, Failure>;

/// The operations of one codec that a target is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The codec.
    pub codec: About,
    /// The operations.
    pub operations: Vec<&'static Operation>,
}

impl Scope {
    /// Whether these operations include this one.
    #[must_use]
    pub fn includes(&self, codec: &str, op: &str) -> bool {
        self.codec.id == codec && self.position(op).is_some()
    }

    /// The place of an operation among these.
    fn position(&self, op: &str) -> Option<usize> {
        self.operations
            .iter()
            .position(|operation| operation.name == op)
    }
}

/// The request in these octets, of one of several codecs. Every octet string means one.
pub(crate) fn request(scopes: &[Scope], octets: &[u8]) -> Request {
    let mut rest = octets;
    let scope = &scopes[choice(&mut rest, scopes.len())];
    request_of(scope, rest)
}

/// The octets from which [`request`] reads this request; `None` if no octets of these scopes mean it.
pub(crate) fn octets(request: &Request, scopes: &[Scope]) -> Option<Vec<u8>> {
    for (index, scope) in scopes.iter().enumerate() {
        if let Some(octets) = octets_of(request, scope) {
            let mut out = Vec::new();
            write_choice(index, scopes.len(), &mut out);
            out.extend(octets);
            return Some(out);
        }
    }
    None
}

fn request_of(scope: &Scope, octets: &[u8]) -> Request {
    let mut rest = octets;
    let operation = scope.operations[choice(&mut rest, scope.operations.len())];
    let mut params = Parameters::new();
    for spec in operation.parameters {
        if let Some(value) = parameter(spec, octet(&mut rest)) {
            params.insert(spec.name.to_owned(), value);
        }
    }
    let is_annotated = params.get("annotation") == Some(&Parameter::Boolean(true));
    let input = match operation.input {
        Input::TextOrOctets if choice(&mut rest, 2) == 1 => Value::Octets(rest.to_vec()),
        Input::List => Value::List(read_lines(rest)),
        Input::Text | Input::TextOrOctets => Value::Text(read_text(
            rest,
            operation.verb == Verb::Encode && is_annotated,
        )),
    };
    Request {
        params,
        ..Request::of(&scope.codec, operation.verb, input)
    }
}

/// The lines of an input as texts; none if it is empty.
fn read_lines(octets: &[u8]) -> Vec<Value> {
    if octets.is_empty() {
        return Vec::new();
    }
    let lines = octets.split(|&octet| octet == LINE_END);
    lines
        .map(|line| Value::Text(read_text(line, false)))
        .collect()
}

fn octets_of(request: &Request, scope: &Scope) -> Option<Vec<u8>> {
    if scope.codec.id != request.codec {
        return None;
    }
    let mut out = Vec::new();
    let place = scope.position(&request.op)?;
    write_choice(place, scope.operations.len(), &mut out);
    let operation = scope.operations[place];
    for spec in operation.parameters {
        let value = request.params.get(spec.name);
        let first = if spec.values.is_empty() { 0 } else { b'0' };
        out.push((first..=u8::MAX).find(|&octet| parameter(spec, octet).as_ref() == value)?);
    }
    if operation.input == Input::TextOrOctets {
        let is_octets = matches!(request.input, Value::Octets(_));
        write_choice(usize::from(is_octets), 2, &mut out);
    }
    match &request.input {
        Value::Octets(octets) => out.extend_from_slice(octets),
        Value::Text(text) => {
            out.extend(text_bytes::octets(&text.code_points));
            if let Some(flags) = &text.flags {
                out.push(FLAGS);
                out.extend(flags.iter().map(|&upper| if upper { UPPER } else { LOWER }));
            }
        }
        Value::List(lines) => {
            for (index, line) in lines.iter().enumerate() {
                if index > 0 {
                    out.push(LINE_END);
                }
                out.extend(text_bytes::octets(&line.as_text().ok()?.code_points));
            }
        }
    }
    (request_of(scope, &out) == *request).then_some(out)
}

/// Between the values of a list.
const LINE_END: u8 = b'\n';

/// Between code points and flags.
const FLAGS: u8 = 0xFF;
const UPPER: u8 = b'u';
const LOWER: u8 = b'l';

/// Digit sets of a Bootstring, good and bad, from which the parameter `digits` is chosen.
const DIGITS: [&str; 8] = [
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
    "0123456789",
    "01234567",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "abc",
    "aab",
    "\u{FC}bc",
];

/// Trees and Enumservices, from which the parameters of ENUM are chosen.
const TREES: [&str; 5] = [
    "e164.arpa",
    "E164.arpa.",
    "numbers.example",
    "4.example",
    "4..example",
];
const SERVICES: [&str; 4] = ["sip", "SIP", "email:mailto", "x"];

/// Numbers that do not fit one octet, for the parameters of a Bootstring.
const LARGE: [u64; 15] = [
    256,
    700,
    1000,
    1151,
    1152,
    1153,
    4063,
    4064,
    4065,
    0xFFFF,
    0x10_FFFF,
    0x7FFF_FFFF,
    0xFFFF_FFFF,
    0x1_0000_0000,
    u64::MAX,
];

/// The largest number that fits one octet: zero is "left out", the last are [`LARGE`].
const SMALL: usize = 239;

/// The choice among `count` that an input begins with, which is taken from it. An empty input chooses the
/// first; a single choice takes no octet.
pub(crate) fn choice(rest: &mut &[u8], count: usize) -> usize {
    if count < 2 {
        0
    } else {
        usize::from(octet(rest)) % count
    }
}

/// The first octet, which is taken from the input; 0 at its end.
fn octet(rest: &mut &[u8]) -> u8 {
    rest.split_off_first().copied().unwrap_or_default()
}

/// The least printable octet, from `0` on, that chooses `index`.
pub(crate) fn write_choice(index: usize, count: usize, out: &mut Vec<u8>) {
    if count > 1 {
        out.extend((b'0'..=u8::MAX).find(|&octet| usize::from(octet) % count == index));
    }
}

/// The parameter that an octet means; `None` if it is left out.
fn parameter(spec: &ParameterSpec, octet: u8) -> Option<Parameter> {
    if !spec.values.is_empty() {
        let index = usize::from(octet) % (spec.values.len() + 1);
        return Some(Parameter::from_word(spec.values[index.checked_sub(1)?]));
    }
    let index = usize::from(octet).checked_sub(1)?;
    let texts = match spec.name {
        "delimiter" => return Some(Parameter::from_word(&char::from(octet).to_string())),
        "digits" => &DIGITS[..],
        "tree" => &TREES,
        "service" => &SERVICES,
        _ if index <= SMALL => return Some(Parameter::Integer(index as u64)),
        _ => return Some(Parameter::Integer(LARGE[(index - SMALL - 1) % LARGE.len()])),
    };
    Some(Parameter::Text(texts[index % texts.len()].to_owned()))
}

fn read_text(octets: &[u8], flagged: bool) -> Text {
    if !flagged {
        return Text {
            code_points: text_bytes::code_points(octets),
            flags: None,
        };
    }
    let mut parts = octets.splitn(2, |&octet| octet == FLAGS);
    let code_points = text_bytes::code_points(parts.next().unwrap_or_default());
    let flags = match parts.next() {
        Some(flags) => flags.iter().map(|flag| flag & 1 == UPPER & 1).collect(),
        // Without flags there would be nothing to test.
        None => vec![false; code_points.len()],
    };
    Text {
        code_points,
        flags: Some(flags),
    }
}

#[cfg(test)]
mod tests {
    use acegate_codec::{punycode, uri2dec};

    use super::*;

    fn scope(codec: About, verbs: &[Verb]) -> Scope {
        let operations = verbs.iter().filter_map(|&verb| codec.operation(verb));
        Scope {
            codec,
            operations: operations.collect(),
        }
    }

    #[test]
    fn flags_follow_the_text() {
        let punycode = scope(
            punycode::ABOUT,
            &[Verb::Encode, Verb::Decode, Verb::ToAscii],
        );
        // 0: encode; 4: width left out; 2: annotation true.
        let request = request_of(&punycode, b"042b\xc3\xbc\xffuu");
        let expected = Text {
            code_points: vec![0x62, 0xFC],
            flags: Some(vec![true, true]),
        };
        assert_eq!(request.input, Value::Text(expected));
        let again = octets_of(&request, &punycode).expect("expressible");
        assert_eq!(request_of(&punycode, &again), request);
    }

    #[test]
    fn a_list_is_lines() {
        let scope = scope(uri2dec::ABOUT, &[Verb::Book]);
        // 1: the first profile; 0: packing left out; the octet 3: a capacity of 2.
        let octets = b"10\x03connect a\nask 2";
        let request = request_of(&scope, octets);
        let steps = ["connect a", "ask 2"].map(Value::from);
        assert_eq!(request.input, Value::List(steps.to_vec()));
        assert_eq!(request.params.get("capacity"), Some(&Parameter::Integer(2)));
        assert_eq!(octets_of(&request, &scope).as_deref(), Some(&octets[..]));
        assert_eq!(request_of(&scope, b"").input, Value::List(Vec::new()));
    }
}
