//! The properties of the hunt for targets, and properties that need more: every SIMD backend, integers that no
//! operation takes, or the memory that is used.

use std::hash::{DefaultHasher, Hash, Hasher};

use acegate::hunt::{
    CANONICAL, CASE, EQUALS_MODEL, Property, ROUND_TRIP, SIZE, Subject, Violation, compare_results,
};
use acegate::protocol::Request;
use acegate_codec::bootstring::{Bootstring, model};
use acegate_codec::simd::{self, Backend};
use acegate_codec::{Arguments, Error, Operation, Text, Value};

use crate::allocation::peak_during;
use crate::subject::ask;

/// Value, kind of error and position equal the model's, with all instructions that the
/// processor has and without.
pub(crate) fn fast_equals_plain(request: &Request) -> Result<(), Violation> {
    // The model is slow, and its answer is the same at every level.
    let model = request.plain();
    at_every_level(|| {
        if ask(request) == model {
            Ok(())
        } else {
            keeps(&EQUALS_MODEL, request)
        }
    })
}

/// The same for a Bootstring, also for integers that are not scalar values, which no operation takes; and for the code
/// of the text, because few texts are codes. Each text also chooses a block of code points that are encoded and decoded
/// alone, so that some thousands of texts ask for all of Unicode.
pub(crate) fn integers_equal_plain(request: &Request) -> Result<(), Violation> {
    fast_equals_plain(request)?;
    let (Some(arguments), Some(text)) = (arguments(request), request.text()) else {
        return Ok(());
    };
    let Ok(bootstring) = Bootstring::from_arguments(arguments) else {
        return Ok(());
    };
    let bootstring = bootstring.with_scalar_values_only(false);
    let text = &text.code_points;
    let code = model::encode(&bootstring, text);
    let back = model::decode(&bootstring, text);
    let text_of_code = match &code {
        Ok(code) => Some((code, decoded_plainly(&bootstring, code))),
        Err(_) => None,
    };
    block_comes_back(&bootstring, chosen_block(text))?;
    at_every_level(|| {
        compare_results(
            "bootstring encode of integers",
            &bootstring.encode(text),
            &code,
        )?;
        compare_results(
            "bootstring decode of integers",
            &bootstring.decode(text),
            &back,
        )?;
        match &text_of_code {
            Some((code, expected)) => {
                let name = "bootstring decode of a code";
                compare_results(name, &bootstring.decode(code), expected)
            }
            None => Ok(()),
        }
    })
}

/// The size of a block: with a larger one, a target makes fewer executions; with a smaller one, it needs more of them.
const BLOCK: u32 = 128;

/// The first code point of a block, chosen by the hash of a text: the same in each run.
fn chosen_block(text: &[u32]) -> u32 {
    const BLOCKS: u32 = (char::MAX as u32 + 1) / BLOCK;
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    (hasher.finish() % u64::from(BLOCKS)) as u32 * BLOCK
}

/// Each code point of a block is read back from its code, or refused as the model refuses it.
fn block_comes_back(bootstring: &Bootstring, first: u32) -> Result<(), Violation> {
    for code_point in first..first + BLOCK {
        let Ok(code) = bootstring.encode(&[code_point]) else {
            continue;
        };
        let back = bootstring.decode(&code);
        if back != Ok(vec![code_point]) {
            let name = "bootstring decode of one code point";
            compare_results(name, &back, &decoded_plainly(bootstring, &code))?;
        }
    }
    Ok(())
}

fn decoded_plainly(bootstring: &Bootstring, code: &[u8]) -> Result<Vec<u32>, Error> {
    let digits: Vec<u32> = code.iter().copied().map(u32::from).collect();
    model::decode(bootstring, &digits)
}

/// A codec reads back the code that it writes, and writes the code that it reads.
pub(crate) fn inverse_undoes(request: &Request) -> Result<(), Violation> {
    keeps(&ROUND_TRIP, request)?;
    keeps(&CANONICAL, request)
}

/// Swapping the case of letters changes no result.
pub(crate) fn letter_case_is_free(request: &Request) -> Result<(), Violation> {
    keeps(&CASE, request)
}

/// Output and memory are linear in the input; the list of readings also in their number, and the
/// answers of address books in the number of their words.
pub(crate) fn size_is_bounded(request: &Request) -> Result<(), Violation> {
    keeps(&SIZE, request)?;
    let (outcome, peak) = peak_during(|| ask(request));
    let readings = match &outcome {
        Ok(Value::List(values)) => values.iter().map(words).sum::<usize>().max(1),
        _ => 1,
    };
    let input = elements(&request.input);
    let per_element = if request.is_of_checked_names() {
        PER_MAPPED
    } else {
        PER_ELEMENT
    };
    let bound = FIXED + per_element * (input + 1) * readings;
    if peak <= bound {
        return Ok(());
    }
    let detail = format!("memory of {peak} for {input} elements, at most {bound} expected");
    Err(Violation::new(
        request.name(),
        "memory",
        "too-large",
        detail,
    ))
}

/// The violation of a property, unless it holds.
pub(super) fn law(
    holds: bool,
    operation: impl Into<String>,
    name: &str,
    detail: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::broken(operation, name, detail()))
    }
}

/// Judges at each backend of the processor, the highest last.
pub(crate) fn at_every_level(
    mut judge: impl FnMut() -> Result<(), Violation>,
) -> Result<(), Violation> {
    for backend in Backend::ALL
        .into_iter()
        .filter(|backend| backend.is_available())
    {
        simd::limit(backend);
        judge().map_err(|mut violation| {
            violation.detail = format!("at backend {}: {}", backend.name(), violation.detail);
            violation
        })?;
    }
    Ok(())
}

pub(super) fn keeps(property: &Property, request: &Request) -> Result<(), Violation> {
    let mut codec = Subject {
        answer: &mut |request| ask(request).into(),
        is_strict: true,
    };
    property
        .breach(request, &mut codec)
        .map_or(Ok(()), |breach| {
            let (expected, observed) = breach.codes();
            Err(Violation::new(
                breach.request.name(),
                expected,
                observed,
                breach.to_string(),
            ))
        })
}

/// The operation and the parameters of a request; `None` if the codec does not have them.
pub(super) fn arguments(request: &Request) -> Option<Arguments<'_>> {
    let operation = std::slice::from_ref(request.operation()?);
    Operation::select(operation, &request.op, &request.params).ok()
}

/// The string of a value; `None` if it is none.
pub(super) fn scalar(value: &Value) -> Option<String> {
    value.as_text().ok().and_then(Text::to_scalar_string)
}

/// The number of elements of the input; of a list, of all its values and one for each.
pub(super) fn elements(input: &Value) -> usize {
    match input {
        Value::Text(text) => text.code_points.len(),
        Value::Octets(octets) => octets.len(),
        Value::List(values) => values.iter().map(|value| elements(value) + 1).sum(),
    }
}

/// The words of an answer: one, or an address each. Other values have no spaces.
fn words(value: &Value) -> usize {
    let Ok(text) = value.as_text() else {
        return 1;
    };
    let code_points = text.code_points.iter();
    1 + code_points.filter(|c| **c == u32::from(' ')).count()
}

/// The memory of an operation for its tables and for rounding up.
const FIXED: usize = 16 << 10;

/// The memory for each element of the input: a few copies of it, the longest number of a
/// Bootstring of base 3, and the parameters of the request.
const PER_ELEMENT: usize = 256;

/// The same for UTS #46, which maps a code point to 18 at most.
const PER_MAPPED: usize = 1024;
