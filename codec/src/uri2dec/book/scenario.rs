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
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::{
    AddressBooks, AddressSource, BookId, Entry, FoundAddress, Learnt, LearntBook, LearntRules,
    ListError, MemoryBook, Origin, Query, Search, SearchResult, SearchRules, Unavailable,
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
    scenario_with(&BookRules::DOCUMENT, steps, options, capacity)
}

/// The answers of a device with other rules.
///
/// # Errors
///
/// Those of [`scenario`].
pub fn scenario_with<S: AsRef<str>>(
    rules: &BookRules,
    steps: &[S],
    options: &Options,
    capacity: NonZeroUsize,
) -> Result<Vec<String>, Error> {
    let own = LearntBook::with_rules(OWN, capacity, rules.learnt);
    let books = AddressBooks::with_rules(own, HOME, rules.search);
    let (found, silent) = (Vec::new(), Vec::new());
    let mut device = Device { books, options: *options, found, silent, rules: *rules };
    let answer = |(index, step): (usize, &S)| {
        let words: Vec<_> = step.as_ref().split(' ').collect();
        let answer = device.answer(&words).ok_or(Error::new(ErrorKind::Syntax, index))?;
        Ok((rules.said)(words[0], answer))
    };
    steps.iter().enumerate().map(answer).collect()
}

/// Section 9 as a table of its rules. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct BookRules {
    /// How books are searched.
    pub search: SearchRules,
    /// The numbers that the own book remembers.
    pub learnt: LearntRules,
    /// The place in the list of a book that is connected without one (section 9.2).
    pub new_place: usize,
    /// The books that a device asks, in this order (section 9.2).
    pub asked: fn(&mut Device) -> Vec<BookId>,
    /// The result that a device makes of the search for these digits (section 9.2).
    pub searched: fn(&mut Device, &str, Search) -> Search,
    /// The result that a device makes of the search for a telephone number (section 9.1).
    pub resolved: fn(Search) -> Search,
    /// The answer of a device to a step, from the verb of the step and the right answer.
    pub said: fn(&str, String) -> String,
}

impl BookRules {
    /// The rules of the document.
    pub const DOCUMENT: Self = Self {
        search: SearchRules::DOCUMENT,
        learnt: LearntRules::DOCUMENT,
        new_place: usize::MAX,
        asked: |device| device.books.order().into(),
        searched: |_, _, search| search,
        resolved: |search| search,
        said: |_, answer| answer,
    };
}

/// The name of the own book.
const OWN: &str = "own";

/// The name of the first list.
const HOME: &str = "home";

/// A device, and the results of its last search.
pub struct Device {
    /// The books of the device.
    pub books: AddressBooks<ScenarioBook>,
    /// How numbers are read and written.
    pub options: Options,
    found: Vec<FoundAddress>,
    /// The books that the last search could not ask.
    silent: Vec<String>,
    rules: BookRules,
}

/// A book that a scenario fills, fails and slows down.
#[derive(Clone, Debug)]
pub struct ScenarioBook {
    book: MemoryBook,
    /// Whether it cannot be asked.
    pub is_failed: bool,
    /// Whether it answers only when the others had the time to.
    pub is_slow: bool,
}

