//! The tests that a label has to pass: RFC 5891, sections 4.2 and 5.4, and RFC 5892, appendix A.

use alloc::string::String;
use alloc::vec::Vec;

use super::direction::BIDI;
use super::{Request, Script};
use crate::idna2008::condition::Condition;
use crate::idna2008::options::{NameOptions, Process};
use crate::idna2008::terms::Property;
use crate::uts46::model::Joining;

/// Gives the index of the character of a label that breaks a rule.
pub type LabelTest = fn(&TestedLabel<'_>) -> Option<usize>;

/// A label that is judged.
pub struct TestedLabel<'a> {
    /// The request.
    pub request: &'a Request<'a>,
    /// The characters of its text.
    pub characters: &'a [char],
}

/// Whether an ASCII label is as it should be.
#[derive(Clone, Copy)]
pub struct AsciiTests {
    /// It has only letters, digits and hyphens.
    pub ldh: fn(&str) -> bool,
    /// No hyphen is first or last.
    pub edge_hyphen: fn(&str) -> bool,
    /// The third and the fourth character are not both hyphens. Labels with the prefix are not tested.
    pub reserved: fn(&str) -> bool,
}

impl AsciiTests {
    /// RFC 5890, section 2.3.1.
    pub const ALL: Self = Self {
        ldh: |label| {
            let mut characters = label.chars();
            characters.all(|c| matches!(c, 'A'..='Z' | 'a'..='z' | '0'..='9' | '-'))
        },
        edge_hyphen: |label| !label.starts_with('-') && !label.ends_with('-'),
        reserved: |label| label.get(2..4) != Some("--"),
    };
}

/// The rules for the text of a U-label.
#[derive(Clone, Copy)]
pub struct LabelTests {
    /// It is in normalisation form C.
    pub nfc: LabelTest,
    /// It has no hyphens both third and fourth.
    pub third_hyphens: LabelTest,
    /// It neither begins nor ends with a hyphen.
    pub edge_hyphen: LabelTest,
    /// Whether a process has the rule for hyphens at the ends.
    pub asks_edges: fn(Process) -> bool,
    /// It does not begin with a mark.
    pub leading_mark: LabelTest,
    /// No code point is DISALLOWED.
    pub disallowed: LabelTest,
    /// No code point is UNASSIGNED.
    pub unassigned: LabelTest,
    /// RFC 5892, A.1 and A.2, for the two joiners.
    pub joiners: [LabelTest; 2],
    /// RFC 5892, A.3 to A.9.
    pub context: [LabelTest; 7],
    /// RFC 5893, section 2, conditions 1 to 6.
    pub bidi: [LabelTest; 6],
}

/// A rule, and the code of it.
pub(super) struct Asked {
    pub(super) code: Condition,
    pub(super) test: LabelTest,
}

impl LabelTests {
    /// The rules as the documents have them.
    pub const ALL: Self = Self {
        nfc: |judged| {
            let text: String = judged.characters.iter().collect();
            let normal: Vec<_> = judged.request.rules.tables.nfc(&text).chars().collect();
            if normal == judged.characters {
                return None;
            }
            let mut pairs = judged.characters.iter().zip(&normal);
            let first = pairs.position(|(own, nfc)| own != nfc);
            Some(first.unwrap_or(judged.characters.len()))
        },
        third_hyphens: |judged| match judged.characters {
            [_, _, '-', '-', ..] => Some(2),
            _ => None,
        },
        edge_hyphen: |judged| match judged.characters {
            ['-', ..] => Some(0),
            [.., '-'] => Some(judged.characters.len() - 1),
            _ => None,
        },
        asks_edges: |process| process == Process::Registration,
        leading_mark: |judged| {
            let first = judged.characters.first()?;
            judged.request.rules.tables.is_mark(*first).then_some(0)
        },
        disallowed: |judged| judged.first_with(Property::Disallowed),
        unassigned: |judged| judged.first_with(Property::Unassigned),
        joiners: [
            |judged| {
                judged.find('\u{200C}', |at| {
                    virama_before(judged, at) || joins(judged, at)
                })
            },
            |judged| judged.find('\u{200D}', |at| virama_before(judged, at)),
        ],
        context: [
            |judged| {
                judged.find('\u{B7}', |at| {
                    judged.before(at) == Some('l') && judged.after(at) == Some('l')
                })
            },
            |judged| {
                judged.find('\u{375}', |at| {
                    judged.is_of(judged.after(at), &[Script::Greek])
                })
            },
            |judged| {
                judged.find('\u{5F3}', |at| {
                    judged.is_of(judged.before(at), &[Script::Hebrew])
                })
            },
            |judged| {
                judged.find('\u{5F4}', |at| {
                    judged.is_of(judged.before(at), &[Script::Hebrew])
                })
            },
            |judged| judged.find('\u{30FB}', |_| has_japanese(judged)),
            |judged| {
                let mixed = judged.characters.iter().any(is_extended_digit);
                let first = judged.characters.iter().position(is_arabic_digit)?;
                mixed.then_some(first)
            },
            |judged| {
                let mixed = judged.characters.iter().any(is_arabic_digit);
                let first = judged.characters.iter().position(is_extended_digit)?;
                mixed.then_some(first)
            },
        ],
        bidi: BIDI,
    };

