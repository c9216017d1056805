//! HTML that is escaped and balanced.
//!
//! Elements and attributes come only from the templates of [`html!`]. A value in a template is text: [`xml`]
//! escapes its markup, and shows characters that steer or hide as their code points.

use std::borrow::Cow;
use std::fmt;

use acegate_vectors::Level;
use serde::Serialize;

use crate::escape::{percent, xml};

#[derive(Debug, Default)]
pub(crate) struct Markup(String);

/// The markup of a template with a [`Part`] in the place of each `{}`.
macro_rules! html {
    ($template:literal $(, $part:expr)* $(,)?) => {
        $crate::report::html::markup::Markup::new(
            $template,
            // `concat!` makes `{name}` in a template an error: nothing would escape such a value.
            format_args!(
                concat!($template)
                $(, $crate::report::html::markup::Escaped(&$part))*
            ),
        )
    };
}
pub(crate) use html;

impl Markup {
    /// The markup of a template of the program, as `html!` makes it.
    pub(crate) fn new(template: &'static str, filled: fmt::Arguments<'_>) -> Self {
        debug_assert!(is_balanced(template), "{template}");
        Self(filled.to_string())
    }

    pub(crate) fn append(&mut self, part: &Self) {
        self.0 += &part.0;
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }
}

/// Whether a template ends each element that it begins, and no other.
fn is_balanced(template: &str) -> bool {
    let mut open = Vec::new();
    let tags = template.split('<').skip(1);
    let all_end = tags
        .filter_map(|tag| tag.split([' ', '>', '{']).next())
        .all(|tag| {
            let is_void = matches!(tag, "!DOCTYPE" | "meta" | "input" | "br");
            match tag.strip_prefix('/') {
                Some(tag) => return open.pop() == Some(tag),
                None => open.extend((!is_void).then_some(tag)),
            }
            true
        });
    all_end && open.is_empty()
}

/// A value in a template: markup, or text that is escaped.
pub(crate) trait Part {
    fn markup(&self) -> Cow<'_, str>;
}

impl Part for Markup {
    fn markup(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }
}

macro_rules! texts {
    ($($type:ty)*) => {$(
        impl Part for $type {
            fn markup(&self) -> Cow<'_, str> {
                Cow::Owned(xml(&self.to_string()))
            }
        }
    )*};
}
texts!(str String usize);

impl<T: Part + ?Sized> Part for &T {
    fn markup(&self) -> Cow<'_, str> {
        (**self).markup()
    }
}

impl<T: Part> Part for Option<T> {
    fn markup(&self) -> Cow<'_, str> {
        self.as_ref().map_or(Cow::Borrowed(""), Part::markup)
    }
}

pub(crate) struct Escaped<'a>(pub(crate) &'a dyn Part);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.markup())
    }
}

/// The markup that `write` makes of each of these, one after the other.
pub(crate) fn each<T>(
    all: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T) -> Markup,
) -> Markup {
    let mut out = Markup::default();
    for one in all {
        out.append(&write(one));
    }
    out
}

pub(crate) fn field(name: &str, text: impl Part) -> Markup {
    html!("<div><dt>{}</dt><dd>{}</dd></div>", name, text)
}

/// An entry of a list of fields. Its name is also its class.
pub(crate) fn classed_field(name: &str, text: impl Part) -> Markup {
    html!(
        "<div><dt>{}</dt><dd class=\"{}\">{}</dd></div>",
        name,
        name,
        text
    )
}

/// The content of a table with these titles and rows. A colon after a title marks a column of numbers.
pub(crate) fn table(titles: &[&str], rows: &Markup) -> Markup {
    let titles = each(titles, |title| match title.strip_suffix(':') {
        Some(title) => html!("<th scope=\"col\" class=\"number\">{}</th>", title),
        None => html!("<th scope=\"col\">{}</th>", title),
    });
    html!("<thead><tr>{}</tr></thead><tbody>{}</tbody>", titles, rows)
}

pub(crate) fn number(number: impl Part) -> Markup {
    html!("<td class=\"number\">{}</td>", number)
}

/// The level and the fault of a finding, for its heading.
pub(crate) fn finding_title(level: Level, summary: &str) -> Markup {
    html!("{} {}", level_mark(Some(level)), prose(summary))
}

pub(super) fn level_mark(level: Option<Level>) -> Markup {
    let name = level.map_or("", Level::as_str);
    html!(
        "<span class=\"level {}\">{}</span>",
        level.map_or("other", Level::as_str),
        name
    )
}

/// A sentence whose parts between backticks are code.
pub(crate) fn prose(sentence: &str) -> Markup {
    let parts: Vec<_> = sentence.split('`').collect();
    if parts.len() % 2 == 0 {
        return html!("{}", sentence);
    }
    each(parts.iter().enumerate(), |(place, part)| match place % 2 {
        0 => html!("{}", part),
        _ => html!("<code>{}</code>", part),
    })
}

/// A style sheet or a script of the program, for an element that it may not end.
pub(super) fn trusted(content: &str) -> Markup {
    debug_assert!(
        !content.contains("</") && !content.contains("<!--"),
        "it ends its element"
    );
    Markup(content.to_owned())
}

/// Data for the script: JSON in which nothing ends its element.
pub(crate) fn data(id: &str, value: &impl Serialize) -> serde_json::Result<Markup> {
    // Outside of its strings JSON has none of these.
    let json = serde_json::to_string(value)?;
    let json = json
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026");
    Ok(html!(
        "<script type=\"application/json\" id=\"{}\">{}</script>",
        id,
        Markup(json)
    ))
}

/// A fragment of a link to a place of the page: `checks?check=` and this name, for example.
pub(crate) fn fragment(start: &str, name: &str) -> String {
    format!("#{start}{}", percent(name, "/-._:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_ends_what_it_begins() {
        for balanced in [
            "",
            "{}",
            "<p class=\"a\">{}</p>\n",
            "<meta charset=\"a\"><p><b></b></p>",
        ] {
            assert!(is_balanced(balanced), "{balanced}");
        }
        for other in ["<p>", "</p>", "<p><b></p></b>", "<p></b>"] {
            assert!(!is_balanced(other), "{other}");
        }
    }

    #[test]
    fn code_in_a_sentence_is_between_two_backticks() {
        let shown = |sentence: &str| prose(sentence).into_string();
        assert_eq!(shown("`<` is `b`."), "<code>&lt;</code> is <code>b</code>.");
        assert_eq!(shown("one ` alone"), "one ` alone");
    }

    #[test]
    fn data_ends_where_the_program_ends_it_and_is_read_back() {
        let hostile = "</script><!--<script>]]>&";
        let text = data("data", &[hostile]).expect("JSON").into_string();
        let json = text.strip_prefix("<script type=\"application/json\" id=\"data\">");
        let json = json
            .and_then(|text| text.strip_suffix("</script>"))
            .expect("one element");
        assert!(!json.contains(['<', '>', '&']), "{json}");
        assert_eq!(
            serde_json::from_str::<Vec<String>>(json).expect("JSON"),
            [hostile]
        );
    }

    #[test]
    fn a_fragment_is_of_the_characters_of_a_url() {
        assert_eq!(
            fragment("checks?check=", "a/b-c:d"),
            "#checks?check=a/b-c:d"
        );
        assert_eq!(fragment("", "&<ü\"#"), "#%26%3C%C3%BC%22%23");
    }
}
