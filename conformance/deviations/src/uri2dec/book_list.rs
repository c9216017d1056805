//! The deviations of the address books of uri2dec. No other implementation is known: they are
//! misreadings that section 9 invites, and faults of devices that keep lists of numbers.

use super::book::answer;
use super::book_rules::{
    Connected, Failing, Forms, Kept, Order, Places, RIGHT, Removal, Reopen, Rules, Search,
    Telephone,
};
use crate::{Behaviour, Deviation, deviation};

/// Address books without a fault.
pub(crate) const BOOKS_MODEL: Behaviour = |call| answer(call, &RIGHT);

pub(crate) const BOOKS: &[Deviation] = &[
    deviation("uri2dec/books-all-searched", &["uri2dec-38", "uri2dec-45"])
        .summary("A search puts the matches of all books together.")
        .how(|call| answer(call, &Rules { search: Search::All, ..RIGHT })),
    deviation("uri2dec/books-only-first-searched", &["uri2dec-36", "uri2dec-38"])
        .summary("A search ends with the first book, whether it has a match or not.")
        .how(|call| answer(call, &Rules { search: Search::OnlyFirst, ..RIGHT })),
    deviation("uri2dec/books-searched-backwards", &["uri2dec-38", "uri2dec-42"])
        .summary("The book that was added last is asked first.")
        .how(|call| answer(call, &Rules { search: Search::Backwards, ..RIGHT })),
    deviation("uri2dec/books-miss-switches-list", &["uri2dec-40", "uri2dec-41"])
        .summary(
            "If no book of the list in use has a match, the device switches to a list that has \
             one.",
        )
        .how(|call| answer(call, &Rules { miss_switches: true, ..RIGHT })),
    deviation("uri2dec/books-miss-is-an-error", &["uri2dec-48"])
        .summary("A hash that no book knows is refused, so that its key cannot be entered.")
        .how(|call| answer(call, &Rules { miss_refused: true, ..RIGHT })),
    deviation("uri2dec/books-new-one-first", &["uri2dec-42", "uri2dec-43"])
        .summary("A new book goes to the front of the list in use.")
        .how(|call| answer(call, &Rules { connected: Connected::InFront, ..RIGHT })),
    deviation("uri2dec/books-new-one-in-every-list", &["uri2dec-43"])
        .summary("A new book goes to the end of every list.")
        .how(|call| answer(call, &Rules { connected: Connected::InEveryList, ..RIGHT })),
    deviation("uri2dec/books-match-at-the-start", &["uri2dec-44"])
        .summary("An entry matches only if its hash begins with the digits.")
        .how(|call| answer(call, &Rules { places: Places::AtStart, ..RIGHT })),
    deviation("uri2dec/books-match-whole-hashes", &["uri2dec-36", "uri2dec-44"])
        .summary("An entry matches only if its hash equals the digits.")
        .how(|call| answer(call, &Rules { places: Places::Whole, ..RIGHT })),
    deviation("uri2dec/books-match-direct-hashes", &["uri2dec-59"])
        .summary("Pre-inverted hashes are not matched.")
        .how(|call| answer(call, &Rules { forms: Forms::OnlyDirect, ..RIGHT })),
    deviation("uri2dec/books-complete-the-direct-form", &["uri2dec-45"])
        .summary("A match of the pre-inverted hash is completed to the direct number.")
        .how(|call| answer(call, &Rules { forms: Forms::BothWrittenDirect, ..RIGHT })),
    deviation("uri2dec/books-key-not-completed", &["uri2dec-45"])
        .summary("The hash of the only match is dialled without its key.")
        .how(|call| answer(call, &Rules { completes: false, ..RIGHT })),
    deviation("uri2dec/books-asked-nines-removed", &["uri2dec-44"])
        .summary("Nines at the end of a hash without a key are taken for an extension.")
        .how(|call| answer(call, &Rules { asked_nines_off: true, ..RIGHT })),
    deviation("uri2dec/books-weights-ignored", &["uri2dec-60"])
        .summary(
            "Several matches are offered in the order of their spelling, whatever their weight.",
        )
        .how(|call| answer(call, &Rules { order: Order::Spelling, ..RIGHT })),
    deviation("uri2dec/books-lightest-first", &["uri2dec-46"])
        .summary("Several matches are offered with the smallest weight first.")
        .how(|call| answer(call, &Rules { order: Order::LightestFirst, ..RIGHT })),
    deviation("uri2dec/books-uses-before-places", &["uri2dec-60"])
        .summary(
            "The number of uses of an address counts more than the place of the digits in its \
             hash.",
        )
        .how(|call| answer(call, &Rules { order: Order::UsesPlaceLast, ..RIGHT })),
    deviation("uri2dec/books-last-use-before-uses", &["uri2dec-60"])
        .summary("The last use of an address counts more than its number of uses.")
        .how(|call| answer(call, &Rules { order: Order::PlaceLastUses, ..RIGHT })),
    deviation("uri2dec/books-collision-from-two", &["uri2dec-47", "uri2dec-49"])
        .summary("The key is asked for if two hashes are equal, instead of ten.")
        .how(|call| answer(call, &Rules { collision_from: 2, ..RIGHT })),
    deviation("uri2dec/books-collision-from-nine", &["uri2dec-47"])
        .summary("The key is asked for if nine hashes are equal, instead of ten.")
        .how(|call| answer(call, &Rules { collision_from: 9, ..RIGHT })),
    deviation("uri2dec/books-learn-nothing", &["uri2dec-49"])
        .summary("A hash and its key are used once and not kept.")
        .how(|call| answer(call, &Rules { kept: Kept::Nothing, ..RIGHT })),
    deviation("uri2dec/books-learn-leniently", &["uri2dec-51"])
        .summary("Numbers are kept as they were entered, canonical or not.")
        .how(|call| answer(call, &Rules { kept: Kept::Lenient, ..RIGHT })),
    deviation("uri2dec/books-keep-nines", &["uri2dec-51"])
        .summary("The extension is kept as a part of the number.")
        .how(|call| answer(call, &Rules { kept: Kept::WithNines, ..RIGHT })),
    deviation("uri2dec/books-remove-newest", &["uri2dec-50"])
        .summary("The most recently used number is removed instead of the least recently used.")
        .how(|call| answer(call, &Rules { removal: Removal::MostRecentlyUsed, ..RIGHT })),
    deviation("uri2dec/books-remove-first-entered", &["uri2dec-50"])
        .summary("The number that was entered first is removed, even if it was used recently.")
        .how(|call| answer(call, &Rules { removal: Removal::FirstEntered, ..RIGHT })),
    deviation("uri2dec/books-remove-nothing", &["uri2dec-50"])
        .summary("Learnt numbers are never removed.")
        .how(|call| answer(call, &Rules { removal: Removal::Never, ..RIGHT })),
    deviation("uri2dec/books-asking-is-a-use", &["uri2dec-50"])
        .summary("A single match counts as used as soon as it is found, even if it is not chosen.")
        .how(|call| answer(call, &Rules { asking_uses: true, ..RIGHT })),
    deviation("uri2dec/books-lost-on-restart", &["uri2dec-49"])
        .summary("Learnt numbers are gone after a restart.")
        .how(|call| answer(call, &Rules { reopen: Reopen::Everything, ..RIGHT })),
    deviation("uri2dec/books-uses-lost-on-restart", &["uri2dec-49", "uri2dec-60"])
        .summary("After a restart every learnt number was used once.")
        .how(|call| answer(call, &Rules { reopen: Reopen::Uses, ..RIGHT })),
    deviation("uri2dec/books-order-of-use-lost-on-restart", &["uri2dec-50"])
        .summary("After a restart learnt numbers have the order in which they were entered.")
        .how(|call| answer(call, &Rules { reopen: Reopen::OrderOfUse, ..RIGHT })),
    deviation("uri2dec/books-failure-ends-search", &["uri2dec-67", "uri2dec-76"])
        .summary("A book that cannot be asked ends the search: the books after it are not asked.")
        .how(|call| answer(call, &Rules { failing: Failing::EndsSearch, ..RIGHT })),
    deviation("uri2dec/books-failure-switches-list", &["uri2dec-76"])
        .summary(
            "The device switches to another list if a book of the list in use cannot be asked.",
        )
        .how(|call| answer(call, &Rules { failing: Failing::SwitchesList, ..RIGHT })),
    deviation("uri2dec/books-failure-removes", &["uri2dec-68", "uri2dec-76"])
        .summary("A book that could not be asked is taken out of the list.")
        .how(|call| answer(call, &Rules { failing: Failing::IsRemoved, ..RIGHT })),
    deviation("uri2dec/books-fastest-first", &["uri2dec-77"])
        .summary("All books are asked at once, and the first answer counts.")
        .how(|call| answer(call, &Rules { fastest_first: true, ..RIGHT })),
    deviation("uri2dec/books-failure-not-told", &["uri2dec-78"])
        .summary("The device does not say which books it could not ask.")
        .how(|call| answer(call, &Rules { silent_told: false, ..RIGHT })),
    deviation("uri2dec/books-dialled-digits-as-number", &["uri2dec-79"])
        .summary("Dialled digits that no book has are looked up as a telephone number.")
        .how(|call| answer(call, &Rules { telephone: Telephone::DigitsToo, ..RIGHT })),
    deviation("uri2dec/books-numbers-of-all-books", &["uri2dec-69"])
        .summary("The addresses that all books have for a telephone number are put together.")
        .how(|call| answer(call, &Rules { telephone: Telephone::AllBooks, ..RIGHT })),
    deviation("uri2dec/books-first-uri-alone", &["uri2dec-69"])
        .summary("Only the first of the URIs of a telephone number is offered.")
        .how(|call| answer(call, &Rules { telephone: Telephone::FirstAlone, ..RIGHT })),
    deviation("uri2dec/books-numbers-not-asked", &["uri2dec-69"])
        .summary("Telephone numbers are not looked up.")
        .how(|call| answer(call, &Rules { telephone: Telephone::Never, ..RIGHT })),
    deviation("uri2dec/books-source-not-told", &["uri2dec-61"])
        .summary("Every address is shown with the own book as its source.")
        .how(|call| answer(call, &Rules { source_told: false, ..RIGHT })),
    deviation("uri2dec/books-number-before-whole-hash", &["uri2dec-45"])
        .summary(
            "Digits that are a valid number are dialled even if they are the hash of an entry.",
        )
        .how(|call| answer(call, &Rules { whole_first: false, ..RIGHT })),
    deviation("uri2dec/books-short-numbers-read", &["uri2dec-25"])
        .summary("Hash and key are looked for in fewer than 16 digits too.")
        .how(|call| answer(call, &Rules { service_digits: 15, ..RIGHT })),
];
