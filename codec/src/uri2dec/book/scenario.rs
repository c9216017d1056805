//! A device with address books, driven by steps of text that it answers. So its behaviour over time
//! can be tested from outside.
//!
//! # Steps
//!
//! A step is words with one space between them. `BOOK` and `LIST` are names of lowercase letters,
//! digits and hyphens. Numbers are decimal, without leading zeros. Places in a list count from 1. At
//! first there are the empty book `own` of the device and the list `home`, which asks it.
//!
//! | step | answer | what it does |
//! | --- | --- | --- |
//! | `connect BOOK [PLACE]` | `connected`, `exists` | adds an empty book to the device and to the list in use: before the book at the place, else at the end |
//! | `disconnect BOOK` | `disconnected`, `unknown` | removes a book, but not `own`, from the device |
//! | `include BOOK [PLACE]` | `included`, `unknown` | puts a book of the device into the list in use; one that is there moves |
//! | `leave-out BOOK` | `left-out`, `unknown` | takes a book out of the list in use |
//! | `order` | the books of the list in use, `none` | |
//! | `add-list LIST` | `added`, `exists` | makes a list, which asks `own` |
//! | `remove-list LIST` | `removed`, `unknown`, `in-use` | |
//! | `switch-to LIST` | `switched`, `unknown` | uses another list |
//! | `lists` | the list in use, then the others by name | |
//! | `add BOOK ADDRESS [USES LAST]` | `added`, `exists`, `unknown`, `refused` | puts an address into a book, but not `own`, with how often and when it was last used |
//! | `remove BOOK ADDRESS` | `removed`, `unknown` | |
//! | `record BOOK NUMBER RECORD` | `added`, `unknown`, `refused` | puts a NAPTR record of a telephone number into a book, but not `own` |
//! | `fail BOOK` | `failed`, `unknown` | a book, but not `own`, cannot be asked any more |
//! | `slow BOOK` | `slowed`, `unknown` | a book, but not `own`, answers only when the others had the time to |
//! | `restore BOOK` | `restored`, `unknown` | ends both |
//! | `learn HASH KEY` | the address, `refused` | enters a hash that was not found, with its key: marker and digits, perhaps with a space between |
//! | `forget ADDRESS` | `forgotten`, `unknown` | removes a number that was learnt |
//! | `records` | the numbers that were learnt, least recently used first, a comma and a space between; `none` | |
//! | `reopen [CAPACITY]` | `reopened` | writes the book `own` to its file and reads it again, with another capacity if one is given |
//! | `ask DIGITS` | `one ADDRESS`, `several ADDRESS ADDRESS…`, `collision ADDRESS…`, `dialled ADDRESS…`, `none`, `refused` | searches the books; the words are the cases of [`SearchResult`] |
//! | `candidates DIGITS` | `candidates ADDRESS…`, `none`, `refused` | everything that the digits can mean |
//! | `call NUMBER` | `one ADDRESS`, `several ADDRESS ADDRESS…`, `none`, `refused` | asks the books for the address of a telephone number, which begins with a plus sign |
//! | `silent` | books, `none` | the books that the last search could not ask, in the order of the list |
//! | `number N` | the number, `unknown` | completes the Nth address of the last search with its key |
//! | `source N` | the book, `dialled`, `unknown` | where the Nth address of the last search comes from |
//! | `use N` | `used`, `unknown` | notes that the Nth address of the last search was chosen |
//!
//! `number`, `source` and `use` refer to the results of the last `ask`, `call` or `candidates`, and
//! `silent` to those of the last `ask` or `call`. Every other step forgets them.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::num::NonZeroUsize;

mod shared;
mod step;

use self::shared::{Shared, State};
use self::step::Step;
use super::{
    AddressBooks, AddressSource, BookId, Entry, EnumBook, FoundAddress, Learnt, LearntBook,
    ListError, MemoryBook, Origin, Search, SearchResult,
};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::Options;

