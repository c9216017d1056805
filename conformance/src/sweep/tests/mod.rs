//! Sweeps of implementations in this process that are known to be wrong: tables with one mistake, older tables, and
//! known deviations.

mod causes;
mod clusters;
mod files;
pub(crate) mod fixture;
mod report;
mod version;

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::model::{Bidi, Icu, Joining, Rules, Status, Tables};
use acegate_vectors::Level;

use self::fixture::{
    Mistaken, described, described_as, deviant, of_every_version, ruled, swept, swept_by,
};
use super::*;
use crate::implementation::{Implementation, InProcess, Registry};
use crate::protocol::DeclaredUnicode;
use crate::sweep::version::Measured;

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as u32 % most
    }

    /// A code point beyond ASCII with this status.
    fn point(&mut self, is_wanted: fn(&Status) -> bool) -> char {
        loop {
            let point = char::from_u32(self.below(0x3_0000)).filter(|point| !point.is_ascii());
            if let Some(point) = point
                && is_wanted(&Icu.status(point))
                && !Icu.is_virama(point)
            {
                return point;
            }
        }
    }

    /// A mistake that changes the answer to a name with the code point.
    fn mistake(&mut self) -> Mistake {
        let is_valid = |status: &Status| *status == Status::Valid;
        match self.below(5) {
            0 => Mistake::Status(self.point(is_valid), Status::Disallowed),
            1 => Mistake::Status(
                self.point(|status| *status == Status::Disallowed),
                Status::Valid,
            ),
            2 => Mistake::Status(
                self.point(|status| matches!(status, Status::Mapped(_))),
                Status::Mapped("q".to_owned()),
            ),
            3 => {
                let point = self.point(is_valid);
                let class = match Icu.bidi(point) {
                    Bidi::R | Bidi::AL | Bidi::AN => Bidi::L,
                    _ => Bidi::R,
                };
                Mistake::Bidi(point, class)
            }
            _ => {
                let point = self.point(is_valid);
                let kind = match Icu.joining(point) {
                    Joining::D => Joining::Other,
                    _ => Joining::D,
                };
                Mistake::Joining(point, kind)
            }
        }
    }
}

/// A wrong entry of a table.
#[derive(Clone, Debug)]
enum Mistake {
    Status(char, Status),
    Bidi(char, Bidi),
    Joining(char, Joining),
}

impl Mistake {
    const fn point(&self) -> char {
        match self {
            Self::Status(point, _) | Self::Bidi(point, _) | Self::Joining(point, _) => *point,
        }
    }

    fn tables(self) -> Mistaken {
        match self {
            Self::Status(point, status) => {
                Mistaken::status(move |c| (c == point).then(|| status.clone()))
            }
            Self::Bidi(point, class) => Mistaken::bidi(point, class),
            Self::Joining(point, kind) => Mistaken::joining(point, kind),
        }
    }
}

#[test]
fn each_of_a_hundred_mistakes_in_a_table_is_one_finding() {
    let mut chance = Chance(7);
    for number in 0..100 {
        let mistake = chance.mistake();
        let point = mistake.point();
        let title = format!("{number}: {mistake:?}");
        let first = char::from_u32(u32::from(point) & !0x3F).expect("no surrogate");
        let last = char::from_u32(u32::from(point) | 0x3F).expect("no surrogate");
        let mut points = CodePoints::default();
        points.add_range(first..=last);
        let rules = mistake.tables().rules();
        let findings = swept(|| ruled(rules), points).findings();
        assert_eq!(findings.len(), 1, "{title}: {findings:?}");
        assert!(
            findings[0].code_points.contains(point),
            "{title}: {findings:?}"
        );
        let is_version = matches!(findings[0].cause, SweepCause::Version { .. });
        assert!(!is_version, "{title}: {findings:?}");
    }
}

