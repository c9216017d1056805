//! What is measured, one file a question, each giving a [`Section`](crate::report::Section).

mod long;
mod packing;
mod settings;
mod short;
mod twin;

pub use long::long_texts;
pub use packing::packing;
pub use settings::Settings;
pub use short::short_labels;
pub use twin::twins;
