//! A run of a dozen checks that pass and one that fails, for tests.

use acegate_codec::{Verb, punycode};
use acegate_vectors::Level;

use super::{Kept, Run};
use crate::event::{CaseEvent, Event};
use crate::findings::with_findings;
use crate::judge::{Failing, Verdict};

/// The requirement on the order of digits, which every check that passes names.
pub(crate) const ORDER: &str = "punycode-9";

/// The requirement on the overflow of integers.
pub(crate) const OVERFLOW: &str = "punycode-30";

/// The run whose failing check names these requirements.
pub(crate) fn run_with_a_failure(named: &[&str]) -> Run {
    let mut events = vec![Event::RunStart(Box::default())];
    for number in 0..12 {
        events.push(case(&number.to_string(), &[ORDER], None));
    }
    events.push(case("failing", named, Some(Failing::WrongValue)));
    events.push(Event::RunEnd(Box::default()));
    let mut run = Run::new(Kept::RESULTS);
    let mut sink = with_findings(|event| run.add(event));
    for event in &events {
        sink(event);
    }
    drop(sink);
    run
}

fn case(name: &str, requirements: &[&str], failing: Option<Failing>) -> Event {
    let verdict = if failing.is_some() {
        Verdict::Fail
    } else {
        Verdict::Pass
    };
    Event::Case(Box::new(CaseEvent {
        name: name.to_owned(),
        case: name.to_owned(),
        codec: punycode::ABOUT.id.to_owned(),
        op: Verb::Encode.name().to_owned(),
        requirements: requirements.iter().map(|&id| id.to_owned()).collect(),
        level: Level::Must,
        verdict,
        failing,
        unexpected: failing.is_some(),
        ..CaseEvent::default()
    }))
}
