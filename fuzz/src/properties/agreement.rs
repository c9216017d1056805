//! The fast codec equals its model.

use acegate::hunt::{EQUALS_MODEL, Subject, Violation, compare_results};
use acegate::protocol::Request;
use acegate_codec::bootstring::{Bootstring, Width};
use acegate_codec::plain::bootstring as plain;
use acegate_codec::simd::{self, Backend};

use super::laws::keeps;
use crate::text_bytes;

/// Value, kind of error and position are those of the model, with all instructions that the
/// processor has and without.
pub(crate) fn fast_equals_plain(
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    at_every_level(|| keeps(&EQUALS_MODEL, request, subject))
}

/// The same for integers that are not scalar values, which no operation takes.
pub(crate) fn integers_equal_plain(octets: &[u8]) -> Result<(), Violation> {
    let Some((&choice, rest)) = octets.split_first() else { return Ok(()) };
    let width = [Width::Bits32, Width::Bits31, Width::Bits26][usize::from(choice % 3)];
    let bootstring = Bootstring::PUNYCODE.with_width(width).with_scalar_values_only(false);
    let text = text_bytes::code_points(rest);
    let (code, back) = (plain::encode(&bootstring, &text), plain::decode(&bootstring, &text));
    at_every_level(|| {
        compare_results("bootstring encode of integers", &bootstring.encode(&text), &code)?;
        compare_results("bootstring decode of integers", &bootstring.decode(&text), &back)
    })
}

/// Judges at each backend of the processor, the highest last.
pub(crate) fn at_every_level(
    mut judge: impl FnMut() -> Result<(), Violation>,
) -> Result<(), Violation> {
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        simd::limit(backend);
        judge().map_err(|mut violation| {
            violation.detail = format!("at backend {}: {}", backend.name(), violation.detail);
            violation
        })?;
    }
    Ok(())
}
