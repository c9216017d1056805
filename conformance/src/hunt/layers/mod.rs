//! The layers of generators. [`generator`](super::generator) says how to add one.

mod uniform;

use super::generator::Layer;

/// Every layer, in the order of their turns. The last one takes the trials for which another has
/// nothing.
pub const LAYERS: &[Layer] = &[uniform::UNIFORM];
