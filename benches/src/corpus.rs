//! Labels of many scripts, made from a seed.

/// How many labels the corpus has.
pub const LABELS: usize = 10_000;

/// The letters of a script as ranges of code points, in the shape of its words.
const SCRIPTS: [&[(u32, u32)]; 13] = [
    &[(0x61, 0x7A), (0xE0, 0xF6)],
    &[(0x61, 0x7A), (0x1EA0, 0x1EF9)],
    &[(0x61, 0x7A), (0xDF, 0xFC)],
    &[(0x3B1, 0x3C9)],
    &[(0x430, 0x44F)],
    &[(0x430, 0x45F)],
    &[(0x5D0, 0x5EA)],
    &[(0x627, 0x64A)],
    &[(0x904, 0x939), (0x93E, 0x94C)],
    &[(0xE01, 0xE30)],
    &[(0x3041, 0x3093), (0x30A1, 0x30F3)],
    &[(0x4E00, 0x9FA5)],
    &[(0xAC00, 0xD7A3)],
];

/// The first `count` labels: 3 to 20 code points, scripts in turn, no two alike.
///
/// The same for every call. Every label has at least one character outside ASCII.
#[must_use]
pub fn labels(count: usize) -> Vec<String> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut seen = std::collections::BTreeSet::new();
    let mut labels = Vec::with_capacity(count);
    while labels.len() < count {
        let script = SCRIPTS[labels.len() % SCRIPTS.len()];
        let label = label(script, &mut random);
        if !label.is_ascii() && seen.insert(label.clone()) {
            labels.push(label);
        }
    }
    labels
}

fn label(script: &[(u32, u32)], random: &mut Random) -> String {
    let length = 3 + random.below(18);
    let plain = if random.below(4) == 0 { random.below(length) } else { 0 };
    let letter = |random: &mut Random, ranges: &[(u32, u32)]| {
        let (first, last) = ranges[random.below(ranges.len())];
        char::from_u32(first + random.below((last - first + 1) as usize) as u32)
    };
    let mut label = String::new();
    for place in 0..length {
        if plain > 0 && place == plain {
            label.push('-');
        } else if place < plain {
            label.extend(letter(random, &[(0x61, 0x7A), (0x30, 0x39)]));
        } else {
            label.extend(letter(random, script));
        }
    }
    label
}

/// SplitMix64 (Steele, Lea and Flood, 2014): enough to choose letters.
struct Random(u64);

impl Random {
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    const fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_different_and_of_label_size() {
        let labels = labels(LABELS);
        let distinct: std::collections::BTreeSet<_> = labels.iter().collect();
        assert_eq!(distinct.len(), LABELS);
        assert!(labels.iter().all(|label| (3..=20).contains(&label.chars().count())));
    }
}
