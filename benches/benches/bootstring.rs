//! Bootstring with the parameters of Swift beside its plain twin.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::TwinCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn bootstring(criterion: &mut Criterion) {
    codec::codec(criterion, TwinCodec::Bootstring);
}

criterion_group!(benches, bootstring);
criterion_main!(benches);
