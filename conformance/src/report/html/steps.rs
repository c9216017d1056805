//! The worked steps of failed checks.

use std::collections::HashMap;

use acegate_codec::{Text, codec};

use super::fields::in_order;
use super::markup::{Markup, html};
use super::trace::trace;
use crate::escape::percent;
use crate::event::CaseEvent;
use crate::explain::explain;
use crate::report::parts::{Worked, worked};
use crate::report::run::{CheckEntry, LONGEST_WORKED, Run};

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
        let Some(steps) = steps(check, run) else { continue };
        let steps = html!("<details class=\"worked\" open>{}</details>", steps);
        room = room.saturating_sub(steps.len());
        numbers.insert(name, numbers.len() + 1);
        let place = numbers.len();
        out.append(&html!("<template id=\"steps-{}\">{}</template>\n", place, steps));
    }
    (out, numbers)
}

/// The worked steps of a check, folded, if it has some.
pub(super) fn folded_steps(check: &CheckEntry, run: &Run) -> Option<Markup> {
    steps(check, run).map(|steps| html!("<details class=\"worked\">{}</details>", steps))
}

/// How the right answer comes about, drawn, with a link to where it can be changed.
fn steps(check: &CheckEntry, run: &Run) -> Option<Markup> {
    let worked = check.asked.worked.as_ref()?;
    let codec = codec(&worked.codec)?;
    let steps = explain(codec, worked.op, &worked.parameters, &worked.input).ok()?;
    let summary = match worked.op {
        "encode" => "How the input is encoded, step by step",
        "decode" => "How the input is decoded, step by step",
        _ => "How the answer comes about, step by step",
    };
    let address =
        run.live_page.as_ref().and_then(|page| Some(format!("{page}#{}", address(worked)?)));
    let link =
        address.map(|it| html!("<p class=\"meta\"><a href=\"{}\">Change it, live</a></p>", it));
    Some(html!("<summary>{}</summary>{}{}", summary, trace(&steps), link))
}

/// The case of a check as the address of the live page has it, after the `#`; `None` if the page has no such case,
/// or no field for its text.
#[must_use]
pub fn live_case(case: &CaseEvent) -> Option<String> {
    worked(case).filter(|worked| worked.longest() <= LONGEST_WORKED).and_then(|it| address(&it))
}

fn address(worked: &Worked) -> Option<String> {
    let lines: Option<Vec<_>> = worked.texts().map(Text::to_scalar_string).collect();
    let text = lines?.join("\n");
    let parameters = worked.parameters.iter();
    let parameters = parameters.map(|(name, value)| (format!("p.{name}"), value.to_string()));
    let words = [("codec".into(), worked.codec.clone()), ("op".into(), worked.op.into())];
    let words = words.into_iter().chain([("text".into(), text)]).chain(parameters);
    let words: Vec<_> =
        words.map(|(name, value)| format!("{name}={}", percent(&value, "-._"))).collect();
    (!words.iter().any(|word| word.contains("%0D"))).then(|| words.join("&"))
}

#[cfg(test)]
mod tests {
    use acegate_codec::{Parameter, Parameters, Value};

    use super::*;

    fn case_of(input: Value, parameters: Parameters) -> Option<String> {
        address(&Worked { codec: "bootstring".into(), op: "encode", parameters, input })
    }

    #[test]
    fn a_case_is_in_the_address_of_the_live_page() {
        let set = Parameters::from([("set".to_owned(), Parameter::Text("rust-v0".to_owned()))]);
        let address = "codec=bootstring&op=encode&text=b%C3%BC%26%20c&p.set=rust-v0";
        assert_eq!(case_of("bü& c".into(), set).as_deref(), Some(address));
        let list = Value::List(vec!["a".into(), "b".into()]);
        let address = "codec=bootstring&op=encode&text=a%0Ab";
        assert_eq!(case_of(list, Parameters::new()).as_deref(), Some(address));
        assert_eq!(case_of("a\rb".into(), Parameters::new()), None);
    }
}
