//! A check on the page of its run: its fields, and its worked steps as the documents draw them.

use std::collections::HashMap;

use acegate_codec::{Text, codec};

use super::markup::{Markup, each, field, html, number, table};
use crate::escape::percent;
use crate::event::CaseEvent;
use crate::explain::{Direction, Part, Table, Trace, explain};
use crate::report::run::{CheckEntry, LONGEST_WORKED, Run};
use crate::report::wording::{describe, show_baseline};
use crate::report::worked::{Worked, worked};
use crate::suite::named_rule;

/// How many entries of a table are drawn.
const ENTRIES: usize = 128;

/// How many characters the longest cells of the columns have together on a line of a page.
const LINE: usize = 110;

/// The checks, those that count first and those that were skipped last, each kind in the order of the suite.
pub(super) fn in_order(run: &Run) -> Vec<&CheckEntry> {
    let mut checks: Vec<_> = run.checks.iter().collect();
    checks.sort_by_key(|check| check.state);
    checks
}

/// The observed outcome, made printable; empty if it was not asked.
pub(super) fn got(check: &CheckEntry) -> &str {
    if check.is_asked() {
        check.line("got")
    } else {
        ""
    }
}

/// The lines on a failure that are in no other field, such as `differs`, and the command that explains the
/// right answer to any check.
pub(super) fn other_lines(check: &CheckEntry) -> Vec<(&'static str, &str)> {
    let elsewhere = ["asked", "expected", "got", "clause", "because", "vector"];
    let lines = check
        .lines
        .iter()
        .filter(|(name, _)| !elsewhere.contains(name));
    let mut lines: Vec<_> = lines.map(|(name, text)| (*name, text.as_str())).collect();
    let explain = check
        .asked
        .explain
        .as_deref()
        .filter(|_| check.line("explain").is_empty());
    if let Some(explain) = explain {
        lines.insert(lines.len() - 1, ("explain", explain));
    }
    lines
}

pub(super) fn fields(check: &CheckEntry) -> Vec<(&'static str, String)> {
    let CheckEntry { case, asked, .. } = check;
    let asked = format!(
        "{} {} {}  {}",
        case.codec, case.op, asked.input, asked.params
    );
    let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
    let mut fields = vec![
        ("result", verdict(case)),
        ("asked", asked.trim_end().to_owned()),
        ("expected", check.line("expected").to_owned()),
        ("got", got(check).to_owned()),
        ("clause", clause),
    ];
    fields.extend(case.note.clone().map(|note| ("because", note)));
    fields.extend(
        case.requirements
            .iter()
            .map(|id| ("requirement", named_rule(id))),
    );
    fields.extend(
        other_lines(check)
            .into_iter()
            .map(|(name, text)| (name, text.to_owned())),
    );
    let mut words = vec!["acegate", "vectors", "show", &case.case];
    if check.is_own_vector {
        words.extend(["--only-vectors", &case.file]);
    }
    let show = shell_words::join(words);
    fields.push(("vector", format!("{show}  ({}:{})", case.file, case.line)));
    fields
}

/// The verdict in words, such as `wrong value`.
pub(super) fn verdict(case: &CaseEvent) -> String {
    let mut words = case
        .failing
        .map_or_else(|| case.verdict.code(), describe)
        .to_owned();
    if let Some(baseline) = case.baseline.filter(|baseline| baseline.counts()) {
        words += &format!(", {}", show_baseline(baseline));
    }
    if case.order_dependent {
        words += ", not when asked alone";
    }
    if case.slow {
        words += ", slow";
    }
    words
}

/// How many octets the worked steps of a page have at most, about. The other checks have the command
/// that shows them.
const ROOM: usize = 2 << 20;

/// The worked steps of failed checks as templates, which are not shown; and the number of each by the
/// name of its check, from 1.
pub(super) fn templates(run: &Run) -> (Markup, HashMap<&str, usize>) {
    let (mut out, mut numbers) = (Markup::default(), HashMap::new());
    // The example of a finding is what is looked at first.
    let examples = run
        .findings
        .iter()
        .filter_map(|finding| run.example(finding));
    let mut room = ROOM;
    for check in examples.chain(in_order(run)) {
        let name = check.case.name.as_str();
        if room == 0 || numbers.contains_key(name) {
            continue;
        }
        let Some(steps) = steps(check, run) else {
            continue;
        };
        let steps = html!("<details class=\"worked\" open>{}</details>", steps);
        room = room.saturating_sub(steps.len());
        numbers.insert(name, numbers.len() + 1);
        let place = numbers.len();
        out.append(&html!(
            "<template id=\"steps-{}\">{}</template>\n",
            place,
            steps
        ));
    }
    (out, numbers)
}

/// How the right answer comes about, drawn, with a link to where it can be changed.
pub(super) fn steps(check: &CheckEntry, run: &Run) -> Option<Markup> {
    let worked = check.asked.worked.as_ref()?;
    let codec = codec(&worked.codec)?;
    let steps = explain(codec, worked.op, &worked.parameters, &worked.input).ok()?;
    let summary = match worked.op {
        "encode" => "How the input is encoded, step by step",
        "decode" => "How the input is decoded, step by step",
        _ => "How the answer comes about, step by step",
    };
    let address = run
        .live_page
        .as_ref()
        .and_then(|page| Some(format!("{page}#{}", address(worked)?)));
    let link = address.map(|it| {
        html!(
            "<p class=\"meta\"><a href=\"{}\">Change it, live</a></p>",
            it
        )
    });
    Some(html!(
        "<summary>{}</summary>{}{}",
        summary,
        trace(&steps),
        link
    ))
}

