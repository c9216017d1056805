//! The deviations of uri2dec.
//!
//! No other implementation of the document is known. Those of numbers are misreadings that its text
//! invites, and results of arithmetic of limited width. Those of escapes are differences of the
//! escape functions of languages from section 8.

use acegate_codec::uri2dec::model::{KeypadRules, MODEL};
use acegate_codec::uri2dec::{CODEC, EscapeRules, Form, NumberScope, Profile, Uri2dec};
use acegate_codec::{ErrorKind, Value, Verb};

use super::answer;
use crate::label::changed;
use crate::{Answer, Call, Deviation, Model, deviation, observed};

const ESCAPES: EscapeRules = EscapeRules::DOCUMENT;

pub(crate) const DEVIATIONS: &[Deviation] = &[
    deviation("uri2dec/one-takes-bits", &["uri2dec-10"])
        .summary("The symbol 1 takes two bits of the key instead of none.")
        .by(&KeypadRules {
            bits_of_one: 2,
            ..MODEL
        }),
    deviation("uri2dec/capitals-refused", &["uri2dec-5"])
        .summary("Upper-case letters are rejected instead of folded to lower case.")
        .by(&KeypadRules {
            letter: |letter| letter,
            ..MODEL
        }),
    deviation("uri2dec/unicode-small-letters", &["uri2dec-2"])
        .summary(
            "Letters are folded to lower case with the tables of Unicode instead of ASCII: the \
             Kelvin sign U+212A is read as `k`.",
        )
        .seen(&[
            observed("CPython 3.11.7 str.lower"),
            observed("Node.js 20.20.2 toLowerCase"),
        ])
        .by(&KeypadRules {
            letter: small_letter_of_unicode,
            ..MODEL
        }),
    deviation("uri2dec/partial-address-refused", &["uri2dec-3"])
        .summary("An address without `@` or a dot is rejected instead of hashed.")
        .how(|call| {
            let has_hash = matches!(
                call.verb(),
                Some(Verb::Hash | Verb::Invert | Verb::Key | Verb::Encode | Verb::WriteRecord)
            );
            let refused = has_hash && !text_of(call).contains(['@', '.']);
            if !refused {
                return None;
            }
            Some(Err(call.refusal(ErrorKind::Syntax)))
        }),
    deviation("uri2dec/comma-for-percent", &["uri2dec-1", "uri2dec-2"])
        .summary(
            "Key 0 of the keypad has the comma, as section 5.3 lists it, instead of the percent \
             sign of table 1.",
        )
        .by(&KeypadRules {
            table: WITH_COMMA,
            separators: WITH_COMMA[0],
            ..MODEL
        }),
    deviation(
        "uri2dec/zero-does-not-separate",
        &["uri2dec-6", "uri2dec-8"],
    )
    .summary("The inversion of an address does not split it at the digit 0.")
    .by(&KeypadRules {
        separators: ".@%",
        ..MODEL
    }),
    deviation("uri2dec/letters-inverted", &["uri2dec-7"])
        .summary("The inversion also reverses the letters of each word: `ab.c` becomes `c.ba`.")
        .by(&KeypadRules {
            invert: |text, _| text.chars().rev().collect(),
            ..MODEL
        }),
    deviation("uri2dec/first-symbol-high", &["uri2dec-9", "uri2dec-17"])
        .summary("The bits of the first symbol are the highest of the key instead of the lowest.")
        .by(&KeypadRules {
            first_is_highest: true,
            ..MODEL
        }),
    deviation("uri2dec/key-of-pre-inverted-spelling", &["uri2dec-16"])
        .summary(
            "The key of the pre-inverted form is calculated from the inverted address instead of \
             the address.",
        )
        .by(&KeypadRules {
            key_of_spelling: true,
            ..MODEL
        }),
    deviation("uri2dec/count-counts-itself", &["uri2dec-11"])
        .summary("The count of the alignment zeros includes the two bits of the count itself.")
        .by(&KeypadRules {
            count: |zeros| (zeros + 2) % 4,
            ..MODEL
        }),
    deviation("uri2dec/zero-key-aligned", &["uri2dec-12"])
        .summary("A key of zero is aligned like any other, which makes it the digit for one.")
        .by(&KeypadRules {
            aligns_zero: true,
            ..MODEL
        }),
    deviation("uri2dec/key-wraps-at-64-bits", &["uri2dec-13"])
        .summary("A key is stored in 64 bits: higher bits are lost.")
        .by(&KeypadRules { width: 64, ..MODEL }),
    deviation("uri2dec/shifted-digits-from-zero", &["uri2dec-15"])
        .summary(
            "Keys of the shifted profile are written with the digits 0 to 7, as section 5.2 says, \
             instead of 1 to 8.",
        )
        .by(&KeypadRules {
            zero: |_| '0',
            ..MODEL
        }),
    deviation("uri2dec/markers-swapped", &["uri2dec-14", "uri2dec-28"])
        .summary("The markers of the two forms are swapped.")
        .by(&KeypadRules {
            marker: |profile, form| profile.marker(other_form(form)),
            marked: |marker| {
                Profile::of_marker(marker).map(|(profile, form)| (profile, other_form(form)))
            },
            ..MODEL
        }),
    deviation("uri2dec/direct-form-only", &["uri2dec-4", "uri2dec-23"])
        .summary("The pre-inverted form is neither written nor read.")
        .by(&KeypadRules {
            form: |_| Form::Direct,
            marked: |marker| Profile::of_marker(marker).filter(|(_, form)| *form == Form::Direct),
            ..MODEL
        }),
    deviation("uri2dec/leading-zeros-accepted", &["uri2dec-29"])
        .summary("Keys with leading zero digits are accepted.")
        .by(&KeypadRules {
            read_key: without_leading_zeros,
            ..MODEL
        }),
    deviation("uri2dec/any-count-of-nines", &["uri2dec-81"])
        .summary("Any number of nines after the key is accepted as its extension.")
        .by(&KeypadRules {
            is_extended: |scope, digits, nines| {
                nines > 0 || (MODEL.is_extended)(scope, digits, nines)
            },
            ..MODEL
        }),
    deviation("uri2dec/extension-missing", &["uri2dec-18", "uri2dec-25"])
        .summary("Numbers are not extended with nines.")
        .by(&KeypadRules {
            extended: |_, digits| digits,
            is_extended: |scope, digits, nines| {
                nines == 0 || (MODEL.is_extended)(scope, digits, nines)
            },
            ..MODEL
        }),
    deviation("uri2dec/long-numbers-extended", &["uri2dec-20"])
        .summary("Nines are added up to the next multiple of 16 digits instead of up to 16.")
        .by(&KeypadRules {
            extended: |scope, digits| match scope {
                NumberScope::Service => usize::next_multiple_of(digits, 16),
                NumberScope::Local => digits,
            },
            is_extended: |scope, digits, nines| match scope {
                NumberScope::Service => usize::is_multiple_of(digits + nines, 16),
                NumberScope::Local => (MODEL.is_extended)(scope, digits, nines),
            },
            ..MODEL
        }),
    deviation("uri2dec/local-numbers-extended", &["uri2dec-19"])
        .summary("Local numbers are extended with nines like service numbers.")
        .by(&KeypadRules {
            extended: |_, digits| digits.max(16),
            ..MODEL
        }),
    deviation("uri2dec/nines-of-hash-removed", &["uri2dec-26"])
        .summary(
            "Nines at the end of the hash are removed too, not only those at the end of the \
             number.",
        )
        .by(&KeypadRules {
            read_hash: |hash| hash.trim_end_matches('9'),
            ..MODEL
        }),
    deviation("uri2dec/first-marker", &["uri2dec-27"])
        .summary(
            "In a dialled octal number, the first 8 or 9 is taken for the marker instead of the \
             last.",
        )
        .by(&KeypadRules {
            places: |number, profile| {
                let mut places = (MODEL.places)(number, profile);
                places.truncate(if profile == Profile::Octal {
                    1
                } else {
                    usize::MAX
                });
                places
            },
            ..MODEL
        }),
    deviation("uri2dec/shortest-key-first", &["uri2dec-57"])
        .summary(
            "Of several readings of a number, the one with the shortest key comes first instead \
             of the one with the longest.",
        )
        .by(&KeypadRules {
            places: |number, profile| (MODEL.places)(number, profile).into_iter().rev().collect(),
            ..MODEL
        }),
    deviation("uri2dec/spaces-anywhere", &["uri2dec-21"])
        .summary(
            "More than one space between the parts of a number, and spaces around it, are \
             accepted.",
        )
        .how(|call| {
            let spaced = call.does(Verb::Decode)
                && call
                    .parameters
                    .get("style")
                    .is_none_or(|style| style.to_string() != "dialled");
            let parts = text_of(call);
            let parts: Vec<_> = parts.split(' ').filter(|part| !part.is_empty()).collect();
            if !spaced {
                return None;
            }
            Some(call.answer_to(&Value::from(parts.join(" ").as_str())))
        }),
    deviation("uri2dec/record-without-name", &["uri2dec-22"])
        .summary("Records are written and read without `ics:`.")
        .how(|call| match call.verb() {
            Some(Verb::WriteRecord) => {
                let record = call.answer();
                Some(record.map(|record| changed(record, |text| text["ics:".len()..].to_vec())))
            }
            Some(Verb::ReadRecord) => {
                let record = text_of(call);
                let has_name = record
                    .get(..4)
                    .is_some_and(|name| name.eq_ignore_ascii_case("ics:"));
                if has_name {
                    return None;
                }
                let named = format!("ics:{record}");
                Some(call.answer_to(&Value::from(named.as_str())))
            }
            _ => None,
        }),
    deviation("uri2dec/record-key-not-compared", &["uri2dec-24"])
        .summary("The key of a record is not checked against its address.")
        .by(&KeypadRules {
            compares_record_key: false,
            ..MODEL
        }),
    deviation("uri2dec/uri-escaped-twice", &["uri2dec-34"])
        .summary("In a URI, the percent sign of an escape is escaped again.")
        .seen(&[observed("CPython 3.11.7 urllib.parse.quote")])
        .by(&EscapeRules {
            keeps_escapes: false,
            ..ESCAPES
        }),
    deviation("uri2dec/upper-case-escapes", &["uri2dec-34"])
        .summary("Escapes are written with upper-case hexadecimal digits.")
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.quote"),
            observed("Node.js 20.20.2 escape"),
        ])
        .by(&EscapeRules {
            upper_case: true,
            ..ESCAPES
        }),
    deviation("uri2dec/two-digits-to-ff", &["uri2dec-34"])
        .summary("Characters from 80 to FF are escaped with two digits instead of four.")
        .seen(&[observed("Node.js 20.20.2 escape")])
        .by(&EscapeRules {
            long_from: 0x100,
            ..ESCAPES
        }),
    deviation("uri2dec/octets-of-utf-8", &["uri2dec-34"])
        .summary(
            "Characters beyond ASCII are escaped as their UTF-8 octets: U+00E9 becomes `%c3%a9`.",
        )
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.quote"),
            observed("Node.js 20.20.2 encodeURIComponent"),
        ])
        .by(&EscapeRules {
            utf_8: true,
            ..ESCAPES
        }),
    deviation("uri2dec/plus-is-space", &["uri2dec-34"])
        .summary("A plus sign is read as a space, and a space written as a plus sign.")
        .seen(&[observed("CPython 3.11.7 urllib.parse.quote_plus")])
        .by(&EscapeRules {
            plus_is_space: true,
            ..ESCAPES
        }),
    deviation("uri2dec/wrong-escapes-kept", &["uri2dec-83"])
        .summary("A percent sign that begins no valid escape is kept as text instead of rejected.")
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.unquote"),
            observed("Node.js 20.20.2 unescape"),
        ])
        .by(&EscapeRules {
            keeps_wrong_escapes: true,
            ..ESCAPES
        }),
    deviation("uri2dec/lone-surrogates-read", &["uri2dec-83"])
        .summary("The escape of an unpaired surrogate is decoded instead of rejected.")
        .seen(&[observed("Node.js 20.20.2 unescape")])
        .by(&EscapeRules {
            reads_lone_surrogates: true,
            ..ESCAPES
        }),
    deviation("uri2dec/needless-escapes-read", &["uri2dec-35"])
        .summary(
            "Escapes that are not needed are decoded instead of rejected: `%61` is read as `a`.",
        )
        .seen(&[
            observed("CPython 3.11.7 urllib.parse.unquote"),
            observed("Node.js 20.20.2 unescape"),
        ])
        .by(&EscapeRules {
            reads_needless: true,
            ..ESCAPES
        }),
    deviation("uri2dec/octets-read-as-characters", &["uri2dec-34"])
        .summary(
            "Escapes from %80 to %ff are decoded as characters instead of rejected: `%e9` is read \
             as U+00E9.",
        )
        .seen(&[observed("Node.js 20.20.2 unescape")])
        .by(&EscapeRules {
            octets_are_characters: true,
            ..ESCAPES
        }),
];

