//! Escapes of uri2dec beside their plain twin.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::TwinCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn escape(criterion: &mut Criterion) {
    codec::codec(criterion, TwinCodec::Escape);
}

criterion_group!(benches, escape);
criterion_main!(benches);
