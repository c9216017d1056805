//! Protocols (section 7.1).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::MODEL;
use crate::error::Error;
use crate::uri2dec::Protocol;

/// The protocols and what they put before and after an address, in the order of the document.
const PRINTED: [(Protocol, &str, &str); 4] = [
    (Protocol::Sip, "sip:", ""),
    (Protocol::Mailto, "mailto:", ""),
    (Protocol::Http, "http://", "/"),
    (Protocol::Ftp, "ftp://", "/"),
];

/// As [`assign`](crate::uri2dec::assign).
///
/// # Errors
///
/// The same.
pub fn assign(address: &str, protocol: Protocol) -> Result<String, Error> {
    let address = MODEL.fold(address, 0)?;
    let mut chosen = PRINTED.into_iter().filter(|(own, _, _)| *own == protocol);
    Ok(match chosen.next() {
        Some((_, before, after)) if !has_scheme(&address) => wrapped(&address, before, after),
        _ => address,
    })
}

/// As [`choices`](crate::uri2dec::choices).
///
/// # Errors
///
/// The same.
pub fn choices(address: &str) -> Result<Vec<String>, Error> {
    let all = PRINTED.into_iter().map(|(protocol, _, _)| assign(address, protocol));
    let mut all = all.collect::<Result<Vec<_>, _>>()?;
    all.dedup();
    Ok(all)
}

fn wrapped(address: &str, before: &str, after: &str) -> String {
    if after.is_empty() || address.contains('/') && !after_query(address, '/') {
        return format!("{before}{address}");
    }
    match address.split_once('?') {
        Some((host, query)) => format!("{before}{host}{after}?{query}"),
        None => format!("{before}{address}{after}"),
    }
}

/// Whether the first of these symbols is after the first question mark.
fn after_query(address: &str, symbol: char) -> bool {
    address.find('?') < address.find(symbol) && address.contains('?')
}

/// RFC 2396, 3.1: a letter, then letters, digits, plus signs, hyphens and full stops, then a colon.
fn has_scheme(address: &str) -> bool {
    for (at, symbol) in address.chars().enumerate() {
        match symbol {
            'a'..='z' => {}
            '0'..='9' | '-' | '.' if at > 0 => {}
            ':' => return at > 0,
            _ => return false,
        }
    }
    false
}
