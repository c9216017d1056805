//! HTML that is escaped and balanced by construction.
//!
//! Names of elements and attributes are of the program; everything else is text, of which
//! [`xml`] leaves no markup and no character that steers or hides.

use std::io;

use acegate_vectors::Level;
use serde::Serialize;

use crate::escape::{percent, xml};

/// The attributes of an element. An empty value is for those that need none, such as `open`.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A part of a page.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    out: String,
}

impl Markup {
    /// Writes an element with what `content` writes in it.
    pub(crate) fn element(
        &mut self,
        tag: &'static str,
        attributes: Attributes<'_>,
        content: impl FnOnce(&mut Self),
    ) {
        self.open(tag, attributes);
        content(self);
        self.out += "</";
        self.out += tag;
        self.out.push('>');
    }

    /// Writes an element with text in it.
    pub(crate) fn leaf(&mut self, tag: &'static str, attributes: Attributes<'_>, text: &str) {
        self.element(tag, attributes, |it| it.text(text));
    }

    /// Writes an entry of a list of fields: its name, and a text of the class `class`.
    pub(crate) fn field(&mut self, name: &str, class: Attributes<'_>, text: &str) {
        self.element("div", &[], |it| {
            it.leaf("dt", &[], name);
            it.leaf("dd", class, text);
        });
    }

    /// Writes a table with these titles, and the rows that `rows` writes. A colon after a title is for a
    /// column of numbers.
    pub(crate) fn table(
        &mut self,
        attributes: Attributes<'_>,
        titles: &[&str],
        rows: impl FnOnce(&mut Self),
    ) {
        self.element("table", attributes, |it| {
            it.element("thead", &[], |it| {
                it.element("tr", &[], |it| {
                    for title in titles {
                        let attributes: Attributes<'_> = match title.ends_with(':') {
                            true => &[("scope", "col"), ("class", "number")],
                            false => &[("scope", "col")],
                        };
                        it.leaf("th", attributes, title.trim_end_matches(':'));
                    }
                });
            });
            it.element("tbody", &[], rows);
        });
    }

    /// Writes a cell with a number.
    pub(crate) fn number(&mut self, number: &str) {
        self.leaf("td", &[("class", "number")], number);
    }

    /// Writes the heading of a finding: its level and its fault.
    pub(crate) fn finding_heading(&mut self, tag: &'static str, level: Level, summary: &str) {
        self.element(tag, &[], |it| {
            it.leaf("span", &[("class", level_class(Some(level)))], level.as_str());
            it.text(" ");
            it.prose(summary);
        });
    }

    /// Writes an element that has no content, such as `meta`.
    pub(crate) fn void(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.open(tag, attributes);
    }

    /// Writes text.
    pub(crate) fn text(&mut self, text: &str) {
        self.out += &xml(text);
    }

    /// Writes a sentence whose parts between backticks are code.
    pub(crate) fn prose(&mut self, sentence: &str) {
        let parts: Vec<_> = sentence.split('`').collect();
        if parts.len() % 2 == 0 {
            return self.text(sentence);
        }
        for (place, part) in parts.into_iter().enumerate() {
            if place % 2 == 0 { self.text(part) } else { self.leaf("code", &[], part) }
        }
    }

    /// Writes a style sheet or a script of the program. Neither may end its element.
    pub(super) fn own(&mut self, tag: &'static str, content: &'static str) {
        debug_assert!(!content.contains("</") && !content.contains("<!--"), "it ends its element");
        self.open(tag, &[]);
        self.out += content;
        self.out += "</";
        self.out += tag;
        self.out.push('>');
    }

    /// Writes data for the script: JSON in which nothing ends its element.
    pub(crate) fn data(&mut self, id: &str, value: &impl Serialize) -> io::Result<()> {
        let json = serde_json::to_string(value)?;
        self.open("script", &[("type", "application/json"), ("id", id)]);
        // Outside of its strings JSON has none of these.
        self.out += &json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
        self.out += "</script>";
        Ok(())
    }

    /// Writes another part.
    pub(crate) fn append(&mut self, part: &Self) {
        self.out += &part.out;
    }

    /// How many octets it has.
    pub(super) const fn len(&self) -> usize {
        self.out.len()
    }

    /// Ends a line of the source.
    pub(crate) fn line(&mut self) {
        self.out.push('\n');
    }

    /// The part as text.
    pub(crate) fn into_string(self) -> String {
        self.out
    }

    fn open(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.out.push('<');
        self.out += tag;
        for (name, value) in attributes {
            self.out.push(' ');
            self.out += name;
            if !value.is_empty() {
                self.out += "=\"";
                self.out += &xml(value);
                self.out.push('"');
            }
        }
        self.out.push('>');
    }
}

/// The classes of the mark of a level.
pub(super) const fn level_class(level: Option<Level>) -> &'static str {
    match level {
        Some(Level::Must) => "level must",
        Some(Level::Should) => "level should",
        Some(Level::May) => "level may",
        None => "level other",
    }
}

/// A fragment of a link to a place of the page: `checks?check=` and this name, for example.
pub(crate) fn fragment(start: &str, name: &str) -> String {
    format!("#{start}{}", percent(name, "/-._:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_values_of_attributes_hold_no_markup() {
        let mut page = Markup::default();
        let hostile = "</p><script>'\"&\u{202e}";
        page.element("p", &[("title", hostile), ("hidden", "")], |it| it.text(hostile));
        let safe = "&lt;/p&gt;&lt;script&gt;&apos;&quot;&amp;&lt;U+202E&gt;";
        assert_eq!(page.into_string(), format!("<p title=\"{safe}\" hidden>{safe}</p>"));
    }

    #[test]
    fn code_in_a_sentence_is_between_two_backticks() {
        let shown = |sentence: &str| {
            let mut page = Markup::default();
            page.prose(sentence);
            page.into_string()
        };
        assert_eq!(shown("`<` is `b`."), "<code>&lt;</code> is <code>b</code>.");
        assert_eq!(shown("one ` alone"), "one ` alone");
    }

    #[test]
    fn data_ends_where_the_program_ends_it_and_is_read_back() {
        let hostile = "</script><!--<script>]]>&";
        let mut page = Markup::default();
        page.data("data", &[hostile]).expect("JSON");
        let text = page.into_string();
        let json = text.strip_prefix("<script type=\"application/json\" id=\"data\">");
        let json = json.and_then(|text| text.strip_suffix("</script>")).expect("one element");
        assert!(!json.contains(['<', '>', '&']), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(json).expect("JSON"), [hostile]);
    }

    #[test]
    fn a_fragment_is_of_the_characters_of_a_url() {
        assert_eq!(fragment("checks?check=", "a/b-c:d"), "#checks?check=a/b-c:d");
        assert_eq!(fragment("", "&<ü\"#"), "#%26%3C%C3%BC%22%23");
    }
}
