//! The keypad: the digit of every symbol (table 1) and its position on that key (table 2).

use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// The symbols on each key, from position code 0 on (table 2). A symbol is in the row of its hash
/// digit (table 1), so every digit is also a symbol of its own row.
pub const SYMBOLS: [&str; 10] = [
    ".@%0", "1", "cab2", "def3", "ghi4", "jkl5", "omn6", "pqrs-7/:", "tuv8", "wxyz_9?&",
];

/// The number of bits that the position code of a symbol takes, by key (table 2). Every pattern of
/// that many bits is the code of a symbol.
pub const BITS: [u32; 10] = [2, 0, 2, 2, 2, 2, 2, 3, 2, 3];

/// A place on the keypad: a key and a position on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u8);

impl Place {
    /// The place of a symbol. Letters may have either case (section 8.1).
    pub(super) const fn of(symbol: u8) -> Option<Self> {
        match PLACES[symbol as usize] {
            NOWHERE => None,
            place => Some(Self(place)),
        }
    }

    /// The first place on the key with this hash digit.
    pub(super) const fn on_key(digit: u8) -> Self {
        Self(digit & 0x0f)
    }

    /// The key as a hash digit.
    pub(super) const fn digit(self) -> u8 {
        b'0' + (self.0 & 0x0f)
    }

    /// The position code.
    pub(super) const fn code(self) -> u64 {
        (self.0 >> 4) as u64
    }

    /// The number of bits of the position codes on this key.
    pub(super) const fn bits(self) -> u32 {
        WIDTHS[(self.0 & 0x0f) as usize] as u32
    }

    /// The same key at the position given by the low bits of `code`.
    pub(super) const fn at(self, code: u64) -> Self {
        let mask = (1 << self.bits()) - 1;
        Self((self.0 & 0x0f) | (((code & mask) as u8) << 4))
    }

    /// The symbol. Letters are in lowercase.
    pub(super) const fn symbol(self) -> u8 {
        SYMBOLS_BY_PLACE[(self.0 & 0x7f) as usize]
    }

    /// Whether the symbol is a separate word (section 5.3), as each symbol on the key 0 is.
    pub(super) const fn separates(self) -> bool {
        self.digit() == b'0'
    }
}

/// The places of the symbols of an address.
pub(super) fn read_address(address: &[u8]) -> Result<Vec<Place>, Error> {
    if address.is_empty() {
        return Err(Error::new(ErrorKind::AddressEmpty, 0));
    }
    let places: Vec<_> = address
        .iter()
        .map(|&symbol| Place(PLACES[symbol as usize]))
        .collect();
    match places.iter().position(|&place| place == Place(NOWHERE)) {
        Some(at) => Err(Error::new(ErrorKind::SymbolNotInTable, at)),
        None => Ok(places),
    }
}

/// Reverses the order of the words (section 5.3). It is its own inverse.
pub(super) fn invert(places: &mut [Place]) {
    places.reverse();
    mirror_words(places, |place| place.separates());
}

/// Reverses the symbols of each word and keeps the order of the words. It is its own inverse.
pub(super) fn mirror_words<T>(symbols: &mut [T], separates: fn(&T) -> bool) {
    symbols.split_mut(separates).for_each(<[T]>::reverse);
}

/// Whether a symbol or a hash digit is a separate word.
pub(super) fn separates(symbol: &u8) -> bool {
    Place::of(*symbol).is_some_and(Place::separates)
}

const NOWHERE: u8 = 0xff;

/// The number of bits by key. It has 16 entries, so that an index of four bits needs no check.
static WIDTHS: [u8; 16] = widths(0);

/// The number of bits by key, from the index `first` on, and zeros elsewhere.
pub(super) const fn widths<const LENGTH: usize>(first: usize) -> [u8; LENGTH] {
    let mut widths = [0; LENGTH];
    let mut key = 0;
    while key < BITS.len() {
        widths[first + key] = BITS[key] as u8;
        key += 1;
    }
    widths
}

/// The symbol at every place.
static SYMBOLS_BY_PLACE: [u8; 128] = {
    let mut table = [b'?'; 128];
    let mut key = 0;
    while key < SYMBOLS.len() {
        let symbols = SYMBOLS[key].as_bytes();
        let mut code = 0;
        while code < symbols.len() {
            table[key | code << 4] = symbols[code];
            code += 1;
        }
        key += 1;
    }
    table
};

/// The place of every octet: the key in the low four bits, the position code above.
static PLACES: [u8; 256] = {
    let mut places = [NOWHERE; 256];
    let mut key = 0;
    while key < SYMBOLS.len() {
        let symbols = SYMBOLS[key].as_bytes();
        let mut code = 0;
        while code < symbols.len() {
            let place = (key | code << 4) as u8;
            places[symbols[code] as usize] = place;
            places[symbols[code].to_ascii_uppercase() as usize] = place;
            code += 1;
        }
        key += 1;
    }
    places
};
