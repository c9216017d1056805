//! A check on the page of its run: its fields, and its worked steps as the documents draw them.

use std::collections::HashMap;

use acegate_codec::{Text, Verb, codec};

use super::markup::{Markup, each, field, html, number, table};
use crate::escape::percent;
use crate::event::CaseEvent;
use crate::explain::{Direction, Part, Table, Trace, explain};
use crate::report::check::CheckEntry;
use crate::report::label::Label;
use crate::report::run::Run;
use crate::report::wording::{describe, show_baseline};
use crate::report::worked::{Worked, short_worked};
use crate::sorting::sort_by_key;
use crate::suite::named_rule;

/// How many entries of a table are drawn.
const ENTRIES: usize = 128;

/// How many characters the longest cells of the columns have together on a line of a page.
const LINE: usize = 110;

/// The checks, those that count first and those that were skipped last, each kind in the order of the suite.
pub(super) fn in_order(run: &Run) -> Vec<&CheckEntry> {
    let mut checks: Vec<_> = run.checks.iter().collect();
    sort_by_key(&mut checks, |check| check.state);
    checks
}

/// The observed outcome, made printable; empty if the check was not run.
pub(super) fn got(check: &CheckEntry) -> &str {
    if check.is_sent() {
        check.line(Label::Got)
    } else {
        ""
    }
}

/// The lines on a failure that are in no other field, such as `differs`, and the command that explains the
/// right answer to any check.
pub(super) fn other_lines(check: &CheckEntry) -> Vec<(Label, &str)> {
    let elsewhere = [
        Label::Input,
        Label::Expected,
        Label::Got,
        Label::Spec,
        Label::Why,
        Label::Case,
    ];
    let mut lines = Vec::new();
    for (label, text) in &check.lines {
        if !elsewhere.contains(label) {
            lines.push((*label, text.as_str()));
        }
    }
    let has_command = !check.line(Label::Explain).is_empty();
    if let Some(explain) = &check.asked.explain
        && !has_command
    {
        lines.insert(lines.len() - 1, (Label::Explain, explain));
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
        (Label::Input.code(), asked.trim_end().to_owned()),
        (
            Label::Expected.code(),
            check.line(Label::Expected).to_owned(),
        ),
        (Label::Got.code(), got(check).to_owned()),
        (Label::Spec.code(), clause),
    ];
    if let Some(note) = &case.note {
        fields.push((Label::Why.code(), note.clone()));
    }
    for id in &case.requirements {
        fields.push(("requirement", named_rule(id)));
    }
    for (label, text) in other_lines(check) {
        fields.push((label.code(), text.to_owned()));
    }
    let mut words = vec!["acegate", "vectors", "show", &case.case];
    if check.is_own_vector {
        words.extend(["--only-vectors", &case.file]);
    }
    let show = shell_words::join(words);
    fields.push((
        Label::Case.code(),
        format!("{show}  ({}:{})", case.file, case.line),
    ));
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
        words += ", not when run alone";
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
    let mut out = Markup::default();
    let mut numbers = HashMap::new();
    // Readers look at the example of a finding first.
    let findings = run.findings.iter();
    let examples = findings.filter_map(|finding| run.example(finding));
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
    let steps = explain(codec, worked.verb.name(), &worked.parameters, &worked.input).ok()?;
    let summary = match worked.verb {
        Verb::Encode => "How the input is encoded, step by step",
        Verb::Decode => "How the input is decoded, step by step",
        _ => "How the answer comes about, step by step",
    };
    Some(html!(
        "<summary>{}</summary>{}{}",
        summary,
        trace(&steps),
        live_link(worked, run)
    ))
}

/// The link to the live page with this case; `None` if the document may not lead to it, or it has no such case.
fn live_link(worked: &Worked, run: &Run) -> Option<Markup> {
    let page = run.live_page.as_ref()?;
    let address = format!("{page}#{}", address(worked)?);
    Some(html!(
        "<p class=\"meta\"><a href=\"{}\">Change it, live</a></p>",
        address
    ))
}

/// The case of a check as the address of the live page has it, after the `#`; `None` if the page has no such case,
/// or no field for its text.
#[must_use]
pub fn live_case(case: &CaseEvent) -> Option<String> {
    address(&short_worked(case)?)
}

fn address(worked: &Worked) -> Option<String> {
    let lines: Option<Vec<_>> = worked.texts().map(Text::to_scalar_string).collect();
    let text = lines?.join("\n");
    let mut words = vec![
        address_word("codec", &worked.codec),
        address_word("op", worked.verb.name()),
        address_word("text", &text),
    ];
    for (name, value) in &worked.parameters {
        words.push(address_word(&format!("p.{name}"), &value.to_string()));
    }
    // A field for several lines turns a carriage return into a line feed.
    if words.iter().any(|word| word.contains("%0D")) {
        return None;
    }
    Some(words.join("&"))
}

fn address_word(name: &str, value: &str) -> String {
    format!("{name}={}", percent(value, "-._"))
}

/// Draws worked steps: tables, and lists of the facts between them.
pub(crate) fn trace(trace: &Trace) -> Markup {
    let groups = trace
        .parts
        .chunk_by(|one, other| matches!((one, other), (Part::Fact(..), Part::Fact(..))));
    each(groups, |parts| match &parts[0] {
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
    let mut more = Markup::default();
    if left_out > 0 {
        more = html!("<p>and {} more</p>", left_out);
    }
    html!(
        "<p class=\"caption\">{}</p>\
         <div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">{}</div>{}",
        table.caption,
        table.caption,
        match table.direction {
            Direction::Down => table_of_rows(table.heads, entries),
            Direction::Right => table_of_columns(table.heads, entries),
        },
        more,
    )
}

/// A table with an entry a row.
fn table_of_rows(heads: &[&str], entries: &[Vec<String>]) -> Markup {
    let columns: Vec<_> = (0..heads.len())
        .map(|place| Column::new(entries, place))
        .collect();
    let mut titles = Vec::new();
    for (head, column) in heads.iter().zip(&columns) {
        let colon = if column.has_numbers { ":" } else { "" };
        titles.push(format!("{head}{colon}"));
    }
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    let rows = each(entries, |entry| {
        let cells = each(entry.iter().zip(&columns), |(cell, column)| {
            if column.has_numbers {
                number(cell)
            } else {
                html!("<td>{}</td>", cell)
            }
        });
        html!("<tr>{}</tr>", cells)
    });
    let width: usize = columns.iter().map(|column| column.width).sum();
    let class = if width > LINE { "steps wide" } else { "steps" };
    html!(
        "<table class=\"{}\">{}</table>",
        class,
        table(&titles, &rows)
    )
}

struct Column {
    /// Whether each cell has digits and nothing else.
    has_numbers: bool,
    /// The characters of the longest cell.
    width: usize,
}

impl Column {
    fn new(entries: &[Vec<String>], place: usize) -> Self {
        let mut column = Self {
            has_numbers: true,
            width: 0,
        };
        for entry in entries {
            let cell = &entry[place];
            column.has_numbers &= cell.bytes().all(|octet| octet.is_ascii_digit());
            column.width = column.width.max(cell.chars().count());
        }
        column
    }
}

/// A table with an entry a column.
fn table_of_columns(heads: &[&str], entries: &[Vec<String>]) -> Markup {
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
            verb: Verb::Encode,
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
