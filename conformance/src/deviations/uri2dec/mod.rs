//! Deviations of uri2dec.

mod escapes;
mod list;
mod numbers;
mod reading;
mod rules;

pub(super) use list::DEVIATIONS;
