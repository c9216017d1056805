//! The properties.

mod answers;
mod repeated;
mod round_trip;
#[cfg(test)]
mod tests;

use super::property::Property;

pub use answers::{EQUALS_MODEL, HOST_NAME, PREFIX, SIZE};
pub use repeated::CASE;
pub use round_trip::{CANONICAL, ROUND_TRIP};

pub(super) use repeated::in_other_case;

use answers::TOTAL;
use repeated::{AFTER_LONG, SAME_AGAIN};

/// Every property. The first two are judged on every answer; the others need further requests.
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

/// The properties that need further requests.
pub(crate) const FURTHER: &[Property] = PROPERTIES.split_at(2).1;
