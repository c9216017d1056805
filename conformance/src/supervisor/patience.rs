//! The decision that a wait has lasted too long, whatever the load of the machine.
//!
//! In: measurements of the program's processes, every few milliseconds. Out: the limit that was
//! reached, if any. With a limit of 2 s a program that computes is stopped after 2 s of CPU time, one
//! that sleeps after 2 s of sleep, and one that waits for a free processor after a minute.

use std::time::{Duration, Instant};

use super::limits::Limits;
use super::os::Usage;
use crate::observation::Exhausted;

/// The most idle time that counts between two measurements. A longer step means that acegate itself
/// did not run.
const LONGEST_STEP: Duration = Duration::from_millis(100);

/// The time that a program has used in one wait.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    /// The limit on idle time.
    limit: Duration,
    /// The limit on CPU time.
    cpu_limit: Duration,
    begun: Instant,
    last: Instant,
    first_cpu: Option<Duration>,
    cpu: Duration,
    idle: Duration,
}

impl Patience {
    /// The patience of a wait, with `cpu_factor` times the limit on CPU time.
    pub(super) fn new(limit: Duration, cpu_factor: u32, now: Instant) -> Self {
        Self {
            limit,
            cpu_limit: limit.saturating_mul(cpu_factor),
            begun: now,
            last: now,
            first_cpu: None,
            cpu: Duration::ZERO,
            idle: Duration::ZERO,
        }
    }

    /// Whether the next measurement is due.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        let period = (self.limit / 20).clamp(Duration::from_millis(5), Duration::from_millis(25));
        now.saturating_duration_since(self.last) >= period
    }

    /// Counts the time since the last measurement. It is idle time if no thread is busy, no CPU time
    /// was used, and no octet `moved` between acegate and the program.
    pub(super) fn count(&mut self, usage: &Usage, moved: bool, now: Instant) {
        let step = now.saturating_duration_since(self.last).min(LONGEST_STEP);
        self.last = now;
        // The CPU time before the first measurement does not count; it is less than a period.
        let first = *self.first_cpu.get_or_insert(usage.cpu);
        let cpu = usage.cpu.saturating_sub(first).max(self.cpu);
        if !usage.busy && !moved && cpu == self.cpu {
            self.idle += step;
        }
        self.cpu = cpu;
    }

    /// The limit that was reached; `None` if the wait may go on.
    pub(super) fn exhausted(&self, now: Instant) -> Option<Exhausted> {
        if self.cpu >= self.cpu_limit {
            Some(Exhausted::Cpu)
        } else if self.idle >= self.limit {
            Some(Exhausted::Idle)
        } else if now.saturating_duration_since(self.begun) >= Limits::ceiling(self.cpu_limit) {
            Some(Exhausted::Wall)
        } else {
            None
        }
    }

    /// The time that this limit allows.
    pub(super) fn limit_of(&self, exhausted: Exhausted) -> Duration {
        match exhausted {
            Exhausted::Cpu => self.cpu_limit,
            Exhausted::Idle => self.limit,
            Exhausted::Wall => Limits::ceiling(self.cpu_limit),
        }
    }

    /// The time that was used: CPU time or idle time, whichever is longer.
    pub(super) fn spent(&self) -> Duration {
        self.cpu.max(self.idle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(2);

    /// Counts up to `looks` measurements, `step` milliseconds apart. Returns the number of the one
    /// after which a limit was reached, and that limit.
    fn feed(step: u64, looks: usize, factor: u32, look: Look) -> Option<(usize, Exhausted)> {
        let begun = Instant::now();
        let mut patience = Patience::new(LIMIT, factor, begun);
        (1..=looks).find_map(|index| {
            let now = begun + Duration::from_millis(step * index as u64);
            let (cpu, busy, moved) = look(index as u64);
            let usage = Usage {
                cpu: Duration::from_millis(cpu),
                busy,
                memory: 0,
            };
            patience.count(&usage, moved, now);
            patience.exhausted(now).map(|exhausted| (index, exhausted))
        })
    }

    /// The CPU time in milliseconds, whether a thread is busy, and whether an octet has moved.
    type Look = fn(u64) -> (u64, bool, bool);

    /// The time between two looks, their number, the factor of the CPU time, what they see, and the look after
    /// which a limit is reached.
    type Row = (u64, usize, u32, Look, Option<(usize, Exhausted)>);

    #[test]
    fn a_limit_is_reached_by_cpu_time_by_idle_time_or_by_the_clock() {
        let rows: [Row; 12] = [
            // All of a processor: 25 ms at each look, 2 s after 81 of them, for the first is the start.
            (
                25,
                200,
                1,
                |n| (25 * n, true, false),
                Some((81, Exhausted::Cpu)),
            ),
            // A tenth of a processor: ten times as long by the clock.
            (
                250,
                200,
                1,
                |n| (25 * n, true, false),
                Some((81, Exhausted::Cpu)),
            ),
            // A program that sleeps has the limit by the clock.
            (
                25,
                200,
                1,
                |_| (700, false, false),
                Some((80, Exhausted::Idle)),
            ),
            // One that wakes up at every tenth look is idle at the others: 88 have 80 of those.
            (
                25,
                200,
                1,
                |n| (n / 10, n.is_multiple_of(10), false),
                Some((88, Exhausted::Idle)),
            ),
            // The time of a child whose end no one read still counts: after 1.9 s of CPU time the sum
            // falls to zero, and no more is used.
            (
                25,
                300,
                1,
                |n| {
                    if n <= 77 {
                        (25 * n, true, false)
                    } else {
                        (0, false, false)
                    }
                },
                Some((157, Exhausted::Idle)),
            ),
            // A program that waits for a processor has the ceiling.
            (100, 599, 1, |_| (0, true, false), None),
            (
                100,
                600,
                1,
                |_| (0, true, false),
                Some((600, Exhausted::Wall)),
            ),
            // Five seconds in which acegate did not run count as 100 ms of doing nothing.
            (5000, 11, 1, |_| (0, false, false), None),
            // A program that writes is not idle.
            (25, 200, 1, |_| (0, false, true), None),
            // More CPU time is not more time for doing nothing, before it or after it.
            (
                25,
                300,
                3,
                |n| (25 * n, true, false),
                Some((241, Exhausted::Cpu)),
            ),
            (
                25,
                300,
                3,
                |_| (700, false, false),
                Some((80, Exhausted::Idle)),
            ),
            (
                25,
                400,
                3,
                |n| (25 * n.min(240), n <= 240, false),
                Some((320, Exhausted::Idle)),
            ),
        ];
        for (row, (step, looks, factor, look, expected)) in rows.into_iter().enumerate() {
            assert_eq!(feed(step, looks, factor, look), expected, "{row}");
        }
    }
}
