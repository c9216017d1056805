//! The short way, for names in which nothing needs a second thought: one look-up a code point, and no text
//! but the result. [`uts46`](super) and [`idna2008`](crate::idna2008) both take it; a [`Standard`] says how they differ.
//!
//! A name takes it if every code point stays or becomes one other, if nothing changes by normalisation, if
//! there is no joiner, and if every criterion and length holds. Then no flag matters, because each only
//! adds a criterion; only transitional processing maps differently. Every other name, and each that is
//! wrong, is left to the long way, which names what is wrong.
//!
//! For example `Bücher.example` under UTS #46: `B` becomes `b`, `ü` stays, no code point is a mark, all have class L.
//! The first label is `xn--` and the code of its code points. The second is ASCII and stays as it is.

mod length;
mod plain;
#[cfg(test)]
mod tests;

use alloc::string::String;

use self::plain::is_plain;
use super::Settings;
use super::direction::{Classes, Direction, set};
use super::facts::Facts;
use super::model::Bidi;
use crate::host::{LABEL_MAX, NAME_MAX};
use crate::punycode::{self, PREFIX};

/// Room for the code of a label in addition to the name, so that most results need no second allocation.
const ROOM: usize = 80;

/// How a standard differs from others on the short way.
pub(crate) trait Standard {
    /// Whether names can take the short way.
    fn is_open(&self) -> bool;

    /// The facts of a code point, [`Facts::LEAVES`] if a label that has it may be wrong.
    fn facts(&self, c: char) -> Facts;

    /// Whether the capital letters of ASCII labels become small.
    fn lowers_ascii(&self) -> bool;

    /// Whether the labels of a Bidi name are checked.
    fn checks_bidi(&self) -> bool;

    /// Whether the text of an A-label is checked, and not only its Punycode.
    fn checks_codes(&self) -> bool;

    /// Whether a name has to have the lengths of the DNS where its result is in Unicode, too.
    fn measures_unicode(&self) -> bool;

    /// Whether every code point of a label is in a context that it needs. It is asked after the facts of all of them.
    fn allows_contexts(&self, label: impl Iterator<Item = char> + Clone) -> bool;
}

/// UTS #46.
impl Standard for Settings {
    #[inline]
    fn is_open(&self) -> bool {
        // A page loads the module, so that its size counts more than the time of a name.
        !self.transitional && !cfg!(target_family = "wasm")
    }

    #[inline(always)]
    fn facts(&self, c: char) -> Facts {
        Facts::of(c)
    }

    fn lowers_ascii(&self) -> bool {
        true
    }

    fn checks_bidi(&self) -> bool {
        true
    }

    fn checks_codes(&self) -> bool {
        true
    }

    fn measures_unicode(&self) -> bool {
        false
    }

    fn allows_contexts(&self, _: impl Iterator<Item = char> + Clone) -> bool {
        true
    }
}

/// Whether a name takes the short way and is its own result, by either operation.
#[inline]
pub(crate) fn is_its_own_result(name: &str, standard: &impl Standard) -> bool {
    standard.is_open() && is_plain(name.as_bytes())
}

/// Appends the result. Returns `false`, with `out` unchanged, if the name does not take the short way.
pub(super) fn append(is_to_ascii: bool, name: &str, settings: &Settings, out: &mut String) -> bool {
    if is_its_own_result(name, settings) {
        out.push_str(name);
        return true;
    }
    append_changed(is_to_ascii, name, settings, out)
}

/// Does the same for a name that is not its own result.
pub(crate) fn append_changed(
    is_to_ascii: bool,
    name: &str,
    standard: &impl Standard,
    out: &mut String,
) -> bool {
    if !standard.is_open() {
        return false;
    }
    let before = out.len();
    out.reserve(name.len() + ROOM);
    let mut answer = Answer {
        standard,
        is_to_ascii,
        text: out,
        length: 0,
        is_bidi_name: false,
        fits_bidi_name: true,
    };
    let is_right = answer.push_name(name).is_some();
    if !is_right {
        out.truncate(before);
    }
    is_right
}

/// Whether no label begins with a digit. All else that a label of ASCII can have fits a Bidi name, if it
/// ends with a letter or a digit.
fn fits_bidi_name(name: &str) -> bool {
    name.split('.')
        .all(|label| !label.starts_with(|c: char| c.is_ascii_digit()))
}

