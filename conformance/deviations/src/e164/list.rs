//! The deviations in the fields of records, their order and their choice.

use acegate_codec::e164::{Naptr, Preference, RuleParts};

use super::rules::{RIGHT, Rules};
use crate::{Answer, Call, Deviation, Model, Seen, deviation, observed, reported};

pub(super) const ASTERISK: Seen = reported("Asterisk", "main/enum.c");
pub(super) const KAMAILIO: Seen = observed("Kamailio 5.6.3");
pub(super) const OPENSIPS: Seen = reported("OpenSIPS", "modules/enum/enum.c");
pub(super) const FREESWITCH: Seen = reported("FreeSWITCH", "mod_enum.c");

pub(crate) const RECORDS: &[Deviation] = &[
    deviation("enum/plus-not-in-the-string", &["enum-3"])
        .summary(
            "The regular expression is matched against the digits of the number without its plus \
             sign.",
        )
        .seen(&[reported(
            "Asterisk, for a number that was dialled without it",
            "main/enum.c",
        )])
        .by(&Rules {
            edit: &|fields, _| {
                let plus = ["\\+", "[+]"]
                    .iter()
                    .any(|plus| fields.expression.contains(plus));
                (!plus).then_some(fields)
            },
            own: |number, fields| {
                usable(fields)?.rewritten(number.strip_prefix('+')?, Preference::Longest)
            },
            ..RIGHT
        }),
    deviation("enum/replacement-alone-read", &["enum-11"])
        .summary(
            "Only the replacement of a record is followed: its regular expression is not \
             evaluated.",
        )
        .by(&Rules {
            edit: &|_, _| None,
            ..RIGHT
        }),
    deviation("enum/terminal-without-flag", &["enum-12"])
        .summary("A record without flags is treated as terminal.")
        .seen(&[FREESWITCH])
        .by(&Edited(|fields, _| match fields.flags.as_str() {
            "" => Some(Naptr {
                flags: "u".into(),
                ..fields
            }),
            _ => Some(fields),
        })),
    deviation("enum/unknown-flags-ignored", &["enum-44"])
        .summary("A record with an unknown flag is treated as if its flag were `u`.")
        .seen(&[FREESWITCH])
        .by(&Edited(|fields, _| {
            let known = fields.flags.is_empty();
            Some(if known {
                fields
            } else {
                Naptr {
                    flags: "u".into(),
                    ..fields
                }
            })
        })),
    deviation("enum/only-first-flag-read", &["enum-44"])
        .summary("Only the first flag of a record is read.")
        .seen(&[ASTERISK])
        .by(&Edited(|fields, _| {
            let flags = fields.flags.chars().take(1).collect();
            Some(Naptr { flags, ..fields })
        })),
    deviation("enum/e2u-in-one-letter-case", &["enum-14"])
        .summary(
            "The services field is compared with `E2U` and `e2u` only: any mixed case is not \
             found.",
        )
        .seen(&[ASTERISK])
        .by(&Edited(|fields, _| {
            let is_found =
                |mark: &str| fields.services.starts_with(mark) || fields.services.ends_with(mark);
            (is_found("E2U") || is_found("e2u")).then_some(fields)
        })),
    deviation("enum/services-of-2000-not-read", &["enum-52"])
        .summary("The order of RFC 2916 in the services field, `sip+E2U`, is not read.")
        .by(&Edited(|fields, _| {
            let is_old = fields.services.to_ascii_lowercase().ends_with("+e2u");
            (!is_old).then_some(fields)
        })),
    deviation("enum/services-not-read", &["enum-13"])
        .summary("The services field of a record is ignored.")
        .seen(&[reported(
            "OpenSIPS, for an empty parameter",
            "modules/enum/enum.c",
        )])
        .by(&Rules {
            edit: &|fields, _| {
                Some(Naptr {
                    services: "E2U+sip".into(),
                    ..fields
                })
            },
            wanted: false,
            ..RIGHT
        }),
    deviation("enum/names-of-services-not-tested", &["enum-24"])
        .summary("The names in the services field are not checked for characters and length.")
        .by(&Edited(|fields, _| {
            let named = fields.services.len() > 4 && !fields.services.ends_with('+');
            let e2u = fields
                .services
                .get(..4)
                .is_some_and(|e2u| e2u.eq_ignore_ascii_case("E2U+"));
            let services = if named && e2u {
                "E2U+x".into()
            } else {
                fields.services.clone()
            };
            Some(Naptr { services, ..fields })
        })),
    deviation("enum/only-one-service", &["enum-16"])
        .summary("A record with more than one Enumservice is skipped.")
        .seen(&[KAMAILIO, OPENSIPS])
        .by(&Edited(|fields, _| {
            (fields.services.matches('+').count() < 2).then_some(fields)
        })),
    deviation("enum/wanted-by-its-beginning", &["enum-20"])
        .summary(
            "The wanted Enumservice is compared as a prefix, so that a longer name matches too.",
        )
        .by(&Edited(|fields, wanted| {
            let own = fields
                .services
                .get(4..)
                .unwrap_or_default()
                .to_ascii_lowercase();
            let begins = !wanted.is_empty() && own.starts_with(&wanted.to_ascii_lowercase());
            let services = if begins {
                format!("E2U+{wanted}")
            } else {
                fields.services.clone()
            };
            Some(Naptr { services, ..fields })
        })),
    deviation("enum/uri-in-small-letters", &["enum-15"])
        .summary("With the flag `i` of the expression, the resulting URI is lower-cased.")
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
        .summary("The result of a rule is returned without checking that it is a URI.")
        .seen(&[ASTERISK, FREESWITCH, KAMAILIO])
        .by(&Rules {
            own: any_result,
            ..RIGHT
        }),
    deviation("enum/least-preferred-first", &["enum-18", "enum-42"])
        .summary(
            "Records are sorted by preference in descending order: the highest value comes first.",
        )
        .by(&Rules {
            highest_first: true,
            ..RIGHT
        }),
    deviation("enum/first-alone", &["enum-19"])
        .summary("Only the first URI is returned.")
        .seen(&[ASTERISK])
        .by(&Rules {
            first_alone: true,
            ..RIGHT
        }),
    deviation("enum/orders-mixed", &["enum-41"])
        .summary("Records of all orders are returned, instead of only those with the lowest order.")
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&Rules {
            all_orders: true,
            ..RIGHT
        }),
    deviation("enum/order-with-a-sign", &["enum-43", "enum-41"])
        .summary(
            "The order is stored in a signed 16-bit integer: values above 32767 become negative.",
        )
        .seen(&[KAMAILIO])
        .by(&Rules {
            rank: |order| i64::from(order as i16),
            ..RIGHT
        }),
    deviation(
        "enum/leading-zero-is-octal",
        &["enum-43", "enum-41", "enum-42"],
    )
    .summary(
        "Order and preference are parsed as octal numbers if they begin with 0: 010 becomes \
         eight.",
    )
    .by(&Rules {
        raw: with_octal_numbers,
        ..RIGHT
    }),
    deviation(
        "enum/broken-record-ends",
        &["enum-25", "enum-44", "enum-53"],
    )
    .summary("An invalid record ends the search instead of being skipped.")
    .seen(&[ASTERISK])
    .by(&Rules {
        broken_ends: true,
        ..RIGHT
    }),
    deviation("enum/expression-before-replacement", &["enum-45"])
        .summary(
            "A record with both an expression and a replacement is used and its replacement \
             ignored, instead of being invalid.",
        )
        .seen(&[ASTERISK, KAMAILIO, OPENSIPS, FREESWITCH])
        .by(&Rules {
            // The replacement need not be a domain name.
            raw: |record| {
                let fields = record.trim_ascii_end();
                let last = fields
                    .rfind(|c: char| c.is_ascii_whitespace())
                    .map_or(0, |at| at + 1);
                format!("{}.", &fields[..last])
            },
            ..RIGHT
        }),
    deviation("enum/escapes-not-read", &["enum-46"])
        .summary(
            "The escapes of a record in presentation format are not undone: `\\\\1` is taken for \
             a backslash and `\\1`.",
        )
        .by(&Rules {
            raw: |record| record.replace('\\', r"\\"),
            ..RIGHT
        }),
    deviation("enum/strings-of-any-length", &["enum-48"])
        .summary("A string of a record is not checked to have at most 255 octets.")
        .by(&Rules {
            own: |_, fields| {
                let RuleParts {
                    expression,
                    substitution,
                    ..
                } = RuleParts::read(&fields.expression)?;
                let long = fields.expression.len() > 255 && expression == "^.*$";
                (long && !substitution.contains('\\')).then_some(substitution)
            },
            ..RIGHT
        }),
];

/// An implementation that edits each record; `None` counts as wrong.
pub(super) struct Edited(pub(super) fn(Naptr, &str) -> Option<Naptr>);

impl Model for Edited {
    fn answer(&self, call: &Call<'_>) -> Answer {
        Rules {
            edit: &self.0,
            ..RIGHT
        }
        .answer(call)
    }
}

/// The rule of a record that gives a URI.
pub(super) fn usable(fields: &Naptr) -> Option<RuleParts> {
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
