//! Punycode compared with its peers, on the same labels, by interface.

mod beside;

use acegate_benches::contestants::{Interface, labels_from, punycodes};
use acegate_benches::corpus::{LABELS, labels};
use criterion::{Criterion, criterion_group, criterion_main};

fn punycode(criterion: &mut Criterion) {
    let labels = labels_from(labels(LABELS));
    let size = labels.iter().map(|label| label.points.len()).sum();
    for interface in Interface::ALL {
        let group = format!("punycode {}", interface.name());
        beside::beside(criterion, &group, "labels", &labels, size, punycodes(interface));
    }
}

criterion_group!(benches, punycode);
criterion_main!(benches);
