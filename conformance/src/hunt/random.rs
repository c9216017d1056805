//! Random numbers by index: the numbers of a request depend only on the seed
//! and on the index of the request, not on the worker or the order in which they are drawn.

/// The numbers of one place.
///
/// They are the numbers of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014), from a start that mixes seed and place.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn at(seed: u64, place: u64) -> Self {
        Self(mixed(mixed(seed).wrapping_add(place)))
    }

    pub(super) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // The high half of the product: its error is below one in 2^32 for the bounds that occur.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from `least` to `most`, both included.
    pub(super) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the elements; `None` if there is none.
    pub(super) fn choose<'a, T>(&mut self, elements: &'a [T]) -> Option<&'a T> {
        elements.get(self.below(elements.len()))
    }
}

/// The mixing function of SplitMix64.
const fn mixed(mut number: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first numbers from the start 1234567, as in the tests of Rosetta Code for SplitMix64.
        let mut random = Random(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!(expected.map(|_| random.next()), expected);
    }

    #[test]
    fn every_number_below_a_bound_comes_about_as_often() {
        let mut counts = [0; 7];
        let mut random = Random::at(1, 2);
        (0..7000).for_each(|_| counts[random.below(7)] += 1);
        // Seven standard deviations of a binomial of 7000 and 1/7 are 205.
        assert!(
            counts.iter().all(|count| (795..1205).contains(count)),
            "{counts:?}"
        );
        assert_eq!(random.below(0), 0);
        assert_eq!(random.choose::<u8>(&[]), None);
        let between: BTreeSet<_> = (0..100).map(|_| random.between(3, 5)).collect();
        assert_eq!(between, BTreeSet::from([3, 4, 5]));
    }
}
