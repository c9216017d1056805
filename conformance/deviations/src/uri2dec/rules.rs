//! The rules of sections 5 to 7, each with the ways in which it can be misread.

/// The rules as an implementation reads them.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// The symbols by key (table 2).
    pub(super) table: [&'static str; 10],
    /// The bits of the symbol 1.
    pub(super) bits_of_one: usize,
    /// The letters that are folded to lower case.
    pub(super) letters: Letters,
    /// Whether symbols that table 1 lacks are left out instead of refused.
    pub(super) drops_foreign: bool,
    /// Whether an address without a domain is refused.
    pub(super) needs_domain: bool,
    /// How words are inverted.
    pub(super) words: Words,
    /// The symbols that are words of their own.
    pub(super) separators: &'static str,
    /// The order of the symbols in the key.
    pub(super) order: Order,
    /// Whether the key of the pre-inverted form is made of the inverted address.
    pub(super) key_of_spelling: bool,
    /// How the key is aligned.
    pub(super) alignment: Alignment,
    /// How a key of zero is written.
    pub(super) zero_key: ZeroKey,
    /// The bits of a key that are kept.
    pub(super) width: usize,
    /// The bits that an address may take.
    pub(super) longest: usize,
    /// The bits of a key that are exact; those below are rounded off.
    pub(super) precision: usize,
    /// The zero digit of a shifted key.
    pub(super) shifted_zero: char,
    pub(super) markers_swapped: bool,
    /// Whether the pre-inverted form is missing.
    pub(super) direct_only: bool,
    /// Whether the reader leaves the words of a pre-inverted number as they are.
    pub(super) leaves_inverted: bool,
    /// The faults that the reader accepts.
    pub(super) accepts: Accepts,
    /// How numbers are extended.
    pub(super) extension: Extension,
    /// Whether local numbers are extended too.
    pub(super) extends_local: bool,
    /// Whether more than one space is accepted in place of one.
    pub(super) any_spaces: bool,
    /// Whether the reader removes nines at the end of the hash.
    pub(super) hash_nines_off: bool,
    /// How dialled numbers are read.
    pub(super) readings: Readings,
    /// Whether a record begins with `ics:`.
    pub(super) record_name: bool,
    /// Whether the key of a record is compared with its address.
    pub(super) record_key_compared: bool,
}

/// The rules without a fault.
pub(super) const RIGHT: Rules = Rules {
    table: [".@%0", "1", "cab2", "def3", "ghi4", "jkl5", "omn6", "pqrs-7/:", "tuv8", "wxyz_9?&"],
    bits_of_one: 0,
    letters: Letters::Ascii,
    drops_foreign: false,
    needs_domain: false,
    words: Words::Reversed,
    separators: ".@%0",
    order: Order::AsAsked,
    key_of_spelling: false,
    alignment: Alignment::Below,
    zero_key: ZeroKey::Digit,
    width: usize::MAX,
    longest: usize::MAX,
    precision: usize::MAX,
    shifted_zero: '1',
    markers_swapped: false,
    direct_only: false,
    leaves_inverted: false,
    accepts: Accepts::NOTHING,
    extension: Extension::To(SERVICE_DIGITS),
    extends_local: false,
    any_spaces: false,
    hash_nines_off: false,
    readings: Readings::LongestFirst,
    record_name: true,
    record_key_compared: true,
};

/// The letters that are folded to lower case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    Ascii,
    AsTheyAre,
    Unicode,
}

/// The inversion of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    Reversed,
    /// The letters of each word are reversed too.
    Mirrored,
    /// A separator after another is lost.
    Merged,
    /// A separator stays after its word.
    Attached,
}

/// The order of symbols in the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    AsAsked,
    /// That of the first revision, even if the other is asked for.
    InvertedMsb,
    /// The first symbol of the natural address in the high bits.
    NaturalMsb,
}

/// The place of the zeros of the alignment, and their count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Alignment {
    Below,
    /// Between the highest bit and the end of its triad.
    Above,
    /// The two bits of the count are not counted as bits of the key.
    WithoutCount,
    /// The count includes its own two bits.
    CountsItself,
    /// Zero bits at the top of the vector are kept.
    KeepsZeros,
    /// The writer counts them by a remainder that is negative, of which two bits are kept.
    Negative,
}

/// How the key of a vector without significant bits is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ZeroKey {
    Digit,
    /// Aligned like any other.
    Aligned,
    Empty,
}

/// The faults of a key or number that the reader accepts.
#[derive(Clone, Copy)]
pub(super) struct Accepts {
    pub(super) leading_zeros: bool,
    pub(super) reserved_length: bool,
    pub(super) spare_bits: bool,
    pub(super) misaligned: bool,
    pub(super) too_long: bool,
    pub(super) empty: bool,
    pub(super) any_nines: bool,
    pub(super) short: bool,
}

impl Accepts {
    pub(super) const NOTHING: Self = Self {
        leading_zeros: false,
        reserved_length: false,
        spare_bits: false,
        misaligned: false,
        too_long: false,
        empty: false,
        any_nines: false,
        short: false,
    };
}

/// How a service number is extended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extension {
    To(usize),
    /// To the next multiple of 16.
    ToMultiples,
    Never,
}

/// The treatment of several readings of a dialled number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Readings {
    LongestFirst,
    ShortestFirst,
    OnlyLongest,
    /// The first marker of an octal number is taken, not the last.
    FirstMarker,
}

/// The digits of a service number that is extended (section 5.7).
pub(super) const SERVICE_DIGITS: usize = 16;
