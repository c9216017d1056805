//! Searches in address books.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use acegate::hunt::Violation;
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::{
    AddressBooks, AddressSource, FoundAddress, LearntBook, MemoryBook, Origin, Procedure, Query,
    SilentBook, Unavailable,
};

/// Each address that is found contains the entered digits, is found once, and is found again by the
/// same search.
pub(crate) fn book_search(octets: &[u8]) -> Result<(), Violation> {
    let text = String::from_utf8_lossy(octets);
    let mut lines = text.lines();
    let digits = lines.next().unwrap_or_default();
    let mut books: AddressBooks = AddressBooks::new(LearntBook::new("own", CAPACITY), "list");
    let silent = |_: &Query| Err(Unavailable::new(REASON));
    let silent = books.connect(Box::new(Procedure::new("silent", silent)));
    let mut added = BTreeSet::new();
    for name in ["first", "second"] {
        let mut book = MemoryBook::new(name);
        for address in lines.by_ref().take(8) {
            if book.add(address).is_ok() {
                added.insert(address.to_ascii_lowercase());
            }
        }
        books.connect(Box::new(book));
    }
    let mut guess = Procedure::new("guess", |_: &Query| Ok(Vec::new()));
    law(guess.note_use("a").is_ok(), "a-book-without-history-notes-nothing")?;
    books.connect(Box::new(guess));
    // It answers telephone numbers alone, so that no digits of a keypad find anything in it.
    let numbers = books.connect(Box::new(MemoryBook::new("numbers")));
    let options = Options::default();
    let Ok(found) = books.candidates(digits, &options) else { return Ok(()) };
    let Ok(search) = books.search(digits, &options) else {
        return law(false, "a-search-takes-the-same-digits");
    };
    let candidates = search.outcome.found().iter().all(|one| found.contains(one));
    law(candidates, "what-a-search-finds-is-a-candidate")?;
    let named = |book: &SilentBook| book.id == silent && book.reason.to_string().contains(REASON);
    law(search.silent.iter().all(named), "a-silent-book-is-named")?;
    let of_numbers =
        |one: &FoundAddress| matches!(&one.origin, Origin::Book { id, .. } if *id == numbers);
    law(!found.iter().any(of_numbers), "a-book-of-numbers-answers-no-digits")?;
    let again = books.candidates(digits, &options);
    law(again.as_ref() == Ok(&found), "a-search-is-repeatable")?;
    let addresses: BTreeSet<_> = found.iter().map(|found| found.entry.address()).collect();
    law(addresses.len() == found.len(), "no-address-comes-twice")?;
    for found in &found {
        let entry = &found.entry;
        let number = found.number(&options);
        let known = added.contains(entry.address());
        let holds = [entry.hash(), entry.inverted_hash()].iter().any(|hash| hash.contains(digits));
        // A whole number is looked up too, and then needs no book.
        let key = found.key(&options).replace(' ', "");
        law(number.replace(' ', "").contains(&key), "a-number-has-its-key")?;
        law(!known || holds || number.replace(' ', "").contains(digits), "what-is-found-matches")?;
    }
    for found in &found {
        law(books.note_use(found).is_ok(), "a-use-is-noted")?;
    }
    let lists = [books.add_list("list"), books.remove_list("list"), books.switch_to("none")];
    let messages: BTreeSet<_> =
        lists.into_iter().filter_map(Result::err).map(|e| e.to_string()).collect();
    law(messages.len() == 3, "each-error-of-lists-is-told")
}

const REASON: &str = "not today";

/// The number of numbers that the own book keeps.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

fn law(holds: bool, name: &str) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation::law("address book", name, String::new())) }
}
