//! Deviations of utf6.

use super::Deviation;

pub(super) const DEVIATIONS: &[Deviation] = &[];
