//! The Bidi rule (RFC 5893, section 2).

use super::{LabelTest, ReadLabel, Request, TestedLabel};
use crate::uts46::model::Bidi;

/// Conditions 1 to 6.
pub(super) const BIDI: [LabelTest; 6] = [
    |judged| match bidi_classes(judged).next()? {
        Bidi::L | Bidi::R | Bidi::AL => None,
        _ => Some(0),
    },
    |judged| {
        if !judged.runs_left() {
            return None;
        }
        let is_wrong = |class| matches!(class, Bidi::L | Bidi::Other);
        bidi_classes(judged).position(is_wrong)
    },
    |judged| {
        if !judged.runs_left() {
            return None;
        }
        judged.wrong_end(&[Bidi::R, Bidi::AL, Bidi::EN, Bidi::AN])
    },
    |judged| {
        if !judged.runs_left() {
            return None;
        }
        let european = bidi_classes(judged).position(|class| class == Bidi::EN)?;
        let arabic = bidi_classes(judged).position(|class| class == Bidi::AN)?;
        Some(european.max(arabic))
    },
    |judged| {
        if !judged.runs_right() {
            return None;
        }
        let is_wrong = |class| matches!(class, Bidi::R | Bidi::AL | Bidi::AN | Bidi::Other);
        bidi_classes(judged).position(is_wrong)
    },
    |judged| {
        if !judged.runs_right() {
            return None;
        }
        judged.wrong_end(&[Bidi::L, Bidi::EN])
    },
];

/// Whether one of these labels has a character of class R, AL or AN.
#[must_use]
pub fn has_right_to_left(request: &Request<'_>, labels: &[ReadLabel]) -> bool {
    let mut characters = labels.iter().flat_map(|label| label.text.chars());
    characters.any(|c| matches!(request.rules.tables.bidi(c), Bidi::R | Bidi::AL | Bidi::AN))
}

/// The classes of the label that is judged.
pub fn bidi_classes(judged: &TestedLabel<'_>) -> impl DoubleEndedIterator<Item = Bidi> {
    let tables = judged.request.rules.tables;
    judged.characters.iter().map(|&c| tables.bidi(c))
}

impl TestedLabel<'_> {
    fn runs_left(&self) -> bool {
        matches!(bidi_classes(self).next(), Some(Bidi::R | Bidi::AL))
    }

    fn runs_right(&self) -> bool {
        bidi_classes(self).next() == Some(Bidi::L)
    }

    /// The last character that is not NSM, if its class is none of these.
    fn wrong_end(&self, right: &[Bidi]) -> Option<usize> {
        for (back, class) in bidi_classes(self).rev().enumerate() {
            if class != Bidi::NSM {
                let at = self.characters.len() - 1 - back;
                return (!right.contains(&class)).then_some(at);
            }
        }
        None
    }
}
