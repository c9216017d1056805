//! The rules for host names in each encoding.

use acegate_codec::host::{self, LABEL_MAX, LabelRules, NAME_MAX};
use acegate_codec::{Error, ErrorKind, lace, punycode, race, utf6};
use proptest::prelude::*;

use crate::label::support::label;

/// The rules of each encoding.
const RULES: [LabelRules; 5] =
    [punycode::RULES, utf6::RULES, race::RULES, lace::RULES, lace::RULES_DRAFT_00];

/// RFC 3490, section 4.1, step 3(b), and for decoding section 4.2, step 6.
#[test]
fn punycode_refuses_hyphens_at_the_edges_of_labels() {
    let hyphen = |position| Err(Error::new(ErrorKind::Hyphen, position));
    for (name, position) in [("-ü", 0), ("ü-", 2), ("-ü-", 0), ("a.-ü", 2), ("ü-.a", 2)] {
        assert_eq!(punycode::to_ascii(name), hyphen(position), "{name}");
    }
    for (name, position) in [("xn----eha", 9), ("xn----dha", 9), ("a.xn----eha.b", 11)] {
        assert_eq!(punycode::to_unicode(name), hyphen(position), "{name}");
    }
}

/// The drafts do not forbid a hyphen at the start of a label.
#[test]
fn the_other_encodings_take_a_hyphen_at_the_beginning() {
    for rules in &RULES[1..] {
        let encoded = host::encode_label("-ü", rules).unwrap();
        assert_eq!(host::to_unicode(&encoded, rules).as_deref(), Ok("-ü"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 512 }))]

    #[test]
    fn names_that_are_written_keep_the_rules_and_come_back(labels in names()) {
        let name = labels.join(".");
        for rules in &RULES {
            let Ok(ascii) = host::to_ascii(&name, rules) else { continue };
            let labels = ascii.strip_suffix('.').unwrap_or(&ascii);
            let right = |label: &str| {
                (1..=LABEL_MAX).contains(&label.len()) && host::is_ldh(label) && !label.ends_with('-')
            };
            prop_assert!(labels.len() <= NAME_MAX && labels.split('.').all(right), "{ascii}");
            prop_assert_eq!(host::to_unicode(&ascii, rules), Ok(name.clone()));
        }
    }

    #[test]
    fn names_that_are_read_are_written_again(labels in names()) {
        for rules in &RULES {
            let encoded = labels
                .iter()
                .map(|label| host::encode_bare(label, rules).unwrap_or_else(|_| label.clone()));
            let ascii = encoded.collect::<Vec<_>>().join(".");
            let Ok(name) = host::to_unicode(&ascii, rules) else { continue };
            prop_assert_eq!(host::to_ascii(&name, rules), Ok(ascii));
        }
    }
}

/// Labels as [`label`] makes them, some with hyphens at the edges, some with the prefix, some long.
fn names() -> impl Strategy<Value = Vec<String>> {
    let edge = || prop_oneof![4 => Just(""), 1 => Just("-"), 1 => Just("--")];
    let before =
        prop_oneof![8 => Just(""), 1 => Just("xn--"), 1 => Just("Wq--"), 1 => Just("bq--")];
    let inner = prop_oneof![
        4 => label(),
        2 => "[a-z0-9-]{0,6}",
        1 => (55..66_usize).prop_map(|length| "a".repeat(length)),
    ];
    let label = (before, edge(), inner, edge())
        .prop_map(|(before, first, inner, last)| format!("{before}{first}{inner}{last}"));
    proptest::collection::vec(label, 1..6)
}
