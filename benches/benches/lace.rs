//! LACE compared with its plain model.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::ModelCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn lace(criterion: &mut Criterion) {
    codec::codec(criterion, ModelCodec::Lace);
}

criterion_group!(benches, lace);
criterion_main!(benches);
