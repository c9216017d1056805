//! The contestants: each codec on each SIMD backend, its plain model, the peers and the yardsticks.

#[cfg(feature = "libidn")]
mod libidn;
mod memory;
mod model;
mod number;
mod packing;
mod short;

pub use model::{ModelCodec, models, samples_from};
pub use number::{Address, Direction, addresses_from, numbers};
pub use packing::packers;
pub use short::{Interface, Label, labels_from, punycodes};
