//! The report of a comparison as a page.

use std::io::{self, Write};

use super::report::{CompareReport, GroupReport};
use super::text::{counts, show_example, show_verdict, side_names, subject};
use crate::report::html::markup::{Markup, each, field, html};
use crate::report::html::{PageExtras, page};
use crate::report::wording::{capital, show_identity};

/// How many questions of a group the page lists.
const LISTED: usize = 1000;

/// Writes the report as a page that needs nothing but itself.
///
/// # Errors
///
/// The error of `out`.
pub fn write_html(report: &CompareReport, out: &mut dyn Write) -> io::Result<()> {
    let first = show_identity(&report.first);
    let second = show_identity(&report.second);
    let title = format!("{first} and {second}");
    let state = if report.has_new_differences() {
        "failed"
    } else {
        "passed"
    };
    let [one, two] = side_names(report);
    let content = html!(
        "<section class=\"summary\" aria-labelledby=\"title\"><h1 id=\"title\">{}</h1>\
         <p class=\"verdict {}\">{}.</p><dl class=\"fields\">{}{}{}</dl></section>\n\
         <section id=\"groups\" aria-labelledby=\"groups-title\">\
         <h2 id=\"groups-title\">Differences</h2>{}</section>\n",
        title,
        state,
        capital(&report.conclusion()),
        field(one, first),
        field(two, second),
        field("requests", counts(report)),
        each(&report.groups, |group| article(group, [one, two])),
    );
    let links = [("groups", "Differences")];
    out.write_all(page(PageExtras::default(), &title, &links, &content).as_bytes())
}

fn article(group: &GroupReport, sides: [&str; 2]) -> Markup {
    let state = if group.counts() { "failed" } else { "advisory" };
    let mut fields = vec![("example", show_example(&group.example, sides))];
    if let Some(verdict) = group.baseline {
        fields.push(("baseline", show_verdict(verdict).to_owned()));
    }
    if let Some(repeat) = &group.repeat {
        fields.push(("rerun", repeat.clone()));
    }
    html!(
        "<article class=\"finding {}\"><h3>{}{}</h3><p class=\"meta\">{}</p><p>{}</p>\
         <dl class=\"fields\">{}</dl>{}</article>\n",
        state,
        group.title,
        subject(group),
        group.origin(),
        group.because,
        each(fields, |(name, text)| field(name, text)),
        questions(group, sides),
    )
}

fn questions(group: &GroupReport, sides: [&str; 2]) -> Markup {
    let all = group.questions.len();
    if all < 2 {
        return Markup::default();
    }
    let mut more = Markup::default();
    if all > LISTED {
        more = html!("<li>and {} more</li>", all - LISTED);
    }
    html!(
        "<details><summary>All {} requests</summary><ul class=\"names\">{}{}</ul></details>",
        all,
        each(group.questions.iter().take(LISTED), |question| {
            html!("<li>{}</li>", show_example(question, sides))
        }),
        more,
    )
}
