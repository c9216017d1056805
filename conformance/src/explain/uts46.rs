//! The steps of UTS #46 (sections 4 to 4.3): the mapping, the labels, and what each of them breaks.

use acegate_codec::plain::uts46::{Fault, Icu, Label, Rules, Status, Tables, Worked};
use acegate_codec::uts46::{Code, Settings};
use acegate_codec::{Arguments, Codec, Parameters, Value};

use super::label::write_result;
use super::numbers;
use super::trace::Trace;

/// The steps of converting a name.
pub(super) fn converting(
    codec: &dyn Codec,
    arguments: Arguments<'_>,
    parameters: &Parameters,
    name: &str,
) -> Trace {
    let settings = Settings::from_arguments(&arguments);
    let rules = Rules::ICU;
    let op = arguments.operation.name;
    let worked = match op {
        "to-ascii" => rules.to_ascii(name, settings),
        _ => rules.to_unicode(name, settings),
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
    let faults = worked.faults.iter();
    faults.for_each(|fault| broken(fault, &worked.result, &mut trace));
    if op == "to-ascii" {
        write_codes(&worked, &mut trace);
    }
    write_result(
        "name",
        &codec.apply(op, parameters, &Value::from(name)),
        &mut trace,
    );
    trace
}

/// The characters that do not stay as they are, with what the mapping table says of them.
fn mappings(
    name: &str,
    settings: &Settings,
) -> impl Iterator<Item = ([String; 3], Vec<super::Step>)> {
    let is_transitional = settings.transitional;
    name.chars().filter_map(move |c| {
        let (status, gives) = match Icu.status(c) {
            Status::Valid => return None,
            Status::Ignored => ("ignored", "nothing".to_owned()),
            Status::Mapped(text) => ("mapped", format!("{text:?}")),
            Status::Deviation(text) if is_transitional => ("deviation", format!("{text:?}")),
            Status::Deviation(_) => ("deviation", "it stays".to_owned()),
            Status::Disallowed => ("disallowed", "it stays".to_owned()),
        };
        let character = numbers([c.into()]);
        let step = ("mapping", format!("{character} is {status}: {gives}"));
        Some(([character, status.to_owned(), gives], vec![step]))
    })
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

/// The condition that is broken, with the character that breaks it.
fn broken(fault: &Fault, text: &str, trace: &mut Trace) {
    let code = fault.code;
    // Where a text has no error, this note is none.
    if code == Code::X4_2 {
        return;
    }
    let character = fault.at.and_then(|at| text.chars().nth(at));
    let at = fault
        .at
        .filter(|_| character.is_some())
        .map_or_else(String::new, |at| {
            format!(
                " ({}, character {})",
                numbers(character.map(u32::from)),
                at + 1
            )
        });
    let kind = if code == Code::P4 {
        format!(" ({})", fault.kind)
    } else {
        at
    };
    trace.fact(
        "broken",
        format!(
            "{}{kind}: {} {}",
            code.name(),
            code.sentence(),
            code.clause()
        ),
    );
}

/// The labels that were not ASCII, as they are written.
fn write_codes(worked: &Worked, trace: &mut Trace) {
    let written = worked.result.split('.').zip(&worked.labels);
    for (written, _) in written.filter(|(_, label)| !label.text.is_ascii()) {
        trace.fact("written", written);
    }
}
