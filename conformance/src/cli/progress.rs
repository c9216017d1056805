//! The progress of a run, a hunt or a sweep, on a terminal.

use std::collections::HashSet;
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use acegate_vectors::Check;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::output::Output;
use crate::escape::{printable, printable_start};
use crate::event::{CaseEvent, Observed, RunStart};
use crate::hunt::{Discovery, HuntEvent, Pulse};
use crate::judge::Verdict;
use crate::observation::AnyValue;
use crate::protocol::Description;
use crate::report::wording::{show_observed, show_value};
use crate::runner::FaultBudget;
use crate::suite::screen;
use crate::sweep::SweepPulse;

/// From this time on, the rate is known well enough to be shown.
const SETTLED: Duration = Duration::from_millis(500);

/// How often the line of a hunt is drawn.
const PAUSE: Duration = Duration::from_millis(500);

/// How many octets of the name of a codec are shown. The longest of the suite, `bootstring`, has ten.
const NAME: usize = 12;

/// How many columns the bar has.
const BAR: usize = 12;

/// How many columns the line has at most. A terminal of 80 columns breaks a line of 80.
const COLUMNS: usize = 79;

/// How long a change of the rate takes to show in the time left. In this time it shows by two thirds, so that
/// one slow check does not turn seconds into minutes.
const SMOOTHING: Duration = Duration::from_secs(4);

/// The codec that is being checked, a bar, the counts, the time left and the rate, on the last line of
/// standard error. Only the checks that are run are counted. After the last one it says that the causes of
/// the failures are being searched. The line is cleared when the value is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    counts: Counts,
    /// The checks of the run, until the description says which of them are sent.
    checks: Vec<Check>,
    /// The names of the checks that are sent.
    sent: HashSet<String>,
}

#[derive(Debug, Default)]
struct Counts {
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
    /// The time left that was shown last, and when.
    shown: Option<TimeLeft>,
}

/// An estimate of the time left.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    /// When it was made, since the beginning of the run.
    at: Duration,
    seconds: f64,
}

impl TimeLeft {
    /// The estimate to show now, when the rate so far says `seconds`: it goes down with the clock, and follows
    /// the new estimate slowly.
    fn follow(before: Option<Self>, at: Duration, seconds: f64) -> Self {
        let Some(before) = before else {
            return Self { at, seconds };
        };
        let passed = at.saturating_sub(before.at).as_secs_f64();
        let expected = (before.seconds - passed).max(0.0);
        let kept = (-passed / SMOOTHING.as_secs_f64()).exp();
        let seconds = seconds + (expected - seconds) * kept;
        Self { at, seconds }
    }
}

impl Progress {
    /// The progress of these checks before the first is done. The run ends early when the budget is spent.
    pub(super) fn new(checks: &[Check], budget: FaultBudget) -> Self {
        let bar = ProgressBar::new(checks.len() as u64);
        bar.set_style(style(&format!(
            "{{prefix}}{{bar:{BAR}}}  {{pos}}/{{len}}{{msg}}"
        )));
        bar.tick();
        Self {
            bar,
            counts: Counts {
                all: checks.len(),
                budget,
                ..Counts::default()
            },
            checks: checks.to_vec(),
            sent: HashSet::new(),
        }
    }

    /// Leaves out the checks that an implementation with this start of the run is not sent.
    pub(super) fn start(&mut self, start: &RunStart) {
        let description = Description::new(start.implementation.clone(), start.codecs.clone());
        for check in std::mem::take(&mut self.checks) {
            if screen(&check, &description).is_ok() {
                self.sent.insert(check.name.to_string());
            }
        }
        self.count_all(self.sent.len());
    }

    fn count_all(&mut self, all: usize) {
        self.counts.all = all;
        self.bar.set_length(all as u64);
    }

