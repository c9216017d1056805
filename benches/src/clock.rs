//! Time that a neighbour on the machine does not add to.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this thread so far, in nanoseconds.
#[must_use]
pub fn thread_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The nanoseconds of CPU time that the call takes.
pub fn time(call: impl FnOnce()) -> f64 {
    let begun = thread_time();
    call();
    thread_time() - begun
}

/// Cycles of this processor in a nanosecond, while it is busy with this.
///
/// No counter is asked, because virtual machines have none. A chain of multiplications, each of
/// which waits for the one before, takes three cycles a step on the x86-64 processors of the last
/// fifteen years and one more for the exclusive or; on others the figure is a guess.
#[must_use]
pub fn cycles_per_nanosecond() -> f64 {
    const STEPS: u32 = 4_000_000;
    const CYCLES_PER_STEP: f64 = 4.0;
    let best = (0..5)
        .map(|_| {
            let factor = black_box(0x9E37_79B9_7F4A_7C15_u64);
            let mask = black_box(0x5555_5555_u64);
            time(|| {
                let chain = |value: u64, _| value.wrapping_mul(factor) ^ mask;
                black_box((0..STEPS).fold(black_box(1), chain));
            })
        })
        .fold(f64::INFINITY, f64::min);
    f64::from(STEPS) * CYCLES_PER_STEP / best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_while_the_thread_works_and_stands_while_it_sleeps() {
        let asleep = time(|| std::thread::sleep(std::time::Duration::from_millis(30)));
        assert!(asleep < 15e6, "{asleep} ns");
        let work = |steps: u64| {
            time(|| {
                let step = |sum: u64, n: u64| black_box(sum ^ n);
                black_box((0..steps).fold(0, step));
            })
        };
        let [short, long] = [100_000, 10_000_000].map(work);
        assert!(long > 10.0 * short && short > 0.0, "{short} {long}");
    }

    #[test]
    fn the_clock_of_a_processor_is_in_gigahertz() {
        let clock = cycles_per_nanosecond();
        assert!((0.2..8.0).contains(&clock), "{clock}");
    }
}
