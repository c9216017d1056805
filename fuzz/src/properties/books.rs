//! Address books: their files and their searches.

use std::collections::BTreeSet;

use acegate::hunt::Violation;
use acegate_address_book::StoreError;
use acegate_codec::uri2dec::Options;
use acegate_codec::uri2dec::book::{
    AddressBooks, AddressSource, EnumBook, FoundAddress, LearntBook, LowestBook, MemoryBook,
    Origin, Procedure, Query, SilentBook, Unavailable,
};

use super::memory_storage::{CAPACITY, MemoryStorage, law, names_its_cause, numbers, open};

/// A file is read as a book, or refused and left as it is. A number that was learnt is there when the
/// book is opened again. A written file with one bit changed is never read.
///
/// If the first octet is even, the rest is a file. If it is odd, the next octet says which bit is
/// changed, and lines of hash and key follow, which are learnt.
pub(crate) fn book_files(octets: &[u8]) -> Result<(), Violation> {
    let Some((&choice, rest)) = octets.split_first() else { return Ok(()) };
    let storage = MemoryStorage::default();
    if choice % 2 == 0 {
        storage.put(rest.to_vec());
    }
    let mut book = match open(&storage) {
        Ok(book) => book,
        Err(error) => {
            law(names_its_cause(&error), "damage-is-told")?;
            return law(storage.octets().as_deref() == Some(rest), "a-damaged-file-is-left-alone");
        }
    };
    let read: Vec<_> = book.records().map(|record| record.number().to_owned()).collect();
    law(open(&storage).is_ok_and(|again| numbers(&again) == read), "opening-is-repeatable")?;
    let lines = if choice % 2 == 0 { b"25423 1 5622".as_slice() } else { rest };
    for line in String::from_utf8_lossy(lines).lines().take(8) {
        let Some((hash, key)) = line.split_once(' ') else { continue };
        let Ok(entry) = book.learn(hash, key, &Options::default()) else { continue };
        let Ok(again) = open(&storage) else { return law(false, "what-is-kept-can-be-opened") };
        let last = again.records().last().map(|record| record.number().to_owned());
        law(numbers(&again) == numbers(&book), "what-is-kept-is-there")?;
        law(last.is_some() && !entry.address().is_empty(), "what-is-learnt-comes-last")?;
    }
    let (Some(written), Some(&at)) = (storage.octets(), rest.first()) else { return Ok(()) };
    if choice % 2 == 1 && !written.is_empty() {
        let mut changed = written.clone();
        let at = usize::from(at) * written.len() / 256;
        changed[at] ^= 1 << (choice >> 1 & 7);
        storage.put(changed);
        law(matches!(open(&storage), Err(StoreError::Damaged { .. })), "no-change-is-unseen")?;
    }
    Ok(())
}

/// Each address that is found contains the entered digits, is found once, and is found again by the
/// same search.
pub(crate) fn book_search(octets: &[u8]) -> Result<(), Violation> {
    let text = String::from_utf8_lossy(octets);
    let mut lines = text.lines();
    let digits = lines.next().unwrap_or_default();
    let mut books = AddressBooks::new(LearntBook::new("own", CAPACITY), "list");
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
    let numbers = books.connect(Box::new(EnumBook::new("numbers")));
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
