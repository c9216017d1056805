//! LACE beside its plain twin.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::TwinCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn lace(criterion: &mut Criterion) {
    codec::codec(criterion, TwinCodec::Lace);
}

criterion_group!(benches, lace);
criterion_main!(benches);
