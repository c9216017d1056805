//! The deviations of the address books of uri2dec: the model with one rule changed. No other
//! implementation is known: they are misreadings that section 9 invites, and faults of devices that keep
//! lists of numbers.

use acegate_codec::uri2dec::book::{
    AddressBooks, BookRules, Entry, FoundAddress, Match, MatchPlace, Search, SearchResult,
};
use acegate_codec::uri2dec::{CODEC, Form, Options, Uri2dec};
use acegate_codec::{Failure, Value};

use super::answer;
use crate::{Call, Deviation, deviation};

const DOCUMENT: BookRules = BookRules::DOCUMENT;

pub(crate) const BOOKS: &[Deviation] = &[
    deviation("uri2dec/books-all-searched", &["uri2dec-38", "uri2dec-45"])
        .summary("A search puts the matches of all books together.")
        .how(|call| with(call, BookRules { as_one_book: true, ..DOCUMENT })),
    deviation("uri2dec/books-miss-switches-list", &["uri2dec-40", "uri2dec-41"])
        .summary(
            "If no book of the list in use has a match, the device switches to a list that has \
             one.",
        )
        .how(|call| with(call, BookRules { searched: other_lists, ..DOCUMENT })),
    deviation("uri2dec/books-miss-is-an-error", &["uri2dec-48"])
        .summary("A hash that no book knows is refused, so that its key cannot be entered.")
        .how(|call| {
            let said = |step: &str, answer: String| match (step, answer.as_str()) {
                ("ask", "none") => "refused".into(),
                _ => answer,
            };
            with(call, BookRules { said, ..DOCUMENT })
        }),
    deviation("uri2dec/books-new-one-first", &["uri2dec-42", "uri2dec-43"])
        .summary("A new book goes to the front of the list in use.")
        .how(|call| with(call, BookRules { new_place: 0, ..DOCUMENT })),
    deviation("uri2dec/books-match-whole-hashes", &["uri2dec-36", "uri2dec-44"])
        .summary("An entry matches only if its hash equals the digits.")
        .how(|call| {
            let matched = |digits: &str, entry: &_| {
                Match::of(digits, entry).filter(|matched| matched.place == MatchPlace::Whole)
            };
            with(call, BookRules { matched, ..DOCUMENT })
        }),
    deviation("uri2dec/books-match-direct-hashes", &["uri2dec-59"])
        .summary("Pre-inverted hashes are not matched.")
        .how(|call| {
            let matched = |digits: &str, entry: &Entry| {
                let place = MatchPlace::of(digits, entry.hash())?;
                Some(Match { place, form: Form::Direct })
            };
            with(call, BookRules { matched, ..DOCUMENT })
        }),
    deviation("uri2dec/books-lightest-first", &["uri2dec-46"])
        .summary("Several matches are offered with the smallest weight first.")
        .how(|call| {
            let order = |a: &FoundAddress, b: &FoundAddress| a.weight().cmp(&b.weight());
            with(call, BookRules { order, ..DOCUMENT })
        }),
    deviation("uri2dec/books-last-use-before-uses", &["uri2dec-60"])
        .summary("The last use of an address counts more than its number of uses.")
        .how(|call| {
            let order = |a: &FoundAddress, b: &FoundAddress| {
                let ((a, uses, last_use), (b, other_uses, other_last_use)) =
                    (a.weight(), b.weight());
                (b, other_last_use, other_uses).cmp(&(a, last_use, uses))
            };
            with(call, BookRules { order, ..DOCUMENT })
        }),
    deviation("uri2dec/books-collision-from-two", &["uri2dec-47", "uri2dec-49"])
        .summary("The key is asked for if two hashes are equal, instead of ten.")
        .how(|call| with(call, BookRules { collision_from: 2, ..DOCUMENT })),
    deviation("uri2dec/books-keep-nines", &["uri2dec-51"])
        .summary("The extension is kept as a part of the number.")
        .how(|call| {
            let read = |number: &str, packing| {
                let (address, _) = (DOCUMENT.read)(number, packing)?;
                Ok((address, number.into()))
            };
            with(call, BookRules { read, ..DOCUMENT })
        }),
    deviation("uri2dec/books-remove-newest", &["uri2dec-50"])
        .summary("The most recently used number is removed instead of the least recently used.")
        .how(|call| {
            // The new number is never the one to go.
            with(call, BookRules { removed: |count| count - 2, ..DOCUMENT })
        }),
    deviation("uri2dec/books-failure-ends-search", &["uri2dec-67", "uri2dec-76"])
        .summary("A book that cannot be asked ends the search: the books after it are not asked.")
        .how(|call| {
            let asked = |books: &mut AddressBooks| {
                let mut order = (DOCUMENT.asked)(books);
                let failed = order.iter().position(|name| is_failed(books, name));
                order.truncate(failed.map_or(usize::MAX, |at| at + 1));
                order
            };
            with(call, BookRules { asked, ..DOCUMENT })
        }),
    deviation("uri2dec/books-failure-removes", &["uri2dec-68", "uri2dec-76"])
        .summary("A book that could not be asked is taken out of the list.")
        .how(|call| {
            let asked = |books: &mut AddressBooks| {
                let order = (DOCUMENT.asked)(books);
                if let Some(failed) = order.iter().find(|name| is_failed(books, name)) {
                    books.leave_out(failed);
                }
                order
            };
            with(call, BookRules { asked, ..DOCUMENT })
        }),
    deviation("uri2dec/books-fastest-first", &["uri2dec-77"])
        .summary("All books are asked at once, and the first answer counts.")
        .how(|call| {
            let asked = |books: &mut AddressBooks| {
                let mut order = (DOCUMENT.asked)(books);
                order.sort_by_key(|name| books.book(name).is_some_and(|book| book.is_slow));
                order
            };
            with(call, BookRules { asked, ..DOCUMENT })
        }),
    deviation("uri2dec/books-failure-not-told", &["uri2dec-78"])
        .summary("The device does not say which books it could not ask.")
        .how(|call| {
            let said = |step: &str, answer| if step == "silent" { "none".into() } else { answer };
            with(call, BookRules { said, ..DOCUMENT })
        }),
    deviation("uri2dec/books-dialled-digits-as-number", &["uri2dec-79"])
        .summary("Dialled digits that no book has are looked up as a telephone number.")
        .how(|call| {
            let searched =
                |books: &mut AddressBooks, digits: &str, _: &_, search: Search| match search.result
                {
                    SearchResult::Miss => {
                        books.resolve(books.order(), &format!("+{digits}")).unwrap_or(search)
                    }
                    _ => search,
                };
            with(call, BookRules { searched, ..DOCUMENT })
        }),
    deviation("uri2dec/books-first-uri-alone", &["uri2dec-69"])
        .summary("Only the first of the URIs of a telephone number is offered.")
        .how(|call| {
            let resolved = |mut search: Search| {
                search.found.truncate(1);
                let result =
                    if search.found.is_empty() { search.result } else { SearchResult::One };
                Search { result, ..search }
            };
            with(call, BookRules { resolved, ..DOCUMENT })
        }),
    deviation("uri2dec/books-source-not-told", &["uri2dec-61"])
        .summary("Every address is shown with the own book as its source.")
        .how(|call| {
            let said = |step: &str, answer: String| match (step, answer.as_str()) {
                (_, "dialled" | "unknown") => answer,
                ("source", _) => "own".into(),
                _ => answer,
            };
            with(call, BookRules { said, ..DOCUMENT })
        }),
];

/// The answer of a device with these rules; `None` for other operations.
fn with(call: &Call<'_>, books: BookRules) -> Option<Result<Value, Failure>> {
    answer(call, &["book"], Uri2dec { books, ..CODEC })
}

/// Switches to the first list in which the digits are found.
fn other_lists(
    books: &mut AddressBooks,
    digits: &str,
    options: &Options,
    search: Search,
) -> Search {
    if search.result != SearchResult::Miss {
        return search;
    }
    let in_use = books.list().to_owned();
    let others: Vec<_> = books.other_lists().map(str::to_owned).collect();
    for list in others.iter().chain([&in_use]) {
        books.switch_to(list);
        match books.search(books.order(), digits, options) {
            Ok(other) if other.result != SearchResult::Miss => return other,
            _ => {}
        }
    }
    search
}

fn is_failed(books: &AddressBooks, name: &str) -> bool {
    books.book(name).is_some_and(|book| book.is_failed)
}
