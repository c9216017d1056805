//! The rules of NAPTR records, applied to a number (RFC 3402, section 3.2; RFC 6116, section 3).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::expression::{Expression, Groups, Preference};
use super::number::unique_string;
use super::record::{LONGEST_STRING, Naptr};
use crate::error::{Error, ErrorKind};

/// The outcome of a record for a number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordOutcome {
    /// A URI, with the order and the preference of the record.
    Uri {
        /// The record with the lowest order that gives a URI decides which order counts.
        order: u16,
        /// The record with the lower preference comes first.
        preference: u16,
        /// The URI.
        uri: String,
    },
    /// Nothing: the expression does not match the number.
    NoMatch,
    /// Nothing: the rule matches, and none of the Enumservices is the wanted one.
    OtherService,
    /// None: the record is not terminal, because it points to another domain (`not-terminal`).
    NotTerminal,
    /// The record breaks the rules.
    Broken(ErrorKind),
}

/// The URIs of a number, the preferred one first: those of the records with the lowest order that
/// gives any, by preference, then as they are listed.
///
/// `service` is the Enumservice that is wanted, such as `sip` or `voice:tel`; all count if it is
/// empty. Its letter case does not matter. Records that break the rules are passed over.
///
/// # Errors
///
/// - Those of [`to_domain`](super::to_domain), at 0.
/// - If no record gives a URI: the kind of the first record that breaks the rules, at the record;
///   otherwise `not-terminal` at the first such record; otherwise `no-match` after the last one.
///
/// | kind of a record | reason |
/// | --- | --- |
/// | `syntax` `value-too-large` `too-long` | it is not a record |
/// | `flag` | a flag other than `u`, or a flag of the expression other than `i` |
/// | `service` | the services are not `E2U` and Enumservices, nor of the obsolete form `sip+E2U` |
/// | `rule` | it has an expression and a replacement, or neither |
/// | `delimiter` | the expression has not three delimiters, or its delimiter is not allowed |
/// | `expression` | the expression is not one of POSIX |
/// | `back-reference` | the substitution refers to a group that is not there |
/// | `uri` | the result is not a URI |
///
/// # Examples
///
/// ```
/// use acegate_codec::e164::rewrite;
///
/// let records = [
///     r#"100 20 "u" "E2U+email" "!^.*$!mailto:info@example.com!" ."#,
///     r#"100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" ."#,
///     r#"200 10 "u" "E2U+web:http" "!^.*$!http://example.com/!" ."#,
/// ];
/// let uris = ["sip:info@example.com", "mailto:info@example.com"];
/// assert_eq!(rewrite("+441164960348", &records, "")?, uris);
/// assert_eq!(rewrite("+441164960348", &records, "web:http")?, ["http://example.com/"]);
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn rewrite<S: AsRef<str>>(
    number: &str,
    records: &[S],
    service: &str,
) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    let mut fault = None;
    for (at, step) in trace_rewrite(number, records, service)?
        .into_iter()
        .enumerate()
    {
        match step.outcome {
            RecordOutcome::Uri {
                order,
                preference,
                uri,
            } => found.push((order, preference, uri)),
            RecordOutcome::NoMatch | RecordOutcome::OtherService => {}
            RecordOutcome::NotTerminal => {
                fault = fault.or(Some(Error::new(ErrorKind::NotTerminal, at + 1)));
            }
            RecordOutcome::Broken(kind) => {
                fault = fault
                    .filter(|fault| fault.kind != ErrorKind::NotTerminal)
                    .or(Some(Error::new(kind, at + 1)));
            }
        }
    }
    // The sort is stable.
    found.sort_by_key(|&(order, preference, _)| (order, preference));
    let Some(&(lowest, _, _)) = found.first() else {
        return Err(fault.unwrap_or(Error::new(ErrorKind::NoMatch, records.len() + 1)));
    };
    let chosen = found
        .into_iter()
        .take_while(|&(order, _, _)| order == lowest);
    Ok(chosen.map(|(_, _, uri)| uri).collect())
}

/// A record that is applied to a number. Each part is there as far as the record can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordTrace {
    /// The regular expression and the substitution, without the escapes of master files.
    pub rule: Option<(String, String)>,
    /// The texts of the groups if the expression matches; `None` for a group without a match.
    pub groups: Option<Vec<Option<String>>>,
    /// The result.
    pub outcome: RecordOutcome,
}

