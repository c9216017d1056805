//! The contestants: each codec on each SIMD backend, its plain model, the peers and the yardsticks.

mod interface;
mod label;
#[cfg(feature = "libidn")]
mod libidn;
mod memory;
mod model;
mod number;
mod packing;
mod short;

pub use interface::Interface;
pub use label::Label;
pub use model::{ModelCodec, models, samples_from};
pub use number::{Address, Direction, addresses_from, numbers};
pub use packing::packers;
pub use short::{labels_from, punycodes};

/// The C libraries that take part, each with its version.
#[must_use]
pub fn libraries() -> Vec<String> {
    #[cfg(feature = "libidn")]
    return libidn::versions();
    #[cfg(not(feature = "libidn"))]
    Vec::new()
}
