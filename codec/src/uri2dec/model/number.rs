//! Hash, key and numbers (sections 5.1 to 5.8 and 7), and the records of them (section 5.9).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::KeypadRules;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, Profile, Record, Strictness, Style};

impl KeypadRules {
    /// As [`hash`](crate::uri2dec::hash()), of the form of the options.
    pub fn hash(&self, address: &str, form: Form) -> Result<String, Error> {
        Ok(self.hash_of(&self.spelled(&self.fold(address, 0)?, form)))
    }

    /// As [`invert`](crate::uri2dec::invert).
    pub fn invert(&self, address_or_hash: &str) -> Result<String, Error> {
        Ok(self.inverted(&self.fold(address_or_hash, 0)?))
    }

    /// As [`key`](fn@crate::uri2dec::key).
    pub fn key(&self, address: &str, options: &Options) -> Result<String, Error> {
        let address = self.fold(address, 0)?;
        let mut key = String::from((self.marker)(options.profile, (self.form)(options.form)));
        key.push(' ');
        Ok(key + &self.key_digits(&address, options))
    }

    /// As [`encode`](crate::uri2dec::encode).
    pub fn encode(&self, address: &str, options: &Options) -> Result<String, Error> {
        let hash = self.hash(address, options.form)?;
        let mut number = hash + " " + &self.key(address, options)?;
        let digits = number.len() - 2;
        if options.style == Style::Dialled {
            number = number.replace(' ', "");
        }
        let nines = (self.extended)(options.scope, digits) - digits;
        Ok(number + &"9".repeat(nines))
    }

    /// As [`decode`](crate::uri2dec::decode).
    pub fn decode(&self, number: &str, options: &Options) -> Result<String, Error> {
        if options.style == Style::Dialled {
            return self.parses(number, options).map(|parses| parses[0].clone());
        }
        let hash = number.split(' ').next().unwrap_or_default();
        check_hash(hash, 0)?;
        self.read_tail(hash, number, hash.len(), options, |_, _| true)
    }

    /// As [`parses`](crate::uri2dec::parses), all at once.
    pub fn parses(&self, number: &str, options: &Options) -> Result<Vec<String>, Error> {
        if number.is_empty() {
            return Err(Error::new(ErrorKind::HashEmpty, 0));
        }
        if let Some((at, _)) = number
            .char_indices()
            .find(|(_, digit)| !digit.is_ascii_digit())
        {
            return Err(Error::new(ErrorKind::Syntax, at));
        }
        let body = number.trim_end_matches('9');
        let mut found = Vec::new();
        let mut faults = Vec::new();
        for at in (self.places)(body, options.profile) {
            let hash = &body[..at];
            let key = &body[at + 1..];
            // A key with another digit is not a key, so the search of section 7.3 goes on to the right.
            if key
                .chars()
                .any(|digit| self.octal_value(digit, options.profile).is_none())
            {
                continue;
            }
            let Some(marked) = body[at..].chars().next().and_then(self.marked) else {
                continue;
            };
            let address = check_hash(hash, 0)
                .and_then(|()| self.natural_address(hash, marked, key, at + 1, options));
            match address {
                Ok(address) => found.push(address),
                Err(fault) => faults.push(fault),
            }
        }
        if found.is_empty() {
            // The empty hash is the last thing to complain about.
            let of_the_rest = faults
                .iter()
                .find(|fault| fault.kind != ErrorKind::HashEmpty);
            let missing = Error::new(ErrorKind::Marker, number.len());
            return Err(*of_the_rest.or(faults.first()).unwrap_or(&missing));
        }
        self.check_extension(body.len(), number.len() - body.len(), body.len(), options)?;
        Ok(found)
    }

