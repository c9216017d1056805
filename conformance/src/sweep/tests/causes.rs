//! The causes of findings, and their order.

use acegate_codec::punycode;
use acegate_codec::unicode::{Version, Versions};
use acegate_vectors::Level;

use super::super::*;
use super::fixture::{
    answering, choice, described, deviant, first_of, of_every_version, rejection, swept_by,
};
use crate::observation::{Fault, Outcome};
use crate::protocol::{DeclaredUnicode, Description};

fn failure() -> Outcome {
    Outcome::Fault(Fault::Caught("a failure".to_owned()))
}

/// An implementation that reads no names of two labels, and declares it.
fn of_one_label() -> Description {
    described(|support| support.limits.labels = Some(1))
}

/// The cause, the level and the code points of findings.
fn facts(findings: &[SweepFinding]) -> Vec<(&'static str, Option<Level>, String)> {
    let mut facts = Vec::new();
    for finding in findings {
        let cause = match finding.cause {
            SweepCause::Version { .. } => "version",
            SweepCause::Declared(_) => "declared",
            SweepCause::Deviation { .. } => "deviation",
            SweepCause::Property(_) | SweepCause::Ranges(_) => "wrong",
        };
        facts.push((cause, finding.level, finding.code_points.show(2)));
    }
    facts
}

/// The version first, then what is wrong by level and code point, then what is declared. The transcription has the tables
/// of Unicode 16, so what is wrong about newer characters is a *should*.
#[test]
fn findings_come_by_cause_level_and_code_point() {
    let new = first_of(Version::V17);
    let code = punycode::encode(&format!("a{new}b")).expect("a code");
    let encoded = format!("xn--{code}");
    let description = of_one_label();
    let start = || {
        let encoded = encoded.clone();
        answering(&description, move |name| {
            let is_wrong = name == "a\u{A641}b" || name == "\u{1E01}" || name == encoded;
            let is_newer = decoded(name).contains(|c| Version::of(c) == Version::V18);
            rejection(is_wrong || is_newer || name.starts_with("\u{5D0}."))
        })
    };
    let frames = ["alone", "between-letters", "encoded", "second-label"];
    let more = ['\u{5D1}', '\u{1E01}', '\u{A641}'];
    let points = of_every_version().iter().chain(more).collect();
    let findings = swept_by(start, choice(&frames, points)).findings();
    let facts = facts(&findings);
    let [version, first, second, third, declared] = facts.as_slice() else {
        panic!("{facts:?}");
    };
    assert_eq!((version.0, version.1), ("version", None));
    assert_eq!(*first, ("wrong", Some(Level::Must), "U+1E01".to_owned()));
    assert_eq!(*second, ("wrong", Some(Level::Must), "U+A641".to_owned()));
    let new = format!("U+{:04X}", u32::from(new));
    assert_eq!(*third, ("wrong", Some(Level::Should), new));
    assert_eq!((declared.0, declared.1), ("declared", None));
}

/// The text of a label that may be encoded.
fn decoded(name: &str) -> String {
    match name.strip_prefix("xn--") {
        Some(code) => punycode::decode(code).unwrap_or_default(),
        None => name.to_owned(),
    }
}

/// A crash is no right answer, whatever is declared and whichever version the tables have.
#[test]
fn faults_are_neither_of_a_version_nor_declared() {
    let new = first_of(Version::V17);
    let description = of_one_label();
    let start = || {
        answering(&description, move |name| {
            let is_new = name.contains(|c| Version::of(c) > Version::V16);
            if name == format!("a{new}b") || name == "\u{5D0}.\u{5D1}" {
                return Some(failure());
            }
            rejection(is_new || name.starts_with("\u{5D0}."))
        })
    };
    let points = of_every_version().iter().chain(['\u{5D1}']).collect();
    let sweep = swept_by(start, choice(&["between-letters", "second-label"], points));
    let mut faults = Vec::new();
    for finding in sweep.findings() {
        let is_fault = finding.ways.iter().any(|(way, _)| *way == Way::Fault);
        match finding.cause {
            SweepCause::Version { .. } | SweepCause::Declared(_) => {
                assert!(!is_fault, "{finding:?}");
            }
            _ => faults.extend(finding.code_points.iter()),
        }
    }
    assert_eq!(faults, ['\u{5D1}', new]);
}

