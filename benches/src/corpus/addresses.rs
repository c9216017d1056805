//! Addresses of uri2dec: mail addresses, host names and paths.

use fastrand::Rng;

use super::different;
use super::script::push_ascii_word;

/// The number of addresses in the corpus.
pub const ADDRESSES: usize = 10_000;

/// The smallest and the largest number of symbols of an address.
pub const ADDRESS_SIZES: std::ops::RangeInclusive<usize> = 10..=40;

/// The first `count` addresses: 10 to 40 symbols, mail addresses, host names and paths in turn, no
/// two equal.
///
/// They are the same for every call. All symbols are in the tables of uri2dec, in lowercase.
#[must_use]
pub fn addresses(count: usize) -> Vec<String> {
    let mut random = Rng::with_seed(0xADD2E55);
    different(
        count,
        |address| ADDRESS_SIZES.contains(&address.len()),
        |turn| {
            let mut address = String::new();
            push_address(turn, &mut random, &mut address);
            address
        },
    )
}

/// A string of exactly `length` symbols: addresses one after the other, none of them twice.
#[must_use]
pub fn long_address(length: usize) -> String {
    let mut random = Rng::with_seed(0x1046 ^ (length as u64) << 32);
    let mut out = String::with_capacity(length + *ADDRESS_SIZES.end());
    for turn in 0.. {
        push_address(turn, &mut random, &mut out);
        if out.len() >= length {
            break;
        }
        out.push('&');
    }
    out.truncate(length);
    out
}

const TOP_DOMAINS: [&str; 12] =
    ["com", "org", "net", "ru", "de", "info", "fr", "cn", "co.uk", "edu", "io", "name"];

fn push_address(turn: usize, random: &mut Rng, out: &mut String) {
    match turn % 4 {
        0 | 1 => {
            push_ascii_word(random, out);
            match random.usize(..4) {
                0 | 3 => push_joined('.', random, out),
                1 => push_joined('_', random, out),
                2 => out.push_str(&random.usize(1..=99).to_string()),
                _ => {}
            }
            out.push('@');
            push_host(random, out);
        }
        2 => {
            if random.bool() {
                out.push_str("www.");
            }
            push_host(random, out);
        }
        _ => {
            push_host(random, out);
            for _ in 0..random.usize(1..=2) {
                push_joined('/', random, out);
            }
            if random.u8(..3) == 0 {
                out.push_str("?p");
                out.push_str(&random.usize(10..=9_999).to_string());
            }
        }
    }
}

fn push_host(random: &mut Rng, out: &mut String) {
    push_ascii_word(random, out);
    match random.usize(..6) {
        0 => {}
        1 | 2 => push_joined('-', random, out),
        3 | 4 => push_joined('.', random, out),
        _ => {
            push_joined('-', random, out);
            push_joined('.', random, out);
        }
    }
    out.push('.');
    out.push_str(TOP_DOMAINS[random.usize(..TOP_DOMAINS.len())]);
}

fn push_joined(joint: char, random: &mut Rng, out: &mut String) {
    out.push(joint);
    push_ascii_word(random, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::uri2dec;

    #[test]
    fn symbols_are_all_in_the_tables_and_long_addresses_have_the_length_asked_for() {
        let long = [1, 1_024, 65_536].map(long_address);
        assert_eq!(long.each_ref().map(String::len), [1, 1_024, 65_536]);
        for address in addresses(ADDRESSES).into_iter().chain(long) {
            assert!(uri2dec::hash(&address).is_ok(), "{address}");
            assert_eq!(address, address.to_ascii_lowercase());
        }
    }
}
