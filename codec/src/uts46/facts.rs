//! The facts of a code point that the short way needs, in one word that is remembered after its first use.
//!
//! The tables of ICU4X are laid out for size: the mapping, the Bidi class, the combining class and the
//! general category are four look-ups, and the mapping alone is an iterator that normalises. Names repeat
//! their code points, so each is looked up once. A result does not depend on the order of the look-ups.

use core::sync::atomic::{AtomicU32, Ordering};

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::direction::Classes;
use super::model::{Icu, Status, Tables};

/// The facts of a code point that takes the short way, or rather of the one that it becomes.
///
/// | bits | fact |
/// | --- | --- |
/// | 0 to 20 | the code point that it becomes: itself, or the one to which it is mapped |
/// | 21 to 24 | the place of its class in [`Bidi`](super::model::Bidi) |
/// | 25 | whether it is a mark |
/// | 26 to 31 | the rank of its combining class |
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts(u32);

const POINT: u32 = 0x1F_FFFF;
const BIDI_SHIFT: u32 = 21;
const BIDI: u32 = 0xF;
const MARK: u32 = 1 << 25;
const RANK_SHIFT: u32 = 26;
/// The rank of the hyphen, above the rank of every class, so that it needs care.
const HYPHEN_RANK: u32 = 61;

/// The word of a code point that was not looked up yet. No other word is zero, because U+0000 has class BN.
const UNKNOWN: u32 = 0;

/// The planes that have code points of names: 0 to 3, a megabyte that the system gives page by page.
const REMEMBERED: usize = 0x4_0000;

static WORDS: [AtomicU32; REMEMBERED] = [const { AtomicU32::new(UNKNOWN) }; REMEMBERED];

impl Facts {
    /// A code point that leaves the short way: it is disallowed, ignored, a joiner or a full stop, becomes
    /// several, or may change when it is normalised with those before it.
    pub(crate) const LEAVES: Self = Self(u32::MAX);

    #[inline(always)]
    pub(crate) fn of(c: char) -> Self {
        let Some(place) = WORDS.get(c as usize) else {
            return Self::LEAVES;
        };
        let word = place.load(Ordering::Relaxed);
        if word != UNKNOWN {
            return Self(word);
        }
        let facts = asked(c);
        place.store(facts.0, Ordering::Relaxed);
        facts
    }

    /// The code point that it becomes.
    pub(crate) const fn becomes(self) -> u32 {
        self.0 & POINT
    }

    /// The set of its Bidi class.
    pub(super) const fn class(self) -> Classes {
        1 << (self.0 >> BIDI_SHIFT & BIDI)
    }

    /// Whether its place in a label matters, because it is a mark, has a combining class or is the hyphen;
    /// or it leaves the short way.
    pub(super) const fn needs_care(self) -> bool {
        self.0 >= MARK
    }

    pub(super) const fn is_mark(self) -> bool {
        self.0 & MARK != 0
    }

    /// A number that is 0 for combining class 0, and greater only if the class is.
    pub(super) const fn rank(self) -> u32 {
        self.0 >> RANK_SHIFT
    }
}

/// Asks the tables.
#[cold]
#[inline(never)]
fn asked(c: char) -> Facts {
    let becomes = match Icu.status(c) {
        Status::Valid | Status::Deviation(_) => c,
        Status::Mapped(text) => {
            let mut mapped = text.chars();
            match (mapped.next(), mapped.next()) {
                (Some(one), None) => one,
                _ => return Facts::LEAVES,
            }
        }
        Status::Ignored | Status::Disallowed => return Facts::LEAVES,
    };
    let is_joiner = matches!(becomes, '\u{200C}' | '\u{200D}');
    let is_foreign_ascii = becomes.is_ascii() && !matches!(becomes, 'a'..='z' | '0'..='9' | '-');
    if is_joiner || is_foreign_ascii || composes_backwards(becomes) || !is_normal(becomes) {
        return Facts::LEAVES;
    }
    // There are 240 classes, and 60 ranks. That some share one only makes the short way shorter.
    let class = CanonicalCombiningClassMapBorrowed::new().get_u8(becomes);
    let rank = match becomes {
        '-' => HYPHEN_RANK,
        _ => u32::from(class.div_ceil(4)),
    };
    let mark = if Icu.is_mark(becomes) { MARK } else { 0 };
    let bidi = Icu.bidi(becomes) as u32;
    Facts(u32::from(becomes) | bidi << BIDI_SHIFT | mark | rank << RANK_SHIFT)
}

fn is_normal(c: char) -> bool {
    let mut buffer = [0; 4];
    let text = &*c.encode_utf8(&mut buffer);
    Icu.nfc(text) == text
}

/// Whether it is the second of a pair that normalisation makes one (NFC_Quick_Check is Maybe).
fn composes_backwards(c: char) -> bool {
    SECONDS
        .iter()
        .any(|&(first, last)| (first..=last).contains(&c))
}

