//! Extended regular expressions of POSIX (IEEE Std 1003.1, section 9.4) on telephone numbers.
//!
//! A number has only the eleven symbols `+` and `0` to `9`, and at most 16 of them. So a set of symbols
//! is a number of 11 bits, and the set of the places at which a part can end is one of 17 bits. Each
//! part is asked once for each place at which it can begin.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// The symbols of a number that a character of the expression stands for, a bit each: 0 to 9, then `+`.
type Symbols = u16;

/// Places of a number, a bit each; place 0 is before the first symbol.
type Places = u32;

const PLUS: Symbols = 1 << 10;
const DIGITS: Symbols = PLUS - 1;

/// The largest number of an interval that every POSIX system takes.
const MOST_REPEATED: u32 = 255;

/// An expression that is read.
#[derive(Debug)]
pub(super) struct Expression {
    /// The parts; a part comes after those in it. The last one is the whole.
    parts: Vec<Part>,
    /// The number of groups.
    pub(super) groups: usize,
}

#[derive(Debug)]
enum Part {
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

impl Expression {
    /// Reads an expression. The delimiter may be escaped like a special character. `None` if POSIX does
    /// not define the expression.
    pub(super) fn read(text: &str, delimiter: char) -> Option<Self> {
        let mut reader =
            Reader { rest: text.chars().collect(), at: 0, delimiter, parts: Vec::new(), groups: 0 };
        reader.choice()?;
        let whole = reader.at == reader.rest.len();
        whole.then_some(Self { parts: reader.parts, groups: reader.groups })
    }