impl Device {
    /// The answer to a step; `None` if these words are not a step.
    fn answer(&mut self, words: &[&str]) -> Option<String> {
        if !matches!(words[0], "number" | "source" | "use" | "silent") {
            self.found.clear();
            self.silent.clear();
        }
        let books = &mut self.books;
        Some(match *words {
            ["connect", book] => self.connect(name(book)?, self.rules.new_place),
            ["connect", book, at] => self.connect(name(book)?, place(at)?),
            ["disconnect", book] => {
                let left = self.other(name(book)?).and_then(|id| self.books.disconnect(id));
                said(left.is_some(), "disconnected")
            }
            ["include", book] => self.include(name(book)?, usize::MAX),
            ["include", book, at] => self.include(name(book)?, place(at)?),
            ["leave-out", book] => {
                let left_out = self.id(name(book)?).is_some_and(|id| self.books.leave_out(id));
                said(left_out, "left-out")
            }
            ["order"] => {
                let names = books.order().iter().filter_map(|&id| books.book(id));
                joined(names.map(AddressSource::name), " ")
            }
            ["add-list", list] => done(books.add_list(name(list)?), "added"),
            ["remove-list", list] => done(books.remove_list(name(list)?), "removed"),
            ["switch-to", list] => done(books.switch_to(name(list)?), "switched"),
            ["lists"] => {
                let mut others: Vec<_> = books.other_lists().collect();
                others.sort_unstable();
                joined([books.list()].into_iter().chain(others), " ")
            }
            ["add", book, address] => self.add(name(book)?, address, 0, 0),
            ["add", book, address, uses, last] => {
                self.add(name(book)?, address, number(uses)?, number(last)?)
            }
            ["remove", book, address] => {
                let book = self.book(name(book)?);
                said(book.is_some_and(|own| own.book.remove(address)), "removed")
            }
            ["record", book, number, _, ..] => match self.book(name(book)?) {
                None => UNKNOWN.into(),
                Some(own) => match own.book.add_record(number, &words[3..].join(" ")) {
                    Ok(()) => "added".into(),
                    Err(_) => REFUSED.into(),
                },
            },
            ["fail", book] => self.set(name(book)?, true, false, "failed"),
            ["slow", book] => self.set(name(book)?, false, true, "slowed"),
            ["restore", book] => self.set(name(book)?, false, false, "restored"),
            ["learn", hash, _, ..] => match books.learn(hash, &words[2..].join(" "), &self.options)
            {
                Ok(entry) => entry.address().into(),
                Err(_) => REFUSED.into(),
            },
            ["forget", address] => said(books.own_mut().remove(address), "forgotten"),
            ["records"] => joined(books.own().records().map(Learnt::number), ", "),
            ["reopen"] => {
                let capacity = books.own().capacity();
                self.reopen(capacity)
            }
            ["reopen", capacity] => self.reopen(NonZeroUsize::MIN.saturating_add(place(capacity)?)),
            ["ask", digits] => self.ask(digits),
            ["candidates", digits] => self.candidates(digits),
            ["call", number] => self.call(number),
            ["silent"] => joined(self.silent.iter().map(String::as_str), " "),
            ["number", at] => match self.found.get(place(at)?) {
                Some(found) => found.number(&self.options),
                None => UNKNOWN.into(),
            },
            ["source", at] => match self.found.get(place(at)?).map(|found| &found.origin) {
                Some(Origin::Book { name, .. }) => name.clone(),
                Some(Origin::Number) => "dialled".into(),
                None => UNKNOWN.into(),
            },
            // Books in memory record every use.
            ["use", at] => {
                let found = self.found.get(place(at)?);
                said(found.is_some_and(|found| books.note_use(found).is_ok()), "used")
            }
            _ => return None,
        })
    }

    fn connect(&mut self, name: &str, place: usize) -> String {
        if self.id(name).is_some() {
            return "exists".into();
        }
        let book = MemoryBook::new(name);
        self.books.connect_at(place, ScenarioBook { book, is_failed: false, is_slow: false });
        "connected".into()
    }

    fn include(&mut self, book: &str, place: usize) -> String {
        said(self.id(book).is_some_and(|id| self.books.include_at(place, id)), "included")
    }

    fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
        let Some(own) = self.book(book) else { return UNKNOWN.into() };
        let Ok(entry) = Entry::new(address) else { return REFUSED.into() };
        if own.book.add_entry(entry.used(uses, last)) { "added" } else { "exists" }.into()
    }

    fn set(&mut self, book: &str, is_failed: bool, is_slow: bool, word: &str) -> String {
        let change = |own: &mut ScenarioBook| (own.is_failed, own.is_slow) = (is_failed, is_slow);
        said(self.book(book).map(change).is_some(), word)
    }

    fn reopen(&mut self, capacity: NonZeroUsize) -> String {
        let mut book = LearntBook::with_rules(OWN, NonZeroUsize::MAX, self.rules.learnt);
        for record in self.books.own().records() {
            let uses = record.entry().uses();
            if let Err(error) = book.restore(record.number(), record.packing(), uses) {
                return error.to_string();
            }
        }
        *self.books.own_mut() = book.with_capacity(capacity);
        "reopened".into()
    }

    fn ask(&mut self, digits: &str) -> String {
        let order = (self.rules.asked)(self);
        match self.books.search_in(&order, digits, &self.options) {
            Ok(search) => {
                let search = (self.rules.searched)(self, digits, search);
                self.offer(search)
            }
            Err(_) => REFUSED.into(),
        }
    }

    fn call(&mut self, number: &str) -> String {
        let order = (self.rules.asked)(self);
        match self.books.resolve_in(&order, number) {
            Ok(search) => self.offer((self.rules.resolved)(search)),
            Err(_) => REFUSED.into(),
        }
    }

    fn candidates(&mut self, digits: &str) -> String {
        let order = (self.rules.asked)(self);
        match self.books.candidates_in(&order, digits, &self.options) {
            Ok(found) if found.is_empty() => NONE.into(),
            Ok(found) => {
                self.found = found;
                self.offered("candidates")
            }
            Err(_) => REFUSED.into(),
        }
    }

    fn offer(&mut self, search: Search) -> String {
        self.silent = search.silent.into_iter().map(|book| book.name).collect();
        let word = match &search.outcome {
            SearchResult::One(_) => "one",
            SearchResult::Several(_) => "several",
            SearchResult::Collision(_) => "collision",
            SearchResult::Number(_) => "dialled",
            SearchResult::Miss => return NONE.into(),
        };
        self.found = search.outcome.found().to_owned();
        self.offered(word)
    }

    fn offered(&self, word: &str) -> String {
        let addresses = self.found.iter().map(|found| found.entry.address());
        joined([word].into_iter().chain(addresses), " ")
    }

    fn id(&self, name: &str) -> Option<BookId> {
        if name == OWN { Some(BookId::OWN) } else { self.other(name) }
    }

    fn other(&self, name: &str) -> Option<BookId> {
        self.books.others().find(|(_, book)| book.name() == name).map(|(id, _)| id)
    }

    fn book(&mut self, name: &str) -> Option<&mut ScenarioBook> {
        self.other(name).and_then(|id| self.books.other_mut(id))
    }
}

