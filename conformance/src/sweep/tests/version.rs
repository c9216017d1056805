//! The version of Unicode by single answers: each threshold, and the next number on its other side.

use acegate_codec::unicode::{Version, Versions};

use super::super::counts::Counts;
use super::super::questions::{Difference, Question, QuestionId, Way, questions};
use super::super::version::is_unassigned;
use super::super::*;
use super::fixture::{choice, described};
use crate::event::Observed;
use crate::observation::{Outcome, Refusal};
use crate::protocol::{CodecSupport, DeclaredUnicode};

fn question() -> Vec<Question> {
    let choice = choice(&["alone"], CodePoints::all());
    questions(&described(|_| ()), &choice)
}

fn differences(way: Way, points: &[char]) -> Vec<Difference> {
    let mut differences = Vec::new();
    for &point in points {
        differences.push(Difference {
            question: QuestionId(0),
            point,
            way,
            expected: "ok",
            observed: Observed::of(&Outcome::Refused(Refusal::default())),
        });
    }
    differences
}

/// The first code points that a version assigned.
fn of_version(version: Version, count: usize) -> Vec<char> {
    let own = ('\u{A0}'..='\u{1FFFF}').filter(|point| Version::of(*point) == version);
    let points: Vec<char> = own.take(count).collect();
    assert_eq!(points.len(), count);
    points
}

/// The version, if the reference accepts ten names of each of three versions, and those of 18 and so many of 17 are
/// rejected.
fn with_rejected(count: usize) -> Measured {
    let mut counts = Counts::default();
    for version in [Version::V16, Version::V17, Version::V18] {
        for point in of_version(version, 10) {
            counts.accepted.add(point);
        }
    }
    let mut rejected = of_version(Version::V18, 10);
    rejected.extend(of_version(Version::V17, count));
    let differences = differences(Way::Rejected, &rejected);
    Measured::of("uts46", &[counts], &question(), &differences)
}

#[test]
fn tables_are_of_a_version_of_which_half_is_accepted() {
    assert_eq!(with_rejected(0), Measured::Version(Version::V17));
    assert_eq!(with_rejected(5), Measured::Version(Version::V17));
    assert_eq!(with_rejected(6), Measured::Version(Version::V16));
}

/// Whether tables are newer than the reference's, if these names are accepted.
fn is_newer(points: &[char]) -> bool {
    let accepted = differences(Way::Accepted, points);
    Measured::of("uts46", &[Counts::default()], &question(), &accepted) == Measured::Newer
}

#[test]
fn tables_are_newer_if_enough_unassigned_code_points_are_accepted() {
    let unassigned: Vec<char> = ('\u{A0}'..='\u{1FFFF}')
        .filter(|c| is_unassigned(*c))
        .collect();
    assert!(is_newer(&unassigned[..16]));
    assert!(!is_newer(&unassigned[..15]));
    // The same code point in two frames is one.
    let twice = [&unassigned[..15], &unassigned[..15]].concat();
    assert!(!is_newer(&twice));
    // No version will assign these.
    let mut with_plane_4 = unassigned[..16].to_vec();
    with_plane_4.push('\u{40000}');
    assert!(!is_newer(&with_plane_4));
    let noncharacters: Vec<char> = ('\u{FDD0}'..='\u{FDEF}').collect();
    assert!(!is_newer(&noncharacters));
    assert!(!is_unassigned('\u{1FFFE}') && !is_unassigned('\u{FFFF}') && is_unassigned('\u{378}'));
}

fn declaring(versions: Versions) -> CodecSupport {
    CodecSupport {
        limits: crate::protocol::DeclaredLimits {
            unicode: Some(DeclaredUnicode(versions)),
            ..Default::default()
        },
        ..CodecSupport::default()
    }
}

/// No table is newer than the measured version, and each is as old as it is declared.
#[test]
fn each_table_has_the_older_of_the_measured_and_the_declared_version() {
    let measured = Measured::Version(Version::V15_0);
    assert_eq!(measured.limit(None), Versions::all(Version::V15_0));
    let one = Versions {
        mapping: Version::V13,
        nfc: Version::V16,
        bidi: Version::V14,
        joining: Version::V18,
    };
    let limited = Versions {
        mapping: Version::V13,
        nfc: Version::V15_0,
        bidi: Version::V14,
        joining: Version::V15_0,
    };
    assert_eq!(measured.limit(Some(&declaring(one))), limited);
    let other = Versions {
        mapping: Version::V17,
        nfc: Version::V12_1,
        bidi: Version::V18,
        joining: Version::V4,
    };
    let limited = Versions {
        mapping: Version::V15_0,
        nfc: Version::V12_1,
        bidi: Version::V15_0,
        joining: Version::V4,
    };
    assert_eq!(measured.limit(Some(&declaring(other))), limited);
    // Nothing was measured.
    for unmeasured in [Measured::Newer, Measured::Unknown] {
        assert_eq!(unmeasured.limit(Some(&declaring(other))), other);
        assert_eq!(unmeasured.limit(None), Versions::all(Version::V18));
    }
}