/// Applies each record to a number as [`rewrite`] does, and keeps the steps.
///
/// # Errors
///
/// The errors of [`to_domain`](super::to_domain), at 0.
///
/// # Examples
///
/// ```
/// use acegate_codec::e164::trace_rewrite;
///
/// let records = [r#"100 10 "u" "E2U+sip" "!^\\+44(.*)$!sip:\\1@example.com!" ."#];
/// let steps = trace_rewrite("+4412", &records, "")?;
/// assert_eq!(steps[0].rule, Some((r"^\+44(.*)$".into(), r"sip:\1@example.com".into())));
/// assert_eq!(steps[0].groups, Some(vec![Some("12".into())]));
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn trace_rewrite<S: AsRef<str>>(
    number: &str,
    records: &[S],
    service: &str,
) -> Result<Vec<RecordTrace>, Error> {
    let number = unique_string(number).map_err(|error| Error::new(error.kind, 0))?;
    Ok(records
        .iter()
        .map(|record| RecordTrace::of(&number, record.as_ref(), service))
        .collect())
}

impl RecordTrace {
    fn of(number: &str, record: &str, service: &str) -> Self {
        let record = match Naptr::read(record, LONGEST_STRING) {
            Ok(record) => record,
            Err(kind) => {
                return Self {
                    rule: None,
                    groups: None,
                    outcome: RecordOutcome::Broken(kind),
                };
            }
        };
        let parts = RuleParts::read(&record.expression).filter(RuleParts::is_delimited);
        let rule = match &parts {
            Some(parts) => Rule::of(parts),
            None => Err(ErrorKind::Delimiter),
        };
        let groups = match &rule {
            Ok(rule) => rule.expression.groups_of(number, Preference::Longest),
            Err(_) => None,
        };
        let texts = groups.as_ref().map(|groups| texts_of(groups, number));
        Self {
            rule: parts.map(|parts| (parts.expression, parts.substitution)),
            groups: texts,
            outcome: outcome(number, &record, service, rule, groups)
                .unwrap_or_else(RecordOutcome::Broken),
        }
    }
}

/// The parts of a number that the groups of a match are.
fn texts_of(groups: &Groups, number: &str) -> Vec<Option<String>> {
    let texts = groups.iter().map(|group| {
        let (start, end) = (*group)?;
        Some(String::from(&number[start..end]))
    });
    texts.collect()
}

/// The outcome of a record for a number, with its rule and the groups of the match.
fn outcome(
    number: &str,
    record: &Naptr,
    service: &str,
    rule: Result<Rule, ErrorKind>,
    groups: Option<Groups>,
) -> Result<RecordOutcome, ErrorKind> {
    match record.flags.as_str() {
        "u" | "U" => {}
        "" => return Ok(RecordOutcome::NotTerminal),
        _ => return Err(ErrorKind::Flag),
    }
    let services = services(&record.services).ok_or(ErrorKind::Service)?;
    if record.expression.is_empty() || record.replacement != "." {
        return Err(ErrorKind::Rule);
    }
    let rule = rule?;
    let Some(groups) = groups else {
        return Ok(RecordOutcome::NoMatch);
    };
    let is_wanted = service.is_empty()
        || services
            .iter()
            .any(|other| other.eq_ignore_ascii_case(service));
    if !is_wanted {
        return Ok(RecordOutcome::OtherService);
    }
    let uri = rule.substituted(number, &groups);
    if !is_uri(&uri) {
        return Err(ErrorKind::Uri);
    }
    let Naptr {
        order, preference, ..
    } = *record;
    Ok(RecordOutcome::Uri {
        order,
        preference,
        uri,
    })
}

/// The Enumservices of a service field (RFC 6116, section 3.4.3), or the one service of the obsolete
/// syntax of RFC 2916 (section 5.2).
fn services(field: &str) -> Option<Vec<&str>> {
    let words: Vec<_> = field.split('+').collect();
    let services = match words.as_slice() {
        [first, services @ ..] if first.eq_ignore_ascii_case("E2U") => services.to_vec(),
        [service, last] if last.eq_ignore_ascii_case("E2U") => [*service].to_vec(),
        _ => return None,
    };
    let mut names = services.iter().flat_map(|service| service.split(':'));
    if services.is_empty() || !names.all(is_service_name) {
        return None;
    }
    Some(services)
}

/// Whether this is a type or a subtype of an Enumservice.
fn is_service_name(name: &str) -> bool {
    let mut octets = name.bytes();
    (1..=32).contains(&name.len())
        && octets.all(|octet| octet.is_ascii_alphanumeric() || octet == b'-')
}

/// A substitution expression.
struct Rule {
    expression: Expression,
    substitution: Vec<Piece>,
}

