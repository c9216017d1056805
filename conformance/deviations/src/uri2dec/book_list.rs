//! The deviations of the address books of uri2dec. No other implementation is known: they are
//! misreadings that section 9 invites, and what devices that keep lists of numbers are known for.

use super::super::{Behaviour, Deviation};
use super::book::answer;
use super::book_rules::{
    Connected, Forms, Kept, Order, Places, RIGHT, Removal, Reopen, Rules, Search,
};

/// Address books with nothing bent.
pub(crate) const UNBENT_BOOKS: Behaviour = |call| answer(call, &RIGHT);

pub(crate) const BOOKS: &[Deviation] = &[
    misread(
        "uri2dec/books-all-searched",
        "A search puts the matches of all books together.",
        &["uri2dec-38", "uri2dec-45"],
        |call| answer(call, &Rules { search: Search::All, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-only-first-searched",
        "A search ends with the first book, whether it has a match or not.",
        &["uri2dec-36", "uri2dec-38"],
        |call| answer(call, &Rules { search: Search::OnlyFirst, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-searched-backwards",
        "The book that was added last is asked first.",
        &["uri2dec-38", "uri2dec-42"],
        |call| answer(call, &Rules { search: Search::Backwards, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-miss-switches-list",
        "Where no book of the list in use has a match, the next list that has one is used.",
        &["uri2dec-40", "uri2dec-41"],
        |call| answer(call, &Rules { miss_switches: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-miss-is-an-error",
        "A hash that no book knows is refused, so that its key cannot be entered.",
        &["uri2dec-48"],
        |call| answer(call, &Rules { miss_refused: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-new-one-first",
        "A new book goes to the front of the list in use.",
        &["uri2dec-42", "uri2dec-43"],
        |call| answer(call, &Rules { connected: Connected::InFront, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-new-one-in-every-list",
        "A new book goes to the end of every list.",
        &["uri2dec-43"],
        |call| answer(call, &Rules { connected: Connected::InEveryList, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-match-at-the-start",
        "An entry matches only where its hash begins with the digits.",
        &["uri2dec-44"],
        |call| answer(call, &Rules { places: Places::AtStart, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-match-whole-hashes",
        "An entry matches only where the digits are its hash.",
        &["uri2dec-36", "uri2dec-44"],
        |call| answer(call, &Rules { places: Places::Whole, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-match-direct-hashes",
        "Pre-inverted hashes are not matched.",
        &["uri2dec-59"],
        |call| answer(call, &Rules { forms: Forms::OnlyDirect, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-complete-the-direct-form",
        "A match of the pre-inverted hash is completed to the direct number.",
        &["uri2dec-45"],
        |call| answer(call, &Rules { forms: Forms::BothWrittenDirect, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-key-not-completed",
        "The hash of the only match is dialled without its key.",
        &["uri2dec-45"],
        |call| answer(call, &Rules { completes: false, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-asked-nines-removed",
        "Nines at the end of a hash without a key are taken for an extension.",
        &["uri2dec-44"],
        |call| answer(call, &Rules { asked_nines_off: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-weights-ignored",
        "Several matches are offered by their spelling.",
        &["uri2dec-60"],
        |call| answer(call, &Rules { order: Order::Spelling, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-lightest-first",
        "Several matches are offered with the lightest first.",
        &["uri2dec-46"],
        |call| answer(call, &Rules { order: Order::LightestFirst, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-uses-before-places",
        "How often an address was used weighs more than where the digits stand in its hash.",
        &["uri2dec-60"],
        |call| answer(call, &Rules { order: Order::UsesPlaceLast, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-last-use-before-uses",
        "The last use weighs more than the number of uses.",
        &["uri2dec-60"],
        |call| answer(call, &Rules { order: Order::PlaceLastUses, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-collision-from-two",
        "The key is asked for from two equal hashes on.",
        &["uri2dec-47", "uri2dec-49"],
        |call| answer(call, &Rules { collision_from: 2, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-collision-from-nine",
        "The key is asked for from nine equal hashes on.",
        &["uri2dec-47"],
        |call| answer(call, &Rules { collision_from: 9, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-learn-nothing",
        "A hash and its key are used once and not kept.",
        &["uri2dec-49"],
        |call| answer(call, &Rules { kept: Kept::Nothing, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-learn-leniently",
        "Numbers are kept as they were entered, canonical or not.",
        &["uri2dec-51"],
        |call| answer(call, &Rules { kept: Kept::Lenient, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-keep-nines",
        "The extension is kept as a part of the number.",
        &["uri2dec-51"],
        |call| answer(call, &Rules { kept: Kept::WithNines, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-remove-newest",
        "Of the numbers that were there before, the most recently used one is removed.",
        &["uri2dec-50"],
        |call| answer(call, &Rules { removal: Removal::MostRecentlyUsed, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-remove-first-entered",
        "The number that was entered first is removed, however lately it was used.",
        &["uri2dec-50"],
        |call| answer(call, &Rules { removal: Removal::FirstEntered, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-remove-nothing",
        "Learnt numbers are never removed.",
        &["uri2dec-50"],
        |call| answer(call, &Rules { removal: Removal::Never, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-asking-is-a-use",
        "An only match counts as used as soon as it is found.",
        &["uri2dec-50"],
        |call| answer(call, &Rules { asking_uses: true, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-lost-on-restart",
        "Learnt numbers are gone after a restart.",
        &["uri2dec-49"],
        |call| answer(call, &Rules { reopen: Reopen::Everything, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-uses-lost-on-restart",
        "After a restart every learnt number was used once.",
        &["uri2dec-49", "uri2dec-60"],
        |call| answer(call, &Rules { reopen: Reopen::Uses, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-order-of-use-lost-on-restart",
        "After a restart learnt numbers have the order in which they were entered.",
        &["uri2dec-50"],
        |call| answer(call, &Rules { reopen: Reopen::OrderOfUse, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-source-not-told",
        "Every address is said to come from the own book.",
        &["uri2dec-61"],
        |call| answer(call, &Rules { source_told: false, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-number-before-whole-hash",
        "Digits that can be hash and key are dialled, although they are the hash of an entry.",
        &["uri2dec-45"],
        |call| answer(call, &Rules { whole_first: false, ..RIGHT }),
    ),
    misread(
        "uri2dec/books-short-numbers-read",
        "Hash and key are looked for in fewer than 16 digits too.",
        &["uri2dec-25"],
        |call| answer(call, &Rules { service_digits: 15, ..RIGHT }),
    ),
];

const fn misread(
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    behaviour: Behaviour,
) -> Deviation {
    let (codec, seen, equivalent) = ("uri2dec", &[], None);
    Deviation { id, codec, summary, breaks, seen, equivalent, behaviour }
}
