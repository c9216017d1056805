//! The worked steps of failed checks.

use std::collections::HashMap;

use acegate_codec::codec;

use super::fields::in_order;
use super::markup::{Markup, html};
use super::trace::trace;
use crate::explain::explain;
use crate::report::run::{CheckEntry, Run};

/// How many octets the worked steps of a page have at most, about. The other checks have the command
/// that shows them.
const ROOM: usize = 2 << 20;

/// The worked steps of failed checks as templates, which are not shown; and the number of each by the
/// name of its check, from 1.
pub(super) fn templates(run: &Run) -> (Markup, HashMap<&str, usize>) {
    let (mut out, mut numbers) = (Markup::default(), HashMap::new());
    // The example of a finding is what is looked at first.
    let examples = run.findings.iter().filter_map(|finding| run.example(finding));
    let mut room = ROOM;
    for check in examples.chain(in_order(run)) {
        let name = check.case.name.as_str();
        if room == 0 || numbers.contains_key(name) {
            continue;
        }
        let Some(steps) = steps(check) else { continue };
        let steps = html!("<details class=\"worked\" open>{}</details>", steps);
        room = room.saturating_sub(steps.len());
        numbers.insert(name, numbers.len() + 1);
        let place = numbers.len();
        out.append(&html!("<template id=\"steps-{}\">{}</template>\n", place, steps));
    }
    (out, numbers)
}

/// The worked steps of a check, folded, if it has some.
pub(super) fn folded_steps(check: &CheckEntry) -> Option<Markup> {
    steps(check).map(|steps| html!("<details class=\"worked\">{}</details>", steps))
}

/// How the right answer comes about, drawn.
fn steps(check: &CheckEntry) -> Option<Markup> {
    let worked = check.asked.worked.as_ref()?;
    let codec = codec(&worked.codec)?;
    let steps = explain(codec, worked.op, &worked.parameters, &worked.input).ok()?;
    let summary = match worked.op {
        "encode" => "How the input is encoded, step by step",
        "decode" => "How the input is decoded, step by step",
        _ => "How the answer comes about, step by step",
    };
    Some(html!("<summary>{}</summary>{}", summary, trace(&steps)))
}