#[test]
fn older_tables_are_one_finding_that_names_their_version() {
    let sweep = swept(|| ruled(Rules::UTS46), of_every_version());
    let findings = sweep.findings();
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    let SweepCause::Version { measured, ages, .. } = &finding.cause else {
        panic!("{finding:?}");
    };
    assert_eq!(*measured, Measured::Version(Version::V16));
    assert!(
        ages.of(Version::V17) > 0 && ages.of(Version::V18) > 0,
        "{ages}"
    );
    assert_eq!(finding.level, None);
}

#[test]
fn a_version_without_code_points_in_the_sweep_is_skipped() {
    let all = of_every_version();
    let points = all
        .iter()
        .filter(|point| Version::of(*point) != Version::V16);
    let sweep = swept(|| ruled(Rules::UTS46), points.collect());
    let measured = Measured::of("uts46", &sweep.counts, &sweep.questions, &sweep.differences);
    // The characters of Unicode 15.1 in plane 0 are disallowed.
    assert_eq!(measured, Measured::Version(Version::V15_0));
    // Without code points of the newest versions, no answer shows that the implementation does not
    // know them.
    let points = all
        .iter()
        .filter(|point| Version::of(*point) < Version::V16);
    let sweep = swept(|| ruled(Rules::UTS46), points.collect());
    let measured = Measured::of("uts46", &sweep.counts, &sweep.questions, &sweep.differences);
    assert_eq!(measured, Measured::Unknown);
}

/// The implementation declares joining types from before Unicode 5, and accepts a disallowed character.
#[test]
fn old_joining_types_explain_no_wrong_status() {
    let description = described(|support| {
        support.limits.unicode = Some(DeclaredUnicode(Versions {
            joining: Version::V4,
            ..Versions::all(Version::V18)
        }));
    });
    let start = || {
        let accepted = Mistaken::status(|c| (c == '\u{2100}').then_some(Status::Valid));
        let mut wrong = ruled(accepted.rules());
        described_as(description.clone(), move |request| {
            Some(wrong.answer(request).outcome)
        })
    };
    let findings = swept(start, ('\u{2100}'..='\u{213F}').collect()).findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].level, Some(Level::Must));
    assert_eq!(findings[0].code_points.show(1), "U+2100");
}

#[test]
fn a_known_deviation_is_named() {
    let id = "uts46/bidi-not-checked";
    let points = ('\u{C0}'..='\u{5FF}').collect();
    let findings = swept(|| deviant(id), points).findings();
    let named = findings.iter().find_map(|finding| match finding.cause {
        SweepCause::Deviation { id, .. } => Some(id),
        _ => None,
    });
    assert_eq!(named, Some(id), "{findings:?}");
    assert_eq!(findings.len(), 1, "{findings:?}");
}

/// In a sweep of a validator, which only has the operation `check`.
#[test]
fn a_deviation_of_idna2008_is_named_in_a_sweep_of_checks() {
    let id = "idna2008/old-hangul-accepted";
    let options = Choice {
        frames: vec!["alone".to_owned(), "between-letters".to_owned()],
        ops: vec!["check".to_owned()],
        code_points: Some(('\u{1000}'..='\u{13FF}').collect()),
        ..Choice::default()
    };
    let findings = swept_by(|| deviant(id), options).findings();
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    let named = matches!(finding.cause, SweepCause::Deviation { id: named, .. } if named == id);
    assert!(named && finding.level == Some(Level::Must), "{finding:?}");
    // All of the block Hangul Jamo.
    assert_eq!(finding.code_points.show(1), "U+1100–11FF");
}

#[test]
fn the_reference_has_no_finding_and_every_frame_is_asked() {
    let start = || Box::new(InProcess::registry(Registry::Reference)) as Box<dyn Implementation>;
    let sweep = swept(start, of_every_version());
    assert!(sweep.findings().is_empty() && sweep.is_whole);
    let asked: Vec<&str> = sweep.questions.iter().map(|it| it.frame.name).collect();
    for frame in FRAMES {
        assert!(asked.contains(&frame.name), "{}", frame.name);
    }
    for counts in &sweep.counts {
        assert!(counts.sent > 200 && counts.skipped == 0, "{counts:?}");
    }
}