    /// The groups of the match of a number; `None` if there is no match.
    pub(super) fn groups_of(&self, number: &str) -> Option<Vec<Option<(usize, usize)>>> {
        let symbols: Vec<Symbols> = number.bytes().map(symbol).collect();
        let places = symbols.len() + 1;
        let known = vec![None; self.parts.len() * places];
        let mut matcher = Matcher { expression: self, symbols: &symbols, places, known };
        let whole = self.parts.len() - 1;
        let (start, end) = (0..places).find_map(|start| {
            let ends = matcher.ends(whole, start);
            (ends != 0).then(|| (start, highest(ends)))
        })?;
        let mut groups = vec![None; self.groups];
        matcher.assign(whole, start, end, &mut groups);
        Some(groups)
    }
}

fn symbol(octet: u8) -> Symbols {
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
            Part::Sequence(parts) => {
                parts.iter().fold(here, |places, &part| self.ends_of_all(part, places))
            }
            Part::Choice(parts) => {
                parts.iter().fold(0, |ends, &part| ends | self.ends(part, start))
            }
            Part::Group(_, part) => self.ends(*part, start),
            Part::Repeat { part, least, most, .. } => {
                let (least, most) = self.counts(*least, *most);
                let (mut ends, mut places) = (0, here);
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
        let bound = |count: u32| (count as usize).min(self.places);
        (bound(least), most.map_or(self.places, bound))
    }

    /// Notes the groups of the part, which matches from `start` to `end`.
    fn assign(
        &mut self,
        part: usize,
        start: usize,
        end: usize,
        groups: &mut [Option<(usize, usize)>],
    ) {
        match self.part(part) {
            Part::Symbols(_) | Part::Start | Part::End => {}
            Part::Group(number, part) => {
                groups[*number] = Some((start, end));
                self.assign(*part, start, end, groups);
            }
            Part::Choice(parts) => {
                let first = parts.iter().find(|&&part| self.ends(part, start) >> end & 1 == 1);
                if let Some(&part) = first {
                    self.assign(part, start, end, groups);
                }
            }
            Part::Sequence(parts) => {
                // From the last part back: the places from which the parts after it reach the end.
                let mut reaches = vec![1 << end];
                for &part in parts.iter().rev() {
                    let goal = reaches[reaches.len() - 1];
                    reaches.push(self.starts(part, goal));
                }
                let mut at = start;
                for (&part, goal) in parts.iter().zip(reaches.into_iter().rev().skip(1)) {
                    let next = highest(self.ends(part, at) & goal);
                    self.assign(part, at, next, groups);
                    at = next;
                }
            }
            Part::Repeat { part, least, most, groups: inner } => {
                let (least, most) = self.counts(*least, *most);
                // The places from which the end is reached by exactly so many repetitions.
                let mut reaches = vec![1 << end];
                for count in 0..most {
                    let goal = reaches[count];
                    reaches.push(self.starts(*part, goal));
                }
                let mut at = start;
                for count in 1..=most {
                    let left = least.saturating_sub(count)..=most - count;
                    let goal = reaches[left].iter().fold(0, |all, reaches| all | reaches);
                    let next = self.ends(*part, at) & goal;
                    // Nothing is repeated only if it is the only match, or for the count.
                    if next == 0 || highest(next) == at && at == end && count > least.max(1) {
                        break;
                    }
                    groups[inner.clone()].fill(None);
                    self.assign(*part, at, highest(next), groups);
                    at = highest(next);
                }
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

/// Reads an expression by the grammar of section 9.5.3.
struct Reader {
    rest: Vec<char>,
    at: usize,
    delimiter: char,
    parts: Vec<Part>,
    groups: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn take_if(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn add(&mut self, part: Part) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn choice(&mut self) -> Option<usize> {
        let mut branches = vec![self.sequence()?];
        while self.take_if('|') {
            branches.push(self.sequence()?);
        }
        Some(self.add(Part::Choice(branches.into())))
    }

    fn sequence(&mut self) -> Option<usize> {
        let mut pieces = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            pieces.push(self.piece()?);
        }
        if pieces.is_empty() {
            return None;
        }
        Some(self.add(Part::Sequence(pieces.into())))
    }

    fn piece(&mut self) -> Option<usize> {
        let first_group = self.groups;
        let part = match self.take()? {
            '^' => return self.anchor(Part::Start),
            '$' => return self.anchor(Part::End),
            '(' => {
                let number = self.groups;
                self.groups += 1;
                let part = self.choice()?;
                if !self.take_if(')') {
                    return None;
                }
                Part::Group(number, part)
            }
            '[' => Part::Symbols(self.bracket()?),
            '.' => Part::Symbols(DIGITS | PLUS),
            '\\' => Part::Symbols(self.escaped()?),
            '*' | '+' | '?' | '{' => return None,
            c => Part::Symbols(symbol_of(c)),
        };
        let part = self.add(part);
        let Some((least, most)) = self.repetition()? else { return Some(part) };
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return None;
        }
        let groups = first_group..self.groups;
        Some(self.add(Part::Repeat { part, least, most, groups }))
    }

    fn anchor(&mut self, anchor: Part) -> Option<usize> {
        let repeated = matches!(self.peek(), Some('*' | '+' | '?' | '{'));
        (!repeated).then(|| self.add(anchor))
    }

    fn escaped(&mut self) -> Option<Symbols> {
        let c = self.take()?;
        let special = "^.[]$()|*+?{}\\".contains(c) || c == self.delimiter;
        special.then(|| symbol_of(c))
    }

    /// The counts of a repetition; `Some(None)` if there is none, `None` if it is wrong.
    #[expect(clippy::option_option, reason = "no repetition is not a wrong one")]
    fn repetition(&mut self) -> Option<Option<(u32, Option<u32>)>> {
        let counts = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                return self.interval().map(Some);
            }
            _ => return Some(None),
        };
        self.at += 1;
        Some(Some(counts))
    }

    /// An interval after its opening brace.
    fn interval(&mut self) -> Option<(u32, Option<u32>)> {
        let least = self.count()?;
        let most = match self.take_if(',') {
            false => Some(least),
            true if self.peek() == Some('}') => None,
            true => Some(self.count()?),
        };
        let right = self.take_if('}') && most.is_none_or(|most| least <= most);
        right.then_some((least, most))
    }

    fn count(&mut self) -> Option<u32> {
        let mut count = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            count = Some(count.unwrap_or(0) * 10 + digit).filter(|&count| count <= MOST_REPEATED);
            count?;
            self.at += 1;
        }
        count
    }

    /// A bracket expression after its opening bracket.
    fn bracket(&mut self) -> Option<Symbols> {
        let negated = self.take_if('^');
        let mut symbols = 0;
        let mut first = true;
        loop {
            match self.take()? {
                ']' if !first => break,
                '[' if self.peek() == Some(':') => symbols |= self.class()?,
                c => {
                    let low = self.element(c)?;
                    let range =
                        self.peek() == Some('-') && self.rest.get(self.at + 1) != Some(&']');
                    let high = if range {
                        self.at += 1;
                        let c = self.take()?;
                        self.element(c)?
                    } else {
                        low
                    };
                    if low > high {
                        return None;
                    }
                    symbols |= symbols_between(low, high);
                }
            }
            first = false;
        }
        Some(if negated { !symbols & (DIGITS | PLUS) } else { symbols })
    }

    /// An element of a bracket expression: a character, or one as `[.c.]` or `[=c=]`.
    fn element(&mut self, c: char) -> Option<char> {
        let mark = self.peek().filter(|mark| c == '[' && matches!(mark, '.' | '='));
        let Some(mark) = mark else {
            // A class cannot be the end of a range.
            return (c != '[' || self.peek() != Some(':')).then_some(c);
        };
        self.at += 1;
        let element = self.take()?;
        (self.take_if(mark) && self.take_if(']')).then_some(element)
    }

    /// A class of characters after its opening bracket.
    fn class(&mut self) -> Option<Symbols> {
        let rest: alloc::string::String = self.rest[self.at..].iter().collect();
        let (name, _) = rest.strip_prefix(':')?.split_once(":]")?;
        let symbols = match name {
            "digit" | "alnum" | "xdigit" => DIGITS,
            "punct" => PLUS,
            "graph" | "print" => DIGITS | PLUS,
            "alpha" | "blank" | "cntrl" | "lower" | "space" | "upper" => 0,
            _ => return None,
        };
        self.at += name.len() + 3;
        // A class cannot be the start of a range.
        let range = self.peek() == Some('-') && self.rest.get(self.at + 1) != Some(&']');
        (!range).then_some(symbols)
    }
}

fn symbol_of(c: char) -> Symbols {
    u8::try_from(c).map_or(0, symbol)
}

fn symbols_between(low: char, high: char) -> Symbols {
    "+0123456789".chars().filter(|c| (low..=high).contains(c)).fold(0, |all, c| all | symbol_of(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of the match, as texts.
    fn groups(expression: &str, number: &'static str) -> Option<Vec<Option<&'static str>>> {
        let expression = Expression::read(expression, '!').expect("an expression");
        let groups = expression.groups_of(number)?;
        Some(
            groups.into_iter().map(|group| group.map(|(start, end)| &number[start..end])).collect(),
        )
    }

    #[test]
    fn the_leftmost_longest_match_is_found() {
        let some = |groups: &[&'static str]| Some(groups.iter().map(|&it| Some(it)).collect());
        assert_eq!(groups(r"^\+(4|44)(.*)$", "+4412"), some(&["44", "12"]));
        assert_eq!(groups("(1|12)(34|3)", "+1234"), some(&["12", "34"]));
        assert_eq!(groups("(1*)(1|12)", "+112"), some(&["1", "12"]));
        assert_eq!(groups("(12|1)(2|34)*", "+1234"), Some(vec![Some("12"), Some("34")]));
        assert_eq!(groups("(4+)", "+144"), some(&["44"]));
        assert_eq!(groups("5", "+144"), None);
    }

    #[test]
    fn a_repeated_group_has_its_last_match() {
        assert_eq!(groups("(1|2|3)*$", "+123"), Some(vec![Some("3")]));
        assert_eq!(groups("((1)|2)*$", "+12"), Some(vec![Some("2"), None]));
        assert_eq!(groups("(1*)*$", "+2"), Some(vec![Some("")]));
        assert_eq!(groups("(1*)+$", "+11"), Some(vec![Some("11")]));
        assert_eq!(groups("(1{0})2", "+12"), Some(vec![Some("")]));
        assert_eq!(groups("(1){0}2", "+12"), Some(vec![None]));
        assert_eq!(groups(r"^((^|\+){3})1", "+1"), Some(vec![Some("+"), Some("+")]));
    }

    #[test]
    fn intervals_are_counted() {
        for (expression, matches) in [
            (r"^\+1{3}$", true),
            (r"^\+1{2}$", false),
            (r"^\+1{2,}$", true),
            (r"^\+1{4,}$", false),
            (r"^\+1{1,3}$", true),
            (r"^\+1{255}$", false),
            (r"^\+(1|2*){255}$", true),
        ] {
            assert_eq!(groups(expression, "+111").is_some(), matches, "{expression}");
        }
    }

    #[test]
    fn brackets_are_sets() {
        for (expression, all) in [
            ("[0-9]", "0123456789"),
            ("[^0-9]", "+"),
            ("[[:digit:]]", "0123456789"),
            ("[[:punct:]1]", "+1"),
            ("[]1-3]", "123"),
            ("[^]1-8+]", "09"),
            ("[1-]", "1"),
            ("[[.1.]-[.3.]]", "123"),
            ("[[=5=]]", "5"),
            (r"[\1]", "1"),
            ("[é5]", "5"),
        ] {
            let found: alloc::string::String = "+0123456789"
                .chars()
                .filter(|c| {
                    let read = Expression::read(expression, '!').expect("an expression");
                    read.groups_of(c.encode_utf8(&mut [0; 4])).is_some()
                })
                .collect();
            let mut all: Vec<_> = all.chars().collect();
            all.sort_unstable();
            assert_eq!(found, all.into_iter().collect::<alloc::string::String>(), "{expression}");
        }
    }

    #[test]
    fn what_posix_does_not_define_is_refused() {
        for expression in [
            "",
            "|1",
            "1|",
            "()",
            "(1",
            "1)",
            "*1",
            "+44",
            "^*",
            "1**",
            "1+?",
            "1{",
            "1{a}",
            "1{2,1}",
            "1{256}",
            "1{,3}",
            "{1}",
            "[1",
            "[]",
            "[3-1]",
            "[[:digits:]]",
            "[[:digit:]-9]",
            "\\",
            "\\d",
            "\\1",
            "(1)\\1",
            "[[.12.]]",
            "[1-[:digit:]]",
        ] {
            assert!(Expression::read(expression, '!').is_none(), "{expression}");
        }
    }

    #[test]
    fn nested_repetitions_take_polynomial_time() {
        let deep = "(".repeat(40) + "1*" + &")*".repeat(40) + "2";
        assert!(groups(&deep, "+11111111111111").is_none());
    }
}
