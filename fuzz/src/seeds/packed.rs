//! Seeds as lines of text: visible ASCII is written as itself, every other octet is `\xNN`.

use std::fmt::Write;

/// One line a seed.
#[must_use]
pub fn pack<'a>(seeds: impl IntoIterator<Item = &'a Vec<u8>>) -> String {
    let mut out = String::new();
    for seed in seeds {
        out.push_str(&escape(seed));
        out.push('\n');
    }
    out
}

/// The seeds in the lines.
///
/// # Errors
///
/// The number of the first line that is not a seed, from 1.
pub fn unpack(text: &str) -> Result<Vec<Vec<u8>>, usize> {
    text.lines().enumerate().map(|(at, line)| unescape(line).ok_or(at + 1)).collect()
}

/// The octets as one line.
pub(crate) fn escape(octets: &[u8]) -> String {
    let mut out = String::with_capacity(octets.len());
    for &octet in octets {
        match octet {
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' => out.push(char::from(octet)),
            _ => write!(out, "\\x{octet:02x}").expect("writing to a string does not fail"),
        }
    }
    out
}

fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (octet, length) = match first {
            '\\' if rest.starts_with("\\\\") => (b'\\', 2),
            '\\' => (u8::from_str_radix(rest.strip_prefix("\\x")?.get(..2)?, 16).ok()?, 4),
            ' '..='~' => (first as u8, 1),
            _ => return None,
        };
        out.push(octet);
        rest = &rest[length..];
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_octet_is_unpacked_as_it_was() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let seeds = vec![Vec::new(), all, b" a\\b ".to_vec()];
        assert_eq!(unpack(&pack(&seeds)), Ok(seeds));
    }

    #[test]
    fn names_the_line_that_is_not_a_seed() {
        assert_eq!(unpack("a\n\\y\n"), Err(2));
        assert_eq!(unpack("\\x0\n"), Err(1));
        assert_eq!(unpack("ü\n"), Err(1));
    }
}
