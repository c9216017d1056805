//! Deviations of uri2dec.

use super::Deviation;

pub(super) const DEVIATIONS: &[Deviation] = &[];
