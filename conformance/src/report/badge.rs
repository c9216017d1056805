//! The result of a run as a badge: a picture, and the JSON from which the service shields.io draws one.
//!
//! A badge has no text of the implementation.

use std::io::{self, Write};

use serde_json::json;

use super::reporter::{Format, ReportOptions};
use super::run::Run;
use crate::event::{RunEnd, write_line};
use crate::judge::ExitStatus;

pub(super) const SVG: Format =
    Format::document("badge-svg", "svg", "A badge as a picture", write_svg);

pub(super) const ENDPOINT: Format = Format::document(
    "badge-json",
    "json",
    "A badge as shields.io reads it from an endpoint",
    write_endpoint,
);

const LABEL: &str = "acegate";

/// The text on the right and its colour, on which white text is legible.
struct Badge {
    message: String,
    colour: &'static str,
}

impl Badge {
    /// The badge counts what the verdict counts.
    fn new(end: &RunEnd) -> Self {
        let run = end.totals.run();
        let passed = match run.saturating_sub(end.totals.unexpected) {
            all if all == run => format!("all {run} as expected"),
            some => format!("{some} of {run} as expected"),
        };
        let (message, colour) = match end.exit {
            ExitStatus::Unexpected if !end.baseline_holds() && end.totals.unexpected == 0 => {
                ("baseline outdated".to_owned(), "#b62324")
            }
            ExitStatus::AsExpected => (passed, "#2a7e1b"),
            ExitStatus::Unexpected => (passed, "#b62324"),
            ExitStatus::NotAlive | ExitStatus::Usage => ("broken off".to_owned(), "#b62324"),
            ExitStatus::NothingRan => ("nothing ran".to_owned(), "#5c5c5c"),
            ExitStatus::Interrupted => ("interrupted".to_owned(), "#5c5c5c"),
        };
        Self { message, colour }
    }
}

fn write_endpoint(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let Badge { message, colour } = Badge::new(&run.end);
    let badge = json!({
        "schemaVersion": 1,
        "label": LABEL,
        "message": message,
        "color": colour,
        // Then the colour in the address of a badge does not hide a failure.
        "isError": run.end.exit != ExitStatus::AsExpected,
    });
    write_line(&badge, out)
}

/// Writes two coloured boxes, each as wide as its text.
fn write_svg(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let Badge { message, colour } = Badge::new(&run.end);
    let left = width(LABEL);
    let right = width(&message);
    let all = left + right;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" \
         aria-label=\"{LABEL}: {message}\">\n<title>{LABEL}: {message}</title>\n\
         <clipPath id=\"r\"><rect width=\"{all}\" height=\"20\" rx=\"3\"/></clipPath>\n\
         <g clip-path=\"url(#r)\">\n<rect width=\"{left}\" height=\"20\" fill=\"#444\"/>\n\
         <rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{colour}\"/>\n</g>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n\
         {}{}</g>\n</svg>",
        text_in_box(0, LABEL),
        text_in_box(left, &message)
    )
}

/// The text of a box that begins at this pixel.
fn text_in_box(left: usize, text: &str) -> String {
    let x = left + SIDE;
    let length = width(text) - 2 * SIDE;
    format!("<text x=\"{x}\" y=\"14\" textLength=\"{length}\">{text}</text>\n")
}

/// The pixels on each side of a text.
const SIDE: usize = 6;

/// The width of a text and its padding in pixels. A character takes about seven, and the picture
/// stretches the text to the computed width.
fn width(text: &str) -> usize {
    7 * text.len() + 2 * SIDE
}
