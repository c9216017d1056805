//! The labels that the contestants of Punycode take, directions, and the layout of inputs in memory.

use crate::contest::{Answer, Contestant, Origin};

/// The direction of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From text to code.
    Encode,
    /// From code to text.
    Decode,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Encode, Self::Decode];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::Decode => "decode",
        }
    }

    /// The contestant that encodes or decodes, and returns an owned answer.
    pub(super) fn contestant<I, E: Answer + 'static, D: Answer + 'static>(
        self,
        name: impl Into<String>,
        origin: Origin,
        encode: impl Fn(&I) -> Option<E> + 'static,
        decode: impl Fn(&I) -> Option<D> + 'static,
    ) -> Contestant<I> {
        match self {
            Self::Encode => Contestant::owned(name, origin, encode),
            Self::Decode => Contestant::owned(name, origin, decode),
        }
    }
}

/// A text and its code, in every form that a contestant takes.
///
/// So the conversion is not measured. The text can be an address of uri2dec, and the code its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The text.
    pub text: &'static str,
    /// Its code points.
    pub points: &'static [u32],
    /// The text as characters.
    pub chars: &'static [char],
    /// Its code.
    pub code: &'static str,
}

impl Label {
    /// The labels of texts and their codes, each form of them side by side in memory. Texts without a code are
    /// left out.
    #[must_use]
    pub fn all(
        texts: impl IntoIterator<Item = String>,
        code: impl Fn(&str) -> Option<String>,
    ) -> Vec<Self> {
        let mut coded = Vec::new();
        let mut codes = Vec::new();
        let mut chars: Vec<Vec<char>> = Vec::new();
        let mut points: Vec<Vec<u32>> = Vec::new();
        for text in texts {
            if let Some(code) = code(&text) {
                chars.push(text.chars().collect());
                points.push(text.chars().map(u32::from).collect());
                coded.push(text);
                codes.push(code);
            }
        }
        let texts = adjacent_texts(&coded);
        let codes = adjacent_texts(&codes);
        let chars = adjacent(&chars);
        let points = adjacent(&points);
        let mut labels = Vec::new();
        for (at, text) in texts.into_iter().enumerate() {
            labels.push(Self {
                text,
                points: points[at],
                chars: chars[at],
                code: codes[at],
            });
        }
        labels
    }
}

fn adjacent_texts(parts: &[String]) -> Vec<&'static str> {
    let octets = adjacent::<u8>(parts).into_iter();
    octets
        .map(|octets| str::from_utf8(octets).expect("the octets of a text"))
        .collect()
}

/// The parts side by side in memory, in the order in which they are read. The processor then fetches them
/// before they are needed, so the codec is measured and not the access to memory. They stay in memory until
/// the program ends.
fn adjacent<T: Copy>(parts: &[impl AsRef<[T]>]) -> Vec<&'static [T]> {
    let mut all: Vec<T> = Vec::new();
    for part in parts {
        all.extend_from_slice(part.as_ref());
    }
    let mut rest: &'static [T] = all.leak();
    let mut adjacent = Vec::new();
    for part in parts {
        let (list, after) = rest.split_at(part.as_ref().len());
        adjacent.push(list);
        rest = after;
    }
    adjacent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_same_and_touch() {
        let parts = ["a", "", "üb", "c"].map(str::to_owned);
        let texts = adjacent_texts(&parts);
        assert_eq!(texts, parts);
        assert!(
            texts
                .windows(2)
                .all(|pair| pair[0].as_bytes().as_ptr_range().end == pair[1].as_ptr())
        );
    }
}
