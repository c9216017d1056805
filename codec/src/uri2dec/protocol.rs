//! The protocol of an address (section 7.1).
//!
//! A number usually holds an address without its protocol, so that it stays short and serves
//! several protocols. The caller who dials the address gives it one.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::keypad;
use super::number::spell;
use super::options::Protocol;
use crate::error::Error;

/// Section 7.1 as a table of its rules. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolRules {
    /// The protocols that there are. The first one stands for any other.
    pub protocols: &'static [Protocol],
    /// The scheme that an address has, if it has one.
    pub scheme: fn(&str) -> Option<&str>,
    /// Whether two slashes follow the protocol.
    pub has_host: fn(Protocol) -> bool,
    /// The end of an address after its host, written from this part of it.
    pub end: fn(&str) -> String,
}

impl ProtocolRules {
    /// The rules of the document.
    pub const DOCUMENT: Self = Self {
        protocols: &Protocol::ALL,
        scheme,
        has_host: |protocol| matches!(protocol, Protocol::Http | Protocol::Ftp),
        end: |rest| format!("{}{rest}", if rest.starts_with('/') { "" } else { "/" }),
    };

    /// As [`assign`], with these rules.
    pub fn assign(&self, address: &str, protocol: Protocol) -> Result<String, Error> {
        let address = spell(&keypad::read_address(address.as_bytes())?);
        if (self.scheme)(&address).is_some() {
            return Ok(address);
        }
        let has_it = self.protocols.contains(&protocol);
        let protocol = if has_it { protocol } else { self.protocols[0] };
        let name = protocol.name();
        if !(self.has_host)(protocol) {
            return Ok(format!("{name}:{address}"));
        }
        let (host, rest) = address.split_at(address.find(['/', '?']).unwrap_or(address.len()));
        Ok(format!("{name}://{host}{}", (self.end)(rest)))
    }

    /// As [`choices`], with these rules.
    pub fn choices(&self, address: &str) -> Result<Vec<String>, Error> {
        let all = self
            .protocols
            .iter()
            .map(|&protocol| self.assign(address, protocol));
        let mut all = all.collect::<Result<Vec<_>, _>>()?;
        all.dedup();
        Ok(all)
    }
}

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
    ProtocolRules::DOCUMENT.assign(address, protocol)
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
    ProtocolRules::DOCUMENT.choices(address)
}

/// The scheme of RFC 2396, section 3.1, with which an address begins.
fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let is_right = scheme.starts_with(|c: char| c.is_ascii_lowercase())
        && scheme
            .bytes()
            .all(|octet| octet.is_ascii_alphanumeric() || b"-.".contains(&octet));
    is_right.then_some(scheme)
}