    pub(super) fn advance(&mut self, case: &CaseEvent) {
        if case.verdict == Verdict::Skip {
            // The implementation may also refuse a check that it was sent.
            if self.sent.remove(&case.name) {
                self.count_all(self.counts.all - 1);
            }
        } else {
            self.counts.add(case);
            self.bar.inc(1);
        }
        if self.counts.done == self.counts.all {
            self.bar.set_style(style("{msg}"));
            return self.bar.abandon_with_message(self.counts.conclusion());
        }
        let codec = printable_start(&case.codec, NAME) + "  ";
        let facts = self.counts.facts(self.bar.elapsed(), columns_of(&codec));
        self.bar.set_prefix(codec);
        self.bar.set_message(facts);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The findings and warnings during a hunt, on standard error. On a terminal, also a progress line,
/// which keeps moving even while the hunt waits.
pub(super) struct HuntProgress<'a> {
    output: &'a Output,
    is_quiet: bool,
    line: Option<ProgressBar>,
    description: Option<Description>,
}

impl<'a> HuntProgress<'a> {
    pub(super) fn new(output: &'a Output, is_quiet: bool, pulse: &Arc<Pulse>) -> Self {
        let mut line = None;
        if output.is_watched() && !is_quiet {
            line = Some(watch_hunt(pulse));
        }
        Self {
            output,
            is_quiet,
            line,
            description: None,
        }
    }

    pub(super) fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => self.description = Some((*description).clone()),
            HuntEvent::Found(_) if self.is_quiet => {}
            HuntEvent::Found(found) => match &self.line {
                Some(line) => line.suspend(|| self.print(found)),
                None => self.print(found),
            },
        }
    }

    fn print(&self, found: &Discovery) {
        // A closed standard error costs the hunt nothing.
        let _ = writeln!(self.output.err(), "{}", one_line(found));
    }

    /// Empties the line of the progress, and gives the description.
    pub(super) fn finish(self) -> Option<Description> {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
        self.description
    }
}

/// The progress line of a sweep, on a terminal.
pub(super) struct SweepProgress(Option<ProgressBar>);

impl SweepProgress {
    pub(super) fn new(output: &Output, is_quiet: bool, pulse: &Arc<SweepPulse>) -> Self {
        if !output.is_watched() || is_quiet {
            return Self(None);
        }
        let line = ProgressBar::no_length();
        let pulse = Arc::clone(pulse);
        let show = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A failed redraw is harmless.
            let _ = out.write_str(&sweep_facts(&pulse, state.elapsed()));
        };
        line.set_style(style("{facts}").with_key("facts", show));
        line.enable_steady_tick(PAUSE);
        Self(Some(line))
    }

    /// Empties the line.
    pub(super) fn finish(self) {
        if let Some(line) = self.0 {
            line.finish_and_clear();
        }
    }
}

/// The share that is done, the differences, the rate and the time left.
fn sweep_facts(pulse: &SweepPulse, elapsed: Duration) -> String {
    let sent = pulse.sent.load(Ordering::Relaxed);
    let all = pulse.all.load(Ordering::Relaxed).max(1);
    let differences = pulse.differences.load(Ordering::Relaxed);
    let rate = sent as f64 / elapsed.as_secs_f64().max(0.001);
    let mut facts = format!("{sent}/{all}  {differences} differ");
    if elapsed >= SETTLED && sent > 0 {
        let left = duration(all.saturating_sub(sent) as f64 / rate);
        facts += &format!("  {rate:.0}/s  {left} left");
    }
    facts
}

/// A discovery in one line: the request, the answer, and how it was found.
fn one_line(found: &Discovery) -> String {
    let breach = &found.breach;
    let input = show_value(&AnyValue::Ordinary(breach.request.input.clone()));
    let observed = show_observed(&Observed::of(&breach.outcome));
    let name = breach.request.name();
    // A long input must not push the answer off the line.
    let input = printable_start(&input, 120);
    let observed = printable_start(&observed, 120);
    let level = breach.level;
    printable(&format!(
        "found ({level}) {name}: {input} gives {observed} [trial {}, {}]",
        found.trial, found.source
    ))
}

/// The progress line of a hunt, which moves even while the hunt waits.
fn watch_hunt(pulse: &Arc<Pulse>) -> ProgressBar {
    let line = ProgressBar::no_length();
    let pulse = Arc::clone(pulse);
    line.set_style(style("{facts}").with_key(
        "facts",
        move |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A failed redraw is harmless.
            let _ = out.write_str(&hunt_facts(&pulse, state.elapsed()));
        },
    ));
    line.enable_steady_tick(PAUSE);
    line
}

