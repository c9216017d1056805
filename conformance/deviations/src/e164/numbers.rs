//! The deviations of numbers and domains: the model with one rule changed.

use acegate_codec::e164::{Enum, NumberRules, Role, TREE};
use acegate_codec::{Codec, ErrorKind, Verb};

use crate::{Answer, Call, Deviation, Model, Seen, deviation, observed, reported};

const DNSPYTHON: Seen = observed("dnspython 2.3.0");
const ASTERISK: Seen = reported("Asterisk", "main/enum.c");
const OPENSIPS: Seen = reported("Kamailio and OpenSIPS", "modules/enum/enum.c");
const FREESWITCH: Seen = reported("FreeSWITCH", "mod_enum.c");
const SER: Seen = reported("SIP Express Router", "modules/enum/enum.c, test_e164");

const RFC: NumberRules = NumberRules::RFC;

pub(crate) const NUMBERS: &[Deviation] = &[
    deviation("enum/digits-not-reversed", &["enum-1", "enum-9"])
        .summary("The digits of the number are not reversed in the domain.")
        .by(&NumberRules {
            order: |_| {},
            ..RFC
        }),
    deviation("enum/plus-not-needed", &["enum-4"])
        .summary("Digits without a plus sign are accepted as an E.164 number.")
        .seen(&[DNSPYTHON, ASTERISK, FREESWITCH])
        .by(&NumberRules {
            without_plus: any_number,
            ..RFC
        }),
    deviation("enum/letters-dropped", &["enum-6"])
        .summary(
            "Every character that is not a digit is dropped, also letters: `+1800FLOWERS` becomes \
             +1800.",
        )
        .seen(&[DNSPYTHON, ASTERISK])
        .by(&NumberRules {
            role: digit_or_dropped,
            ..RFC
        }),
    deviation("enum/separators-refused", &["enum-2", "enum-6"])
        .summary("A number with hyphens or other separators is rejected.")
        .seen(&[OPENSIPS])
        .by(&NumberRules {
            role: digit_or_refused,
            ..RFC
        }),
    deviation("enum/every-character-a-label", &["enum-2", "enum-6"])
        .summary("Each character of the number becomes a label without any check, also a hyphen.")
        .seen(&[SER])
        .by(&NumberRules {
            role: any_but_dot,
            ..RFC
        }),
    deviation("enum/long-numbers-accepted", &["enum-5"])
        .summary("The limit of 15 digits is not checked.")
        .seen(&[DNSPYTHON, ASTERISK])
        .by(&NumberRules {
            most: usize::MAX,
            ..RFC
        }),
    deviation("enum/one-digit-refused", &["enum-1", "enum-9"])
        .summary("A number of one digit is rejected.")
        .seen(&[OPENSIPS])
        .by(&NumberRules { least: 2, ..RFC }),
    deviation("enum/no-digits-accepted", &["enum-5", "enum-9"])
        .summary(
            "A number without digits is accepted and becomes the domain of the tree; the reverse \
             is accepted too.",
        )
        .seen(&[DNSPYTHON])
        .by(&NumberRules { least: 0, ..RFC }),
    deviation("enum/another-tree", &["enum-7", "enum-9"])
        .summary("The default tree is e164.org instead of e164.arpa.")
        .by(&NumberRules {
            tree: private_tree,
            ..RFC
        }),
    deviation("enum/tree-fixed", &["enum-8", "enum-9"])
        .summary("The parameter `tree` is ignored.")
        .by(&NumberRules {
            tree: |_| TREE,
            ..RFC
        }),
    deviation("enum/root-refused", &["enum-10"])
        .summary("A domain that ends with the dot of the root is not found in the tree.")
        .by(&NumberRules {
            without_root: |domain| domain,
            ..RFC
        }),
];

impl Model for NumberRules {
    fn answer(&self, call: &Call<'_>) -> Answer {
        if call.does(Verb::Rewrite) {
            return None;
        }
        let codec = Enum::with_numbers(*self);
        let answer = codec.apply(call.op, call.parameters, call.input);
        Some(answer.map_err(|_| call.refusal(ErrorKind::Syntax)))
    }
}

fn any_number(number: &str) -> Option<&str> {
    Some(number.strip_prefix('+').unwrap_or(number))
}

fn digit_or_dropped(c: char) -> Role {
    if c.is_ascii_digit() {
        Role::Digit
    } else {
        Role::Separator
    }
}

fn digit_or_refused(c: char) -> Role {
    if c.is_ascii_digit() {
        Role::Digit
    } else {
        Role::Foreign
    }
}

fn any_but_dot(c: char) -> Role {
    if c == '.' {
        Role::Separator
    } else {
        Role::Digit
    }
}

fn private_tree(named: &str) -> &str {
    if named.is_empty() { "e164.org" } else { named }
}
