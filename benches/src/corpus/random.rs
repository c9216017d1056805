//! Numbers from a seed.

/// SplitMix64 (Steele, Lea and Flood, 2014): enough to choose letters.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `limit`, each with the same probability.
    pub(super) const fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A number below `limit`, small ones more often: the smaller of two.
    pub(super) const fn low_below(&mut self, limit: usize) -> usize {
        let (one, other) = (self.below(limit), self.below(limit));
        if one < other { one } else { other }
    }

    /// A number of the range, including its ends.
    pub(super) const fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// Returns `true` once in `of` calls on average.
    pub(super) const fn once_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lesser_of_two_is_low() {
        // The mean of the smaller of two uniform numbers below n is about n / 3, not n / 2.
        let mut random = Random::from_seed(1);
        let sum: usize = (0..30_000).map(|_| random.low_below(300)).sum();
        assert!((95..105).contains(&(sum / 30_000)), "{}", sum / 30_000);
    }
}
