//! The worked steps of failed checks.

use std::collections::HashMap;

use acegate_codec::codec;

use super::fields::in_order;
use super::markup::{Attributes, Markup};
use super::trace::write_trace;
use crate::explain::explain;
use crate::report::run::{CheckEntry, Run};

/// How many octets the worked steps of a page have at most, about. The other checks have the command
/// that shows them.
const ROOM: usize = 2 << 20;

/// Writes the worked steps of failed checks as templates, which are not shown. Gives the number of
/// each by the name of its check, from 1.
pub(super) fn write_templates(run: &Run, out: &mut Markup) -> HashMap<String, usize> {
    let mut numbers = HashMap::new();
    let mut room = ROOM;
    // The example of a finding is what is looked at first.
    let examples = run.findings.iter().filter_map(|finding| run.example(finding));
    for check in examples.chain(in_order(run)) {
        let name = &check.case.name;
        if room == 0 || numbers.contains_key(name) {
            continue;
        }
        let Some(steps) = steps(check, &[("class", "worked"), ("open", "")]) else { continue };
        let number = numbers.len() + 1;
        let id = format!("steps-{number}");
        room = room.saturating_sub(steps.len());
        out.element("template", &[("id", &id)], |it| it.append(&steps));
        out.line();
        numbers.insert(name.clone(), number);
    }
    numbers
}

/// Writes the worked steps of a check, folded, if it has some.
pub(super) fn write_steps(check: &CheckEntry, out: &mut Markup) {
    if let Some(steps) = steps(check, &[("class", "worked")]) {
        out.append(&steps);
    }
}

/// How the right answer comes about, drawn.
fn steps(check: &CheckEntry, attributes: Attributes<'_>) -> Option<Markup> {
    let worked = check.asked.as_ref()?.worked.as_ref()?;
    let codec = codec(&worked.codec)?;
    let trace = explain(codec, worked.op, &worked.parameters, &worked.input).ok()?;
    let mut steps = Markup::default();
    steps.element("details", attributes, |it| {
        let summary = match worked.op {
            "encode" => "How the input is encoded, step by step",
            "decode" => "How the input is decoded, step by step",
            _ => "How the answer comes about, step by step",
        };
        it.leaf("summary", &[], summary);
        write_trace(&trace, it);
    });
    Some(steps)
}
