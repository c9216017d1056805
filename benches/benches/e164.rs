//! ENUM compared with its plain model.

use std::hint::black_box;

use acegate_codec::{e164, plain};
use criterion::{Criterion, criterion_group, criterion_main};

const NUMBER: &str = "+441632960083";

/// The records that RFC 6116, section 4, prints, and one whose expression matches in many ways.
const RECORDS: [&str; 4] = [
    r#"100 50 "u" "E2U+sip" "!^(\\+441632960083)$!sip:\\1@example.com!" ."#,
    r#"100 51 "u" "E2U+h323" "!^\\+441632960083$!h323:operator@example.com!" ."#,
    r#"100 52 "u" "E2U+email:mailto" "!^.*$!mailto:info@example.com!" ."#,
    r#"100 53 "u" "E2U+sip" "!^((\\+|4|44)*(.*)(.*))*$!sip:\\3@example.com!" ."#,
];

fn e164(criterion: &mut Criterion) {
    let records = RECORDS.map(str::to_owned);
    let mut group = criterion.benchmark_group("enum rewrite");
    group.bench_function("reference", |bencher| {
        bencher.iter(|| e164::rewrite(black_box(NUMBER), black_box(&records), ""));
    });
    group.bench_function("plain", |bencher| {
        bencher.iter(|| plain::e164::rewrite(black_box(NUMBER), black_box(&records), ""));
    });
    group.finish();
    let mut group = criterion.benchmark_group("enum to-domain");
    group.bench_function("reference", |bencher| {
        bencher.iter(|| e164::to_domain(black_box(NUMBER), e164::TREE));
    });
    group.bench_function("plain", |bencher| {
        bencher.iter(|| plain::e164::to_domain(black_box(NUMBER), e164::TREE));
    });
    group.finish();
}

criterion_group!(benches, e164);
criterion_main!(benches);
