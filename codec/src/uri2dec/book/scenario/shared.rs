//! A book that a scenario fills, fails and restores while a device holds it.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use crate::uri2dec::book::{AddressSource, Entry, EnumBook, MemoryBook, Query, Unavailable};

/// A book in memory that can be changed while a device holds it.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) name: String,
    pub(super) shared: Rc<RefCell<MemoryBook>>,
    pub(super) numbers: Rc<RefCell<EnumBook>>,
    pub(super) state: Rc<Cell<State>>,
}

/// Whether a book can be asked.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    Available,
    Failed,
}

impl Shared {
    fn available(&self) -> Result<(), Unavailable> {
        match self.state.get() {
            State::Available => Ok(()),
            State::Failed => Err(Unavailable::new("failed")),
        }
    }
}

impl AddressSource for Shared {
    fn name(&self) -> &str {
        &self.name
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        self.available()?;
        self.shared.borrow().matching(query)
    }

    fn resolve(&self, number: &str) -> Result<Vec<Entry>, Unavailable> {
        self.available()?;
        self.numbers.borrow().resolve(number)
    }

    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        self.shared.borrow_mut().note_use(address)
    }
}
