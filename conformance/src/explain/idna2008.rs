//! The steps of IDNA 2008: the mapping, if one is asked for, the property of each character, the labels, and what each
//! of them breaks.

use acegate_codec::idna2008::model::{Broken, ProtocolSteps, ReadLabel};
use acegate_codec::idna2008::{Condition, NameOptions, Property, property};
use acegate_codec::{Arguments, Codec, Parameters, Value, Verb};

use super::label::write_result;
use super::numbers;
use super::trace::{Entry, Trace};

/// The steps of converting or checking a name or a label.
pub(super) fn converting(
    codec: &dyn Codec,
    arguments: Arguments<'_>,
    parameters: &Parameters,
    name: &str,
) -> Trace {
    let options = NameOptions::from_arguments(&arguments);
    let verb = arguments.operation.verb;
    let worked = ProtocolSteps::ICU.work(verb, name, options);
    let mut trace = Trace::of(name);
    if worked.mapped != name {
        trace.fact("mapped", &*worked.mapped);
    }
    let heads = &["character", "property"];
    trace.rows(
        "The characters that are not allowed everywhere",
        heads,
        properties(&worked.mapped),
    );
    for label in &worked.labels {
        write_label(label, &mut trace);
    }
    for fault in &worked.faults {
        write_broken(fault, &worked.result, &mut trace);
    }
    if verb == Verb::ToAscii {
        for label in &worked.labels {
            if label.faults.is_empty() && !label.source.is_ascii() {
                trace.fact("written", &*label.ascii);
            }
        }
    }
    let answer = codec.apply(arguments.operation.name, parameters, &Value::from(name));
    write_result("name", &answer, &mut trace);
    trace
}

/// The characters beyond ASCII that are not PVALID, with their property.
fn properties(name: &str) -> Vec<Entry<2>> {
    let mut entries = Vec::new();
    for c in name.chars() {
        let found = property(c.into());
        if c.is_ascii() || found == Property::Pvalid {
            continue;
        }
        let character = numbers([c.into()]);
        let words = format!("{character} is {}", found.name());
        entries.push(Entry {
            cells: [character, found.name().to_owned()],
            steps: vec![("property", words)],
        });
    }
    entries
}

fn write_label(label: &ReadLabel, trace: &mut Trace) {
    trace.fact("label", format!("{:?}", label.source));
    if label.text != label.source {
        trace.fact("decoded", numbers(label.text.chars().map(u32::from)));
    }
    for fault in &label.faults {
        write_broken(fault, &label.text, trace);
    }
}

fn write_broken(fault: &Broken, text: &str, trace: &mut Trace) {
    trace.fact("broken", in_words(fault, text));
}

/// The rule that is broken, with the character that breaks it.
pub(super) fn in_words(fault: &Broken, text: &str) -> String {
    let code = fault.code;
    let mut detail = String::new();
    if code == Condition::Punycode {
        detail = format!(" ({})", fault.kind);
    } else if let Some(at) = fault.at
        && let Some(character) = text.chars().nth(at)
    {
        let place = at + 1;
        detail = format!(" ({}, character {place})", numbers([character.into()]));
    }
    let name = code.name();
    let sentence = code.sentence();
    let clause = code.clause();
    format!("{name}{detail}: {sentence} {clause}")
}
