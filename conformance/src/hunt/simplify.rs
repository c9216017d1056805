//! The single steps by which a request is made simpler.

use std::collections::BTreeMap;
use std::iter;

use acegate_codec::{Parameter, Text, Value};

use crate::protocol::Request;

/// A value that can be made simpler step by step.
///
/// Each step lowers the number of parameters, then the length, then the ranks of what is left, so
/// that no sequence of steps is endless.
pub trait Simplify: Sized {
    /// Every single step, the largest first.
    fn simplifications(&self) -> Box<dyn Iterator<Item = Simplification> + '_>;

    /// The value after a step. A step that was made for another value may change nothing.
    #[must_use]
    fn simplified(&self, step: &Simplification) -> Self;
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Simplification {
    /// Leaves a parameter out.
    LeaveOut(String),
    /// Gives a parameter a simpler value.
    Set(String, Parameter),
    /// Takes the flags from a text.
    DropFlags,
    /// Cuts elements out: code points, octets, or the values of a list.
    Cut {
        /// The index of the first.
        start: usize,
        /// How many.
        length: usize,
    },
    /// Replaces every code point or octet of one value.
    ReplaceAll {
        /// The value.
        from: u32,
        /// The new value.
        to: u32,
    },
    /// Replaces one code point or octet.
    Replace {
        /// Its place.
        at: usize,
        /// The new value.
        to: u32,
    },
    /// Clears one flag.
    ClearFlag(usize),
    /// Takes a step in one value of a list.
    Within(usize, Box<Simplification>),
    /// Replaces the input by a simpler code: that of a text a step simpler than the one it stands for.
    Become(Value),
}

impl Simplify for Request {
    fn simplifications(&self) -> Box<dyn Iterator<Item = Simplification> + '_> {
        let left_out = self.params.keys().cloned().map(Simplification::LeaveOut);
        let set = self.params.iter().flat_map(|(name, value)| {
            simpler_parameters(value).map(|value| Simplification::Set(name.clone(), value))
        });
        Box::new(left_out.chain(set).chain(self.input.simplifications()).chain(simpler_codes(self)))
    }

    fn simplified(&self, step: &Simplification) -> Self {
        let mut request = self.clone();
        match step {
            Simplification::LeaveOut(name) => {
                request.params.remove(name);
            }
            Simplification::Set(name, value) => {
                request.params.insert(name.clone(), value.clone());
            }
            Simplification::Become(input) => request.input = input.clone(),
            _ => request.input = self.input.simplified(step),
        }
        request
    }
}

/// The steps in the text that a code stands for, whose codes are shorter, or as long and simpler. A single
/// number of a code cannot be lowered otherwise: the digits after it depend on it.
fn simpler_codes(request: &Request) -> impl Iterator<Item = Simplification> {
    let inverse = request.operation().and_then(|operation| operation.inverse);
    let is_code = matches!(&*request.op, "decode" | "to-unicode");
    let text = inverse.filter(|_| is_code).and_then(|_| request.fast().ok());
    let steps: Vec<_> = text.iter().flat_map(Value::simplifications).collect();
    let request = request.clone();
    steps.into_iter().filter_map(move |step| {
        let simpler = request.then(inverse?, text.as_ref()?.simplified(&step));
        let code = simpler.fast().ok()?;
        let is_simpler = complexity(&code)? < complexity(&request.input)?;
        is_simpler.then_some(Simplification::Become(code))
    })
}

/// The length of a text, and the ranks of its characters; `None` for other values.
fn complexity(value: &Value) -> Option<(usize, Vec<(u8, u32)>)> {
    let text = value.as_text().ok().filter(|text| text.flags.is_none())?;
    Some((text.code_points.len(), text.code_points.iter().map(|&number| rank(number)).collect()))
}

