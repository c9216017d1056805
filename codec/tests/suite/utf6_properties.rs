//! The laws of [`label_laws`](crate::label_laws) for UTF-6.

use crate::label_laws::label_laws;

label_laws!("utf6", ["layer=host", "layer=bare"], "wq--[g-vy-z0-9a-f-]{0,10}");
