//! acegate-fuzz.