const HYPHEN_KIND: u8 = 1;
const CAPITAL: u8 = 2;
/// Kinds from here on end the label, or are none of ASCII labels.
const END: u8 = 4;
const FULL_STOP: u8 = 4;
const OUTSIDE_ASCII: u8 = 5;
/// Not allowed under STD 3.
const FOREIGN: u8 = 6;

/// The kind of each octet: 0 for small letters and digits.
static KINDS: [u8; 256] = {
    let mut kinds = [FOREIGN; 256];
    let mut octet = 0;
    while octet < kinds.len() {
        kinds[octet] = match octet as u8 {
            b'a'..=b'z' | b'0'..=b'9' => 0,
            b'-' => HYPHEN_KIND,
            b'A'..=b'Z' => CAPITAL,
            b'.' => FULL_STOP,
            0x80.. => OUTSIDE_ASCII,
            _ => FOREIGN,
        };
        octet += 1;
    }
    kinds
};

/// The result so far.
struct Answer<'a, S> {
    standard: &'a S,
    is_to_ascii: bool,
    /// The text to which it is appended.
    text: &'a mut String,
    /// The length of the name in ASCII, or more, where the standard measures it.
    length: usize,
    /// Whether a label makes the name a Bidi name.
    is_bidi_name: bool,
    /// Whether all labels that are not ASCII may be in one.
    fits_bidi_name: bool,
}

impl<S: Standard> Answer<'_, S> {
    /// Appends the result of a name that is not its own result, or a part of it and returns `None`.
    fn push_name(&mut self, name: &str) -> Option<()> {
        let mut rest = name;
        loop {
            let after = self.push_label(rest)?;
            if after.is_empty() {
                break;
            }
            self.text.push('.');
            self.length += 1;
            rest = &after[1..];
            if is_plain(rest.as_bytes()) {
                self.text.push_str(rest);
                self.length += rest.len();
                break;
            }
        }
        let is_measured = self.is_to_ascii || self.standard.measures_unicode();
        let is_too_long = is_measured && self.length > NAME_MAX;
        let breaks_bidi = self.standard.checks_bidi()
            && self.is_bidi_name
            && !(self.fits_bidi_name && fits_bidi_name(name));
        if is_too_long || breaks_bidi {
            None
        } else {
            Some(())
        }
    }

    /// Appends the result of the first of these labels. Returns the others, with the full stop before them.
    fn push_label<'b>(&mut self, labels: &'b str) -> Option<&'b str> {
        let mut kinds = 0;
        let mut end = labels.len();
        for (at, octet) in labels.bytes().enumerate() {
            let kind = KINDS[usize::from(octet)];
            if kind >= END {
                if kind == OUTSIDE_ASCII {
                    return self.push_mapped(labels);
                }
                if kind == FOREIGN {
                    return None;
                }
                end = at;
                break;
            }
            kinds |= kind;
        }
        let (label, after) = labels.split_at(end);
        if label.is_empty() || label.len() > LABEL_MAX {
            return None;
        }
        self.length += label.len();
        if kinds == HYPHEN_KIND && label.starts_with(PREFIX) {
            self.push_decoded(label)?;
            return Some(after);
        }
        if kinds & HYPHEN_KIND != 0 && has_wrong_hyphens(label.as_bytes()) {
            return None;
        }
        let start = self.text.len();
        self.text.push_str(label);
        if kinds & CAPITAL != 0 && self.standard.lowers_ascii() {
            self.text[start..].make_ascii_lowercase();
        }
        Some(after)
    }

    /// Does the same for a label that is not ASCII.
    fn push_mapped<'b>(&mut self, labels: &'b str) -> Option<&'b str> {
        let mut points = [0; LABEL_MAX];
        let mut judged = Judged::default();
        let mut rest = labels.chars();
        let after = loop {
            let after = rest.as_str();
            let Some(c) = rest.next() else {
                break after;
            };
            let facts = self.standard.facts(c);
            if facts == Facts::LEAVES && c == '.' {
                break after;
            }
            *points.get_mut(judged.length)? = facts.becomes();
            judged.push(facts)?;
        };
        let points = &points[..judged.length];
        // A label may become ASCII, even a code.
        let is_ascii = points.iter().all(|&point| point < 0x80);
        let first = char::from_u32(*points.first()?)?;
        if is_ascii || judged.ends_with_hyphen() {
            return None;
        }
        let characters = points.iter().copied().filter_map(char::from_u32);
        if !self.standard.allows_contexts(characters) {
            return None;
        }
        if self.is_to_ascii {
            self.length += self.push_code(points)?;
        } else {
            if self.standard.measures_unicode() {
                self.length += self.measure(points)?;
            }
            for &point in points {
                self.text.push(char::from_u32(point)?);
            }
        }
        self.note_direction(&judged, first);
        Some(after)
    }

    /// Appends the A-label of these code points. Returns its length, if that is allowed.
    fn push_code(&mut self, points: &[u32]) -> Option<usize> {
        let start = self.text.len();
        self.text.push_str(PREFIX);
        punycode::push_code(points, self.text).ok()?;
        let length = self.text.len() - start;
        if length > LABEL_MAX {
            None
        } else {
            Some(length)
        }
    }

    /// The length of the A-label of these code points, or more, if that is allowed.
    fn measure(&mut self, points: &[u32]) -> Option<usize> {
        let longest = length::longest(points);
        if longest <= LABEL_MAX {
            return Some(longest);
        }
        let start = self.text.len();
        let length = self.push_code(points)?;
        self.text.truncate(start);
        Some(length)
    }

    /// Appends the result of a label with the prefix and without capitals.
    fn push_decoded(&mut self, label: &str) -> Option<()> {
        // A code without digits is the code of ASCII or of no text, and ends with a hyphen.
        if label.ends_with('-') {
            return None;
        }
        let start = self.text.len();
        punycode::decode_into(&label[PREFIX.len()..], self.text).ok()?;
        if self.standard.checks_codes() {
            let mut judged = Judged::default();
            let mut decoded = self.text[start..].chars();
            let first = decoded.clone().next()?;
            for c in &mut decoded {
                let facts = self.standard.facts(c);
                if facts.becomes() != u32::from(c) {
                    return None;
                }
                judged.push(facts)?;
            }
            let characters = self.text[start..].chars();
            if judged.ends_with_hyphen() || !self.standard.allows_contexts(characters) {
                return None;
            }
            self.note_direction(&judged, first);
        }
        if self.is_to_ascii {
            // The decoder only reads the code that the encoder writes.
            self.text.truncate(start);
            self.text.push_str(label);
        }
        Some(())
    }

    fn note_direction(&mut self, judged: &Judged, first: char) {
        let direction = Direction {
            all: judged.classes,
            first: Facts::of(first).class(),
            last: judged.last.class(),
        };
        self.is_bidi_name |= direction.has_right_to_left();
        self.fits_bidi_name &= direction.broken().is_empty();
    }
}

