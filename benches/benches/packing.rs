//! The packing core of uri2dec compared with its yardsticks, by form and length.

mod beside;

use acegate_benches::contestants::{Direction, addresses_from, numbers};
use acegate_benches::corpus::{ADDRESS_SIZES, ADDRESSES, addresses, long_address};
use acegate_codec::uri2dec::Form;
use criterion::{Criterion, criterion_group, criterion_main};

fn short(criterion: &mut Criterion) {
    for (form, name) in [(Form::Direct, "direct"), (Form::PreInverted, "pre-inverted")] {
        let addresses = addresses_from(addresses(ADDRESSES), form);
        let size = addresses.iter().map(|address| address.text.len()).sum();
        for direction in Direction::ALL {
            let group = format!("uri2dec {}", direction.name());
            let all = numbers(direction, form, *ADDRESS_SIZES.end());
            beside::beside(criterion, &group, name, &addresses, size, all);
        }
    }
}

fn long(criterion: &mut Criterion) {
    for length in [1 << 10, 1 << 14, 1 << 17] {
        let addresses = addresses_from(vec![long_address(length)], Form::Direct);
        for direction in Direction::ALL {
            let group = format!("uri2dec {}", direction.name());
            let all = numbers(direction, Form::Direct, length);
            let name = format!("{length} symbols");
            beside::beside(criterion, &group, &name, &addresses, length, all);
        }
    }
}

criterion_group!(benches, short, long);
criterion_main!(benches);
