//! The lines on standard error while a hunt goes on.

use std::io::Write;
use std::sync::Arc;

use indicatif::ProgressBar;

use super::output::Output;
use super::progress::watch_hunt;
use crate::escape::{printable, printable_start};
use crate::event::Observed;
use crate::hunt::{Discovery, HuntEvent, Pulse};
use crate::observation::AnyValue;
use crate::protocol::Description;
use crate::report::wording::{show_observed, show_value};

/// The findings and warnings while the hunt goes on, on standard error; and for whoever watches a
/// terminal a line that moves, whatever the hunt waits for.
pub(super) struct Told<'a> {
    output: &'a Output,
    is_quiet: bool,
    line: Option<ProgressBar>,
    description: Option<Description>,
}

impl<'a> Told<'a> {
    pub(super) fn new(output: &'a Output, is_quiet: bool, pulse: &Arc<Pulse>) -> Self {
        let is_drawn = output.is_watched() && !is_quiet;
        let line = is_drawn.then(|| watch_hunt(pulse));
        Self { output, is_quiet, line, description: None }
    }

    pub(super) fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => self.description = Some((*description).clone()),
            HuntEvent::Found(found) if !self.is_quiet => {
                let print = || {
                    let _ = writeln!(self.output.err(), "{}", one_line(found));
                };
                self.line.as_ref().map_or_else(print, |line| line.suspend(print));
            }
            HuntEvent::Found(_) => {}
        }
    }

    /// Empties the line of the progress, and gives the description.
    pub(super) fn finish(self) -> Option<Description> {
        self.line.iter().for_each(ProgressBar::finish_and_clear);
        self.description
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
