//! Seeds for searches in address books.

use std::collections::BTreeSet;

use acegate_vectors::{Outcome, Suite};

/// Addresses and spaced numbers of the vectors, a few at a time.
fn addresses(suite: &Suite) -> Vec<(String, String)> {
    let checks = suite.checks();
    let pairs = checks.iter().filter(|check| check.codec() == "uri2dec" && check.op == "encode");
    let pairs = pairs.filter(|check| check.params().is_empty()).filter_map(|check| {
        let Some(Outcome::Ok(number)) = check.expect.single() else { return None };
        Some((check.input.to_scalar_string()?, number.to_scalar_string()?))
    });
    pairs.collect()
}

/// Digits of a hash, then addresses.
pub(super) fn searches(suite: &Suite) -> BTreeSet<Vec<u8>> {
    let all = addresses(suite);
    let seed = |pairs: &[(String, String)]| {
        let hash = pairs[0].1.split(' ').next().unwrap_or_default();
        let addresses: Vec<_> = pairs.iter().map(|(address, _)| address.as_str()).collect();
        format!("{}\n{}", &hash[..hash.len().min(5)], addresses.join("\n")).into_bytes()
    };
    all.chunks(6).map(seed).collect()
}
