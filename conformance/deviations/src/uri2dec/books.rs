//! The deviations of the address books of uri2dec: the model with one rule changed. No other
//! implementation is known: they are misreadings that section 9 invites, and faults of devices that keep
//! lists of numbers.

use acegate_codec::uri2dec::book::{
    BookId, BookRules, Device, Entry, LearntRules, Match, MatchPlace, Query, Search, SearchResult,
    SearchRules, Weight,
};
use acegate_codec::uri2dec::{CODEC, Form};
use acegate_codec::{Codec, Failure, Value};

use crate::{Call, Deviation, deviation};

const DOCUMENT: BookRules = BookRules::DOCUMENT;
const SEARCH: SearchRules = SearchRules::DOCUMENT;
const LEARNT: LearntRules = LearntRules::DOCUMENT;

pub(crate) const BOOKS: &[Deviation] = &[
    deviation("uri2dec/books-all-searched", &["uri2dec-38", "uri2dec-45"])
        .summary("A search puts the matches of all books together.")
        .how(|call| answer(call, searching(SearchRules { as_one_book: true, ..SEARCH }))),
    deviation("uri2dec/books-miss-switches-list", &["uri2dec-40", "uri2dec-41"])
        .summary(
            "If no book of the list in use has a match, the device switches to a list that has \
             one.",
        )
        .how(|call| answer(call, BookRules { searched: other_lists, ..DOCUMENT })),
    deviation("uri2dec/books-miss-is-an-error", &["uri2dec-48"])
        .summary("A hash that no book knows is refused, so that its key cannot be entered.")
        .how(|call| {
            let said = |step: &str, answer: String| match (step, answer.as_str()) {
                ("ask", "none") => "refused".into(),
                _ => answer,
            };
            answer(call, BookRules { said, ..DOCUMENT })
        }),
    deviation("uri2dec/books-new-one-first", &["uri2dec-42", "uri2dec-43"])
        .summary("A new book goes to the front of the list in use.")
        .how(|call| answer(call, BookRules { new_place: 0, ..DOCUMENT })),
    deviation("uri2dec/books-match-whole-hashes", &["uri2dec-36", "uri2dec-44"])
        .summary("An entry matches only if its hash equals the digits.")
        .how(|call| {
            let matched = |query: &Query, entry: &_| {
                query.match_of(entry).filter(|matched| matched.place == MatchPlace::Whole)
            };
            answer(call, searching(SearchRules { matched, ..SEARCH }))
        }),
    deviation("uri2dec/books-match-direct-hashes", &["uri2dec-59"])
        .summary("Pre-inverted hashes are not matched.")
        .how(|call| {
            let matched = |query: &Query, entry: &Entry| {
                let place = query.place_in(entry.hash())?;
                Some(Match { place, form: Form::Direct })
            };
            answer(call, searching(SearchRules { matched, ..SEARCH }))
        }),
    deviation("uri2dec/books-lightest-first", &["uri2dec-46"])
        .summary("Several matches are offered with the smallest weight first.")
        .how(|call| answer(call, searching(SearchRules { order: Weight::cmp, ..SEARCH }))),
    deviation("uri2dec/books-last-use-before-uses", &["uri2dec-60"])
        .summary("The last use of an address counts more than its number of uses.")
        .how(|call| {
            let order = |a: &Weight, b: &Weight| {
                (b.place, b.last_use, b.uses).cmp(&(a.place, a.last_use, a.uses))
            };
            answer(call, searching(SearchRules { order, ..SEARCH }))
        }),
    deviation("uri2dec/books-collision-from-two", &["uri2dec-47", "uri2dec-49"])
        .summary("The key is asked for if two hashes are equal, instead of ten.")
        .how(|call| answer(call, searching(SearchRules { collision_from: 2, ..SEARCH }))),
    deviation("uri2dec/books-keep-nines", &["uri2dec-51"])
        .summary("The extension is kept as a part of the number.")
        .how(|call| {
            let read = |number: &str, packing| {
                let (address, _) = (LEARNT.read)(number, packing)?;
                Ok((address, number.into()))
            };
            answer(call, learning(LearntRules { read, ..LEARNT }))
        }),
    deviation("uri2dec/books-remove-newest", &["uri2dec-50"])
        .summary("The most recently used number is removed instead of the least recently used.")
        .how(|call| {
            // The new number is never the one to go.
            answer(call, learning(LearntRules { removed: |numbers| numbers.len() - 2, ..LEARNT }))
        }),
    deviation("uri2dec/books-failure-ends-search", &["uri2dec-67", "uri2dec-76"])
        .summary("A book that cannot be asked ends the search: the books after it are not asked.")
        .how(|call| {
            let asked = |device: &mut Device| {
                let mut order = (DOCUMENT.asked)(device);
                let failed = order.iter().position(|&id| is_failed(device, id));
                order.truncate(failed.map_or(usize::MAX, |at| at + 1));
                order
            };
            answer(call, BookRules { asked, ..DOCUMENT })
        }),
    deviation("uri2dec/books-failure-removes", &["uri2dec-68", "uri2dec-76"])
        .summary("A book that could not be asked is taken out of the list.")
        .how(|call| {
            let asked = |device: &mut Device| {
                let order = (DOCUMENT.asked)(device);
                if let Some(&failed) = order.iter().find(|&&id| is_failed(device, id)) {
                    device.books.leave_out(failed);
                }
                order
            };
            answer(call, BookRules { asked, ..DOCUMENT })
        }),
    deviation("uri2dec/books-fastest-first", &["uri2dec-77"])
        .summary("All books are asked at once, and the first answer counts.")
        .how(|call| {
            let asked = |device: &mut Device| {
                let mut order = (DOCUMENT.asked)(device);
                order.sort_by_key(|&id| device.books.other(id).is_some_and(|book| book.is_slow));
                order
            };
            answer(call, BookRules { asked, ..DOCUMENT })
        }),
    deviation("uri2dec/books-failure-not-told", &["uri2dec-78"])
        .summary("The device does not say which books it could not ask.")
        .how(|call| {
            let said = |step: &str, answer| if step == "silent" { "none".into() } else { answer };
            answer(call, BookRules { said, ..DOCUMENT })
        }),
    deviation("uri2dec/books-dialled-digits-as-number", &["uri2dec-79"])
        .summary("Dialled digits that no book has are looked up as a telephone number.")
        .how(|call| {
            let searched = |device: &mut Device, digits: &str, search: Search| match search.outcome
            {
                SearchResult::Miss => device.books.resolve(&format!("+{digits}")).unwrap_or(search),
                _ => search,
            };
            answer(call, BookRules { searched, ..DOCUMENT })
        }),
    deviation("uri2dec/books-first-uri-alone", &["uri2dec-69"])
        .summary("Only the first of the URIs of a telephone number is offered.")
        .how(|call| {
            let resolved = |search: Search| match search.outcome.found() {
                [first, _, ..] => Search { outcome: SearchResult::One(first.clone()), ..search },
                _ => search,
            };
            answer(call, BookRules { resolved, ..DOCUMENT })
        }),
    deviation("uri2dec/books-source-not-told", &["uri2dec-61"])
        .summary("Every address is shown with the own book as its source.")
        .how(|call| {
            let said = |step: &str, answer: String| match (step, answer.as_str()) {
                (_, "dialled" | "unknown") => answer,
                ("source", _) => "own".into(),
                _ => answer,
            };
            answer(call, BookRules { said, ..DOCUMENT })
        }),
];