/// The answers to these steps, one for each, from a device whose own book has this capacity.
///
/// # Errors
///
/// `syntax` at the first step, counted from 0, that does not follow the grammar above. Then no step
/// is taken. If the device refuses a step, such as a key that is not canonical, that is an answer and
/// not an error.
///
/// # Complexity
///
/// A search reads all books of its list, so that answers can be of quadratic size.
///
/// # Examples
///
/// ```
/// use core::num::NonZeroUsize;
///
/// use acegate_codec::uri2dec::Options;
/// use acegate_codec::uri2dec::book::scenario;
///
/// let steps = ["ask 25423", "learn 25423 1 5622", "reopen", "ask 25423", "number 1"];
/// let answers = scenario(&steps, &Options::default(), NonZeroUsize::MIN)?;
/// assert_eq!(answers, ["none", "alice", "reopened", "one alice", "25423 1 5622999999"]);
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn scenario<S: AsRef<str>>(
    steps: &[S],
    options: &Options,
    capacity: NonZeroUsize,
) -> Result<Vec<String>, Error> {
    let parsed = steps.iter().enumerate().map(|(index, step)| {
        Step::parse(step.as_ref()).ok_or(Error::new(ErrorKind::Syntax, index))
    });
    let parsed = parsed.collect::<Result<Vec<_>, _>>()?;
    let mut device = Device::new(*options, capacity);
    Ok(parsed.into_iter().map(|step| device.take(step)).collect())
}

/// The name of the own book.
const OWN: &str = "own";

/// The name of the first list.
const HOME: &str = "home";

/// A device, and the results of its last search.
struct Device {
    books: AddressBooks<LearntBook>,
    others: Vec<(BookId, Shared)>,
    found: Vec<FoundAddress>,
    /// The books that the last search could not ask.
    silent: Vec<String>,
    options: Options,
}

impl Device {
    fn new(options: Options, capacity: NonZeroUsize) -> Self {
        let books = AddressBooks::new(LearntBook::new(OWN, capacity), HOME);
        Self { books, others: Vec::new(), found: Vec::new(), silent: Vec::new(), options }
    }

    fn take(&mut self, step: Step<'_>) -> String {
        match step {
            Step::Number { of } => match self.found.get(of) {
                Some(found) => found.number(&self.options),
                None => "unknown".into(),
            },
            Step::Source { of } => match self.found.get(of).map(|found| &found.origin) {
                Some(Origin::Book { name, .. }) => name.clone(),
                Some(Origin::Number) => "dialled".into(),
                None => "unknown".into(),
            },
            Step::Use { of } => match self.found.get(of) {
                // Books in memory record every use.
                Some(found) => said(self.books.note_use(found).is_ok(), "used"),
                None => "unknown".into(),
            },
            Step::Silent => joined(self.silent.iter().map(String::as_str), " "),
            step => {
                self.found.clear();
                self.silent.clear();
                self.change_or_search(step)
            }
        }
    }

    fn change_or_search(&mut self, step: Step<'_>) -> String {
        let books = &mut self.books;
        match step {
            Step::Connect { book, place } => self.connect(book, place),
            Step::Disconnect { book } => self.disconnect(book),
            Step::Include { book, place } => {
                let id = self.id(book);
                said(id.is_some_and(|id| self.books.include_at(place, id)), "included")
            }
            Step::LeaveOut { book } => {
                said(self.id(book).is_some_and(|id| self.books.leave_out(id)), "left-out")
            }
            Step::Order => {
                let names = books.order().iter().filter_map(|&id| books.book(id));
                joined(names.map(AddressSource::name), " ")
            }
            Step::AddList { list } => done(books.add_list(list), "added"),
            Step::RemoveList { list } => done(books.remove_list(list), "removed"),
            Step::SwitchTo { list } => done(books.switch_to(list), "switched"),
            Step::Lists => {
                let mut others: Vec<_> = books.other_lists().collect();
                others.sort_unstable();
                joined([books.list()].into_iter().chain(others), " ")
            }
            Step::Add { book, address, uses, last } => self.add(book, address, uses, last),
            Step::Remove { book, address } => {
                let book = self.other(book);
                said(book.is_some_and(|book| book.shared.borrow_mut().remove(address)), "removed")
            }
            Step::Record { book, number, record } => self.record(book, number, record),
            Step::Fail { book } => said(self.set(book, State::Failed), "failed"),
            // A search waits for a slow book.
            Step::Slow { book } => said(self.set(book, State::Available), "slowed"),
            Step::Restore { book } => said(self.set(book, State::Available), "restored"),
            Step::Call { number } => self.call(number),
            Step::Learn { hash, key } => match books.learn(hash, key, &self.options) {
                Ok(entry) => entry.address().into(),
                Err(_) => "refused".into(),
            },
            Step::Forget { address } => said(books.own_mut().remove(address), "forgotten"),
            Step::Records => joined(books.own().records().map(Learnt::number), ", "),
            Step::Reopen { capacity } => self.reopen(capacity),
            Step::Ask { digits } => self.ask(digits),
            Step::Candidates { digits } => self.candidates(digits),
            Step::Number { .. } | Step::Source { .. } | Step::Use { .. } | Step::Silent => {
                "unknown".into()
            }
        }
    }

