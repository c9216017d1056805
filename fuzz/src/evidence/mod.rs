//! Measurements that take longer than a fuzz target may: a million requests of each codec against its
//! model, and every operation on inputs of many megabytes.

mod agreement;
mod bounds;

pub(crate) use agreement::random_octets;
pub use agreement::{Agreement, compare};
pub use bounds::{Measurement, Shape, measure};
