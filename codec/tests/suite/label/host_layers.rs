//! The rules for host names in each encoding.

use acegate_codec::host::{self, LabelRules};
use acegate_codec::{lace, race, utf6};

/// The rules of each encoding but Punycode.
const RULES: [LabelRules; 4] = [utf6::RULES, race::RULES, lace::RULES, lace::RULES_DRAFT_00];

/// The drafts do not forbid a hyphen at the start of a label.
#[test]
fn the_other_encodings_take_a_hyphen_at_the_beginning() {
    for rules in &RULES {
        let encoded = host::encode_label("-ü", rules).unwrap();
        assert_eq!(host::to_unicode(&encoded, rules).as_deref(), Ok("-ü"));
    }
}
