//! The requirements on address books that no vector can state, and properties of every search: it is a
//! naive scan of the books, and its order is total.

use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::num::NonZeroUsize;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, Packing, Profile, Strictness, hash, invert};

const OPTIONS: Options = Options {
    profile: Profile::Shifted,
    form: Form::Direct,
    packing: Packing::NaturalLsb,
    style: crate::uri2dec::Style::Spaced,
    scope: crate::uri2dec::NumberScope::Service,
    strictness: Strictness::Strict,
};

fn own() -> LearntBook {
    LearntBook::new("own", NonZeroUsize::new(3).unwrap())
}

fn book(name: &str, addresses: &[&str]) -> MemoryBook {
    let mut book = MemoryBook::new(name);
    for address in addresses {
        book.add(address).unwrap();
    }
    book
}

fn books(addresses: &[&str]) -> AddressBooks {
    let mut books: AddressBooks = AddressBooks::new(own(), "home");
    books.connect(Box::new(book("other", addresses)));
    books
}

fn outcome(books: &AddressBooks, digits: &str) -> SearchResult {
    books.search(digits, &OPTIONS).unwrap().outcome
}

fn found(books: &AddressBooks, digits: &str) -> Vec<String> {
    outcome(books, digits).found().iter().map(|f| f.entry.address().into()).collect()
}

/// A book that counts how often it is asked.
fn counting(name: &str, addresses: &'static [&str]) -> (Box<dyn AddressSource>, Rc<Cell<u32>>) {
    let asked = Rc::new(Cell::new(0));
    let counter = Rc::clone(&asked);
    let call = move |_: &Query| {
        counter.set(counter.get() + 1);
        Ok(addresses.iter().filter_map(|address| Entry::new(address).ok()).collect())
    };
    (Box::new(Procedure::new(name, call)), asked)
}

#[test]
fn requirement_37_any_procedure_is_a_book_and_one_that_fails_stops_nothing() {
    let mut books: AddressBooks = AddressBooks::new(own(), "home");
    let down = |_: &Query| Err(Unavailable::new("no route"));
    let id = books.connect(Box::new(Procedure::new("directory", down)));
    let guess = |query: &Query| Ok(vec![Entry::new(&format!("{}.x", query.digits())).unwrap()]);
    books.connect(Box::new(Procedure::new("guess", guess)));
    let search = books.search("25", &OPTIONS).unwrap();
    assert_eq!(search.outcome.found()[0].entry.address(), "25.x");
    let reason = Unavailable::new("no route");
    assert_eq!(search.silent, [SilentBook { id, name: "directory".into(), reason }]);
}

#[test]
fn requirement_38_books_are_asked_in_the_order_of_the_list_until_one_has_a_match() {
    let mut books: AddressBooks = AddressBooks::new(own(), "home");
    let (first, asked_first) = counting("first", &["bob"]);
    let (second, asked_second) = counting("second", &["alice@second"]);
    let (third, asked_third) = counting("third", &["alice@third"]);
    books.connect(first);
    let second = books.connect(second);
    books.connect(third);
    assert_eq!(found(&books, "25423"), ["alice@second"]);
    assert_eq!([asked_first.get(), asked_second.get(), asked_third.get()], [1, 1, 0]);
    assert!(books.include_at(usize::MAX, second));
    assert_eq!(found(&books, "25423"), ["alice@third"]);
}

#[test]
fn requirement_39_lists_are_kept_and_switched_between() {
    let mut books = books(&["alice@home"]);
    books.add_list("road").unwrap();
    assert_eq!(books.add_list("road"), Err(ListError::Exists));
    assert_eq!(books.add_list("home"), Err(ListError::Exists));
    assert_eq!(books.switch_to("sea"), Err(ListError::Unknown));
    books.switch_to("road").unwrap();
    books.connect(Box::new(book("car", &["alice@road"])));
    assert_eq!(found(&books, "25423"), ["alice@road"]);
    books.switch_to("home").unwrap();
    assert_eq!(found(&books, "25423"), ["alice@home"]);
    assert_eq!(books.other_lists().collect::<Vec<_>>(), ["road"]);
    assert_eq!(books.remove_list("home"), Err(ListError::InUse));
    books.remove_list("road").unwrap();
    assert_eq!(books.remove_list("road"), Err(ListError::Unknown));
}

