//! Faults of Bootstring with the parameters of Swift and Rust.

use acegate_deviations::Call;

use super::{Fault, First, crash, function, text, text_of};

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        report: "mattgallagher/CwlDemangle#16",
        does: "A code of Swift with a character below `A` ends the program.",
        codec: "bootstring",
        how: function(|call| {
            let digits = call.code_points().rsplit(|&c| c == u32::from('_')).next()?;
            let is_below = digits.iter().any(|&c| c < u32::from('A'));
            if is_set(call, "swift") && call.op == "decode" && is_below {
                crash()
            }
            None
        }),
        right: &[],
        first: First::Process,
    },
    Fault {
        report: "danielplohmann/smda#251",
        does: "At the end of a code of Rust nothing is reported, which is taken for a failure.",
        codec: "bootstring",
        how: function(|call| {
            let is_right = call.op == "decode" && call.answer().is_ok();
            if !is_set(call, "rust-v0") || !is_right {
                return None;
            }
            text(format!(
                "punycode{{{}}}",
                text_of(call.input)?.replace('_', "-")
            ))
        }),
        right: &[],
        first: First::Absent,
    },
];

fn is_set(call: &Call<'_>, name: &str) -> bool {
    call.parameters
        .get("set")
        .is_some_and(|set| set.to_string() == name)
}
