//! The requirements on address books, 36 to 52 of the ledger, one test or more each.

use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::num::NonZeroUsize;

use super::*;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, Packing, Profile, Strictness, decode, hash};

pub(super) const OPTIONS: Options = Options {
    profile: Profile::Shifted,
    form: Form::Direct,
    packing: Packing::NaturalLsb,
    style: crate::uri2dec::Style::Spaced,
    scope: crate::uri2dec::NumberScope::Service,
    strictness: Strictness::Strict,
};

pub(super) fn own() -> LearntBook {
    LearntBook::new("own", NonZeroUsize::new(3).unwrap())
}

fn book(name: &str, addresses: &[&str]) -> MemoryBook {
    let mut book = MemoryBook::new(name);
    for address in addresses {
        book.add(address).unwrap();
    }
    book
}

pub(super) fn books(addresses: &[&str]) -> AddressBooks<LearntBook> {
    let mut books = AddressBooks::new(own(), "home");
    books.connect(Box::new(book("other", addresses)));
    books
}

pub(super) fn outcome(books: &AddressBooks<LearntBook>, digits: &str) -> SearchResult {
    books.search(digits, &OPTIONS).unwrap().outcome
}

fn found(books: &AddressBooks<LearntBook>, digits: &str) -> Vec<String> {
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
fn requirement_36_books_complete_an_address_and_resolve_a_hash_without_key() {
    // Section 3.1: 25423 is alice, whom the books know at commandus.com.
    let books = books(&["alice@commandus.com", "bob@commandus.com"]);
    assert_eq!(found(&books, "25423"), ["alice@commandus.com"]);
    // Section 3.2: the hash of the whole address.
    assert_eq!(found(&books, "2542302666263870266"), ["alice@commandus.com"]);
}

#[test]
fn requirement_37_any_procedure_is_a_book_and_one_that_fails_stops_nothing() {
    let mut books = AddressBooks::new(own(), "home");
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
    let mut books = AddressBooks::new(own(), "home");
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
fn requirement_40_one_list_is_in_use() {
    let mut books = books(&["alice@home"]);
    books.add_list("road").unwrap();
    for name in ["road", "road", "home"] {
        books.switch_to(name).unwrap();
        assert_eq!(books.list(), name);
        assert!(!books.other_lists().any(|other| other == name));
        assert_eq!(books.other_lists().count(), 1);
        assert_eq!(found(&books, "25423").len(), usize::from(name == "home"));
    }
}

#[test]
fn requirement_41_a_miss_does_not_switch_lists() {
    let mut books = books(&["alice"]);
    books.add_list("road").unwrap();
    books.switch_to("road").unwrap();
    assert_eq!(outcome(&books, "25423"), SearchResult::Miss);
    assert_eq!(books.list(), "road");
    assert_eq!(outcome(&books, "25423"), SearchResult::Miss);
}

#[test]
fn requirement_42_the_own_book_is_asked_first_unless_the_order_is_changed() {
    let mut books = books(&["alice@other"]);
    books.learn("25423", "1 5622", &OPTIONS).unwrap();
    assert_eq!(found(&books, "25423"), ["alice"]);
    books.add_list("road").unwrap();
    books.switch_to("road").unwrap();
    assert_eq!(books.order(), [BookId::OWN]);
    books.switch_to("home").unwrap();
    assert!(books.include_at(usize::MAX, BookId::OWN));
    assert_eq!(found(&books, "25423"), ["alice@other"]);
}

#[test]
fn requirement_43_a_new_book_goes_to_the_end_of_the_list_in_use_and_may_be_removed() {
    let mut books = AddressBooks::new(own(), "home");
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
fn requirement_45_the_only_match_is_the_address_and_completes_the_hash_with_its_key() {
    let books = books(&["bob@commandus.com"]);
    // The printed key of section 3.3 less its doubled marker.
    for (digits, number, key) in [
        ("262", "26202666263870266 1 512622351721", "1 512622351721"),
        ("26602666", "26602666263870262 0 512622351721", "0 512622351721"),
    ] {
        let SearchResult::One(found) = outcome(&books, digits) else { panic!("{digits}") };
        assert_eq!(found.number(&OPTIONS), number);
        assert_eq!(found.key(&OPTIONS), key);
        assert_eq!(decode(number, &OPTIONS).as_deref(), Ok("bob@commandus.com"));
    }
}

#[test]
fn requirement_45_a_match_that_a_book_invents_is_left_out() {
    let mut books = AddressBooks::new(own(), "home");
    let (liar, _) = counting("liar", &["bob", "carol"]);
    books.connect(liar);
    assert_eq!(found(&books, "262"), ["bob"]);
}

#[test]
fn requirement_46_several_matches_are_sorted_by_weight_and_offered() {
    // 262 is the whole hash of bob, begins ana.x (26209), follows a separator in x@bob1@x
    // (90262109, and inverted too), and is within abob (2262).
    let mut other = book("other", &["abob", "ana.x", "x@bob1@x", "bob", "cob"]);
    for address in ["abob", "abob", "cob", "bob"] {
        assert!(other.record_use(address));
    }
    let mut books = AddressBooks::new(own(), "home");
    books.connect(Box::new(other));
    let SearchResult::Several(several) = outcome(&books, "262") else { panic!() };
    let offered: Vec<_> = several.iter().map(|found| found.entry.address()).collect();
    // bob and cob are both whole and used once, bob later.
    assert_eq!(offered, ["bob", "cob", "ana.x", "x@bob1@x", "abob"]);
    let weights: Vec<_> = several.iter().map(|found| found.weight().unwrap()).collect();
    assert!(weights.windows(2).all(|pair| pair[0] > pair[1]));
}

#[test]
fn requirement_46_more_uses_weigh_more_than_a_later_one_and_spelling_decides_at_the_end() {
    let mut other = book("other", &["aob", "bob", "cob", "boa"]);
    for address in ["cob", "cob", "bob"] {
        other.record_use(address);
    }
    let mut books = AddressBooks::new(own(), "home");
    books.connect(Box::new(other));
    assert_eq!(found(&books, "262"), ["cob", "bob", "aob", "boa"]);
    // A choice changes the order the next time.
    let chosen = outcome(&books, "262").found()[2].clone();
    for _ in 0..2 {
        books.note_use(&chosen).unwrap();
    }
    assert_eq!(found(&books, "262"), ["aob", "cob", "bob", "boa"]);
}

/// Addresses of the hash 22222.
fn equal(count: usize) -> Vec<String> {
    let letters = ["a", "b", "c", "2"];
    (0..count).map(|n| format!("aaa{}{}", letters[n / 4], letters[n % 4])).collect()
}

#[test]
fn requirement_47_fewer_than_ten_equal_hashes_are_a_list_and_from_ten_on_the_key_may_be_asked_for()
{
    for (count, collision) in [(2, false), (9, false), (10, true), (11, true)] {
        let addresses = equal(count);
        let addresses: Vec<_> = addresses.iter().map(String::as_str).collect();
        assert!(addresses.iter().all(|address| hash(address).as_deref() == Ok("22222")));
        let books = books(&addresses);
        let outcome = outcome(&books, "22222");
        assert_eq!(matches!(outcome, SearchResult::Collision(_)), collision, "{count}");
        assert_eq!(outcome.found().len(), count);
        // A key cannot follow a part of the hash.
        assert!(matches!(self::outcome(&books, "2222"), SearchResult::Several(_)), "{count}");
    }
}

#[test]
fn requirement_48_without_a_match_the_key_is_entered() {
    let mut books = books(&["bob"]);
    assert_eq!(outcome(&books, "25423"), SearchResult::Miss);
    assert_eq!(books.learn("25423", "1 5622", &OPTIONS).unwrap().address(), "alice");
}

#[test]
fn requirement_49_an_entered_address_needs_no_key_again() {
    let mut books = books(&[]);
    books.learn("25423", "15622", &OPTIONS).unwrap();
    // The key as it was entered, of the other profile and form.
    books.learn("26602666263870262", "9401511240610", &OPTIONS).unwrap();
    let numbers: Vec<_> = books.own().records().map(Learnt::number).collect();
    assert_eq!(numbers, ["25423 1 5622", "26602666263870262 9 401511240610"]);
    for (digits, address) in [("25423", "alice"), ("26602666263870262", "bob@commandus.com")] {
        let SearchResult::One(found) = outcome(&books, digits) else { panic!("{digits}") };
        assert_eq!(found.entry.address(), address);
        assert!(matches!(&found.origin, Origin::Book { id: BookId::OWN, .. }));
    }
    // A second address of the same hash: a choice, but no key.
    books.learn("25423", "8 0", &OPTIONS).unwrap();
    assert_eq!(found(&books, "25423"), ["cjgcd", "alice"]);
}

#[test]
fn requirement_50_the_least_recently_used_beyond_the_capacity_is_removed() {
    let mut books = books(&[]);
    for (hash, key) in [("25423", "8 4511"), ("262", "8 421"), ("2", "8 4")] {
        books.learn(hash, key, &OPTIONS).unwrap();
    }
    let alice = outcome(&books, "25423").found()[0].clone();
    books.note_use(&alice).unwrap();
    books.learn("1", "8 0", &OPTIONS).unwrap();
    let kept: Vec<_> = books.own().records().map(|r| r.entry().address()).collect();
    assert_eq!(kept, ["a", "alice", "1"]);
    assert_eq!(outcome(&books, "262"), SearchResult::Miss);
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

#[test]
fn requirement_52_each_address_names_the_book_it_comes_from() {
    let mut books = books(&["alice@commandus.com", "alice"]);
    books.learn("25423", "1 5622", &OPTIONS).unwrap();
    let origins: Vec<_> = books
        .candidates("25423", &OPTIONS)
        .unwrap()
        .iter()
        .map(|found| match &found.origin {
            Origin::Book { name, .. } => (found.entry.address().to_string(), name.clone()),
            Origin::Number => panic!("too short"),
        })
        .collect();
    let expected = [("alice", "own"), ("alice@commandus.com", "other")];
    assert_eq!(origins, expected.map(|(address, name)| (address.into(), name.into())));
}

#[test]
fn sixteen_digits_are_a_whole_hash_then_hash_and_key_then_a_part() {
    // The pre-inverted hash of bob@commandus.com is also the octal number of 2no.2moocod.
    let digits = "26602666263870262";
    let octal = Options { profile: Profile::Octal, ..OPTIONS };
    let search = |addresses: &[&str]| books(addresses).search(digits, &octal).unwrap().outcome;
    let whole = search(&["bob@commandus.com", "bob1@commandus.com"]);
    assert!(matches!(&whole, SearchResult::One(f) if f.entry.address() == "bob@commandus.com"));
    let SearchResult::Number(readings) = search(&["bobx@commandus.com"]) else { panic!() };
    assert_eq!(readings[0].entry.address(), "2no.2moocod");
    assert_eq!(readings[0].origin, Origin::Number);
    assert_eq!(readings[0].weight(), None);
    // In the shifted profile it is not a number, so only the part is left.
    let part = books(&["bobx@commandus.com"]).search(digits, &OPTIONS).unwrap().outcome;
    assert!(matches!(&part, SearchResult::One(f) if f.entry.address() == "bobx@commandus.com"));
    let all = books(&["bobx@commandus.com", "bob@commandus.com"]).candidates(digits, &octal);
    let all: Vec<_> = all.unwrap().iter().map(|f| f.entry.address().to_string()).collect();
    assert_eq!(all, ["bob@commandus.com", "2no.2moocod", "bobx@commandus.com"]);
}

#[test]
fn fifteen_digits_are_never_a_number() {
    // alice dialled with five nines is 15 digits.
    assert_eq!(outcome(&books(&[]), "254231562299999"), SearchResult::Miss);
    assert!(matches!(outcome(&books(&[]), "2542315622999999"), SearchResult::Number(_)));
}

#[test]
fn parts_of_a_hash_are_found_beside_a_whole_one_only_below_sixteen_digits() {
    // No key begins with a 2, so these digits are not a number.
    let letters: Vec<_> = (15..=18).map(|count| "a".repeat(count)).collect();
    let digits = |count| "2".repeat(count);
    let one = books(&[&letters[0], &letters[1]]);
    assert_eq!(found(&one, &digits(15)), [&*letters[0], &*letters[1]]);
    let one = books(&[&letters[1], &letters[2]]);
    assert_eq!(found(&one, &digits(16)), [&*letters[1]]);
    // Of parts those of the first book count, and a whole one in a later book counts more.
    let mut two = books(&[&letters[2]]);
    two.connect(Box::new(book("second", &[&letters[3]])));
    assert_eq!(found(&two, &digits(16)), [&*letters[2]]);
    two.connect(Box::new(book("third", &[&letters[1]])));
    assert_eq!(found(&two, &digits(16)), [&*letters[1]]);
}

#[test]
fn every_reading_of_a_dialled_number_is_given() {
    // The number of bob@commandus.com, which can be read in two ways.
    let SearchResult::Number(readings) = outcome(&books(&[]), "262026662638702661512622351721")
    else {
        panic!()
    };
    assert_eq!(readings.len(), 2);
    assert_eq!(readings[0].entry.address(), "bob@commandus.com");
}
