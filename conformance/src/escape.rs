//! Foreign text made safe to print: whatever an implementation says is hostile.

use std::fmt::Write;

/// How many octets of one field a report for people shows.
pub const FIELD: usize = 64 << 10;

/// The text with every character that could steer a terminal, hide or reorder text written as
/// `<U+XXXX>`.
///
/// These are the control characters, the bidirectional controls, other invisible format characters,
/// line and paragraph separators, noncharacters, private use and variation selectors.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hostile(c) {
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// The same for text of several lines, which stay lines.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// The same for text of any length. Behind the first `most` octets stands how long it is.
#[must_use]
pub fn printable_start(text: &str, most: usize) -> String {
    if text.len() <= most {
        return printable(text);
    }
    let start = &text[..boundary(text, most)];
    format!("{}… ({} octets)", printable(start), text.len())
}

/// Shortens text that is printable already to the length of a field.
pub(crate) fn bounded(mut text: String) -> String {
    if text.len() > FIELD {
        let all = text.len();
        text.truncate(boundary(&text, FIELD));
        let _ = write!(text, "… ({all} octets)");
    }
    text
}

/// The last boundary of characters that is not behind `most`.
fn boundary(text: &str, most: usize) -> usize {
    (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

/// Whether a character could steer a terminal, or hide or reorder text.
pub(crate) fn is_hostile(c: char) -> bool {
    let n = u32::from(c);
    c.is_control()
        || matches!(n,
            0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F
            | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F
            | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A
            | 0xE_0000..=0xE_0FFF)
        || matches!(n, 0xE000..=0xF8FF | 0xF_0000..=0x10_FFFF)
        || (0xFDD0..=0xFDEF).contains(&n)
        || n & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_or_reorders_text_is_shown_as_a_number() {
        let text = "a\u{1b}[31m\u{202e}b\u{feff}\u{0}\u{9b}\u{2028}\u{10ffff}ü\u{7f}";
        assert_eq!(
            printable(text),
            "a<U+001B>[31m<U+202E>b<U+FEFF><U+0000><U+009B><U+2028><U+10FFFF>ü<U+007F>"
        );
    }

    #[test]
    fn no_field_is_longer_than_its_bound_and_it_says_its_length() {
        let long = "x".repeat(1 << 20);
        assert!(printable_start(&long, FIELD).ends_with("x… (1048576 octets)"));
        assert_eq!(printable_start("aü", 2), "a… (3 octets)");
        assert_eq!(printable_start("aü", 3), "aü");
    }
}
