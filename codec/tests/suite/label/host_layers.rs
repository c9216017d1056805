//! The rules for host names in each encoding.

use acegate_codec::host::{self, LabelRules};
use acegate_codec::{Error, ErrorKind, lace, punycode, race, utf6};

/// The rules of each encoding but Punycode.
const RULES: [LabelRules; 4] = [utf6::RULES, race::RULES, lace::RULES, lace::RULES_DRAFT_00];

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
    for rules in &RULES {
        let encoded = host::encode_label("-ü", rules).unwrap();
        assert_eq!(host::to_unicode(&encoded, rules).as_deref(), Ok("-ü"));
    }
}
