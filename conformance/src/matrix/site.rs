//! The parts that the pages of the matrix share: their navigation, and the words and the bar of a row.

use std::collections::HashMap;

use acegate_vectors::{Check, Level, Suite};

use super::answers::Answers;
use super::model::{Matrix, MatrixRow, counting_findings, show_state};
use crate::plural::grouped;
use crate::report::Address;
use crate::report::html::markup::{Markup, each, html};
use crate::report::html::{PageExtras, page};
use crate::report::wording::count;

/// The data that the pages are made of.
#[derive(Debug)]
pub(crate) struct Site<'a> {
    pub(super) matrix: &'a Matrix,
    pub(super) answers: &'a Answers,
    pub(super) suite: &'a Suite,
    /// The checks of the suite, by name.
    pub(super) checks: HashMap<String, Check>,
    /// The address of the live page, if the pages may lead to it.
    live_page: Option<&'a Address>,
}

/// A page: its path in the folder of the pages, and its text.
#[derive(Debug)]
pub(crate) struct SitePage {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The pages of the matrix, as its navigation lists them.
const PARTS: [(&str, &str); 4] = [
    ("index.html", "Implementations"),
    ("findings.html", "Findings"),
    ("requirements.html", "Requirements"),
    ("cases/index.html", "Cases"),
];

/// The shortest part of a bar that is not empty, in percent: a few failures of thousands stay visible.
const SHORTEST: f64 = 2.0;

impl<'a> Site<'a> {
    pub(crate) fn new(
        matrix: &'a Matrix,
        answers: &'a Answers,
        suite: &'a Suite,
        live_page: Option<&'a Address>,
    ) -> Self {
        let mut checks = HashMap::new();
        for check in suite.checks() {
            checks.insert(check.name.clone(), check);
        }
        Self {
            matrix,
            answers,
            suite,
            checks,
            live_page,
        }
    }

    /// A page with the navigation of the matrix.
    pub(super) fn page(&self, path: &str, title: &str, content: &Markup) -> SitePage {
        let root = root_of(path);
        let links = each(PARTS, |(part, name)| {
            let address = format!("{root}{part}");
            if part == path {
                html!("<a href=\"{}\" aria-current=\"page\">{}</a>", address, name)
            } else {
                html!("<a href=\"{}\">{}</a>", address, name)
            }
        });
        let content = html!(
            "<nav class=\"tabs\" aria-label=\"Matrix\">{}</nav>{}",
            links,
            content
        );
        let extras = PageExtras {
            style: include_str!("site.css"),
            ..PageExtras::default()
        };
        SitePage {
            path: path.to_owned(),
            text: page(extras, title, &[], &content),
        }
    }

    /// The address of a case on the live page, from the page at this path.
    pub(super) fn live_address(&self, case: &str, path: &str) -> Option<String> {
        let page = self.live_page?.to_string();
        let is_relative = !page.contains("://") && !page.starts_with('/');
        let root = if is_relative {
            root_of(path)
        } else {
            String::new()
        };
        Some(format!("{root}{page}#{case}"))
    }
}

/// The way from a page to the folder of the pages.
pub(super) fn root_of(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// The name that an implementation gives itself; that in the matrix if it gives none.
pub(super) fn shown_name(row: &MatrixRow) -> String {
    if row.implementation.name.is_empty() {
        row.name.clone()
    } else {
        row.implementation.name.clone()
    }
}

pub(super) fn name_and_version(row: &MatrixRow) -> String {
    format!("{} {}", shown_name(row), version(row))
        .trim_end()
        .to_owned()
}

/// The version of an implementation. One that does not say its version may have it in its name here.
pub(super) fn version(row: &MatrixRow) -> &str {
    let version = row.implementation.version.as_str();
    if !version.is_empty() {
        return version;
    }
    match row.name.rsplit_once('-') {
        Some((_, end)) if end.starts_with(|c: char| c.is_ascii_digit()) => end,
        _ => "",
    }
}

/// The results of the checks of its codecs as a bar: passed, failed and skipped.
pub(super) fn bar(row: &MatrixRow) -> Markup {
    let parts = [
        ("passed", row.passed),
        ("advisory", row.advisory),
        ("failed", row.counting),
        ("skipped", row.skipped_of_its_codecs),
    ];
    let all: usize = parts.iter().map(|(_, number)| number).sum();
    let widths = parts.map(|(_, number)| width(number, all));
    let whole: f64 = widths.iter().sum();
    let mut left = 0.0;
    let mut drawn = Markup::default();
    for ((class, _), width) in parts.into_iter().zip(widths) {
        // The shortest parts are longer than their share, so all of them shrink.
        let width = width * 100.0 / whole.max(1.0);
        if width > 0.0 {
            drawn.append(&html!(
                "<rect class=\"{}\" x=\"{}\" width=\"{}\" height=\"1\"></rect>",
                class,
                format!("{left:.1}"),
                format!("{width:.1}")
            ));
        }
        left += width;
    }
    html!(
        "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{}\">{}</svg>",
        in_numbers(row),
        drawn
    )
}

fn width(number: usize, all: usize) -> f64 {
    if number == 0 {
        return 0.0;
    }
    let share = number as f64 * 100.0 / all.max(1) as f64;
    share.max(SHORTEST)
}

/// The results of a row in numbers, which the bar draws.
pub(super) fn in_numbers(row: &MatrixRow) -> String {
    let state = match show_state(row.state) {
        "whole" => String::new(),
        state => format!(" ({state})"),
    };
    format!(
        "{} passed, {} failed, {} advisory, {} skipped{state}",
        grouped(row.passed),
        grouped(row.counting),
        grouped(row.advisory),
        grouped(row.skipped_of_its_codecs),
    )
}

pub(super) fn level(level: Level) -> Markup {
    html!(
        "<span class=\"level {}\">{}</span>",
        level.as_str(),
        level.as_str()
    )
}

/// The verdict of a row, in a sentence.
pub(super) fn verdict(row: &MatrixRow) -> String {
    if row.counting == 0 {
        return "No must failure.".to_owned();
    }
    let fail = if row.counting == 1 { "breaks" } else { "break" };
    format!(
        "{} {fail} a must, in {}.",
        count(row.counting, "check", "checks"),
        count(counting_findings(row), "finding", "findings")
    )
}
