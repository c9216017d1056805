//! The deviations in the expressions of records: how a rule is split, matched and substituted.

use std::iter::Peekable;
use std::str::Chars;

use acegate_codec::ErrorKind;
use acegate_codec::e164::{Naptr, Preference, RuleParts, rewrite};

use super::list::{ASTERISK, Edited, FREESWITCH, KAMAILIO, OPENSIPS, usable};
use super::rules::{RIGHT, Rules};
use crate::{Answer, Call, Deviation, Model, Seen, deviation, reported};

const POLAND: Seen = reported(
    "clients by the rules of the Polish registry",
    "ENUM technical requirements",
);

pub(crate) const EXPRESSIONS: &[Deviation] = &[
    deviation("enum/only-exclamation-marks", &["enum-27"])
        .summary("The delimiter of the expression must be an exclamation mark.")
        .seen(&[KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&Edited(|fields, _| {
            fields.expression.starts_with('!').then_some(fields)
        })),
    deviation("enum/any-delimiter", &["enum-27"])
        .summary("Digits and the letter `i` are accepted as the delimiter of the expression.")
        .seen(&[ASTERISK])
        .by(&WithRule(|rule| {
            Some(RuleParts {
                delimiter: unused(&rule)?,
                ..rule
            })
        })),
    deviation("enum/text-after-the-rule-ignored", &["enum-35"])
        .summary("Characters after the third delimiter are ignored.")
        .seen(&[KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&WithRule(|rule| {
            Some(RuleParts {
                flags: String::new(),
                ..rule
            })
        })),
    deviation("enum/flag-i-refused", &["enum-34"])
        .summary("The flag `i` after the third delimiter is rejected.")
        .seen(&[ASTERISK])
        .by(&WithRule(|rule| rule.flags.is_empty().then_some(rule))),
    deviation("enum/escaped-delimiter-ends", &["enum-29"])
        .summary("A delimiter ends its part of the expression even after a backslash.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS])
        .by(&WithRule(|rule| {
            let escaped = ['\\', rule.delimiter].iter().collect::<String>();
            (!rule.expression.contains(&escaped) && !rule.substitution.contains(&escaped))
                .then_some(rule)
        })),
    deviation("enum/basic-expressions", &["enum-30"])
        .summary(
            "The expression is compiled as a basic regular expression instead of an extended one: \
             groups and repetitions need backslashes.",
        )
        .by(&WithRule(|rule| {
            Some(RuleParts {
                expression: as_basic(&rule.expression),
                ..rule
            })
        })),
    deviation("enum/backslash-escapes-in-a-bracket", &["enum-30"])
        .summary(
            "A backslash inside a bracket expression is an escape, as in Perl: `[+\\]` is not \
             closed, and `[\\d]` is a digit.",
        )
        .by(&WithRule(|rule| {
            let expression = with_escapes_in_brackets(&rule.expression)?;
            Some(RuleParts { expression, ..rule })
        })),
    deviation("enum/first-alternative", &["enum-31", "enum-50"])
        .summary(
            "Of several alternatives the first that matches is taken, as in Perl, instead of the \
             longest match, as in POSIX.",
        )
        .seen(&[FREESWITCH])
        .by(&Rules {
            own: |number, fields| usable(fields)?.rewritten(number, Preference::First),
            ..RIGHT
        }),
    deviation("enum/back-references-refused", &["enum-32"])
        .summary("A record whose substitution has a back-reference is skipped.")
        .seen(&[POLAND])
        .by(&WithRule(|rule| {
            let refers = |(at, _): (usize, &str)| {
                rule.substitution[at + 1..].starts_with(|c: char| c.is_ascii_digit())
            };
            (!rule.substitution.match_indices('\\').any(refers)).then_some(rule)
        })),
    deviation("enum/five-groups-kept", &["enum-32"])
        .summary(
            "Only five groups of the match are stored: `\\6` is empty, and an expression with \
             more than six groups is rejected.",
        )
        .seen(&[KAMAILIO])
        .by(&WithRule(|rule| {
            let groups = rule.expression.matches('(').count();
            let substitution = rule.substitution.replace("\\6", "");
            (groups < 7).then_some(RuleParts {
                substitution,
                ..rule
            })
        })),
    deviation("enum/group-zero-is-the-match", &["enum-33"])
        .summary("`\\0` in the substitution is replaced by the whole match.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS])
        .by(&WithRule(|rule| {
            let whole = rule.substitution.contains("\\0") && !rule.expression.contains('(');
            Some(if whole {
                let expression = format!("({})", rule.expression);
                RuleParts {
                    expression,
                    substitution: rule.substitution.replace("\\0", "\\1"),
                    ..rule
                }
            } else {
                rule
            })
        })),
    deviation("enum/unmatched-groups-refused", &["enum-40"])
        .summary(
            "A back-reference to a group that took no part in the match makes the rule invalid, \
             instead of giving the empty text.",
        )
        .seen(&[ASTERISK, KAMAILIO])
        .by(&WithRule(|rule| {
            (!rule.expression.contains(")?")).then_some(rule)
        })),
    deviation("enum/substituted-in-place", &["enum-36"])
        .summary(
            "The substitution replaces only the matched part of the number, as in sed, so that \
             the rest of the number stays in the result.",
        )
        .by(&WithRule(|rule| {
            let whole = rule.expression.ends_with('$') || rule.expression.ends_with(".*");
            whole.then_some(rule)
        })),
    deviation("enum/match-not-needed", &["enum-37"])
        .summary("A rule without back-references returns its URI without matching the expression.")
        .by(&WithRule(|rule| {
            let fixed = !rule.substitution.contains('\\');
            let [flags, services, replacement] = ["u", "E2U+x", "."].map(String::from);
            let expression = rule.to_string();
            let record = Naptr {
                order: 1,
                preference: 1,
                flags,
                services,
                expression,
                replacement,
            };
            let right = rewrite("+1", &[record.to_string()], "").map_err(|it| it.kind);
            let unmatched = fixed && right == Err(ErrorKind::NoMatch);
            Some(if unmatched {
                RuleParts {
                    expression: ".*".into(),
                    ..rule
                }
            } else {
                rule
            })
        })),
    deviation("enum/undefined-expressions-read", &["enum-38"])
        .summary(
            "Expressions that POSIX leaves undefined are accepted: a repetition of nothing is \
             literal, and `\\d` is a digit.",
        )
        .seen(&[FREESWITCH])
        .by(&WithRule(|rule| {
            let expression = rule.expression.replace("\\d", "[0-9]");
            let expression = expression.replace(".*?", ".*").replace("()", "");
            let expression = expression
                .strip_prefix('+')
                .map_or(expression.clone(), |rest| format!("\\+{rest}"));
            Some(RuleParts { expression, ..rule })
        })),
    deviation("enum/short-rules-refused", &["enum-26"])
        .summary("A rule of fewer than seven characters is rejected.")
        .seen(&[ASTERISK])
        .by(&Edited(|fields, _| {
            (fields.expression.len() >= 7).then_some(fields)
        })),
];

/// An implementation that edits the rule of each record that has one.
struct WithRule(fn(RuleParts) -> Option<RuleParts>);

impl Model for WithRule {
    fn answer(&self, call: &Call<'_>) -> Answer {
        let edit = |fields: Naptr, _: &str| match RuleParts::read(&fields.expression) {
            Some(rule) => Some(Naptr {
                expression: (self.0)(rule)?.to_string(),
                ..fields
            }),
            None => Some(fields),
        };
        Rules {
            edit: &edit,
            ..RIGHT
        }
        .answer(call)
    }
}

/// A delimiter in place of one that is not allowed.
fn unused(rule: &RuleParts) -> Option<char> {
    if !matches!(rule.delimiter, '1'..='9' | 'i') {
        return Some(rule.delimiter);
    }
    let used = |c: &char| rule.expression.contains(*c) || rule.substitution.contains(*c);
    "!/#~".chars().find(|c| !used(c))
}

/// A basic expression as the extended one that means the same.
fn as_basic(expression: &str) -> String {
    let mut out = String::new();
    let mut rest = expression.chars();
    while let Some(c) = rest.next() {
        let special = |c: char| "(){}+?|".contains(c);
        match c {
            '\\' => match rest.next() {
                Some(c) if special(c) => out.push(c),
                Some(c) => out.extend(['\\', c]),
                None => out.push('\\'),
            },
            c if special(c) => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// The expression of POSIX that means what this one means in Perl, where a backslash in a bracket escapes
/// the character after it; `None` if a bracket is not closed then.
fn with_escapes_in_brackets(expression: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = expression.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(c);
        if c == '\\' {
            out.extend(rest.next());
        } else if c == '[' {
            out.extend(rest.next_if_eq(&'^'));
            out += &bracket_of_posix(&mut rest)?;
        }
    }
    Some(out)
}

/// The rest of a bracket, its end included. POSIX has a closing bracket among the members only as the first.
fn bracket_of_posix(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut first = String::new();
    first.extend(rest.next_if_eq(&']'));
    let mut members = String::new();
    loop {
        match rest.next()? {
            ']' => return Some(first + &members + "]"),
            '\\' => match rest.next()? {
                'd' => members += "0-9",
                ']' => first = String::from("]"),
                escaped => members.push(escaped),
            },
            '[' if matches!(rest.peek(), Some(':' | '.' | '=')) => {
                let mark = rest.next()?;
                members.extend(['[', mark]);
                loop {
                    let c = rest.next()?;
                    members.push(c);
                    if c == mark && rest.peek() == Some(&']') {
                        break;
                    }
                }
                members.extend(rest.next());
            }
            member => members.push(member),
        }
    }
}