impl Simplify for Value {
    fn simplifications(&self) -> Box<dyn Iterator<Item = Simplification> + '_> {
        match self {
            Self::Text(text) => {
                let flags = text.flags.as_deref().unwrap_or_default();
                let set = (0..flags.len()).filter(|&at| flags[at]).map(Simplification::ClearFlag);
                let dropped = text.flags.is_some().then_some(Simplification::DropFlags);
                let elements = text.code_points.iter().copied();
                Box::new(dropped.into_iter().chain(of_elements(elements)).chain(set))
            }
            Self::Octets(octets) => Box::new(of_elements(octets.iter().copied().map(u32::from))),
            Self::List(values) => {
                let within = values.iter().enumerate().flat_map(|(at, value)| {
                    let steps = value.simplifications();
                    steps.map(move |step| Simplification::Within(at, Box::new(step)))
                });
                Box::new(cuts(values.len()).chain(within))
            }
        }
    }

    fn simplified(&self, step: &Simplification) -> Self {
        let mut value = self.clone();
        match (&mut value, step) {
            (Self::Text(text), step) => simplify_text(text, step),
            (Self::Octets(octets), Simplification::Cut { start, length }) => {
                cut(octets, *start, *length);
            }
            (Self::Octets(octets), step) => {
                for (at, octet) in octets.iter_mut().enumerate() {
                    *octet = replaced(at, (*octet).into(), step).try_into().unwrap_or(*octet);
                }
            }
            (Self::List(values), Simplification::Cut { start, length }) => {
                cut(values, *start, *length);
            }
            (Self::List(values), Simplification::Within(at, step)) => {
                if let Some(value) = values.get_mut(*at) {
                    *value = value.simplified(step);
                }
            }
            (Self::List(_), _) => {}
        }
        value
    }
}

fn simplify_text(text: &mut Text, step: &Simplification) {
    match step {
        Simplification::DropFlags => text.flags = None,
        Simplification::ClearFlag(at) => {
            if let Some(flag) = text.flags.as_mut().and_then(|flags| flags.get_mut(*at)) {
                *flag = false;
            }
        }
        Simplification::Cut { start, length } => {
            cut(&mut text.code_points, *start, *length);
            if let Some(flags) = &mut text.flags {
                cut(flags, *start, *length);
            }
        }
        step => {
            for (at, number) in text.code_points.iter_mut().enumerate() {
                *number = replaced(at, *number, step);
            }
        }
    }
}

fn cut<T>(elements: &mut Vec<T>, start: usize, length: usize) {
    let end = start.saturating_add(length).min(elements.len());
    elements.drain(start.min(end)..end);
}

/// The number at this place after a step that replaces.
fn replaced(at: usize, number: u32, step: &Simplification) -> u32 {
    match *step {
        Simplification::Replace { at: there, to } if there == at => to,
        Simplification::ReplaceAll { from, to } if from == number => to,
        _ => number,
    }
}

fn of_elements<'a>(
    elements: impl ExactSizeIterator<Item = u32> + Clone + 'a,
) -> impl Iterator<Item = Simplification> + 'a {
    let length = elements.len();
    let mut counts = BTreeMap::<u32, usize>::new();
    for number in elements.clone() {
        *counts.entry(number).or_default() += 1;
    }
    let repeated = counts.into_iter().filter(|&(_, count)| count > 1);
    let everywhere = repeated.flat_map(|(from, _)| {
        simpler_numbers(from).map(move |to| Simplification::ReplaceAll { from, to })
    });
    let alone = elements.enumerate().flat_map(|(at, number)| {
        simpler_numbers(number).map(move |to| Simplification::Replace { at, to })
    });
    cuts(length).chain(everywhere).chain(alone)
}

/// The cuts to try on this many elements: all, halves, quarters and so on from the end,
/// and every run of at most [`RUN`].
fn cuts(elements: usize) -> impl Iterator<Item = Simplification> {
    let lengths = iter::successors(Some(elements), |length| Some(length / 2));
    let long = lengths.take_while(|&length| length > RUN).flat_map(move |length| {
        // From the end, so that one cut does not move what is cut next.
        let starts = (0..elements.div_ceil(length))
            .map(move |part| elements.saturating_sub((part + 1) * length));
        starts.map(move |start| Simplification::Cut { start, length })
    });
    let short = (1..=RUN.min(elements)).rev().flat_map(move |length| {
        (0..=elements - length).rev().map(move |start| Simplification::Cut { start, length })
    });
    long.chain(short)
}

/// The longest run that is cut out wherever it begins. Some faults need a count, such as an even one.
const RUN: usize = 4;

fn simpler_parameters(value: &Parameter) -> impl Iterator<Item = Parameter> {
    let (set, number) = match value {
        Parameter::Boolean(set) => (*set, 0),
        Parameter::Integer(number) => (false, *number),
        Parameter::Text(_) => (false, 0),
    };
    let lower = (0..u64::BITS).rev().filter_map(move |bit| number.checked_sub(1 << bit));
    set.then_some(Parameter::Boolean(false)).into_iter().chain(lower.map(Parameter::Integer))
}

/// The numbers that are tried first, the simplest first: ASCII of every kind, then the ends of what
/// UTF-8, UTF-16 and Unicode can hold.
const SIMPLE: [u32; 16] = [
    0x61, 0x62, 0x7A, 0x30, 0x39, 0x2D, 0x2E, 0x80, 0xFC, 0x100, 0x800, 0xFFFF, 0x1_0000,
    0x10_FFFF, 0xD800, 0x11_0000,
];

