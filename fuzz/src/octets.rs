//! A request to a codec as octets that a fuzzer can mutate, and back.
//!
//! The octets are, in this order: one that chooses the codec and one that chooses the operation,
//! where the target has several; one for each parameter of the operation, in the order of its table; where the operation also takes
//! octets, one that chooses the form; then the input, a list as lines. Each choice is the octet modulo the number of
//! alternatives, and choices are written as printable characters, so that seeds can be read.

use acegate_codec::{
    Codec, Failure as CodecFailure, Operation, Parameter, ParameterSpec, Parameters, Text, Value,
};
use arbitrary::{Arbitrary, Unstructured};

use crate::text_bytes;

/// The outcome of an operation of a codec.
pub(crate) type Outcome = Result<Value, CodecFailure>;

/// The operations of one codec that a target is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The codec's id; empty for a target that is about no codec.
    pub codec: &'static str,
    /// The names of the operations.
    pub ops: &'static [&'static str],
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The codec's id.
    pub codec: &'static str,
    /// The operation.
    pub operation: &'static Operation,
    /// The parameters that are given.
    pub parameters: Parameters,
    /// What goes in.
    pub input: Value,
}

impl Request {
    /// The request in these octets, of one of several codecs. Every octet string means one.
    ///
    /// # Panics
    ///
    /// Where there is no scope, and as [`from_octets`](Self::from_octets).
    #[must_use]
    pub fn choose(scopes: &[Scope], octets: &[u8]) -> Self {
        let mut rest = Unstructured::new(octets);
        let scope = &scopes[choice(&mut rest, scopes.len())];
        Self::from_octets(scope, rest.take_rest())
    }

    /// The octets from which [`choose`](Self::choose) reads the request, or nothing where no octets
    /// mean it.
    #[must_use]
    pub fn chosen(&self, scopes: &[Scope]) -> Option<Vec<u8>> {
        scopes.iter().enumerate().find_map(|(index, scope)| {
            let mut out = Vec::new();
            write_choice(index, scopes.len(), &mut out);
            out.extend(self.to_octets(scope)?);
            Some(out)
        })
    }

    /// The request in these octets. Every octet string means one.
    ///
    /// # Panics
    ///
    /// Where the scope names a codec or operation that the registry does not have. The guard test
    /// makes sure that no target does.
    #[must_use]
    pub fn from_octets(scope: &Scope, octets: &[u8]) -> Self {
        let mut rest = Unstructured::new(octets);
        let codec = fast(scope.codec);
        let name = scope.ops[choice(&mut rest, scope.ops.len())];
        let operation = operation(codec, name);
        let mut parameters = Parameters::new();
        for spec in operation.parameters {
            if let Some(value) = read_parameter(spec, &mut rest) {
                parameters.insert(spec.name.to_owned(), value);
            }
        }
        let as_octets = takes_octets(scope.codec, name) && choice(&mut rest, 2) == 1;
        let rest = rest.take_rest();
        let input = if as_octets {
            Value::Octets(rest.to_vec())
        } else if takes_list(scope.codec, name) {
            let lines = rest.split(|&octet| octet == LINE_END).filter(|_| !rest.is_empty());
            Value::List(lines.map(|line| Value::Text(read_text(line, false))).collect())
        } else {
            Value::Text(read_text(rest, wants_flags(name, &parameters)))
        };
        Self { codec: codec.id(), operation, parameters, input }
    }

    /// The octets from which [`from_octets`](Self::from_octets) reads the request, or nothing where
    /// no octets of this scope mean it.
    #[must_use]
    pub fn to_octets(&self, scope: &Scope) -> Option<Vec<u8>> {
        if scope.codec != self.codec {
            return None;
        }
        let mut out = Vec::new();
        let op = scope.ops.iter().position(|&name| name == self.operation.name)?;
        write_choice(op, scope.ops.len(), &mut out);
        for spec in self.operation.parameters {
            write_parameter(spec, self.parameters.get(spec.name), &mut out)?;
        }
        let is_octets = matches!(self.input, Value::Octets(_));
        if takes_octets(scope.codec, self.operation.name) {
            write_choice(usize::from(is_octets), 2, &mut out);
        }
        match &self.input {
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
        (Self::from_octets(scope, &out) == *self).then_some(out)
    }

    /// The codec and operation, as failures name them.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.codec, self.operation.name)
    }

    /// The number of elements of the input.
    #[must_use]
    pub fn length(&self) -> usize {
        length(&self.input)
    }