fn has_wrong_hyphens(label: &[u8]) -> bool {
    label.starts_with(b"-") || label.ends_with(b"-") || label.get(2..4) == Some(b"--")
}

/// A label as far as it is judged.
struct Judged {
    /// The number of its code points.
    length: usize,
    /// The classes of all.
    classes: Classes,
    previous: Facts,
    /// The last code point that is not of class NSM.
    last: Facts,
}

impl Default for Judged {
    fn default() -> Self {
        Self {
            length: 0,
            classes: 0,
            previous: Facts::LEAVES,
            last: Facts::LEAVES,
        }
    }
}

const HYPHEN: u32 = b'-' as u32;

impl Judged {
    /// Takes the next code point, or returns `None` if the label leaves the short way with it.
    #[inline(always)]
    fn push(&mut self, facts: Facts) -> Option<()> {
        if facts.needs_care() && !self.allows(facts) {
            return None;
        }
        if !facts.needs_care() || facts.class() != set(Bidi::NSM) {
            self.last = facts;
        }
        self.classes |= facts.class();
        self.length += 1;
        self.previous = facts;
        Some(())
    }

    /// Whether a code point that needs care may be the next one.
    fn allows(&self, facts: Facts) -> bool {
        if facts == Facts::LEAVES {
            return false;
        }
        if facts.becomes() == HYPHEN {
            // Neither first, nor third and fourth.
            return self.length != 0 && !(self.length == 3 && self.ends_with_hyphen());
        }
        if self.length == 0 {
            return !facts.is_mark() && facts.rank() == 0;
        }
        facts.rank() == 0 || facts.rank() > self.previous.rank()
    }

    const fn ends_with_hyphen(&self) -> bool {
        self.previous.becomes() == HYPHEN
    }
}
