//! Deviations of Punycode.

use acegate_codec::Value;

use super::{Call, Deviation, Seen};

pub(super) const DEVIATIONS: &[Deviation] = &[Deviation {
    id: "punycode/leading-delimiter-consumed",
    codec: "punycode",
    summary: "A delimiter with nothing before it is consumed instead of read as a digit.",
    breaks: &["punycode-1"],
    seen: &[
        Seen { library: "CPython 3.11.7", source: "" },
        Seen { library: "Rust punycode 0.4.1", source: "" },
    ],
    equivalent: None,
    behaviour: |call: &Call<'_>| {
        let (first, rest) = call.code_points().split_first()?;
        let alone = *first == u32::from('-') && !rest.contains(first);
        (call.op == "decode" && alone).then(|| call.answer_to(&Value::from_code_points(rest)))
    },
}];
