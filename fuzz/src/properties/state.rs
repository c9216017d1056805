//! A request gets the same answer whatever was sent before it.

use acegate::hunt::{Violation, compare_outcomes};
use acegate::protocol::Request;
use acegate_codec::{Input, Text, Value};

use crate::subject::{ask, ask_again};

/// Two requests in one input: the text before a newline and the text after it. Without a newline the first is the
/// whole text without its end, which is often wrong, so that a codec that keeps something after an error shows it.
/// The second request has the same answer before the first and after it, and so it is for the first. The first is
/// also put to the other operations of the codec.
pub(crate) fn earlier_requests_change_nothing(request: &Request) -> Result<(), Violation> {
    let Some(text) = request.text() else {
        return Ok(());
    };
    let [first, second] = two_texts(text);
    let second = request.derive(&request.op, second);
    let alone = ask(&second);
    let operations = request.about().map_or(&[][..], |codec| codec.operations);
    for operation in operations {
        if operation.input == Input::List {
            continue;
        }
        let earlier = request.derive(operation.name, first.clone());
        let answer = ask(&earlier);
        let after = format!("{} after {}", request.name(), operation.name);
        compare_outcomes(&after, &alone, &ask(&second))?;
        compare_outcomes(&after, &answer, &ask_again(&earlier, &first))?;
    }
    Ok(())
}

fn two_texts(text: &Text) -> [Value; 2] {
    let all = &text.code_points;
    if text.flags.is_none()
        && let Some(at) = all.iter().position(|&c| c == u32::from('\n'))
    {
        return [&all[..at], &all[at + 1..]].map(|part| Value::from_code_points(part.to_vec()));
    }
    let shorter = all.split_last().map_or(&[][..], |(_, shorter)| shorter);
    [
        Value::from_code_points(shorter.to_vec()),
        Value::Text(text.clone()),
    ]
}
