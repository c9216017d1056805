//! The rules for joiners (RFC 5892, appendices A.1 and A.2), which UTS #46 and IDNA 2008 share.

use super::model::{Icu, Joining, Tables};

/// Whether a joiner is where its rule does not allow it.
#[derive(Clone, Copy)]
pub(crate) struct Misplaced {
    /// Whether a U+200C breaks A.1.
    pub(crate) non_joiners: bool,
    /// Whether a U+200D breaks A.2.
    pub(crate) joiners: bool,
}

impl Misplaced {
    /// The rules that a label breaks.
    pub(crate) fn of(label: &str) -> Self {
        let mut misplaced = Self {
            non_joiners: false,
            joiners: false,
        };
        for (at, joiner) in label.match_indices(['\u{200C}', '\u{200D}']) {
            let before = &label[..at];
            let after = &label[at + joiner.len()..];
            if before.chars().next_back().is_some_and(|c| Icu.is_virama(c)) {
                continue;
            }
            if joiner == "\u{200D}" {
                misplaced.joiners = true;
                continue;
            }
            // A.1: `{L,D} T* 200C T* {R,D}`.
            let last = first_joining(before.chars().rev());
            let next = first_joining(after.chars());
            misplaced.non_joiners |= !matches!(last, Some(Joining::L | Joining::D))
                || !matches!(next, Some(Joining::R | Joining::D));
        }
        misplaced
    }

    /// Whether the label breaks one of the two.
    pub(crate) const fn any(self) -> bool {
        self.non_joiners || self.joiners
    }
}

/// The joining type of the first of these characters that is not transparent.
fn first_joining(characters: impl Iterator<Item = char>) -> Option<Joining> {
    let mut kinds = characters.map(|c| Icu.joining(c));
    kinds.find(|&kind| kind != Joining::T)
}
