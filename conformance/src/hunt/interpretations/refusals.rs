//! Rejections that are less than a *must*, because the requirement behind them is an interpretation or a
//! recommendation. A rejection that no row is about is a *must*.

use acegate_vectors::Level;

use super::{Applies, Interpretation};

/// The weakest row of several counts.
pub(super) const REFUSALS: &[Interpretation] = &[
    // Characters.
    row(
        &["punycode-23"],
        "The document does not say that numbers above U+10FFFF are no code points.",
        &["decode"],
        &["out-of-range", "overflow"],
    ),
    row(
        &["punycode-23", "utf5-7", "lace-12", "race-12", "utf6-22"],
        "The document does not say that numbers above U+10FFFF are no characters.",
        &["encode"],
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
        &["encode", "decode"],
        &["surrogate"],
    ),
    row(
        &["punycode-24", "utf6-22", "uts46-34"],
        "The document does not say what becomes of surrogates.",
        &["to-ascii"],
        &["surrogate"],
    ),
    row(
        &["uts46-34"],
        "The document does not say what becomes of surrogates.",
        &["to-unicode"],
        &["surrogate"],
    ),
    row(
        &["utf6-22"],
        "The document does not say that numbers above U+10FFFF are no characters.",
        &["to-ascii"],
        &["out-of-range"],
    ),
    row(
        &["utf5-7"],
        "The document does not say that surrogates are no characters.",
        &["encode"],
        &["surrogate"],
    ),
    row(
        &["utf5-13"],
        "The document does not limit the numbers of characters.",
        &["decode"],
        &["out-of-range"],
    ),
    row(
        &["utf5-14"],
        "The document does not say that surrogates are no characters.",
        &["decode"],
        &["surrogate"],
    ),
    row(
        &["bootstring-19"],
        "The width of integers is left to the implementation.",
        &["decode"],
        &["overflow"],
    ),
    row(
        &["uri2dec-89"],
        "The document does not say what becomes of surrogates.",
        &["escape"],
        &["surrogate"],
    ),
    // Names and labels.
    row(
        &["punycode-73"],
        "ToUnicode never fails. A rejection is right, and so is the name unchanged.",
        &["to-unicode"],
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
        &["to-ascii"],
        &["empty"],
    ),
    row(
        &["utf6-24"],
        "The document says nothing about empty labels.",
        &["to-unicode"],
        &["empty"],
    ),
    row(
        &["lace-39", "race-41", "utf6-24"],
        "The document says nothing about empty labels.",
        &["encode"],
        &["empty"],
    ),
    row(
        &["lace-39", "race-41", "utf6-25"],
        "The document does not say what becomes of a dot in a label.",
        &["encode"],
        &["dot"],
    ),
    row(
        &["lace-18", "race-18", "utf6-36"],
        "The document does not say what becomes of a label that decodes to a dot.",
        &["decode"],
        &["dot"],
    ),
    row(
        &["lace-2", "race-2", "utf6-1"],
        "The document quotes STD 13 for lengths and measures only what is written.",
        &["decode"],
        &["too-long"],
    ),
    row(
        &[
            "lace-2", "lace-38", "race-2", "race-40", "utf6-1", "utf6-38",
        ],
        "The document quotes STD 13 for lengths and measures only what is written.",
        &["to-ascii", "to-unicode"],
        &["too-long"],
    ),
    row(
        &["utf6-1"],
        "The document quotes STD 13 for lengths, and no step measures a label.",
        &["encode"],
        &["too-long"],
    ),
    row(
        &["lace-6", "race-6", "utf6-6"],
        "That a label does not begin with the prefix before it is encoded is only recommended.",
        &["encode", "to-ascii"],
        &["bad-prefix"],
    ),
    row(
        &["lace-4", "race-4", "utf6-40"],
        "No step looks at the hyphens of labels that pass unchanged.",
        &["to-ascii", "to-unicode"],
        &["hyphen"],
    ),
    row(
        &["lace-41", "race-43"],
        "No step looks at the characters of labels that pass unchanged.",
        &["to-unicode"],
        &["not-ldh"],
    ),
    // Codes that are read in one way only.
    row(
        &["race-1", "utf6-37"],
        "No step compares a decoded label with its encoding.",
        &["decode"],
        &["not-canonical"],
    ),
    row(
        &["utf6-2"],
        "The document quotes STD 13 for hyphens, and no step looks at the end of a label.",
        &["encode", "decode"],
        &["hyphen"],
    ),
    row(
        &["utf6-8"],
        "No step looks at whether a label needed to be encoded.",
        &["encode", "decode"],
        &["ldh-only"],
    ),
    row(
        &["utf6-33"],
        "The document does not say that characters follow the prefix and the header.",
        &["decode"],
        &["empty", "truncated"],
    ),
    row(
        &["utf6-29"],
        "The document does not limit the number of a header.",
        &["decode"],
        &["value-too-large"],
    ),
    // Addresses and numbers.
    row(
        &["uri2dec-2"],
        "The document says that a symbol must be escaped, and not by whom.",
        &[
            "encode",
            "hash",
            "invert",
            "key",
            "read-record",
            "write-record",
        ],
        &["symbol-not-in-table"],
    ),
    row(
        &["uri2dec-2"],
        "The document says that a symbol must be escaped, and not by whom.",
        &["read-record"],
        &["syntax"],
    ),
    row(
        &["uri2dec-84"],
        "The grammar allows an empty address and an empty hash.",
        &["encode", "hash", "invert", "key"],
        &["address-empty"],
    ),
    row(
        &["uri2dec-84"],
        "The grammar allows an empty address and an empty hash.",
        &["decode", "parses"],
        &["hash-empty"],
    ),
    row(
        &["uri2dec-65"],
        "How an address gets a protocol is described only in words.",
        &["assign"],
        &["address-empty"],
    ),
    row(
        &["uri2dec-81", "uri2dec-87"],
        "The steps remove nines, however many there are.",
        &["decode", "read-record"],
        &["extension-length"],
    ),
    row(
        &["uri2dec-29"],
        "The steps read, shift and mask, and reject nothing.",
        &["decode"],
        &["key-misaligned", "key-too-long"],
    ),
    row(
        &["uri2dec-29"],
        "The steps read, shift and mask, and reject nothing.",
        &["decode", "read-record"],
        &["key-leading-zero", "key-ll-reserved", "key-spare-bits"],
    ),
    row(
        &["uri2dec-29", "uri2dec-57"],
        "Which digit of a dialled number is the marker can be found in several ways.",
        &["decode", "parses"],
        &["marker"],
    ),
    row(
        &["uri2dec-57"],
        "How the readings of a dialled number are found is described only in words.",
        &["parses"],
        &["syntax"],
    ),
    row(
        &["uri2dec-62"],
        "The grammar allows a record without a key, and two other sections do not.",
        &["read-record"],
        &["marker"],
    ),
    row(
        &["uri2dec-24"],
        "The document does not say that the key of a record is compared with its address.",
        &["read-record"],
        &["key-mismatch"],
    ),
    row(
        &["uri2dec-83"],
        "The document says only how escapes are written.",
        &["unescape"],
        &["escape", "not-canonical", "symbol-not-in-table"],
    ),
    Interpretation {
        level: Level::May,
        ..row(
            &["uri2dec-31"],
            "The steps of an address book are no part of the document.",
            &["book"],
            &["syntax"],
        )
    },
    // The suite has these rejections at "may" as well, in its cases of the layer `bare`, and a hunt takes the
    // weakest level of a kind.
    bare(
        &[
            "lace-20", "lace-21", "lace-28", "lace-36", "race-20", "race-21", "race-30", "race-38",
        ],
        &["decode"],
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
        &["decode"],
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
        &["encode"],
        &["empty", "surrogate"],
    ),
    bare(&["lace-15"], &["encode"], &["too-long"]),
];

/// A row of rejections that are at most a *should*.
const fn row(
    requirements: &'static [&'static str],
    because: &'static str,
    ops: &'static [&'static str],
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
    ops: &'static [&'static str],
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
