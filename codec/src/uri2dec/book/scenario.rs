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

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::{AddressBooks, Book, BookRules, Entry, FoundAddress, Search, SearchResult};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::Options;

/// The answers to these steps, one for each, from a device with these rules, whose own book has this
/// capacity.
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
/// use acegate_codec::uri2dec::book::{BookRules, scenario};
///
/// let steps = ["ask 25423", "learn 25423 1 5622", "reopen", "ask 25423", "number 1"];
/// let device = (&Options::default(), NonZeroUsize::MIN);
/// let answers = scenario(&BookRules::DOCUMENT, &steps, device.0, device.1)?;
/// assert_eq!(answers, ["none", "alice", "reopened", "one alice", "25423 1 5622999999"]);
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn scenario<S: AsRef<str>>(
    rules: &BookRules,
    steps: &[S],
    options: &Options,
    capacity: NonZeroUsize,
) -> Result<Vec<String>, Error> {
    let mut device = Device {
        books: AddressBooks::new(HOME, capacity, *rules),
        options,
        found: Vec::new(),
        silent: Vec::new(),
        rules,
    };
    let mut answers = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let words: Vec<_> = step.as_ref().split(' ').collect();
        let answer = device.answer(&words);
        let answer = answer.ok_or(Error::new(ErrorKind::Syntax, index))?;
        answers.push((rules.said)(words[0], answer));
    }
    Ok(answers)
}

/// The name of the first list.
const HOME: &str = "home";

/// A device, and the results of its last search.
struct Device<'a> {
    books: AddressBooks,
    /// How numbers are read and written.
    options: &'a Options,
    found: Vec<FoundAddress>,
    /// The books that the last search could not ask.
    silent: Vec<String>,
    rules: &'a BookRules,
}

impl Device<'_> {
    /// The answer to a step; `None` if these words are not a step.
    fn answer(&mut self, words: &[&str]) -> Option<String> {
        if !matches!(words[0], "number" | "source" | "use" | "silent") {
            self.found.clear();
            self.silent.clear();
        }
        let books = &mut self.books;
        Some(match *words {
            ["connect", book, ref at @ ..] => {
                let place = place_of(at, self.rules.new_place)?;
                either(
                    books.connect(name(book)?, Book::default(), place),
                    "connected",
                    EXISTS,
                )
            }
            ["disconnect", book] => said(books.disconnect(name(book)?).is_some(), "disconnected"),
            ["include", book, ref at @ ..] => {
                let place = place_of(at, usize::MAX)?;
                said(books.include(name(book)?, place), "included")
            }
            ["leave-out", book] => said(books.leave_out(name(book)?), "left-out"),
            ["order"] => joined(books.order().iter().map(String::as_str), " "),
            ["add-list", list] => either(books.add_list(name(list)?), ADDED, EXISTS),
            ["remove-list", list] if name(list)? == books.list() => "in-use".into(),
            ["remove-list", list] => said(books.remove_list(list), "removed"),
            ["switch-to", list] => said(books.switch_to(name(list)?), "switched"),
            ["lists"] => joined([books.list()].into_iter().chain(books.other_lists()), " "),
            ["add", book, address] => self.add(name(book)?, address, 0, 0),
            ["add", book, address, uses, last] => {
                self.add(name(book)?, address, number(uses)?, number(last)?)
            }
            ["remove", book, address] => {
                let book = books.other_mut(name(book)?);
                said(
                    book.is_some_and(|book| book.remove(address).is_some()),
                    "removed",
                )
            }
            ["record", book, number, _, ..] => match books.other_mut(name(book)?) {
                None => UNKNOWN.into(),
                Some(book) => either(
                    book.add_record(number, &words[3..].join(" ")).is_ok(),
                    ADDED,
                    REFUSED,
                ),
            },
            ["fail", book] => self.set(name(book)?, true, false, "failed"),
            ["slow", book] => self.set(name(book)?, false, true, "slowed"),
            ["restore", book] => self.set(name(book)?, false, false, "restored"),
            ["learn", hash, _, ..] => self.learn(hash, &words[2..].join(" ")),
            ["forget", address] => said(books.own_mut().remove(address).is_some(), "forgotten"),
            ["records"] => joined(books.own().entries().iter().filter_map(Entry::number), ", "),
            ["reopen", ref capacity @ ..] => {
                let capacity = place_of(capacity, books.capacity().get() - 1)?;
                books.reopen(NonZeroUsize::MIN.saturating_add(capacity));
                "reopened".into()
            }
            ["ask", digits] => {
                let order = (self.rules.asked)(books);
                let search = books.search(&order, digits, self.options).ok();
                let search =
                    search.map(|search| (self.rules.searched)(books, digits, self.options, search));
                self.offer(search)
            }
            ["call", number] => {
                let order = (self.rules.asked)(books);
                let search = books.resolve(&order, number).ok();
                self.offer(search.map(self.rules.resolved))
            }
            ["candidates", digits] => {
                let order = (self.rules.asked)(books);
                match books.candidates(&order, digits, self.options) {
                    Ok(found) if found.is_empty() => NONE.into(),
                    Ok(found) => self.offered("candidates", found),
                    Err(_) => REFUSED.into(),
                }
            }
            ["silent"] => joined(self.silent.iter().map(String::as_str), " "),
            ["number", at] => match self.found.get(place(at)?) {
                Some(found) => found.number(self.options),
                None => UNKNOWN.into(),
            },
            ["source", at] => match self.found.get(place(at)?) {
                Some(found) => found.book.as_deref().unwrap_or("dialled").into(),
                None => UNKNOWN.into(),
            },
            ["use", at] => {
                let found = self.found.get(place(at)?);
                said(found.map(|found| books.note_use(found)).is_some(), "used")
            }
            _ => return None,
        })
    }

    fn add(&mut self, book: &str, address: &str, uses: u64, last: u64) -> String {
        let Some(book) = self.books.other_mut(book) else {
            return UNKNOWN.into();
        };
        let Ok(entry) = Entry::new(address) else {
            return REFUSED.into();
        };
        either(book.add(entry.used(uses, last)), ADDED, EXISTS)
    }

    fn set(&mut self, book: &str, is_failed: bool, is_slow: bool, word: &str) -> String {
        let Some(book) = self.books.other_mut(book) else {
            return said(false, word);
        };
        book.is_failed = is_failed;
        book.is_slow = is_slow;
        said(true, word)
    }

    fn learn(&mut self, hash: &str, key: &str) -> String {
        let mut digits = key.chars();
        let marker = digits.next().unwrap_or(' ');
        let digits = digits.as_str();
        let number = format!(
            "{hash} {marker} {}",
            digits.strip_prefix(' ').unwrap_or(digits)
        );
        self.books
            .learn(&number, self.options.packing)
            .unwrap_or(REFUSED.into())
    }

    fn offer(&mut self, search: Option<Search>) -> String {
        let Some(search) = search else {
            return REFUSED.into();
        };
        self.silent = search.silent;
        let word = match search.result {
            SearchResult::One => "one",
            SearchResult::Several => "several",
            SearchResult::Collision => "collision",
            SearchResult::Number => "dialled",
            SearchResult::Miss => return NONE.into(),
        };
        self.offered(word, search.found)
    }

    fn offered(&mut self, word: &str, found: Vec<FoundAddress>) -> String {
        self.found = found;
        let addresses = self.found.iter().map(|found| found.entry.address());
        joined([word].into_iter().chain(addresses), " ")
    }
}

