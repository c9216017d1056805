//! Labels like those of host names.

use fastrand::Rng;

use super::different;
use super::script::{SCRIPTS, Script, push_ascii_word};

/// The number of labels in the corpus.
pub const LABELS: usize = 10_000;

/// The smallest and the largest number of code points of a label.
pub const LABEL_SIZES: std::ops::RangeInclusive<usize> = 3..=20;

/// The first `count` labels: one to three words, 3 to 20 code points, scripts in turn, no two equal.
///
/// They are the same for every call. Every label has at least one character outside ASCII; some have a
/// hyphen, an English word or digits as well.
#[must_use]
pub fn labels(count: usize) -> Vec<String> {
    let mut random = Rng::with_seed(0x1abe1);
    let is_fit = |label: &str| !label.is_ascii() && LABEL_SIZES.contains(&label.chars().count());
    different(count, is_fit, |turn| label(SCRIPTS[turn % SCRIPTS.len()], &mut random))
}

fn label(script: Script, random: &mut Rng) -> String {
    let mut label = String::new();
    match random.usize(..8) {
        0 => {
            push_ascii_word(random, &mut label);
            label.push('-');
            script.push_word(random, &mut label);
        }
        1 => {
            script.push_word(random, &mut label);
            label.push_str(&random.usize(1..=2_030).to_string());
        }
        2 => {
            script.push_word(random, &mut label);
            label.push('-');
            script.push_word(random, &mut label);
        }
        turn => {
            let words = [1, 1, 2, 2, 3][turn - 3];
            (0..words).for_each(|_| script.push_word(random, &mut label));
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_take_turns() {
        // A Chinese, a Russian and a Korean label, at the indices of their scripts.
        let letters = ['\u{4E00}'..='\u{9FA5}', '\u{430}'..='\u{44F}', '\u{AC00}'..='\u{D7A3}'];
        let labels = labels(1_300);
        for (at, letters) in [0, 1, 6].into_iter().zip(letters) {
            let mut own = labels.iter().skip(at).step_by(SCRIPTS.len());
            assert!(own.all(|label| label.contains(|c| letters.contains(&c))), "{at}");
        }
    }
}
