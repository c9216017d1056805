//! The properties.

mod case;
mod host;
mod model;
mod round_trip;
mod size;
mod state;

use super::property::{Breach, Property};
use crate::observation::Outcome;
use crate::protocol::Request;

pub(super) use model::judge_one;

/// Every property. The first two are judged on every answer; the others are laws, which ask requests of
/// their own.
pub const PROPERTIES: &[Property] = &[
    model::EQUALS_MODEL,
    model::TOTAL,
    round_trip::ROUND_TRIP,
    round_trip::CANONICAL,
    case::CASE,
    host::HOST_NAME,
    host::PREFIX,
    state::SAME_AGAIN,
    state::AFTER_LONG,
    size::SIZE,
];

/// The laws: the properties that ask requests of their own.
pub(super) fn laws() -> &'static [Property] {
    &PROPERTIES[2..]
}

/// Whether an answer breaks one of the properties that every answer is judged by.
pub(super) fn judge_every_answer(request: &Request, outcome: &Outcome) -> Option<Box<Breach>> {
    judge_one(request, outcome, false)
}
