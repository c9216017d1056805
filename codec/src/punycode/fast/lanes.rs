//! Operations on eight numbers at a time.

/// The numbers of the lanes as a constant of the type `[$number; MOST]`: 0, 1, 2, and so on.
macro_rules! lane_numbers {
    ($number:ty) => {{
        let mut numbers = [0; super::MOST];
        let mut lane = 0;
        while lane < numbers.len() {
            numbers[lane] = lane as $number;
            lane += 1;
        }
        numbers
    }};
}

pub(super) use lane_numbers;

/// A vector of eight numbers, and one of 32 octets, with the operations that the encoder and the
/// decoder need.
///
/// Each function is inlined, and so compiled for the instructions of its caller.
pub(super) trait Lanes: Copy {
    /// Eight integers. A comparison gives -1 for true and 0 for false.
    type I: Copy;
    /// Eight numbers that [`f32`] holds.
    type F: Copy;
    /// Thirty-two octets.
    type Octets: Copy;

    fn load(from: &[i32; 8]) -> Self::I;
    fn store(numbers: Self::I, to: &mut [i32; 8]);
    fn splat(number: i32) -> Self::I;
    fn add(a: Self::I, b: Self::I) -> Self::I;
    fn sub(a: Self::I, b: Self::I) -> Self::I;
    fn and(a: Self::I, b: Self::I) -> Self::I;
    fn or(a: Self::I, b: Self::I) -> Self::I;
    fn greater(a: Self::I, b: Self::I) -> Self::I;
    /// Compares each octet of the integers, as signed numbers: FF for true and 00 for false.
    fn greater_octets(a: Self::I, b: Self::I) -> Self::I;
    fn shl<const BY: i32>(a: Self::I) -> Self::I;
    fn shr<const BY: i32>(a: Self::I) -> Self::I;
    /// The two integers of each lane as one of 64 bits, with `low` in the lower half.
    fn pairs(low: Self::I, high: Self::I) -> [u64; 8];
    /// Whether a comparison is true anywhere.
    fn any(a: Self::I) -> bool;

    fn splat_f(number: f32) -> Self::F;
    fn float(a: Self::I) -> Self::F;
    /// The bits of the numbers.
    fn bits(a: Self::F) -> Self::I;
    fn add_f(a: Self::F, b: Self::F) -> Self::F;
    fn sub_f(a: Self::F, b: Self::F) -> Self::F;
    fn mul_f(a: Self::F, b: Self::F) -> Self::F;
    fn div_f(a: Self::F, b: Self::F) -> Self::F;
    fn min_f(a: Self::F, b: Self::F) -> Self::F;
    fn max_f(a: Self::F, b: Self::F) -> Self::F;
    /// Whether `a` is at least `b`.
    fn reaches(a: Self::F, b: Self::F) -> Self::I;

    /// The octets of four words, the first in the lowest octet of the first.
    fn octets(words: [u64; 4]) -> Self::Octets;
    fn load_octets(from: &[u8; 32]) -> Self::Octets;
    fn store_octets(octets: Self::Octets, to: &mut [u8; 32]);
    fn splat_octet(octet: u8) -> Self::Octets;
    /// The highest bit of each octet. The first octet gives the lowest bit of the result.
    fn high_bits(octets: Self::Octets) -> u32;
    /// Moves the places of earlier code points for an insertion at the place `here`.
    ///
    /// A lane whose `which` is 80 becomes `here`. In the other lanes, `which` (0 or 1) is added to
    /// each place that is not below `here`. Places are below 128. For example, with `here` 1, the
    /// places 0 1 2 and a new one, with `which` 1 1 1 80, become 0 2 3 1.
    fn insert(octets: Self::Octets, here: Self::Octets, which: Self::Octets) -> Self::Octets;
}