/// Newer tables accept what no version of the reference assigns.
#[test]
fn newer_tables_are_one_finding() {
    let description = described(|_| ());
    let start = || {
        answering(&description, |name| {
            let is_new = name.contains(super::super::version::is_unassigned);
            is_new.then(|| Outcome::Value("xn--a".into()))
        })
    };
    let points: CodePoints = ('\u{370}'..='\u{3FF}')
        .chain('\u{530}'..='\u{5FF}')
        .collect();
    let unassigned = points
        .iter()
        .filter(|c| super::super::version::is_unassigned(*c));
    let unassigned: CodePoints = unassigned.collect();
    assert!(unassigned.count() >= 16);
    let sweep = swept_by(start, choice(&["alone", "between-letters"], points));
    let findings = sweep.findings();
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    let SweepCause::Version {
        measured, others, ..
    } = finding.cause
    else {
        panic!("{finding:?}");
    };
    assert_eq!((measured, others), (Measured::Newer, 0));
    assert_eq!(finding.code_points, unassigned);
}

/// A character of Unicode 14 is counted under its version, whether the old tables are for the mapping or for Bidi
/// classes.
#[test]
fn a_character_that_old_tables_do_not_have_is_not_among_the_others() {
    // U+0870 is an Arabic letter of Unicode 14.
    assert_eq!(Version::of('\u{870}'), Version::V14);
    let newest = Versions::all(Version::V18);
    for old in [
        Versions {
            mapping: Version::V13,
            ..newest
        },
        Versions {
            bidi: Version::V13,
            ..newest
        },
    ] {
        let description = described(|support| support.limits.unicode = Some(DeclaredUnicode(old)));
        let start = || answering(&description, |name| rejection(name.contains('\u{870}')));
        let points = of_every_version().iter().chain(['\u{870}']).collect();
        let sweep = swept_by(start, choice(&["before-right-to-left"], points));
        let findings = sweep.findings();
        let [finding] = findings.as_slice() else {
            panic!("{findings:?}");
        };
        let SweepCause::Version { ages, others, .. } = finding.cause else {
            panic!("{finding:?}");
        };
        assert_eq!((ages.of(Version::V14), others), (1, 0), "{old:?}");
    }
}

/// The reference, which does not check the Bidi rule in names for which this is true.
fn without_bidi(is_unchecked: fn(&str) -> bool) -> Box<dyn crate::implementation::Implementation> {
    let description = described(|_| ());
    let mut wrong = deviant("uts46/bidi-not-checked");
    super::fixture::described_as(description, move |request| {
        let name = request.text()?.to_scalar_string()?;
        is_unchecked(&name).then(|| wrong.answer(request).outcome)
    })
}

fn is_deviation_named(sweep: &Sweep) -> bool {
    let is_deviation =
        |finding: &SweepFinding| matches!(finding.cause, SweepCause::Deviation { .. });
    sweep.findings().iter().any(is_deviation)
}

/// The neighbour of a wrong answer is right, and the deviation gives a wrong one.
#[test]
fn no_deviation_is_named_that_a_neighbour_speaks_against() {
    let points: CodePoints = ('\u{5CF}'..='\u{5EA}').collect();
    let choice = choice(&["between-letters"], points);
    let mut sweep = swept_by(
        || without_bidi(|name| !name.contains('\u{5D0}')),
        choice.clone(),
    );
    assert!(!is_deviation_named(&sweep));
    // So do the answers before a sweep was cut off.
    sweep.is_whole = false;
    assert!(!is_deviation_named(&sweep));
    // The rest may not have been sent.
    sweep.answered = vec![None];
    assert!(is_deviation_named(&sweep));
    let sweep = swept_by(|| without_bidi(|_| true), choice);
    assert!(is_deviation_named(&sweep));
}

/// Labels are as the deviation gives them, and encoded labels are not.
#[test]
fn no_deviation_is_named_that_another_frame_speaks_against() {
    let points: CodePoints = ('\u{5D0}'..='\u{5EA}').collect();
    let choice = choice(&["between-letters", "encoded"], points);
    let sweep = swept_by(
        || without_bidi(|name| !name.starts_with("xn--")),
        choice.clone(),
    );
    assert!(!sweep.differences.is_empty() && !is_deviation_named(&sweep));
    let sweep = swept_by(|| without_bidi(|_| true), choice);
    assert!(is_deviation_named(&sweep));
}

/// Two code points may differ for many reasons.
#[test]
fn a_deviation_needs_three_code_points() {
    let start = || without_bidi(|_| true);
    for (last, is_named) in [('\u{5D1}', false), ('\u{5D2}', true)] {
        let sweep = swept_by(
            start,
            choice(&["between-letters"], ('\u{5D0}'..=last).collect()),
        );
        assert_eq!(is_deviation_named(&sweep), is_named, "{last}");
    }
}
