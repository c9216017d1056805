//! Labels for the property tests of the encodings of host labels.

use proptest::prelude::*;

/// Texts like those of host labels: characters of few rows, and sometimes a hyphen, a letter, a
/// character above the first plane, or any other.
pub(crate) fn label() -> impl Strategy<Value = String> {
    let row = prop_oneof![Just(0_u32), Just(1), Just(6), 0x30..0x32_u32, Just(0xFF), 0..0xD8_u32];
    (row.clone(), row, 0..24_usize).prop_flat_map(|(one, other, length)| {
        let of = |row: u32| (0..=0xFF_u32).prop_map(move |low| row * 0x100 + low);
        let character = prop_oneof![
            12 => of(one),
            2 => of(other),
            2 => Just(u32::from('-')),
            1 => prop_oneof![Just(0x2E), Just(0x99), Just(0xE9), Just(0x61), Just(0x31)],
            1 => 0x1_0000..=0x10_FFFF_u32,
            1 => 0..=0xFFFF_u32,
        ];
        proptest::collection::vec(character, length)
            .prop_map(|numbers| numbers.into_iter().filter_map(char::from_u32).collect())
    })
}

/// An encoded label after at most one small change.
pub(crate) fn changed(encoded: String) -> impl Strategy<Value = String> {
    let position = 0..=encoded.len();
    (position, prop_oneof!["[a-z2-7]", "[g-v0-9a-f-]", "[A-Za-z0-9-]", Just("é".to_owned())], 0..5)
        .prop_map(move |(position, new, change)| {
            let mut label = encoded.clone();
            match change {
                0 => label.insert_str(position, &new),
                1 if position < label.len() => drop(label.remove(position)),
                2 if position < label.len() => {
                    label.replace_range(position..=position, &new);
                }
                3 => label.truncate(position),
                _ => label.make_ascii_uppercase(),
            }
            label
        })
}
