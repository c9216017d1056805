//! UTF-6 beside its plain twin.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::TwinCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn utf6(criterion: &mut Criterion) {
    codec::codec(criterion, TwinCodec::Utf6);
}

criterion_group!(benches, utf6);
criterion_main!(benches);
