//! The contestants: each fast codec on each SIMD backend, its plain model, the peers and the yardsticks.

mod label;
#[cfg(feature = "libidn")]
mod libidn;
mod memory;
mod model;
mod name;
mod number;
mod packing;
mod short;

pub use label::{Interface, Label};
pub use model::{swift_labels_from, swift_models};
pub use name::{names_from, uts46};
pub use number::{Address, Direction, addresses_from, numbers};
pub use packing::packers;
pub use short::{labels_from, punycodes};
