//! The single steps by which a request is made simpler.

use std::collections::BTreeMap;
use std::iter;
use std::ops::{ControlFlow, Range};

use acegate_codec::{Parameter, Text, Value, Verb};

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
            visit(&|| {
                let mut simpler = self.clone();
                simpler.params.remove(name);
                simpler
            })?;
        }
        for (name, value) in &self.params {
            for simpler_value in simpler_parameters(value) {
                visit(&|| {
                    let mut simpler = self.clone();
                    simpler.params.insert(name.clone(), simpler_value.clone());
                    simpler
                })?;
            }
        }
        self.input
            .each_simpler(&mut |make| visit(&|| self.with_input(make())))?;
        each_simpler_code(self, visit)
    }
}

impl Request {
    fn with_input(&self, input: Value) -> Self {
        Self {
            input,
            ..self.clone()
        }
    }
}

/// The steps in the text that a code stands for, whose codes are shorter, or as long and simpler. A single
/// number of a code cannot be lowered otherwise: the digits after it depend on it.
fn each_simpler_code(request: &Request, visit: &mut Visit<'_, Request>) -> ControlFlow<()> {
    if !matches!(request.verb(), Some(Verb::Decode | Verb::ToUnicode)) {
        return ControlFlow::Continue(());
    }
    let Some(inverse) = request.operation().and_then(|operation| operation.inverse) else {
        return ControlFlow::Continue(());
    };
    let Ok(text) = request.fast() else {
        return ControlFlow::Continue(());
    };
    text.each_simpler(&mut |make| match request.derive(inverse, make()).fast() {
        Ok(code) if is_simpler(&code, &request.input) => {
            visit(&|| request.with_input(code.clone()))
        }
        _ => ControlFlow::Continue(()),
    })
}

/// Whether a code is simpler than another; `false` also if one of them is no text without flags.
fn is_simpler(code: &Value, other: &Value) -> bool {
    match (Complexity::of(code), Complexity::of(other)) {
        (Some(code), Some(other)) => code < other,
        _ => false,
    }
}

/// How far a text is from the simplest one. The first field counts most.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Complexity {
    length: usize,
    ranks: Vec<(u8, u32)>,
}

impl Complexity {
    /// `None` for a value that is no text without flags.
    fn of(value: &Value) -> Option<Self> {
        let Value::Text(Text {
            code_points,
            flags: None,
        }) = value
        else {
            return None;
        };
        Some(Self {
            length: code_points.len(),
            ranks: code_points.iter().map(|&number| rank(number)).collect(),
        })
    }
}

impl Simplify for Value {
    fn each_simpler(&self, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        match self {
            Self::Text(text) => {
                text.each_simpler(&mut |make| visit(&|| Self::Text(make())))?;
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
                        visit(&|| {
                            let mut simpler = values.clone();
                            simpler[at] = make();
                            Self::List(simpler)
                        })
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Simplify for Text {
    fn each_simpler(&self, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        if self.flags.is_some() {
            visit(&|| Self {
                code_points: self.code_points.clone(),
                flags: None,
            })?;
        }
        for cut in cuts(self.code_points.len()) {
            visit(&|| Self {
                code_points: without(&self.code_points, &cut),
                flags: self.flags.as_ref().map(|flags| without(flags, &cut)),
            })?;
        }
        each_replaced(&self.code_points, u32::MAX, &mut |make| {
            visit(&|| Self {
                code_points: make(),
                flags: self.flags.clone(),
            })
        })?;
        let Some(flags) = &self.flags else {
            return ControlFlow::Continue(());
        };
        for (at, is_set) in flags.iter().enumerate() {
            if *is_set {
                visit(&|| {
                    let mut lowered = flags.clone();
                    lowered[at] = false;
                    Self {
                        code_points: self.code_points.clone(),
                        flags: Some(lowered),
                    }
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Requests that are sent one after the other are simplified by leaving some out.
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

fn without<T: Clone>(elements: &[T], range: &Range<usize>) -> Vec<T> {
    [&elements[..range.start], &elements[range.end..]].concat()
}

/// The steps that replace a number by a simpler one, `most` at most: everywhere, then in a single place.
fn each_replaced(numbers: &[u32], most: u32, visit: &mut Visit<'_, Vec<u32>>) -> ControlFlow<()> {
    let mut counts = BTreeMap::<u32, usize>::new();
    for number in numbers {
        *counts.entry(*number).or_default() += 1;
    }
    for (from, count) in counts {
        if count == 1 {
            continue;
        }
        for to in simpler_numbers(from).filter(|to| *to <= most) {
            visit(&|| replaced_everywhere(numbers, from, to))?;
        }
    }
    for (at, from) in numbers.iter().enumerate() {
        for to in simpler_numbers(*from).filter(|to| *to <= most) {
            visit(&|| {
                let mut replaced = numbers.to_vec();
                replaced[at] = to;
                replaced
            })?;
        }
    }
    ControlFlow::Continue(())
}

fn replaced_everywhere(numbers: &[u32], from: u32, to: u32) -> Vec<u32> {
    let mut replaced = numbers.to_vec();
    for number in &mut replaced {
        if *number == from {
            *number = to;
        }
    }
    replaced
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