    /// What the fast codec answers.
    pub fn fast(&self) -> Outcome {
        fast(self.codec).apply(self.operation.name, &self.parameters, &self.input)
    }

    /// What the plain twin answers.
    pub fn plain(&self) -> Outcome {
        match acegate_codec::plain::codec(self.codec) {
            Some(codec) => codec.apply(self.operation.name, &self.parameters, &self.input),
            None => Err(CodecFailure::unsupported("no plain twin")),
        }
    }

    /// Another operation of the same codec on another input, with those of the parameters that it
    /// takes.
    #[must_use]
    pub fn then(&self, op: &str, input: Value) -> Self {
        let operation = operation(fast(self.codec), op);
        let mut parameters = self.parameters.clone();
        parameters.retain(|name, _| operation.parameters.iter().any(|spec| spec.name == name));
        Self { codec: self.codec, operation, parameters, input }
    }

    /// The same with a parameter set.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.parameters.insert(name.to_owned(), Parameter::from_word(value));
        self
    }

    /// Whether the parameter has this value, given or by default.
    #[must_use]
    pub fn is(&self, name: &str, value: &str) -> bool {
        match self.parameters.get(name) {
            Some(given) => given.to_string() == value,
            None => self
                .operation
                .parameters
                .iter()
                .any(|spec| spec.name == name && spec.values.first() == Some(&value)),
        }
    }

    /// The input, where it is text.
    #[must_use]
    pub fn text(&self) -> Option<&Text> {
        self.input.as_text().ok()
    }
}

/// The number of elements of a value.
#[must_use]
pub(crate) fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.code_points.len(),
        Value::Octets(octets) => octets.len(),
        Value::List(values) => values.len(),
    }
}

/// Between the values of a list.
const LINE_END: u8 = b'\n';

/// Between code points and flags.
const FLAGS: u8 = 0xFF;
const UPPER: u8 = b'u';
const LOWER: u8 = b'l';

/// Digit sets of a Bootstring, good and bad, from which the parameter `digits` is chosen.
const DIGITS: [&str; 7] = [
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
    "0123456789",
    "01234567",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "abc",
    "aab",
];

/// Numbers that one octet cannot hold, for the parameters of a Bootstring.
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

/// The largest number that one octet holds: zero is "left out", the last are [`LARGE`].
const SMALL: u64 = 239;

fn fast(id: &str) -> &'static dyn Codec {
    acegate_codec::codec(id).expect("scopes name codecs of the registry")
}

fn operation(codec: &dyn Codec, name: &str) -> &'static Operation {
    codec
        .operations()
        .iter()
        .find(|operation| operation.name == name)
        .expect("scopes name operations of their codec")
}

fn takes_octets(codec: &str, op: &str) -> bool {
    (codec, op) == ("uri2dec", "escape")
}

fn takes_list(codec: &str, op: &str) -> bool {
    (codec, op) == ("uri2dec", "book")
}

fn wants_flags(op: &str, parameters: &Parameters) -> bool {
    op == "encode" && parameters.get("annotation") == Some(&Parameter::Boolean(true))
}

/// A choice among so many; nothing is read where there is only one.
fn choice(rest: &mut Unstructured<'_>, count: usize) -> usize {
    if count < 2 { 0 } else { usize::from(octet(rest)) % count }
}

fn octet(rest: &mut Unstructured<'_>) -> u8 {
    // At the end `Unstructured` gives zeros.
    u8::arbitrary(rest).unwrap_or_default()
}

/// The choice that an input begins with, among so many, and the rest of it; the first where it is
/// empty, and without an octet where there is only one.
pub(crate) fn choice_among(count: usize, octets: &[u8]) -> (usize, &[u8]) {
    match octets.split_first() {
        Some((&octet, rest)) if count > 1 => (usize::from(octet) % count, rest),
        _ => (0, octets),
    }
}

/// The least printable octet, from `0` on, that chooses `index`.
pub(crate) fn write_choice(index: usize, count: usize, out: &mut Vec<u8>) {
    if count > 1 {
        out.extend((b'0'..=u8::MAX).find(|&octet| usize::from(octet) % count == index));
    }
}

fn read_parameter(spec: &ParameterSpec, rest: &mut Unstructured<'_>) -> Option<Parameter> {
    if !spec.values.is_empty() {
        let index = choice(rest, spec.values.len() + 1).checked_sub(1)?;
        return Some(Parameter::from_word(spec.values[index]));
    }
    let octet = octet(rest);
    let index = u64::from(octet).checked_sub(1)?;
    Some(match spec.name {
        "delimiter" => Parameter::from_word(&char::from(octet).to_string()),
        "digits" => Parameter::Text(DIGITS[index as usize % DIGITS.len()].to_owned()),
        _ if index <= SMALL => Parameter::Integer(index),
        _ => Parameter::Integer(LARGE[(index - SMALL - 1) as usize % LARGE.len()]),
    })
}

