//! Words of many scripts. Their letters differ in frequency as those of a language do.
//!
//! Words of a dictionary would be few enough for the branch predictor to learn.

use fastrand::Rng;

/// The letters of a language, and how words are made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Consonants and vowels in turn, the frequent ones first.
    Alphabet(&'static str, &'static str),
    /// Ideographs.
    Chinese,
    /// Ideographs followed by syllables of one alphabet, or only syllables of another.
    Japanese,
    /// Syllables of two or three letters, each one character.
    Korean,
}

/// The scripts, in the order in which labels go through them.
pub const SCRIPTS: [Script; 13] = [
    Script::Chinese,
    Script::Alphabet("нтсрвлкмдпгзбчйжшхцщ", "оеаиуяыью"), // Russian
    Script::Alphabet("لمنريتبدسعقفكحجهشصخطءضذثظزغ", "اويىة"), // Arabic
    Script::Japanese,
    Script::Alphabet("nrstdhlgmcbwfkzpvßj", "eiauüoäö"), // German
    Script::Alphabet("ילהרתבמשנדאקחפצטעגסכז", "ויהא"),   // Hebrew
    Script::Korean,
    Script::Alphabet("τσνρκπλμδγθχφβξζψ", "αοειυηώίάόέήύ"), // Greek
    Script::Alphabet("นรกงทมอลสยดวตคบจพปหชข", "าเ่้ีิัแไโ"),     // Thai
    Script::Alphabet("snrtldcmpvqfbghjç", "eaiuoéèàêù"),    // French
    Script::Alphabet("करतनसहमलपयवदजबगशभटचधख", "ाेि्ींोुैू"),      // Hindi
    Script::Alphabet("нтврслкмдпзбгчйхшжцщєґ", "оаиіеуяьюї"), // Ukrainian
    Script::Alphabet("nhtcgmlđbvksrp", "aiơôưàáảạấầộợếệìốủứừ"), // Vietnamese
];

const HOSTS: [&str; 6] = ["A.D", "A-A.D", "A-A.D", "A.A.D", "A.A.D", "A-A.A.D"];

const TOP_DOMAINS: [&str; 12] = [
    "com", "org", "net", "ru", "de", "info", "fr", "cn", "co.uk", "edu", "io", "name",
];

impl Script {
    /// Words of lowercase letters.
    pub(super) const ASCII: Self = Self::Alphabet("tnsrhldcmfpgwybvkxjqz", "eaoiu");

    /// Appends a text of one of the shapes. In a shape, `S` is a word of the script, `A` one of ASCII, `N` a
    /// number, `H` a host name and `D` its top domain; all else is itself.
    pub(super) fn push_one_of(self, shapes: &[&str], random: &mut Rng, out: &mut String) {
        for part in shapes[random.usize(..shapes.len())].chars() {
            match part {
                'S' => self.push_word(random, out),
                'A' => Self::ASCII.push_word(random, out),
                'N' => out.push_str(&random.usize(1..=2_030).to_string()),
                'H' => self.push_one_of(&HOSTS, random, out),
                'D' => out.push_str(TOP_DOMAINS[random.usize(..TOP_DOMAINS.len())]),
                _ => out.push(part),
            }
        }
    }

    pub(super) fn push_word(self, random: &mut Rng, out: &mut String) {
        match self {
            Self::Alphabet(consonants, vowels) => push_spelled(consonants, vowels, random, out),
            Self::Chinese => out.extend((0..random.usize(1..=3)).map(|_| ideograph(random))),
            Self::Japanese if random.u8(..3) == 0 => {
                out.extend((0..random.usize(2..=5)).map(|_| nth_from('ァ', random.usize(..83))));
            }
            Self::Japanese => {
                out.extend((0..random.usize(1..=2)).map(|_| ideograph(random)));
                out.extend((0..random.usize(0..=3)).map(|_| nth_from('ぁ', random.usize(..83))));
            }
            Self::Korean => out.extend((0..random.usize(1..=4)).map(|_| {
                // The syllables are in the order of 19 initials, 21 medials and 28 finals, the
                // first of which is the missing final.
                let tail = if random.bool() { 0 } else { low(28, random) };
                let lead = low(19, random);
                let vowel = low(21, random);
                nth_from('가', (lead * 21 + vowel) * 28 + tail)
            })),
        }
    }
}

fn push_spelled(consonants: &str, vowels: &str, random: &mut Rng, out: &mut String) {
    let mut consonant_next = random.u8(..3) != 0;
    for _ in 0..random.usize(3..=8) {
        let letters = if consonant_next { consonants } else { vowels };
        out.extend(letters.chars().nth(low(letters.chars().count(), random)));
        // One syllable in five ends in a consonant.
        consonant_next = !consonant_next || random.u8(..5) == 0;
    }
}

/// One of the 20,902 unified ideographs of Unicode 1.1, the common ones spread over all of them.
fn ideograph(random: &mut Rng) -> char {
    const COUNT: usize = 20_902;
    // An odd stride that is prime to the count visits every ideograph once.
    let limit = low(COUNT, random) + 1;
    let rank = low(limit, random);
    nth_from('一', rank * 7_919 % COUNT)
}

/// A number below `limit`, small ones more often: the smaller of two.
fn low(limit: usize, random: &mut Rng) -> usize {
    random.usize(..limit).min(random.usize(..limit))
}

fn nth_from(first: char, index: usize) -> char {
    char::from_u32(u32::from(first) + index as u32).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ideographs_stay_within_their_block_and_are_unequal() {
        let mut random = Rng::with_seed(7);
        let seen: BTreeSet<_> = (0..20_000).map(|_| ideograph(&mut random)).collect();
        assert!(seen.iter().all(|c| ('\u{4E00}'..='\u{9FA5}').contains(c)));
        // Uniform choices would give 20,902 (1 - e^(-20,000 / 20,902)), some 12,900.
        assert!((4_000..9_000).contains(&seen.len()), "{}", seen.len());
    }

    #[test]
    fn korean_words_are_syllables() {
        let mut random = Rng::with_seed(7);
        let mut words = String::new();
        (0..1_000).for_each(|_| Script::Korean.push_word(&mut random, &mut words));
        assert!(
            words
                .chars()
                .all(|c| ('\u{AC00}'..='\u{D7A3}').contains(&c))
        );
    }
}
