//! Properties of Unicode that all code points of a group may share.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use acegate_codec::uts46::model::{Bidi, Icu, Joining, Status, Tables};
use acegate_codec::uts46::{general_category, script};

/// A property with a value for a code point. Of two that say the same of a group, the first is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Property {
    /// Bidi_Class, and the class of the text to which the code point is mapped, if it differs.
    MappedBidi,
    /// General_Category.
    Category,
    /// Bidi_Class.
    Bidi,
    /// Joining_Type.
    Joining,
    /// The status in the mapping table of UTS #46.
    Status,
    /// Script, which roughly corresponds to a block.
    Script,
}

impl Property {
    const ALL: [Self; 6] = [
        Self::MappedBidi,
        Self::Category,
        Self::Bidi,
        Self::Joining,
        Self::Status,
        Self::Script,
    ];

    /// The value of a code point; `None` if the property says nothing of it.
    fn value(self, point: char) -> Option<Cow<'static, str>> {
        Some(match self {
            Self::Category => general_category(point).into(),
            Self::Bidi => bidi_class(Icu.bidi(point)).into(),
            Self::MappedBidi => {
                let Status::Mapped(text) = Icu.status(point) else {
                    return None;
                };
                let own = bidi_class(Icu.bidi(point));
                let mapped = bidi_class(Icu.bidi(text.chars().next()?));
                if own == mapped {
                    return None;
                }
                format!("{own}, mapped to a character of class {mapped}").into()
            }
            Self::Joining => joining_type(Icu.joining(point)).into(),
            Self::Script => script(point).into(),
            Self::Status => status(point).into(),
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Category => "General_Category",
            Self::Bidi | Self::MappedBidi => "Bidi_Class",
            Self::Joining => "Joining_Type",
            Self::Script => "Script",
            Self::Status => "status",
        }
    }
}

const fn bidi_class(class: Bidi) -> &'static str {
    match class {
        Bidi::L => "L",
        Bidi::R => "R",
        Bidi::AL => "AL",
        Bidi::AN => "AN",
        Bidi::EN => "EN",
        Bidi::ES => "ES",
        Bidi::CS => "CS",
        Bidi::ET => "ET",
        Bidi::ON => "ON",
        Bidi::BN => "BN",
        Bidi::NSM => "NSM",
        Bidi::Other => "of no label (such as B, S and WS)",
    }
}

const fn joining_type(joining: Joining) -> &'static str {
    match joining {
        Joining::L => "L",
        Joining::R => "R",
        Joining::D => "D",
        Joining::T => "T",
        Joining::Other => "U or C",
    }
}

fn status(point: char) -> &'static str {
    match Icu.status(point) {
        Status::Valid => "valid",
        Status::Ignored => "ignored",
        Status::Mapped(_) => "mapped",
        Status::Deviation(_) => "deviation",
        Status::Disallowed => "disallowed",
    }
}

/// A property and a value that code points share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shared {
    property: Property,
    value: Cow<'static, str>,
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.property.name(), self.value)
    }
}

/// A property is named for at least so many code points, because any two have something in common.
const FEWEST: usize = 3;

/// The largest number of values that describe a group. With more of them, a list of ranges is as
/// easy to read.
const MOST_VALUES: usize = 3;

/// The code points by their General_Category.
pub(crate) fn by_category(points: &BTreeSet<char>) -> BTreeMap<Shared, BTreeSet<char>> {
    let property = Property::Category;
    let mut by_category: BTreeMap<Shared, BTreeSet<char>> = BTreeMap::new();
    for &point in points {
        let value = general_category(point).into();
        let category = by_category.entry(Shared { property, value }).or_default();
        category.insert(point);
    }
    by_category
}

/// How many code points have each value of each property.
#[derive(Debug)]
pub(crate) struct Census(BTreeMap<Shared, usize>);

impl Census {
    /// The census of these code points, without those that are disallowed: they are rejected for that, whatever
    /// other properties they have. Those of `wrong` count in any case.
    #[must_use]
    pub(crate) fn of(points: impl Iterator<Item = char>, wrong: &BTreeSet<char>) -> Self {
        let mut counts = BTreeMap::new();
        for point in points {
            if Icu.status(point) != Status::Disallowed || wrong.contains(&point) {
                for shared in values(point) {
                    *counts.entry(shared).or_default() += 1;
                }
            }
        }
        Self(counts)
    }

    /// The values of properties that exactly these code points have; `None` if it takes more than a
    /// few.
    pub(crate) fn telling(&self, points: &BTreeSet<char>) -> Option<Vec<Shared>> {
        let mut rest = points.clone();
        let mut telling = Vec::new();
        while !rest.is_empty() {
            if telling.len() == MOST_VALUES {
                return None;
            }
            let shared = self.largest(&rest)?;
            rest.retain(|point| shared.property.value(*point).as_ref() != Some(&shared.value));
            telling.push(shared);
        }
        Some(telling)
    }

    /// The rarest value of a property that all of these code points have, with others that are not of them; `None`
    /// if they have none in common, or if they are too few.
    pub(crate) fn common(&self, points: &BTreeSet<char>) -> Option<Shared> {
        if points.len() < FEWEST {
            return None;
        }
        let mut rarest: Option<(usize, Shared)> = None;
        for shared in values(*points.first()?) {
            let has_value =
                |point: &char| shared.property.value(*point).as_ref() == Some(&shared.value);
            if !points.iter().all(has_value) {
                continue;
            }
            let count = self.0.get(&shared).copied().unwrap_or_default();
            if rarest.as_ref().is_none_or(|(least, _)| count < *least) {
                rarest = Some((count, shared));
            }
        }
        rarest.map(|(_, shared)| shared)
    }

    /// The value that most of the set have, and no code point outside of it.
    fn largest(&self, set: &BTreeSet<char>) -> Option<Shared> {
        let mut inside: BTreeMap<Shared, usize> = BTreeMap::new();
        for point in set {
            for shared in values(*point) {
                *inside.entry(shared).or_default() += 1;
            }
        }
        let mut largest: Option<(Shared, usize)> = None;
        for (shared, count) in inside {
            let is_all = self.0.get(&shared) == Some(&count);
            let is_larger = largest.as_ref().is_none_or(|(_, most)| count > *most);
            if is_all && is_larger && count >= FEWEST {
                largest = Some((shared, count));
            }
        }
        largest.map(|(shared, _)| shared)
    }
}

fn values(point: char) -> impl Iterator<Item = Shared> {
    Property::ALL.into_iter().filter_map(move |property| {
        let value = property.value(point)?;
        Some(Shared { property, value })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_told_by_the_properties_that_its_neighbours_do_not_have() {
        let alefs: BTreeSet<char> = ('\u{2135}'..='\u{2138}').collect();
        let runes: BTreeSet<char> = ('\u{16A0}'..='\u{16B0}').collect();
        let census = Census::of('\u{20}'..='\u{FFFF}', &alefs);
        let telling = census.telling(&alefs).expect("a property tells them");
        let shown: Vec<String> = telling.iter().map(Shared::to_string).collect();
        assert_eq!(shown, ["Bidi_Class L, mapped to a character of class R"]);
        // Other runes are not of the set.
        assert_eq!(census.telling(&runes), None);
        let common = census.common(&runes).map(|shared| shared.to_string());
        assert_eq!(common.as_deref(), Some("Script Runic"));
    }
}