fn write_parameter(
    spec: &ParameterSpec,
    value: Option<&Parameter>,
    out: &mut Vec<u8>,
) -> Option<()> {
    if !spec.values.is_empty() {
        let index = match value {
            None => 0,
            Some(value) => {
                let word = value.to_string();
                1 + spec.values.iter().position(|&value| value == word)?
            }
        };
        write_choice(index, spec.values.len() + 1, out);
        return Some(());
    }
    let Some(value) = value else {
        out.push(0);
        return Some(());
    };
    let index = match (spec.name, value) {
        ("delimiter", value) => {
            let word = value.to_string();
            out.push(u8::try_from(word.chars().next()?).ok()?);
            return Some(());
        }
        ("digits", value) => {
            let word = value.to_string();
            DIGITS.iter().position(|&digits| digits == word)? as u64
        }
        (_, Parameter::Integer(number)) if *number <= SMALL => *number,
        (_, Parameter::Integer(number)) => {
            SMALL + 1 + LARGE.iter().position(|large| large == number)? as u64
        }
        _ => return None,
    };
    out.push(u8::try_from(index + 1).ok()?);
    Some(())
}

fn read_text(octets: &[u8], flagged: bool) -> Text {
    let mut parts = octets.splitn(2, |&octet| octet == FLAGS);
    if !flagged {
        return Text { code_points: text_bytes::code_points(octets), flags: None };
    }
    let code_points = text_bytes::code_points(parts.next().unwrap_or_default());
    let flags = match parts.next() {
        Some(flags) => flags.iter().map(|flag| flag & 1 == UPPER & 1).collect(),
        // Without flags there would be nothing to test.
        None => vec![false; code_points.len()],
    };
    Text { code_points, flags: Some(flags) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUNYCODE: Scope = Scope { codec: "punycode", ops: &["encode", "decode", "to-ascii"] };

    #[test]
    fn requests_can_be_read_in_the_octets() {
        let request = Request::from_octets(&PUNYCODE, b"100bcher-kva");
        assert_eq!(request.operation.name, "decode");
        assert_eq!(request.input, Value::from("bcher-kva"));
        assert_eq!(request.to_octets(&PUNYCODE).as_deref(), Some(&b"100bcher-kva"[..]));
    }

    #[test]
    fn flags_follow_the_text() {
        // 0: encode; 4: width left out; 2: annotation true.
        let request = Request::from_octets(&PUNYCODE, b"042b\xc3\xbc\xffuu");
        let expected = Text { code_points: vec![0x62, 0xFC], flags: Some(vec![true, true]) };
        assert_eq!(request.input, Value::Text(expected));
        let again = request.to_octets(&PUNYCODE).expect("expressible");
        assert_eq!(Request::from_octets(&PUNYCODE, &again), request);
    }

    #[test]
    fn a_list_is_lines() {
        let scope = Scope { codec: "uri2dec", ops: &["book"] };
        // 1: the first profile; 0: packing left out; the octet 3: a capacity of 2.
        let octets = b"10\x03connect a\nask 2";
        let request = Request::from_octets(&scope, octets);
        let steps = ["connect a", "ask 2"].map(Value::from);
        assert_eq!(request.input, Value::List(steps.to_vec()));
        assert_eq!(request.parameters.get("capacity"), Some(&Parameter::Integer(2)));
        assert_eq!(request.to_octets(&scope).as_deref(), Some(&octets[..]));
        assert_eq!(Request::from_octets(&scope, b"").input, Value::List(Vec::new()));
    }

    #[test]
    fn every_octet_string_is_a_request_of_every_operation() {
        for codec in acegate_codec::codecs() {
            for operation in codec.operations() {
                let ops: &'static [&'static str] = vec![operation.name].leak();
                let scope = Scope { codec: codec.id(), ops };
                for octets in [&b""[..], b"1", b"\xff\xff\xff", b"1234567890abcdef"] {
                    let request = Request::from_octets(&scope, octets);
                    assert_eq!(request.operation.name, operation.name);
                    if let Some(written) = request.to_octets(&scope) {
                        assert_eq!(Request::from_octets(&scope, &written), request);
                    }
                }
            }
        }
    }
}
