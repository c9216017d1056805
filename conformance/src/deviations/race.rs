//! Deviations of race.

use super::Deviation;

pub(super) const DEVIATIONS: &[Deviation] = &[];
