//! The rules of address books, each with the ways in which it can be broken.

/// The rules of a device.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) search: Search,
    pub(super) places: Places,
    pub(super) forms: Forms,
    pub(super) order: Order,
    pub(super) removal: Removal,
    pub(super) reopen: Reopen,
    pub(super) kept: Kept,
    pub(super) connected: Connected,
    /// The number of equal hashes from which the key is asked for.
    pub(super) collision_from: usize,
    /// The number of digits from which hash and key are looked for.
    pub(super) service_digits: usize,
    /// Whether a whole hash in a book comes before hash and key.
    pub(super) whole_first: bool,
    /// Whether nines at the end of asked digits are an extension.
    pub(super) asked_nines_off: bool,
    /// Whether the number of a match has its key.
    pub(super) completes: bool,
    /// Whether the device leaves a list without a match for one that has one.
    pub(super) miss_switches: bool,
    /// Whether a search without a match is an error instead of a question for the key.
    pub(super) miss_refused: bool,
    /// Whether asking counts as using.
    pub(super) asking_uses: bool,
    /// The treatment of a book that cannot be asked.
    pub(super) failing: Failing,
    /// Whether the books that are not slow are asked first.
    pub(super) fastest_first: bool,
    /// Whether the device names the books that it could not ask.
    pub(super) silent_told: bool,
    /// The treatment of telephone numbers.
    pub(super) telephone: Telephone,
    /// Whether the source of an address is the book that it comes from.
    pub(super) source_told: bool,
}

/// Which books a search asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    UntilMatch,
    All,
    OnlyFirst,
    Backwards,
}

/// The effect on a search of a book that cannot be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Failing {
    PassedOver,
    EndsSearch,
    SwitchesList,
    IsRemoved,
}

/// How telephone numbers are asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Telephone {
    ByList,
    /// Dialled digits that no book has are asked as a number, too.
    DigitsToo,
    /// The URIs of all books are put together.
    AllBooks,
    /// Only the first URI is offered.
    FirstAlone,
    /// Numbers are not asked.
    Never,
}

/// The places of a hash at which digits match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    Anywhere,
    AtStart,
    Whole,
}

/// Which hashes are matched, and which form a number has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Forms {
    Both,
    OnlyDirect,
    BothWrittenDirect,
}

/// The order of several matches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    PlaceUsesLast,
    UsesPlaceLast,
    PlaceLastUses,
    Spelling,
    LightestFirst,
}

/// Which learnt number is removed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Removal {
    LeastRecentlyUsed,
    MostRecentlyUsed,
    FirstEntered,
    Never,
}

/// The loss at a restart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reopen {
    Nothing,
    Everything,
    Uses,
    OrderOfUse,
}

/// The numbers that are learnt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Canonical,
    Lenient,
    WithNines,
    Nothing,
}

/// The place of a new book.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Connected {
    AtEnd,
    InFront,
    InEveryList,
}

/// The rules of the reference.
pub(super) const RIGHT: Rules = Rules {
    search: Search::UntilMatch,
    places: Places::Anywhere,
    forms: Forms::Both,
    order: Order::PlaceUsesLast,
    removal: Removal::LeastRecentlyUsed,
    reopen: Reopen::Nothing,
    kept: Kept::Canonical,
    connected: Connected::AtEnd,
    collision_from: 10,
    service_digits: 16,
    whole_first: true,
    asked_nines_off: false,
    completes: true,
    miss_switches: false,
    miss_refused: false,
    asking_uses: false,
    source_told: true,
    failing: Failing::PassedOver,
    fastest_first: false,
    silent_told: true,
    telephone: Telephone::ByList,
};
