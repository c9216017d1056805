//! The single steps by which a request is made simpler.

use std::collections::BTreeMap;
use std::iter;
use std::ops::{ControlFlow, Range};

use acegate_codec::{Parameter, Text, Value};

use crate::protocol::Request;

/// A value that can be made simpler step by step.
///
/// Each step lowers the number of parameters, then the length, then the ranks of what is left, so
/// that no sequence of steps is endless.
pub trait Simplify: Sized {
    /// Calls `visit` with every single step, the largest first, until it breaks off.
    fn each_simpler(&self, visit: &mut Visit<'_, Self>) -> ControlFlow<()>;
}

/// Takes a step as a function that makes the simpler value, because many of the values are not needed.
pub type Visit<'a, T> = dyn FnMut(&dyn Fn() -> T) -> ControlFlow<()> + 'a;

impl Simplify for Request {
    fn each_simpler(&self, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        for name in self.params.keys() {
            visit(&|| edited(self, |it| drop(it.params.remove(name))))?;
        }
        for (name, value) in &self.params {
            for simpler in simpler_parameters(value) {
                visit(&|| {
                    edited(self, |it| {
                        drop(it.params.insert(name.clone(), simpler.clone()))
                    })
                })?;
            }
        }
        let mut of_input = |make: &dyn Fn() -> Value| {
            visit(&|| Self {
                input: make(),
                ..self.clone()
            })
        };
        self.input.each_simpler(&mut of_input)?;
        each_simpler_code(self, &mut of_input)
    }
}

/// The steps in the text that a code stands for, whose codes are shorter, or as long and simpler. A single
/// number of a code cannot be lowered otherwise: the digits after it depend on it.
fn each_simpler_code(request: &Request, visit: &mut Visit<'_, Value>) -> ControlFlow<()> {
    let inverse = request.operation().and_then(|operation| operation.inverse);
    let is_code = matches!(&*request.op, "decode" | "to-unicode");
    let Some(inverse) = inverse.filter(|_| is_code) else {
        return ControlFlow::Continue(());
    };
    let Ok(text) = request.fast() else {
        return ControlFlow::Continue(());
    };
    let is_simpler = |code: &Value| {
        let both = complexity(code).zip(complexity(&request.input));
        both.is_some_and(|(code, other)| code < other)
    };
    text.each_simpler(&mut |make| match request.derive(inverse, make()).fast() {
        Ok(code) if is_simpler(&code) => visit(&|| code.clone()),
        _ => ControlFlow::Continue(()),
    })
}

/// The length of a text, and the ranks of its characters; `None` for other values.
fn complexity(value: &Value) -> Option<(usize, Vec<(u8, u32)>)> {
    let text = value.as_text().ok().filter(|text| text.flags.is_none())?;
    Some((
        text.code_points.len(),
        text.code_points
            .iter()
            .map(|&number| rank(number))
            .collect(),
    ))
}

impl Simplify for Value {
    fn each_simpler(&self, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match self {
            Self::Text(Text { code_points, flags }) => {
                let text = |code_points: Vec<u32>, flags| Self::Text(Text { code_points, flags });
                if flags.is_some() {
                    visit(&|| text(code_points.clone(), None))?;
                }
                for cut in cuts(code_points.len()) {
                    let flags = || flags.as_ref().map(|flags| without(flags, &cut));
                    visit(&|| text(without(code_points, &cut), flags()))?;
                }
                each_replaced(code_points, u32::MAX, &mut |make| {
                    visit(&|| text(make(), flags.clone()))
                })?;
                for (at, _) in flags
                    .iter()
                    .flatten()
                    .enumerate()
                    .filter(|(_, flag)| **flag)
                {
                    let flags = || {
                        flags
                            .as_ref()
                            .map(|flags| edited(flags, |flags| flags[at] = false))
                    };
                    visit(&|| text(code_points.clone(), flags()))?;
                }
            }
            Self::Octets(octets) => {
                for cut in cuts(octets.len()) {
                    visit(&|| Self::Octets(without(octets, &cut)))?;
                }
                let numbers: Vec<u32> = octets.iter().copied().map(u32::from).collect();
                each_replaced(&numbers, u8::MAX.into(), &mut |make| {
                    visit(&|| Self::Octets(make().into_iter().map(|number| number as u8).collect()))
                })?;
            }
            Self::List(values) => {
                for cut in cuts(values.len()) {
                    visit(&|| Self::List(without(values, &cut)))?;
                }
                for (at, value) in values.iter().enumerate() {
                    value.each_simpler(&mut |make| {
                        visit(&|| Self::List(edited(values, |values| values[at] = make())))
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Requests that are asked one after the other are made simpler by leaving some out.
impl Simplify for Vec<Request> {
    fn each_simpler(&self, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        let sizes = iter::successors(Some(self.len() / 2), |size| Some(size / 2));
        for size in sizes.take_while(|size| *size > 0) {
            for start in (0..self.len()).step_by(size) {
                visit(&|| without(self, &(start..self.len().min(start + size))))?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn edited<T: Clone>(value: &T, edit: impl FnOnce(&mut T)) -> T {
    let mut value = value.clone();
    edit(&mut value);
    value
}

fn without<T: Clone>(elements: &[T], range: &Range<usize>) -> Vec<T> {
    [&elements[..range.start], &elements[range.end..]].concat()
}

/// The steps that replace a number by a simpler one, `most` at most: everywhere, then in a single place.
fn each_replaced(numbers: &[u32], most: u32, visit: &mut Visit<'_, Vec<u32>>) -> ControlFlow<()> {
    let mut counts = BTreeMap::<u32, usize>::new();
    numbers
        .iter()
        .for_each(|&number| *counts.entry(number).or_default() += 1);
    let repeated = counts.into_iter().filter(|&(_, count)| count > 1);
    let alone = numbers
        .iter()
        .enumerate()
        .map(|(at, &from)| (from, Some(at)));
    for (from, place) in repeated.map(|(from, _)| (from, None)).chain(alone) {
        for to in simpler_numbers(from).filter(|to| *to <= most) {
            let replaced = |(at, &number): (usize, &u32)| match place {
                Some(place) if place == at => to,
                None if number == from => to,
                _ => number,
            };
            visit(&|| numbers.iter().enumerate().map(replaced).collect())?;
        }
    }
    ControlFlow::Continue(())
}

/// The cuts to try on this many elements: all, halves, quarters and so on from the end,
/// and every run of at most [`RUN`].
fn cuts(elements: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = iter::successors(Some(elements), |length| Some(length / 2));
    let long = lengths
        .take_while(|&length| length > RUN)
        .flat_map(move |length| {
            // From the end, so that one cut does not move what is cut next.
            let starts = (0..elements.div_ceil(length))
                .map(move |part| elements.saturating_sub((part + 1) * length));
            starts.map(move |start| start..(start + length).min(elements))
        });
    let short = (1..=RUN.min(elements)).rev().flat_map(move |length| {
        (0..=elements - length)
            .rev()
            .map(move |start| start..start + length)
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
    let lower = (0..u64::BITS)
        .rev()
        .filter_map(move |bit| number.checked_sub(1 << bit));
    set.then_some(Parameter::Boolean(false))
        .into_iter()
        .chain(lower.map(Parameter::Integer))
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
    let lower = (0..u32::BITS)
        .rev()
        .filter_map(move |bit| number.checked_sub(1 << bit));
    simple
        .chain(letter)
        .chain(lower)
        .filter(move |&other| rank(other) < rank(number))
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
