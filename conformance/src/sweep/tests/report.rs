//! The report of a sweep in words.

use acegate_codec::unicode::Version;
use acegate_vectors::Level;

use super::super::*;
use super::fixture::{answering, choice, described, first_of, rejection, swept_by};
use crate::observation::{Outcome, SkipReason};

/// The text without the first two lines, which have the version and the time.
fn shown(sweep: &Sweep, enforce: Level) -> String {
    let report = SweepReport::new(sweep, &sweep.findings(), &["mine".to_owned()], enforce);
    let mut text = Vec::new();
    write_text(&report, false, &mut text).expect("written");
    let text = String::from_utf8(text).expect("a text");
    let text = without_colours(&text);
    let (_, rest) = text.split_once("\n\n").expect("a paragraph");
    rest.to_owned()
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once('m').expect("the end of a colour");
        plain += rest;
    }
    plain
}

/// A character of Unicode 18, which the tables of the implementation do not have, and one of 17.
fn new_characters() -> [char; 2] {
    [first_of(Version::V18), first_of(Version::V17)]
}

/// Rejects names with the character of Unicode 18; one name with that of 17; a name of two labels, which it declares;
/// and two sets of Han characters that begin with the same one.
fn with_every_label() -> Sweep {
    let [newest, new] = new_characters();
    let description = described(|support| support.limits.labels = Some(1));
    let start = || {
        answering(&description, move |name| {
            let mut characters = name.chars();
            let is_wrong = match [characters.next(), characters.next(), characters.next()] {
                [Some(c), None, None] => matches!(c, '\u{4E00}' | '\u{5000}'..='\u{5063}'),
                [Some('a'), Some(c), Some('b')] => matches!(c, '\u{4E00}'..='\u{4E09}'),
                _ => name == "\u{5D0}.\u{5D1}" || name == format!("a\u{323}{new}"),
            };
            rejection(is_wrong || name.contains(newest))
        })
    };
    let points: CodePoints = ('\u{4E00}'..='\u{50FF}')
        .chain(['\u{5D1}', newest, new])
        .collect();
    let frames = ["alone", "between-letters", "second-label", "after-mark"];
    swept_by(start, choice(&frames, points))
}

#[test]
fn a_report_has_a_label_for_each_cause_and_level() {
    let sweep = with_every_label();
    let text = shown(&sweep, Level::Must);
    let mut labels = Vec::new();
    for line in text.lines() {
        if !line.starts_with(' ') && line.contains("code point") {
            labels.push(line);
        }
    }
    let [newest, new] = new_characters().map(|c| format!("U+{:04X}", u32::from(c)));
    let expected = [
        format!("version  {newest} (1 code point)"),
        "must  U+4E00, U+5000–5063 (101 code points)".to_owned(),
        "must  U+4E00–4E09 (10 code points)".to_owned(),
        format!("should  {new} (1 code point)"),
        "declared  U+05D1 (1 code point)".to_owned(),
    ];
    assert_eq!(labels, expected, "{text}");
    assert!(
        text.ends_with("2 findings, and 3 that do not count\n"),
        "{text}"
    );
    let text = shown(&sweep, Level::Should);
    assert!(
        text.ends_with("3 findings, and 2 that do not count\n"),
        "{text}"
    );
}

/// A baseline names each finding, so two with the same first code point have different names.
#[test]
fn findings_have_different_names() {
    let sweep = with_every_label();
    let report = SweepReport::new(&sweep, &sweep.findings(), &[], Level::Must);
    let names: Vec<&str> = report
        .counting()
        .map(|finding| finding.id.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "sweep/uts46/rejected/U+4E00",
            "sweep/uts46/rejected/U+4E00-2"
        ]
    );
    let contents: Vec<String> = report.counting().map(FindingReport::content).collect();
    assert_ne!(contents[0], contents[1]);
}

#[test]
fn what_the_implementation_skips_is_counted_and_does_not_differ() {
    let description = described(|_| ());
    let start = || {
        answering(&description, |name| {
            let skipped = || Outcome::Skipped(SkipReason::Limit, "too long".to_owned());
            (name == "q").then(skipped)
        })
    };
    let sweep = swept_by(
        start,
        choice(&["alone"], ('a'..='z').chain([' ']).collect()),
    );
    let counts = sweep.counts[0];
    assert_eq!((counts.sent, counts.skipped, counts.different), (27, 1, 0));
    // The letters are of the oldest version; the blank is rejected, and `q` was not answered.
    assert_eq!(counts.accepted.of(Version::of('a')), 25);
    assert_eq!(
        shown(&sweep, Level::Must),
        "every answer matches the reference\n"
    );
}
