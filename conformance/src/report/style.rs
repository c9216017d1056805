//! The colours of the report for people.

use std::fmt;

pub(crate) const BAD: Style = Style("\x1b[1m\x1b[31m");
pub(crate) const MILD: Style = Style("\x1b[33m");
pub(crate) const QUIET: Style = Style("\x1b[2m");
pub(crate) const NOTE: Style = Style("\x1b[1m\x1b[36m");
pub(crate) const GOOD: Style = Style("\x1b[1m\x1b[32m");

/// The escape sequences of a style: `{BAD}` begins it, and `{BAD:#}` ends it. The output
/// drops them if it is not a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style(&'static str);

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "\x1b[0m" } else { self.0 })
    }
}
