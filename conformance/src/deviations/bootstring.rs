//! Deviations of bootstring.

use super::Deviation;

pub(super) const DEVIATIONS: &[Deviation] = &[];
