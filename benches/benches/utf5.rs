//! UTF-5 beside its plain twin.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::TwinCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn utf5(criterion: &mut Criterion) {
    codec::codec(criterion, TwinCodec::Utf5);
}

criterion_group!(benches, utf5);
criterion_main!(benches);
