//! If letter case carries no meaning, changing it changes no result.

use acegate::hunt::{Violation, ViolationKind, compare_outcomes};
use acegate::protocol::Request;
use acegate_codec::{Text, Value};

use crate::octets::{self, Outcome, Scope};

/// An input with the case of its ASCII letters swapped gives the same: exactly, or, where letters
/// pass unchanged, but for the case of ASCII letters.
pub(crate) fn letter_case_is_free(scopes: &[Scope], octets: &[u8]) -> Result<(), Violation> {
    let request = octets::request(scopes, octets);
    let exactly = request.codec != "punycode" && request.op != "to-unicode";
    let Some(text) = request.text() else { return Ok(()) };
    if case_matters(&request) {
        return Ok(());
    }
    let swapped = text.code_points.iter().map(|&c| swap_case(c)).collect::<Vec<_>>();
    let swapped = Text { code_points: swapped, flags: text.flags.clone() };
    let other = request.then(&request.op, Value::Text(swapped));
    let mut outcomes = [request.fast(), other.fast()];
    if !exactly {
        outcomes.iter_mut().for_each(fold);
    }
    compare_outcomes(&request.name(), &outcomes[0], &outcomes[1])
        .map_err(|violation| Violation { kind: ViolationKind::Law, ..violation })
}

/// With annotation, the case of letters is the input.
fn case_matters(request: &Request) -> bool {
    request.codec == "punycode" && request.is("annotation", "true")
}

fn fold(outcome: &mut Outcome) {
    if let Ok(Value::Text(text)) = outcome {
        for code_point in &mut text.code_points {
            *code_point = lower_case(*code_point);
        }
    }
}

fn swap_case(code_point: u32) -> u32 {
    let is_letter = matches!(code_point, 0x41..=0x5A | 0x61..=0x7A);
    if is_letter { code_point ^ 0x20 } else { code_point }
}

/// The code point; an ASCII uppercase letter as lowercase.
pub(crate) fn lower_case(code_point: u32) -> u32 {
    if matches!(code_point, 0x41..=0x5A) { code_point | 0x20 } else { code_point }
}
