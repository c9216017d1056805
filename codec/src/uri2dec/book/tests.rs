//! Properties of every search: it is a naive scan of the books, and its order is total. The cases of the
//! suite show the rest.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::uri2dec::{Form, Options, Packing, Profile, hash, invert};

fn books(entries: impl IntoIterator<Item = Entry>) -> AddressBooks {
    let capacity = NonZeroUsize::new(3).unwrap();
    let mut books = AddressBooks::new("home", capacity, BookRules::DOCUMENT);
    let mut book = Book::default();
    for entry in entries {
        book.add(entry);
    }
    assert!(books.connect("other", book, usize::MAX));
    books
}

fn search(books: &AddressBooks, digits: &str) -> Search {
    books.search(books.order(), digits, &Options::default()).unwrap()
}

#[test]
fn entered_digits_match_anywhere_in_either_hash() {
    // alice@commandus.com is 2542302666263870266, inverted 2660266626387025423 (section 6).
    let books = books(Entry::new("alice@commandus.com"));
    let places = [
        ("2542302666263870266", MatchPlace::Whole, Form::Direct),
        ("2660266626387025423", MatchPlace::Whole, Form::PreInverted),
        ("254230266", MatchPlace::Prefix, Form::Direct),
        ("2660266", MatchPlace::Prefix, Form::PreInverted),
        ("266626387026", MatchPlace::AfterSeparator, Form::Direct),
        ("26662638702542", MatchPlace::AfterSeparator, Form::PreInverted),
        ("638", MatchPlace::Elsewhere, Form::Direct),
        ("87025", MatchPlace::Elsewhere, Form::PreInverted),
    ];
    for (digits, place, form) in places {
        let search = search(&books, digits);
        assert_eq!(search.result, SearchResult::One, "{digits}");
        assert_eq!(search.found[0].matched, Match { place, form }, "{digits}");
    }
}

/// Addresses over few symbols, so that hashes meet often.
fn address() -> impl Strategy<Value = String> {
    vec_of(select(vec!["a", "b", "2", "o", "6", ".", "@", "0", "1"]), 1..9)
        .prop_map(|symbols| symbols.concat())
}

/// Entries with their history, each address once.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let history = (address(), 0..3_u64, 0..3_u64)
        .prop_map(|(address, uses, last)| Entry::new(&address).unwrap().used(uses, last));
    vec_of(history, 0..30).prop_map(|entries| {
        let mut book = Book::default();
        entries.into_iter().filter(|entry| book.add(entry.clone())).collect()
    })
}

/// The place of the digits in a hash, found by looking at each position.
fn naive_place(digits: &str, hash: &str) -> Option<MatchPlace> {
    let places = (0..hash.len()).filter(|&at| hash[at..].starts_with(digits));
    let place = |at: usize| match at {
        0 if hash.len() == digits.len() => MatchPlace::Whole,
        0 => MatchPlace::Prefix,
        _ if hash.as_bytes()[at - 1] == b'0' => MatchPlace::AfterSeparator,
        _ => MatchPlace::Elsewhere,
    };
    places.map(place).max()
}

proptest! {
    #[test]
    fn search_is_a_naive_scan_in_any_order_of_the_book(
        entries in entries(),
        turn in any::<prop::sample::Index>(),
        digits in select(vec!["2", "0", "1", "6", "22", "20", "02", "26", "060", "222", "262"]),
    ) {
        let mut naive: Vec<_> = entries
            .iter()
            .filter_map(|entry| {
                let address = entry.address();
                let direct = naive_place(digits, &hash(address).unwrap());
                let inverted = naive_place(digits, &hash(&invert(address).unwrap()).unwrap());
                let place = direct.max(inverted)?;
                Some((place, entry.uses, entry.last_use, address.to_string()))
            })
            .collect();
        naive.sort_by(|a, b| (b.0, b.1, b.2).cmp(&(a.0, a.1, a.2)).then(a.3.cmp(&b.3)));

        let by = if entries.is_empty() { 0 } else { turn.index(entries.len()) };
        let turned = entries[by..].iter().chain(&entries[..by]).rev().cloned();
        for books in [books(entries.clone()), books(turned)] {
            let search = search(&books, digits);
            let found = search.found.iter().map(|found| {
                let (place, uses, last_use) = found.weight();
                (place, uses, last_use, found.entry.address().to_string())
            });
            prop_assert_eq!(&found.collect::<Vec<_>>(), &naive);
            let whole = naive.iter().filter(|found| found.0 == MatchPlace::Whole).count();
            let result = match naive.len() {
                0 => SearchResult::Miss,
                1 => SearchResult::One,
                _ if whole >= 10 => SearchResult::Collision,
                _ => SearchResult::Several,
            };
            prop_assert_eq!(search.result, result);
        }
    }

    #[test]
    fn a_learnt_address_is_found_by_its_hash(address in address(), octal: bool, inverted: bool) {
        let options = Options {
            profile: if octal { Profile::Octal } else { Profile::Shifted },
            form: if inverted { Form::PreInverted } else { Form::Direct },
            ..Options::default()
        };
        let number = crate::uri2dec::encode(&address, &options).unwrap();
        let mut books = books([]);
        prop_assert_eq!(&books.learn(&number, Packing::NaturalLsb).unwrap(), &address);
        let search = search(&books, number.split(' ').next().unwrap());
        prop_assert_eq!(search.result, SearchResult::One);
        prop_assert_eq!(search.found[0].entry.address(), &address);
        prop_assert_eq!(search.found[0].matched.place, MatchPlace::Whole);
    }
}
