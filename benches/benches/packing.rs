//! The key packing core and the numbers of uri2dec compared with their yardsticks, by form and length.

mod beside;

use acegate_benches::contestants::{Direction, addresses_from, numbers, packers};
use acegate_benches::corpus::{ADDRESS_SIZES, ADDRESSES, addresses, long_address};
use acegate_codec::uri2dec::Form;
use beside::{Criterion, beside};
use criterion::{criterion_group, criterion_main};

fn short(criterion: &mut Criterion) {
    let longest = *ADDRESS_SIZES.end();
    for (form, name) in [
        (Form::Direct, "direct"),
        (Form::PreInverted, "pre-inverted"),
    ] {
        let addresses = addresses_from(addresses(ADDRESSES), form);
        let size = addresses.iter().map(|address| address.text.len()).sum();
        for direction in Direction::ALL {
            let group = format!("uri2dec {}", direction.name());
            let all = numbers(direction, form, longest);
            beside(criterion, &group, name, &addresses, size, all);
        }
        if form == Form::Direct {
            for direction in Direction::ALL {
                let group = format!("uri2dec core {}", direction.name());
                let all = packers(direction, longest);
                beside(criterion, &group, "addresses", &addresses, size, all);
            }
        }
    }
}

fn long(criterion: &mut Criterion) {
    for length in [1 << 10, 1 << 17, 1 << 20] {
        let addresses = addresses_from(vec![long_address(length)], Form::Direct);
        for direction in Direction::ALL {
            let group = format!("uri2dec core {}", direction.name());
            let all = packers(direction, length);
            beside(
                criterion,
                &group,
                &format!("{length} symbols"),
                &addresses,
                length,
                all,
            );
        }
    }
}

criterion_group! {
    name = benches;
    config = beside::timed(1000, 2000);
    targets = short, long
}
criterion_main!(benches);
