//! RACE beside its plain twin.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::TwinCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn race(criterion: &mut Criterion) {
    codec::codec(criterion, TwinCodec::Race);
}

criterion_group!(benches, race);
criterion_main!(benches);
