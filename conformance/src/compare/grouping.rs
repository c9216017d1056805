//! The differences grouped by cause.
//!
//! In: four names in which only one side accepts U+2135 to U+2138, and 4,489 names with characters of a newer version
//! of Unicode. Out: two groups.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Known, KnownCause, needed_versions};
use super::difference::{AnswerDifference, Kind, Place, Side};
use super::group::{Group, GroupCause};
use super::naming::Naming;
use super::reduction::{Reduced, Reducer};
use super::sides::Sides;
use crate::protocol::Request;
use crate::sorting::sort_by_key;
use crate::sweep::{Ages, Census, CodePoints, Measured, Placed, Way, by_category, clusters};

/// The facts that the grouping needs besides the differences.
pub(super) struct Grouping<'a> {
    pub(super) sides: &'a mut Sides,
    pub(super) known: &'a Known,
    pub(super) measured: [Measured; 2],
    /// Questions that both sides accept with the same value, and that both reject.
    pub(super) alike: [&'a [Request]; 2],
    /// The code points that were sent in frames.
    pub(super) framed: Vec<CodePoints>,
}

impl Grouping<'_> {
    /// The groups: faults first, then the others by the number of their differences. Versions, settings and
    /// declarations come last.
    pub(super) fn groups(mut self, differences: Vec<AnswerDifference>) -> Vec<Group> {
        let mut by_known: BTreeMap<(KnownCause, Kind), Vec<AnswerDifference>> = BTreeMap::new();
        let mut left = Vec::new();
        for difference in differences {
            let AnswerDifference {
                request,
                kind,
                outcomes,
                ..
            } = &difference;
            match self.known.cause(self.sides, request, *kind, outcomes) {
                Some(cause) => {
                    let group = by_known.entry((cause, *kind)).or_default();
                    group.push(difference);
                }
                None => left.push(difference),
            }
        }
        let mut groups = self.unexplained(left);
        Naming::new(self.sides, self.alike).name(&mut groups);
        let mut groups = merged(groups);
        sort_by_key(&mut groups, |group| {
            let is_fault = matches!(group.kind, Kind::Fails(_));
            (!is_fault, std::cmp::Reverse(group.differences.len()))
        });
        for ((cause, kind), differences) in by_known {
            let cause = self.explained(cause, &differences);
            groups.extend(Group::of(kind, cause, differences));
        }
        for group in &mut groups {
            let again = self.sides.ask_alone(&group.example);
            group.is_confirmed = again.is_some_and(|again| again.kind == group.kind);
        }
        groups
    }

    fn explained(&self, cause: KnownCause, differences: &[AnswerDifference]) -> GroupCause {
        match cause {
            KnownCause::Settings(settings) => GroupCause::Settings(settings),
            KnownCause::Declared(side, reason) => GroupCause::Declared(side, reason),
            KnownCause::Version => {
                let mut ages = Ages::default();
                for difference in differences {
                    if let Some(versions) = needed_versions(&difference.request) {
                        ages.add_version(versions.newest());
                    }
                }
                GroupCause::Version {
                    measured: self.measured,
                    ages,
                }
            }
        }
    }

    /// The groups of differences without a known cause: by the code points that make the
    /// difference, or else by their smallest requests.
    fn unexplained(&mut self, differences: Vec<AnswerDifference>) -> Vec<Group> {
        let mut placed = Vec::new();
        let mut others: BTreeMap<(Kind, Request), Vec<Reduced>> = BTreeMap::new();
        let mut reducer = Reducer::new(self.sides, self.known);
        for difference in differences {
            let reduced = reducer.reduce(difference);
            let kind = reduced.difference.kind;
            let Some(point) = reduced.point else {
                let key = (kind, reduced.smallest.clone());
                others.entry(key).or_default().push(reduced);
                continue;
            };
            placed.push(Placed {
                frame: frame_of(&reduced),
                point,
                way: (Way::of_kind(kind), kind.code()),
                difference: reduced,
            });
        }
        let mut groups = Vec::new();
        for ((kind, _), reduced) in others {
            groups.extend(Group::of_reduced(kind, GroupCause::Unknown, reduced));
        }
        let clusters = clusters(placed);
        let mut points = BTreeSet::new();
        for cluster in &clusters {
            points.extend(cluster.points.iter().copied());
        }
        let census = self.census(&points);
        for cluster in clusters {
            let is_framed = cluster.differences.iter().any(is_framed);
            let cause = match census.telling(&cluster.points) {
                Some(telling) if is_framed => GroupCause::Property(telling),
                _ => census
                    .common(&cluster.points)
                    .map_or(GroupCause::Unknown, GroupCause::Common),
            };
            let mut by_kind: BTreeMap<Kind, Vec<Reduced>> = BTreeMap::new();
            for reduced in cluster.differences {
                let kind = reduced.difference.kind;
                by_kind.entry(kind).or_default().push(reduced);
            }
            for (kind, reduced) in by_kind {
                // Names whose value changes are easier to read by what changes: fillers, letters, symbols.
                let is_told = matches!(cause, GroupCause::Property(_));
                if !is_told && is_framed && kind == Kind::OtherValue {
                    groups.extend(groups_by_category(reduced, &cause));
                } else {
                    groups.extend(Group::of_reduced(kind, cause.clone(), reduced));
                }
            }
        }
        groups
    }

    /// The properties of the code points that were sent in frames. Without frames, a sample of all code points tells
    /// how rare a property is; all of them would take longer than the questions.
    fn census(&self, wrong: &BTreeSet<char>) -> Census {
        if wrong.is_empty() {
            return Census::of(std::iter::empty(), wrong);
        }
        let mut asked = BTreeSet::new();
        for points in &self.framed {
            asked.extend(points.iter());
        }
        if asked.is_empty() {
            asked.extend(CodePoints::all().iter().step_by(STRIDE));
            asked.extend(wrong);
        }
        Census::of(asked.into_iter(), wrong)
    }
}

