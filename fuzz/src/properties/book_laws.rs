//! Laws of address books that need no second implementation.

use acegate::hunt::{Subject, Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::{Text, Value};

use super::laws::ask;
use crate::octets::Outcome;

/// The answers to the first half of the steps are the first half of the answers to all of them. If the
/// own book is reopened before every step that needs no earlier search, no other answer changes.
pub(crate) fn books_keep_the_laws(
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    let (Value::List(steps), Ok(Value::List(answers))) = (&request.input, ask(subject, request))
    else {
        return Ok(());
    };
    let mut again = |steps: Vec<Value>| ask(subject, &request.then("book", Value::List(steps)));
    let half = steps.len() / 2;
    let first = again(steps[..half].to_vec());
    holds(request, "later-steps-are-not-known", &answers[..half], &first, &first)?;

    let mut restarted = Vec::new();
    let mut asked = Vec::new();
    for step in steps {
        if !speaks_of_found(step) {
            restarted.push(Value::from("reopen"));
        }
        asked.push(restarted.len());
        restarted.push(step.clone());
    }
    let all = again(restarted);
    let kept = match &all {
        Ok(Value::List(all)) => {
            Ok(Value::List(asked.iter().filter_map(|&at| all.get(at)).cloned().collect()))
        }
        // More steps can be more than are taken.
        _ => return Ok(()),
    };
    holds(request, "a-restart-changes-nothing", &answers, &kept, &all)
}

fn holds(
    request: &Request,
    law: &str,
    expected: &[Value],
    found: &Outcome,
    seen: &Outcome,
) -> Result<(), Violation> {
    if matches!(found, Ok(Value::List(found)) if found == expected) {
        return Ok(());
    }
    let detail =
        format!("{} and {}", show_outcome(&Ok(Value::List(expected.to_vec()))), show_outcome(seen));
    Err(Violation::law(request.name(), law, detail))
}

/// Whether the step is about what the last search found, which a restart forgets.
fn speaks_of_found(step: &Value) -> bool {
    let text = step.as_text().ok().and_then(Text::to_scalar_string).unwrap_or_default();
    text == "silent" || ["number ", "source ", "use "].iter().any(|verb| text.starts_with(verb))
}
