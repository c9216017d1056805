//! The progress of a run, for whoever watches a terminal.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// How many characters the bar has.
const WIDTH: usize = 40;

/// How long a drawn bar stays. Drawing is slower than most checks.
const PAUSE: Duration = Duration::from_millis(50);

/// A bar and two counts on the last line of standard error. The line is emptied when the value is
/// dropped.
pub(super) struct Progress {
    done: usize,
    all: usize,
    drawn: Instant,
}

impl Progress {
    /// The progress of `all` checks, of which none is done.
    pub(super) fn new(all: usize) -> Self {
        Self { done: 0, all, drawn: Instant::now() }
    }

    /// One check more is done.
    pub(super) fn advance(&mut self) {
        self.done += 1;
        if self.drawn.elapsed() >= PAUSE {
            draw(&line(self.done, self.all));
            self.drawn = Instant::now();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        draw("");
    }
}

/// Writes the text in place of the line where the cursor is.
fn draw(text: &str) {
    let mut err = io::stderr().lock();
    // A bar that cannot be drawn is missed by nobody.
    let _ = write!(err, "\r{text}\x1b[K").and_then(|()| err.flush());
}

fn line(done: usize, all: usize) -> String {
    let filled = (WIDTH * done.min(all)).checked_div(all).unwrap_or(WIDTH);
    format!("{}{} {done}/{all}", "█".repeat(filled), "░".repeat(WIDTH - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_as_full_as_the_run_is_done() {
        for (done, all, filled) in [(0, 8, 0), (1, 8, 5), (8, 8, WIDTH), (0, 0, WIDTH), (1, 81, 0)]
        {
            let line = line(done, all);
            assert_eq!(line.matches('█').count(), filled, "{done} of {all}");
            assert_eq!(line.matches('░').count(), WIDTH - filled, "{done} of {all}");
            assert!(line.ends_with(&format!(" {done}/{all}")), "{line}");
        }
    }
}
