//! UTF-5 compared with its plain model.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::ModelCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn utf5(criterion: &mut Criterion) {
    codec::codec(criterion, ModelCodec::Utf5);
}

criterion_group!(benches, utf5);
criterion_main!(benches);
