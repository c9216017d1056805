//! The matches of extended regular expressions of POSIX (IEEE Std 1003.1, section 9.4) in telephone
//! numbers.
//!
//! A number has only the eleven symbols `+` and `0` to `9`, and at most 16 of them. So a set of symbols
//! is a number of 11 bits, and the set of the places at which a part can end is one of 17 bits. Each
//! part is tried once for each position at which it can begin.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// The symbols of a number that a character of the expression stands for, a bit each: 0 to 9, then `+`.
pub(super) type Symbols = u16;

/// Places of a number, a bit each; place 0 is before the first symbol.
type Places = u32;

/// The places at which each group begins and ends; `None` for a group without a match.
pub(super) type Groups = Vec<Option<(usize, usize)>>;

pub(super) const PLUS: Symbols = 1 << 10;
pub(super) const DIGITS: Symbols = PLUS - 1;

/// An expression that is read.
#[derive(Debug)]
pub(super) struct Expression {
    /// The parts; a part comes after those in it. The last one is the whole.
    pub(super) parts: Vec<Part>,
    /// The number of groups.
    pub(super) groups: usize,
}

#[derive(Debug)]
pub(super) enum Part {
    Symbols(Symbols),
    /// `^`
    Start,
    /// `$`
    End,
    Sequence(Box<[usize]>),
    Choice(Box<[usize]>),
    /// A group with its number from 0.
    Group(usize, usize),
    /// A repetition: the part, how often, and the groups in it.
    Repeat {
        part: usize,
        least: u32,
        most: Option<u32>,
        groups: core::ops::Range<usize>,
    },
}

/// Which match is taken of those that begin at the leftmost place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The longest, and then each part, from left to right, as long as it can be: the rule of POSIX.
    Longest,
    /// That of the first alternative of each choice that leads to a match: the rule of Perl.
    First,
}

impl Expression {
    /// The groups of the match of a number; `None` if there is no match, or the text is longer than any
    /// number.
    pub(super) fn groups_of(&self, number: &str, preference: Preference) -> Option<Groups> {
        let symbols: Vec<Symbols> = number.bytes().map(symbol).collect();
        let places = symbols.len() + 1;
        if places >= Places::BITS as usize {
            return None;
        }
        let known = vec![None; self.parts.len() * places];
        let mut matcher = Matcher {
            expression: self,
            symbols: &symbols,
            places,
            known,
            preference,
        };
        let whole = self.parts.len() - 1;
        let start = (0..places).find(|&start| matcher.ends(whole, start) != 0)?;
        let mut groups = vec![None; self.groups];
        matcher.assign(whole, start, Places::MAX, &mut groups);
        Some(groups)
    }
}

pub(super) fn symbol(octet: u8) -> Symbols {
    match octet {
        b'+' => PLUS,
        b'0'..=b'9' => 1 << (octet - b'0'),
        _ => 0,
    }
}

const fn highest(places: Places) -> usize {
    (Places::BITS - 1 - places.leading_zeros()) as usize
}

fn each(places: Places) -> impl Iterator<Item = usize> {
    (0..Places::BITS as usize).filter(move |place| places >> place & 1 == 1)
}

struct Matcher<'a> {
    expression: &'a Expression,
    symbols: &'a [Symbols],
    /// The number of places: one more than there are symbols.
    places: usize,
    /// The ends that are known, for each part and place.
    known: Vec<Option<Places>>,
    preference: Preference,
}

