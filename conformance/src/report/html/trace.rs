//! Worked steps as the documents draw them.

use super::markup::Markup;
use crate::explain::{Direction, Part, Table, Trace};

/// How many entries of a table are drawn.
const ENTRIES: usize = 128;

/// How many characters the longest cells of the columns have together on a line of a page.
const LINE: usize = 110;

/// Draws worked steps: tables, and lists of the facts between them.
pub(crate) fn write_trace(trace: &Trace, out: &mut Markup) {
    let is_fact = |part: &Part| matches!(part, Part::Fact(..));
    for parts in trace.parts.chunk_by(|one, other| is_fact(one) && is_fact(other)) {
        match &parts[0] {
            Part::Table(table) => write_table(table, out),
            Part::Fact(..) => out.element("dl", &[("class", "fields plain")], |it| {
                for part in parts {
                    if let Part::Fact(name, text) = part {
                        it.field(name, &[], text);
                    }
                }
            }),
        }
    }
}

fn write_table(table: &Table, out: &mut Markup) {
    let entries = &table.entries[..table.entries.len().min(ENTRIES)];
    out.leaf("p", &[("class", "caption")], table.caption);
    // A reader without sight or mouse finds the table by its name and scrolls it by the keyboard.
    let scroll = [("class", "scroll"), ("tabindex", "0"), ("role", "group")];
    let scroll = [&scroll[..], &[("aria-label", table.caption)]].concat();
    out.element("div", &scroll, |it| {
        let class = if is_wide(table, entries) { "steps wide" } else { "steps" };
        match table.direction {
            Direction::Down => write_down(class, table.heads, entries, it),
            Direction::Right => write_right(table.heads, entries, it),
        }
    });
    if entries.len() < table.entries.len() {
        let more = format!("and {} more", table.entries.len() - entries.len());
        out.leaf("p", &[], &more);
    }
}

/// Whether the rows are longer than a line of a page.
fn is_wide(table: &Table, entries: &[Vec<String>]) -> bool {
    let longest = |place: usize| entries.iter().map(|entry| entry[place].chars().count()).max();
    let width: usize = (0..table.heads.len()).filter_map(longest).sum();
    table.direction == Direction::Down && width > LINE
}

fn write_down(class: &str, heads: &[&str], entries: &[Vec<String>], out: &mut Markup) {
    let is_number = |place: usize| {
        entries.iter().all(|entry| entry[place].bytes().all(|octet| octet.is_ascii_digit()))
    };
    let is_number: Vec<_> = (0..heads.len()).map(is_number).collect();
    let colon = |(head, is_number)| format!("{head}{}", if is_number { ":" } else { "" });
    let titles: Vec<_> = heads.iter().zip(is_number.iter().copied()).map(colon).collect();
    let titles: Vec<_> = titles.iter().map(String::as_str).collect();
    out.table(&[("class", class)], &titles, |it| {
        for entry in entries {
            it.element("tr", &[], |it| {
                for (cell, is_number) in entry.iter().zip(&is_number) {
                    if *is_number { it.number(cell) } else { it.leaf("td", &[], cell) }
                }
            });
        }
    });
}

fn write_right(heads: &[&str], entries: &[Vec<String>], out: &mut Markup) {
    out.element("table", &[("class", "steps")], |it| {
        it.element("tbody", &[], |it| {
            for (place, head) in heads.iter().enumerate() {
                it.element("tr", &[], |it| {
                    it.leaf("th", &[("scope", "row")], head);
                    entries.iter().for_each(|entry| it.leaf("td", &[], &entry[place]));
                });
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use acegate_codec::{Parameters, Value, codec};

    use super::*;
    use crate::explain::explain;

    fn drawn(id: &str, decode: bool, input: &str) -> String {
        let codec = codec(id).expect("a codec");
        let op = if decode { "decode" } else { "encode" };
        let trace = explain(codec, op, &Parameters::new(), &Value::from(input));
        let mut out = Markup::default();
        write_trace(&trace.expect("it has steps"), &mut out);
        out.into_string()
    }

    #[test]
    fn the_state_of_punycode_has_n_i_and_delta_of_section_7_3() {
        // Example (B): the first insertion has the delta 19853, and the bias becomes 21.
        let page = drawn("punycode", false, "他们为什么不说中文");
        let heads = "<th scope=\"col\">n</th><th scope=\"col\" class=\"number\">i</th>\
            <th scope=\"col\" class=\"number\">delta</th>";
        assert!(page.contains(heads), "{page}");
        assert!(page.contains("<td>U+4E0D</td>"), "{page}");
        assert!(page.contains("<td class=\"number\">19853</td><td>ihq</td>"), "{page}");
        assert_eq!(page.matches("<tr>").count(), 10, "a head and nine insertions");
    }

    #[test]
    fn a_table_to_the_right_has_a_row_for_each_head() {
        // Section 5.4 of the document prints the vector of this address.
        let page = drawn("uri2dec", false, "alice");
        let rows = "<tr><th scope=\"row\">symbol</th><td>e</td><td>c</td><td>i</td><td>l</td><td>a</td></tr>";
        assert!(page.contains(rows), "{page}");
    }

    #[test]
    fn a_long_table_says_how_much_it_leaves_out() {
        let page = drawn("utf5", false, &"ü".repeat(1000));
        assert_eq!(page.matches("<tr>").count(), 129);
        assert!(page.contains("<p>and 872 more</p>"), "{page}");
    }
}
