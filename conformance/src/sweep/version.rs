//! The version of Unicode that an implementation has, measured by the code points that it rejects.

use std::collections::BTreeSet;
use std::fmt;

use acegate_codec::Verb;
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::model::{Icu, Status, Tables};
use acegate_codec::uts46::{self, general_category};

use super::code_points::CodePoints;
use super::counts::{Ages, Counts};
use super::engine::{SweepOptions, sweep};
use super::frames::ASSIGNED_PLANES;
use super::questions::{Choice, Difference, Question, Way};
use crate::implementation::Starter;
use crate::observation::StartError;
use crate::protocol::{CodecSupport, DeclaredUnicode};

/// The version of the tables of an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// This version: most code points that it assigned are accepted, and most that newer versions
    /// assigned are rejected.
    Version(Version),
    /// Newer than the reference: code points that no version up to 18 assigns are accepted.
    Newer,
    /// No version: most code points of all versions are rejected, or none was sent.
    Unknown,
}

impl Measured {
    /// The version of the tables for a codec by the differences of a sweep.
    #[must_use]
    pub fn of(
        codec: &str,
        counts: &[Counts],
        questions: &[Question],
        differences: &[Difference],
    ) -> Self {
        let mut own = Vec::new();
        for difference in differences {
            if questions[difference.question.0].codec == codec {
                own.push(difference);
            }
        }
        if is_newer(&own) {
            return Self::Newer;
        }
        let mut rejected = vec![Ages::default(); questions.len()];
        for difference in own {
            if difference.way == Way::Rejected {
                rejected[difference.question.0].add(difference.point);
            }
        }
        // Older tables reject the code points of a newer version in every frame. Without them nothing is known.
        let mut is_newer_rejected = false;
        for version in Version::ALL.into_iter().rev() {
            let mut is_asked = false;
            let mut is_there = false;
            for (index, (counts, rejected)) in counts.iter().zip(&rejected).enumerate() {
                if questions[index].codec != codec {
                    continue;
                }
                let accepted = counts.accepted.of(version);
                is_asked |= accepted > 0;
                is_there |= accepted > 0 && rejected.of(version) * 2 <= accepted;
            }
            if is_there {
                return Self::Version(version);
            }
            if !is_asked && !is_newer_rejected {
                break;
            }
            is_newer_rejected |= is_asked;
        }
        Self::Unknown
    }

    /// The versions of the tables, if they are older than the reference. None is newer than the
    /// measured version, and one may be declared to be even older.
    #[must_use]
    pub fn limit(self, support: Option<&CodecSupport>) -> Versions {
        let declared = support.and_then(|support| support.limits.unicode);
        let Self::Version(measured) = self else {
            return declared.map_or(Versions::all(Version::V18), |DeclaredUnicode(own)| own);
        };
        let Some(DeclaredUnicode(declared)) = declared else {
            return Versions::all(measured);
        };
        Versions {
            mapping: declared.mapping.min(measured),
            nfc: declared.nfc.min(measured),
            bidi: declared.bidi.min(measured),
            joining: declared.joining.min(measured),
        }
    }
}

/// The code points of each version by which it is measured.
const SAMPLE: u64 = 48;

impl Measured {
    /// The version of an implementation, by some code points that each version assigned.
    ///
    /// # Errors
    ///
    /// A [`StartError`] if the implementation does not start.
    pub fn by_sample(start: &Starter<'_>) -> Result<Self, StartError> {
        let options = SweepOptions {
            choice: Choice {
                frames: vec!["alone".to_owned()],
                codecs: vec![uts46::ABOUT.id.to_owned()],
                ops: vec![Verb::ToAscii.name().to_owned()],
                code_points: Some(sample()),
                ..Choice::default()
            },
            ..SweepOptions::default()
        };
        let sweep = sweep(start, &options)?;
        Ok(Self::of(
            uts46::ABOUT.id,
            &sweep.counts,
            &sweep.questions,
            &sweep.differences,
        ))
    }
}

/// Some valid code points of each version.
fn sample() -> CodePoints {
    let mut counts = Ages::default();
    let mut sample = Vec::new();
    for point in CodePoints::of_planes(&ASSIGNED_PLANES).iter() {
        let version = Version::of(point);
        if counts.of(version) < SAMPLE && Icu.status(point) == Status::Valid {
            counts.add_version(version);
            sample.push(point);
        }
    }
    sample.into_iter().collect()
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "Unicode {version}"),
            Self::Newer => write!(f, "newer than Unicode {}", Version::V18),
            Self::Unknown => f.write_str("a version of Unicode that was not measured"),
        }
    }
}

/// How many unassigned code points are accepted at least by an implementation with a newer version. A few are the
/// mistake of a table; every version since 13 has assigned hundreds.
const FEWEST_NEW: usize = 16;

/// Whether unassigned code points are accepted where a newer version may assign them. An
/// implementation that accepts code points of plane 4 and above, where no assignment is planned,
/// does not check whether code points are assigned.
fn is_newer(differences: &[&Difference]) -> bool {
    const FIRST_UNPLANNED: char = '\u{40000}';
    let mut accepted = BTreeSet::new();
    for difference in differences {
        if difference.way == Way::Accepted && is_unassigned(difference.point) {
            if difference.point >= FIRST_UNPLANNED {
                return false;
            }
            accepted.insert(difference.point);
        }
    }
    accepted.len() >= FEWEST_NEW
}

/// Whether no version up to the version of the reference assigns the code point, and a newer one
/// may.
#[must_use]
pub(super) fn is_unassigned(point: char) -> bool {
    let is_noncharacter =
        u32::from(point) & 0xFFFE == 0xFFFE || matches!(point, '\u{FDD0}'..='\u{FDEF}');
    !is_noncharacter && general_category(point) == "Unassigned"
}