/// The answer of a device with these rules; `None` for other operations and for steps that the
/// reference refuses.
fn answer(call: &Call<'_>, rules: BookRules) -> Option<Result<Value, Failure>> {
    if call.op != "book" {
        return None;
    }
    call.answer().ok()?;
    Some(CODEC.with_books(rules).apply(call.op, call.parameters, call.input))
}

const fn searching(search: SearchRules) -> BookRules {
    BookRules { search, ..DOCUMENT }
}

const fn learning(learnt: LearntRules) -> BookRules {
    BookRules { learnt, ..DOCUMENT }
}

/// Switches to the first list in which the digits are found.
fn other_lists(device: &mut Device, digits: &str, search: Search) -> Search {
    if search.outcome != SearchResult::Miss {
        return search;
    }
    let in_use = device.books.list().to_owned();
    let others: Vec<_> = device.books.other_lists().map(str::to_owned).collect();
    for list in others.iter().chain([&in_use]) {
        // All of these lists are there.
        if device.books.switch_to(list).is_err() {
            continue;
        }
        match device.books.search(digits, &device.options) {
            Ok(other) if other.outcome != SearchResult::Miss => return other,
            _ => {}
        }
    }
    search
}

fn is_failed(device: &Device, id: BookId) -> bool {
    device.books.other(id).is_some_and(|book| book.is_failed)
}
