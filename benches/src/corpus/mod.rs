//! The inputs of the measurements: text that is so large and varied that the branch predictor cannot
//! learn it, and that is the same in every run.

mod addresses;
mod labels;
mod random;
mod script;
mod texts;

pub use addresses::{ADDRESS_SIZES, ADDRESSES, addresses, long_address};
pub use labels::{LABEL_SIZES, LABELS, labels};
pub use script::{SCRIPTS, Script};
pub use texts::{TextKind, script_text, text};
