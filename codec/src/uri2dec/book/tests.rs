//! Every search is a naive scan of the books, and its order is total. The cases of the suite show the rest.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::num::NonZeroUsize;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::uri2dec::{Form, Options, hash, invert};

/// Entries with their history, each address once. The addresses have few symbols, so that hashes meet
/// often.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let address = vec_of(
        select(vec!["a", "b", "2", "o", "6", ".", "@", "0", "1"]),
        1..9,
    );
    let history = (address, 0..3_u64, 0..3_u64)
        .prop_map(|(address, uses, last)| Entry::new(&address.concat()).unwrap().used(uses, last));
    vec_of(history, 0..30).prop_map(|entries| {
        let mut book = Book::default();
        entries
            .into_iter()
            .filter(|entry| book.add(entry.clone()))
            .collect()
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
                let form = if direct >= inverted { Form::Direct } else { Form::PreInverted };
                let matched = Match { place: direct.max(inverted)?, form };
                Some(FoundAddress { entry: entry.clone(), book: Some("other".into()), matched })
            })
            .collect();
        naive.sort_by_key(|FoundAddress { entry, matched, .. }| {
            let weight = (matched.place, entry.uses, entry.last_use);
            (Reverse(weight), entry.address().to_string())
        });

        let by = if entries.is_empty() { 0 } else { turn.index(entries.len()) };
        let turned = entries[by..].iter().chain(&entries[..by]).rev().cloned().collect();
        for entries in [entries.clone(), turned] {
            let mut books = AddressBooks::new("home", NonZeroUsize::MIN, BookRules::DOCUMENT);
            let mut book = Book::default();
            entries.into_iter().for_each(|entry| assert!(book.add(entry)));
            assert!(books.connect("other", book, usize::MAX));
            let search = books.search(books.order(), digits, &Options::default()).unwrap();
            prop_assert_eq!(&search.found, &naive);
            let is_whole = |found: &&FoundAddress| found.matched.place == MatchPlace::Whole;
            let result = match naive.len() {
                0 => SearchResult::Miss,
                1 => SearchResult::One,
                _ if naive.iter().filter(is_whole).count() >= 10 => SearchResult::Collision,
                _ => SearchResult::Several,
            };
            prop_assert_eq!(search.result, result);
        }
    }
}