/// A template of this file, which is right.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    style
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("█░")
}

fn hunt_facts(pulse: &Pulse, elapsed: Duration) -> String {
    let [requests, found] =
        [&pulse.requests, &pulse.found].map(|count| count.load(Ordering::Relaxed));
    let rate = requests as f64 / elapsed.as_secs_f64().max(0.001);
    let seconds = elapsed.as_secs();
    format!("{requests} requests in {seconds} s, {rate:.0} a second, {found} found")
}

impl Counts {
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
    fn conclusion(&self) -> String {
        let Self {
            done,
            failed,
            has_advisory,
            ..
        } = self;
        match (failed, has_advisory) {
            (0, false) => String::new(),
            (0, true) => format!("{done} run  searching for causes"),
            _ => format!("{done} run  {failed} failed  searching for causes"),
        }
    }

    /// The seconds until the last check is done or the budget for faults is spent, whichever is sooner.
    fn seconds_left(&self, elapsed: Duration) -> f64 {
        let elapsed = elapsed.as_secs_f64();
        let mut left = seconds_until(elapsed, self.done as f64, self.all as f64);
        if let Some(count) = self.budget.count {
            left = left.min(seconds_until(elapsed, self.faults.into(), count.into()));
        }
        if let Some(time) = self.budget.time {
            let lost = self.lost.as_secs_f64();
            left = left.min(seconds_until(elapsed, lost, time.as_secs_f64()));
        }
        left
    }

    /// The failures, the faults, the time left and the rate, as many of them as fit after the counts of checks.
    /// `codec` columns are before the bar.
    fn facts(&mut self, elapsed: Duration, codec: usize) -> String {
        let mut facts = Vec::new();
        if self.failed > 0 {
            facts.push(format!("  {} failed", self.failed));
        }
        if let Some(most) = self.budget.count
            && self.faults > 0
        {
            facts.push(format!("  {}/{most} faults", self.faults));
        }
        let rate = self.done as f64 / elapsed.as_secs_f64();
        if elapsed >= SETTLED && rate > 0.0 {
            let left = TimeLeft::follow(self.shown, elapsed, self.seconds_left(elapsed));
            self.shown = Some(left);
            facts.push(format!("  {} left", duration(left.seconds)));
            let decimals = if rate < 10.0 { 1 } else { 0 };
            facts.push(format!("  {rate:.decimals$}/s"));
        }
        let counts = format!("  {0}/{0}", self.all);
        let mut room = COLUMNS.saturating_sub(codec + BAR + counts.len());
        let mut line = String::new();
        for fact in facts {
            if fact.len() > room {
                break;
            }
            room -= fact.len();
            line += &fact;
        }
        line
    }
}

/// The seconds until all of something is spent at the rate so far: after 2 of 10 in 3 s, another 12 s.
fn seconds_until(elapsed: f64, spent: f64, all: f64) -> f64 {
    if spent > 0.0 {
        elapsed * (all - spent).max(0.0) / spent
    } else {
        f64::INFINITY
    }
}

