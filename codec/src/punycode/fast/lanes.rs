//! Eight numbers at a time.

/// What the procedures do with eight numbers at a time.
///
/// The functions are compiled into their callers, for the instructions of those.
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
    /// The same for the octets of integers, with signs.
    fn greater_octets(a: Self::I, b: Self::I) -> Self::I;
    fn shl<const BY: i32>(a: Self::I) -> Self::I;
    fn shr<const BY: i32>(a: Self::I) -> Self::I;
    /// Both integers of each lane as one, `low` in the lower half.
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

    fn load_octets(from: &[u8; 32]) -> Self::Octets;
    fn store_octets(octets: Self::Octets, to: &mut [u8; 32]);
    fn splat_octet(octet: u8) -> Self::Octets;
    /// The highest bits, the first one lowest.
    fn high_bits(octets: Self::Octets) -> u32;
    /// Gives `here` where `which` has the highest bit; elsewhere adds `which` to what is at least
    /// `here`. Numbers are below 128.
    fn insert(octets: Self::Octets, here: Self::Octets, which: Self::Octets) -> Self::Octets;
}
