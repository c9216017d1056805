//! The types that are checked in process.

use acegate_codec::Codec;

use crate::implementation::{Functions, Implementation, InProcess};

/// A type that can be checked in process: a [`Codec`], [`Functions`], or any [`Implementation`] in a
/// box.
pub trait Testable {
    /// The implementation that is checked.
    fn into_implementation(self) -> Box<dyn Implementation>;
}

impl<C: Codec + Send + 'static> Testable for C {
    fn into_implementation(self) -> Box<dyn Implementation> {
        Box::new(InProcess::new(self.id(), "", vec![Box::new(self)]))
    }
}

impl Testable for Functions {
    fn into_implementation(self) -> Box<dyn Implementation> {
        Box::new(self)
    }
}

impl Testable for InProcess {
    fn into_implementation(self) -> Box<dyn Implementation> {
        Box::new(self)
    }
}

impl Testable for Box<dyn Implementation> {
    fn into_implementation(self) -> Box<dyn Implementation> {
        self
    }
}