/// The code points that compose with one before them, as ranges.
const SECONDS: [(char, char); 49] = [
    ('\u{300}', '\u{304}'),
    ('\u{306}', '\u{30C}'),
    ('\u{30F}', '\u{30F}'),
    ('\u{311}', '\u{311}'),
    ('\u{313}', '\u{314}'),
    ('\u{31B}', '\u{31B}'),
    ('\u{323}', '\u{328}'),
    ('\u{32D}', '\u{32E}'),
    ('\u{330}', '\u{331}'),
    ('\u{338}', '\u{338}'),
    ('\u{342}', '\u{342}'),
    ('\u{345}', '\u{345}'),
    ('\u{653}', '\u{655}'),
    ('\u{93C}', '\u{93C}'),
    ('\u{9BE}', '\u{9BE}'),
    ('\u{9D7}', '\u{9D7}'),
    ('\u{B3E}', '\u{B3E}'),
    ('\u{B56}', '\u{B57}'),
    ('\u{BBE}', '\u{BBE}'),
    ('\u{BD7}', '\u{BD7}'),
    ('\u{C56}', '\u{C56}'),
    ('\u{CC2}', '\u{CC2}'),
    ('\u{CD5}', '\u{CD6}'),
    ('\u{D3E}', '\u{D3E}'),
    ('\u{D57}', '\u{D57}'),
    ('\u{DCA}', '\u{DCA}'),
    ('\u{DCF}', '\u{DCF}'),
    ('\u{DDF}', '\u{DDF}'),
    ('\u{102E}', '\u{102E}'),
    ('\u{1161}', '\u{1175}'),
    ('\u{11A8}', '\u{11C2}'),
    ('\u{1B35}', '\u{1B35}'),
    ('\u{3099}', '\u{309A}'),
    ('\u{110BA}', '\u{110BA}'),
    ('\u{11127}', '\u{11127}'),
    ('\u{1133E}', '\u{1133E}'),
    ('\u{11357}', '\u{11357}'),
    ('\u{113B8}', '\u{113B8}'),
    ('\u{113BB}', '\u{113BB}'),
    ('\u{113C2}', '\u{113C2}'),
    ('\u{113C9}', '\u{113C9}'),
    ('\u{114B0}', '\u{114B0}'),
    ('\u{114BA}', '\u{114BA}'),
    ('\u{114BD}', '\u{114BD}'),
    ('\u{115AF}', '\u{115AF}'),
    ('\u{11930}', '\u{11930}'),
    ('\u{1611E}', '\u{16120}'),
    ('\u{16129}', '\u{16129}'),
    ('\u{16D67}', '\u{16D67}'),
];

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

    use super::super::direction::set;
    use super::super::model::Bidi;
    use super::*;

    /// The composites are the pairs that stay one when they are normalised.
    #[test]
    fn the_seconds_are_those_of_all_composites() {
        let decomposition = CanonicalDecompositionBorrowed::new();
        let mut seconds = BTreeSet::new();
        for c in '\0'..=char::MAX {
            if let Decomposed::Expansion(_, second) = decomposition.decompose(c)
                && is_normal(c)
            {
                seconds.insert(second);
            }
        }
        let listed: BTreeSet<char> = ('\0'..=char::MAX)
            .filter(|&c| composes_backwards(c))
            .collect();
        assert_eq!(listed, seconds);
    }

    #[test]
    fn facts_are_those_of_the_tables() {
        let mut quick = 0;
        for c in '\0'..=char::MAX {
            let facts = Facts::of(c);
            if facts == Facts::LEAVES {
                continue;
            }
            quick += 1;
            let becomes = char::from_u32(facts.becomes()).expect("a scalar value");
            let status = match Icu.status(c) {
                Status::Mapped(text) => text.chars().eq([becomes]),
                status => becomes == c && matches!(status, Status::Valid | Status::Deviation(_)),
            };
            assert!(status, "{c:?} becomes {becomes:?}");
            assert_eq!(facts.class(), set(Icu.bidi(becomes)), "{c:?}");
            assert_eq!(facts.is_mark(), Icu.is_mark(becomes), "{c:?}");
            let is_spacing = facts.class() != set(Bidi::NSM);
            assert!(is_spacing || facts.needs_care(), "{c:?}");
        }
        assert!(quick > 150_000, "only {quick} take the short way");
    }

    #[test]
    fn ranks_order_the_combining_classes() {
        let classes = CanonicalCombiningClassMapBorrowed::new();
        let mut ranks: BTreeSet<(u8, u32)> = BTreeSet::new();
        for c in '\0'..=char::MAX {
            let facts = Facts::of(c);
            if facts != Facts::LEAVES && facts.becomes() != u32::from('-') {
                let becomes = char::from_u32(facts.becomes()).expect("a scalar value");
                ranks.insert((classes.get_u8(becomes), facts.rank()));
            }
        }
        assert!(ranks.contains(&(0, 0)) && ranks.len() > 20, "{ranks:?}");
        assert!(
            ranks
                .iter()
                .all(|&(class, rank)| (class == 0) == (rank == 0))
        );
        assert!(
            ranks.iter().is_sorted_by_key(|&(_, rank)| rank),
            "{ranks:?}"
        );
    }
}
