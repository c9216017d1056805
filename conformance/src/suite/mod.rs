//! The checks of one run: which are chosen, and which an implementation can be asked.

mod filter;
mod screen;

pub use filter::{Filter, FilterError};
pub use screen::{Screened, codec_value, is_value, request_for, screen};