    /// The natural address of a hash and of the marker and key with nines from the space at `at` on, if
    /// it is the right one.
    pub(super) fn read_tail(
        &self,
        hash: &str,
        number: &str,
        at: usize,
        options: &Options,
        is_right: impl Fn(&str, Form) -> bool,
    ) -> Result<String, Error> {
        let (marked, key) = self.split_tail(number, at)?;
        let digits = key.trim_end_matches('9');
        let natural = self.natural_address(hash, marked, digits, at + 3, options)?;
        if !is_right(&natural, marked.1) {
            return Err(Error::new(ErrorKind::KeyMismatch, at + 3));
        }
        let nines = key.len() - digits.len();
        let count = hash.len() + 1 + digits.len();
        let end = at + 3 + digits.len();
        self.check_extension(count, nines, end, options)?;
        Ok(natural)
    }

    /// Marker and key with nines, from the space at `at` on.
    fn split_tail<'t>(
        &self,
        number: &'t str,
        at: usize,
    ) -> Result<((Profile, Form), &'t str), Error> {
        let end = number.len();
        let mut tail = number[at..].chars();
        tail.next();
        let marker = tail.next().ok_or(Error::new(ErrorKind::Marker, end))?;
        let marked = (self.marked)(marker).ok_or(Error::new(ErrorKind::Marker, at + 1))?;
        match tail.next() {
            None => Err(Error::new(ErrorKind::KeyEmpty, end)),
            Some(' ') => match tail.as_str().find(' ') {
                Some(space) => Err(Error::new(ErrorKind::Syntax, at + 3 + space)),
                None => Ok((marked, tail.as_str())),
            },
            Some(_) => Err(Error::new(ErrorKind::Syntax, at + 2)),
        }
    }

    /// Section 5.7 for a reader: `digits` before the nines, which begin at `at`.
    fn check_extension(
        &self,
        digits: usize,
        nines: usize,
        at: usize,
        options: &Options,
    ) -> Result<(), Error> {
        let right = options.strictness == Strictness::Lenient
            || (self.is_extended)(options.scope, digits, nines);
        if right {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::ExtensionLength, at))
        }
    }

    /// As [`write_record`](crate::uri2dec::write_record), with these rules.
    pub fn write_record(
        &self,
        address: &str,
        record: Record,
        options: &Options,
    ) -> Result<String, Error> {
        let address = self.fold(address, 0)?;
        let spaced = Options {
            style: Style::Spaced,
            ..*options
        };
        if record == Record::Hash || is_hash(&address) {
            return Ok(String::from("ics:") + &self.encode(&address, &spaced)?);
        }
        // Address and hash have the same length, so that the extension is also the same.
        let number = self.encode(
            &address,
            &Options {
                form: Form::Direct,
                ..spaced
            },
        )?;
        Ok(String::from("ics:") + &address + &number[address.len()..])
    }

    /// As [`read_record`](crate::uri2dec::read_record), with these rules.
    pub fn read_record(&self, record: &str, options: &Options) -> Result<String, Error> {
        let pairs = record.chars().zip("ics:".chars());
        let name = pairs
            .take_while(|(found, expected)| found.to_ascii_lowercase() == *expected)
            .count();
        if name < 4 {
            return Err(Error::new(ErrorKind::Syntax, name));
        }
        let token = record[4..].split(' ').next().unwrap_or_default();
        let address = if is_hash(token) {
            None
        } else {
            Some(self.fold(token, 4)?)
        };
        let hash = address
            .as_ref()
            .map_or(token.to_string(), |address| self.hash_of(address));
        check_hash(&hash, 4)?;
        self.read_tail(
            &hash,
            record,
            4 + token.len(),
            options,
            |natural, form| match &address {
                Some(address) if self.compares_record_key => match form {
                    Form::Direct => natural == address,
                    Form::PreInverted => natural == self.inverted(address),
                },
                _ => true,
            },
        )
    }
}

fn check_hash(hash: &str, at: usize) -> Result<(), Error> {
    if hash.is_empty() {
        return Err(Error::new(ErrorKind::HashEmpty, at));
    }
    match hash
        .char_indices()
        .find(|(_, digit)| !digit.is_ascii_digit())
    {
        Some((wrong, _)) => Err(Error::new(ErrorKind::HashDigit, at + wrong)),
        None => Ok(()),
    }
}

fn is_hash(token: &str) -> bool {
    token.bytes().all(|digit| digit.is_ascii_digit())
}
