//! A text in every encoding, as a part of a page.

use super::model::{Encoding, encodings};
use crate::report::html::markup::{Markup, each, html, number, table};
use crate::report::html::trace;

/// The text in every encoding and the worked steps of each, as HTML. All that is of the text is escaped.
#[must_use]
pub fn markup_of(text: &str) -> String {
    let all = encodings(text);
    html!(
        "<table class=\"encodings\">{}</table><h2>Worked steps</h2>{}",
        table(&["Encoding", "Code", "Characters:"], &each(&all, code)),
        each(&all, steps),
    )
    .into_string()
}

fn code(encoding: &Encoding) -> Markup {
    let length = encoding.code.as_ref().ok().map(|code| code.chars().count());
    html!(
        "<tr><th scope=\"row\">{}</th><td>{}{}</td>{}</tr>",
        encoding.title,
        match &encoding.code {
            Ok(code) => html!("<code>{}</code>", code),
            Err(error) => {
                html!("<span class=\"mark advisory\">refused: {}</span>", error.to_string())
            }
        },
        encoding.note.as_ref().map(|note| html!("<p class=\"meta\">{}</p>", note)),
        number(length),
    )
}

fn steps(encoding: &Encoding) -> Markup {
    let works = &encoding.works;
    let is_titled = works.len() > 1;
    let steps = each(works, |work| {
        html!(
            "{}{}<p class=\"meta\"><code>{}</code></p>",
            is_titled.then(|| html!("<h3 dir=\"auto\">{}</h3>", work.text)),
            trace(&work.trace),
            work.command
        )
    });
    let title = format!("{}, {}", encoding.title, encoding.document);
    match works.is_empty() {
        true => Markup::default(),
        false => html!("<details class=\"worked\"><summary>{}</summary>{}</details>", title, steps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_holds_no_markup() {
        let markup = markup_of("<script>\u{202e}");
        assert!(markup.contains("&lt;script&gt;"), "{markup}");
        assert!(!markup.contains("<script"), "{markup}");
        assert!(!markup.contains('\u{202e}'), "{markup}");
        assert!(markup_of("b\u{fc}cher").contains("<code>bcher-kva</code>"));
    }
}
