//! The mapping of RFC 5895, section 2, for a whole name.

use alloc::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

use super::letters::lower;
use super::options::Mapping;

/// The name, mapped as the options say.
pub(super) fn map(name: &str, mapping: Mapping) -> Cow<'_, str> {
    match mapping {
        Mapping::None => name.into(),
        Mapping::Nfc => NFC.normalize(name),
        Mapping::Rfc5895 => map_by_rfc5895(name),
    }
}

/// Steps 1 to 4. Each copies the name only if it changes it.
fn map_by_rfc5895(name: &str) -> Cow<'_, str> {
    let mut mapped = lower(name);
    if mapped.contains(has_other_width) {
        mapped = mapped.chars().map(ordinary_width).collect();
    }
    if let Cow::Owned(normal) = NFC.normalize(&mapped) {
        mapped = normal.into();
    }
    if mapped.contains('\u{3002}') {
        mapped = mapped.replace('\u{3002}', ".").into();
    }
    mapped
}

const NFC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfc();

/// Whether it is in a block whose characters have another width: step 2 changes no other.
fn has_other_width(c: char) -> bool {
    matches!(c, '\u{3000}' | '\u{FF00}'..='\u{FFEF}')
}

/// Step 2: the character that a fullwidth or halfwidth one stands for, by the `<wide>` and `<narrow>`
/// decompositions of `UnicodeData.txt`.
#[must_use]
pub(super) fn ordinary_width(c: char) -> char {
    let place = c as usize;
    match c {
        '\u{3000}' => ' ',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{FF5F}'..='\u{FF65}' => FROM_FF5F[place - 0xFF5F],
        '\u{FF66}'..='\u{FF9F}' => nth(KATAKANA, place - 0xFF66, c),
        '\u{FFA0}' => '\u{3164}',
        '\u{FFA1}'..='\u{FFBE}' => nth_after('\u{3131}', place - 0xFFA1),
        '\u{FFC2}'..='\u{FFC7}' => nth_after('\u{314F}', place - 0xFFC2),
        '\u{FFCA}'..='\u{FFCF}' => nth_after('\u{3155}', place - 0xFFCA),
        '\u{FFD2}'..='\u{FFD7}' => nth_after('\u{315B}', place - 0xFFD2),
        '\u{FFDA}'..='\u{FFDC}' => nth_after('\u{3161}', place - 0xFFDA),
        '\u{FFE0}'..='\u{FFE6}' => FROM_FFE0[place - 0xFFE0],
        '\u{FFE8}'..='\u{FFEE}' => FROM_FFE8[place - 0xFFE8],
        _ => c,
    }
}

const FROM_FF5F: [char; 7] = ['⦅', '⦆', '。', '「', '」', '、', '・'];
/// From U+FF66 on. The last two are the combining voicing marks.
const KATAKANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}";
const FROM_FFE0: [char; 7] = ['¢', '£', '¬', '¯', '¦', '¥', '₩'];
const FROM_FFE8: [char; 7] = ['│', '←', '↑', '→', '↓', '■', '○'];

fn nth(characters: &str, index: usize, otherwise: char) -> char {
    characters.chars().nth(index).unwrap_or(otherwise)
}

fn nth_after(first: char, count: usize) -> char {
    (first..=char::MAX).nth(count).unwrap_or(first)
}
