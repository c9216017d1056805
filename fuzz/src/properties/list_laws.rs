//! Laws of lists: the records of a number, and the steps of address books. They need no second
//! implementation.

use acegate::hunt::{Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::e164::{LONGEST_STRING, Naptr, Preference, RuleParts};
use acegate_codec::{Failure, Value, Verb};

use super::laws::{law, scalar};
use crate::octets::Outcome;
use crate::subject::{ask, ask_next};

/// If there is a URI, a wrong record at any position does not change the answer. In reverse order, the records
/// give the same URIs; URIs of equal preference may have been swapped. Each record is read back from what
/// is written for it, and a quantifier means what it stands for.
pub(crate) fn records_keep_the_laws(request: &Request) -> Result<(), Violation> {
    let Value::List(values) = &request.input else {
        return Ok(());
    };
    let Some((number, records)) = values.split_first() else {
        return Ok(());
    };
    for record in records {
        record_is_read_back(request, number, record)?;
    }
    let outcome = ask(request);
    let mut reversed = records.to_vec();
    reversed.reverse();
    let reversed = with_records(request, number, &reversed);
    holds(
        request,
        "order-of-records-is-free",
        &sorted(&outcome),
        &sorted(&reversed),
    )?;
    if outcome.is_err() {
        return Ok(());
    }
    for extra in [
        "",
        r#"0 0 "u" "E2U+sip" "!^(.*$!sip:x!" ."#,
        r#"0 0 "z" "E2U+sip" "!^.*$!sip:x!" ."#,
        r#"0 0 "" "" "" example."#,
    ] {
        let mut more = records.to_vec();
        more.insert(records.len() / 2, extra.into());
        let found = with_records(request, number, &more);
        // One record more can be more than is taken.
        if !matches!(found, Err(Failure::Unsupported(_))) {
            holds(request, "wrong-records-change-nothing", &outcome, &found)?;
        }
    }
    Ok(())
}

/// The answer to the same number with these records.
fn with_records(request: &Request, number: &Value, records: &[Value]) -> Outcome {
    let mut values = vec![number.clone()];
    values.extend_from_slice(records);
    ask_next(request, Verb::Rewrite, &Value::List(values))
}

/// A record and its rule are written as texts that mean the same. The rule matches by both preferences or by
/// none.
fn record_is_read_back(request: &Request, number: &Value, record: &Value) -> Result<(), Violation> {
    let (Some(number), Some(record)) = (scalar(number), scalar(record)) else {
        return Ok(());
    };
    let Ok(fields) = Naptr::read(&record, LONGEST_STRING) else {
        return Ok(());
    };
    // Octets that cannot be read have become three each.
    let again = Naptr::read(&fields.to_string(), 3 * LONGEST_STRING);
    let is_same = again.as_ref() == Ok(&fields);
    record_law(is_same, request, &record, "record-is-read-back")?;
    let Some(rule) = RuleParts::read(&fields.expression) else {
        return Ok(());
    };
    let again = RuleParts::read(&rule.to_string());
    let is_same = again.as_ref() == Some(&rule);
    record_law(is_same, request, &record, "rule-is-read-back")?;
    let longest = rule.rewritten(&number, Preference::Longest);
    let first = rule.rewritten(&number, Preference::First);
    let is_same = longest.is_some() == first.is_some();
    record_law(is_same, request, &record, "both-preferences-match")?;
    let Some(pieces) = pieces(&rule.expression) else {
        return Ok(());
    };
    let spelt_out: String = pieces.iter().map(Piece::spelt_out).collect();
    let with_intervals: String = pieces.iter().map(Piece::with_interval).collect();
    for (name, expression) in [
        ("quantifiers-can-be-spelt-out", spelt_out),
        ("quantifiers-are-intervals", with_intervals),
    ] {
        let other = RuleParts {
            expression,
            ..rule.clone()
        };
        let is_same = other.rewritten(&number, Preference::Longest) == longest;
        record_law(is_same, request, &record, name)?;
    }
    Ok(())
}

/// A character that is not repeated, an operator, or what matches one character and how often (POSIX, Base
/// Definitions, section 9.4.6).
struct Piece<'a> {
    atom: &'a str,
    bound: Option<Bound>,
}

