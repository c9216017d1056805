//! acegate.
