//! Searches in address books.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use acegate::hunt::Violation;
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::{AddressBooks, Book, BookRules, Entry};

/// Each address that is found contains the entered digits, is found once, and is found again by the
/// same search.
pub(crate) fn book_search(octets: &[u8]) -> Result<(), Violation> {
    let text = String::from_utf8_lossy(octets);
    let mut lines = text.lines();
    let digits = lines.next().unwrap_or_default();
    let mut books = AddressBooks::new("list", CAPACITY, BookRules::DOCUMENT);
    let mut silent = Book::default();
    silent.is_failed = true;
    connect(&mut books, SILENT, silent)?;
    let mut added = BTreeSet::new();
    for name in ["first", "second"] {
        let mut book = Book::default();
        for address in lines.by_ref().take(ENTRIES) {
            if let Ok(entry) = Entry::new(address) {
                added.insert(entry.address().to_owned());
                book.add(entry);
            }
        }
        connect(&mut books, name, book)?;
    }
    // It answers only telephone numbers, so that no digits of a keypad find anything in it.
    let mut numbers = Book::default();
    law(
        numbers.add_record(NUMBER, RECORD).is_ok(),
        "a-record-is-added",
    )?;
    law(!numbers.resolve(NUMBER).is_empty(), "a-record-is-found")?;
    connect(&mut books, NUMBERS, numbers)?;
    let options = Options::default();
    let Ok(found) = books.candidates(books.order(), digits, &options) else {
        return Ok(());
    };
    let Ok(search) = books.search(books.order(), digits, &options) else {
        return law(false, "a-search-takes-the-same-digits");
    };
    let all = search.found.iter().all(|one| found.contains(one));
    law(all, "what-a-search-finds-is-a-candidate")?;
    law(
        search.silent.iter().all(|name| name == SILENT),
        "a-silent-book-is-named",
    )?;
    let of_numbers = found.iter().any(|one| one.book.as_deref() == Some(NUMBERS));
    law(!of_numbers, "a-book-of-numbers-answers-no-digits")?;
    let again = books.candidates(books.order(), digits, &options);
    law(again.as_ref() == Ok(&found), "a-search-is-repeatable")?;
    let addresses: BTreeSet<_> = found.iter().map(|found| found.entry.address()).collect();
    law(addresses.len() == found.len(), "no-address-comes-twice")?;
    for found in &found {
        let entry = &found.entry;
        let known = added.contains(entry.address());
        let holds = [entry.hash(), entry.inverted_hash()]
            .iter()
            .any(|hash| hash.contains(digits));
        // A whole number is also looked up, and then needs no book.
        let number = found.number(&options).replace(' ', "");
        law(
            !known || holds || number.contains(digits),
            "what-is-found-matches",
        )?;
    }
    for found in &found {
        books.note_use(found);
    }
    let used = books.candidates(books.order(), digits, &options);
    let kept = used.map_or(0, |used| used.len());
    law(kept == found.len(), "a-use-keeps-what-is-found")
}

/// Connects a book after all others.
fn connect(books: &mut AddressBooks, name: &str, book: Book) -> Result<(), Violation> {
    law(books.connect(name, book, usize::MAX), "a-book-is-connected")
}

const SILENT: &str = "silent";
const NUMBERS: &str = "numbers";
const NUMBER: &str = "+441164960348";
const RECORD: &str = r#"100 10 "u" "E2U+sip" "!^.*$!sip:bob@commandus.com!" ."#;

/// How many lines of an input are entered in each book.
const ENTRIES: usize = 8;

/// The number of numbers that the book of the device keeps.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

fn law(holds: bool, name: &str) -> Result<(), Violation> {
    super::laws::law(holds, "address book", name, String::new)
}
