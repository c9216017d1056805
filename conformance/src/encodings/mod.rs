//! A text in every encoding, with the worked steps of each.

mod html;
mod model;

pub use html::markup_of;
pub use model::{Encoding, Work, encodings};
