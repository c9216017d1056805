//! A bound for the length of an A-label, so that most labels need no encoding to be measured.

use crate::punycode::PREFIX;

/// A length that the A-label of these code points does not exceed. One of them at least is not ASCII.
///
/// The code has the ASCII characters, a delimiter and a number for each other code point. A number counts the
/// steps of the decoder (RFC 3492, section 6.1): `length + 1` places for each value between two code points. The first
/// one starts at U+0080, when only the ASCII characters are there. For each other one, the values lie between the
/// lowest and the highest code point, and the text never has more places than at its end.
///
/// For example `привет`: from U+0080 to U+0432 (`в`) are 946 steps, which take at most four digits. From `в` to
/// U+0442 (`т`) are 17 values in at most six places, so 102 steps and at most three digits. 4 + 1 + 4 + 5 × 3
/// is 24, and the A-label, `xn--b1agh1afp`, has 13.
pub(super) fn longest(points: &[u32]) -> usize {
    let mut ascii = 0;
    let mut lowest = u32::MAX;
    let mut highest = 0;
    for &point in points {
        if point < FIRST {
            ascii += 1;
        } else {
            lowest = lowest.min(point);
            highest = highest.max(point);
        }
    }
    let first = most_digits(steps(FIRST, lowest, ascii + 1));
    let others = most_digits(steps(lowest, highest, points.len()));
    PREFIX.len() + ascii + 1 + first + (points.len() - ascii - 1) * others
}

/// The first code point that is not ASCII.
const FIRST: u32 = 0x80;

/// At least the number of steps between two code points in a text of so many places.
const fn steps(from: u32, to: u32, places: usize) -> usize {
    (to - from + 1) as usize * places
}

/// The largest number of digits that a number can have, whatever the bias.
///
/// A digit with the threshold `t` of 1 to 26 leaves `(number - t) / (36 - t)`. For a number below 36 this is 0;
/// for all others, it is largest if `t` is 26. A number that is below its threshold is the last digit; 0 always is.
fn most_digits(mut number: usize) -> usize {
    let mut digits = 1;
    while number > 0 {
        digits += 1;
        number = match number {
            0..36 => 0,
            _ => (number - 26) / 10,
        };
    }
    digits
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::punycode;

    /// The length by the encoder, and the bound.
    fn lengths(text: &str) -> (usize, usize) {
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        let code = punycode::encode(text).expect("a code");
        let length = PREFIX.len() + code.len();
        let longest = longest(&points);
        assert!(length <= longest, "{text:?}: {length}, not {longest}");
        (length, longest)
    }

    #[test]
    fn no_label_is_longer_than_its_bound() {
        // Low and high, near and far code points, which need few and many digits, under every bias that they lead to.
        let all = [
            'a',
            'z',
            '\u{80}',
            '\u{81}',
            'ü',
            'я',
            '\u{7FF}',
            'क',
            '中',
            '\u{9FFF}',
            '\u{FFFF}',
            '\u{10000}',
            '\u{10FFFE}',
            '\u{10FFFF}',
        ];
        let mut random = fastrand::Rng::with_seed(5891);
        for _ in 0..200_000 {
            let size = random.usize(1..=63);
            let kinds = random.usize(1..=all.len());
            let from = random.usize(..=all.len() - kinds);
            let mut text: String = (0..size)
                .map(|_| all[from + random.usize(..kinds)])
                .collect();
            if text.is_ascii() {
                text.push('ü');
            }
            lengths(&text);
        }
    }

    #[test]
    fn the_bound_of_usual_labels_is_allowed() {
        assert_eq!(lengths("привет"), (13, 24));
        for label in [
            "bücher",
            "многоеслов",
            "日本語",
            "한국어",
            "विकिपीडिया",
            "ไทยแลนด์",
            "ירושלים",
        ] {
            assert!(lengths(label).1 <= 63, "{label}");
        }
    }
}
