//! Bootstring with the parameters of Swift compared with its plain model.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::ModelCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn bootstring(criterion: &mut Criterion) {
    codec::codec(criterion, ModelCodec::Bootstring);
}

criterion_group!(benches, bootstring);
criterion_main!(benches);
