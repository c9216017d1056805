//! The deviations of records and their rules.

use std::iter::Peekable;
use std::str::Chars;

use acegate_codec::ErrorKind;
use acegate_codec::e164::{Naptr, Preference, RuleParts, rewrite};

use super::rules::{RIGHT, Rules};
use crate::{Answer, Call, Deviation, Model, Seen, deviation, observed, reported};

const ASTERISK: Seen = reported("Asterisk", "main/enum.c");
const KAMAILIO: Seen = observed("Kamailio 5.6.3");
const OPENSIPS: Seen = reported("OpenSIPS", "modules/enum/enum.c");
const FREESWITCH: Seen = reported("FreeSWITCH", "mod_enum.c");
const POLAND: Seen = reported(
    "clients by the rules of the Polish registry",
    "ENUM technical requirements",
);

pub(crate) const RECORDS: &[Deviation] = &[
    deviation("enum/plus-not-in-the-string", &["enum-3"])
        .summary("Expressions are matched with the digits of the number, without the plus sign.")
        .seen(&[reported("Asterisk, for a number that was dialled without it", "main/enum.c")])
        .by(&Rules {
            edit: &|fields, _| {
                let plus = ["\\+", "[+]"].iter().any(|plus| fields.expression.contains(plus));
                (!plus).then_some(fields)
            },
            own: |number, fields| {
                usable(fields)?.rewritten(number.strip_prefix('+')?, Preference::Longest)
            },
            ..RIGHT
        }),
    deviation("enum/replacement-alone-read", &["enum-11"])
        .summary("Only replacements are followed, as RFC 3263 does; expressions are not read.")
        .by(&Rules { edit: &|_, _| None, ..RIGHT }),
    deviation("enum/terminal-without-flag", &["enum-12"])
        .summary("A record without flags gives the result of its expression as a URI.")
        .seen(&[FREESWITCH])
        .by(&Edited(|fields, _| match fields.flags.as_str() {
            "" => Some(Naptr { flags: "u".into(), ..fields }),
            _ => Some(fields),
        })),
    deviation("enum/unknown-flags-ignored", &["enum-44"])
        .summary("A record with the flag u and an unknown one counts, and so does one with an unknown flag alone.")
        .seen(&[FREESWITCH])
        .by(&Edited(|fields, _| {
            let known = fields.flags.is_empty();
            Some(if known { fields } else { Naptr { flags: "u".into(), ..fields } })
        })),
    deviation("enum/only-first-flag-read", &["enum-44"])
        .summary("Only the first flag of a record is looked at.")
        .seen(&[ASTERISK])
        .by(&Edited(|fields, _| {
            let flags = fields.flags.chars().take(1).collect();
            Some(Naptr { flags, ..fields })
        })),
    deviation("enum/e2u-in-one-letter-case", &["enum-14"])
        .summary("Services begin with E2U or e2u; any other letter case is not found.")
        .seen(&[ASTERISK])
        .by(&Edited(|fields, _| {
            let is_found = |mark: &str| {
                fields.services.starts_with(mark) || fields.services.ends_with(mark)
            };
            (is_found("E2U") || is_found("e2u")).then_some(fields)
        })),
    deviation("enum/services-of-2000-not-read", &["enum-52"])
        .summary("The services of the obsolete RFC 2916 are not read: `sip+E2U`.")
        .by(&Edited(|fields, _| {
            let is_old = fields.services.to_ascii_lowercase().ends_with("+e2u");
            (!is_old).then_some(fields)
        })),
    deviation("enum/services-not-read", &["enum-13"])
        .summary("The services of a record are not looked at.")
        .seen(&[reported("OpenSIPS, for an empty parameter", "modules/enum/enum.c")])
        .by(&Rules {
            edit: &|fields, _| Some(Naptr { services: "E2U+sip".into(), ..fields }),
            wanted: false,
            ..RIGHT
        }),
    deviation("enum/names-of-services-not-tested", &["enum-24"])
        .summary("Enumservices may have any characters and any length.")
        .by(&Edited(|fields, _| {
            let named = fields.services.len() > 4 && !fields.services.ends_with('+');
            let e2u = fields.services.get(..4).is_some_and(|e2u| e2u.eq_ignore_ascii_case("E2U+"));
            let services = if named && e2u { "E2U+x".into() } else { fields.services.clone() };
            Some(Naptr { services, ..fields })
        })),
    deviation("enum/only-one-service", &["enum-16"])
        .summary("A record with several Enumservices is of none of them.")
        .seen(&[KAMAILIO, OPENSIPS])
        .by(&Edited(|fields, _| {
            (fields.services.matches('+').count() < 2).then_some(fields)
        })),
    deviation("enum/wanted-by-its-beginning", &["enum-20"])
        .summary("A record counts if its Enumservice begins with the wanted one.")
        .by(&Edited(|fields, wanted| {
            let own = fields.services.get(4..).unwrap_or_default().to_ascii_lowercase();
            let begins = !wanted.is_empty() && own.starts_with(&wanted.to_ascii_lowercase());
            let services = if begins { format!("E2U+{wanted}") } else { fields.services.clone() };
            Some(Naptr { services, ..fields })
        })),
    deviation("enum/uri-in-small-letters", &["enum-15"])
        .summary("With the flag i, the URI is written in lower case.")
        .by(&Rules {
            uri: |uri, fields| {
                if fields.expression.ends_with('i') {
                    uri.to_ascii_lowercase()
                } else {
                    uri
                }
            },
            ..RIGHT
        }),
    deviation("enum/uri-not-tested", &["enum-51"])
        .summary("The result of a rule is given as it is, URI or not.")
        .seen(&[ASTERISK, FREESWITCH, KAMAILIO])
        .by(&Rules { own: any_result, ..RIGHT }),
    deviation("enum/least-preferred-first", &["enum-18", "enum-42"])
        .summary("The highest preference comes first, as of a weight.")
        .by(&Rules { highest_first: true, ..RIGHT }),
    deviation("enum/first-alone", &["enum-19"])
        .summary("Only the first URI is offered.")
        .seen(&[ASTERISK])
        .by(&Rules { first_alone: true, ..RIGHT }),
    deviation("enum/orders-mixed", &["enum-41"])
        .summary("The records of all orders are offered one after the other, the next orders as further branches.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&Rules { all_orders: true, ..RIGHT }),
    deviation("enum/order-with-a-sign", &["enum-43", "enum-41"])
        .summary("Orders above 32767 are negative.")
        .seen(&[KAMAILIO])
        .by(&Rules {
            rank: |order| i64::from(order as i16),
            ..RIGHT
        }),
    deviation("enum/leading-zero-is-octal", &["enum-43", "enum-41", "enum-42"])
        .summary("An order or preference that begins with 0 is read as an octal number: 010 is eight.")
        .by(&Rules { raw: with_octal_numbers, ..RIGHT }),
    deviation("enum/broken-record-ends", &["enum-25", "enum-44", "enum-53"])
        .summary("A record that is wrong ends the search: those after it do not count.")
        .seen(&[ASTERISK])
        .by(&Rules { broken_ends: true, ..RIGHT }),
    deviation("enum/expression-before-replacement", &["enum-45"])
        .summary("A record with both an expression and a replacement counts; its replacement is not looked at.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&Rules {
            // The replacement need not be a domain name.
            raw: |record| {
                let fields = record.trim_ascii_end();
                let last = fields.rfind(|c: char| c.is_ascii_whitespace()).map_or(0, |at| at + 1);
                format!("{}.", &fields[..last])
            },
            ..RIGHT
        }),
    deviation("enum/only-exclamation-marks", &["enum-27"])
        .summary("The delimiter must be an exclamation mark.")
        .seen(&[KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&Edited(|fields, _| fields.expression.starts_with('!').then_some(fields))),
    deviation("enum/any-delimiter", &["enum-27"])
        .summary("Digits and the letter i may be delimiters.")
        .seen(&[ASTERISK])
        .by(&WithRule(|rule| Some(RuleParts { delimiter: unused(&rule)?, ..rule }))),
    deviation("enum/text-after-the-rule-ignored", &["enum-35"])
        .summary("Characters after the third delimiter are not looked at.")
        .seen(&[KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&WithRule(|rule| Some(RuleParts { flags: String::new(), ..rule }))),
    deviation("enum/flag-i-refused", &["enum-34"])
        .summary("A rule must end with its third delimiter: the flag i is an error.")
        .seen(&[ASTERISK])
        .by(&WithRule(|rule| rule.flags.is_empty().then_some(rule))),
    deviation("enum/escaped-delimiter-ends", &["enum-29"])
        .summary("A delimiter ends its part even with a backslash before it.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS])
        .by(&WithRule(|rule| {
            let escaped = ['\\', rule.delimiter].iter().collect::<String>();
            (!rule.expression.contains(&escaped) && !rule.substitution.contains(&escaped)).then_some(rule)
        })),
    deviation("enum/basic-expressions", &["enum-30"])
        .summary("Expressions are basic ones: groups and repetitions need backslashes.")
        .by(&WithRule(|rule| Some(RuleParts { expression: as_basic(&rule.expression), ..rule }))),
    deviation("enum/backslash-escapes-in-a-bracket", &["enum-30"])
        .summary(
            "A backslash in a bracket escapes the character after it, as in Perl: `[+\\]` is not \
             closed, and `[\\d]` is a digit.",
        )
        .by(&WithRule(|rule| {
            let expression = with_escapes_in_brackets(&rule.expression)?;
            Some(RuleParts { expression, ..rule })
        })),
    deviation("enum/first-alternative", &["enum-31", "enum-50"])
        .summary("Of a choice the first alternative that leads to a match is taken, as in Perl, not the longest one.")
        .seen(&[FREESWITCH])
        .by(&Rules {
            own: |number, fields| usable(fields)?.rewritten(number, Preference::First),
            ..RIGHT
        }),
    deviation("enum/back-references-refused", &["enum-32"])
        .summary("A record with a back-reference is passed over.")
        .seen(&[POLAND])
        .by(&WithRule(|rule| {
            let refers = |(at, _): (usize, &str)| {
                rule.substitution[at + 1..].starts_with(|c: char| c.is_ascii_digit())
            };
            (!rule.substitution.match_indices('\\').any(refers)).then_some(rule)
        })),
    deviation("enum/five-groups-kept", &["enum-32"])
        .summary(
            "The texts of five groups are kept: `\\6` is empty, and an expression with more than \
             six groups is refused.",
        )
        .seen(&[KAMAILIO])
        .by(&WithRule(|rule| {
            let groups = rule.expression.matches('(').count();
            let substitution = rule.substitution.replace("\\6", "");
            (groups < 7).then_some(RuleParts { substitution, ..rule })
        })),
    deviation("enum/group-zero-is-the-match", &["enum-33"])
        .summary("`\\0` in a substitution is the whole match.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS])
        .by(&WithRule(|rule| {
            let whole = rule.substitution.contains("\\0") && !rule.expression.contains('(');
            Some(if whole {
                let expression = format!("({})", rule.expression);
                RuleParts { expression, substitution: rule.substitution.replace("\\0", "\\1"), ..rule }
            } else {
                rule
            })
        })),
    deviation("enum/unmatched-groups-refused", &["enum-40"])
        .summary("A back-reference to a group without a match makes the rule wrong.")
        .seen(&[ASTERISK, KAMAILIO])
        .by(&WithRule(|rule| (!rule.expression.contains(")?")).then_some(rule))),
    deviation("enum/substituted-in-place", &["enum-36"])
        .summary("The rest of the number stays before and after the substitution, as with sed.")
        .by(&WithRule(|rule| {
            let whole = rule.expression.ends_with('$') || rule.expression.ends_with(".*");
            whole.then_some(rule)
        })),
    deviation("enum/match-not-needed", &["enum-37"])
        .summary("A rule without back-references gives its URI whether it matches or not.")
        .by(&WithRule(|rule| {
            let fixed = !rule.substitution.contains('\\');
            let [flags, services, replacement] = ["u", "E2U+x", "."].map(String::from);
            let expression = rule.to_string();
            let record =
                Naptr { order: 1, preference: 1, flags, services, expression, replacement };
            let right = rewrite("+1", &[record.to_string()], "").map_err(|it| it.kind);
            let unmatched = fixed && right == Err(ErrorKind::NoMatch);
            Some(if unmatched { RuleParts { expression: ".*".into(), ..rule } } else { rule })
        })),
    deviation("enum/undefined-expressions-read", &["enum-38"])
        .summary("Signs of repetition that repeat nothing are literal, and `\\d` is a digit.")
        .seen(&[FREESWITCH])
        .by(&WithRule(|rule| {
            let expression = rule.expression.replace("\\d", "[0-9]");
            let expression = expression.replace(".*?", ".*").replace("()", "");
            let expression = expression.strip_prefix('+').map_or(expression.clone(), |rest| format!("\\+{rest}"));
            Some(RuleParts { expression, ..rule })
        })),
    deviation("enum/short-rules-refused", &["enum-26"])
        .summary("A rule of fewer than seven characters is refused.")
        .seen(&[ASTERISK])
        .by(&Edited(|fields, _| (fields.expression.len() >= 7).then_some(fields))),
    deviation("enum/escapes-not-read", &["enum-46"])
        .summary("The backslashes of a printed record are not undone: `\\\\1` is a backslash and `\\1`.")
        .by(&Rules { raw: |record| record.replace('\\', r"\\"), ..RIGHT }),
    deviation("enum/strings-of-any-length", &["enum-48"])
        .summary("Strings of a record may have more than 255 octets.")
        .by(&Rules {
            own: |_, fields| {
                let RuleParts { expression, substitution, .. } = RuleParts::read(&fields.expression)?;
                let long = fields.expression.len() > 255 && expression == "^.*$";
                (long && !substitution.contains('\\')).then_some(substitution)
            },
            ..RIGHT
        }),
];

/// An implementation that edits each record; `None` counts as wrong.
struct Edited(fn(Naptr, &str) -> Option<Naptr>);

impl Model for Edited {
    fn answer(&self, call: &Call<'_>) -> Answer {
        Rules {
            edit: &self.0,
            ..RIGHT
        }
        .answer(call)
    }
}

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

/// The rule of a record that gives a URI.
fn usable(fields: &Naptr) -> Option<RuleParts> {
    let right = fields.flags.eq_ignore_ascii_case("u")
        && fields.services.to_ascii_lowercase().starts_with("e2u+")
        && fields.replacement == ".";
    if right {
        RuleParts::read(&fields.expression)
    } else {
        None
    }
}

/// The substitution of a rule that matches every number, without back-references.
fn any_result(_number: &str, fields: &Naptr) -> Option<String> {
    let RuleParts {
        expression,
        substitution,
        ..
    } = usable(fields)?;
    (expression == "^.*$" && !substitution.contains('\\')).then_some(substitution)
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

/// A record as printed, with the value that `strtol` with base 0 makes of order and preference.
fn with_octal_numbers(record: &str) -> String {
    let mut fields: Vec<String> = record.splitn(3, ' ').map(String::from).collect();
    for field in fields.iter_mut().take(2) {
        let is_octal = field.starts_with('0') && field.bytes().all(|digit| digit.is_ascii_digit());
        if is_octal {
            let end = field.find(['8', '9']).unwrap_or(field.len());
            let value = u64::from_str_radix(&field[..end], 8).unwrap_or(u64::MAX);
            *field = value.to_string();
        }
    }
    fields.join(" ")
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
