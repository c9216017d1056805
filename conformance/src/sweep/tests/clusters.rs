//! The limits at which differences are one cluster, each with the next number on its other side.

use std::collections::BTreeSet;

use super::super::clusters::{Placed, clusters};
use super::super::questions::Way;

const ACCEPTED: (Way, &str) = (Way::Accepted, "disallowed");
const REJECTED: (Way, &str) = (Way::Rejected, "ok");

/// Differences in a frame.
struct Row {
    frame: &'static str,
    way: (Way, &'static str),
    /// The numbers of the code points, from U+4E00.
    points: std::ops::Range<u32>,
}

/// How many code points the clusters of these differences have, in their order.
fn sizes(rows: &[Row]) -> Vec<usize> {
    let mut placed = Vec::new();
    for row in rows {
        for number in row.points.clone() {
            placed.push(Placed {
                frame: row.frame,
                point: char::from_u32(0x4E00 + number).expect("a character"),
                way: row.way,
                difference: (row.frame, number),
            });
        }
    }
    let mut kept = BTreeSet::new();
    let mut sizes = Vec::new();
    for cluster in clusters(placed) {
        sizes.push(cluster.points.len());
        kept.extend(cluster.differences);
    }
    let all: usize = rows.iter().map(|row| row.points.len()).sum();
    assert_eq!(kept.len(), all, "every difference is in a cluster");
    sizes
}

/// Two frames with differences in these ways.
fn two(
    ways: [(Way, &'static str); 2],
    first: std::ops::Range<u32>,
    second: std::ops::Range<u32>,
) -> Vec<usize> {
    let [one, two] = ways;
    sizes(&[
        Row {
            frame: "alone",
            way: one,
            points: first,
        },
        Row {
            frame: "after-mark",
            way: two,
            points: second,
        },
    ])
}

#[test]
fn sets_of_which_half_is_shared_are_one_cluster() {
    let ways = [ACCEPTED, REJECTED];
    assert_eq!(two(ways, 0..300, 150..300), [300]);
    assert_eq!(two(ways, 0..300, 151..300), [300, 149]);
    // The cluster has the code points of both.
    assert_eq!(two(ways, 0..300, 100..400), [400]);
}

#[test]
fn few_code_points_in_another_frame_are_the_same_mistake() {
    let ways = [ACCEPTED, REJECTED];
    assert_eq!(two(ways, 0..64, 62..66), [66]);
    assert_eq!(two(ways, 0..64, 63..67), [64, 4]);
    assert_eq!(two(ways, 0..65, 63..67), [65, 4]);
}

#[test]
fn many_code_points_that_differ_in_one_way_lack_one_check() {
    let same = [ACCEPTED, ACCEPTED];
    assert_eq!(two(same, 0..1000, 2000..2256), [1256]);
    assert_eq!(two(same, 0..1000, 2000..2255), [1000, 255]);
    let other = [ACCEPTED, REJECTED];
    assert_eq!(two(other, 0..1000, 2000..2256), [1000, 256]);
}

/// The second row has most code points of the first, and the third the way of the second.
#[test]
fn a_cluster_has_the_ways_of_all_its_frames() {
    let rows = [
        Row {
            frame: "alone",
            way: ACCEPTED,
            points: 0..1000,
        },
        Row {
            frame: "after-mark",
            way: REJECTED,
            points: 0..900,
        },
        Row {
            frame: "before-mark",
            way: REJECTED,
            points: 2000..2300,
        },
    ];
    assert_eq!(sizes(&rows), [1300]);
}

#[test]
fn the_largest_set_comes_first() {
    assert_eq!(two([ACCEPTED, REJECTED], 0..3, 10..20), [10, 3]);
}
