//! The single steps by which a request is made simpler.

use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;

use acegate_codec::{Parameter, Text, Value};

use crate::protocol::Request;

/// A value that can be made simpler step by step.
///
/// Each step lowers the number of parameters, then the length, then the ranks of what is left, so
/// that no sequence of steps is endless.
pub trait Simplify: Sized {
    /// Every single step, the largest first.
    fn simplifications(&self) -> Box<dyn Iterator<Item = Simplification<Self>> + '_>;
}

/// One step: the simpler value that is made of the value it was asked of.
pub type Simplification<T> = Box<dyn Fn(&T) -> T>;

impl Simplify for Request {
    fn simplifications(&self) -> Box<dyn Iterator<Item = Simplification<Self>> + '_> {
        let set = |name: &str, value: Option<Parameter>| -> Simplification<Self> {
            let name = name.to_owned();
            Box::new(move |request| {
                let mut params = request.params.clone();
                params.remove(&name);
                params.extend(value.iter().map(|value| (name.clone(), value.clone())));
                Self { params, ..request.clone() }
            })
        };
        let left_out = self.params.keys().map(move |name| set(name, None));
        let simpler = self.params.iter().flat_map(move |(name, value)| {
            simpler_parameters(value).map(move |value| set(name, Some(value)))
        });
        let of_input = self.input.simplifications().chain(simpler_codes(self));
        let of_input = of_input.map(|step| -> Simplification<Self> {
            Box::new(move |request| Self { input: step(&request.input), ..request.clone() })
        });
        Box::new(left_out.chain(simpler).chain(of_input))
    }
}

/// The steps in the text that a code stands for, whose codes are shorter, or as long and simpler. A single
/// number of a code cannot be lowered otherwise: the digits after it depend on it.
fn simpler_codes(request: &Request) -> impl Iterator<Item = Simplification<Value>> {
    let inverse = request.operation().and_then(|operation| operation.inverse);
    let is_code = matches!(&*request.op, "decode" | "to-unicode");
    let text = inverse.filter(|_| is_code).and_then(|_| request.fast().ok());
    let steps: Vec<_> = text.iter().flat_map(Value::simplifications).collect();
    steps.into_iter().filter_map(move |step| -> Option<Simplification<Value>> {
        let code = request.then(inverse?, step(text.as_ref()?)).fast().ok()?;
        let is_simpler = complexity(&code)? < complexity(&request.input)?;
        is_simpler.then(|| Box::new(move |_: &Value| code.clone()) as _)
    })
}

/// The length of a text, and the ranks of its characters; `None` for other values.
fn complexity(value: &Value) -> Option<(usize, Vec<(u8, u32)>)> {
    let text = value.as_text().ok().filter(|text| text.flags.is_none())?;
    Some((text.code_points.len(), text.code_points.iter().map(|&number| rank(number)).collect()))
}

impl Simplify for Value {
    fn simplifications(&self) -> Box<dyn Iterator<Item = Simplification<Self>> + '_> {
        let cut = |range| -> Simplification<Self> { Box::new(move |it| without(it, &range)) };
        match self {
            Self::Text(Text { code_points, flags }) => {
                let with_flags = |edit: fn(&mut Option<Vec<bool>>, usize), at| {
                    move |value: &Self| {
                        let Self::Text(mut text) = value.clone() else { return value.clone() };
                        edit(&mut text.flags, at);
                        Self::Text(text)
                    }
                };
                let dropped = flags.iter().map(move |_| -> Simplification<Self> {
                    Box::new(with_flags(|flags, _| *flags = None, 0))
                });
                let set = flags.iter().flatten().enumerate().filter(|(_, flag)| **flag);
                let cleared = set.map(move |(at, _)| -> Simplification<Self> {
                    let clear = |flags: &mut Option<Vec<bool>>, at: usize| {
                        flags.iter_mut().for_each(|flags| flags[at] = false);
                    };
                    Box::new(with_flags(clear, at))
                });
                let cuts = cuts(code_points.len()).map(cut);
                Box::new(dropped.chain(cuts).chain(replacements(code_points)).chain(cleared))
            }
            Self::Octets(octets) => {
                let numbers: Vec<u32> = octets.iter().copied().map(u32::from).collect();
                Box::new(cuts(octets.len()).map(cut).chain(replacements(&numbers)))
            }
            Self::List(values) => {
                let within = values.iter().enumerate().flat_map(|(at, value)| {
                    value.simplifications().map(move |step| -> Simplification<Self> {
                        Box::new(move |list| {
                            let Self::List(mut values) = list.clone() else { return list.clone() };
                            values[at] = step(&values[at]);
                            Self::List(values)
                        })
                    })
                });
                Box::new(cuts(values.len()).map(cut).chain(within))
            }
        }
    }
}

/// The value without the elements of a range: code points, octets, or the values of a list.
fn without(value: &Value, range: &Range<usize>) -> Value {
    fn cut<T: Clone>(elements: &[T], range: &Range<usize>) -> Vec<T> {
        [&elements[..range.start], &elements[range.end..]].concat()
    }
    match value {
        Value::Text(text) => Value::Text(Text {
            code_points: cut(&text.code_points, range),
            flags: text.flags.as_ref().map(|flags| cut(flags, range)),
        }),
        Value::Octets(octets) => Value::Octets(cut(octets, range)),
        Value::List(values) => Value::List(cut(values, range)),
    }
}

