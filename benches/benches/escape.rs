//! Escapes of uri2dec compared with their plain model.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::ModelCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn escape(criterion: &mut Criterion) {
    codec::codec(criterion, ModelCodec::Escape);
}

criterion_group!(benches, escape);
criterion_main!(benches);
