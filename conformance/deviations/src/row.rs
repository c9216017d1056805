//! The notation of the tables. A row reads
//! `deviation(id, requirements).summary(…).seen(…).by(…)`; without `seen` it was invented.

use crate::{Answer, Behaviour, Call, Deviation, Model, Seen};

/// The start of a row of a table: the id and the requirements that are broken.
pub(crate) const fn deviation(id: &'static str, breaks: &'static [&'static str]) -> Deviation {
    let behaviour = Behaviour::Function(|_| None);
    Deviation { id, summary: "", breaks, seen: &[], equivalent: None, behaviour }
}

impl Deviation {
    /// One sentence on what it does.
    pub(crate) const fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// The libraries in which it was seen; a row without them was invented.
    pub(crate) const fn seen(self, seen: &'static [Seen]) -> Self {
        Self { seen, ..self }
    }

    /// Why its answers equal those of the reference.
    pub(crate) const fn equivalent(self, because: &'static str) -> Self {
        Self { equivalent: Some(because), ..self }
    }

    /// The function that does it.
    pub(crate) const fn how(self, function: fn(&Call<'_>) -> Answer) -> Self {
        Self { behaviour: Behaviour::Function(function), ..self }
    }

    /// The rules that do it.
    pub(crate) const fn by(self, model: &'static dyn Model) -> Self {
        Self { behaviour: Behaviour::Model(model), ..self }
    }
}

/// A library in which a deviation was observed by running it.
pub(crate) const fn observed(library: &'static str) -> Seen {
    Seen { library, source: "" }
}

/// A library that has a deviation, by this source.
pub(crate) const fn reported(library: &'static str, source: &'static str) -> Seen {
    Seen { library, source }
}
