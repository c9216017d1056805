//! The deviations of the address books of uri2dec and of the protocols of addresses: the model with one
//! rule changed.
//!
//! No other implementation of address books is known: they are misreadings that section 9 invites, and
//! faults of devices that keep lists of numbers. Those of protocols (section 7.1) are habits of telephones
//! and mail programs that write a scheme before what was entered.

use acegate_codec::Verb;
use acegate_codec::uri2dec::book::{
    AddressBooks, BookRules, Match, MatchPlace, Search, SearchResult,
};
use acegate_codec::uri2dec::{CODEC, Form, Options, Protocol, ProtocolRules, Uri2dec};

use super::answer;
use crate::{Answer, Call, Deviation, Model, deviation};

const DOCUMENT: BookRules = BookRules::DOCUMENT;
const PROTOCOL_RULES: ProtocolRules = ProtocolRules::DOCUMENT;

pub(crate) const BOOKS: &[Deviation] = &[
    deviation("uri2dec/books-all-searched", &["uri2dec-38", "uri2dec-45"])
        .summary(
            "A search returns the matches of all books together instead of those of the first \
             book that has one.",
        )
        .by(&BookRules {
            as_one_book: true,
            ..DOCUMENT
        }),
    deviation(
        "uri2dec/books-miss-switches-list",
        &["uri2dec-40", "uri2dec-41"],
    )
    .summary(
        "If no book of the current list has a match, the device switches to another list that has \
         one.",
    )
    .by(&BookRules {
        searched: other_lists,
        ..DOCUMENT
    }),
    deviation("uri2dec/books-miss-is-an-error", &["uri2dec-48"])
        .summary("A hash that no book has is rejected, so that its key cannot be entered.")
        .by(&BookRules {
            said: |step, answer| match (step, answer.as_str()) {
                ("ask", "none") => "refused".into(),
                _ => answer,
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-new-one-first", &["uri2dec-42", "uri2dec-43"])
        .summary("A new book is added at the front of the current list instead of at its end.")
        .by(&BookRules {
            new_place: 0,
            ..DOCUMENT
        }),
    deviation(
        "uri2dec/books-match-whole-hashes",
        &["uri2dec-36", "uri2dec-44"],
    )
    .summary("An entry matches only if its whole hash equals the digits: a part is not found.")
    .by(&BookRules {
        matched: |digits, entry| {
            Match::of(digits, entry).filter(|matched| matched.place == MatchPlace::Whole)
        },
        ..DOCUMENT
    }),
    deviation("uri2dec/books-match-direct-hashes", &["uri2dec-59"])
        .summary("Pre-inverted hashes are not matched.")
        .by(&BookRules {
            matched: |digits, entry| {
                let place = MatchPlace::of(digits, entry.hash())?;
                Some(Match {
                    place,
                    form: Form::Direct,
                })
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-lightest-first", &["uri2dec-46"])
        .summary("Matches are sorted by weight in ascending order: the smallest comes first.")
        .by(&BookRules {
            order: |a, b| a.weight().cmp(&b.weight()),
            ..DOCUMENT
        }),
    deviation("uri2dec/books-last-use-before-uses", &["uri2dec-60"])
        .summary("Matches are sorted by their last use before their number of uses.")
        .by(&BookRules {
            order: |a, b| {
                let ((a, uses, last_use), (b, other_uses, other_last_use)) =
                    (a.weight(), b.weight());
                (b, other_last_use, other_uses).cmp(&(a, last_use, uses))
            },
            ..DOCUMENT
        }),
    deviation(
        "uri2dec/books-collision-from-two",
        &["uri2dec-47", "uri2dec-49"],
    )
    .summary("The key is requested as soon as two hashes are equal, instead of ten.")
    .by(&BookRules {
        collision_from: 2,
        ..DOCUMENT
    }),
    deviation("uri2dec/books-keep-nines", &["uri2dec-51"])
        .summary("The nines of the extension are stored as a part of the number.")
        .by(&BookRules {
            read: |number, packing| {
                let (address, _) = (DOCUMENT.read)(number, packing)?;
                Ok((address, number.into()))
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-remove-newest", &["uri2dec-50"])
        .summary("The most recently used number is removed instead of the least recently used one.")
        .by(&BookRules {
            // The new number is never the one to go.
            removed: |count| count - 2,
            ..DOCUMENT
        }),
    deviation(
        "uri2dec/books-failure-ends-search",
        &["uri2dec-67", "uri2dec-76"],
    )
    .summary("A book that cannot be searched ends the search: the books after it are skipped.")
    .by(&BookRules {
        asked: |books| {
            let mut order = (DOCUMENT.asked)(books);
            let failed = order.iter().position(|name| is_failed(books, name));
            order.truncate(failed.map_or(usize::MAX, |at| at + 1));
            order
        },
        ..DOCUMENT
    }),
    deviation(
        "uri2dec/books-failure-removes",
        &["uri2dec-68", "uri2dec-76"],
    )
    .summary("A book that cannot be searched is removed from the list.")
    .by(&BookRules {
        asked: |books| {
            let order = (DOCUMENT.asked)(books);
            if let Some(failed) = order.iter().find(|name| is_failed(books, name)) {
                books.leave_out(failed);
            }
            order
        },
        ..DOCUMENT
    }),
    deviation("uri2dec/books-fastest-first", &["uri2dec-77"])
        .summary(
            "All books are searched at once, and the fastest answer wins instead of the first \
             book.",
        )
        .by(&BookRules {
            asked: |books| {
                let mut order = (DOCUMENT.asked)(books);
                order.sort_by_key(|name| books.book(name).is_some_and(|book| book.is_slow));
                order
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-failure-not-told", &["uri2dec-78"])
        .summary("The device does not report which books it could not search.")
        .by(&BookRules {
            said: |step, answer| {
                if step == "silent" {
                    "none".into()
                } else {
                    answer
                }
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-dialled-digits-as-number", &["uri2dec-79"])
        .summary("Dialled digits that no book has are looked up as a telephone number.")
        .by(&BookRules {
            searched: |books, digits, _, search| match search.result {
                SearchResult::Miss => books
                    .resolve(books.order(), &format!("+{digits}"))
                    .unwrap_or(search),
                _ => search,
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-first-uri-alone", &["uri2dec-69"])
        .summary("Only the first URI of a telephone number is offered.")
        .by(&BookRules {
            resolved: |mut search| {
                search.found.truncate(1);
                let result = if search.found.is_empty() {
                    search.result
                } else {
                    SearchResult::One
                };
                Search { result, ..search }
            },
            ..DOCUMENT
        }),
    deviation("uri2dec/books-source-not-told", &["uri2dec-61"])
        .summary("Every address is shown as one from the user's own book.")
        .by(&BookRules {
            said: |step, answer| match (step, answer.as_str()) {
                (_, "dialled" | "unknown") => answer,
                ("source", _) => "own".into(),
                _ => answer,
            },
            ..DOCUMENT
        }),
];

pub(crate) const PROTOCOLS: &[Deviation] = &[
    deviation("uri2dec/protocol-always-sip", &["uri2dec-32", "uri2dec-54"])
        .summary("Every address gets the protocol SIP, whatever the rules of the device say.")
        .by(&ProtocolRules {
            protocols: &[Protocol::Sip],
            ..PROTOCOL_RULES
        }),
    deviation("uri2dec/protocol-only-of-the-four", &["uri2dec-65"])
        .summary(
            "A scheme that an address already has is recognised only if it is one of the four \
             that the document names.",
        )
        .by(&ProtocolRules {
            scheme: |address| {
                let (own, _) = address.split_once(':')?;
                Protocol::ALL
                    .iter()
                    .map(|protocol| protocol.name())
                    .find(|name| *name == own)
            },
            ..PROTOCOL_RULES
        }),
    deviation(
        "uri2dec/protocol-slashes-always",
        &["uri2dec-32", "uri2dec-53"],
    )
    .summary("Two slashes follow every scheme: `sip://bob@commandus.com`.")
    .by(&ProtocolRules {
        has_host: |_| true,
        end: str::to_owned,
        ..PROTOCOL_RULES
    }),
    deviation("uri2dec/protocol-slash-at-the-end", &["uri2dec-66"])
        .summary("A slash is added to every http and ftp address, even after a path or a query.")
        .by(&ProtocolRules {
            end: |rest| format!("{rest}/"),
            ..PROTOCOL_RULES
        }),
];

impl Model for BookRules {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer(
            call,
            &[Verb::Book],
            Uri2dec {
                books: *self,
                ..CODEC
            },
        )
    }
}

impl Model for ProtocolRules {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer(
            call,
            &[Verb::Assign, Verb::Choices],
            Uri2dec {
                protocols: *self,
                ..CODEC
            },
        )
    }
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
