//! Deviations of uri2dec.

mod books;
mod list;
mod numbers;
mod protocols;

pub(super) use books::BOOKS;
pub(super) use list::{DEVIATIONS, NUMBERS_MODEL};
pub(super) use protocols::PROTOCOLS;
