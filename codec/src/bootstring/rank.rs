//! Sets of positions that count their members below a position, and find a member by its rank.
//!
//! In the set 1, 64, 70 the position 70 has two members below it, so its rank is 2. The member with
//! the rank 1 is 64.

use alloc::vec;
use alloc::vec::Vec;

/// A set of positions that counts its members below a position.
pub(super) trait Ranks {
    /// Inserts a position and returns the number of members below it.
    fn insert(&mut self, position: usize) -> u32;
}

/// A set of positions below 64, as the bits of a word. In 1001 (the positions 0 and 3), inserting 5
/// returns 2.
impl Ranks for u64 {
    fn insert(&mut self, position: usize) -> u32 {
        let bit = 1 << position;
        *self |= bit;
        (*self & (bit - 1)).count_ones()
    }
}

/// A set of any positions: one bit for each, and a Fenwick tree over the counts of the words.
///
/// Every operation takes O(log n) for n positions.
pub(super) struct RankTree {
    words: Vec<u64>,
    /// `counts[k - 1]` is the number of members in the words from `k - lowbit(k)` up to `k`. So
    /// `counts[5]` (k = 6, lowest bit 2) counts the words 4 and 5.
    counts: Vec<u32>,
}

impl RankTree {
    /// The set of the positions under `length` for which `member` is true.
    pub(super) fn new(length: usize, member: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0_u64; length.div_ceil(64)];
        for position in (0..length).filter(|&position| member(position)) {
            words[position / 64] |= 1 << (position % 64);
        }
        let mut counts: Vec<u32> = words.iter().map(|word| word.count_ones()).collect();
        for k in 1..=counts.len() {
            let parent = k + (k & k.wrapping_neg());
            if parent <= counts.len() {
                counts[parent - 1] += counts[k - 1];
            }
        }
        Self { words, counts }
    }

    /// Removes the member with `rank` members below it and returns it.
    pub(super) fn take(&mut self, rank: u32) -> usize {
        let mut rank = rank;
        let mut word = 0;
        let mut step = self.counts.len().next_power_of_two();
        while step > 0 {
            let next = word + step;
            // A step that is not taken covers the word of the member, so its count loses one.
            if let Some(count) = self.counts.get_mut(next - 1) {
                if *count <= rank {
                    rank -= *count;
                    word = next;
                } else {
                    *count -= 1;
                }
            }
            step /= 2;
        }
        let bit = select(self.words[word], rank);
        self.words[word] &= !(1 << bit);
        word * 64 + bit as usize
    }

    /// The members, in ascending order.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }
}

impl Ranks for RankTree {
    fn insert(&mut self, position: usize) -> u32 {
        let word = position / 64;
        let mut rank = self.words[word].insert(position % 64);
        let mut k = word;
        while k > 0 {
            rank += self.counts[k - 1];
            k &= k - 1;
        }
        k = word + 1;
        while let Some(count) = self.counts.get_mut(k - 1) {
            *count += 1;
            k += k & k.wrapping_neg();
        }
        rank
    }
}

/// The place of the 1 that has `rank` ones below it. In 1001, the place of rank 1 is 3.
fn select(word: u64, rank: u32) -> u32 {
    let mut rank = rank;
    let mut place = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (word >> place) & ((1 << width) - 1);
        if low.count_ones() <= rank {
            rank -= low.count_ones();
            place += width;
        }
    }
    place
}