const ADDED: &str = "added";
const EXISTS: &str = "exists";
const NONE: &str = "none";
const REFUSED: &str = "refused";
const UNKNOWN: &str = "unknown";

fn either(is_done: bool, word: &str, otherwise: &str) -> String {
    if is_done { word } else { otherwise }.into()
}

/// The word if something was done, otherwise `unknown`.
fn said(is_done: bool, word: &str) -> String {
    either(is_done, word, UNKNOWN)
}

/// The words with `between` between them; `none` if there are no words.
fn joined<'a>(words: impl Iterator<Item = &'a str>, between: &str) -> String {
    let words: Vec<_> = words.collect();
    if words.is_empty() {
        NONE.into()
    } else {
        words.join(between)
    }
}

fn name(word: &str) -> Option<&str> {
    let mut octets = word.bytes();
    let is_of_letters =
        octets.all(|octet| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'-');
    (!word.is_empty() && is_of_letters).then_some(word)
}

fn number(word: &str) -> Option<u64> {
    word.parse::<u64>()
        .ok()
        .filter(|number| number.to_string() == word)
}

/// Converts a place that counts from 1 to one that counts from 0.
fn place(word: &str) -> Option<usize> {
    let place = number(word)?.checked_sub(1)?;
    Some(usize::try_from(place).unwrap_or(usize::MAX))
}

/// The place that one more word gives; `otherwise` if there is no more word.
fn place_of(words: &[&str], otherwise: usize) -> Option<usize> {
    match *words {
        [] => Some(otherwise),
        [word] => place(word),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(steps: &[&str]) -> Result<Vec<String>, Error> {
        let capacity = NonZeroUsize::new(4).unwrap();
        scenario(&BookRules::DOCUMENT, steps, &Options::default(), capacity)
    }

    #[test]
    fn the_first_step_that_is_none_is_the_fault_and_no_step_is_taken() {
        // The empty step and a space are among them.
        let wrong = "| |ask|ask 2 2|ask  2|Ask 2|connect|connect A|connect |connect b_|connect b.|\
             connect \u{fc}|connect a 0|connect a 01|connect a +1|connect a 1 2|\
             connect a 18446744073709551616|order x|lists |records x|add a|add a b 1|\
             add a b 1 x|add a b 1 2 3|learn|learn 2|reopen 0|reopen x|number 0|number|\
             use -1|use 1a|use |source|forget|remove a|switch-to \u{e4}|add-list|remove-list a b|\
             record a +4|record A +4 x|fail|fail a b|slow A|restore|call|call +4 +4|silent a|\
             dance";
        for wrong in wrong.split('|') {
            let refused = Err(Error::new(ErrorKind::Syntax, 1));
            assert_eq!(answers(&["ask 2", wrong, "dance"]), refused, "{wrong:?}");
        }
        assert_eq!(answers(&[]), Ok(Vec::new()));
        let right = [
            "connect 7",
            "connect -",
            "connect b-7 10",
            "number 18446744073709551615",
        ];
        assert!(answers(&right).is_ok());
    }
}