/// A group of names with other values for each General_Category of the code points that make them, if they have
/// several.
fn groups_by_category(mut reduced: Vec<Reduced>, cause: &GroupCause) -> Vec<Group> {
    let points = reduced.iter().filter_map(|one| one.point).collect();
    let categories = by_category(&points);
    let mut groups = Vec::new();
    if categories.len() < 2 {
        groups.extend(Group::of_reduced(Kind::OtherValue, cause.clone(), reduced));
        return groups;
    }
    for (category, points) in categories {
        let (members, others) = reduced
            .into_iter()
            .partition(|one| one.point.is_some_and(|point| points.contains(&point)));
        reduced = others;
        let cause = GroupCause::Common(category);
        groups.extend(Group::of_reduced(Kind::OtherValue, cause, members));
    }
    groups
}

/// Every so many code points are in the sample. A prime has no common period with the blocks of Unicode.
const STRIDE: usize = 61;

/// The frame of a difference; the operation if it has none.
fn frame_of(reduced: &Reduced) -> &'static str {
    match reduced.difference.place {
        Place::Frame { frame, .. } => frame,
        Place::Line(_) | Place::Suite | Place::Generated => {
            let operation = reduced.smallest.operation();
            operation.map_or("", |operation| operation.name)
        }
    }
}

fn is_framed(reduced: &Reduced) -> bool {
    matches!(reduced.difference.place, Place::Frame { .. })
}

/// The groups, with groups of the same known deviation and kind joined.
fn merged(groups: Vec<Group>) -> Vec<Group> {
    let mut merged: Vec<Group> = Vec::new();
    for group in groups {
        let is_named = matches!(group.cause, GroupCause::Deviation { .. });
        let same = merged
            .iter_mut()
            .find(|other| is_named && other.cause == group.cause && other.kind == group.kind);
        match same {
            Some(other) => other.take(group),
            None => merged.push(group),
        }
    }
    merged
}

impl Way {
    const fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Fails(_) => Self::Fault,
            Kind::Accepts(Side::First) => Self::Accepted,
            Kind::Accepts(Side::Second) => Self::Rejected,
            Kind::OtherValue => Self::OtherValue,
        }
    }
}
