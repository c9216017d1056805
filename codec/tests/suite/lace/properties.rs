//! The properties of [`label::properties`](crate::label::properties) for LACE.

use acegate_codec::base32;
use proptest::prelude::*;

use crate::label::properties::label_properties;

label_properties!("lace", ["layer=host", "layer=bare", "draft=0"], payload());

/// Octets similar to compressed ones: short counts and few rows, or FF.
fn payload() -> impl Strategy<Value = String> {
    let octet = prop_oneof![3 => 0..4_u8, 1 => Just(0xD8), 1 => Just(0xDC), 2 => any::<u8>()];
    let first = prop_oneof![Just(0xFF), 0..4_u8];
    (first, proptest::collection::vec(octet, 0..12)).prop_map(|(first, octets)| {
        let octets: Vec<u8> = std::iter::once(first).chain(octets).collect();
        format!("lq--{}", base32::encode(&octets))
    })
}