impl Piece<'_> {
    /// `x{3,}` as `xxxx*`, `x{2,3}` as `xxx?`, and `x+` as `xx*`.
    fn spelt_out(&self) -> String {
        let atom = self.atom;
        let Some(bound) = &self.bound else {
            return atom.to_owned();
        };
        let mut text = atom.repeat(bound.least);
        match bound.most {
            None => text.extend([atom, "*"]),
            Some(most) => {
                for _ in bound.least..most {
                    text.extend([atom, "?"]);
                }
            }
        }
        text
    }

    /// `x*` as `x{0,}`, and `x+` as `x{1,}`.
    fn with_interval(&self) -> String {
        let atom = self.atom;
        match &self.bound {
            None => atom.to_owned(),
            Some(Bound {
                least, most: None, ..
            }) => format!("{atom}{{{least},}}"),
            Some(Bound {
                least,
                most: Some(most),
                ..
            }) => format!("{atom}{{{least},{most}}}"),
        }
    }
}

/// The pieces of an expression. What matches one character is a digit, a dot, an escape or a bracket expression. `None`
/// if the expression has two quantifiers in a row, which have no defined meaning, a long repetition, or a bracket
/// expression with a class or a single `]`.
fn pieces(expression: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = expression;
    while !rest.is_empty() {
        let (atom, after_atom) = rest.split_at(atom_length(rest)?);
        rest = after_atom;
        let bound = Bound::at_the_start_of(rest).filter(|_| is_one_character(atom));
        if let Some(bound) = &bound {
            rest = &rest[bound.length..];
            if rest.starts_with(['*', '+', '?', '{']) || bound.least > MOST_SPELT_OUT {
                return None;
            }
        }
        pieces.push(Piece { atom, bound });
    }
    Some(pieces)
}

/// The length of the first character, escape or bracket expression. `None` if it does not end, or if it is a bracket
/// expression that needs more than a search for its end.
fn atom_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    match first {
        '\\' => Some(1 + text[1..].chars().next()?.len_utf8()),
        '[' => {
            let inside = &text[1..];
            let end = inside.find(']')?;
            let has_class = inside[..end].contains('[');
            let is_empty = matches!(&inside[..end], "" | "^");
            (!has_class && !is_empty).then_some(end + 2)
        }
        _ => Some(first.len_utf8()),
    }
}

fn is_one_character(atom: &str) -> bool {
    atom.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '\\' | '['))
}

/// The most characters that are written for one: a number has 15 digits.
const MOST_SPELT_OUT: usize = 20;

/// How often the character before it is repeated.
struct Bound {
    least: usize,
    /// `None` for any number of times.
    most: Option<usize>,
    /// The number of characters of the quantifier.
    length: usize,
}

impl Bound {
    fn at_the_start_of(text: &str) -> Option<Self> {
        let least_of_operator = match text.chars().next()? {
            '*' => Some(0),
            '+' => Some(1),
            _ => None,
        };
        if let Some(least) = least_of_operator {
            return Some(Self {
                least,
                most: None,
                length: 1,
            });
        }
        let inside = text.strip_prefix('{')?;
        let end = inside.find('}')?;
        let (least, most) = match inside[..end].split_once(',') {
            None => (&inside[..end], Some(&inside[..end])),
            Some((least, "")) => (least, None),
            Some((least, most)) => (least, Some(most)),
        };
        let least = least.parse().ok()?;
        let most = match most {
            None => None,
            Some(most) => Some(most.parse().ok()?),
        };
        if most.is_some_and(|most| most < least || most > MOST_SPELT_OUT) {
            return None;
        }
        Some(Self {
            least,
            most,
            length: end + 2,
        })
    }
}

