//! Deviations of uri2dec.

mod book;
mod book_device;
mod book_list;
mod book_rules;
mod book_search;
mod escapes;
mod list;
mod numbers;
mod protocols;
mod reading;
mod rules;

pub(super) use book_list::{BOOKS, BOOKS_MODEL};
pub(super) use list::{DEVIATIONS, NUMBERS_MODEL};
pub(super) use protocols::PROTOCOLS;
