//! The rules of RFC 5892, appendix A, and of RFC 5893, section 2.

use acegate_codec::idna2008::model::{Script, script};
use acegate_codec::uts46::model::{Bidi, Icu, Joining, Tables};

/// RFC 5892, A.1 and A.2.
pub(super) fn is_joiner_allowed(label: &[char], at: usize) -> bool {
    if at > 0 && Icu.is_virama(label[at - 1]) {
        return true;
    }
    let before = label[..at].iter().rev();
    let after = label[at + 1..].iter();
    let left = before
        .map(|&c| Icu.joining(c))
        .find(|&joining| joining != Joining::T);
    let right = after
        .map(|&c| Icu.joining(c))
        .find(|&joining| joining != Joining::T);
    label[at] == '\u{200C}'
        && matches!(left, Some(Joining::L | Joining::D))
        && matches!(right, Some(Joining::R | Joining::D))
}

/// RFC 5892, A.3 to A.9.
pub(super) fn is_other_allowed(label: &[char], at: usize) -> bool {
    let before = if at > 0 { Some(label[at - 1]) } else { None };
    let after = label.get(at + 1).copied();
    match label[at] {
        '\u{B7}' => before == Some('l') && after == Some('l'),
        '\u{375}' => after.and_then(script) == Some(Script::Greek),
        '\u{5F3}' | '\u{5F4}' => before.and_then(script) == Some(Script::Hebrew),
        '\u{30FB}' => label.iter().any(|&c| {
            matches!(
                script(c),
                Some(Script::Hiragana | Script::Katakana | Script::Han)
            )
        }),
        '\u{660}'..='\u{669}' => !label.iter().any(|c| ('\u{6F0}'..='\u{6F9}').contains(c)),
        _ => !label.iter().any(|c| ('\u{660}'..='\u{669}').contains(c)),
    }
}

/// Whether a label has a right-to-left character (RFC 5893, section 1.4).
pub(super) fn runs_left(label: &str) -> bool {
    let mut characters = label.chars();
    characters.any(|c| matches!(Icu.bidi(c), Bidi::R | Bidi::AL | Bidi::AN))
}

/// RFC 5893, section 2.
pub(super) fn obeys_bidi_rule(label: &str) -> bool {
    let classes: Vec<Bidi> = label.chars().map(|c| Icu.bidi(c)).collect();
    let has = |wanted: &[Bidi]| classes.iter().any(|class| wanted.contains(class));
    let first = classes.first().copied();
    let last = classes.iter().rev().find(|class| **class != Bidi::NSM);
    match first {
        Some(Bidi::R | Bidi::AL) => {
            let is_end_right = matches!(last, Some(Bidi::R | Bidi::AL | Bidi::EN | Bidi::AN));
            let mixes_numbers = has(&[Bidi::EN]) && has(&[Bidi::AN]);
            is_end_right && !mixes_numbers && !has(&[Bidi::L, Bidi::Other])
        }
        Some(Bidi::L) => {
            let is_end_right = matches!(last, Some(Bidi::L | Bidi::EN));
            is_end_right && !has(&[Bidi::R, Bidi::AL, Bidi::AN, Bidi::Other])
        }
        _ => false,
    }
}