/// The steps that replace a number everywhere by a simpler one, and those that replace a single one.
fn replacements(numbers: &[u32]) -> impl Iterator<Item = Simplification<Value>> + use<> {
    let mut counts = BTreeMap::<u32, usize>::new();
    numbers.iter().for_each(|&number| *counts.entry(number).or_default() += 1);
    let repeated = counts.into_iter().filter(|&(_, count)| count > 1);
    let alone: Vec<_> = numbers.iter().enumerate().map(|(at, &from)| (from, Some(at))).collect();
    let all = repeated.map(|(from, _)| (from, None)).chain(alone);
    all.flat_map(|(from, place)| {
        simpler_numbers(from).map(move |to| -> Simplification<Value> {
            let replaced = move |(at, number): (usize, u32)| match place {
                Some(place) if place == at => to,
                None if number == from => to,
                _ => number,
            };
            Box::new(move |value| match value {
                Value::Text(text) => Value::Text(Text {
                    code_points: text
                        .code_points
                        .iter()
                        .copied()
                        .enumerate()
                        .map(replaced)
                        .collect(),
                    flags: text.flags.clone(),
                }),
                Value::Octets(octets) => {
                    let octet = |(at, &octet): (usize, &u8)| {
                        u8::try_from(replaced((at, octet.into()))).unwrap_or(octet)
                    };
                    Value::Octets(octets.iter().enumerate().map(octet).collect())
                }
                Value::List(_) => value.clone(),
            })
        })
    })
}

/// The cuts to try on this many elements: all, halves, quarters and so on from the end,
/// and every run of at most [`RUN`].
fn cuts(elements: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = iter::successors(Some(elements), |length| Some(length / 2));
    let long = lengths.take_while(|&length| length > RUN).flat_map(move |length| {
        // From the end, so that one cut does not move what is cut next.
        let starts = (0..elements.div_ceil(length))
            .map(move |part| elements.saturating_sub((part + 1) * length));
        starts.map(move |start| start..(start + length).min(elements))
    });
    let short = (1..=RUN.min(elements)).rev().flat_map(move |length| {
        (0..=elements - length).rev().map(move |start| start..start + length)
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
    fn measure(request: &Request) -> (usize, usize, usize, Vec<(u8, u32)>, Vec<u64>) {
        let text = request.text().expect("the tests ask about text");
        let flags = text.flags.iter().flatten();
        let number = |value: &Parameter| match value {
            Parameter::Boolean(set) => u64::from(*set),
            Parameter::Integer(number) => *number,
            Parameter::Text(_) => 0,
        };
        (
            request.params.len(),
            text.code_points.len(),
            usize::from(text.flags.is_some()) + flags.filter(|&&flag| flag).count(),
            text.code_points.iter().map(|&number| rank(number)).collect(),
            request.params.values().map(number).collect(),
        )
    }

    fn simpler<T: Simplify>(value: &T) -> Vec<T> {
        value.simplifications().map(|step| step(value)).collect()
    }

    #[test]
    fn every_step_leads_to_something_simpler() {
        let text = Text { code_points: vec![0x5A, 0x3042, 0x62, 0x3042, 0x11_2233], flags: None };
        let flagged = Text { flags: Some(vec![true, false, true, false, false]), ..text.clone() };
        for input in [text, flagged] {
            let request = Request::new("bootstring", "encode", Value::Text(input));
            let request = request.with("base", "36").with("annotation", "true");
            let all = simpler(&request);
            assert!(all.len() > 100, "{} steps", all.len());
            for simpler in all {
                assert!(measure(&simpler) < measure(&request), "{simpler:?}");
            }
        }
    }

    #[test]
    fn a_code_becomes_that_of_a_simpler_text() {
        // RFC 3492, section 7.1 (L). CPython 3.11 writes the text without its seventh character as
        // `3B-ww4cn31ccx0anhkh68a`.
        let request = Request::new("punycode", "decode", "3B-ww4c5e180e575a65lsy2b".into());
        let codes: Vec<Value> = simpler_codes(&request).map(|step| step(&request.input)).collect();
        assert!(codes.contains(&"3B-ww4cn31ccx0anhkh68a".into()), "{codes:?}");
        assert!(codes.iter().all(|code| complexity(code) < complexity(&request.input)));
        // An encoder, and a code that stands for nothing, have no such steps.
        for other in [request.then("encode", "b".into()), request.then("decode", "a-9".into())] {
            assert_eq!(simpler_codes(&other).count(), 0);
        }
    }

    #[test]
    fn every_run_of_up_to_four_can_be_cut_and_the_whole() {
        let cut: Vec<_> = cuts(9).collect();
        for length in 1..=4 {
            assert!((0..=9 - length).all(|start| cut.contains(&(start..start + length))));
        }
        assert_eq!(cut[0], 0..9);
        assert_eq!(cuts(0).count(), 0);
    }

    #[test]
    fn a_list_is_simplified_value_by_value() {
        let all = simpler(&Value::List(vec!["add b c".into(), "order".into()]));
        assert!(all.contains(&Value::List(vec!["add b c".into(), "or".into()])));
        assert!(all.contains(&Value::List(vec!["order".into()])));
    }
}
