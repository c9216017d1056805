//! The protocol of an address (section 7.1).
//!
//! A number usually holds an address without its protocol, so that it stays short and serves several
//! protocols. Whoever dials the address gives it one.

use alloc::string::String;
use alloc::vec::Vec;

use super::keypad::{self, Place};
use super::number::ascii;
use super::options::Protocol;
use crate::error::Error;

/// The address with this protocol. An address that has a protocol keeps it.
///
/// An address has a protocol if it begins with a scheme of RFC 2396 and a colon: a letter, then
/// letters, digits, hyphens and full stops. So `localhost:5060` has one by its form, and
/// `bob@localhost:5060` and `10.0.0.1:5060` have none.
///
/// `http` and `ftp` take two slashes before the host, and one after it if no other follows.
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Protocol, assign};
///
/// assert_eq!(assign("bob@commandus.com", Protocol::Sip)?, "sip:bob@commandus.com");
/// assert_eq!(assign("bob@commandus.com", Protocol::Http)?, "http://bob@commandus.com/");
/// assert_eq!(assign("mailto:bob@commandus.com", Protocol::Sip)?, "mailto:bob@commandus.com");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn assign(address: &str, protocol: Protocol) -> Result<String, Error> {
    let address = read(address)?;
    Ok(if has_protocol(&address) { address } else { with_protocol(&address, protocol) })
}

/// The address with each protocol of [`Protocol::ALL`], in that order, for a user to choose from. An
/// address that has a protocol is the only choice.
///
/// # Errors
///
/// The errors of [`assign`].
///
/// # Examples
///
/// ```
/// assert_eq!(
///     acegate_codec::uri2dec::choices("bob@commandus.com")?,
///     [
///         "sip:bob@commandus.com",
///         "mailto:bob@commandus.com",
///         "http://bob@commandus.com/",
///         "ftp://bob@commandus.com/",
///     ]
/// );
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn choices(address: &str) -> Result<Vec<String>, Error> {
    let address = read(address)?;
    if has_protocol(&address) {
        return Ok(Vec::from([address]));
    }
    Ok(Protocol::ALL.iter().map(|&protocol| with_protocol(&address, protocol)).collect())
}

/// The address in lowercase.
fn read(address: &str) -> Result<String, Error> {
    let places = keypad::read_address(address.as_bytes())?;
    Ok(ascii(places.into_iter().map(Place::symbol).collect()))
}

/// Whether the address begins with a scheme and a colon.
fn has_protocol(address: &str) -> bool {
    let Some((scheme, _)) = address.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_lowercase())
        && scheme.bytes().all(|octet| octet.is_ascii_alphanumeric() || b"-.".contains(&octet))
}

fn with_protocol(address: &str, protocol: Protocol) -> String {
    let mut out = String::from(protocol.name());
    out.push(':');
    if !protocol.has_host() {
        out.push_str(address);
        return out;
    }
    out.push_str("//");
    let host = address.find(['/', '?']).unwrap_or(address.len());
    let (host, rest) = address.split_at(host);
    out.push_str(host);
    if !rest.starts_with('/') {
        out.push('/');
    }
    out.push_str(rest);
    out
}
