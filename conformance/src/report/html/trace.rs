//! Worked steps as the documents draw them.

use super::markup::{Markup, each, field, html, number, table};
use crate::explain::{Direction, Part, Table, Trace};

/// How many entries of a table are drawn.
const ENTRIES: usize = 128;

/// How many characters the longest cells of the columns have together on a line of a page.
const LINE: usize = 110;

/// Draws worked steps: tables, and lists of the facts between them.
pub(crate) fn trace(trace: &Trace) -> Markup {
    let is_fact = |part: &Part| matches!(part, Part::Fact(..));
    let parts = trace.parts.chunk_by(|one, other| is_fact(one) && is_fact(other));
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
    let titles: Vec<_> = heads.iter().zip(is_number.iter().copied()).map(colon).collect();
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    let rows = each(entries, |entry| {
        let cells = each(entry.iter().zip(&is_number), |(cell, is_number)| match is_number {
            true => number(cell),
            false => html!("<td>{}</td>", cell),
        });
        html!("<tr>{}</tr>", cells)
    });
    let class = if width > LINE { "steps wide" } else { "steps" };
    html!("<table class=\"{}\">{}</table>", class, table(&titles, &rows))
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
    use acegate_codec::{Parameters, Value, codec};

    use super::*;
    use crate::explain::explain;

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
