//! UTF-6 compared with its plain model.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::ModelCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn utf6(criterion: &mut Criterion) {
    codec::codec(criterion, ModelCodec::Utf6);
}

criterion_group!(benches, utf6);
criterion_main!(benches);
