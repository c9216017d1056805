//! Code points as octets: UTF-8 without its limits, so that every 32-bit number has a form and every
//! octet string has a meaning.
//!
//! Plain text is plain UTF-8, which mutators handle well and people can read. Surrogates and
//! numbers above 10FFFF take the forms that UTF-8 had before it was cut (RFC 2279), and numbers
//! above 7FFFFFFF one more of seven octets. An octet that begins no form is the code point of the
//! same number. `FF` begins nothing and is left to callers as a separator.

/// The code points of an octet string.
#[must_use]
pub fn code_points(octets: &[u8]) -> Vec<u32> {
    let mut out = Vec::with_capacity(octets.len());
    let mut rest = octets;
    while let Some((&first, tail)) = rest.split_first() {
        let following = match first.leading_ones() as usize {
            ones @ 2..=7 => ones - 1,
            _ => 0,
        };
        let number = tail
            .get(..following)
            .and_then(|tail| continued(first, tail));
        match number {
            Some(number) if following > 0 => {
                out.push(number);
                rest = &tail[following..];
            }
            _ => {
                out.push(first.into());
                rest = tail;
            }
        }
    }
    out
}

/// The octets from which [`code_points`] reads these code points. None of them is `FF`.
#[must_use]
pub fn octets(code_points: &[u32]) -> Vec<u8> {
    let mut out = Vec::with_capacity(code_points.len());
    for &number in code_points {
        let bits = u32::BITS - number.leading_zeros();
        if bits <= 7 {
            out.push(number as u8);
            continue;
        }
        // Of 11 bits on, five more need one more octet.
        let following = (bits - 6).div_ceil(5);
        let mark = !0 << (7 - following);
        out.push(mark | group(number, following));
        for at in (0..following).rev() {
            out.push(0x80 | (group(number, at) & 0x3F));
        }
    }
    out
}

/// The low octet of a number without so many groups of six bits at its end.
fn group(number: u32, after: u32) -> u8 {
    (u64::from(number) >> (6 * after)) as u8
}

/// The number of a first octet and its continuation; `None` if it does not fit 32 bits.
fn continued(first: u8, tail: &[u8]) -> Option<u32> {
    let kept = u64::from(first) & (0x3F >> tail.len());
    let number = tail.iter().try_fold(kept, |number, &octet| {
        (octet & 0xC0 == 0x80).then_some(number << 6 | u64::from(octet & 0x3F))
    });
    u32::try_from(number?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_utf_8() {
        let text = "aü€😀\u{10ffff}";
        let numbers: Vec<u32> = text.chars().map(u32::from).collect();
        assert_eq!(octets(&numbers), text.as_bytes());
        assert_eq!(code_points(text.as_bytes()), numbers);
    }

    #[test]
    fn every_number_is_read_back() {
        let ends = (0..=32).map(|bits| (1_u64 << bits) as u32);
        let numbers: Vec<u32> = ends
            .flat_map(|end| [end.wrapping_sub(1), end, end | 0x15])
            .chain([0xD800, 0xDFFF, 0xFF, 0xFE, u32::MAX])
            .collect();
        let written = octets(&numbers);
        assert_eq!(code_points(&written), numbers);
        assert!(!written.contains(&0xFF));
    }

    #[test]
    fn an_octet_that_begins_nothing_is_itself() {
        assert_eq!(
            code_points(&[0xE2, 0x82, b'a', 0x80, 0xFF]),
            [0xE2, 0x82, 0x61, 0x80, 0xFF]
        );
        assert_eq!(
            code_points(&[0xFE, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF])[0],
            0xFE
        );
    }
}
