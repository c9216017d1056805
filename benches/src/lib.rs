//! acegate-benches.
