//! The processes that acegate starts of itself: guards and keepers.
//!
//! In: the words after `acegate __child`. Out: the status to end with.

use std::ffi::OsString;
use std::process::ExitCode;

use super::order::Order;
pub use super::order::WORD;
use super::{keeper, os};

/// Runs as the guard or the keeper that the words after [`WORD`] ask for. Returns the status to end
/// with.
///
/// If a program is ended by a signal, its guard ends itself by the same signal: then this function
/// does not return.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut words = words.into_iter().peekable();
    if words.peek().is_some_and(|word| word == keeper::WORD) {
        return keeper::main();
    }
    Order::parse(words).map_or(ExitCode::from(2), |order| os::guard(&order))
}
