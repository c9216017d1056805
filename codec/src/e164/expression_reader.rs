//! The reader of extended regular expressions of POSIX (IEEE Std 1003.1, section 9.4).

use alloc::vec;
use alloc::vec::Vec;

use super::expression::{DIGITS, Expression, PLUS, Part, Symbols, symbol};

/// The largest number of an interval that every POSIX system takes.
const MOST_REPEATED: u32 = 255;

impl Expression {
    /// Reads an expression. The delimiter may be escaped like a special character. `None` if POSIX does
    /// not define the expression.
    pub(super) fn read(text: &str, delimiter: char) -> Option<Self> {
        let mut reader = Reader {
            rest: text.chars().collect(),
            at: 0,
            delimiter,
            parts: Vec::new(),
            groups: 0,
        };
        reader.choice()?;
        let whole = reader.at == reader.rest.len();
        whole.then_some(Self {
            parts: reader.parts,
            groups: reader.groups,
        })
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
        let Some((least, most)) = self.repetition()? else {
            return Some(part);
        };
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return None;
        }
        let groups = first_group..self.groups;
        Some(self.add(Part::Repeat {
            part,
            least,
            most,
            groups,
        }))
    }

    fn anchor(&mut self, anchor: Part) -> Option<usize> {
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return None;
        }
        Some(self.add(anchor))
    }

    fn escaped(&mut self) -> Option<Symbols> {
        let c = self.take()?;
        let is_special = "^.[]$()|*+?{}\\".contains(c) || c == self.delimiter;
        if !is_special {
            return None;
        }
        Some(symbol_of(c))
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
        let most = if !self.take_if(',') {
            Some(least)
        } else if self.peek() == Some('}') {
            None
        } else {
            Some(self.count()?)
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
        Some(if negated {
            !symbols & (DIGITS | PLUS)
        } else {
            symbols
        })
    }

    /// An element of a bracket expression: a character, or one as `[.c.]` or `[=c=]`.
    fn element(&mut self, c: char) -> Option<char> {
        let mark = self
            .peek()
            .filter(|mark| c == '[' && matches!(mark, '.' | '='));
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
    "+0123456789"
        .chars()
        .filter(|c| (low..=high).contains(c))
        .fold(0, |all, c| all | symbol_of(c))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::e164::Preference;

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
            let read = Expression::read(expression, '!').expect("an expression");
            let matches = |c: &char| {
                read.groups_of(c.encode_utf8(&mut [0; 4]), Preference::Longest)
                    .is_some()
            };
            assert_eq!(
                "+0123456789".chars().filter(matches).collect::<String>(),
                all,
                "{expression}"
            );
        }
    }

    #[test]
    fn what_posix_does_not_define_is_refused() {
        let wrong = r"|1 1| () (1 1) *1 +44 ^* 1** 1+? 1{ 1{a} 1{2,1} 1{256} 1{,3} {1} [1 [] [3-1]
            [[:digits:]] [[:digit:]-9] \ \d \1 (1)\1 [[.12.]] [1-[:digit:]]";
        for expression in wrong.split_whitespace().chain([""]) {
            assert!(Expression::read(expression, '!').is_none(), "{expression}");
        }
    }
}
