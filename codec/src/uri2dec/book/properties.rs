//! Properties of every search: it is a naive scan of the books, and its order is total.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;

use super::requirements::{OPTIONS, books, outcome, own};
use super::*;
use crate::uri2dec::{Form, Options, Profile, hash, invert};

/// Addresses over few symbols, so that hashes meet often.
fn address() -> impl Strategy<Value = String> {
    vec_of(select(vec!["a", "b", "2", "o", "6", ".", "@", "0", "1"]), 1..9)
        .prop_map(|symbols| symbols.concat())
}

fn history() -> impl Strategy<Value = Entry> {
    (address(), 0..3_u64, 0..3_u64)
        .prop_map(|(address, uses, last)| Entry::new(&address).unwrap().used(uses, last))
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
    fn search_is_a_naive_scan(
        entries in vec_of(history(), 0..30),
        digits in select(vec!["2", "0", "1", "6", "22", "20", "02", "26", "060", "222", "262"]),
    ) {
        let mut naive: Vec<_> = entries
            .iter()
            .filter_map(|entry| {
                let address = entry.address();
                let direct = naive_place(digits, &hash(address).unwrap());
                let inverted = naive_place(digits, &hash(&invert(address).unwrap()).unwrap());
                let place = direct.max(inverted)?;
                Some((place, entry.uses(), entry.last_use(), address.to_string()))
            })
            .collect();
        naive.sort_by(|a, b| (b.0, b.1, b.2).cmp(&(a.0, a.1, a.2)).then(a.3.cmp(&b.3)));
        let mut seen = alloc::collections::BTreeSet::new();
        naive.retain(|(.., address)| seen.insert(address.clone()));

        let mut books = AddressBooks::new(own(), "home");
        books.connect(Box::new(Procedure::new("all", move |_: &Query| Ok(entries.clone()))));
        let outcome = outcome(&books, digits);
        let found: Vec<_> = outcome
            .found()
            .iter()
            .map(|found| {
                let Weight { place, uses, last_use } = found.weight().unwrap();
                (place, uses, last_use, found.entry.address().to_string())
            })
            .collect();
        prop_assert_eq!(&found, &naive);
        let whole = naive.iter().filter(|found| found.0 == MatchPlace::Whole).count();
        prop_assert_eq!(matches!(outcome, SearchResult::One(_)), naive.len() == 1);
        prop_assert_eq!(matches!(outcome, SearchResult::Miss), naive.is_empty());
        prop_assert_eq!(matches!(outcome, SearchResult::Collision(_)), whole >= 10);
    }

    #[test]
    fn order_is_total_and_does_not_depend_on_the_order_of_the_book(
        entries in vec_of(history(), 0..20),
        turn in any::<prop::sample::Index>(),
    ) {
        let mut turned = entries.clone();
        turned.reverse();
        if !turned.is_empty() {
            let by = turn.index(turned.len());
            turned.rotate_left(by);
        }
        let query = Query::new("2").unwrap();
        let ranked = search::rank(&query, entries, BookId::OWN, "own");
        prop_assert_eq!(&search::rank(&query, turned, BookId::OWN, "own"), &ranked);
        for pair in ranked.windows(2) {
            let weights = (pair[0].weight().unwrap(), pair[1].weight().unwrap());
            let spelled = pair[0].entry.address() < pair[1].entry.address();
            prop_assert!(weights.0 > weights.1 || (weights.0 == weights.1 && spelled));
        }
    }

    #[test]
    fn a_learnt_address_is_found_by_its_hash(address in address(), octal: bool, inverted: bool) {
        let options = Options {
            profile: if octal { Profile::Octal } else { Profile::Shifted },
            form: if inverted { Form::PreInverted } else { Form::Direct },
            ..OPTIONS
        };
        let number = crate::uri2dec::encode(&address, &options).unwrap();
        let (hash, key) = number.split_once(' ').unwrap();
        let mut books = books(&[]);
        let learnt = books.learn(hash, key, &OPTIONS).unwrap();
        prop_assert_eq!(learnt.address(), &address);
        let SearchResult::One(found) = outcome(&books, hash) else { panic!("{hash}") };
        prop_assert_eq!(found.entry.address(), &address);
        prop_assert_eq!(found.weight().unwrap().place, MatchPlace::Whole);
    }

    #[test]
    fn any_digits_have_an_outcome(digits in "[0-9]{1,40}", entered in any::<String>()) {
        let books = books(&["bob@commandus.com", "a.b", "1"]);
        let search = books.search(&digits, &OPTIONS).unwrap();
        let again = books.search(&digits, &OPTIONS).unwrap();
        prop_assert_eq!(search, again);
        prop_assert_eq!(books.search(&entered, &OPTIONS).is_ok(), Query::new(&entered).is_ok());
        let refused = own().learn(&digits, &entered, &OPTIONS).map_err(|error| error.position);
        prop_assert!(refused.is_ok() || refused.unwrap_err() <= digits.len() + entered.len());
    }
}
