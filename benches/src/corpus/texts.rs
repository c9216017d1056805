//! Long texts, by what makes them hard.

use fastrand::Rng;

use super::script::SCRIPTS;

/// The kind of a long text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextKind {
    /// Words of all scripts in turn: the number of different characters grows with the text.
    Mixed,
    /// Words of one script: few different characters.
    Russian,
    /// Ideographs and Hangul syllables, all different, in random order.
    Permutation,
    /// The same characters in descending order: every insertion goes to the front.
    Descending,
}

impl TextKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [
        Self::Mixed,
        Self::Russian,
        Self::Permutation,
        Self::Descending,
    ];

    /// The name in tables and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Russian => "Russian",
            Self::Permutation => "permutation",
            Self::Descending => "descending",
        }
    }
}

/// A text of exactly `length` code points, different for each `seed`, the same for every call.
///
/// All basic characters are hyphens between words, which every peer reads. A text of different characters
/// has 32,074 at most.
#[must_use]
pub fn text(kind: TextKind, length: usize, seed: u64) -> String {
    let mut random = Rng::with_seed(seed ^ (length as u64) << 32);
    match kind {
        TextKind::Mixed => words(length, &mut random, |turn| turn % SCRIPTS.len()),
        TextKind::Russian => words(length, &mut random, |_| RUSSIAN),
        TextKind::Permutation => permutation(length, &mut random).into_iter().collect(),
        TextKind::Descending => {
            let mut characters = permutation(length, &mut random);
            characters.sort_unstable_by(|one, other| other.cmp(one));
            characters.into_iter().collect()
        }
    }
}

/// Words of the script at `index` of [`SCRIPTS`], cut to exactly `length` code
/// points, different for each `seed`.
#[must_use]
pub fn script_text(index: usize, length: usize, seed: u64) -> String {
    words(
        length,
        &mut Rng::with_seed(seed ^ (length as u64) << 32),
        |_| index,
    )
}

/// The index of Russian in [`SCRIPTS`].
const RUSSIAN: usize = 1;

fn words(length: usize, random: &mut Rng, script: impl Fn(usize) -> usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    for turn in 0.. {
        let start = text.len();
        SCRIPTS[script(turn)].push_word(random, &mut text);
        text.push('-');
        count += text[start..].chars().count();
        if count >= length {
            break;
        }
    }
    text.chars().take(length).collect()
}

fn permutation(length: usize, random: &mut Rng) -> Vec<char> {
    // The unified ideographs of Unicode 1.1 and the Hangul syllables.
    let mut characters: Vec<_> = ('\u{4E00}'..='\u{9FA5}')
        .chain('\u{AC00}'..='\u{D7A3}')
        .collect();
    random.shuffle(&mut characters);
    characters.truncate(length);
    characters
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn different_characters(text: &str) -> usize {
        text.chars().collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn texts_have_the_length_asked_for() {
        for kind in TextKind::ALL {
            for length in [1, 2, 100, 12_345, 30_000] {
                assert_eq!(
                    text(kind, length, 3).chars().count(),
                    length,
                    "{}",
                    kind.name()
                );
            }
            assert_ne!(text(kind, 100, 1), text(kind, 100, 2), "{}", kind.name());
            assert_eq!(text(kind, 100, 1), text(kind, 100, 1), "{}", kind.name());
        }
        assert_eq!(
            text(TextKind::Permutation, 300_000, 0).chars().count(),
            32_074
        );
    }

    #[test]
    fn permutations_have_no_character_twice() {
        for kind in [TextKind::Permutation, TextKind::Descending] {
            assert_eq!(different_characters(&text(kind, 30_000, 5)), 30_000);
        }
        let descending: Vec<_> = text(TextKind::Descending, 1_000, 5).chars().collect();
        assert!(descending.is_sorted_by(|one, other| one > other));
    }

    #[test]
    fn russian_has_the_letters_of_its_alphabet_and_mixed_text_ever_more() {
        // 29 letters and the hyphen.
        assert_eq!(
            different_characters(&text(TextKind::Russian, 10_000, 0)),
            30
        );
        let [short, long] =
            [10_000, 100_000].map(|length| different_characters(&text(TextKind::Mixed, length, 0)));
        assert!(
            short > 700 && long > 3 * short && long < 5 * short,
            "{short} {long}"
        );
    }
}