/// The columns of a text without wide characters.
fn columns_of(text: &str) -> usize {
    text.chars().count()
}

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
    use crate::protocol::CodecSupport;

    fn counts(done: usize, failed: usize) -> Counts {
        Counts {
            done,
            all: 7000,
            failed,
            ..Counts::default()
        }
    }

    #[test]
    fn failures_time_left_and_rate_follow_the_counts() {
        let facts = |done, failed, elapsed| counts(done, failed).facts(elapsed, 10);
        assert_eq!(
            facts(1000, 12, Duration::from_secs(2)),
            "  12 failed  12 s left  500/s"
        );
        assert_eq!(facts(4, 0, Duration::from_secs(8)), "  4 h left  0.5/s");
        // Before anything is known of them, nothing is said of rate and time.
        assert_eq!(facts(0, 0, Duration::ZERO), "");
        let pulse = Pulse {
            requests: 300.into(),
            found: 2.into(),
        };
        let line = hunt_facts(&pulse, Duration::from_secs(3));
        assert_eq!(line, "300 requests in 3 s, 100 a second, 2 found");
    }

    #[test]
    fn the_time_left_is_no_longer_than_the_budget_for_faults_lasts() {
        for (faults, lost, expected) in [
            // 10 of 7000 checks in 20 s.
            (0, 0, "10 failed  4 h left  0.5/s"),
            // 10 of 50 faults in 20 s: 40 more take 80 s.
            (10, 1, "  10/50 faults  80 s left"),
            // 15 of 60 seconds are lost in 20 s: 45 more take 60 s.
            (10, 15, "  10/50 faults  60 s left"),
            (60, 70, "  60/50 faults  0 s left"),
        ] {
            let mut counts = Counts {
                faults,
                lost: Duration::from_secs(lost),
                ..counts(10, 10)
            };
            let facts = counts.facts(Duration::from_secs(20), 10);
            assert!(facts.contains(expected), "{facts}");
        }
    }

    #[test]
    fn the_line_fits_80_columns_whatever_it_says() {
        for all in [1, 7000, 13_500] {
            for codec in ["enum  ", "bootstring  ", "an-unknown-…  "] {
                let mut counts = Counts {
                    all,
                    done: all.div_ceil(2),
                    failed: all,
                    faults: 50,
                    ..Counts::default()
                };
                let facts = counts.facts(Duration::from_secs(4000), columns_of(codec));
                let line = format!("{codec}{}  {all}/{all}{facts}", "█".repeat(BAR));
                assert!(line.chars().count() <= COLUMNS, "{line}");
                assert!(facts.contains(" left"), "{line}");
            }
        }
    }

    #[test]
    fn the_time_left_follows_a_slow_check_slowly() {
        let mut counts = counts(1000, 0);
        // 1000 of 7000 checks in 10 s: 60 s are left.
        let before = counts.facts(Duration::from_secs(10), 10);
        assert!(before.starts_with("  60 s left"), "{before}");
        // The next one takes 1 s. At this rate it would be 66 s.
        counts.done += 1;
        let after = counts.facts(Duration::from_secs(11), 10);
        assert!(after.starts_with("  61 s left"), "{after}");
        // After a minute at one rate, its estimate is reached: 6010 of 7000 in 60 s leave 9.9 s.
        counts.done = 6010;
        let end = counts.facts(Duration::from_secs(60), 10);
        assert!(end.starts_with("  10 s left"), "{end}");
    }

    #[test]
    fn only_checks_that_are_run_are_counted() {
        let suite = acegate_vectors::Suite::embedded().expect("the embedded suite is valid");
        let checks = suite.checks();
        let mut progress = Progress::new(&checks, FaultBudget::default());
        let support = CodecSupport {
            ops: vec!["encode".to_owned()],
            ..CodecSupport::default()
        };
        progress.start(&RunStart {
            codecs: [("utf5".to_owned(), support)].into(),
            ..RunStart::default()
        });
        let mut sent = checks
            .iter()
            .filter(|check| check.codec() == "utf5" && check.op == "encode");
        assert_eq!(progress.counts.all, sent.clone().count());
        let all = progress.counts.all;
        let first = sent.next().expect("a check").name.to_string();
        for name in [first, "of another codec".to_owned()] {
            progress.advance(&CaseEvent {
                name,
                verdict: Verdict::Skip,
                ..CaseEvent::default()
            });
        }
        assert_eq!((progress.counts.done, progress.counts.all), (0, all - 1));
    }

    #[test]
    fn after_the_last_check_of_a_run_with_failures_causes_are_searched() {
        let ended = |failed, has_advisory| {
            Counts {
                has_advisory,
                ..counts(7000, failed)
            }
            .conclusion()
        };
        assert_eq!(ended(3, true), "7000 run  3 failed  searching for causes");
        assert_eq!(ended(0, true), "7000 run  searching for causes");
        assert_eq!(ended(0, false), "");
    }

    #[test]
    fn times_are_rounded_up_in_their_unit() {
        let shown = [0.2, 99.0, 99.5, 5999.0, 6001.0].map(duration);
        assert_eq!(shown, ["1 s", "99 s", "2 min", "100 min", "2 h"]);
    }
}
