//! acegate-vectors.
