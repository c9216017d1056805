//! Deviations of lace.

use super::Deviation;

pub(super) const DEVIATIONS: &[Deviation] = &[];
