//! The properties of [`label::properties`](crate::label::properties) for UTF-6.

use crate::label::properties::label_properties;

label_properties!("utf6", ["layer=host", "layer=bare"], "wq--[g-vy-z0-9a-f-]{0,10}");
