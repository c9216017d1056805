//! The deviations of uri2dec.
//!
//! No other implementation of the document is known. Those of numbers are misreadings that its text
//! invites, and results of arithmetic of limited width. Those of escapes are differences of the
//! escape functions of languages from section 8.

use acegate_codec::{Failure, Value};

use super::escapes::{self, Surrogates, Wrong};
use super::numbers;
use super::protocols::PROTOCOLS_MODEL;
use super::rules::{
    Accepts, Alignment, Extension, Letters, Order, RIGHT, Readings, Rules, Words, ZeroKey,
};
use crate::{Behaviour, Call, Deviation, deviation, observed};

/// Numbers, escapes and protocols without a fault.
pub(crate) const NUMBERS_MODEL: Behaviour = |call| {
    numbers_with(call, RIGHT)
        .or_else(|| text_with(call, escapes::RIGHT))
        .or_else(|| PROTOCOLS_MODEL(call))
};

pub(crate) const DEVIATIONS: &[Deviation] = &[
    deviation("uri2dec/row-2-alphabetical", &["uri2dec-10"])
        .summary("The symbols of key 2 have the order a, b, c.")
        .how(|call| numbers_with(call, Rules { table: with_row(2, "abc2"), ..RIGHT })),
    deviation("uri2dec/row-6-alphabetical", &["uri2dec-10"])
        .summary("The symbols of key 6 have the order m, n, o.")
        .how(|call| numbers_with(call, Rules { table: with_row(6, "mno6"), ..RIGHT })),
    deviation("uri2dec/digits-first", &["uri2dec-10"])
        .summary("The digits of keys 7 and 9 come first in table 2.")
        .how(|call| numbers_with(call, Rules { table: with_digits_first(), ..RIGHT })),
    deviation("uri2dec/one-takes-bits", &["uri2dec-10"])
        .summary("The symbol 1 takes two bits instead of none.")
        .how(|call| numbers_with(call, Rules { bits_of_one: 2, ..RIGHT })),
    deviation("uri2dec/capitals-refused", &["uri2dec-5"])
        .summary("Upper-case letters are not folded to lower case.")
        .how(|call| numbers_with(call, Rules { letters: Letters::AsTheyAre, ..RIGHT })),
    deviation("uri2dec/unicode-small-letters", &["uri2dec-2"])
        .summary("Letters are folded with the tables of Unicode: the Kelvin sign is read as `k`.")
        .seen(&[observed("CPython 3.11.7 str.lower"), observed("Node.js 20.20.2 toLowerCase")])
        .how(|call| numbers_with(call, Rules { letters: Letters::Unicode, ..RIGHT })),
    deviation("uri2dec/partial-address-refused", &["uri2dec-3"])
        .summary("An address without a domain has no hash.")
        .how(|call| numbers_with(call, Rules { needs_domain: true, ..RIGHT })),
    deviation("uri2dec/comma-for-percent", &["uri2dec-1", "uri2dec-2"])
        .summary(
            "Key 0 has the comma, as section 5.3 lists it, instead of the percent sign of table 1.",
        )
        .how(|call| {
            numbers_with(call, Rules { table: with_row(0, ".@,0"), separators: ".@,0", ..RIGHT })
        }),
    deviation("uri2dec/foreign-symbols-dropped", &["uri2dec-2"])
        .summary("Symbols that are not in table 1 are dropped instead of refused.")
        .how(|call| numbers_with(call, Rules { drops_foreign: true, ..RIGHT })),
    deviation("uri2dec/percent-does-not-separate", &["uri2dec-6", "uri2dec-8"])
        .summary("Inversion of an address does not split it at percent signs.")
        .how(|call| numbers_with(call, Rules { separators: ".@0", ..RIGHT })),
    deviation("uri2dec/zero-does-not-separate", &["uri2dec-6", "uri2dec-8"])
        .summary("Inversion of an address does not split it at the digit 0.")
        .how(|call| numbers_with(call, Rules { separators: ".@%", ..RIGHT })),
    deviation("uri2dec/letters-inverted", &["uri2dec-7"])
        .summary("Inversion also reverses the letters of each word: `ab.c` becomes `c.ba`.")
        .how(|call| numbers_with(call, Rules { words: Words::Mirrored, ..RIGHT })),
    deviation("uri2dec/empty-words-dropped", &["uri2dec-6", "uri2dec-8"])
        .summary("Inversion drops a separator that follows another.")
        .how(|call| numbers_with(call, Rules { words: Words::Merged, ..RIGHT })),
    deviation("uri2dec/separators-with-words", &["uri2dec-6"])
        .summary("Inversion keeps each separator after its word.")
        .how(|call| numbers_with(call, Rules { words: Words::Attached, ..RIGHT })),
    deviation("uri2dec/key-of-inverted-address", &["uri2dec-9"])
        .summary("Keys always have the packing of the first revision of the design.")
        .how(|call| numbers_with(call, Rules { order: Order::InvertedMsb, ..RIGHT })),
    deviation("uri2dec/first-symbol-high", &["uri2dec-9", "uri2dec-17"])
        .summary("The first symbol is in the high bits of the key instead of the low ones.")
        .how(|call| numbers_with(call, Rules { order: Order::NaturalMsb, ..RIGHT })),
    deviation("uri2dec/key-of-pre-inverted-spelling", &["uri2dec-16"])
        .summary("The key of the pre-inverted form is made of the inverted address.")
        .how(|call| numbers_with(call, Rules { key_of_spelling: true, ..RIGHT })),
    deviation("uri2dec/aligned-at-the-top", &["uri2dec-11"])
        .summary(
            "The zeros of the alignment are added above the highest bit instead of below the \
             lowest.",
        )
        .how(|call| numbers_with(call, Rules { alignment: Alignment::Above, ..RIGHT })),
    deviation("uri2dec/count-not-aligned", &["uri2dec-11"])
        .summary("The two bits of the count are left out when the bits of a key are aligned.")
        .how(|call| numbers_with(call, Rules { alignment: Alignment::WithoutCount, ..RIGHT })),
    deviation("uri2dec/count-counts-itself", &["uri2dec-11"])
        .summary("The count of the alignment includes its own two bits.")
        .how(|call| numbers_with(call, Rules { alignment: Alignment::CountsItself, ..RIGHT })),
    deviation("uri2dec/count-of-negative-remainder", &["uri2dec-11"])
        .summary(
            "The count of the alignment is the remainder of a negative number, with the sign in \
             its two bits, as C and Java calculate it.",
        )
        .how(|call| numbers_with(call, Rules { alignment: Alignment::Negative, ..RIGHT })),
    deviation("uri2dec/zero-bits-kept", &["uri2dec-11"])
        .summary("Leading zero bits of the vector are kept.")
        .how(|call| numbers_with(call, Rules { alignment: Alignment::KeepsZeros, ..RIGHT })),
    deviation("uri2dec/zero-key-aligned", &["uri2dec-12"])
        .summary("A zero key is aligned like any other, which gives the digit for one.")
        .how(|call| numbers_with(call, Rules { zero_key: ZeroKey::Aligned, ..RIGHT })),
    deviation("uri2dec/zero-key-left-out", &["uri2dec-12"])
        .summary("A zero key is left out.")
        .how(|call| numbers_with(call, Rules { zero_key: ZeroKey::Empty, ..RIGHT })),
    deviation("uri2dec/key-wraps-at-32-bits", &["uri2dec-13"])
        .summary("A key has at most 32 bits; higher ones are lost.")
        .how(|call| numbers_with(call, Rules { width: 32, ..RIGHT })),
    deviation("uri2dec/key-wraps-at-64-bits", &["uri2dec-13"])
        .summary("A key has at most 64 bits; higher ones are lost.")
        .how(|call| numbers_with(call, Rules { width: 64, ..RIGHT })),
    deviation("uri2dec/key-wraps-at-128-bits", &["uri2dec-13"])
        .summary("A key has at most the 16 octets of section 5.4; higher bits are lost.")
        .how(|call| numbers_with(call, Rules { width: 128, ..RIGHT })),
    deviation("uri2dec/long-addresses-refused", &["uri2dec-13"])
        .summary(
            "An address of more than 128 bits is refused, as if the 16 octets of section 5.4 were \
             the limit.",
        )
        .how(|call| numbers_with(call, Rules { longest: 128, ..RIGHT })),
    deviation("uri2dec/key-rounded-to-53-bits", &["uri2dec-13"])
        .summary("A key is rounded to 53 bits, as in a floating-point number.")
        .how(|call| numbers_with(call, Rules { precision: 53, ..RIGHT })),
    deviation("uri2dec/shifted-digits-from-zero", &["uri2dec-15"])
        .summary(
            "Keys of the shifted profile have the digits 0 to 7, as section 5.2 says, instead of 1 \
             to 8.",
        )
        .how(|call| numbers_with(call, Rules { shifted_zero: '0', ..RIGHT })),
    deviation("uri2dec/markers-swapped", &["uri2dec-14", "uri2dec-28"])
        .summary("Each form has the marker of the other.")
        .how(|call| numbers_with(call, Rules { markers_swapped: true, ..RIGHT })),
    deviation("uri2dec/direct-form-only", &["uri2dec-4", "uri2dec-23"])
        .summary("The pre-inverted form is neither written nor read.")
        .how(|call| numbers_with(call, Rules { direct_only: true, ..RIGHT })),
    deviation("uri2dec/marker-not-obeyed", &["uri2dec-28"])
        .summary("The words of a pre-inverted number stay inverted.")
        .how(|call| numbers_with(call, Rules { leaves_inverted: true, ..RIGHT })),
    deviation("uri2dec/leading-zeros-accepted", &["uri2dec-29"])
        .summary("Keys with leading zero digits are read.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { leading_zeros: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/reserved-length-accepted", &["uri2dec-29"])
        .summary("Keys with the reserved count of three extra zeros are read.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { reserved_length: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/spare-bits-ignored", &["uri2dec-29"])
        .summary("Extra alignment bits that are set are ignored instead of refused.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { spare_bits: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/misaligned-key-accepted", &["uri2dec-29"])
        .summary("Keys whose first digit lacks its highest bit are read.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { misaligned: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/long-key-truncated", &["uri2dec-29"])
        .summary("Bits of a key beyond those of the hash are ignored instead of refused.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { too_long: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/empty-key-accepted", &["uri2dec-12"])
        .summary("A missing key is read as zero.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { empty: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/any-count-of-nines", &["uri2dec-81"])
        .summary("Any number of nines after the key is accepted.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { any_nines: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/short-numbers-accepted", &["uri2dec-25"])
        .summary("Numbers of fewer than 16 digits are read even if local numbers are not allowed.")
        .how(|call| {
            numbers_with(
                call,
                Rules { accepts: Accepts { short: true, ..Accepts::NOTHING }, ..RIGHT },
            )
        }),
    deviation("uri2dec/extension-missing", &["uri2dec-18", "uri2dec-25"])
        .summary("No nines are added.")
        .how(|call| numbers_with(call, Rules { extension: Extension::Never, ..RIGHT })),
    deviation("uri2dec/extension-to-15", &["uri2dec-18"])
        .summary("Nines are added up to 15 digits.")
        .how(|call| numbers_with(call, Rules { extension: Extension::To(15), ..RIGHT })),
    deviation("uri2dec/long-numbers-extended", &["uri2dec-20"])
        .summary("Nines are added up to the next multiple of 16 digits.")
        .how(|call| numbers_with(call, Rules { extension: Extension::ToMultiples, ..RIGHT })),
    deviation("uri2dec/local-numbers-extended", &["uri2dec-19"])
        .summary("Local numbers are extended like others.")
        .how(|call| numbers_with(call, Rules { extends_local: true, ..RIGHT })),
    deviation("uri2dec/nines-of-hash-removed", &["uri2dec-26"])
        .summary("Nines at the end of the hash are removed like those at the end of the number.")
        .how(|call| numbers_with(call, Rules { hash_nines_off: true, ..RIGHT })),
    deviation("uri2dec/first-marker", &["uri2dec-27"])
        .summary("The marker of a dialled octal number is its first 8 or 9 instead of the last.")
        .how(|call| numbers_with(call, Rules { readings: Readings::FirstMarker, ..RIGHT })),
    deviation("uri2dec/shortest-key-first", &["uri2dec-57"])
        .summary("Of several readings the one with the shortest key comes first.")
        .how(|call| numbers_with(call, Rules { readings: Readings::ShortestFirst, ..RIGHT })),
    deviation("uri2dec/one-reading", &["uri2dec-57"])
        .summary("Of several readings only the first is returned.")
        .how(|call| numbers_with(call, Rules { readings: Readings::OnlyLongest, ..RIGHT })),
    deviation("uri2dec/spaces-anywhere", &["uri2dec-21"])
        .summary(
            "More than one space is accepted between the parts of a number, and spaces around it.",
        )
        .how(|call| numbers_with(call, Rules { any_spaces: true, ..RIGHT })),
    deviation("uri2dec/record-without-name", &["uri2dec-22"])
        .summary("Records are written without ics: and read without it.")
        .how(|call| numbers_with(call, Rules { record_name: false, ..RIGHT })),
    deviation("uri2dec/record-key-not-compared", &["uri2dec-24"])
        .summary("The key of a record is not compared with its address.")
        .how(|call| numbers_with(call, Rules { record_key_compared: false, ..RIGHT })),
    deviation("uri2dec/capitals-of-text-folded", &["uri2dec-35"])
        .summary("Upper-case letters of text become lower case instead of escapes.")
        .how(|call| text_with(call, escapes::Rules { folds_text: true, ..escapes::RIGHT })),
    deviation("uri2dec/percent-of-text-kept", &["uri2dec-34", "uri2dec-35"])
        .summary("A percent sign of text is not escaped.")
        .how(|call| text_with(call, escapes::Rules { keeps_percent: true, ..escapes::RIGHT })),
    deviation("uri2dec/uri-escaped-twice", &["uri2dec-34"])
        .summary("The escapes of a URI are escaped again.")
        .seen(&[observed("CPython 3.11.7 urllib.parse.quote")])
        .how(|call| text_with(call, escapes::Rules { escapes_twice: true, ..escapes::RIGHT })),
    deviation("uri2dec/upper-case-escapes", &["uri2dec-34"])
        .summary("Escapes are written with upper-case hexadecimal digits.")
        .seen(&[observed("CPython 3.11.7 urllib.parse.quote"), observed("Node.js 20.20.2 escape")])
        .how(|call| text_with(call, escapes::Rules { upper_case: true, ..escapes::RIGHT })),
    deviation("uri2dec/four-digits-always", &["uri2dec-34"])
        .summary("Every escape is written with four digits: a space becomes `%u0020`.")
        .how(|call| text_with(call, escapes::Rules { long_from: 0, ..escapes::RIGHT })),
    deviation("uri2dec/two-digits-to-ff", &["uri2dec-34"])
        .summary("Characters from 80 to FF are escaped with two digits, which mean octets.")
        .seen(&[observed("Node.js 20.20.2 escape")])
        .how(|call| text_with(call, escapes::Rules { long_from: 0x100, ..escapes::RIGHT })),
    deviation("uri2dec/octets-of-utf-8", &["uri2dec-34"])
        .summary(
            "Characters beyond ASCII are escaped as their UTF-8 octets: U+00E9 becomes `%c3%a9`.",
        )
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.quote"),
            observed("Node.js 20.20.2 encodeURIComponent"),
        ])
        .how(|call| text_with(call, escapes::Rules { utf_8: true, ..escapes::RIGHT })),
    deviation("uri2dec/plus-is-space", &["uri2dec-34"])
        .summary("A plus sign is read and written as a space.")
        .seen(&[observed("CPython 3.11.7 urllib.parse.quote_plus")])
        .how(|call| text_with(call, escapes::Rules { plus_is_space: true, ..escapes::RIGHT })),
    deviation("uri2dec/wrong-escapes-kept", &["uri2dec-83"])
        .summary(
            "A percent sign without the digits of an escape is read as text instead of refused.",
        )
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.unquote"),
            observed("Node.js 20.20.2 unescape"),
        ])
        .how(|call| {
            text_with(call, escapes::Rules { wrong_escapes: Wrong::Kept, ..escapes::RIGHT })
        }),
    deviation("uri2dec/lone-surrogates-read", &["uri2dec-83"])
        .summary("An escape of an unpaired surrogate is read instead of refused.")
        .seen(&[observed("Node.js 20.20.2 unescape")])
        .how(|call| {
            text_with(
                call,
                escapes::Rules { surrogates: Surrogates::PairedOrAlone, ..escapes::RIGHT },
            )
        }),
    deviation("uri2dec/surrogates-read-apart", &["uri2dec-35"])
        .summary("The escapes of a surrogate pair are read as two code points instead of one.")
        .how(|call| {
            text_with(call, escapes::Rules { surrogates: Surrogates::Apart, ..escapes::RIGHT })
        }),
    deviation("uri2dec/surrogates-refused", &["uri2dec-35"])
        .summary("Escapes of surrogates are refused, even in pairs.")
        .how(|call| {
            text_with(call, escapes::Rules { surrogates: Surrogates::Refused, ..escapes::RIGHT })
        }),
    deviation("uri2dec/needless-escapes-read", &["uri2dec-35"])
        .summary("Needless escapes are read instead of refused: `%61` is read as `a`.")
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.unquote"),
            observed("Node.js 20.20.2 unescape"),
        ])
        .how(|call| text_with(call, escapes::Rules { reads_needless: true, ..escapes::RIGHT })),
    deviation("uri2dec/octets-read-as-characters", &["uri2dec-34"])
        .summary(
            "Escapes from %80 to %ff are read as characters instead of refused: `%e9` is read as \
             U+00E9.",
        )
        .seen(&[observed("Node.js 20.20.2 unescape")])
        .how(|call| {
            text_with(call, escapes::Rules { octets_are_characters: true, ..escapes::RIGHT })
        }),
    deviation("uri2dec/escapes-undone-twice", &["uri2dec-35"])
        .summary("Escapes are undone twice: `%2520` is read as a space.")
        .how(|call| text_with(call, escapes::Rules { undoes_all: true, ..escapes::RIGHT })),
];

fn numbers_with(call: &Call<'_>, rules: Rules) -> Option<Result<Value, Failure>> {
    numbers::answer(call, &rules)
}

fn text_with(call: &Call<'_>, rules: escapes::Rules) -> Option<Result<Value, Failure>> {
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
