//! The way from a number and its records to their outcomes, step by step.

use alloc::string::String;
use alloc::vec::Vec;

use super::record::{LONGEST_STRING, Naptr};
use super::rewrite::{RecordOutcome, Rule, RuleParts, outcome, rewritten};
use crate::error::Error;

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

/// Applies each record to a number as [`rewrite`](super::rewrite()) does, and keeps the steps.
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
    let number = rewritten(number)?;
    Ok(records.iter().map(|record| trace(&number, record.as_ref(), service)).collect())
}

fn trace(number: &str, record: &str, service: &str) -> RecordTrace {
    let record = match Naptr::read(record, LONGEST_STRING) {
        Ok(record) => record,
        Err(kind) => {
            return RecordTrace { rule: None, groups: None, outcome: RecordOutcome::Broken(kind) };
        }
    };
    let parts = RuleParts::read(&record.expression).filter(RuleParts::is_delimited);
    let groups =
        Rule::read(&record.expression).ok().and_then(|rule| rule.expression.groups_of(number));
    let text = |(start, end): (usize, usize)| String::from(&number[start..end]);
    RecordTrace {
        rule: parts.map(|parts| (parts.expression, parts.substitution)),
        groups: groups.map(|groups| groups.into_iter().map(|group| group.map(text)).collect()),
        outcome: outcome(number, &record, service),
    }
}
