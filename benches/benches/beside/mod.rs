//! Contestants side by side in one group of criterion.

use acegate_benches::contest::{Contestant, compare};
use criterion::{BenchmarkId, Criterion, Throughput};

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
        Ok(disagreement) => assert_eq!(disagreement.peers, [], "{group}, {parameter}"),
    }
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(size as u64));
    for contestant in &mut contestants {
        let id = BenchmarkId::new(contestant.name(), parameter);
        group.bench_function(id, |bencher| bencher.iter(|| contestant.pass(inputs)));
    }
    group.finish();
}
