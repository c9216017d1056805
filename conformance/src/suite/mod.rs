//! From the suite to the requests of one run.

mod filter;
mod screen;

pub use filter::{Filter, FilterError};
pub use screen::{Screened, codec_value, is_value, request_for, screen};
