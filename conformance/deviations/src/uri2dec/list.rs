//! The deviations of uri2dec.
//!
//! No other implementation of the document is known. Those of numbers are misreadings that its text
//! invites, and what arithmetic of limited width does. Those of escapes are how the functions that
//! languages have for escapes differ from section 8.

use acegate_codec::{Failure, Value};

use super::super::{Behaviour, Call, Deviation, Seen};
use super::escapes::{self, Surrogates, Wrong};
use super::numbers;
use super::rules::{
    Accepts, Alignment, Extension, Letters, Order, RIGHT, Readings, Rules, Words, ZeroKey,
};

/// Numbers and escapes with nothing bent.
pub(crate) const UNBENT_NUMBERS: Behaviour =
    |call| bent(call, RIGHT).or_else(|| bent_text(call, escapes::RIGHT));

pub(crate) const DEVIATIONS: &[Deviation] = &[
    misread(
        "uri2dec/row-2-alphabetical",
        "The symbols of key 2 have the order a, b, c.",
        &["uri2dec-10"],
        |call| bent(call, Rules { table: with_row(2, "abc2"), ..RIGHT }),
    ),
    misread(
        "uri2dec/row-6-alphabetical",
        "The symbols of key 6 have the order m, n, o.",
        &["uri2dec-10"],
        |call| bent(call, Rules { table: with_row(6, "mno6"), ..RIGHT }),
    ),
    misread(
        "uri2dec/digits-first",
        "On key 7 and key 9 the digit stands first, as it does on no telephone.",
        &["uri2dec-10"],
        |call| bent(call, Rules { table: with_digits_first(), ..RIGHT }),
    ),
    misread(
        "uri2dec/one-takes-bits",
        "The symbol 1 takes two bits like most others.",
        &["uri2dec-10"],
        |call| bent(call, Rules { bits_of_one: 2, ..RIGHT }),
    ),
    misread(
        "uri2dec/capitals-refused",
        "Capital letters are not taken as small ones.",
        &["uri2dec-5"],
        |call| bent(call, Rules { letters: Letters::AsTheyAre, ..RIGHT }),
    ),
    observed(
        "uri2dec/unicode-small-letters",
        "The Kelvin sign is a k, as the small letters of Unicode have it.",
        &["uri2dec-2"],
        &[
            Seen { library: "CPython 3.11.7 str.lower", source: "" },
            Seen { library: "Node.js 20.20.2 toLowerCase", source: "" },
        ],
        |call| bent(call, Rules { letters: Letters::Unicode, ..RIGHT }),
    ),
    misread(
        "uri2dec/partial-address-refused",
        "An address without a domain has no hash.",
        &["uri2dec-3"],
        |call| bent(call, Rules { needs_domain: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/comma-for-percent",
        "Key 0 has the comma of section 5.3 where table 1 has the percent sign.",
        &["uri2dec-1", "uri2dec-2"],
        |call| bent(call, Rules { table: with_row(0, ".@,0"), separators: ".@,0", ..RIGHT }),
    ),
    misread(
        "uri2dec/foreign-symbols-dropped",
        "Symbols that table 1 lacks are left out without a word.",
        &["uri2dec-2"],
        |call| bent(call, Rules { drops_foreign: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/percent-does-not-separate",
        "Inversion of an address does not cut at percent signs, which section 5.3 does not list.",
        &["uri2dec-6", "uri2dec-8"],
        |call| bent(call, Rules { separators: ".@0", ..RIGHT }),
    ),
    misread(
        "uri2dec/zero-does-not-separate",
        "Inversion of an address does not cut at the digit 0.",
        &["uri2dec-6", "uri2dec-8"],
        |call| bent(call, Rules { separators: ".@%", ..RIGHT }),
    ),
    misread(
        "uri2dec/letters-inverted",
        "Inversion turns the letters of the words round too.",
        &["uri2dec-7"],
        |call| bent(call, Rules { words: Words::Mirrored, ..RIGHT }),
    ),
    misread(
        "uri2dec/empty-words-dropped",
        "Inversion loses a separator that stands behind another.",
        &["uri2dec-6", "uri2dec-8"],
        |call| bent(call, Rules { words: Words::Merged, ..RIGHT }),
    ),
    misread(
        "uri2dec/separators-with-words",
        "Inversion leaves each separator behind its word.",
        &["uri2dec-6"],
        |call| bent(call, Rules { words: Words::Attached, ..RIGHT }),
    ),
    misread(
        "uri2dec/key-of-inverted-address",
        "The key has the packing of the first revision of the design, whatever was asked.",
        &["uri2dec-9"],
        |call| bent(call, Rules { order: Order::InvertedMsb, ..RIGHT }),
    ),
    misread(
        "uri2dec/first-symbol-high",
        "The key has the first symbol in the high bits.",
        &["uri2dec-9", "uri2dec-17"],
        |call| bent(call, Rules { order: Order::NaturalMsb, ..RIGHT }),
    ),
    misread(
        "uri2dec/key-of-pre-inverted-spelling",
        "The key of the pre-inverted form is made of the inverted address.",
        &["uri2dec-16"],
        |call| bent(call, Rules { key_of_spelling: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/aligned-at-the-top",
        "The zeros of the alignment go above the highest bit instead of below the lowest.",
        &["uri2dec-11"],
        |call| bent(call, Rules { alignment: Alignment::Above, ..RIGHT }),
    ),
    misread(
        "uri2dec/count-not-aligned",
        "The two bits of the count are forgotten when bits are counted.",
        &["uri2dec-11"],
        |call| bent(call, Rules { alignment: Alignment::WithoutCount, ..RIGHT }),
    ),
    misread(
        "uri2dec/count-counts-itself",
        "The count of the alignment includes its own two bits.",
        &["uri2dec-11"],
        |call| bent(call, Rules { alignment: Alignment::CountsItself, ..RIGHT }),
    ),
    misread(
        "uri2dec/zero-bits-kept",
        "Zero bits at the top of the vector are kept.",
        &["uri2dec-11"],
        |call| bent(call, Rules { alignment: Alignment::KeepsZeros, ..RIGHT }),
    ),
    misread(
        "uri2dec/zero-key-aligned",
        "A key of no bits is aligned like any other, which gives the digit for one.",
        &["uri2dec-12"],
        |call| bent(call, Rules { zero_key: ZeroKey::Aligned, ..RIGHT }),
    ),
    misread(
        "uri2dec/zero-key-left-out",
        "A key of no bits has no digits.",
        &["uri2dec-12"],
        |call| bent(call, Rules { zero_key: ZeroKey::Empty, ..RIGHT }),
    ),
    misread(
        "uri2dec/key-wraps-at-32-bits",
        "A key has 32 bits, and what is above them is lost.",
        &["uri2dec-13"],
        |call| bent(call, Rules { width: 32, ..RIGHT }),
    ),
    misread(
        "uri2dec/key-wraps-at-64-bits",
        "A key has 64 bits, and what is above them is lost.",
        &["uri2dec-13"],
        |call| bent(call, Rules { width: 64, ..RIGHT }),
    ),
    misread(
        "uri2dec/key-wraps-at-128-bits",
        "A key has the 16 octets of section 5.4 at most, and what is above them is lost.",
        &["uri2dec-13"],
        |call| bent(call, Rules { width: 128, ..RIGHT }),
    ),
    misread(
        "uri2dec/long-addresses-refused",
        "An address of more than 128 bits is refused, as if the 16 octets of section 5.4 were the limit.",
        &["uri2dec-13"],
        |call| bent(call, Rules { longest: 128, ..RIGHT }),
    ),
    misread(
        "uri2dec/key-rounded-to-53-bits",
        "A key is a floating-point number of 53 bits, as numbers of some languages are.",
        &["uri2dec-13"],
        |call| bent(call, Rules { precision: 53, ..RIGHT }),
    ),
    misread(
        "uri2dec/shifted-digits-from-zero",
        "Behind the markers 1 and 0 the key digits are 0 to 7, as section 5.2 has them.",
        &["uri2dec-15"],
        |call| bent(call, Rules { shifted_zero: '0', ..RIGHT }),
    ),
    misread(
        "uri2dec/markers-swapped",
        "Each form has the marker of the other.",
        &["uri2dec-14", "uri2dec-28"],
        |call| bent(call, Rules { markers_swapped: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/direct-form-only",
        "The pre-inverted form is neither written nor read.",
        &["uri2dec-4", "uri2dec-23"],
        |call| bent(call, Rules { direct_only: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/marker-not-obeyed",
        "The words of a pre-inverted number are not put back in order.",
        &["uri2dec-28"],
        |call| bent(call, Rules { leaves_inverted: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/leading-zeros-accepted",
        "Leading zero digits of a key are read.",
        &["uri2dec-29", "uri2dec-30"],
        |call| {
            bent(
                call,
                Rules { accepts: Accepts { leading_zeros: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        },
    ),
    misread(
        "uri2dec/reserved-length-accepted",
        "An alignment of three extra zeros is read.",
        &["uri2dec-29", "uri2dec-30"],
        |call| {
            bent(
                call,
                Rules { accepts: Accepts { reserved_length: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        },
    ),
    misread(
        "uri2dec/spare-bits-ignored",
        "Bits that stand where the zeros of the alignment must are ignored.",
        &["uri2dec-29", "uri2dec-30"],
        |call| {
            bent(call, Rules { accepts: Accepts { spare_bits: true, ..Accepts::NOTHING }, ..RIGHT })
        },
    ),
    misread(
        "uri2dec/misaligned-key-accepted",
        "A key is read whose highest bit is not the highest of its digit.",
        &["uri2dec-29", "uri2dec-30"],
        |call| {
            bent(call, Rules { accepts: Accepts { misaligned: true, ..Accepts::NOTHING }, ..RIGHT })
        },
    ),
    misread(
        "uri2dec/long-key-truncated",
        "Bits of the key that the hash has no use for are ignored.",
        &["uri2dec-29", "uri2dec-30"],
        |call| {
            bent(call, Rules { accepts: Accepts { too_long: true, ..Accepts::NOTHING }, ..RIGHT })
        },
    ),
    misread(
        "uri2dec/empty-key-accepted",
        "A missing key is read as zero.",
        &["uri2dec-12", "uri2dec-29"],
        |call| bent(call, Rules { accepts: Accepts { empty: true, ..Accepts::NOTHING }, ..RIGHT }),
    ),
    misread(
        "uri2dec/any-count-of-nines",
        "Nines behind the key are read whatever their number is.",
        &["uri2dec-18", "uri2dec-20", "uri2dec-30"],
        |call| {
            bent(call, Rules { accepts: Accepts { any_nines: true, ..Accepts::NOTHING }, ..RIGHT })
        },
    ),
    misread(
        "uri2dec/short-numbers-accepted",
        "Numbers of fewer than 16 digits are read where local ones are not.",
        &["uri2dec-25"],
        |call| bent(call, Rules { accepts: Accepts { short: true, ..Accepts::NOTHING }, ..RIGHT }),
    ),
    misread(
        "uri2dec/extension-missing",
        "No nines are added.",
        &["uri2dec-18", "uri2dec-25"],
        |call| bent(call, Rules { extension: Extension::Never, ..RIGHT }),
    ),
    misread(
        "uri2dec/extension-to-15",
        "Nines are added up to 15 digits.",
        &["uri2dec-18"],
        |call| bent(call, Rules { extension: Extension::To(15), ..RIGHT }),
    ),
    misread(
        "uri2dec/long-numbers-extended",
        "Nines are added up to the next multiple of 16 digits.",
        &["uri2dec-20"],
        |call| bent(call, Rules { extension: Extension::ToMultiples, ..RIGHT }),
    ),
    misread(
        "uri2dec/local-numbers-extended",
        "Local numbers are extended like others.",
        &["uri2dec-19"],
        |call| bent(call, Rules { extends_local: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/nines-of-hash-removed",
        "Nines at the end of the hash are taken off like those at the end of the number.",
        &["uri2dec-26"],
        |call| bent(call, Rules { hash_nines_off: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/first-marker",
        "The key of an octal number begins behind the first 8 or 9.",
        &["uri2dec-27"],
        |call| bent(call, Rules { readings: Readings::FirstMarker, ..RIGHT }),
    ),
    misread(
        "uri2dec/shortest-key-first",
        "Of several readings the one with the shortest key comes first.",
        &["uri2dec-57"],
        |call| bent(call, Rules { readings: Readings::ShortestFirst, ..RIGHT }),
    ),
    misread(
        "uri2dec/one-reading",
        "Of several readings only the likeliest is reported.",
        &["uri2dec-57"],
        |call| bent(call, Rules { readings: Readings::OnlyLongest, ..RIGHT }),
    ),
    misread(
        "uri2dec/spaces-anywhere",
        "More spaces than one may stand between the parts of a number and around it.",
        &["uri2dec-21"],
        |call| bent(call, Rules { any_spaces: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/record-without-name",
        "Records are written without ics: and read without it.",
        &["uri2dec-22"],
        |call| bent(call, Rules { record_name: false, ..RIGHT }),
    ),
    misread(
        "uri2dec/record-key-not-compared",
        "The key of a record is not compared with its address.",
        &["uri2dec-24"],
        |call| bent(call, Rules { record_key_compared: false, ..RIGHT }),
    ),
    misread(
        "uri2dec/capitals-of-text-folded",
        "Capital letters of text become small ones instead of escapes.",
        &["uri2dec-35"],
        |call| bent_text(call, escapes::Rules { folds_text: true, ..escapes::RIGHT }),
    ),
    misread(
        "uri2dec/percent-of-text-kept",
        "A percent sign of text is not escaped.",
        &["uri2dec-34", "uri2dec-35"],
        |call| bent_text(call, escapes::Rules { keeps_percent: true, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/uri-escaped-twice",
        "The escapes of a URI are escaped again.",
        &["uri2dec-34"],
        &[Seen { library: "CPython 3.11.7 urllib.parse.quote", source: "" }],
        |call| bent_text(call, escapes::Rules { escapes_twice: true, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/upper-case-escapes",
        "Escapes have capital hexadecimal digits.",
        &["uri2dec-34"],
        &[
            Seen { library: "CPython 3.11.7 urllib.parse.quote", source: "" },
            Seen { library: "Node.js 20.20.2 escape", source: "" },
        ],
        |call| bent_text(call, escapes::Rules { upper_case: true, ..escapes::RIGHT }),
    ),
    misread(
        "uri2dec/four-digits-always",
        "Every escape has four digits.",
        &["uri2dec-34"],
        |call| bent_text(call, escapes::Rules { long_from: 0, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/two-digits-to-ff",
        "Characters up to FF have escapes of two digits, which are those of octets.",
        &["uri2dec-34"],
        &[Seen { library: "Node.js 20.20.2 escape", source: "" }],
        |call| bent_text(call, escapes::Rules { long_from: 0x100, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/octets-of-utf-8",
        "Characters beyond ASCII are escaped as their octets in UTF-8.",
        &["uri2dec-34"],
        &[
            Seen { library: "CPython 3.11.7 urllib.parse.quote", source: "" },
            Seen { library: "Node.js 20.20.2 encodeURIComponent", source: "" },
        ],
        |call| bent_text(call, escapes::Rules { utf_8: true, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/plus-is-space",
        "A plus sign stands for a space.",
        &["uri2dec-34"],
        &[Seen { library: "CPython 3.11.7 urllib.parse.quote_plus", source: "" }],
        |call| bent_text(call, escapes::Rules { plus_is_space: true, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/wrong-escapes-kept",
        "A percent sign that begins no escape is taken as text.",
        &["uri2dec-34"],
        &[
            Seen { library: "CPython 3.11.7 urllib.parse.unquote", source: "" },
            Seen { library: "Node.js 20.20.2 unescape", source: "" },
        ],
        |call| bent_text(call, escapes::Rules { wrong_escapes: Wrong::Kept, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/lone-surrogates-read",
        "An escape of half of a surrogate pair is read as such.",
        &["uri2dec-34"],
        &[Seen { library: "Node.js 20.20.2 unescape", source: "" }],
        |call| {
            bent_text(
                call,
                escapes::Rules { surrogates: Surrogates::PairedOrAlone, ..escapes::RIGHT },
            )
        },
    ),
    misread(
        "uri2dec/surrogates-read-apart",
        "The escapes of a surrogate pair are read as two code points.",
        &["uri2dec-35"],
        |call| bent_text(call, escapes::Rules { surrogates: Surrogates::Apart, ..escapes::RIGHT }),
    ),
    misread(
        "uri2dec/surrogates-refused",
        "Escapes of surrogates are refused, in pairs too.",
        &["uri2dec-35"],
        |call| {
            bent_text(call, escapes::Rules { surrogates: Surrogates::Refused, ..escapes::RIGHT })
        },
    ),
    observed(
        "uri2dec/needless-escapes-read",
        "An escape of a symbol of table 1, or one longer than needed, is read.",
        &["uri2dec-35"],
        &[
            Seen { library: "CPython 3.11.7 urllib.parse.unquote", source: "" },
            Seen { library: "Node.js 20.20.2 unescape", source: "" },
        ],
        |call| bent_text(call, escapes::Rules { reads_needless: true, ..escapes::RIGHT }),
    ),
    observed(
        "uri2dec/octets-read-as-characters",
        "Escapes from 80 to ff are read as the characters with these numbers.",
        &["uri2dec-34"],
        &[Seen { library: "Node.js 20.20.2 unescape", source: "" }],
        |call| bent_text(call, escapes::Rules { octets_are_characters: true, ..escapes::RIGHT }),
    ),
    misread(
        "uri2dec/escapes-undone-twice",
        "What comes out of an escape is read for escapes again.",
        &["uri2dec-35"],
        |call| bent_text(call, escapes::Rules { undoes_all: true, ..escapes::RIGHT }),
    ),
];

/// A deviation that no library is known to have.
const fn misread(
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    behaviour: Behaviour,
) -> Deviation {
    observed(id, summary, breaks, &[], behaviour)
}

/// A deviation that these libraries have.
const fn observed(
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    seen: &'static [Seen],
    behaviour: Behaviour,
) -> Deviation {
    Deviation { id, codec: "uri2dec", summary, breaks, seen, equivalent: None, behaviour }
}

fn bent(call: &Call<'_>, rules: Rules) -> Option<Result<Value, Failure>> {
    numbers::answer(call, &rules)
}

fn bent_text(call: &Call<'_>, rules: escapes::Rules) -> Option<Result<Value, Failure>> {
    escapes::answer(call, &rules)
}

fn with_row(key: usize, symbols: &'static str) -> [&'static str; 10] {
    let mut table = RIGHT.table;
    table[key] = symbols;
    table
}

fn with_digits_first() -> [&'static str; 10] {
    let mut table = RIGHT.table;
    table[7] = "7pqrs-/:";
    table[9] = "9wxyz_?&";
    table
}
