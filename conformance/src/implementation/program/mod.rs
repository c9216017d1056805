//! Implementations that are separate programs, and the words by which a user names them.

mod adapters;
mod build;
mod bundled;
mod command_line;
mod one_shot;
mod source;
mod subprocess;

pub use adapters::{Manifest, PackageManager};
pub use bundled::{Adapter, adapters, where_unbundled};
pub use command_line::CommandLineError;
pub use one_shot::{InputForm, OneShot, OneShotSpec, OutputForm, Template, TemplateError};
pub use source::ImplementationSource;
pub use subprocess::Subprocess;
