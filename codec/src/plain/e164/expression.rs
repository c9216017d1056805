//! Extended regular expressions (IEEE Std 1003.1, section 9.4): for each part the table of its matches.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The groups of a match, by their numbers.
pub(super) type Groups = BTreeMap<usize, (usize, usize)>;

/// For each place of a text the places at which a match from there can end, with its groups.
type Table = Vec<BTreeMap<usize, Groups>>;

/// A part of an expression.
pub(super) enum Part {
    /// One of these characters.
    One(String),
    Start,
    End,
    All(Vec<Part>),
    Any(Vec<Part>),
    Group(usize, Box<Part>),
    Times(Box<Part>, usize, usize),
}

/// A sign of an expression.
enum Sign {
    One(String),
    Start,
    End,
    Open,
    Close,
    Bar,
    Times(usize, usize),
}

/// The characters of a number.
const SYMBOLS: &str = "+0123456789";

/// A number of repetitions without an upper bound.
const ANY: usize = usize::MAX;

/// Reads an expression, and counts its groups. `None` if it is not one.
pub(super) fn read(text: &str, delimiter: char) -> Option<(Part, usize)> {
    let signs = signs(text, delimiter)?;
    let mut groups = 0;
    let mut rest = signs.as_slice();
    let part = any(&mut rest, &mut groups)?;
    rest.is_empty().then_some((part, groups))
}

/// The groups of the leftmost longest match.
pub(super) fn matched(part: &Part, text: &str) -> Option<Groups> {
    let text: Vec<char> = text.chars().collect();
    table(part, &text).into_iter().find_map(|ends| ends.into_values().next_back())
}

/// The matches of a part. Of two matches with the same end the better one is kept.
fn table(part: &Part, text: &[char]) -> Table {
    let places = 0..=text.len();
    let nothing = |allowed: fn(usize, usize) -> bool| {
        let at = |place| {
            let here = allowed(place, text.len()).then(|| (place, Groups::new()));
            here.into_iter().collect()
        };
        places.clone().map(at).collect()
    };
    match part {
        Part::Start => nothing(|place, _| place == 0),
        Part::End => nothing(|place, length| place == length),
        Part::One(wanted) => {
            let matches = |place: usize| text.get(place).is_some_and(|&c| wanted.contains(c));
            let at =
                |place| matches(place).then(|| (place + 1, Groups::new())).into_iter().collect();
            places.map(at).collect()
        }
        Part::Group(number, part) => {
            let mut table = table(part, text);
            for (start, ends) in table.iter_mut().enumerate() {
                for (end, groups) in ends {
                    groups.insert(*number, (start, *end));
                }
            }
            table
        }
        Part::Any(parts) => {
            let mut all: Table = places.map(|_| BTreeMap::new()).collect();
            for part in parts {
                for (known, new) in all.iter_mut().zip(table(part, text)) {
                    for (end, groups) in new {
                        known.entry(end).or_insert(groups);
                    }
                }
            }
            all
        }
        Part::All(parts) => {
            let tables: Vec<_> = parts.iter().map(|part| table(part, text)).collect();
            let at = |start| {
                let mut paths = BTreeMap::from([(start, Path::default())]);
                for table in &tables {
                    paths = step(&paths, table, |before, new| {
                        before.iter().chain(new).map(|(number, group)| (*number, *group)).collect()
                    });
                }
                paths.into_iter().map(|(end, path)| (end, path.groups)).collect()
            };
            places.map(at).collect()
        }
        Part::Times(part, least, most) => {
            let table = table(part, text);
            // More repetitions than places repeat nothing at some place, and can do so any time.
            let bound = text.len() + 1;
            let at = |start| {
                let mut found: BTreeMap<usize, Path> = BTreeMap::new();
                let mut paths = BTreeMap::from([(start, Path::default())]);
                for count in 0..=bound.min(*most) {
                    if count >= bound.min(*least) {
                        for (end, path) in &paths {
                            let better = found.get(end).is_none_or(|known| path.is_better(known));
                            if better {
                                found.insert(*end, path.clone());
                            }
                        }
                    }
                    paths = step(&paths, &table, |_, new| new.clone());
                }
                found.into_iter().map(|(end, path)| (end, path.groups)).collect()
            };
            places.map(at).collect()
        }
    }
}

/// A way through a sequence or a repetition.
#[derive(Clone, Default)]
struct Path {
    /// Where each part ends.
    ends: Vec<usize>,
    groups: Groups,
}

impl Path {
    /// From left to right, each part is as long as it can be. Nothing is repeated only if it is the
    /// only match.
    fn is_better(&self, other: &Self) -> bool {
        for (own, other) in self.ends.iter().zip(&other.ends) {
            if own != other {
                return own > other;
            }
        }
        other.ends.is_empty() && !self.ends.is_empty()
    }
}

