//! The facts of a code point that names need, in one octet that is remembered after its first use.
//!
//! Names repeat their code points, so each is looked up in the tables of ICU4X once. An answer does not depend on the
//! order of the questions.

use core::sync::atomic::{AtomicU8, Ordering};

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::property::property;
use super::terms::Property;
use crate::uts46::direction::Classes;
use crate::uts46::facts::{composes_backwards, is_normal};
use crate::uts46::model::{Bidi, Icu, Tables};

/// The facts of a code point.
///
/// | bits | fact |
/// | --- | --- |
/// | 0 to 2 | the place of its derived property in [`Property::ALL`], plus one |
/// | 3 | whether it is simple: PVALID wherever it stands, unchanged by every mapping, and not right-to-left |
/// | 4 to 7 | the place of its Bidi class in [`Bidi`] |
#[derive(Clone, Copy)]
pub(super) struct Facts(u8);

const PROPERTY: u8 = 7;
const SIMPLE: u8 = 1 << 3;
const BIDI_SHIFT: u8 = 4;

/// The octet of a code point that was not looked up yet. No other is zero, because the property is counted from one.
const UNKNOWN: u8 = 0;

/// The planes that have code points of names: 0 to 3.
const REMEMBERED: usize = 0x4_0000;

static KNOWN: [AtomicU8; REMEMBERED] = [const { AtomicU8::new(UNKNOWN) }; REMEMBERED];

impl Facts {
    #[inline]
    pub(super) fn of(c: char) -> Self {
        let Some(known) = KNOWN.get(c as usize) else {
            return look_up(c);
        };
        let octet = known.load(Ordering::Relaxed);
        if octet != UNKNOWN {
            return Self(octet);
        }
        let facts = look_up(c);
        known.store(facts.0, Ordering::Relaxed);
        facts
    }

    pub(super) const fn property(self) -> Property {
        Property::ALL[(self.0 & PROPERTY) as usize - 1]
    }

    pub(super) const fn is_simple(self) -> bool {
        self.0 & SIMPLE != 0
    }

    /// The set of its Bidi class.
    pub(super) const fn class(self) -> Classes {
        1 << (self.0 >> BIDI_SHIFT)
    }
}

#[cold]
#[inline(never)]
fn look_up(c: char) -> Facts {
    let property = property(c.into());
    let bidi = Icu.bidi(c);
    let is_simple = property == Property::Pvalid
        && !Icu.is_mark(c)
        && CanonicalCombiningClassMapBorrowed::new().get_u8(c) == 0
        && !composes_backwards(c)
        && is_normal(c)
        && !matches!(bidi, Bidi::R | Bidi::AL | Bidi::AN)
        // U+13A0 is PVALID, and RFC 5895 maps it to U+AB70, which is not.
        && c.to_lowercase().eq([c]);
    let simple = if is_simple { SIMPLE } else { 0 };
    Facts((property as u8 + 1) | simple | (bidi as u8) << BIDI_SHIFT)
}
