//! The numbers of a sweep: requests of a question, and names by the version of Unicode.

use std::fmt;

use acegate_codec::unicode::Version;
use serde::{Deserialize, Serialize};

/// The requests of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// How many were sent.
    pub sent: u64,
    /// How many the implementation skipped.
    pub skipped: u64,
    /// How many answers differ from the reference.
    pub different: u64,
    /// How many names the reference accepts, by the version that assigned the code point.
    pub accepted: Ages,
}

impl Counts {
    /// Adds others.
    pub(super) fn add(&mut self, other: &Self) {
        self.sent += other.sent;
        self.skipped += other.skipped;
        self.different += other.different;
        for (own, other) in self.accepted.0.iter_mut().zip(other.accepted.0) {
            *own += other;
        }
    }
}

/// A number for each version of Unicode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ages([u64; Version::ALL.len()]);

impl Ages {
    /// Counts a code point under the version that assigned it.
    pub fn add(&mut self, point: char) {
        self.add_version(Version::of(point));
    }

    /// Counts a code point with this version.
    pub fn add_version(&mut self, version: Version) {
        self.0[index(version)] += 1;
    }

    /// The number for a version.
    #[must_use]
    pub const fn of(&self, version: Version) -> u64 {
        self.0[index(version)]
    }
}

const fn index(version: Version) -> usize {
    version as usize
}

impl fmt::Display for Ages {
    /// The versions with their numbers, such as `14: 838, 15.0: 4489`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for version in Version::ALL {
            if self.of(version) > 0 {
                write!(f, "{separator}{version}: {}", self.of(version))?;
                separator = ", ";
            }
        }
        Ok(())
    }
}
