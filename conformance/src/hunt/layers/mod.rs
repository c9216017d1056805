//! The generators. [`generator`](super::generator) says how to add one.

mod books;
mod codes;
mod material;
mod names;
mod ordinary;
mod records;
mod short;
mod splitting;
mod telephone;
#[cfg(all(test, feature = "uts46"))]
mod tests;
#[cfg(feature = "uts46")]
mod uts46;
mod words;

use super::generator::Layer;
use super::generator::Turn::{Filling, First, Share};

/// Every generator, in the order of their turns. The last one takes the trials that another leaves.
pub(super) const LAYERS: &[Layer] = &[
    Layer {
        name: "splitting",
        turn: First(splitting::count),
        make: splitting::make,
    },
    Layer {
        name: "short",
        turn: First(short::count),
        make: short::make,
    },
    Layer {
        name: "longer",
        turn: Share(4),
        make: short::longer,
    },
    Layer {
        name: "valid",
        turn: Share(4),
        make: ordinary::valid,
    },
    Layer {
        name: "boundaries",
        turn: Share(5),
        make: codes::boundaries,
    },
    Layer {
        name: "labels",
        turn: Share(6),
        make: codes::labels,
    },
    Layer {
        name: "names",
        turn: Share(4),
        make: names::make,
    },
    #[cfg(feature = "uts46")]
    Layer {
        name: "criteria",
        turn: Filling(4),
        make: uts46::make,
    },
    Layer {
        name: "numbers",
        turn: Share(4),
        make: books::numbers,
    },
    Layer {
        name: "books",
        turn: Share(5),
        make: books::make,
    },
    Layer {
        name: "telephone",
        turn: Filling(4),
        make: telephone::make,
    },
    Layer {
        name: "sizes",
        turn: Share(2),
        make: ordinary::sizes,
    },
    Layer {
        name: "state",
        turn: Share(2),
        make: ordinary::state,
    },
    Layer {
        name: "mutated",
        turn: Share(8),
        make: ordinary::mutated,
    },
];
