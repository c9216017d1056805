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
                parts.iter().for_each(|part| write_fact(part, it));
            }),
        }
    }
}

fn write_fact(part: &Part, out: &mut Markup) {
    let Part::Fact(name, text) = part else { return };
    out.element("div", &[], |it| {
        it.leaf("dt", &[], name);
        it.leaf("dd", &[], text);
    });
}

fn write_table(table: &Table, out: &mut Markup) {
    let entries = &table.entries[..table.entries.len().min(ENTRIES)];
    out.leaf("p", &[("class", "caption")], table.caption);
    // A reader without sight or mouse finds the table by its name and scrolls it by the keyboard.
    let scroll = [("class", "scroll"), ("tabindex", "0"), ("role", "group")];
    let scroll = [&scroll[..], &[("aria-label", table.caption)]].concat();
    out.element("div", &scroll, |it| {
        let class = if is_wide(table, entries) { "steps wide" } else { "steps" };
        it.element("table", &[("class", class)], |it| match table.direction {
            Direction::Down => write_down(table.heads, entries, it),
            Direction::Right => write_right(table.heads, entries, it),
        });
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

fn write_down(heads: &[&str], entries: &[Vec<String>], out: &mut Markup) {
    let is_number = |place: usize| {
        entries.iter().all(|entry| entry[place].bytes().all(|octet| octet.is_ascii_digit()))
    };
    let classes: Vec<&[_]> = (0..heads.len())
        .map(|place| if is_number(place) { &[("class", "number")][..] } else { &[] })
        .collect();
    out.element("thead", &[], |it| {
        it.element("tr", &[], |it| {
            for (head, class) in heads.iter().zip(&classes) {
                it.leaf("th", &[&[("scope", "col")], *class].concat(), head);
            }
        });
    });
    out.element("tbody", &[], |it| {
        for entry in entries {
            it.element("tr", &[], |it| {
                entry.iter().zip(&classes).for_each(|(cell, class)| it.leaf("td", class, cell));
            });
        }
    });
}

fn write_right(heads: &[&str], entries: &[Vec<String>], out: &mut Markup) {
    out.element("tbody", &[], |it| {
        for (place, head) in heads.iter().enumerate() {
            it.element("tr", &[], |it| {
                it.leaf("th", &[("scope", "row")], head);
                entries.iter().for_each(|entry| it.leaf("td", &[], &entry[place]));
            });
        }
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

    /// The cells of the row of a table that begins with this head.
    fn row(page: &str, head: &str) -> String {
        let start = format!("<th scope=\"row\">{head}</th>");
        let rest = page.split_once(&start).expect("the row").1;
        let row = rest.split_once("</tr>").expect("its end").0;
        row.replace("</td><td>", " ").replace("<td>", "").replace("</td>", "")
    }

    #[test]
    fn the_vector_of_alice_is_drawn_as_section_5_4_prints_it() {
        let page = drawn("uri2dec", false, "alice");
        let vector = page.split_once("The vector").expect("a table").1;
        assert_eq!(row(vector, "symbol"), "e c i l a");
        assert_eq!(row(vector, "bits"), "01 00 10 10 01");
        assert_eq!(row(&page, "triad"), "100 101 001 001");
        assert_eq!(row(&page, "digit"), "5 6 2 2");
        // Section 3.1: the keys of the symbols, from the first on.
        assert_eq!(row(&page, "key"), "2 5 4 2 3");
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
    fn the_groups_of_base32_are_five_bits_each() {
        // The octets 01 2D 11 4B are 00000 00100 10110 10001 00010 10010 11000 with a bit of filling.
        let page = drawn("race", false, "\u{12d}\u{111}\u{14b}");
        assert_eq!(row(&page, "bits"), "00000 00100 10110 10001 00010 10010 11000");
        assert_eq!(row(&page, "value"), "0 4 22 17 2 18 24");
        assert_eq!(row(&page, "letter"), "a e w r c s y");
    }

    #[test]
    fn a_long_table_says_how_much_it_leaves_out() {
        let page = drawn("utf5", false, &"ü".repeat(1000));
        assert_eq!(page.matches("<tr>").count(), 129);
        assert!(page.contains("<p>and 872 more</p>"), "{page}");
    }
}
