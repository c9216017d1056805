//! The properties of [`label::properties`](crate::label::properties) for RACE.

use acegate_codec::base32;
use proptest::prelude::*;

use crate::label::properties::label_properties;

label_properties!("race", ["layer=host", "layer=bare"], payload());

/// Octets similar to compressed ones: few rows, escapes, and sometimes two-octet mode.
fn payload() -> impl Strategy<Value = String> {
    let octet =
        prop_oneof![Just(0xFF), Just(0x99), Just(0x00), Just(0xD8), Just(0xDC), any::<u8>()];
    let header = prop_oneof![Just(0x00), Just(0x04), 0xD7..=0xE0_u8, any::<u8>()];
    (header, proptest::collection::vec(octet, 0..12)).prop_map(|(header, octets)| {
        let octets: Vec<u8> = std::iter::once(header).chain(octets).collect();
        format!("bq--{}", base32::encode(&octets))
    })
}