impl AddressSource for ScenarioBook {
    fn name(&self) -> &str {
        self.book.name()
    }

    fn matching(&self, query: &Query) -> Result<Vec<Entry>, Unavailable> {
        if self.is_failed { Err(Unavailable::new("failed")) } else { self.book.matching(query) }
    }

    fn resolve(&self, number: &str) -> Result<Vec<Entry>, Unavailable> {
        if self.is_failed { Err(Unavailable::new("failed")) } else { self.book.resolve(number) }
    }

    fn note_use(&mut self, address: &str) -> Result<(), Unavailable> {
        self.book.note_use(address)
    }
}

const NONE: &str = "none";
const REFUSED: &str = "refused";
const UNKNOWN: &str = "unknown";

/// The word if something was done, otherwise `unknown`.
fn said(is_done: bool, word: &str) -> String {
    if is_done { word } else { UNKNOWN }.into()
}

fn done(result: Result<(), ListError>, word: &str) -> String {
    let answer = match result {
        Ok(()) => word,
        Err(ListError::Unknown) => UNKNOWN,
        Err(ListError::Exists) => "exists",
        Err(ListError::InUse) => "in-use",
    };
    answer.into()
}

/// The words with `between` between them; `none` if there are no words.
fn joined<'a>(words: impl Iterator<Item = &'a str>, between: &str) -> String {
    let words: Vec<_> = words.collect();
    if words.is_empty() { NONE.into() } else { words.join(between) }
}

fn name(word: &str) -> Option<&str> {
    let letter = |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'-';
    (!word.is_empty() && word.bytes().all(letter)).then_some(word)
}

fn number(word: &str) -> Option<u64> {
    word.parse::<u64>().ok().filter(|number| number.to_string() == word)
}

/// Converts a place that counts from 1 to one that counts from 0.
fn place(word: &str) -> Option<usize> {
    let place = number(word)?.checked_sub(1)?;
    Some(usize::try_from(place).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(steps: &[&str]) -> Result<Vec<String>, Error> {
        scenario(steps, &Options::default(), NonZeroUsize::new(4).unwrap())
    }

    #[test]
    fn the_first_step_that_is_none_is_the_fault_and_no_step_is_taken() {
        for wrong in [
            "",
            " ",
            "ask",
            "ask 2 2",
            "ask  2",
            "Ask 2",
            "connect",
            "connect A",
            "connect a 0",
            "connect a 01",
            "connect a +1",
            "connect a 1 2",
            "connect a 18446744073709551616",
            "order x",
            "lists ",
            "records x",
            "add a",
            "add a b 1",
            "add a b 1 x",
            "add a b 1 2 3",
            "learn",
            "learn 2",
            "reopen 0",
            "reopen x",
            "number 0",
            "number",
            "use -1",
            "source",
            "forget",
            "remove a",
            "switch-to \u{e4}",
            "add-list",
            "remove-list a b",
            "record a +4",
            "record A +4 x",
            "fail",
            "fail a b",
            "slow A",
            "restore",
            "call",
            "call +4 +4",
            "silent a",
            "dance",
        ] {
            let refused = Err(Error::new(ErrorKind::Syntax, 1));
            assert_eq!(answers(&["ask 2", wrong, "dance"]), refused, "{wrong:?}");
        }
        assert_eq!(answers(&[]), Ok(Vec::new()));
    }

    #[test]
    fn every_other_step_forgets_the_last_search() {
        let steps = ["connect a", "add a bob", "ask 262", "use 1", "order", "number 1", "use 1"];
        let answers = answers(&steps).unwrap();
        assert_eq!(&answers[2..], ["one bob", "used", "own a", "unknown", "unknown"]);
    }
}
