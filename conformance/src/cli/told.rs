//! The lines on standard error while a hunt goes on.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::output::Output;
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
    line: Option<Line>,
    description: Option<Description>,
}

/// The line of the progress, which a thread draws.
struct Line {
    /// Whether it is drawn no more.
    is_over: Arc<Mutex<bool>>,
    thread: JoinHandle<()>,
}

/// How often the line is drawn.
const PAUSE: Duration = Duration::from_millis(500);

impl<'a> Told<'a> {
    pub(super) fn new(output: &'a Output, is_quiet: bool, pulse: &Arc<Pulse>) -> Self {
        let is_drawn = output.is_watched() && !is_quiet;
        let line = is_drawn.then(|| Line::draw(Arc::clone(pulse)));
        Self { output, is_quiet, line, description: None }
    }

    pub(super) fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => self.description = Some((*description).clone()),
            HuntEvent::Found(found) if !self.is_quiet => {
                let held = self.line.as_ref().map(Line::hold);
                let _ = writeln!(self.output.err(), "{}", one_line(found));
                drop(held);
            }
            HuntEvent::Found(_) => {}
        }
    }

    /// Empties the line of the progress, and gives the description.
    pub(super) fn finish(self) -> Option<Description> {
        if let Some(line) = self.line {
            *line.hold() = true;
            line.thread.thread().unpark();
            // A line that could not be drawn is missed by nobody.
            let _ = line.thread.join();
        }
        self.description
    }
}

impl Line {
    /// Draws the line until it is over.
    fn draw(pulse: Arc<Pulse>) -> Self {
        let is_over = Arc::new(Mutex::new(false));
        let own = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            loop {
                {
                    let is_over = own.lock().unwrap_or_else(PoisonError::into_inner);
                    if *is_over {
                        return;
                    }
                    let _ = write!(io::stderr(), "\r{}\x1b[K", progress(&pulse, begun.elapsed()));
                }
                std::thread::park_timeout(PAUSE);
            }
        });
        Self { is_over, thread }
    }

    /// Empties the line, which is drawn again when this is dropped.
    fn hold(&self) -> MutexGuard<'_, bool> {
        let held = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = write!(io::stderr(), "\r\x1b[K");
        held
    }
}

/// How far the hunt is.
fn progress(pulse: &Pulse, elapsed: Duration) -> String {
    let [requests, found] = [&pulse.requests, &pulse.found].map(|it| it.load(Ordering::Relaxed));
    let rate = requests as f64 / elapsed.as_secs_f64().max(0.001);
    let seconds = elapsed.as_secs();
    format!("{requests} requests in {seconds} s, {rate:.0} a second, {found} found")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_how_far_the_hunt_is() {
        let pulse = Pulse { requests: 300.into(), found: 2.into() };
        let line = progress(&pulse, Duration::from_secs(3));
        assert_eq!(line, "300 requests in 3 s, 100 a second, 2 found");
    }
}
