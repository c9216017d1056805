//! Punycode beside the `idna` crate, on the same labels in the same run.

use acegate_benches::{LABELS, labels};
use acegate_codec::punycode;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn encode(criterion: &mut Criterion) {
    let labels = labels(LABELS);
    for label in &labels {
        assert_eq!(punycode::encode(label).ok(), idna::punycode::encode_str(label));
    }
    let mut group = criterion.benchmark_group("punycode encode");
    group.throughput(Throughput::Elements(LABELS as u64));
    group.bench_function("acegate", |bencher| {
        bencher.iter(|| {
            labels
                .iter()
                .map(|label| punycode::encode(label).map_or(0, |code| code.len()))
                .sum::<usize>()
        });
    });
    group.bench_function("idna", |bencher| {
        bencher.iter(|| {
            labels
                .iter()
                .map(|label| idna::punycode::encode_str(label).map_or(0, |code| code.len()))
                .sum::<usize>()
        });
    });
    group.finish();
}

fn decode(criterion: &mut Criterion) {
    let codes: Vec<_> =
        labels(LABELS).iter().filter_map(|label| punycode::encode(label).ok()).collect();
    for code in &codes {
        assert_eq!(punycode::decode(code).ok(), idna::punycode::decode_to_string(code));
    }
    let mut group = criterion.benchmark_group("punycode decode");
    group.throughput(Throughput::Elements(LABELS as u64));
    group.bench_function("acegate", |bencher| {
        bencher.iter(|| {
            codes
                .iter()
                .map(|code| punycode::decode(code).map_or(0, |text| text.len()))
                .sum::<usize>()
        });
    });
    group.bench_function("idna", |bencher| {
        bencher.iter(|| {
            codes
                .iter()
                .map(|code| idna::punycode::decode_to_string(code).map_or(0, |text| text.len()))
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, encode, decode);
criterion_main!(benches);
