//! HTML: one page for a run, which needs nothing but itself.
//!
//! Findings and requirements are written out, so that they read without a script. The checks are
//! data, which `page.js` shows a part of at a time.
//!
//! [`page_of`] makes any other page of the same kind.

mod check;
mod checks;
mod findings;
pub(crate) mod markup;
mod requirements;

use std::io::{self, Write};

use data_encoding::BASE64;

use self::markup::{Markup, each, fragment, html, trusted};
pub use check::live_case;
pub(crate) use check::trace;

use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{conclusion, show_identity};
use crate::event::Evidence;

const HELP: &str =
    "A page for people: findings, requirements, and every check with search and filters";

/// Worked steps as HTML, which escapes all of their texts.
#[must_use]
pub fn steps_markup(steps: &crate::explain::Trace) -> String {
    trace(steps).into_string()
}

pub(super) const FORMAT: Format = Format {
    evidence: Evidence::OfAll,
    ..Format::document("html", "html", HELP, write)
};

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let identity = show_identity(&run.start.implementation);
    let title = format!("{identity}: {}", conclusion(&run.end));
    let content = html!(
        "{}{}{}{}",
        findings::summary(run),
        findings::findings(run),
        requirements::requirements(run),
        checks::checks(run)?
    );
    let links = [
        ("findings", "Findings"),
        ("requirements", "Requirements"),
        ("checks", "Checks"),
    ];
    let extras = PageExtras {
        style: include_str!("run.css"),
        script: include_str!("run.js"),
        ..PageExtras::default()
    };
    out.write_all(page(extras, &title, &links, &content).as_bytes())
}

/// The design of every page.
const STYLE: &str = include_str!("page.css");
/// The script of every page that runs before anything is drawn.
const FIRST_SCRIPT: &str = include_str!("theme.js");
/// The script of every page that runs when its content is there.
const SCRIPT: &str = include_str!("page.js");

/// The parts that only one kind of page has.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageExtras<'a> {
    /// A style sheet.
    pub style: &'a str,
    /// A script.
    pub script: &'a str,
    /// Data for the script, in letters, digits and punctuation other than `<`: the element `module`.
    pub module: &'a str,
    /// The end of the policy: further sources of scripts, and further directives.
    pub allowed: &'a str,
}

/// A complete page around this markup, with its own style and script.
#[must_use]
pub fn page_of(extras: PageExtras<'_>, title: &str, content: &'static str) -> String {
    page(
        extras,
        title,
        &[],
        &Markup::new(content, format_args!("{content}")),
    )
}

/// A complete page with this content in its main part. The links lead to parts of it, by their ids.
/// The page loads nothing: its policy allows only its own style and script, by their hashes.
pub(crate) fn page(
    extras: PageExtras<'_>,
    title: &str,
    links: &[(&'static str, &str)],
    content: &Markup,
) -> String {
    let styles = present([STYLE, extras.style]);
    let scripts = present([SCRIPT, extras.script]);
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {} {}{}; base-uri 'none'; form-action 'none'",
        sources(&styles),
        sources(&[FIRST_SCRIPT]),
        sources(&scripts),
        extras.allowed
    );
    let links = each(links, |(id, name)| {
        html!("<a href=\"{}\">{}</a>", fragment("", id), name)
    });
    let mut parts = Markup::default();
    if links.len() > 0 {
        parts = html!(
            "<nav class=\"parts\" aria-label=\"Parts of this page\">{}</nav>",
            links
        );
    }
    let mut module = Markup::default();
    if !extras.module.is_empty() {
        module = html!(
            "<script type=\"text/plain\" id=\"module\">{}</script>",
            trusted(extras.module)
        );
    }
    let page = html!(
        // A policy applies only to the elements after it. The colours come next, before anything is
        // drawn. The script shows the button.
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\
         <meta name=\"color-scheme\" content=\"light dark\">\n{}<script>{}</script>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"referrer\" content=\"no-referrer\"><title>{}</title></head>\n\
         <body><a class=\"skip\" href=\"#main\">Skip to the content</a>\
         <header class=\"top\"><span class=\"brand\">acegate</span>{}\
         <button type=\"button\" id=\"theme\" hidden>Colours: automatic</button></header>\n\
         <main id=\"main\">{}</main>\n<footer><p>Made by acegate {}.</p></footer>{}{}</body></html>\n",
        policy,
        each(&styles, |style| html!("<style>{}</style>", trusted(style))),
        trusted(FIRST_SCRIPT),
        title,
        parts,
        content,
        env!("CARGO_PKG_VERSION"),
        module,
        each(&scripts, |script| html!(
            "<script>{}</script>",
            trusted(script)
        )),
    );
    page.into_string()
}

/// The texts that are not empty.
fn present<const N: usize>(texts: [&str; N]) -> Vec<&str> {
    let mut present = Vec::from(texts);
    present.retain(|text| !text.is_empty());
    present
}

/// The source expressions of a content security policy that allow these texts: `'sha256-…'`.
fn sources(texts: &[&str]) -> String {
    let mut sources = Vec::new();
    for text in texts {
        let hash = hmac_sha256::Hash::hash(text.as_bytes());
        sources.push(format!("'sha256-{}'", BASE64.encode(&hash)));
    }
    sources.join(" ")
}
