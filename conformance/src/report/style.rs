//! The colours of the report for people.

use anstyle::{AnsiColor, Style};

pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const MILD: Style = AnsiColor::Yellow.on_default();
pub(super) const QUIET: Style = Style::new().dimmed();
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
