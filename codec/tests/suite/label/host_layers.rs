//! The host layer compared with its model.

use acegate_codec::host::{self, LabelRules};
use acegate_codec::plain::{self, host::apply};
use acegate_codec::{Error, ErrorKind, lace, punycode, race, utf6};
use proptest::prelude::*;

use crate::label::strategies::{changed, label};

/// The rules of each encoding, and those of its model if it has a fast path.
const RULES: [(&str, [LabelRules; 2]); 5] = [
    ("punycode", [punycode::RULES, plain::bootstring::RULES]),
    ("utf6", [utf6::RULES, plain::utf6::RULES]),
    ("race", [race::RULES; 2]),
    ("lace", [lace::RULES; 2]),
    ("lace of draft 00", [lace::RULES_DRAFT_00; 2]),
];

type Procedure = fn(&str, &LabelRules) -> Result<String, Error>;

/// The procedures of the host layer and those of its model.
const PROCEDURES: [(&str, [Procedure; 2]); 6] = [
    ("to-ascii", [host::to_ascii, |text, rules| apply("to-ascii", false, text, rules)]),
    ("to-unicode", [host::to_unicode, |text, rules| apply("to-unicode", false, text, rules)]),
    ("encode", [host::encode_label, |text, rules| apply("encode", false, text, rules)]),
    ("decode", [host::decode_label, |text, rules| apply("decode", false, text, rules)]),
    ("encode bare", [host::encode_bare, |text, rules| apply("encode", true, text, rules)]),
    ("decode bare", [host::decode_bare, |text, rules| apply("decode", true, text, rules)]),
];

/// RFC 3490, section 4.1, step 3(b), and for decoding section 4.2, step 6.
#[test]
fn punycode_refuses_hyphens_at_the_edges_of_labels() {
    for (name, position) in [("-ü", 0), ("ü-", 2), ("-ü-", 0), ("a.-ü", 2), ("ü-.a", 2)] {
        let hyphen = Err(Error::new(ErrorKind::Hyphen, position));
        assert_eq!(punycode::to_ascii(name), hyphen, "{name}");
        assert_eq!(apply("to-ascii", false, name, &plain::bootstring::RULES), hyphen, "{name}");
    }
    for (name, position) in [("xn----eha", 9), ("xn----dha", 9), ("a.xn----eha.b", 11)] {
        let hyphen = Err(Error::new(ErrorKind::Hyphen, position));
        assert_eq!(punycode::to_unicode(name), hyphen, "{name}");
        assert_eq!(apply("to-unicode", false, name, &plain::bootstring::RULES), hyphen, "{name}");
    }
}

/// The drafts do not forbid a hyphen at the start of a label.
#[test]
fn the_other_encodings_take_a_hyphen_at_the_beginning() {
    for (codec, [reference, plain]) in &RULES[1..] {
        let encoded = host::encode_label("-ü", reference).unwrap();
        assert_eq!(apply("encode", false, "-ü", plain).as_ref(), Ok(&encoded), "{codec}");
        assert_eq!(host::to_unicode(&encoded, reference).as_deref(), Ok("-ü"), "{codec}");
        assert_eq!(apply("to-unicode", false, &encoded, plain).as_deref(), Ok("-ü"), "{codec}");
    }
}

/// All names of up to five pieces, and their encoded forms if hyphens are allowed.
#[test]
fn the_host_layer_equals_its_model_on_short_names() {
    for (codec, rules) in &RULES {
        let pieces = ["a", "-", ".", "ü", "\u{3002}", rules[0].prefix];
        let mut names = vec![String::new()];
        let mut longest = 0..1;
        let mut accepted = 0;
        for _ in 0..5 {
            for at in longest.clone() {
                names.extend(pieces.map(|piece| names[at].clone() + piece));
            }
            longest = longest.end..names.len();
        }
        for name in &names {
            accepted += compare(codec, rules, name).unwrap();
            let loose = LabelRules { allows_edge_hyphens: true, ..rules[0] };
            for label in name.split('.') {
                if let Ok(encoded) = host::encode_bare(label, &loose) {
                    accepted += compare(codec, rules, &encoded).unwrap();
                    accepted +=
                        compare(codec, rules, &format!("{encoded}.a-b.{encoded}.")).unwrap();
                }
            }
        }
        assert!(accepted > names.len(), "{codec}: {accepted} of {} accepted", names.len());
    }
}

/// The limits of 63 and 253 characters, from both sides.
#[test]
fn the_host_layer_equals_its_model_about_lengths() {
    for (codec, rules) in &RULES {
        for last in 55..64 {
            let [full, last] = [63, last].map(|length| "a".repeat(length));
            for name in [last.clone() + "ü", format!("{full}.{full}.{full}.{last}"), full + &last]
            {
                compare(codec, rules, &name).unwrap();
                compare(codec, rules, &format!("{name}.")).unwrap();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 512 }))]

    #[test]
    fn the_host_layer_equals_its_model_on_names(labels in names()) {
        let name = labels.join(".");
        for (codec, rules) in &RULES {
            compare(codec, rules, &name)?;
            let encoded: Vec<String> = labels
                .iter()
                .map(|label| host::encode_bare(label, &rules[0]).unwrap_or_else(|_| label.clone()))
                .collect();
            compare(codec, rules, &encoded.join("."))?;
        }
    }

    #[test]
    fn the_host_layer_equals_its_model_on_labels_near_encoded_ones(
        (at, label) in (0..RULES.len(), label())
            .prop_filter_map("not encoded", |(at, text)| {
                host::encode_bare(&text, &RULES[at].1[0]).ok().map(|encoded| (at, encoded))
            })
            .prop_flat_map(|(at, encoded)| (Just(at), changed(encoded)))
    ) {
        let (codec, rules) = &RULES[at];
        compare(codec, rules, &label)?;
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

/// Compares every procedure. Returns how many of them accept the text.
fn compare(codec: &str, rules: &[LabelRules; 2], text: &str) -> Result<usize, TestCaseError> {
    let mut accepted = 0;
    for (procedure, [reference, plain]) in &PROCEDURES {
        let found = reference(text, &rules[0]);
        prop_assert_eq!(&found, &plain(text, &rules[1]), "{} {} {:?}", codec, procedure, text);
        accepted += usize::from(found.is_ok());
    }
    Ok(accepted)
}