/// A piece of a substitution.
enum Piece {
    Literal(char),
    /// A back-reference: the group, from 0.
    Group(usize),
}

impl Rule {
    fn of(parts: &RuleParts) -> Result<Self, ErrorKind> {
        let RuleParts {
            delimiter,
            expression,
            substitution,
            flags,
        } = parts;
        if !flags.chars().all(|flag| matches!(flag, 'i' | 'I')) {
            return Err(ErrorKind::Flag);
        }
        let expression = Expression::read(expression, *delimiter).ok_or(ErrorKind::Expression)?;
        let substitution = pieces(substitution, *delimiter, expression.groups)?;
        Ok(Self {
            expression,
            substitution,
        })
    }

    fn substituted(&self, number: &str, groups: &[Option<(usize, usize)>]) -> String {
        let mut out = String::new();
        for piece in &self.substitution {
            match piece {
                Piece::Literal(c) => out.push(*c),
                Piece::Group(group) => {
                    out.extend(groups[*group].map(|(start, end)| &number[start..end]));
                }
            }
        }
        out
    }
}

/// The parts of a rule as they are written. Displayed, they are the rule again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleParts {
    /// The character before the expression, between it and the substitution, and after that.
    pub delimiter: char,
    /// The regular expression.
    pub expression: String,
    /// The substitution.
    pub substitution: String,
    /// The text after the third delimiter.
    pub flags: String,
}

impl RuleParts {
    /// Splits a rule, whatever its delimiter is; `None` if it has not three delimiters.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let delimiter = characters.next()?;
        let expression = part(&mut characters, delimiter)?;
        let substitution = part(&mut characters, delimiter)?;
        Some(Self {
            delimiter,
            expression,
            substitution,
            flags: characters.as_str().into(),
        })
    }

    /// The URI that the rule gives for a number by this preference; `None` if the rule is not valid, or
    /// does not match. POSIX prefers the longest match.
    #[must_use]
    pub fn rewritten(&self, number: &str, preference: Preference) -> Option<String> {
        if !self.is_delimited() {
            return None;
        }
        let rule = Rule::of(self).ok()?;
        let groups = rule.expression.groups_of(number, preference)?;
        Some(rule.substituted(number, &groups))
    }

    /// Whether the delimiter is allowed, and there are only three.
    fn is_delimited(&self) -> bool {
        let is_allowed = !matches!(self.delimiter, '1'..='9' | 'i' | 'I' | '\\');
        is_allowed && !self.flags.contains(self.delimiter)
    }
}

impl fmt::Display for RuleParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            delimiter,
            expression,
            substitution,
            flags,
        } = self;
        write!(
            f,
            "{delimiter}{expression}{delimiter}{substitution}{delimiter}{flags}"
        )
    }
}

/// The characters before the next delimiter, which is taken; `None` if there is none.
fn part(characters: &mut core::str::Chars<'_>, delimiter: char) -> Option<String> {
    let mut part = String::new();
    loop {
        match characters.next()? {
            c if c == delimiter => return Some(part),
            '\\' => {
                part.push('\\');
                part.push(characters.next()?);
            }
            c => part.push(c),
        }
    }
}

fn pieces(text: &str, delimiter: char, groups: usize) -> Result<Vec<Piece>, ErrorKind> {
    let mut pieces = Vec::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            pieces.push(Piece::Literal(c));
            continue;
        }
        match characters.next() {
            Some(c) if c == delimiter => pieces.push(Piece::Literal(c)),
            Some(c) if c.is_ascii_digit() => match (c as usize - '0' as usize).checked_sub(1) {
                Some(group) if group < groups => pieces.push(Piece::Group(group)),
                _ => return Err(ErrorKind::BackReference),
            },
            c => pieces.extend([Some('\\'), c].into_iter().flatten().map(Piece::Literal)),
        }
    }
    Ok(pieces)
}

/// Whether a text has a scheme and only characters of an absolute URI (RFC 3986, section 4.3).
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let mut scheme_octets = scheme.bytes();
    let is_named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme_octets.all(|octet| octet.is_ascii_alphanumeric() || b"+-.".contains(&octet));
    is_named && is_of_uri(rest.as_bytes())
}

/// Whether these octets may be in a URI: each percent sign begins an escape.
fn is_of_uri(octets: &[u8]) -> bool {
    octets.iter().enumerate().all(|(at, octet)| match octet {
        b'%' => octets
            .get(at + 1..at + 3)
            .is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)),
        _ => octet.is_ascii_alphanumeric() || b"-._~:/?[]@!$&'()*+,;=".contains(octet),
    })
}
