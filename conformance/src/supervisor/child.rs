//! The processes that acegate starts of itself: guards, keepers, and those that become a program.
//!
//! In: the words after `acegate __child`. Out: the status to end with.

use std::ffi::OsString;
use std::process::ExitCode;

pub use super::order::WORD;
use super::order::{BECOME, Order};
use super::{keeper, os};

/// The status of words that are no order.
const USAGE: u8 = 2;

/// Runs as the guard, the keeper or the program that the words after [`WORD`] name. Returns the status
/// to end with.
///
/// If a program is ended by a signal, its guard ends itself by the same signal: then this function
/// does not return. Nor does it if the process becomes the program.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut words = words.into_iter().peekable();
    if words.peek().is_some_and(|word| word == keeper::WORD) {
        return keeper::main();
    }
    let becomes_program = words.next_if(|word| word == BECOME).is_some();
    let Some(order) = Order::parse(words) else {
        return ExitCode::from(USAGE);
    };
    if becomes_program {
        os::become_program(&order)
    } else {
        os::guard(&order)
    }
}
