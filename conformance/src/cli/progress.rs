//! The progress of a run, for whoever watches a terminal.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::output::columns_of;
use crate::escape::printable_start;
use crate::event::CaseEvent;
use crate::report::ReportOptions;
use crate::runner::FaultBudget;

/// How many characters the bar has at most, and if it has any.
const WIDEST: usize = 40;
const NARROWEST: usize = 10;

/// How long a drawn line stays. Drawing is slower than most checks.
const PAUSE: Duration = Duration::from_millis(50);

/// From this time on, the rate is known well enough to be shown.
const SETTLED: Duration = Duration::from_millis(500);

/// How many octets of the name of a codec are shown.
const NAME: usize = 20;

/// The codec that is being checked, a bar, the counts, the rate and the time left, on the last line of
/// standard error. After the last check it says that the causes of the failures are looked for. The
/// line is emptied when the value is dropped.
pub(super) struct Progress {
    state: State,
    begun: Instant,
    drawn: Instant,
}

/// The facts that the line shows.
#[derive(Debug, Default)]
struct State {
    codec: String,
    done: usize,
    all: usize,
    failed: usize,
    /// Whether there are failures that do not count.
    has_advisory: bool,
    /// The faults that cost a process, and the time lost to them.
    faults: u32,
    lost: Duration,
    /// How much of both ends the run.
    budget: FaultBudget,
}

impl Progress {
    /// The progress of `all` checks, of which none is done.
    pub(super) fn new(all: usize) -> Self {
        let state = State { all, budget: FaultBudget::UNLIMITED, ..State::default() };
        let begun = Instant::now();
        draw(&state.line(Duration::ZERO, columns()));
        Self { state, begun, drawn: begun }
    }

    /// The run ends early when this budget is spent.
    pub(super) const fn limit_faults(&mut self, budget: FaultBudget) {
        self.state.budget = budget;
    }

    /// One check more is done.
    pub(super) fn advance(&mut self, case: &CaseEvent) {
        self.state.add(case);
        if self.state.done == self.state.all {
            draw(&self.state.end(columns()));
        } else if self.drawn.elapsed() >= PAUSE {
            self.state.codec = printable_start(&case.codec, NAME);
            draw(&self.state.line(self.begun.elapsed(), columns()));
            self.drawn = Instant::now();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        draw("");
    }
}

/// The width of the terminal; 80 if it does not say.
fn columns() -> usize {
    columns_of(io::stderr()).unwrap_or(ReportOptions::WIDTH)
}

/// Writes the text in place of the line where the cursor is.
fn draw(text: &str) {
    let mut err = io::stderr().lock();
    // A line that cannot be drawn is missed by nobody.
    let _ = write!(err, "\r{text}\x1b[K").and_then(|()| err.flush());
}

impl State {
    fn add(&mut self, case: &CaseEvent) {
        self.done += 1;
        if case.verdict.is_failure() {
            self.failed += usize::from(case.unexpected);
            self.has_advisory |= !case.unexpected;
        }
        if let Some(cost) = &case.cost {
            self.faults += 1;
            self.lost += Duration::from_micros(cost.lost_us);
        }
    }

    /// The line after the last check.
    fn end(&self, columns: usize) -> String {
        let Self { done, failed, has_advisory, .. } = self;
        let line = match (failed, has_advisory) {
            (0, false) => String::new(),
            (0, true) => format!("{done} checked  looking for causes"),
            _ => format!("{done} checked  {failed} failed  looking for causes"),
        };
        line.chars().take(columns.saturating_sub(1)).collect()
    }

    /// The seconds until the last check is done, or until the budget for faults is spent if that is
    /// sooner.
    fn seconds_left(&self, elapsed: Duration) -> f64 {
        let elapsed = elapsed.as_secs_f64();
        let until = |spent: f64, all: f64| match spent > 0.0 {
            true => elapsed * (all - spent).max(0.0) / spent,
            false => f64::INFINITY,
        };
        let checks = until(self.done as f64, self.all as f64);
        let faults = self.budget.count.map(|count| until(self.faults.into(), count.into()));
        let time = self.budget.time.map(|time| until(self.lost.as_secs_f64(), time.as_secs_f64()));
        faults.into_iter().chain(time).fold(checks, f64::min)
    }

