//! A group of differences with one cause.

use std::collections::BTreeSet;

use super::difference::{AnswerDifference, Kind, Place, Side};
use super::reduction::Reduced;
use crate::observation::Outcome;
use crate::protocol::Request;
use crate::sweep::{Ages, CodePoints, Measured, Shared};

/// Differences with one cause.
#[derive(Clone, Debug)]
pub struct Group {
    /// In which way the answers differ.
    pub kind: Kind,
    /// The cause.
    pub cause: GroupCause,
    /// The code points that make the difference, where it is a single one in each name.
    pub code_points: CodePoints,
    /// The differences.
    pub differences: Vec<AnswerDifference>,
    /// The smallest request that shows it.
    pub example: Request,
    /// The answers to that.
    pub outcomes: [Outcome; 2],
    /// Whether fresh processes answered the example in the same way.
    pub is_confirmed: bool,
}

/// The cause of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupCause {
    /// The tables of the sides are of different versions of Unicode.
    Version {
        /// The versions.
        measured: [Measured; 2],
        /// How many of the names need the tables of each version.
        ages: Ages,
    },
    /// The sides have different settings, and each answers as it should.
    Settings([String; 2]),
    /// This side declares that it does something else, in these words.
    Declared(Side, String),
    /// This side behaves like a known deviation, and the other one like the reference, in names with more than one
    /// property.
    Deviation {
        /// The side.
        side: Side,
        /// The id of the deviation.
        id: &'static str,
    },
    /// Every code point with one of these properties, and no other one.
    Property(Vec<Shared>),
    /// The code points have this property, and others with it make no difference.
    Common(Shared),
    /// Nothing is known of it.
    Unknown,
}

impl Group {
    /// The group of these differences; `None` if there are none.
    pub(super) fn of(
        kind: Kind,
        cause: GroupCause,
        differences: Vec<AnswerDifference>,
    ) -> Option<Self> {
        let example = differences
            .iter()
            .min_by_key(|difference| crate::suite::length(&difference.request.input))?;
        Some(Self {
            kind,
            cause,
            code_points: framed_points(&differences),
            example: example.request.clone(),
            outcomes: example.outcomes.clone(),
            differences,
            is_confirmed: false,
        })
    }

    pub(super) fn of_reduced(kind: Kind, cause: GroupCause, reduced: Vec<Reduced>) -> Option<Self> {
        let smallest = reduced
            .iter()
            .min_by_key(|reduced| crate::suite::length(&reduced.smallest.input))?;
        let example = smallest.smallest.clone();
        let outcomes = smallest.outcomes.clone();
        let points: BTreeSet<char> = reduced.iter().filter_map(|reduced| reduced.point).collect();
        let mut differences = Vec::new();
        for one in reduced {
            differences.push(one.difference);
        }
        Some(Self {
            kind,
            cause,
            code_points: points.into_iter().collect(),
            differences,
            example,
            outcomes,
            is_confirmed: false,
        })
    }

    pub(super) fn take(&mut self, other: Self) {
        let points = self.code_points.iter().chain(other.code_points.iter());
        self.code_points = points.collect();
        self.differences.extend(other.differences);
    }
}

fn framed_points(differences: &[AnswerDifference]) -> CodePoints {
    let mut points = BTreeSet::new();
    for difference in differences {
        if let Place::Frame { point, .. } = difference.place {
            points.insert(point);
        }
    }
    points.into_iter().collect()
}
