//! Clusters: differences that are likely to have one cause, by the sets of code points that differ.
//!
//! A library that accepts a wrong character after U+200C differs on 137,000 code points in one frame, and one with
//! a wrong Bidi class on the same four code points in five frames. In: U+2135 to U+2138 in `between-letters` and
//! `after-mark`, and all of them in `after-non-joiner`. Out: a cluster of four code points, and one of 137,000.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::questions::Way;
use crate::sorting::sort_by_key;

/// A difference, and its parts that are compared.
#[derive(Clone, Debug)]
pub(crate) struct Placed<T> {
    pub(crate) frame: &'static str,
    pub(crate) point: char,
    /// The way in which the answers differ, and the expected outcome.
    pub(crate) way: (Way, &'static str),
    pub(crate) difference: T,
}

/// Differences that are likely to have one cause.
pub(crate) struct Cluster<T> {
    /// The code points.
    pub(crate) points: BTreeSet<char>,
    /// The differences, beginning with the first frame.
    pub(crate) differences: Vec<T>,
    ways: BTreeSet<(Way, &'static str)>,
}

/// Up to so many code points are one mistake in a table, with those that are mapped to one of them.
const FEW: usize = 64;

/// If at least so many code points break one condition in several frames, one missing check is the
/// cause, whatever else differs.
const BROAD: usize = 256;

/// The clusters of these differences. Each has the differences of one frame and way, or of several that concern
/// the same code points.
pub(crate) fn clusters<T>(differences: Vec<Placed<T>>) -> Vec<Cluster<T>> {
    let mut kinds: BTreeMap<_, Cluster<T>> = BTreeMap::new();
    for placed in differences {
        let way = placed.way;
        let cluster = kinds.entry((placed.frame, way)).or_insert_with(|| Cluster {
            points: BTreeSet::new(),
            differences: Vec::new(),
            ways: BTreeSet::from([way]),
        });
        cluster.points.insert(placed.point);
        cluster.differences.push(placed.difference);
    }
    let mut kinds: Vec<Cluster<T>> = kinds.into_values().collect();
    sort_by_key(&mut kinds, |kind| Reverse(kind.points.len()));
    let mut clusters: Vec<Cluster<T>> = Vec::new();
    for kind in kinds {
        let same = clusters
            .iter_mut()
            .find(|cluster| cluster.has_cause_of(&kind));
        match same {
            Some(cluster) => cluster.take(kind),
            None => clusters.push(kind),
        }
    }
    clusters
}

impl<T> Cluster<T> {
    /// Whether both are likely to have one cause: most of their code points are the same, or a
    /// mistake in a table affects a few of them, or the same check is missing.
    fn has_cause_of(&self, other: &Self) -> bool {
        let shared = self.points.intersection(&other.points).count();
        let own = self.points.len();
        let others = other.points.len();
        let larger = own.max(others);
        let smaller = own.min(others);
        let all = larger + smaller - shared;
        let is_same = shared * 2 >= all;
        let is_mistake = larger <= FEW && shared * 2 >= smaller;
        let is_check = smaller >= BROAD && !self.ways.is_disjoint(&other.ways);
        is_same || is_mistake || is_check
    }

    fn take(&mut self, other: Self) {
        self.points.extend(other.points);
        self.differences.extend(other.differences);
        self.ways.extend(other.ways);
    }
}
