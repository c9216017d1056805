//! Records: numbers as they are printed, after `ics:` (sections 5.8 and 5.9).

use alloc::string::String;

use super::{Options, Record};
use crate::error::Error;
use crate::uri2dec::model::KeypadRules;

/// The record of an address.
///
/// In the first form the address is written as it is read aloud, with the direct marker. The form of
/// the options is ignored. An address of digits only is always written in the second form, because
/// the first would be read as a hash. For the second form, section 5.9 recommends
/// [`Form::PreInverted`](super::Form::PreInverted).
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, Profile, Record, write_record};
///
/// let octal = Options { profile: Profile::Octal, ..Options::default() };
/// let record = write_record("bob@commandus.com", Record::Address, &octal)?;
/// assert_eq!(record, "ics:bob@commandus.com 8 401511240610");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn write_record(address: &str, record: Record, options: &Options) -> Result<String, Error> {
    KeypadRules::DOCUMENT.write_record(address, record, options)
}

/// The address of a record of either form.
///
/// A token of digits only is a hash. With a pre-inverted marker, the address is read as inverted,
/// because it replaces the hash that is dialled. The key of the first form must be the key of the
/// address. The letter case of `ics:` and of the address does not matter.
///
/// # Errors
///
/// - `syntax` at the first character that differs from `ics:`, and after it as in
///   [`decode`](super::decode).
/// - `hash-empty` if the first space follows `ics:`; `symbol-not-in-table` in an address.
/// - The errors of [`decode`](super::decode) for marker, key and extension. After those of the key,
///   `key-mismatch` at its first digit if it is the key of another address.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, read_record};
///
/// let options = Options::default();
/// assert_eq!(read_record("ics:26202666263870266 8 401511240610", &options)?, "bob@commandus.com");
/// // Section 5.9 prints the key of the first revision of the design.
/// let error = read_record("ics:bob@commandus.com 8 40126055421", &options).unwrap_err();
/// assert_eq!(error.code(), "key-mismatch");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn read_record(record: &str, options: &Options) -> Result<String, Error> {
    KeypadRules::DOCUMENT.read_record(record, options)
}
