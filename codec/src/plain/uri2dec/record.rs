//! Records (section 5.9).

use alloc::string::{String, ToString};

use super::KeypadRules;
use super::number::check_hash;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, Record, Style};

impl KeypadRules {
    /// As [`write_record`](crate::uri2dec::write_record), with these rules.
    pub fn write_record(
        &self,
        address: &str,
        record: Record,
        options: &Options,
    ) -> Result<String, Error> {
        let address = self.fold(address, 0)?;
        let spaced = Options { style: Style::Spaced, ..*options };
        if record == Record::Hash || is_hash(&address) {
            return Ok(String::from("ics:") + &self.encode(&address, &spaced)?);
        }
        // Address and hash have the same length, so that the extension is also the same.
        let number = self.encode(&address, &Options { form: Form::Direct, ..spaced })?;
        Ok(String::from("ics:") + &address + &number[address.len()..])
    }

    /// As [`read_record`](crate::uri2dec::read_record), with these rules.
    pub fn read_record(&self, record: &str, options: &Options) -> Result<String, Error> {
        let is_right = |(found, expected): (char, char)| found.to_ascii_lowercase() == expected;
        let name = record.chars().zip("ics:".chars()).take_while(|&pair| is_right(pair)).count();
        if name < 4 {
            return Err(Error::new(ErrorKind::Syntax, name));
        }
        let token = record[4..].split(' ').next().unwrap_or_default();
        let address = if is_hash(token) { None } else { Some(self.fold(token, 4)?) };
        let hash = address.as_ref().map_or(token.to_string(), |address| self.hash_of(address));
        check_hash(&hash, 4)?;
        self.read_tail(&hash, record, 4 + token.len(), options, |natural, form| match &address {
            Some(address) if self.compares_record_key => match form {
                Form::Direct => natural == address,
                Form::PreInverted => natural == self.inverted(address),
            },
            _ => true,
        })
    }
}

fn is_hash(token: &str) -> bool {
    token.bytes().all(|digit| digit.is_ascii_digit())
}
