//! The steps of UTS #46 (sections 4 to 4.3): the mapping, the labels, and what each of them breaks.

use acegate_codec::uts46::model::{Fault, Icu, Label, Rules, Status, Tables, Worked};
use acegate_codec::uts46::{Code, Settings};
use acegate_codec::{Arguments, Codec, Effect, Parameters, Value};

use super::label::write_result;
use super::numbers;
use super::trace::{Entry, Trace};

/// The steps of converting a name.
pub(super) fn converting(
    codec: &dyn Codec,
    arguments: Arguments<'_>,
    parameters: &Parameters,
    name: &str,
) -> Trace {
    let settings = Settings::from_arguments(&arguments);
    let rules = Rules::ICU;
    let is_written = arguments.operation.effect() == Effect::Writes;
    let worked = if is_written {
        rules.to_ascii(name, settings)
    } else {
        rules.to_unicode(name, settings)
    };
    let mut trace = Trace::of(name);
    let heads = &["character", "status", "gives"];
    trace.rows(
        "What the table says of each character",
        heads,
        mappings(name, &settings),
    );
    trace.fact("mapped", &*worked.mapped);
    if worked.normalised != worked.mapped {
        trace.fact("normalised", &*worked.normalised);
    }
    for label in &worked.labels {
        write_label(label, &mut trace);
    }
    for fault in &worked.faults {
        broken(fault, &worked.result, &mut trace);
    }
    if is_written {
        write_codes(&worked, &mut trace);
    }
    let answer = codec.apply(arguments.operation.name, parameters, &Value::from(name));
    write_result("name", &answer, &mut trace);
    trace
}

/// The characters that do not stay as they are, each in words with its status and the text that it gives.
pub(super) fn changes(name: &str, settings: &Settings) -> Vec<String> {
    let mut words = Vec::new();
    for entry in mappings(name, settings) {
        for (_, text) in entry.steps {
            words.push(text);
        }
    }
    words
}

/// The characters that do not stay as they are, with what the mapping table says of them.
fn mappings(name: &str, settings: &Settings) -> Vec<Entry<3>> {
    let mut entries = Vec::new();
    for c in name.chars() {
        let (status, gives) = match Icu.status(c) {
            Status::Valid => continue,
            Status::Ignored => ("ignored", "nothing".to_owned()),
            Status::Mapped(text) => ("mapped", format!("{text:?}")),
            Status::Deviation(text) if settings.transitional => ("deviation", format!("{text:?}")),
            Status::Deviation(_) => ("deviation", "it stays".to_owned()),
            Status::Disallowed => ("disallowed", "it stays".to_owned()),
        };
        let character = numbers([c.into()]);
        let words = format!("{character} is {status}: {gives}");
        entries.push(Entry {
            cells: [character, status.to_owned(), gives],
            steps: vec![("mapping", words)],
        });
    }
    entries
}

fn write_label(label: &Label, trace: &mut Trace) {
    trace.fact("label", format!("{:?}", label.source));
    if label.is_decoded {
        trace.fact("decoded", numbers(label.text.chars().map(u32::from)));
    }
    for fault in &label.faults {
        broken(fault, &label.text, trace);
    }
}

fn broken(fault: &Fault, text: &str, trace: &mut Trace) {
    // Where a text has no error, this note is none.
    if fault.code != Code::X4_2 {
        trace.fact("broken", in_words(fault, text));
    }
}

/// The condition that is broken, with the character that breaks it.
pub(super) fn in_words(fault: &Fault, text: &str) -> String {
    let code = fault.code;
    let mut detail = String::new();
    if code == Code::P4 {
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

/// The labels that were not ASCII, as they are written.
fn write_codes(worked: &Worked, trace: &mut Trace) {
    for (written, label) in worked.result.split('.').zip(&worked.labels) {
        if !label.text.is_ascii() {
            trace.fact("written", written);
        }
    }
}