    /// The line after this time. It is shorter than the terminal, so that it stays one line.
    fn line(&self, elapsed: Duration, columns: usize) -> String {
        let Self { codec, done, all, failed, faults, budget, .. } = self;
        let mut facts = format!("{done}/{all}");
        if *failed > 0 {
            facts += &format!("  {failed} failed");
        }
        if let Some(most) = budget.count.filter(|_| *faults > 0) {
            facts += &format!("  {faults} of {most} faults");
        }
        let rate = *done as f64 / elapsed.as_secs_f64();
        if elapsed >= SETTLED && rate > 0.0 {
            let decimals = if rate < 10.0 { 1 } else { 0 };
            let left = duration(self.seconds_left(elapsed));
            facts += &format!("  {rate:.decimals$}/s  {left} left");
        }
        let name = if codec.is_empty() { String::new() } else { format!("{codec}  ") };
        // Two blanks follow the bar, and the last column stays free.
        let taken = name.chars().count() + facts.chars().count() + 3;
        let width = WIDEST.min(columns.saturating_sub(taken));
        let bar = if width < NARROWEST { String::new() } else { bar(*done, *all, width) + "  " };
        let line = name + &bar + &facts;
        line.chars().take(columns.saturating_sub(1)).collect()
    }
}

fn bar(done: usize, all: usize, width: usize) -> String {
    let filled = (width * done.min(all)).checked_div(all).unwrap_or(width);
    "█".repeat(filled) + &"░".repeat(width - filled)
}

/// Seconds in the unit that people use for so many.
fn duration(seconds: f64) -> String {
    match seconds.ceil() {
        seconds if seconds < 100.0 => format!("{seconds} s"),
        seconds if seconds < 6000.0 => format!("{} min", (seconds / 60.0).ceil()),
        seconds => format!("{} h", (seconds / 3600.0).ceil()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(done: usize, failed: usize) -> State {
        State { codec: "punycode".into(), done, all: 7000, failed, ..State::default() }
    }

    #[test]
    fn the_line_shows_codec_counts_rate_and_time_left() {
        let line = state(1000, 12).line(Duration::from_secs(2), 120);
        let bar = "█".repeat(5) + &"░".repeat(35);
        assert_eq!(line, format!("punycode  {bar}  1000/7000  12 failed  500/s  12 s left"));
        let line = state(4, 0).line(Duration::from_secs(8), 120);
        assert!(line.ends_with("░  4/7000  0.5/s  4 h left"), "{line}");
        // Before anything is known of them, nothing is said of rate and time.
        let line = state(0, 0).line(Duration::ZERO, 120);
        assert_eq!(line, format!("punycode  {}  0/7000", "░".repeat(40)));
    }

    #[test]
    fn the_time_left_is_no_longer_than_the_budget_for_faults_lasts() {
        let hanging = |faults, lost| {
            let lost = Duration::from_secs(lost);
            State { faults, lost, ..state(10, 10) }.line(Duration::from_secs(20), 120)
        };
        // 10 of 7000 checks in 20 s.
        assert!(hanging(0, 0).ends_with("10 failed  0.5/s  4 h left"), "{}", hanging(0, 0));
        // 10 of 50 faults in 20 s: 40 more take 80 s.
        assert!(
            hanging(10, 1).ends_with("  10 of 50 faults  0.5/s  80 s left"),
            "{}",
            hanging(10, 1)
        );
        // 15 of 60 seconds are lost in 20 s: 45 more take 60 s.
        assert!(hanging(10, 15).ends_with("  0.5/s  60 s left"), "{}", hanging(10, 15));
        assert!(hanging(60, 70).ends_with("  0 s left"), "{}", hanging(60, 70));
    }

    #[test]
    fn after_the_last_check_of_a_run_with_failures_causes_are_looked_for() {
        let ended = |failed, has_advisory| State { has_advisory, ..state(7000, failed) }.end(80);
        assert_eq!(ended(3, true), "7000 checked  3 failed  looking for causes");
        assert_eq!(ended(0, true), "7000 checked  looking for causes");
        assert_eq!(ended(0, false), "");
        assert_eq!(state(7000, 3).end(10), "7000 chec");
    }

    #[test]
    fn the_line_is_shorter_than_any_terminal() {
        for columns in 0..130 {
            let state = State { faults: 49, ..state(6999, 6999) };
            let line = state.line(Duration::from_millis(999), columns);
            assert!(line.chars().count() < columns.max(1), "{columns}: {line}");
        }
        let line = state(6999, 6999).line(Duration::from_secs(3), 80);
        assert!(line.contains(&"█".repeat(NARROWEST)), "{line}");
    }

    #[test]
    fn the_bar_is_as_full_as_the_run_is_done() {
        for (done, all, filled) in [(0, 8, 0), (1, 8, 5), (8, 8, 40), (0, 0, 40), (1, 81, 0)] {
            let bar = bar(done, all, 40);
            let count = |c| bar.matches(c).count();
            assert_eq!((count('█'), count('░')), (filled, 40 - filled), "{done} of {all}");
        }
    }

    #[test]
    fn times_are_rounded_up_in_their_unit() {
        let shown = [0.2, 99.0, 99.5, 5999.0, 6001.0].map(duration);
        assert_eq!(shown, ["1 s", "99 s", "2 min", "100 min", "2 h"]);
    }
}
