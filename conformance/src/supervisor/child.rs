//! What acegate is where it starts itself: a guard or a keeper.

use std::ffi::OsString;
use std::process::ExitCode;

pub use super::order::WORD;
use super::{guard, keeper};

/// Is the guard that the words after [`WORD`] ask for, or the keeper of a
/// [`TemporaryFolder`](super::TemporaryFolder), and returns the status to end with.
///
/// A program that died by a signal makes its guard die by the same one, so that this function may
/// not return.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut words = words.into_iter().peekable();
    if words.peek().is_some_and(|word| word == keeper::WORD) {
        return keeper::main();
    }
    guard::main(words)
}
