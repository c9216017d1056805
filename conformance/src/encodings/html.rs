//! The page in which one searches texts and sees each in every encoding.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::model::{Encoding, encodings};
use super::samples::Sample;
use crate::report::html::{Markup, PageExtras, page_with, write_trace};

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
    let mut content = Markup::default();
    write_search(samples, &mut content)?;
    let first = samples.iter().position(|sample| sample.text == EXAMPLE).unwrap_or_default();
    let place = first.to_string();
    let result = [("id", "result"), ("aria-label", "Result"), ("data-place", &place)];
    content.element("section", &result, |it| {
        samples.get(first).into_iter().for_each(|sample| write_sample(sample, it));
    });
    content.line();
    write_list(samples, &mut content);
    for (place, sample) in samples.iter().enumerate() {
        let id = format!("text-{place}");
        content.element("template", &[("id", &id)], |it| write_sample(sample, it));
        content.line();
    }
    let links = [("result", "Result"), ("texts", "Texts")];
    out.write_all(page_with(EXTRAS, "Every encoding side by side", &links, &content).as_bytes())
}

fn write_search(samples: &[Sample], out: &mut Markup) -> io::Result<()> {
    let texts: Vec<_> = samples.iter().map(|sample| sample.text.as_str()).collect();
    let mut data = Markup::default();
    data.data("samples", &texts)?;
    out.element("section", &[("class", "summary")], |it| {
        it.leaf("h1", &[], "Every encoding side by side");
        let lead = format!(
            "Type a text to see it in every encoding, with the worked steps. The page holds {} texts of \
             the suite: the printed examples of the documents, and words, names and addresses. For any \
             other text it shows the command.",
            samples.len()
        );
        it.leaf("p", &[("class", "lead")], &lead);
                it.element("noscript", &[], |it| {
            it.prose("The search needs JavaScript. `acegate encodings TEXT` prints the same.");
        });
        // The script fills it.
        it.element("div", &[("id", "search-place")], |_| {});
        it.append(&data);
    });
    out.line();
    Ok(())
}

/// The texts by their group, as links that the script follows.
fn write_list(samples: &[Sample], out: &mut Markup) {
    let mut groups: BTreeMap<&str, Vec<(usize, &Sample)>> = BTreeMap::new();
    for (place, sample) in samples.iter().enumerate() {
        groups.entry(&sample.group).or_default().push((place, sample));
    }
    out.element("section", &[("id", "texts")], |it| {
        it.leaf("h2", &[], "Texts");
        for (group, samples) in groups {
            it.element("details", &[("class", "group")], |it| {
                it.element("summary", &[], |it| {
                    it.leaf("h3", &[], group);
                    it.leaf("span", &[], &format!("{}", samples.len()));
                });
                it.element("ul", &[("class", "samples")], |it| {
                    for (place, sample) in samples {
                        let target = format!("#text-{place}");
                        it.element("li", &[], |it| {
                            it.leaf("a", &[("href", &target), ("dir", "auto")], &sample.text);
                        });
                    }
                });
            });
            it.line();
        }
    });
    out.line();
}

fn write_sample(sample: &Sample, out: &mut Markup) {
    let all = encodings(&sample.text);
    out.element("article", &[], |it| {
        it.leaf("h2", &[("dir", "auto"), ("class", "sample")], &sample.text);
        let points = sample.text.chars().map(|c| format!("U+{:04X}", u32::from(c)));
        let points = points.collect::<Vec<_>>().join(" ");
        it.leaf("p", &[("class", "meta")], &format!("{points} · {}", sample.group));
        it.element("table", &[("class", "encodings")], |it| write_codes(&all, it));
        it.leaf("h3", &[], "Worked steps");
        all.iter().for_each(|encoding| write_steps(encoding, it));
    });
}

fn write_codes(all: &[Encoding], out: &mut Markup) {
    out.element("thead", &[], |it| {
        it.element("tr", &[], |it| {
            it.leaf("th", &[("scope", "col")], "Encoding");
            it.leaf("th", &[("scope", "col")], "Code");
            it.leaf("th", &[("scope", "col"), ("class", "number")], "Characters");
        });
    });
    out.element("tbody", &[], |it| {
        for encoding in all {
            it.element("tr", &[], |it| {
                it.leaf("th", &[("scope", "row")], encoding.title);
                it.element("td", &[], |it| {
                    match &encoding.code {
                        Ok(code) => it.leaf("code", &[], code),
                        Err(error) => it.leaf(
                            "span",
                            &[("class", "mark advisory")],
                            &format!("refused: {error}"),
                        ),
                    }
                    if let Some(note) = &encoding.note {
                        it.leaf("p", &[("class", "meta")], note);
                    }
                });
                let length = encoding.code.as_ref().map(|code| code.chars().count().to_string());
                it.leaf("td", &[("class", "number")], &length.unwrap_or_default());
            });
        }
    });
}

fn write_steps(encoding: &Encoding, out: &mut Markup) {
    if encoding.works.is_empty() {
        return;
    }
    out.element("details", &[("class", "worked")], |it| {
        it.leaf("summary", &[], &format!("{}, {}", encoding.title, encoding.document));
        for work in &encoding.works {
            if encoding.works.len() > 1 {
                it.leaf("h4", &[("dir", "auto")], &work.text);
            }
            write_trace(&work.trace, it);
            it.element("p", &[("class", "meta")], |it| it.leaf("code", &[], &work.command));
        }
    });
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
