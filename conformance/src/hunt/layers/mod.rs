//! The layers of generators. [`generator`](super::generator) says how to add one.

mod books;
mod codes;
mod material;
mod names;
mod ordinary;
mod short;
mod splitting;
mod telephone;
#[cfg(feature = "uts46")]
mod uts46;

use super::generator::Layer;

/// Every layer, in the order of their turns. The last one takes the trials for which another has
/// nothing.
pub(super) const LAYERS: &[Layer] = &[
    splitting::SPLITTING,
    short::SHORT,
    short::LONGER,
    ordinary::VALID,
    codes::BOUNDARIES,
    codes::LABELS,
    names::NAMES,
    #[cfg(feature = "uts46")]
    uts46::CRITERIA,
    books::NUMBERS,
    books::BOOKS,
    telephone::TELEPHONE,
    ordinary::SIZES,
    ordinary::STATE,
    ordinary::UNIFORM,
    ordinary::MUTATED,
];
