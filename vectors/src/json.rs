//! Lists of integers in JSON, as most replies of an implementation have them.
//!
//! A generic function is compiled in the crate that first needs it, and crates above take it from there
//! if neither is optimised beyond the first level. The crate `acegate` is built without optimisation, so
//! that a first verdict comes soon. With the two functions here, Serde's code for such lists is compiled
//! in this crate, which is optimised. It was a fifth of the processor time that acegate needs for a check.

use serde_json::Result;

/// Reads a list of integers.
///
/// # Errors
///
/// The text is no JSON, or no list of integers from 0 to 2^32 − 1.
///
/// # Examples
///
/// ```
/// # use acegate_vectors::{integers_from_json, integers_to_json};
/// let integers = integers_from_json(b"[98, 252]")?;
/// assert_eq!(integers_to_json(&integers)?, "[98,252]");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn integers_from_json(json: &[u8]) -> Result<Vec<u32>> {
    serde_json::from_slice(json)
}

/// Writes a list of integers, without blanks.
///
/// # Errors
///
/// None.
pub fn integers_to_json(integers: &Vec<u32>) -> Result<String> {
    serde_json::to_string(integers)
}
