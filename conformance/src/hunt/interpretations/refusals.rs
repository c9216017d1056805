//! Rejections that are less than a *must*, because the requirement behind them is an interpretation or a
//! recommendation. A rejection that no row is about is a *must*.

use acegate_codec::Verb;
use acegate_vectors::Level;

use super::{Applies, Interpretation};

/// The weakest row of several counts.
pub(super) const REFUSALS: &[Interpretation] = &[
    // Characters.
    row(
        &["punycode-23"],
        "The document does not say that numbers above U+10FFFF are no code points.",
        &[Verb::Decode],
        &["out-of-range", "overflow"],
    ),
    row(
        &["punycode-23", "utf5-7", "lace-12", "race-12", "utf6-22"],
        "The document does not say that numbers above U+10FFFF are no characters.",
        &[Verb::Encode],
        &["out-of-range"],
    ),
    row(
        &[
            "punycode-24",
            "bootstring-20",
            "lace-12",
            "race-12",
            "race-27",
            "utf6-22",
        ],
        "The document does not say what becomes of surrogates.",
        &[Verb::Encode, Verb::Decode],
        &["surrogate"],
    ),
    row(
        &["punycode-24", "utf6-22", "uts46-34"],
        "The document does not say what becomes of surrogates.",
        &[Verb::ToAscii],
        &["surrogate"],
    ),
    row(
        &["uts46-34"],
        "The document does not say what becomes of surrogates.",
        &[Verb::ToUnicode],
        &["surrogate"],
    ),
    row(
        &["utf6-22"],
        "The document does not say that numbers above U+10FFFF are no characters.",
        &[Verb::ToAscii],
        &["out-of-range"],
    ),
    row(
        &["utf5-7"],
        "The document does not say that surrogates are no characters.",
        &[Verb::Encode],
        &["surrogate"],
    ),
    row(
        &["utf5-13"],
        "The document does not limit the numbers of characters.",
        &[Verb::Decode],
        &["out-of-range"],
    ),
    row(
        &["utf5-14"],
        "The document does not say that surrogates are no characters.",
        &[Verb::Decode],
        &["surrogate"],
    ),
    row(
        &["bootstring-19"],
        "The width of integers is left to the implementation.",
        &[Verb::Decode],
        &["overflow"],
    ),
    row(
        &["uri2dec-89"],
        "The document does not say what becomes of surrogates.",
        &[Verb::Escape],
        &["surrogate"],
    ),
    // Names and labels.
    row(
        &["punycode-73"],
        "ToUnicode never fails. A rejection is right, and so is the name unchanged.",
        &[Verb::ToUnicode],
        &[
            "bad-digit",
            "bad-prefix",
            "empty",
            "hyphen",
            "not-ldh",
            "out-of-range",
            "overflow",
            "surrogate",
            "too-long",
            "truncated",
        ],
    ),
    row(
        &["punycode-76", "lace-39", "race-41", "utf6-24"],
        "The document says nothing about empty labels.",
        &[Verb::ToAscii],
        &["empty"],
    ),
    row(
        &["lace-39", "race-41", "utf6-24"],
        "The document says nothing about empty labels.",
        &[Verb::ToUnicode],
        &["empty"],
    ),
    row(
        &["lace-39", "race-41", "utf6-24"],
        "The document says nothing about empty labels.",
        &[Verb::Encode],
        &["empty"],
    ),
    row(
        &["lace-39", "race-41", "utf6-25"],
        "The document does not say what becomes of a dot in a label.",
        &[Verb::Encode],
        &["dot"],
    ),
    row(
        &["lace-18", "race-18", "utf6-36"],
        "The document does not say what becomes of a label that decodes to a dot.",
        &[Verb::Decode],
        &["dot"],
    ),
    row(
        &["lace-2", "race-2", "utf6-1"],
        "The document quotes STD 13 for lengths and measures only what is written.",
        &[Verb::Decode],
        &["too-long"],
    ),
    row(
        &[
            "lace-2", "lace-38", "race-2", "race-40", "utf6-1", "utf6-38",
        ],
        "The document quotes STD 13 for lengths and measures only what is written.",
        &[Verb::ToAscii, Verb::ToUnicode],
        &["too-long"],
    ),
    row(
        &["utf6-1"],
        "The document quotes STD 13 for lengths, and no step measures a label.",
        &[Verb::Encode],
        &["too-long"],
    ),
    row(
        &["lace-6", "race-6", "utf6-6"],
        "That a label does not begin with the prefix before it is encoded is only recommended.",
        &[Verb::Encode, Verb::ToAscii],
        &["bad-prefix"],
    ),
    row(
        &["lace-4", "race-4", "utf6-40"],
        "No step looks at the hyphens of labels that pass unchanged.",
        &[Verb::ToAscii, Verb::ToUnicode],
        &["hyphen"],
    ),
    row(
        &["lace-41", "race-43"],
        "No step looks at the characters of labels that pass unchanged.",
        &[Verb::ToUnicode],
        &["not-ldh"],
    ),
    // Codes that are read in one way only.
    row(
        &["race-1", "utf6-37"],
        "No step compares a decoded label with its encoding.",
        &[Verb::Decode],
        &["not-canonical"],
    ),
    row(
        &["utf6-2"],
        "The document quotes STD 13 for hyphens, and no step looks at the end of a label.",
        &[Verb::Encode, Verb::Decode],
        &["hyphen"],
    ),
    row(
        &["utf6-8"],
        "No step looks at whether a label needed to be encoded.",
        &[Verb::Encode, Verb::Decode],
        &["ldh-only"],
    ),
    row(
        &["utf6-33"],
        "The document does not say that characters follow the prefix and the header.",
        &[Verb::Decode],
        &["empty", "truncated"],
    ),
    row(
        &["utf6-29"],
        "The document does not limit the number of a header.",
        &[Verb::Decode],
        &["value-too-large"],
    ),
    // Addresses and numbers.
    row(
        &["uri2dec-2"],
        "The document says that a symbol must be escaped, and not by whom.",
        &[
            Verb::Encode,
            Verb::Hash,
            Verb::Invert,
            Verb::Key,
            Verb::ReadRecord,
            Verb::WriteRecord,
        ],
        &["symbol-not-in-table"],
    ),
    row(
        &["uri2dec-2"],
        "The document says that a symbol must be escaped, and not by whom.",
        &[Verb::ReadRecord],
        &["syntax"],
    ),
    row(
        &["uri2dec-84"],
        "The grammar allows an empty address and an empty hash.",
        &[Verb::Encode, Verb::Hash, Verb::Invert, Verb::Key],
        &["address-empty"],
    ),
    row(
        &["uri2dec-84"],
        "The grammar allows an empty address and an empty hash.",
        &[Verb::Decode, Verb::Parses],
        &["hash-empty"],
    ),
    row(
        &["uri2dec-65"],
        "How an address gets a protocol is described only in words.",
        &[Verb::Assign],
        &["address-empty"],
    ),
    row(
        &["uri2dec-81", "uri2dec-87"],
        "The steps remove nines, however many there are.",
        &[Verb::Decode, Verb::ReadRecord],
        &["extension-length"],
    ),
    row(
        &["uri2dec-29"],
        "The steps read, shift and mask, and reject nothing.",
        &[Verb::Decode],
        &["key-misaligned", "key-too-long"],
    ),
    row(
        &["uri2dec-29"],
        "The steps read, shift and mask, and reject nothing.",
        &[Verb::Decode, Verb::ReadRecord],
        &["key-leading-zero", "key-ll-reserved", "key-spare-bits"],
    ),
    row(
        &["uri2dec-29", "uri2dec-57"],
        "Which digit of a dialled number is the marker can be found in several ways.",
        &[Verb::Decode, Verb::Parses],
        &["marker"],
    ),
    row(
        &["uri2dec-57"],
        "How the readings of a dialled number are found is described only in words.",
        &[Verb::Parses],
        &["syntax"],
    ),
    row(
        &["uri2dec-62"],
        "The grammar allows a record without a key, and two other sections do not.",
        &[Verb::ReadRecord],
        &["marker"],
    ),
    row(
        &["uri2dec-24"],
        "The document does not say that the key of a record is compared with its address.",
        &[Verb::ReadRecord],
        &["key-mismatch"],
    ),
    row(
        &["uri2dec-83"],
        "The document says only how escapes are written.",
        &[Verb::Unescape],
        &["escape", "not-canonical", "symbol-not-in-table"],
    ),
    Interpretation {
        level: Level::May,
        ..row(
            &["uri2dec-31"],
            "The steps of an address book are no part of the document.",
            &[Verb::Book],
            &["syntax"],
        )
    },
    // The suite has these rejections at "may" as well, in its cases with `layer: bare`, and a hunt takes the
    // weakest level of a kind.
    bare(
        &[
            "lace-20", "lace-21", "lace-28", "lace-36", "race-20", "race-21", "race-30", "race-38",
        ],
        &[Verb::Decode],
        &[
            "bad-digit",
            "bad-length",
            "bad-prefix",
            "empty",
            "truncated",
        ],
    ),
    bare(
        &[
            "utf6-5", "utf6-22", "utf6-24", "utf6-26", "utf6-28", "utf6-37", "utf6-39",
        ],
        &[Verb::Decode],
        &[
            "bad-digit",
            "bad-prefix",
            "empty",
            "not-canonical",
            "surrogate",
            "truncated",
            "value-too-large",
        ],
    ),
    bare(
        &[
            "lace-12", "lace-39", "race-12", "race-41", "utf6-22", "utf6-24",
        ],
        &[Verb::Encode],
        &["empty", "surrogate"],
    ),
    bare(&["lace-15"], &[Verb::Encode], &["too-long"]),
];

/// A row of rejections that are at most a *should*.
const fn row(
    requirements: &'static [&'static str],
    because: &'static str,
    ops: &'static [Verb],
    kinds: &'static [&'static str],
) -> Interpretation {
    Interpretation {
        requirements,
        because,
        applies: Applies::ToRefusals { ops, kinds },
        also: |_| Vec::new(),
        level: Level::Should,
    }
}

/// A row of rejections that a layer without the rules for hosts has as well.
const fn bare(
    requirements: &'static [&'static str],
    ops: &'static [Verb],
    kinds: &'static [&'static str],
) -> Interpretation {
    Interpretation {
        level: Level::May,
        ..row(
            requirements,
            "A layer without the rules for hosts has the same rejection and need not be offered.",
            ops,
            kinds,
        )
    }
}