impl<'a> Matcher<'a> {
    fn part(&self, part: usize) -> &'a Part {
        &self.expression.parts[part]
    }

    /// The places at which the part can end if it begins at `start`.
    fn ends(&mut self, part: usize, start: usize) -> Places {
        let index = part * self.places + start;
        if let Some(ends) = self.known[index] {
            return ends;
        }
        let here = 1 << start;
        let ends = match self.part(part) {
            Part::Symbols(wanted) => match self.symbols.get(start) {
                Some(symbol) if symbol & wanted != 0 => here << 1,
                _ => 0,
            },
            Part::Start if start == 0 => here,
            Part::End if start + 1 == self.places => here,
            Part::Start | Part::End => 0,
            Part::Sequence(parts) => parts
                .iter()
                .fold(here, |places, &part| self.ends_of_all(part, places)),
            Part::Choice(parts) => parts
                .iter()
                .fold(0, |ends, &part| ends | self.ends(part, start)),
            Part::Group(_, part) => self.ends(*part, start),
            Part::Repeat {
                part, least, most, ..
            } => {
                let (least, most) = self.counts(*least, *most);
                let mut ends = 0;
                let mut places = here;
                for count in 0..=most {
                    if count >= least {
                        ends |= places;
                    }
                    places = self.ends_of_all(*part, places);
                }
                ends
            }
        };
        self.known[index] = Some(ends);
        ends
    }

    fn ends_of_all(&mut self, part: usize, starts: Places) -> Places {
        each(starts).fold(0, |ends, start| ends | self.ends(part, start))
    }

    /// The counts of a repetition. After as many repetitions as there are places, the ends of one more
    /// are the same: one of them was of nothing, and can be repeated or left out.
    fn counts(&self, least: u32, most: Option<u32>) -> (usize, usize) {
        let least = (least as usize).min(self.places);
        let most = match most {
            Some(most) => (most as usize).min(self.places),
            None => self.places,
        };
        (least, most)
    }

    /// Notes the groups of the match of the part that is taken of those from `start` to one of the places
    /// `goal`. Returns its end.
    fn assign(
        &mut self,
        part: usize,
        start: usize,
        goal: Places,
        groups: &mut [Option<(usize, usize)>],
    ) -> usize {
        let mut goal = self.ends(part, start) & goal;
        if self.preference == Preference::Longest {
            goal = 1 << highest(goal);
        }
        match self.part(part) {
            Part::Symbols(_) | Part::Start | Part::End => highest(goal),
            Part::Group(number, part) => {
                let end = self.assign(*part, start, goal, groups);
                groups[*number] = Some((start, end));
                end
            }
            Part::Choice(parts) => {
                let first = parts
                    .iter()
                    .find(|&&part| self.ends(part, start) & goal != 0);
                first.map_or(start, |&part| self.assign(part, start, goal, groups))
            }
            Part::Sequence(parts) => {
                // From the last part back: the places from which the parts after it reach the end.
                let mut reaches = vec![goal];
                for &part in parts.iter().rev() {
                    let goal = reaches[reaches.len() - 1];
                    reaches.push(self.starts(part, goal));
                }
                let mut at = start;
                for (&part, goal) in parts.iter().zip(reaches.into_iter().rev().skip(1)) {
                    at = self.assign(part, at, goal, groups);
                }
                at
            }
            Part::Repeat {
                part,
                least,
                most,
                groups: inner,
            } => {
                let (least, most) = self.counts(*least, *most);
                // The places from which an end is reached by exactly so many repetitions.
                let mut reaches = vec![goal];
                for count in 0..most {
                    let goal = reaches[count];
                    reaches.push(self.starts(*part, goal));
                }
                let mut at = start;
                for count in 1..=most {
                    let left = least.saturating_sub(count)..=most - count;
                    let mut next = reaches[left].iter().fold(0, |all, reaches| all | reaches);
                    next &= self.ends(*part, at);
                    // Nothing is repeated only if it is the only match, or for the count.
                    let is_extra = count > least.max(1);
                    if is_extra && self.preference == Preference::First {
                        next &= !(1 << at);
                    }
                    if next == 0 || is_extra && goal >> at & 1 == 1 && highest(next) == at {
                        break;
                    }
                    groups[inner.clone()].fill(None);
                    at = self.assign(*part, at, next, groups);
                }
                at
            }
        }
    }

    /// The places from which the part reaches one of these.
    fn starts(&mut self, part: usize, goal: Places) -> Places {
        (0..self.places)
            .filter(|&start| self.ends(part, start) & goal != 0)
            .fold(0, |all, start| all | 1 << start)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::Preference::{self, First, Longest};
    use super::*;

    /// The groups of the match with a comma between, and a hyphen for a group without a match.
    fn groups(preference: Preference, expression: &str, number: &str) -> Option<String> {
        let expression = Expression::read(expression, '!').expect("an expression");
        let groups = expression.groups_of(number, preference)?;
        let text =
            |group: Option<(usize, usize)>| group.map_or("-", |(from, to)| &number[from..to]);
        Some(groups.into_iter().map(text).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn groups_are_those_of_the_preferred_match() {
        for (preference, expression, number, expected) in [
            (Longest, r"^\+(4|44)(.*)$", "+4412", Some("44,12")),
            (Longest, "(1|12)(34|3)", "+1234", Some("12,34")),
            (Longest, "(1*)(1|12)", "+112", Some("1,12")),
            (Longest, "(12|1)(2|34)*", "+1234", Some("12,34")),
            (Longest, "(4+)", "+144", Some("44")),
            (Longest, "5", "+144", None),
            // As the module `re` of Python has them.
            (First, r"^\+(4|44)(.*)$", "+4412", Some("4,412")),
            (First, "(1|12)(34|3)", "+1234", Some("12,34")),
            (First, "(1|12)(2|23)", "+1234", Some("1,2")),
            (First, "(1*)(1|12)", "+112", Some("1,1")),
            (First, "((1|12)*)(.*)$", "+1212", Some(",-,+1212")),
            (First, r"^\+((1|12)*)(.*)$", "+1212", Some("1,1,212")),
            (First, r"^\+((1|12)*)$", "+1212", Some("1212,12")),
            // A repeated group has its last match.
            (Longest, "(1|2|3)*$", "+123", Some("3")),
            (Longest, "((1)|2)*$", "+12", Some("2,-")),
            (Longest, "(1*)*$", "+2", Some("")),
            (Longest, "(1*)+$", "+11", Some("11")),
            (Longest, "(1{0})2", "+12", Some("")),
            (Longest, "(1){0}2", "+12", Some("-")),
            (Longest, r"^((^|\+){3})1", "+1", Some("+,+")),
            // Intervals are counted.
            (Longest, r"^\+1{3}$", "+111", Some("")),
            (Longest, r"^\+1{2}$", "+111", None),
            (Longest, r"^\+1{2,}$", "+111", Some("")),
            (Longest, r"^\+1{4,}$", "+111", None),
            (Longest, r"^\+1{1,3}$", "+111", Some("")),
            (Longest, r"^\+1{255}$", "+111", None),
            (Longest, r"^\+(1|2*){255}$", "+111", Some("")),
        ] {
            assert_eq!(
                groups(preference, expression, number).as_deref(),
                expected,
                "{expression}"
            );
        }
    }

    #[test]
    fn nested_repetitions_take_polynomial_time() {
        let deep = "(".repeat(40) + "1*" + &")*".repeat(40) + "2";
        assert!(groups(Longest, &deep, "+11111111111111").is_none());
    }
}
