//! A codec compared with its plain model, by length.

use acegate_benches::contestants::{Direction, ModelCodec, models, samples_from};
use acegate_benches::corpus::{SCRIPTS, script_text};
use criterion::Criterion;

use super::beside::beside;

/// Both directions on words of all scripts, short and long.
pub(crate) fn codec(criterion: &mut Criterion, codec: ModelCodec) {
    for length in [10, 63, 1_000] {
        let texts = (0..SCRIPTS.len() * 40)
            .map(|seed| script_text(seed % SCRIPTS.len(), length, seed as u64));
        let samples = samples_from(codec, texts.collect());
        let size = samples.iter().map(|sample| sample.points.len()).sum();
        for direction in Direction::ALL {
            let group = format!("{} {}", codec.name(), direction.name());
            let both = models(codec, direction).into();
            beside(criterion, &group, &format!("{length} code points"), &samples, size, both);
        }
    }
}
