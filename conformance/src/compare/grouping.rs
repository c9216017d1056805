//! The differences grouped by cause.
//!
//! In: four names in which only one side accepts U+2135 to U+2138, and 4,489 names with characters of a newer version
//! of Unicode. Out: two groups.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Known, KnownCause, needed_versions};
use super::difference::{AnswerDifference, Kind, Place, Side};
use super::reduction::{Reduced, Reducer};
use super::sides::Sides;
use crate::findings::ENOUGH;
use crate::hunt::Suspects;
use crate::observation::{Answer, Outcome};
use crate::protocol::Request;
use crate::sweep::{Ages, Census, CodePoints, Measured, Placed, Right, Shared, Way, clusters};

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
    /// This side behaves like a known deviation, and the other one like the reference.
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

/// The facts that the grouping needs besides the differences.
pub(super) struct Grouping<'a> {
    pub(super) sides: &'a mut Sides,
    pub(super) known: &'a Known,
    pub(super) measured: [Measured; 2],
    /// Questions that both sides accept with the same value, and that both reject.
    pub(super) alike: [&'a [Request]; 2],
    /// The code points that were asked in frames.
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
        self.name_deviations(&mut groups);
        let mut groups = merged(groups);
        groups.sort_by_key(|group| {
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

    /// The groups of differences of which nothing is known: by the code points that make them, and else by their
    /// smallest requests.
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
                groups.extend(Group::of_reduced(kind, cause.clone(), reduced));
            }
        }
        groups
    }

    /// The properties of the code points that were asked in frames, or of all.
    fn census(&self, wrong: &BTreeSet<char>) -> Census {
        if wrong.is_empty() {
            return Census::of(std::iter::empty(), wrong);
        }
        let mut asked = BTreeSet::new();
        for points in &self.framed {
            asked.extend(points.iter());
        }
        if asked.is_empty() {
            asked.extend(CodePoints::all().iter());
        }
        Census::of(asked.into_iter(), wrong)
    }

    /// Names the deviation that one side has in all differences of a group that are looked at, where the other side
    /// answers as the reference does.
    fn name_deviations(&self, groups: &mut [Group]) {
        let mut suspects = Side::BOTH.map(|_| Suspects::default());
        for request in self.alike.into_iter().flatten() {
            for suspects in &mut suspects {
                suspects.add_right(request.clone());
            }
        }
        for group in groups {
            for side in Side::BOTH {
                let suspects = match side {
                    Side::First => &mut suspects[0],
                    Side::Second => &mut suspects[1],
                };
                if let Some(id) = self.deviation(side, group, suspects) {
                    group.cause = GroupCause::Deviation { side, id };
                    break;
                }
            }
        }
    }

    fn deviation(
        &self,
        side: Side,
        group: &Group,
        suspects: &mut Suspects,
    ) -> Option<&'static str> {
        /// How many differences of a group are looked at.
        const LOOKED_AT: usize = 12;
        if group.differences.len() < ENOUGH {
            return None;
        }
        let mut ids: Option<Vec<&'static str>> = None;
        for difference in group.differences.iter().take(LOOKED_AT) {
            let pair = self.sides.pair(&difference.request)?;
            let other = side.other();
            let right = Right::of(other.of(&pair));
            let is_right = right.difference(other.of(&difference.outcomes)).is_none();
            if !is_right || right == Right::Unknown {
                return None;
            }
            let answer = Answer::of(side.of(&difference.outcomes));
            let found = suspects.explaining_answer(side.of(&pair), &answer)?;
            match &mut ids {
                None => ids = Some(found),
                Some(ids) => ids.retain(|id| found.contains(id)),
            }
        }
        let mut best = None;
        for id in ids? {
            let explained = self.explained_by(id, side, group, suspects);
            if best.is_none_or(|(most, _)| explained > most) {
                best = Some((explained, id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// How many differences of a group a deviation of one side explains.
    fn explained_by(&self, id: &str, side: Side, group: &Group, suspects: &Suspects) -> usize {
        /// How many are counted.
        const COUNTED: usize = 200;
        let step = group.differences.len().div_ceil(COUNTED);
        let mut explained = 0;
        for difference in group.differences.iter().step_by(step) {
            let Some(pair) = self.sides.pair(&difference.request) else {
                continue;
            };
            let answer = Answer::of(side.of(&difference.outcomes));
            explained += usize::from(suspects.gives(id, side.of(&pair), &answer));
        }
        explained
    }
}

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

/// The groups with those of one known deviation and kind joined.
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

impl Group {
    /// The group of these differences; `None` if there are none.
    fn of(kind: Kind, cause: GroupCause, differences: Vec<AnswerDifference>) -> Option<Self> {
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

    fn of_reduced(kind: Kind, cause: GroupCause, reduced: Vec<Reduced>) -> Option<Self> {
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

    fn take(&mut self, other: Self) {
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
