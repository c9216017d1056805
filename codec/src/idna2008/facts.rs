//! The facts of a code point that names need, in one octet that is remembered after its first use.
//!
//! Names repeat their code points, so each is looked up in the tables of ICU4X once. An answer does not depend on the
//! order of the questions.

use core::sync::atomic::{AtomicU8, Ordering};

use super::mapping;
use super::options::Mapping;
use super::property::property;
use super::terms::Property;
use crate::uts46::direction::Classes;
use crate::uts46::facts::Facts as ShortFacts;
use crate::uts46::model::{Icu, Tables};

/// The facts of a code point.
///
/// | bits | fact |
/// | --- | --- |
/// | 0 to 2 | the place of its derived property in [`Property::ALL`], plus one |
/// | 3 | whether it takes the short way, as the code point that it is or that RFC 5895 maps it to |
/// | 4 to 7 | the place of its Bidi class in [`Bidi`](crate::uts46::model::Bidi) |
#[derive(Clone, Copy)]
pub(super) struct Facts(u8);

const PROPERTY: u8 = 7;
const SHORT: u8 = 1 << 3;
const BIDI_SHIFT: u8 = 4;

const STAYS: u8 = octet_of(Property::Pvalid) | SHORT;
const NEEDS_CONTEXT: u8 = octet_of(Property::ContextO) | SHORT;
const IS_MAPPED: u8 = octet_of(Property::Disallowed) | SHORT;

/// The octet of a code point that was not looked up yet. No other is zero, because the property is counted from one.
const UNKNOWN: u8 = 0;

/// The planes that have code points of names: 0 to 3.
const REMEMBERED: usize = 0x4_0000;

static KNOWN: [AtomicU8; REMEMBERED] = [const { AtomicU8::new(UNKNOWN) }; REMEMBERED];

impl Facts {
    #[inline(always)]
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

    /// Whether it takes the short way and no mapping changes it.
    pub(super) const fn stays(self) -> bool {
        self.0 & (SHORT | PROPERTY) == STAYS
    }

    /// Whether it takes the short way where its context allows it.
    pub(super) const fn needs_context(self) -> bool {
        self.0 & (SHORT | PROPERTY) == NEEDS_CONTEXT
    }

    /// Whether RFC 5895 maps it to a code point that takes the short way, the same as UTS #46 does.
    pub(super) const fn is_mapped(self) -> bool {
        self.0 & (SHORT | PROPERTY) == IS_MAPPED
    }

    /// The set of its Bidi class.
    pub(super) const fn class(self) -> Classes {
        1 << (self.0 >> BIDI_SHIFT)
    }
}

const fn octet_of(property: Property) -> u8 {
    property as u8 + 1
}

#[cold]
#[inline(never)]
fn look_up(c: char) -> Facts {
    let property = property(c.into());
    let is_short = match property {
        Property::Pvalid | Property::ContextO => becomes(c, c) && mapped(c) == Some(c),
        Property::Disallowed => mapped(c).is_some_and(|to| is_short(to) && becomes(c, to)),
        _ => false,
    };
    let short = if is_short { SHORT } else { 0 };
    Facts(octet_of(property) | short | (Icu.bidi(c) as u8) << BIDI_SHIFT)
}

/// Whether it is PVALID, and UTS #46 has facts of it for the short way.
fn is_short(c: char) -> bool {
    property(c.into()) == Property::Pvalid && becomes(c, c)
}

/// Whether UTS #46 maps a code point to this one, which takes its short way.
fn becomes(c: char, to: char) -> bool {
    let facts = ShortFacts::of(c);
    facts != ShortFacts::LEAVES && facts.becomes() == u32::from(to)
}

/// The code point that RFC 5895 maps this one to wherever it stands.
///
/// For example, it maps U+13A0, which is PVALID, to U+AB70. The lower case of U+03A3 depends on its place.
fn mapped(c: char) -> Option<char> {
    if c == 'Σ' {
        return None;
    }
    let text = mapping::map(c.encode_utf8(&mut [0; 4]), Mapping::Rfc5895).into_owned();
    let mut mapped = text.chars();
    match (mapped.next(), mapped.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    }
}
