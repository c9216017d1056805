//! Contestants side by side in one group of criterion, in CPU time.

use std::time::Duration;

use acegate_benches::contest::{Contestant, compare};
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkId, Throughput};
use rustix::time::{ClockId, clock_gettime};

/// Criterion by CPU time.
pub(crate) type Criterion = criterion::Criterion<CpuTime>;

/// The CPU time of the thread, to which other programs on the machine add nothing.
pub(crate) struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = f64;
    type Value = f64;

    fn start(&self) -> f64 {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
    }

    fn end(&self, begun: f64) -> f64 {
        self.start() - begun
    }

    fn add(&self, one: &f64, other: &f64) -> f64 {
        one + other
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, nanoseconds: &f64) -> f64 {
        *nanoseconds
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Criterion that warms up and measures for so many milliseconds.
pub(crate) fn timed(warming_up: u64, measuring: u64) -> Criterion {
    criterion::Criterion::default()
        .with_measurement(CpuTime)
        .warm_up_time(Duration::from_millis(warming_up))
        .measurement_time(Duration::from_millis(measuring))
}

/// Compares the answers, then benches every contestant over the inputs, `size` code points or
/// octets in all.
pub(crate) fn beside<I>(
    criterion: &mut Criterion,
    group: &str,
    parameter: &str,
    inputs: &[I],
    size: usize,
    mut contestants: Vec<Contestant<I>>,
) {
    match compare(&mut contestants, inputs) {
        Err(differ) => panic!("{group}, {parameter}: {differ}"),
        Ok(disagreement) => assert_eq!(disagreement, [], "{group}, {parameter}"),
    }
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(size as u64));
    for contestant in &mut contestants {
        let id = BenchmarkId::new(&contestant.name, parameter);
        group.bench_function(id, |bencher| bencher.iter(|| contestant.pass(inputs)));
    }
    group.finish();
}
