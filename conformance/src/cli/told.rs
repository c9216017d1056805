//! The lines on standard error while a hunt goes on.

use std::io::Write;
use std::time::{Duration, Instant};

use super::output::Output;
use crate::escape::{printable, printable_start};
use crate::event::Observed;
use crate::hunt::{Discovery, HuntEvent};
use crate::observation::AnyValue;
use crate::protocol::Description;
use crate::report::wording::{show_observed, show_value};

/// The findings and warnings while the hunt goes on, on standard error.
pub(super) struct Told<'a> {
    output: &'a Output,
    is_quiet: bool,
    has_line: bool,
    drawn: Instant,
    description: Option<Description>,
}

impl<'a> Told<'a> {
    pub(super) fn new(output: &'a Output, is_quiet: bool) -> Self {
        let drawn = Instant::now();
        Self { output, is_quiet, has_line: false, drawn, description: None }
    }

    pub(super) fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => self.description = Some((*description).clone()),
            HuntEvent::Found(found) if !self.is_quiet => {
                self.wipe();
                let _ = writeln!(self.output.err(), "{}", one_line(found));
            }
            HuntEvent::Progress { requests, elapsed, found, .. } if !self.is_quiet => {
                let is_due = self.drawn.elapsed() >= Duration::from_millis(200);
                if self.output.is_watched() && is_due {
                    let rate = *requests as f64 / elapsed.as_secs_f64().max(0.001);
                    let seconds = elapsed.as_secs();
                    let found = found.len();
                    let line = format!(
                        "{requests} requests in {seconds} s, {rate:.0} a second, {found} found"
                    );
                    // A progress line that cannot be drawn is not an error.
                    let _ = write!(self.output.err(), "\r{line}\x1b[K");
                    self.has_line = true;
                    self.drawn = Instant::now();
                }
            }
            HuntEvent::Found(_) | HuntEvent::Progress { .. } => {}
        }
    }

    /// Empties the line of the progress, and gives the description.
    pub(super) fn finish(mut self) -> Option<Description> {
        self.wipe();
        self.description
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.has_line) {
            let _ = write!(self.output.err(), "\r\x1b[K");
        }
    }
}

/// A discovery in a line: what was asked, what came, and how it was found.
fn one_line(found: &Discovery) -> String {
    let breach = &found.breach;
    let input = show_value(&AnyValue::Ordinary(breach.request.input.clone()));
    let observed = show_observed(&Observed::of(&breach.outcome));
    let name = breach.request.name();
    let line = format!("{input} gives {observed}");
    let line = printable_start(&line, 200);
    let level = breach.level;
    printable(&format!("found ({level}) {name}: {line} [trial {}, {}]", found.trial, found.layer))
}