#[test]
fn requirement_43_a_new_book_goes_to_the_end_of_the_list_in_use_and_may_be_removed() {
    let mut books: AddressBooks = AddressBooks::new(own(), "home");
    books.add_list("road").unwrap();
    let first = books.connect(Box::new(book("first", &["alice@first"])));
    let second = books.connect(Box::new(book("second", &["alice@second"])));
    assert_eq!(books.order(), [BookId::OWN, first, second]);
    let placed = books.connect_at(1, Box::new(book("placed", &[])));
    assert_eq!(books.order(), [BookId::OWN, placed, first, second]);
    assert!(books.leave_out(placed));
    assert!(!books.leave_out(placed));
    books.switch_to("road").unwrap();
    assert_eq!(books.order(), [BookId::OWN]);
    assert!(books.include_at(9, first));
    let removed = books.disconnect(first).unwrap();
    assert_eq!(removed.name(), "first");
    assert_eq!(books.order(), [BookId::OWN]);
    assert!(!books.include_at(0, first));
    assert!(books.disconnect(first).is_none());
    assert!(books.disconnect(BookId::OWN).is_none(), "the own book stays");
    books.switch_to("home").unwrap();
    assert_eq!(books.order(), [BookId::OWN, second]);
    assert_eq!(found(&books, "25423"), ["alice@second"]);
}

#[test]
fn requirement_44_entered_digits_match_anywhere_in_either_hash() {
    // alice@commandus.com is 2542302666263870266, inverted 2660266626387025423 (section 6).
    let books = books(&["alice@commandus.com"]);
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
        let SearchResult::One(found) = outcome(&books, digits) else { panic!("{digits}") };
        let Origin::Book { matched, .. } = found.origin else { panic!("{digits}") };
        assert_eq!(matched, Match { place, form }, "{digits}");
    }
    assert_eq!(outcome(&books, "2542303"), SearchResult::Miss);
    // Nines are symbols too: wxyz is 9999.
    let nines = self::books(&["wxyz"]);
    assert_eq!(found(&nines, "9999"), ["wxyz"]);
    assert_eq!(outcome(&nines, "99999"), SearchResult::Miss);
}

#[test]
fn requirement_44_only_digits_are_entered() {
    let books = books(&["alice"]);
    let refused = |digits| books.search(digits, &OPTIONS).unwrap_err();
    assert_eq!(refused(""), Error::new(ErrorKind::HashEmpty, 0));
    assert_eq!(refused("25 23"), Error::new(ErrorKind::HashDigit, 2));
    assert_eq!(books.candidates("2\u{662}", &OPTIONS).unwrap_err().position, 1);
}

#[test]
fn requirement_45_a_match_that_a_book_invents_is_left_out() {
    let mut books: AddressBooks = AddressBooks::new(own(), "home");
    let (liar, _) = counting("liar", &["bob", "carol"]);
    books.connect(liar);
    assert_eq!(found(&books, "262"), ["bob"]);
}

#[test]
fn requirement_51_only_canonical_numbers_are_remembered() {
    let lenient = Options { strictness: Strictness::Lenient, ..OPTIONS };
    let mut books = books(&[]);
    // The misprint of section 3.3, which the lenient reader takes.
    let refused = books.learn("26202666263870266", "1 1512622351721", &lenient).unwrap_err();
    assert_eq!(refused, Error::new(ErrorKind::KeyLeadingZero, 19));
    for key in ["8 4513", "8 4515", "8 2511", "8 44511", "8 45119", "5 4511", "8", ""] {
        let accepted = books.learn("25423", key, &lenient);
        assert_eq!(accepted.is_ok(), key == "8 45119", "{key}");
    }
    let numbers: Vec<_> = books.own().records().map(Learnt::number).collect();
    assert_eq!(numbers, ["25423 8 4511"], "without its nine");
}

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

        let mut books: AddressBooks = AddressBooks::new(own(), "home");
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
        let ranked = search::rank(&query, entries, BookId::OWN, "own", &SearchRules::DOCUMENT);
        prop_assert_eq!(&search::rank(&query, turned, BookId::OWN, "own", &SearchRules::DOCUMENT), &ranked);
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
