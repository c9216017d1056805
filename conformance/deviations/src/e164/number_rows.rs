//! The deviations of numbers and domains.

use super::numbers::{RIGHT, Rules, answer};
use crate::{Behaviour, Deviation, Seen, deviation, observed, reported};

const DNSPYTHON: Seen = observed("dnspython 2.3.0");
const ASTERISK: Seen = reported("Asterisk", "main/enum.c");
const OPENSIPS: Seen = reported("Kamailio and OpenSIPS", "modules/enum/enum.c");
const FREESWITCH: Seen = reported("FreeSWITCH", "mod_enum.c");
const SER: Seen = reported("SIP Express Router", "modules/enum/enum.c, test_e164");

/// Numbers and domains without a fault.
pub(crate) const NUMBERS_MODEL: Behaviour = |call| answer(call, &RIGHT);

pub(crate) const NUMBERS: &[Deviation] = &[
    deviation("enum/digits-not-reversed", &["enum-1", "enum-9"])
        .summary("The digits of a domain have the order of the number.")
        .how(|call| answer(call, &Rules { reversed: false, ..RIGHT })),
    deviation("enum/plus-not-needed", &["enum-4"])
        .summary("Dialled digits without a plus sign are looked up as a number of E.164.")
        .seen(&[DNSPYTHON, ASTERISK, FREESWITCH])
        .how(|call| answer(call, &Rules { plus: false, ..RIGHT })),
    deviation("enum/letters-dropped", &["enum-6"])
        .summary(
            "Every character that is not a digit is dropped, letters too: `+1800FLOWERS` is +1800.",
        )
        .seen(&[DNSPYTHON, ASTERISK])
        .how(|call| answer(call, &Rules { drops: |_| true, ..RIGHT })),
    deviation("enum/separators-refused", &["enum-2", "enum-6"])
        .summary("A number with hyphens is refused, although they are not a part of it.")
        .seen(&[OPENSIPS])
        .how(|call| answer(call, &Rules { drops: |_| false, ..RIGHT })),
    deviation("enum/every-character-a-label", &["enum-2", "enum-6"])
        .summary("The characters of a number are not tested: each gets a label, even a hyphen.")
        .seen(&[SER])
        .how(|call| answer(call, &Rules { keeps: |c| c != '.', ..RIGHT })),
    deviation("enum/digits-of-every-script", &["enum-6"])
        .summary("The digits of all scripts count: those of Arabic get labels as they are.")
        .how(|call| answer(call, &Rules { keeps: char::is_numeric, ..RIGHT })),
    deviation("enum/long-numbers-accepted", &["enum-5"])
        .summary("A number may have more than 15 digits.")
        .seen(&[DNSPYTHON, ASTERISK])
        .how(|call| answer(call, &Rules { most: usize::MAX, ..RIGHT })),
    deviation("enum/fourteen-digits-at-most", &["enum-1", "enum-5", "enum-9"])
        .summary("The plus sign is counted as one of the 15 digits.")
        .how(|call| answer(call, &Rules { most: 14, ..RIGHT })),
    deviation("enum/one-digit-refused", &["enum-1", "enum-9"])
        .summary("A number of one digit is refused.")
        .seen(&[OPENSIPS])
        .how(|call| answer(call, &Rules { least: 2, ..RIGHT })),
    deviation("enum/no-digits-accepted", &["enum-5", "enum-9"])
        .summary("A number without digits has the domain of the tree, and back.")
        .seen(&[DNSPYTHON])
        .how(|call| answer(call, &Rules { least: 0, ..RIGHT })),
    deviation("enum/another-tree", &["enum-7", "enum-9"])
        .summary("Numbers are in the tree e164.org, a private one, where none is named.")
        .how(|call| answer(call, &Rules { tree: "e164.org", ..RIGHT })),
    deviation("enum/tree-fixed", &["enum-8", "enum-9"])
        .summary("The tree that is named is not used.")
        .how(|call| answer(call, &Rules { other_trees: false, ..RIGHT })),
    deviation("enum/tree-not-compared", &["enum-9"])
        .summary("The last two labels of a domain are left out, whatever they are.")
        .how(|call| answer(call, &Rules { compares: false, ..RIGHT })),
    deviation("enum/tree-in-small-letters", &["enum-10"])
        .summary("The tree of a domain must have the letter case of the tree that is named.")
        .how(|call| answer(call, &Rules { any_case: false, ..RIGHT })),
    deviation("enum/root-refused", &["enum-10"])
        .summary("A domain with the dot of the root is in no tree.")
        .how(|call| answer(call, &Rules { root: false, ..RIGHT })),
    deviation("enum/labels-of-several-digits", &["enum-9"])
        .summary("A label may have several digits: `44.e164.arpa` is read as +44.")
        .how(|call| answer(call, &Rules { long_labels: true, ..RIGHT })),
    deviation("enum/empty-labels-dropped", &["enum-9"])
        .summary("Empty labels of a domain are dropped: `4..e164.arpa` is read as +4.")
        .how(|call| answer(call, &Rules { drops_empty: true, ..RIGHT })),
];
