//! The worked steps of failed checks.

use std::collections::HashMap;

use acegate_codec::codec;

use super::markup::{Attributes, Markup};
use super::run::{HtmlCheck, HtmlRun};
use super::trace::write_trace;
use crate::explain::explain;

/// How many octets the worked steps of a page have at most, about. The other checks have the command
/// that shows them.
const ROOM: usize = 2 << 20;

/// Writes the worked steps of failed checks as templates, which are not shown. Gives the number of
/// each by the name of its check, from 1.
pub(super) fn write_templates(run: &HtmlRun, out: &mut Markup) -> HashMap<String, usize> {
    let mut numbers = HashMap::new();
    let mut room = ROOM;
    // The example of a finding is what is looked at first.
    let examples = run.findings.iter().filter_map(|finding| run.check(finding.checks.first()?));
    for check in examples.chain(&run.checks) {
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
pub(super) fn write_steps(check: &HtmlCheck, out: &mut Markup) {
    if let Some(steps) = steps(check, &[("class", "worked")]) {
        out.append(&steps);
    }
}

/// How the input is to be encoded or decoded, drawn.
fn steps(check: &HtmlCheck, attributes: Attributes<'_>) -> Option<Markup> {
    let worked = check.worked.as_ref()?;
    let codec = codec(&worked.codec)?;
    let op = if worked.decodes { "decode" } else { "encode" };
    let trace = explain(codec, op, &worked.parameters, &worked.input).ok()?;
    let mut steps = Markup::default();
    steps.element("details", attributes, |it| {
        let done = if worked.decodes { "decoded" } else { "encoded" };
        it.leaf("summary", &[], &format!("How the input is {done}, step by step"));
        write_trace(&trace, it);
    });
    Some(steps)
}
