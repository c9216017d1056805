//! Punycode compared with its peers on the same texts: labels, and long texts by what makes them hard.

mod beside;

use acegate_benches::contest::Origin;
use acegate_benches::contestants::{labels_from, punycodes};
use acegate_benches::corpus::{LABELS, TextKind, labels, text};
use beside::{Criterion, beside};
use criterion::{criterion_group, criterion_main};

fn short(criterion: &mut Criterion) {
    let labels = labels_from(labels(LABELS));
    let size = labels.iter().map(|label| label.points.len()).sum();
    for (interface, all) in punycodes() {
        beside(
            criterion,
            &format!("punycode {interface}"),
            "labels",
            &labels,
            size,
            all,
        );
    }
}

/// The growth of the time with the length. A classical encoder costs the length times the number of
/// different characters, a classical decoder the square of the length. So peers answer only mixed
/// text.
fn long(criterion: &mut Criterion) {
    for kind in TextKind::ALL {
        for length in [
            10_000,
            if kind == TextKind::Mixed {
                100_000
            } else {
                30_000
            },
        ] {
            let texts = labels_from(vec![text(kind, length, 0)]);
            let of_points = punycodes()
                .into_iter()
                .filter(|(name, _)| name.ends_with("points"));
            for (interface, mut all) in of_points {
                all.retain(|one| match one.origin {
                    Origin::Fast => one.name.contains("into"),
                    Origin::Peer => kind == TextKind::Mixed,
                    Origin::Yardstick | Origin::Memory | Origin::Part => false,
                });
                let group = format!("punycode {interface}, {} text", kind.name());
                beside(criterion, &group, &length.to_string(), &texts, length, all);
            }
        }
    }
}

criterion_group! {
    name = labels_of_all_scripts;
    config = beside::timed(3000, 5000);
    targets = short
}
criterion_group! {
    name = long_texts;
    config = beside::timed(500, 2000).sample_size(10);
    targets = long
}
criterion_main!(labels_of_all_scripts, long_texts);
