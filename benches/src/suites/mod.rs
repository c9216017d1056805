//! The measurements, one file for each question. Each returns a [`Section`](crate::report::Section).

mod long;
mod model;
mod packing;
mod settings;
mod short;

pub use long::long_texts;
pub use model::models;
pub use packing::packing;
pub use settings::Settings;
pub use short::short_labels;
