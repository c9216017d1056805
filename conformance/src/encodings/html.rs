//! The page in which one searches texts and sees each in every encoding.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::model::{Encoding, encodings};
use super::samples::Sample;
use crate::report::html::markup::{Markup, data, each, html, number, table};
use crate::report::html::{PageExtras, page, trace};

const EXTRAS: PageExtras =
    PageExtras { style: include_str!("page.css"), script: include_str!("page.js") };

/// The text that the page of the suite begins with.
const EXAMPLE: &str = "b\u{fc}cher";

/// Writes the page of these texts. One is shown at once; all are templates, which the script shows.
/// The page needs nothing but itself.
///
/// # Errors
///
/// The errors of `out`.
pub fn page_of_samples(samples: &[Sample], out: &mut dyn Write) -> io::Result<()> {
    let texts: Vec<_> = samples.iter().map(|sample| sample.text.as_str()).collect();
    let first = texts.iter().position(|text| *text == EXAMPLE).unwrap_or_default();
    let mut groups: BTreeMap<&str, Vec<(usize, &Sample)>> = BTreeMap::new();
    for (place, sample) in samples.iter().enumerate() {
        groups.entry(&sample.group).or_default().push((place, sample));
    }
    let content = html!(
        // The script fills the place of the search.
        "<section class=\"summary\"><h1>Every encoding side by side</h1>\
         <p class=\"lead\">Type a text to see it in every encoding, with the worked steps. The page \
         holds {} texts of the suite: the printed examples of the documents, and words, names and \
         addresses. For any other text it shows the command.</p><noscript>The search needs \
         JavaScript. <code>acegate encodings TEXT</code> prints the same.</noscript>\
         <div id=\"search-place\"></div>{}</section>\n\
         <section id=\"result\" aria-label=\"Result\" data-place=\"{}\">{}</section>\n\
         <section id=\"texts\"><h2>Texts</h2>{}</section>\n{}",
        samples.len(),
        data("samples", &texts)?,
        first,
        samples.get(first).map(shown),
        each(groups, |(name, samples)| group(name, &samples)),
        each(samples.iter().enumerate(), |(place, sample)| {
            html!("<template id=\"text-{}\">{}</template>\n", place, shown(sample))
        }),
    );
    let links = [("result", "Result"), ("texts", "Texts")];
    out.write_all(page(EXTRAS, "Every encoding side by side", &links, &content).as_bytes())
}

/// The texts of a group, as links that the script follows.
fn group(name: &str, samples: &[(usize, &Sample)]) -> Markup {
    html!(
        "<details class=\"group\"><summary><h3>{}</h3><span>{}</span></summary>\
         <ul class=\"samples\">{}</ul></details>\n",
        name,
        samples.len(),
        each(samples, |(place, sample)| {
            html!("<li><a href=\"#text-{}\" dir=\"auto\">{}</a></li>", place, sample.text)
        })
    )
}

/// A text in every encoding.
fn shown(sample: &Sample) -> Markup {
    let all = encodings(&sample.text);
    let points = sample.text.chars().map(|c| format!("U+{:04X}", u32::from(c)));
    html!(
        "<article><h2 dir=\"auto\" class=\"sample\">{}</h2><p class=\"meta\">{} · {}</p>\
         <table class=\"encodings\">{}</table><h3>Worked steps</h3>{}</article>",
        sample.text,
        points.collect::<Vec<_>>().join(" "),
        sample.group,
        table(&["Encoding", "Code", "Characters:"], &each(&all, code)),
        each(&all, steps),
    )
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
            is_titled.then(|| html!("<h4 dir=\"auto\">{}</h4>", work.text)),
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
    use acegate_vectors::Suite;

    use super::super::samples::samples;
    use super::*;

    /// The most octets of the page of the suite.
    const MOST: usize = 5 << 20;

    #[test]
    fn the_page_of_the_suite_has_every_text_and_is_bounded() {
        let samples = samples(&Suite::embedded().expect("the suite"));
        let mut page = Vec::new();
        page_of_samples(&samples, &mut page).expect("memory");
        assert!(page.len() < MOST, "{} octets", page.len());
        let page = String::from_utf8(page).expect("UTF-8");
        assert_eq!(page.matches("<template ").count(), samples.len());
        assert_eq!(page.matches("href=\"#text-").count(), samples.len());
        assert!(page.contains("<code>bcher-kva</code>"));
        assert!(!page.contains("http://") && !page.contains("https://"), "it needs nobody");
    }

    #[test]
    fn a_text_holds_no_markup() {
        let sample = Sample { text: "<script>\u{202e}".to_owned(), group: "</p>".to_owned() };
        let mut page = Vec::new();
        page_of_samples(&[sample], &mut page).expect("memory");
        let page = String::from_utf8(page).expect("UTF-8");
        assert!(page.contains("&lt;script&gt;&lt;U+202E&gt;</h2>"));
        assert!(page.contains("[\"\\u003cscript\\u003e"), "the data of the script");
    }
}
