//! What a libFuzzer program does with a failure: it says the signature and ends the process, which
//! makes libFuzzer keep the input.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::failure::Failure;

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);

/// Runs the body of a target as libFuzzer's test of one input.
///
/// # Panics
///
/// Where the claim does not hold. The message begins with the number of executions so far and the
/// signature.
pub fn judge(body: fn(&[u8]) -> Result<(), Failure>, octets: &[u8]) {
    let executions = EXECUTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    if let Err(failure) = body(octets) {
        panic!("claim broken after {executions} executions: {failure}");
    }
}