/// The case of a check as the address of the live page has it, after the `#`; `None` if the page has no such case,
/// or no field for its text.
#[must_use]
pub fn live_case(case: &CaseEvent) -> Option<String> {
    worked(case)
        .filter(|worked| worked.longest() <= LONGEST_WORKED)
        .and_then(|it| address(&it))
}

fn address(worked: &Worked) -> Option<String> {
    let lines: Option<Vec<_>> = worked.texts().map(Text::to_scalar_string).collect();
    let text = lines?.join("\n");
    let parameters = worked.parameters.iter();
    let parameters = parameters.map(|(name, value)| (format!("p.{name}"), value.to_string()));
    let words = [
        ("codec".into(), worked.codec.clone()),
        ("op".into(), worked.op.into()),
    ];
    let words = words
        .into_iter()
        .chain([("text".into(), text)])
        .chain(parameters);
    let words: Vec<_> = words
        .map(|(name, value)| format!("{name}={}", percent(&value, "-._")))
        .collect();
    (!words.iter().any(|word| word.contains("%0D"))).then(|| words.join("&"))
}

/// Draws worked steps: tables, and lists of the facts between them.
pub(crate) fn trace(trace: &Trace) -> Markup {
    let is_fact = |part: &Part| matches!(part, Part::Fact(..));
    let parts = trace
        .parts
        .chunk_by(|one, other| is_fact(one) && is_fact(other));
    each(parts, |parts| match &parts[0] {
        Part::Table(table) => scrolled(table),
        Part::Fact(..) => {
            let facts = each(parts, |part| match part {
                Part::Fact(name, text) => field(name, text),
                Part::Table(_) => Markup::default(),
            });
            html!("<dl class=\"fields plain\">{}</dl>", facts)
        }
    })
}

/// A table that a reader without sight or mouse finds by its name and scrolls by the keyboard.
fn scrolled(table: &Table) -> Markup {
    let entries = &table.entries[..table.entries.len().min(ENTRIES)];
    let left_out = table.entries.len() - entries.len();
    html!(
        "<p class=\"caption\">{}</p>\
         <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</div>{}",
        table.caption,
        table.caption,
        match table.direction {
            Direction::Down => down(table.heads, entries),
            Direction::Right => right(table.heads, entries),
        },
        (left_out > 0).then(|| html!("<p>and {} more</p>", left_out)),
    )
}

fn down(heads: &[&str], entries: &[Vec<String>]) -> Markup {
    let column = |place: usize| entries.iter().map(move |entry| entry[place].as_str());
    let longest = |place| column(place).map(|cell| cell.chars().count()).max();
    let width: usize = (0..heads.len()).filter_map(longest).sum();
    let is_number = |place| column(place).all(|cell| cell.bytes().all(|it| it.is_ascii_digit()));
    let is_number: Vec<_> = (0..heads.len()).map(is_number).collect();
    let colon = |(head, is_number)| format!("{head}{}", if is_number { ":" } else { "" });
    let titles: Vec<_> = heads
        .iter()
        .zip(is_number.iter().copied())
        .map(colon)
        .collect();
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    let rows = each(entries, |entry| {
        let cells = each(
            entry.iter().zip(&is_number),
            |(cell, is_number)| match is_number {
                true => number(cell),
                false => html!("<td>{}</td>", cell),
            },
        );
        html!("<tr>{}</tr>", cells)
    });
    let class = if width > LINE { "steps wide" } else { "steps" };
    html!(
        "<table class=\"{}\">{}</table>",
        class,
        table(&titles, &rows)
    )
}

fn right(heads: &[&str], entries: &[Vec<String>]) -> Markup {
    let rows = each(heads.iter().enumerate(), |(place, head)| {
        let cells = each(entries, |entry| html!("<td>{}</td>", entry[place]));
        html!("<tr><th scope=\"row\">{}</th>{}</tr>", head, cells)
    });
    html!("<table class=\"steps\"><tbody>{}</tbody></table>", rows)
}

#[cfg(test)]
mod tests {
    use acegate_codec::{Parameter, Parameters, Value};

    use super::*;

    fn case_of(input: Value, parameters: Parameters) -> Option<String> {
        address(&Worked {
            codec: "bootstring".into(),
            op: "encode",
            parameters,
            input,
        })
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

    #[test]
    fn a_long_table_says_how_much_it_leaves_out() {
        let codec = codec("utf5").expect("a codec");
        let input = Value::from(&*"ü".repeat(1000));
        let steps = explain(codec, "encode", &Parameters::new(), &input).expect("it has steps");
        let page = trace(&steps).into_string();
        assert_eq!(page.matches("<tr>").count(), 129);
        assert!(page.contains("<p>and 872 more</p>"), "{page}");
    }
}
