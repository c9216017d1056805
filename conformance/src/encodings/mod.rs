//! One text in every encoding, side by side, with the worked steps of each.
//!
//! In: a text. Out: its code in each encoding or the reason why there is none; and the page in which
//! one searches the texts of the suite.

mod html;
mod model;
mod samples;

pub use html::page_of_samples;
pub use model::{Encoding, Work, encodings};
pub use samples::{Sample, samples};
