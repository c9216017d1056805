//! Hash, vector and key, with a boolean for each bit (sections 5.1 to 5.6 and 7.3).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::KeypadRules;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, Profile, Strictness};

impl KeypadRules {
    /// The address in lowercase (section 8.1). Its errors are `start` further on.
    pub(super) fn fold(&self, address: &str, start: usize) -> Result<String, Error> {
        if address.is_empty() {
            return Err(Error::new(ErrorKind::AddressEmpty, start));
        }
        let mut folded = String::new();
        for (at, character) in address.char_indices() {
            let symbol = (self.letter)(character);
            if self.place(symbol).is_none() {
                return Err(Error::new(ErrorKind::SymbolNotInTable, start + at));
            }
            folded.push(symbol);
        }
        Ok(folded)
    }

    /// Section 5.1.
    pub(super) fn hash_of(&self, address: &str) -> String {
        address
            .chars()
            .filter_map(|symbol| self.place(symbol))
            .map(|(key, _)| key)
            .collect()
    }

    /// The address as the hash of this form spells it (section 5.5).
    pub(super) fn spelled(&self, address: &str, form: Form) -> String {
        match (self.form)(form) {
            Form::Direct => address.to_string(),
            Form::PreInverted => self.inverted(address),
        }
    }

    /// Section 5.4: the vector, its lowest bit first.
    fn vector(&self, address: &str, options: &Options) -> Vec<bool> {
        let symbols = self.arranged(address, |address| self.inverted(address), options.packing);
        let mut vector = Vec::new();
        for (key, code) in symbols.chars().filter_map(|symbol| self.place(symbol)) {
            vector.extend((0..self.bits(key)).map(|bit| code >> bit & 1 == 1));
        }
        vector
    }

    /// Sections 5.4 and 5.6: the key of an address.
    pub(super) fn key_digits(&self, address: &str, options: &Options) -> String {
        let address = if self.key_of_spelling {
            self.spelled(address, options.form)
        } else {
            address.to_string()
        };
        let mut vector = self.vector(&address, options);
        strip(&mut vector);
        let zero = (self.zero)(options.profile);
        if vector.is_empty() && !self.aligns_zero {
            return zero.to_string();
        }
        let zeros = (0..3)
            .find(|zeros| (vector.len() + 2 + zeros).is_multiple_of(3))
            .unwrap_or(0);
        let count = (self.count)(zeros);
        let mut bits = Vec::from([count & 1 == 1, count & 2 == 2]);
        bits.resize(2 + zeros, false);
        bits.extend(vector);
        self.narrow(&mut bits);
        let mut digits = String::new();
        for triad in bits.chunks(3).rev() {
            let mut value = 0;
            for &bit in triad.iter().rev() {
                value = 2 * value + u8::from(bit);
            }
            digits.push(char::from(zero as u8 + value));
        }
        digits
    }

    /// Keeps the bits that a key has.
    fn narrow(&self, bits: &mut Vec<bool>) {
        if bits.len() > self.width {
            bits.truncate(self.width);
            strip(bits);
            bits.resize(bits.len().next_multiple_of(3), false);
        }
    }

    /// The value of a key digit.
    pub(super) fn octal_value(&self, digit: char, profile: Profile) -> Option<u32> {
        u32::from(digit)
            .checked_sub((self.zero)(profile).into())
            .filter(|value| *value < 8)
    }

    /// Section 7.3: the natural address of a hash as written and its key.
    pub(super) fn natural_address(
        &self,
        hash: &str,
        marked: (Profile, Form),
        key: &str,
        at: usize,
        options: &Options,
    ) -> Result<String, Error> {
        let (profile, form) = marked;
        let hash = (self.read_hash)(hash);
        let vector = self.key_vector(hash, key, profile, at, options.strictness)?;
        let inverted = form == Form::PreInverted;
        let natural = if inverted && !self.key_of_spelling {
            self.inverted_hash(hash)
        } else {
            hash.to_string()
        };
        let mut bits = vector.into_iter().chain(core::iter::repeat(false));
        let digits = self.arranged(&natural, |hash| self.inverted_hash(hash), options.packing);
        let mut symbols = String::new();
        for digit in digits.chars() {
            let mut code = 0;
            for bit in 0..self.bits(digit) {
                code |= usize::from(bits.next().unwrap_or(false)) << bit;
            }
            symbols.push(self.symbol(digit, code));
        }
        let address = self.rearranged(&symbols, options.packing);
        Ok(if inverted && self.key_of_spelling {
            self.inverted(&address)
        } else {
            address
        })
    }

    /// The vector of a key, its lowest bit first, by the rules of a canonical key one after another.
    fn key_vector(
        &self,
        hash: &str,
        key: &str,
        profile: Profile,
        at: usize,
        strictness: Strictness,
    ) -> Result<Vec<bool>, Error> {
        let strict = strictness == Strictness::Strict;
        if key.is_empty() {
            return Err(Error::new(ErrorKind::KeyEmpty, at));
        }
        let last = at + key.chars().count() - 1;
        let zero = (self.zero)(profile);
        let key = (self.read_key)(key, zero);
        let mut bits = Vec::new();
        for (offset, digit) in key.char_indices() {
            let fault = Error::new(ErrorKind::KeyDigit, at + offset);
            let value = self.octal_value(digit, profile).ok_or(fault)?;
            bits.extend([value & 4 == 4, value & 2 == 2, value & 1 == 1]);
        }
        bits.reverse();
        if strict && key.len() > 1 && key.starts_with(zero) {
            return Err(Error::new(ErrorKind::KeyLeadingZero, at));
        }
        let is_misaligned =
            bits.last() == Some(&false) && !(self.aligns_zero && bits == [true, false, false]);
        self.narrow(&mut bits);
        if bits.iter().all(|bit| !bit) {
            return Ok(Vec::new());
        }
        let zeros = (self.count)(usize::from(bits[0]) + 2 * usize::from(bits[1])) % 4;
        if zeros == 3 {
            return Err(Error::new(ErrorKind::KeyLlReserved, last));
        }
        if bits.iter().skip(2).take(zeros).any(|bit| *bit) {
            return Err(Error::new(ErrorKind::KeySpareBits, last));
        }
        if strict && is_misaligned {
            return Err(Error::new(ErrorKind::KeyMisaligned, at));
        }
        let mut vector: Vec<bool> = bits.into_iter().skip(2 + zeros).collect();
        strip(&mut vector);
        let capacity: usize = hash.chars().map(|digit| self.bits(digit)).sum();
        if vector.len() > capacity {
            return Err(Error::new(ErrorKind::KeyTooLong, at));
        }
        Ok(vector)
    }
}

fn strip(vector: &mut Vec<bool>) {
    while vector.last() == Some(&false) {
        vector.pop();
    }
}