/// Every path with one part more.
fn step(
    paths: &BTreeMap<usize, Path>,
    table: &Table,
    join: impl Fn(&Groups, &Groups) -> Groups,
) -> BTreeMap<usize, Path> {
    let mut longer: BTreeMap<usize, Path> = BTreeMap::new();
    for (at, path) in paths {
        for (end, groups) in &table[*at] {
            let mut ends = path.ends.clone();
            ends.push(*end);
            let new = Path { ends, groups: join(&path.groups, groups) };
            if longer.get(end).is_none_or(|known| new.is_better(known)) {
                longer.insert(*end, new);
            }
        }
    }
    longer
}

fn any(rest: &mut &[Sign], groups: &mut usize) -> Option<Part> {
    let mut branches = vec![all(rest, groups)?];
    while let [Sign::Bar, after @ ..] = *rest {
        *rest = after;
        branches.push(all(rest, groups)?);
    }
    Some(Part::Any(branches))
}

fn all(rest: &mut &[Sign], groups: &mut usize) -> Option<Part> {
    let mut parts = Vec::new();
    while let [sign, after @ ..] = *rest {
        let part = match sign {
            Sign::Bar | Sign::Close => break,
            Sign::Times(..) => return None,
            Sign::One(characters) => Part::One(characters.clone()),
            Sign::Start => Part::Start,
            Sign::End => Part::End,
            Sign::Open => {
                let number = *groups;
                *groups += 1;
                *rest = after;
                let inner = any(rest, groups)?;
                let [Sign::Close, ..] = *rest else { return None };
                Part::Group(number, Box::new(inner))
            }
        };
        *rest = &rest[1..];
        let is_anchor = matches!(part, Part::Start | Part::End);
        parts.push(match *rest {
            [Sign::Times(..), ..] if is_anchor => return None,
            [Sign::Times(least, most), after @ ..] => {
                *rest = after;
                Part::Times(Box::new(part), *least, *most)
            }
            _ => part,
        });
    }
    (!parts.is_empty()).then_some(Part::All(parts))
}

fn signs(text: &str, delimiter: char) -> Option<Vec<Sign>> {
    let mut signs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        signs.push(match first {
            '^' => Sign::Start,
            '$' => Sign::End,
            '(' => Sign::Open,
            ')' => Sign::Close,
            '|' => Sign::Bar,
            '*' => Sign::Times(0, ANY),
            '+' => Sign::Times(1, ANY),
            '?' => Sign::Times(0, 1),
            '.' => Sign::One(SYMBOLS.into()),
            '{' => {
                let (interval, after) = rest.split_once('}')?;
                rest = after;
                let (least, most) = interval.split_once(',').unwrap_or((interval, interval));
                let least = count(least)?;
                let most = if most.is_empty() { ANY } else { count(most)? };
                if most < least {
                    return None;
                }
                Sign::Times(least, most)
            }
            '[' => {
                let (characters, after) = bracket(rest)?;
                rest = after;
                Sign::One(characters)
            }
            '\\' => {
                let escaped = rest.chars().next()?;
                rest = &rest[escaped.len_utf8()..];
                if escaped != delimiter && !"^.[]$()|*+?{}\\".contains(escaped) {
                    return None;
                }
                Sign::One(escaped.into())
            }
            _ => Sign::One(first.into()),
        });
    }
    Some(signs)
}

fn count(digits: &str) -> Option<usize> {
    let right = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|&count| right && count <= 255)
}

/// The characters of a number that a bracket expression stands for, and the text after it.
fn bracket(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('^').unwrap_or(text);
    let negated = inner.len() < text.len();
    let mut wanted = String::new();
    let mut rest = inner;
    loop {
        if let Some(after) = rest.strip_prefix(']')
            && rest.len() < inner.len()
        {
            let chosen = |c: &char| wanted.contains(*c) != negated;
            return Some((SYMBOLS.chars().filter(chosen).collect(), after));
        }
        if let Some(after) = rest.strip_prefix("[:") {
            let (name, after) = after.split_once(":]")?;
            wanted += match name {
                "digit" | "alnum" | "xdigit" => "0123456789",
                "punct" => "+",
                "graph" | "print" => SYMBOLS,
                "alpha" | "blank" | "cntrl" | "lower" | "space" | "upper" => "",
                _ => return None,
            };
            if after.starts_with('-') && !after.starts_with("-]") {
                return None;
            }
            rest = after;
            continue;
        }
        let (low, after) = element(rest)?;
        rest = after;
        let mut high = low;
        if rest.starts_with('-') && !rest.starts_with("-]") {
            (high, rest) = element(&rest[1..])?;
        }
        if high < low {
            return None;
        }
        wanted.extend(SYMBOLS.chars().filter(|c| (low..=high).contains(c)));
    }
}

/// An element of a bracket expression, and the text after it.
fn element(text: &str) -> Option<(char, &str)> {
    for (open, close) in [("[.", ".]"), ("[=", "=]")] {
        if let Some(inner) = text.strip_prefix(open) {
            let element = inner.chars().next()?;
            let after = inner[element.len_utf8()..].strip_prefix(close)?;
            return Some((element, after));
        }
    }
    if text.starts_with("[:") {
        return None;
    }
    let element = text.chars().next()?;
    Some((element, &text[element.len_utf8()..]))
}
