//! Every operation on inputs of many megabytes: the time, the memory, and how both grow.

use std::fmt::Write as _;
use std::time::Duration;

use acegate::hunt::code_of;
use acegate::protocol::Request;
use acegate_codec::{Codec, Operation, Parameter, Parameters, Value, codecs};
use rustix::time::{ClockId, clock_gettime};

use crate::allocation::peak_during;
use crate::octets::length;

/// The content of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One part over and over.
    Repeated(&'static str, &'static str),
    /// The code points from 10FFFF downwards, without the surrogates, over and over.
    Descending,
    /// High and low surrogates by turns, in the wrong order.
    Surrogates,
    /// The result of the inverse operation on a mixture of scripts.
    Inverse,
}

/// Every shape.
pub(super) const SHAPES: [Shape; 14] = [
    Shape::Repeated("letters", "a"),
    Shape::Repeated("nines", "9"),
    Shape::Repeated("hyphens", "-"),
    Shape::Repeated("umlauts", "\u{FC}"),
    Shape::Repeated("scripts", "a\u{E9}\u{3B1}\u{416}\u{5D0}\u{3042}\u{4E00}\u{AC00}\u{1F600}"),
    Shape::Repeated("labels", "label-of-ten.\u{4F8B}\u{3048}."),
    Shape::Repeated("octets", "%41%c3%bc"),
    Shape::Repeated("units", "%u00fc"),
    Shape::Repeated("numbers", "2 7 1234567890 "),
    Shape::Repeated("digits", "2270511"),
    Shape::Repeated("capitals", "A"),
    Shape::Descending,
    Shape::Surrogates,
    Shape::Inverse,
];

/// One operation on one large input.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The codec, the operation and the parameters that are not left out.
    pub request: String,
    /// The shape of the input.
    pub shape: Shape,
    /// The number of elements, code points or octets.
    pub elements: usize,
    /// `ok`, or the code of the refusal.
    pub outcome: &'static str,
    /// How long the operation took, in time of the processor.
    pub time: Duration,
    /// The octets that it had at one time, with the result, above the input.
    pub peak: usize,
    /// The exponent by which the time grew from a tenth of the size.
    pub growth: f64,
}

/// Measures each operation of each codec, with each value of each parameter, on each shape, at
/// `octets` of UTF-8.
///
/// An operation that would need over two minutes, by what it needed for a tenth, is measured at that
/// tenth, which its `elements` tell.
pub fn measure(octets: usize, mut each: impl FnMut(&Measurement)) {
    for &codec in codecs() {
        for operation in codec.operations() {
            for parameters in variants(operation) {
                for shape in SHAPES {
                    if let Some(found) = grown(codec, operation, &parameters, shape, octets) {
                        each(&found);
                    }
                }
            }
        }
    }
}

impl Measurement {
    /// Whether time and memory are those of an operation that is linear or of n log n. The memory is
    /// at most 128 octets an element above the first megabyte. The exponent of the time, if it is long
    /// enough to measure, is at most 1.7: a quadratic operation has 2, and caches that hold a tenth of
    /// the input, but not the whole, cost something.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let is_measurable = self.time > Duration::from_millis(100);
        self.octets_an_element() <= 128.0 && !(is_measurable && self.growth > 1.7)
    }

    /// The peak of memory for each element.
    #[must_use]
    pub fn octets_an_element(&self) -> f64 {
        self.peak.saturating_sub(1 << 20) as f64 / self.elements.max(1) as f64
    }

    /// The row of a Markdown table.
    #[must_use]
    pub fn row(&self) -> String {
        let mut row = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            row,
            "| {} | {} | {} | {} | {:.3} | {:.1} | {:.1} | {:.2} |",
            self.request,
            self.shape.name(),
            self.elements,
            self.outcome,
            self.time.as_secs_f64(),
            self.time.as_nanos() as f64 / self.elements.max(1) as f64,
            self.octets_an_element(),
            self.growth,
        );
        row
    }

    /// The head of that table.
    pub const HEAD: &'static str = "\
| operation | input | elements | outcome | s | ns an element | octets an element | growth |
| --- | --- | ---: | --- | ---: | ---: | ---: | ---: |";
}

