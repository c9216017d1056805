//! The last step of the decoder: each code point goes to its place in the text.
//!
//! The decoder of `bcher-kva` leaves the code points `b` `c` `h` `e` `r` `ü`, in the order of the
//! code, and their places 0 2 3 4 5 1. So `ü` goes to place 1, after `b` and before `c`.

use super::decode::Work;
use super::lanes::Lanes;

/// A buffer for a text of at most `LENGTH` code points in UTF-8.
///
/// `UTF8` is four times `LENGTH`, and eight more because code points are written as whole words.
#[repr(C, align(64))]
pub(super) struct Utf8<const LENGTH: usize, const UTF8: usize> {
    /// By place: the UTF-8 of the code point in the lower 32 bits, its length in octets above.
    pairs: [u64; LENGTH],
    /// The text without the gaps.
    pub(super) octets: [u8; UTF8],
}

impl<const LENGTH: usize, const UTF8: usize> Utf8<LENGTH, UTF8> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            pairs: [0; LENGTH],
            octets: [0; UTF8],
        }
    }

    /// Writes the first `points` decoded code points. Returns the number of octets, or `None` if a
    /// code point is a surrogate.
    #[inline(always)]
    pub(super) fn write<L: Lanes, const BLOCKS: usize, const ROOM: usize>(
        &mut self,
        work: &Work<BLOCKS, LENGTH, ROOM>,
        points: usize,
    ) -> Option<usize> {
        let mut surrogates = L::splat(0);
        for block in 0..points.div_ceil(8) {
            let all = L::load(work.code_points.get(8 * block..)?.first_chunk()?);
            surrogates = L::or(surrogates, surrogate::<L>(all));
            let (words, lengths) = utf8::<L>(all);
            let lanes = L::load(&[0, 1, 2, 3, 4, 5, 6, 7]);
            let used = L::greater(L::splat(points as i32 - 8 * block as i32), lanes);
            let pairs = L::pairs(words, L::and(lengths, used));
            let places: &[u8; 8] = work.places.get(8 * block..)?.first_chunk()?;
            for lane in 0..8 {
                self.pairs[places[lane] as usize % LENGTH] = pairs[lane];
            }
        }
        if L::any(surrogates) {
            return None;
        }
        let mut at = 0;
        for block in self.pairs.chunks_exact(8).take(points.div_ceil(8)) {
            let to: &mut [u8; 36] = self.octets.get_mut(at..)?.first_chunk_mut()?;
            let mut end = 0;
            for &pair in block {
                // Places are below 32, which the compiler cannot see.
                *to[end % 32..].first_chunk_mut()? = (pair as u32).to_le_bytes();
                end += (pair >> 32) as usize;
            }
            at += end;
        }
        Some(at)
    }
}

/// A buffer for a text of at most `LENGTH` code points.
#[repr(C, align(64))]
pub(super) struct Points<const LENGTH: usize> {
    pub(super) points: [u32; LENGTH],
}

impl<const LENGTH: usize> Points<LENGTH> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            points: [0; LENGTH],
        }
    }

    /// Writes the first `points` decoded code points. Returns `None` if one is a surrogate.
    #[inline(always)]
    pub(super) fn write<L: Lanes, const BLOCKS: usize, const ROOM: usize>(
        &mut self,
        work: &Work<BLOCKS, LENGTH, ROOM>,
        points: usize,
    ) -> Option<()> {
        let mut surrogates = L::splat(0);
        for block in 0..points.div_ceil(8) {
            let all: &[i32; 8] = work.code_points.get(8 * block..)?.first_chunk()?;
            surrogates = L::or(surrogates, surrogate::<L>(L::load(all)));
            let places: &[u8; 8] = work.places.get(8 * block..)?.first_chunk()?;
            for lane in 0..8 {
                self.points[places[lane] as usize % LENGTH] = all[lane] as u32;
            }
        }
        if L::any(surrogates) { None } else { Some(()) }
    }
}

/// Which code points are surrogates.
#[inline(always)]
fn surrogate<L: Lanes>(all: L::I) -> L::I {
    L::and(
        L::greater(all, L::splat(0xD7FF)),
        L::greater(L::splat(0xE000), all),
    )
}

/// The UTF-8 of eight code points, with the first octet lowest, and the numbers of octets.
///
/// For each length the word is computed, and comparisons select one. For example U+00FC is above
/// 7F and not above 7FF, so its word is the one of two octets: 80C0 + (FC >> 6) + ((FC & 3F) << 8) =
/// 80C0 + 3 + 3C00 = BCC3, the octets C3 BC.
#[inline(always)]
fn utf8<L: Lanes>(all: L::I) -> (L::I, L::I) {
    let sixty_three = L::splat(0x3F);
    let (low, middle) = (
        L::and(all, sixty_three),
        L::and(L::shr::<6>(all), sixty_three),
    );
    let two = L::add(L::splat(0x80C0), L::add(L::shr::<6>(all), L::shl::<8>(low)));
    let three = L::add(
        L::add(L::splat(0x80_80E0), L::shr::<12>(all)),
        L::add(L::shl::<8>(middle), L::shl::<16>(low)),
    );
    let four = L::add(
        L::add(L::splat(0x8080_80F0_u32 as i32), L::shr::<18>(all)),
        L::add(
            L::shl::<8>(L::and(L::shr::<12>(all), sixty_three)),
            L::add(L::shl::<16>(middle), L::shl::<24>(low)),
        ),
    );
    let (over_one, over_two, over_three) = (
        L::greater(all, L::splat(0x7F)),
        L::greater(all, L::splat(0x7FF)),
        L::greater(all, L::splat(0xFFFF)),
    );
    let words = L::add(
        L::add(all, L::and(over_one, L::sub(two, all))),
        L::add(
            L::and(over_two, L::sub(three, two)),
            L::and(over_three, L::sub(four, three)),
        ),
    );
    (
        words,
        L::sub(L::sub(L::splat(1), over_one), L::add(over_two, over_three)),
    )
}
