//! RACE compared with its plain model.

mod beside;
#[path = "beside/codec.rs"]
mod codec;

use acegate_benches::contestants::ModelCodec;
use criterion::{Criterion, criterion_group, criterion_main};

fn race(criterion: &mut Criterion) {
    codec::codec(criterion, ModelCodec::Race);
}

criterion_group!(benches, race);
criterion_main!(benches);