    fn connect(&mut self, name: &str, place: usize) -> String {
        if self.id(name).is_some() {
            return "exists".into();
        }
        let book = Shared {
            name: name.into(),
            shared: Rc::new(RefCell::new(MemoryBook::new(name))),
            numbers: Rc::new(RefCell::new(EnumBook::new(name))),
            state: Rc::default(),
        };
        let id = self.books.connect_at(place, Box::new(book.clone()));
        self.others.push((id, book));
        "connected".into()
    }

    fn disconnect(&mut self, name: &str) -> String {
        let at = self.others.iter().position(|(_, book)| book.name == name);
        let removed = at.map(|at| self.others.swap_remove(at));
        said(removed.is_some_and(|(id, _)| self.books.disconnect(id).is_some()), "disconnected")
    }

    fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
        let Some(book) = self.other(book) else { return "unknown".into() };
        let Ok(entry) = Entry::new(address) else { return "refused".into() };
        let added = book.shared.borrow_mut().add_entry(entry.used(uses, last));
        if added { "added" } else { "exists" }.into()
    }

    fn record(&mut self, book: &str, number: &str, record: &str) -> String {
        let Some(book) = self.other(book) else { return "unknown".into() };
        let added = book.numbers.borrow_mut().add_record(number, record);
        if added.is_ok() { "added" } else { "refused" }.into()
    }

    fn set(&mut self, book: &str, state: State) -> bool {
        self.other(book).is_some_and(|book| {
            book.state.set(state);
            true
        })
    }

    fn reopen(&mut self, capacity: Option<NonZeroUsize>) -> String {
        let own = self.books.own_mut();
        let capacity = capacity.unwrap_or(own.capacity());
        let mut book = LearntBook::new(OWN, NonZeroUsize::MAX);
        for record in own.records() {
            if let Err(error) =
                book.restore(record.number(), record.packing(), record.entry().uses())
            {
                return error.to_string();
            }
        }
        *own = book.with_capacity(capacity);
        "reopened".into()
    }

    fn ask(&mut self, digits: &str) -> String {
        match self.books.search(digits, &self.options) {
            Ok(search) => self.with_search(search),
            Err(_) => "refused".into(),
        }
    }

    fn call(&mut self, number: &str) -> String {
        match self.books.resolve(number) {
            Ok(search) => self.with_search(search),
            Err(_) => "refused".into(),
        }
    }

    fn with_search(&mut self, search: Search) -> String {
        self.silent = search.silent.into_iter().map(|book| book.name).collect();
        let word = match &search.outcome {
            SearchResult::One(_) => "one",
            SearchResult::Several(_) => "several",
            SearchResult::Collision(_) => "collision",
            SearchResult::Number(_) => "dialled",
            SearchResult::Miss => return "none".into(),
        };
        self.found = search.outcome.found().to_owned();
        self.with_found(word)
    }

    fn candidates(&mut self, digits: &str) -> String {
        match self.books.candidates(digits, &self.options) {
            Ok(found) if found.is_empty() => "none".into(),
            Ok(found) => {
                self.found = found;
                self.with_found("candidates")
            }
            Err(_) => "refused".into(),
        }
    }

    fn with_found(&self, word: &str) -> String {
        let addresses = self.found.iter().map(|found| found.entry.address());
        joined([word].into_iter().chain(addresses), " ")
    }

    fn id(&self, name: &str) -> Option<BookId> {
        let others = self.others.iter().map(|(id, book)| (book.name.as_str(), *id));
        [(OWN, BookId::OWN)]
            .into_iter()
            .chain(others)
            .find(|(own, _)| *own == name)
            .map(|(_, id)| id)
    }

    fn other(&self, name: &str) -> Option<&Shared> {
        self.others.iter().map(|(_, book)| book).find(|book| book.name == name)
    }
}

fn said(done: bool, word: &str) -> String {
    if done { word } else { "unknown" }.into()
}

fn done(result: Result<(), ListError>, word: &str) -> String {
    let answer = match result {
        Ok(()) => word,
        Err(ListError::Unknown) => "unknown",
        Err(ListError::Exists) => "exists",
        Err(ListError::InUse) => "in-use",
    };
    answer.into()
}

/// The words with `between` between them; `none` if there are no words.
fn joined<'a>(words: impl Iterator<Item = &'a str>, between: &str) -> String {
    let words: Vec<_> = words.collect();
    if words.is_empty() { "none".into() } else { words.join(between) }
}

#[cfg(test)]
mod tests;
