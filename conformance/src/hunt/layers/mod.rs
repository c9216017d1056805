//! The layers of generators. [`generator`](super::generator) says how to add one.

mod books;
mod boundaries;
mod labels;
mod material;
mod mutated;
mod names;
mod numbers;
mod short;
mod sizes;
mod splitting;
mod state;
mod telephone;
mod uniform;
mod valid;

use super::generator::Layer;

/// Every layer, in the order of their turns. The last one takes the trials for which another has
/// nothing.
pub const LAYERS: &[Layer] = &[
    splitting::SPLITTING,
    short::SHORT,
    short::LONGER,
    valid::VALID,
    boundaries::BOUNDARIES,
    labels::LABELS,
    names::NAMES,
    numbers::NUMBERS,
    books::BOOKS,
    telephone::TELEPHONE,
    sizes::SIZES,
    state::STATE,
    uniform::UNIFORM,
    mutated::MUTATED,
];
