//! Deviations of utf5.

use super::Deviation;

pub(super) const DEVIATIONS: &[Deviation] = &[];