    /// The rules for a single label, in the order of their codes.
    pub(super) fn alone(&self, options: &NameOptions) -> Vec<Asked> {
        let mut asked = Vec::new();
        let mut ask = |code, test| asked.push(Asked { code, test });
        ask(Condition::Nfc, self.nfc);
        ask(Condition::ThirdHyphens, self.third_hyphens);
        if (self.asks_edges)(options.process) {
            ask(Condition::EdgeHyphen, self.edge_hyphen);
        }
        ask(Condition::LeadingMark, self.leading_mark);
        ask(Condition::Disallowed, self.disallowed);
        ask(Condition::Unassigned, self.unassigned);
        for test in self.joiners {
            ask(Condition::Joiner, test);
        }
        if options.check_contexto {
            for test in self.context {
                ask(Condition::Context, test);
            }
        }
        asked
    }

    /// The conditions of the Bidi rule.
    pub(super) fn in_bidi_names(&self) -> [LabelTest; 6] {
        self.bidi
    }
}

/// A rule that nothing breaks.
#[must_use]
pub fn never(_: &TestedLabel<'_>) -> Option<usize> {
    None
}

/// Whether a virama stands before the character.
#[must_use]
pub fn virama_before(judged: &TestedLabel<'_>, at: usize) -> bool {
    let before = judged.before(at);
    before.is_some_and(|c| judged.request.rules.tables.is_virama(c))
}

/// Whether letters that join stand before and after the character, past transparent ones.
#[must_use]
pub fn joins(judged: &TestedLabel<'_>, at: usize) -> bool {
    let joining = |c: &char| judged.request.rules.tables.joining(*c);
    let is_opaque = |joining: &Joining| *joining != Joining::T;
    let mut before = judged.characters[..at].iter().rev().map(joining);
    let mut after = judged.characters[at + 1..].iter().map(joining);
    matches!(before.find(is_opaque), Some(Joining::L | Joining::D))
        && matches!(after.find(is_opaque), Some(Joining::R | Joining::D))
}

/// A.7: whether a character of the label is Hiragana, Katakana or Han.
#[must_use]
pub fn has_japanese(judged: &TestedLabel<'_>) -> bool {
    let scripts = [Script::Hiragana, Script::Katakana, Script::Han];
    let mut characters = judged.characters.iter();
    characters.any(|&c| judged.is_of(Some(c), &scripts))
}

/// Whether it is one of U+0660 to U+0669.
#[must_use]
pub fn is_arabic_digit(c: &char) -> bool {
    matches!(c, '\u{660}'..='\u{669}')
}

/// Whether it is one of U+06F0 to U+06F9.
#[must_use]
pub fn is_extended_digit(c: &char) -> bool {
    matches!(c, '\u{6F0}'..='\u{6F9}')
}

impl TestedLabel<'_> {
    /// The first place of a character where it is not allowed.
    pub fn find(&self, wanted: char, is_allowed: impl Fn(usize) -> bool) -> Option<usize> {
        let mut places = 0..self.characters.len();
        places.find(|&at| self.characters[at] == wanted && !is_allowed(at))
    }

    /// The first character with this property.
    #[must_use]
    pub fn first_with(&self, property: Property) -> Option<usize> {
        let property_of = self.request.rules.property;
        let mut characters = self.characters.iter();
        characters.position(|&c| property_of(c) == property)
    }

    /// The character before.
    #[must_use]
    pub fn before(&self, at: usize) -> Option<char> {
        self.characters.get(at.checked_sub(1)?).copied()
    }

    /// The character after.
    #[must_use]
    pub fn after(&self, at: usize) -> Option<char> {
        self.characters.get(at + 1).copied()
    }

    /// Whether there is a character, and it has one of these scripts.
    #[must_use]
    pub fn is_of(&self, c: Option<char>, scripts: &[Script]) -> bool {
        let script = c.and_then(self.request.rules.script);
        script.is_some_and(|script| scripts.contains(&script))
    }
}