fn record_law(holds: bool, request: &Request, record: &str, name: &str) -> Result<(), Violation> {
    law(holds, request.name(), name, || record.to_owned())
}

/// The outcome without an order of its values, and without the position of a refusal.
fn sorted(outcome: &Outcome) -> Outcome {
    match outcome {
        Ok(Value::List(values)) => {
            let mut values = values.clone();
            values.sort();
            Ok(Value::List(values))
        }
        // Another record can be the first that is wrong.
        Err(Failure::Refused(_)) => Err(Failure::unsupported("refused")),
        other => other.clone(),
    }
}

fn holds(
    request: &Request,
    name: &str,
    expected: &Outcome,
    found: &Outcome,
) -> Result<(), Violation> {
    law(found == expected, request.name(), name, || {
        format!("{} and {}", show_outcome(expected), show_outcome(found))
    })
}

/// The answers to the first half of the steps are the first half of the answers to all of them. If the
/// own book is reopened before every step that needs no earlier search, no other answer changes.
pub(crate) fn books_keep_the_laws(request: &Request) -> Result<(), Violation> {
    let (Value::List(steps), Ok(Value::List(answers))) = (&request.input, ask(request)) else {
        return Ok(());
    };
    let half = steps.len() / 2;
    let first = ask_next(request, Verb::Book, &Value::List(steps[..half].to_vec()));
    let expected = Ok(Value::List(answers[..half].to_vec()));
    holds(request, "later-steps-are-not-known", &expected, &first)?;

    let mut restarted = Vec::new();
    let mut asked = Vec::new();
    for step in steps {
        if !speaks_of_found(step) {
            restarted.push(Value::from("reopen"));
        }
        asked.push(restarted.len());
        restarted.push(step.clone());
    }
    // More steps can be more than are taken.
    let Ok(Value::List(all)) = ask_next(request, Verb::Book, &Value::List(restarted)) else {
        return Ok(());
    };
    let kept = asked.iter().filter_map(|&at| all.get(at));
    let kept = Ok(Value::List(kept.cloned().collect()));
    let expected = Ok(Value::List(answers));
    holds(request, "a-restart-changes-nothing", &expected, &kept)
}

/// Whether the step is about what the last search found, which a restart forgets.
fn speaks_of_found(step: &Value) -> bool {
    let text = scalar(step).unwrap_or_default();
    text == "silent"
        || ["number ", "source ", "use "]
            .iter()
            .any(|verb| text.starts_with(verb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_written_in_other_ways() {
        for (expression, spelt_out, with_intervals) in [
            ("^4{3,}$", "^4444*$", "^4{3,}$"),
            ("^(4{2,3})5+$", "^(444?)55*$", "^(4{2,3})5{1,}$"),
            (".{0,1}", ".?", ".{0,1}"),
            ("4{2}", "44", "4{2,2}"),
            (".*", ".*", ".{0,}"),
            (r"^\+[0-9]{2,}$", r"^\+[0-9][0-9][0-9]*$", r"^\+[0-9]{2,}$"),
            (r"\++[^4]{1,2}", r"\+\+*[^4][^4]?", r"\+{1,}[^4]{1,2}"),
            // Operators that are not about one character, and what is no quantifier.
            ("[4{3,}]", "[4{3,}]", "[4{3,}]"),
            ("(45)*5?", "(45)*5?", "(45)*5?"),
            ("4{3", "4{3", "4{3"),
            ("4{3,2}", "4{3,2}", "4{3,2}"),
        ] {
            let pieces = pieces(expression).expect(expression);
            let found: String = pieces.iter().map(Piece::spelt_out).collect();
            assert_eq!(found, spelt_out);
            let found: String = pieces.iter().map(Piece::with_interval).collect();
            assert_eq!(found, with_intervals);
        }
        for unclear in ["4{3,}*", "4**", "[[:digit:]]{2,}", "[]4]{2,}", "[4"] {
            assert!(pieces(unclear).is_none(), "{unclear}");
        }
    }
}
