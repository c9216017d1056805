//! The facts about the codec and the operation of a request.

use acegate_codec::{About, Family, Operation, Value, Verb, about, family};

use super::message::Request;

impl Request {
    /// A request of a known operation, with no parameter given.
    #[must_use]
    pub fn of(codec: &About, verb: Verb, input: Value) -> Self {
        Self::new(codec.id, verb.name(), input)
    }

    /// The codec; `None` if acegate has no such codec.
    #[must_use]
    pub fn about(&self) -> Option<About> {
        about(&self.codec)
    }

    /// The family of the codec; `None` if acegate has no such codec.
    #[must_use]
    pub fn family(&self) -> Option<Family> {
        family(&self.codec)
    }

    /// Whether the codec is of this family.
    #[must_use]
    pub fn is_of(&self, wanted: Family) -> bool {
        self.family() == Some(wanted)
    }

    /// Whether the codec is a standard for host names, which checks them.
    #[must_use]
    pub fn is_of_checked_names(&self) -> bool {
        self.family().is_some_and(Family::is_of_checked_names)
    }

    /// The kind of operation; `None` if acegate has no operation of this name.
    #[must_use]
    pub fn verb(&self) -> Option<Verb> {
        Verb::named(&self.op)
    }

    /// Whether the operation does this.
    #[must_use]
    pub fn does(&self, verb: Verb) -> bool {
        self.op == verb.name()
    }

    /// The operation, as the codec describes it; `None` if acegate has no such codec or operation.
    #[must_use]
    pub fn operation(&self) -> Option<&'static Operation> {
        let operations = self.about()?.operations;
        operations
            .iter()
            .find(|operation| operation.name == self.op)
    }
}
