//! Bootstring compared with its plain model, by length, UTS #46 with the crate `idna`, IDNA 2008 with UTS #46, and
//! ENUM.

mod beside;

use std::hint::black_box;

use acegate_benches::contestants::{
    Direction, ascii_names_from, names_from, registration, swift_labels_from, swift_models,
    unmapped_names_from, uts46,
};
use acegate_benches::corpus::{LABELS, SCRIPTS, script_text};
use acegate_codec::e164;
use beside::{Criterion, beside};
use criterion::{criterion_group, criterion_main};

/// Both directions on words of all scripts, short and long.
fn codecs(criterion: &mut Criterion) {
    for length in [10, 63, 1_000] {
        let texts = (0..SCRIPTS.len() * 40)
            .map(|seed| script_text(seed % SCRIPTS.len(), length, seed as u64));
        let labels = swift_labels_from(texts.collect());
        let size = labels.iter().map(|label| label.points.len()).sum();
        for direction in Direction::ALL {
            let group = format!("bootstring (swift) {}", direction.name());
            let parameter = format!("{length} code points");
            beside(
                criterion,
                &group,
                &parameter,
                &labels,
                size,
                swift_models(direction),
            );
        }
    }
}

/// Both directions on the names of 10,000 labels, and on as many names of ASCII.
fn names(criterion: &mut Criterion) {
    let inputs = [
        ("names", names_from(LABELS)),
        ("names of ASCII", ascii_names_from(LABELS)),
    ];
    for (parameter, names) in inputs {
        let size = names.iter().map(|name| name.points.len()).sum();
        for direction in Direction::ALL {
            let group = format!("uts46 {}", direction.name());
            beside(criterion, &group, parameter, &names, size, uts46(direction));
        }
    }
    let names = unmapped_names_from(LABELS);
    let size = names.iter().map(|name| name.points.len()).sum();
    for direction in Direction::ALL {
        let group = format!("idna2008 {}", direction.name());
        beside(
            criterion,
            &group,
            "names",
            &names,
            size,
            registration(direction),
        );
    }
}

const NUMBER: &str = "+441632960083";

/// The records that RFC 6116, section 4, prints, and one whose expression matches in many ways.
const RECORDS: [&str; 4] = [
    r#"100 50 "u" "E2U+sip" "!^(\\+441632960083)$!sip:\\1@example.com!" ."#,
    r#"100 51 "u" "E2U+h323" "!^\\+441632960083$!h323:operator@example.com!" ."#,
    r#"100 52 "u" "E2U+email:mailto" "!^.*$!mailto:info@example.com!" ."#,
    r#"100 53 "u" "E2U+sip" "!^((\\+|4|44)*(.*)(.*))*$!sip:\\3@example.com!" ."#,
];

fn enum_numbers(criterion: &mut Criterion) {
    let records = RECORDS.map(str::to_owned);
    let mut group = criterion.benchmark_group("enum rewrite");
    group.bench_function("acegate", |bencher| {
        bencher.iter(|| e164::rewrite(black_box(NUMBER), black_box(&records), ""));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = beside::timed(500, 1000);
    targets = codecs, names, enum_numbers
}
criterion_main!(benches);
