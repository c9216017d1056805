//! Rules and their URIs (RFC 3402, section 3.2; RFC 6116, section 3).

use alloc::string::String;
use alloc::vec::Vec;

use super::expression;
use super::number::unique_string;
use super::record;
use crate::error::{Error, ErrorKind};

/// As [`rewrite`](crate::e164::rewrite).
///
/// # Errors
///
/// The same.
pub fn rewrite(number: &str, records: &[String], service: &str) -> Result<Vec<String>, Error> {
    let number = unique_string(number).map_err(|error| Error { position: 0, ..error })?;
    let mut uris: Vec<(u16, u16, String)> = Vec::new();
    let mut broken = None;
    let mut not_terminal = None;
    for (index, text) in records.iter().enumerate() {
        let at = index + 1;
        match uri(&number, text, service) {
            Ok(Some(found)) => uris.push(found),
            Ok(None) => {}
            Err(kind @ ErrorKind::NotTerminal) => {
                not_terminal = not_terminal.or(Some(Error::new(kind, at)));
            }
            Err(kind) => broken = broken.or(Some(Error::new(kind, at))),
        }
    }
    let none = Error::new(ErrorKind::NoMatch, records.len() + 1);
    let lowest = uris.iter().map(|(order, _, _)| *order).min();
    let lowest = lowest.ok_or(broken.or(not_terminal).unwrap_or(none))?;
    uris.retain(|(order, _, _)| *order == lowest);
    uris.sort_by_key(|(_, preference, _)| *preference);
    Ok(uris.into_iter().map(|(_, _, uri)| uri).collect())
}

/// The URI of a record with its order and preference; `None` if the record is about something else.
fn uri(number: &str, text: &str, service: &str) -> Result<Option<(u16, u16, String)>, ErrorKind> {
    let record = record::read(text)?;
    match record.flags.to_ascii_lowercase().as_str() {
        "" => return Err(ErrorKind::NotTerminal),
        "u" => {}
        _ => return Err(ErrorKind::Flag),
    }
    let services = record.services.to_ascii_lowercase();
    let mut services: Vec<&str> = services.split('+').collect();
    // RFC 6116, section 5.2: the obsolete syntax has the service before the word.
    if services.len() == 2 && services[1] == "e2u" && services[0] != "e2u" {
        services.swap(0, 1);
    }
    let named = |own: &&str| own.split(':').all(is_name);
    if services[0] != "e2u" || services.len() < 2 || !services[1..].iter().all(named) {
        return Err(ErrorKind::Service);
    }
    if record.expression.is_empty() || record.replaces {
        return Err(ErrorKind::Rule);
    }
    let wanted =
        service.is_empty() || services[1..].contains(&service.to_ascii_lowercase().as_str());
    let Some(uri) = substituted(number, &record.expression)? else { return Ok(None) };
    if !wanted {
        return Ok(None);
    }
    if !is_absolute(&uri) {
        return Err(ErrorKind::Uri);
    }
    Ok(Some((record.order, record.preference, uri)))
}

fn is_name(name: &str) -> bool {
    let right = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    right && !name.is_empty() && name.len() <= 32
}

/// The substitution of a number; `None` if the expression does not match it.
fn substituted(number: &str, rule: &str) -> Result<Option<String>, ErrorKind> {
    let delimiter = rule.chars().next().unwrap_or('\\');
    if "123456789iI\\".contains(delimiter) {
        return Err(ErrorKind::Delimiter);
    }
    let mut parts = Vec::from([String::new()]);
    let mut escaped = false;
    for c in rule.chars().skip(1) {
        if c == delimiter && !escaped {
            parts.push(String::new());
            continue;
        }
        escaped = c == '\\' && !escaped;
        let last = parts.len() - 1;
        parts[last].push(c);
    }
    // After the third delimiter a backslash escapes nothing.
    let [pattern, replacement, flags] = parts.as_slice() else { return Err(ErrorKind::Delimiter) };
    if flags.contains(delimiter) {
        return Err(ErrorKind::Delimiter);
    }
    if !flags.trim_matches(['i', 'I']).is_empty() {
        return Err(ErrorKind::Flag);
    }
    let (pattern, count) = expression::read(pattern, delimiter).ok_or(ErrorKind::Expression)?;
    let groups = expression::matched(&pattern, number);
    let mut out = String::new();
    let mut rest = replacement.chars();
    while let Some(c) = rest.next() {
        let after = if c == '\\' { rest.next() } else { None };
        let Some(after) = after else {
            out.push(c);
            continue;
        };
        match after.to_digit(10) {
            _ if after == delimiter => out.push(after),
            None => out.extend([c, after]),
            Some(digit) => {
                let group = digit as usize;
                if group == 0 || group > count {
                    return Err(ErrorKind::BackReference);
                }
                let span = groups.as_ref().and_then(|groups| groups.get(&(group - 1)));
                out += span.map_or("", |(start, end)| &number[*start..*end]);
            }
        }
    }
    Ok(groups.map(|_| out))
}

/// RFC 3986, section 4.3, by its characters.
fn is_absolute(uri: &str) -> bool {
    let (Some(colon), true) = (uri.find(':'), uri.starts_with(|c: char| c.is_ascii_alphabetic()))
    else {
        return false;
    };
    let (scheme, rest) = (&uri[..colon], &uri[colon + 1..]);
    let mut parts = rest.split('%');
    let first = parts.next().unwrap_or_default();
    let plain = |text: &str| {
        text.chars().all(|c| c.is_ascii_alphanumeric() || "-._~:/?[]@!$&'()*+,;=".contains(c))
    };
    let escaped = |text: &str| {
        let two = text.get(..2).is_some_and(|two| two.chars().all(|c| c.is_ascii_hexdigit()));
        two && plain(&text[2..])
    };
    scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && plain(first)
        && parts.all(escaped)
}
