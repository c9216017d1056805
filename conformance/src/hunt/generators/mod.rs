//! The generators. [`schedule`](super::schedule) says how to add one.

mod books;
mod codes;
#[cfg(feature = "uts46")]
mod contexts;
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

use super::schedule::Generator;
use super::schedule::Turn::{Filling, First, Share};

/// Every generator, in the order of their turns. The last one takes the trials that another leaves.
pub(super) const GENERATORS: &[Generator] = &[
    Generator {
        name: "splitting",
        turn: First(splitting::count),
        make: splitting::make,
    },
    Generator {
        name: "short",
        turn: First(short::count),
        make: short::make,
    },
    Generator {
        name: "longer",
        turn: Share(4),
        make: short::longer,
    },
    Generator {
        name: "valid",
        turn: Share(4),
        make: ordinary::valid,
    },
    Generator {
        name: "boundaries",
        turn: Share(5),
        make: codes::boundaries,
    },
    Generator {
        name: "labels",
        turn: Share(6),
        make: codes::labels,
    },
    Generator {
        name: "names",
        turn: Share(4),
        make: names::make,
    },
    #[cfg(feature = "uts46")]
    Generator {
        name: "criteria",
        turn: Filling(4),
        make: uts46::make,
    },
    Generator {
        name: "numbers",
        turn: Share(4),
        make: books::numbers,
    },
    Generator {
        name: "books",
        turn: Share(5),
        make: books::make,
    },
    Generator {
        name: "telephone",
        turn: Filling(4),
        make: telephone::make,
    },
    Generator {
        name: "sizes",
        turn: Share(2),
        make: ordinary::sizes,
    },
    Generator {
        name: "state",
        turn: Share(2),
        make: ordinary::state,
    },
    Generator {
        name: "mutated",
        turn: Share(8),
        make: ordinary::mutated,
    },
];
