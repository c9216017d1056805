//! The differences between a statement and the one that its report makes.

use super::document::{html, markdown};
use super::model::{Statement, json};
use super::sentences::TITLE;
use crate::escape::printable_start;

/// How many octets of a line are shown.
const SHOWN: usize = 400;

/// How many lines after a difference are searched for the next ones that are equal.
const WINDOW: usize = 200;

/// A sentence on each line in which the text of a statement differs from the statement that its report
/// makes, in any format. In JSON it names the requirement or finding that the line is about. The list is
/// empty if the two are equal; whitespace between values of JSON does not matter.
///
/// # Errors
///
/// A sentence, if the text does not begin as a statement in any format does.
pub(crate) fn differences(text: &str, made: &Statement) -> Result<Vec<String>, &'static str> {
    let is_json = text
        .strip_prefix('{')
        .is_some_and(|fields| fields.trim_start().starts_with("\"statement\""));
    let made = match text {
        _ if is_json => json(made),
        _ if text.starts_with(&format!("# {TITLE}: ")) => markdown(made),
        _ if text.starts_with("<!DOCTYPE html>") => html(made),
        _ => {
            return Err(
                "it is not a statement: expected JSON, HTML or Markdown that acegate statement wrote",
            );
        }
    };
    if text == made || is_json && compact(text) == compact(&made) {
        return Ok(Vec::new());
    }
    let (found, made): (Vec<_>, Vec<_>) = (text.split('\n').collect(), made.split('\n').collect());
    let mut differences = Vec::new();
    let (mut at, mut of_made) = (0, 0);
    while at < found.len() || of_made < made.len() {
        let (one, other) = common_after(&found[at..], &made[of_made..]);
        for index in 0..one.max(other) {
            let line = |lines: &[&str], from: usize, count| match index < count {
                true => printable_start(lines[from + index].trim(), SHOWN),
                false => "nothing".to_owned(),
            };
            differences.push(format!(
                "line {}{}: the statement says {}, the report makes it {}",
                at + index.min(one) + 1,
                subject(&made[..(of_made + index + 1).min(made.len())]),
                line(&found, at, one),
                line(&made, of_made, other),
            ));
        }
        // The lines at which they meet again are equal.
        (at, of_made) = (at + one + 1, of_made + other + 1);
    }
    Ok(differences)
}

/// How many lines of each come before the next ones that are equal.
fn common_after(one: &[&str], other: &[&str]) -> (usize, usize) {
    let mut pairs = (0..WINDOW).flat_map(|sum| (0..=sum).map(move |skip| (sum - skip, skip)));
    let is_end = |skip: usize, rest: usize| skip == one.len() && rest == other.len();
    let meet = |&(skip, rest): &(usize, usize)| {
        is_end(skip, rest) || one.get(skip).is_some_and(|line| other.get(rest) == Some(line))
    };
    pairs.find(meet).unwrap_or((one.len(), other.len()))
}

/// The id in JSON that comes last in these lines, in brackets.
fn subject(lines: &[&str]) -> String {
    let mut lines = lines.iter().rev().map(|line| line.trim_start());
    let id = lines.find_map(|line| line.strip_prefix("\"id\": \""));
    let id = id.map(|id| id.trim_end_matches([',', '"']));
    id.map_or_else(String::new, |id| format!(" ({})", printable_start(id, SHOWN)))
}

/// JSON without the whitespace between its values.
fn compact(text: &str) -> String {
    let (mut is_string, mut is_escaped) = (false, false);
    let keep = |c: &char| {
        let was_string = is_string;
        if *c == '"' && !is_escaped {
            is_string = !is_string;
        }
        is_escaped = was_string && *c == '\\' && !is_escaped;
        was_string || !c.is_ascii_whitespace()
    };
    text.chars().filter(keep).collect()
}
