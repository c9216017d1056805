//! The properties.

mod case;
mod host;
mod model;
mod round_trip;
mod size;
mod state;

use super::property::Property;

pub use case::CASE;
pub use host::{HOST_NAME, PREFIX};
pub use model::EQUALS_MODEL;
pub use round_trip::{CANONICAL, ROUND_TRIP};
pub use size::SIZE;

pub(super) use model::judge_every_answer;

use model::TOTAL;
use state::{AFTER_LONG, SAME_AGAIN};

/// Every property. The first two are judged on every answer; the others are laws, which ask requests of
/// their own.
pub const PROPERTIES: &[Property] = &[
    EQUALS_MODEL,
    TOTAL,
    ROUND_TRIP,
    CANONICAL,
    CASE,
    HOST_NAME,
    PREFIX,
    SAME_AGAIN,
    AFTER_LONG,
    SIZE,
];

/// The laws: the properties that ask requests of their own.
pub(super) fn laws() -> &'static [Property] {
    &PROPERTIES[2..]
}
