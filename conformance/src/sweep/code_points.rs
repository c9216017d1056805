//! Sets of code points as sorted ranges, as they are chosen on a command line and shown in reports.

use std::error::Error;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::suite::Shard;

/// A set of scalar values: sorted ranges that do not touch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(char, char)>", into = "Vec<(char, char)>")]
pub struct CodePoints {
    ranges: Vec<RangeInclusive<char>>,
}

/// The number of the last plane of Unicode.
pub const LAST_PLANE: u32 = 16;

impl CodePoints {
    /// Every scalar value.
    #[must_use]
    pub fn all() -> Self {
        Self {
            ranges: vec!['\0'..=char::MAX],
        }
    }

    /// The scalar values of these planes.
    #[must_use]
    pub fn of_planes(planes: &[u32]) -> Self {
        let mut points = Self::default();
        for plane in 0..=LAST_PLANE {
            if planes.contains(&plane) {
                let first = char::from_u32(plane << 16).unwrap_or_default();
                let last = char::from_u32(plane << 16 | 0xFFFF).unwrap_or_default();
                points.add_range(first..=last);
            }
        }
        points
    }

    /// Adds a code point that is not below any before it.
    pub fn add(&mut self, point: char) {
        self.add_range(point..=point);
    }

    /// Adds a range that does not begin below the last range of the set.
    pub fn add_range(&mut self, range: RangeInclusive<char>) {
        let Some(last) = self.ranges.last_mut() else {
            self.ranges.push(range);
            return;
        };
        if u32::from(*range.start()) > u32::from(*last.end()) + 1 {
            self.ranges.push(range);
        } else if range.end() > last.end() {
            *last = *last.start()..=*range.end();
        }
    }

    /// The code points of one of several shards, to which they are dealt like cards.
    #[must_use]
    pub fn in_shard(&self, shard: Shard) -> Self {
        let mut points = Self::default();
        for point in self.iter().skip(shard.number() - 1).step_by(shard.count()) {
            points.add(point);
        }
        points
    }

    /// The number of code points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ranges.iter().map(count_of).sum()
    }

    /// Whether the set has no code point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The code points in their order.
    pub fn iter(&self) -> impl Iterator<Item = char> {
        self.ranges.iter().cloned().flatten()
    }

    /// The ranges in their order.
    #[must_use]
    pub fn ranges(&self) -> &[RangeInclusive<char>] {
        &self.ranges
    }

    /// Whether the set has a code point.
    #[must_use]
    pub fn contains(&self, point: char) -> bool {
        let after = self.ranges.partition_point(|range| *range.start() <= point);
        after > 0 && *self.ranges[after - 1].end() >= point
    }

    /// The first ranges, such as `U+2135–2138, U+FB21`, and how many more there are.
    #[must_use]
    pub fn show(&self, most: usize) -> String {
        let mut shown = Vec::new();
        for range in self.ranges.iter().take(most) {
            shown.push(show_range(range));
        }
        let mut text = shown.join(", ");
        if self.ranges.len() > most {
            text += &format!(" and {} more ranges", self.ranges.len() - most);
        }
        text
    }
}

impl From<Vec<(char, char)>> for CodePoints {
    /// The set of ranges, each the first and the last code point.
    fn from(mut ranges: Vec<(char, char)>) -> Self {
        ranges.sort_unstable();
        let mut set = Self::default();
        for (first, last) in ranges {
            if first <= last {
                set.add_range(first..=last);
            }
        }
        set
    }
}

impl From<CodePoints> for Vec<(char, char)> {
    fn from(set: CodePoints) -> Self {
        let mut ranges = Vec::new();
        for range in &set.ranges {
            ranges.push((*range.start(), *range.end()));
        }
        ranges
    }
}

impl FromIterator<char> for CodePoints {
    /// The set of code points that come in any order.
    fn from_iter<I: IntoIterator<Item = char>>(points: I) -> Self {
        let mut sorted: Vec<char> = points.into_iter().collect();
        sorted.sort_unstable();
        let mut set = Self::default();
        for point in sorted {
            set.add(point);
        }
        set
    }
}

/// How many scalar values a range has. The surrogates between its ends are none.
fn count_of(range: &RangeInclusive<char>) -> usize {
    const SURROGATES: u32 = 0xE000 - 0xD800;
    let (first, last) = (u32::from(*range.start()), u32::from(*range.end()));
    let mut count = last - first + 1;
    if first < 0xD800 && last > 0xDFFF {
        count -= SURROGATES;
    }
    count as usize
}

fn show_range(range: &RangeInclusive<char>) -> String {
    let (first, last) = (u32::from(*range.start()), u32::from(*range.end()));
    if first == last {
        format!("U+{first:04X}")
    } else {
        format!("U+{first:04X}–{last:04X}")
    }
}

impl FromStr for CodePoints {
    type Err = RangeError;

    /// Reads one range, such as `U+2135` or `U+2135-2138`.
    fn from_str(word: &str) -> Result<Self, RangeError> {
        let (first, last) = word.split_once(['-', '–']).unwrap_or((word, word));
        match (parse_point(first), parse_point(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self {
                ranges: vec![first..=last],
            }),
            _ => Err(RangeError),
        }
    }
}

/// A word that is neither a code point nor a range of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeError;

impl Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a code point or a range, such as U+2135-2138")
    }
}

impl Error for RangeError {}

fn parse_point(word: &str) -> Option<char> {
    let digits = word.strip_prefix("U+").or(word.strip_prefix("u+"));
    let number = u32::from_str_radix(digits.unwrap_or(word), 16).ok()?;
    char::from_u32(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_counted_and_shown() {
        let set: CodePoints = ['b', '\u{2138}', 'a', '\u{2136}', '\u{2137}', 'z']
            .into_iter()
            .collect();
        assert_eq!(set.show(9), "U+0061–0062, U+007A, U+2136–2138");
        assert_eq!(set.show(1), "U+0061–0062 and 2 more ranges");
        assert_eq!((set.count(), set.iter().count()), (6, 6));
        assert!(set.contains('b') && !set.contains('c') && set.contains('\u{2137}'));
        assert_eq!(CodePoints::all().count(), 1_112_064);
        assert_eq!(CodePoints::of_planes(&[0, 16]).count(), 2 * 65_536 - 2048);
    }

    #[test]
    fn each_code_point_is_in_one_shard() {
        let set: CodePoints = ('a'..='z').collect();
        let mut all = Vec::new();
        for number in 1..=3 {
            let shard = Shard::new(number, 3).expect("a shard");
            all.extend(set.in_shard(shard).iter());
        }
        assert_eq!(all[..3], ['a', 'd', 'g']);
        assert_eq!(all.len(), 26);
        assert_eq!(all.into_iter().collect::<CodePoints>(), set);
    }

    #[test]
    fn a_range_is_read_as_it_is_shown() {
        for word in ["U+2135", "U+2135-2138", "U+2135–2138", "u+10FFFF", "61"] {
            let set: CodePoints = word.parse().expect(word);
            assert_eq!(set.show(1).parse(), Ok(set), "{word}");
        }
        for word in ["", "U+", "U+D800", "U+110000", "U+62-61", "x"] {
            assert!(word.parse::<CodePoints>().is_err(), "{word}");
        }
    }
}
