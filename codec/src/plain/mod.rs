//! The plain twins: every codec once more, slow and transcribed from its document. They are the
//! judge of the fast paths and an implementation of their own for the harness.