impl Shape {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repeated(name, _) => name,
            Self::Descending => "descending",
            Self::Surrogates => "surrogates",
            Self::Inverse => "its inverse's output",
        }
    }

    /// A text of this shape of about `octets` octets in UTF-8; `None` if the inverse operation,
    /// if there is one, refuses.
    fn text(
        self,
        octets: usize,
        codec: &dyn Codec,
        operation: &Operation,
        given: &Parameters,
    ) -> Option<Vec<u32>> {
        let descending = (0..=0x10_FFFF).rev().filter(|c| !(0xD800..0xE000).contains(c));
        Some(match self {
            Self::Repeated(_, part) => {
                let part: Vec<u32> = part.chars().map(u32::from).collect();
                let size = part.iter().map(|&c| char::from_u32(c).map_or(3, char::len_utf8)).sum();
                part.repeat(octets.div_ceil(size))
            }
            Self::Descending => descending.cycle().take(octets / 4).collect(),
            Self::Surrogates => [0xDC00, 0xD800].repeat(octets / 6),
            Self::Inverse => {
                let inverse = operation.inverse?;
                let known = codec.operations().iter().find(|o| o.name == inverse)?;
                let mut given = given.clone();
                given.retain(|name, _| known.parameters.iter().any(|spec| spec.name == name));
                let results = [SHAPES[4], SHAPES[0]].into_iter().find_map(|shape| {
                    let text = shape.text(octets / 2, codec, operation, &given)?;
                    codec.apply(inverse, &given, &Value::from_code_points(text)).ok()
                });
                match results? {
                    Value::Text(text) => text.code_points,
                    _ => return None,
                }
            }
        })
    }
}

/// The parameters left out, and each value of each parameter alone.
fn variants(operation: &Operation) -> Vec<Parameters> {
    let mut variants = vec![Parameters::new()];
    for spec in operation.parameters {
        for value in spec.values.iter().skip(1) {
            variants.push([(spec.name.to_owned(), Parameter::from_word(value))].into());
        }
    }
    variants
}

fn grown(
    codec: &'static dyn Codec,
    operation: &'static Operation,
    parameters: &Parameters,
    shape: Shape,
    octets: usize,
) -> Option<Measurement> {
    let small = one(codec, operation, parameters, shape, octets / 10)?;
    if small.time > Duration::from_millis(1200) {
        return Some(Measurement { growth: 2.0, ..small });
    }
    let large = one(codec, operation, parameters, shape, octets)?;
    let times = large.time.as_secs_f64() / small.time.as_secs_f64().max(1e-9);
    let sizes = large.elements as f64 / small.elements.max(1) as f64;
    Some(Measurement { growth: times.ln() / sizes.ln(), ..large })
}

fn one(
    codec: &'static dyn Codec,
    operation: &'static Operation,
    parameters: &Parameters,
    shape: Shape,
    octets: usize,
) -> Option<Measurement> {
    let text = shape.text(octets, codec, operation, parameters)?;
    let input = match Value::from_code_points(text) {
        Value::Text(mut text) if parameters.contains_key("annotation") => {
            text.flags = (operation.name == "encode").then(|| vec![false; text.code_points.len()]);
            Value::Text(text)
        }
        input => input,
    };
    let request = Request::new(codec.id(), operation.name, input);
    let request = Request { params: parameters.clone(), ..request };
    let run = || {
        let begun = processor_time();
        let (outcome, peak) = peak_during(|| request.fast());
        (processor_time().saturating_sub(begun), code_of(&outcome), peak)
    };
    // The first run pays for memory that the process has not had before.
    let (time, outcome, peak) = run().min(run());
    let mut name = request.name();
    for (parameter, value) in parameters {
        let _ = write!(name, " {parameter}={value}");
    }
    Some(Measurement {
        request: name,
        shape,
        elements: length(&request.input),
        outcome,
        time,
        peak,
        growth: 1.0,
    })
}

/// The CPU time of this thread, so that other work on the machine does not count.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_measured_and_stays_within_its_memory() {
        let mut seen = std::collections::BTreeSet::new();
        measure(20_000, |found| {
            seen.insert(found.request.clone());
            // Growth is a matter of time, which a test does not measure.
            assert!(found.octets_an_element() <= 128.0, "{}", found.row());
        });
        for codec in codecs() {
            for operation in codec.operations() {
                assert!(seen.contains(&format!("{} {}", codec.id(), operation.name)));
            }
        }
    }
}