/// The numbers that are simpler than this one, the simplest first. Differences that are powers of two
/// find the least number beyond a threshold.
fn simpler_numbers(number: u32) -> impl Iterator<Item = u32> {
    let simple = SIMPLE.into_iter();
    let letter = char::from_u32(number).map(|c| u32::from(c.to_ascii_lowercase()));
    let lower = (0..u32::BITS).rev().filter_map(move |bit| number.checked_sub(1 << bit));
    simple.chain(letter).chain(lower).filter(move |&other| rank(other) < rank(number))
}

/// The order of numbers by simplicity.
fn rank(number: u32) -> (u8, u32) {
    if let Some(at) = SIMPLE.iter().position(|&simple| simple == number) {
        return (0, at as u32);
    }
    match u8::try_from(number) {
        Ok(b'a'..=b'z' | b'0'..=b'9') => (1, number),
        Ok(b' '..=b'~') => (2, number),
        _ => (3, number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The measure that each step must lower.
    fn measure(request: &Request) -> (usize, usize, usize, Vec<(u8, u32)>, Vec<String>) {
        let text = request.text().expect("the tests ask about text");
        let flags = text.flags.iter().flatten();
        (
            request.params.len(),
            text.code_points.len(),
            usize::from(text.flags.is_some()) + flags.filter(|&&flag| flag).count(),
            text.code_points.iter().map(|&number| rank(number)).collect(),
            request.params.values().map(|value| format!("{:>20}", value.to_string())).collect(),
        )
    }

    #[test]
    fn every_step_leads_to_something_simpler() {
        let text = Text { code_points: vec![0x5A, 0x3042, 0x62, 0x3042, 0x11_2233], flags: None };
        let flagged = Text { flags: Some(vec![true, false, true, false, false]), ..text.clone() };
        for input in [text, flagged] {
            let request = Request::new("bootstring", "encode", Value::Text(input));
            let request = request.with("base", "36").with("annotation", "true");
            let before = measure(&request);
            let mut steps = 0;
            for step in request.simplifications() {
                let after = measure(&request.simplified(&step));
                assert!(after < before || matches!(step, Simplification::Set(..)), "{step:?}");
                assert_ne!(request.simplified(&step), request, "{step:?}");
                steps += 1;
            }
            assert!(steps > 100, "{steps} steps");
        }
    }

    #[test]
    fn a_code_becomes_that_of_a_simpler_text() {
        // RFC 3492, section 7.1 (L). CPython 3.11 writes the text without its seventh character as
        // `3B-ww4cn31ccx0anhkh68a`.
        let request = Request::new("punycode", "decode", "3B-ww4c5e180e575a65lsy2b".into());
        let codes: Vec<Value> = request
            .simplifications()
            .filter_map(|step| match step {
                Simplification::Become(code) => Some(code),
                _ => None,
            })
            .collect();
        assert!(codes.contains(&"3B-ww4cn31ccx0anhkh68a".into()), "{codes:?}");
        assert!(codes.iter().all(|code| complexity(code) < complexity(&request.input)));
        // An encoder, and a code that stands for nothing, have no such steps.
        for other in [request.then("encode", "b".into()), request.then("decode", "a-9".into())] {
            let steps = other.simplifications();
            assert_eq!(steps.filter(|it| matches!(it, Simplification::Become(_))).count(), 0);
        }
    }

    #[test]
    fn every_run_of_up_to_four_can_be_cut_and_the_whole() {
        let cut: Vec<_> = cuts(9).collect();
        for length in 1..=4 {
            for start in 0..=9 - length {
                assert!(cut.contains(&Simplification::Cut { start, length }));
            }
        }
        assert_eq!(cut[0], Simplification::Cut { start: 0, length: 9 });
        assert_eq!(cuts(0).count(), 0);
    }

    #[test]
    fn a_list_is_simplified_value_by_value() {
        let list = Value::List(vec!["add b c".into(), "order".into()]);
        let step = Simplification::Within(1, Box::new(Simplification::Cut { start: 2, length: 3 }));
        assert!(list.simplifications().any(|known| known == step));
        assert_eq!(list.simplified(&step), Value::List(vec!["add b c".into(), "or".into()]));
        let step = Simplification::Cut { start: 0, length: 1 };
        assert_eq!(list.simplified(&step), Value::List(vec!["order".into()]));
    }
}