impl Model for KeypadRules {
    fn answer(&self, call: &Call<'_>) -> Answer {
        // Readings are looked for at every marker, which is slow where there are very many.
        if call.code_points().len() > LONGEST {
            return None;
        }
        answer(
            call,
            NUMBERS,
            Uri2dec {
                numbers: Some(*self),
                ..CODEC
            },
        )
    }
}

const LONGEST: usize = 4096;

const WITH_COMMA: [&str; 10] = {
    let mut table = MODEL.table;
    table[0] = ".@,0";
    table
};

const NUMBERS: &[Verb] = &[
    Verb::Hash,
    Verb::Invert,
    Verb::Key,
    Verb::Encode,
    Verb::Decode,
    Verb::Parses,
    Verb::WriteRecord,
    Verb::ReadRecord,
];

impl Model for EscapeRules {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer(
            call,
            &[Verb::Escape, Verb::Unescape],
            Uri2dec {
                escapes: *self,
                ..CODEC
            },
        )
    }
}

/// The input. U+0000, which no operation takes, stands for a number that is not a character.
fn text_of(call: &Call<'_>) -> String {
    call.code_points()
        .iter()
        .map(|&c| char::from_u32(c).unwrap_or('\0'))
        .collect()
}

/// The small letter of Unicode, if it is one character.
fn small_letter_of_unicode(letter: char) -> char {
    let mut small = letter.to_lowercase();
    match (small.next(), small.next()) {
        (Some(small), None) => small,
        _ => letter,
    }
}

fn other_form(form: Form) -> Form {
    match form {
        Form::Direct => Form::PreInverted,
        Form::PreInverted => Form::Direct,
    }
}

fn without_leading_zeros(key: &str, zero: char) -> &str {
    match key.trim_start_matches(zero) {
        "" => &key[key.len() - 1..],
        digits => digits,
    }
}
