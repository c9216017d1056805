//! Faults of ENUM and of uri2dec.

use acegate_codec::Value;
use acegate_codec::e164::{Naptr, rewrite};
use acegate_deviations::{Answer, Call};

use super::{Fault, First, function, text, text_of};

pub(super) const ENUM: &[Fault] = &[
    Fault {
        report: "NLnetLabs/domain#471",
        does: "In a quoted string the character before an escaped backslash is lost.",
        codec: "enum",
        how: function(|call| {
            of_records(call, |records| {
                records
                    .into_iter()
                    .map(|record| without_character_before_escape(&record))
                    .collect()
            })
        }),
        right: &[],
        first: First::InPart,
    },
    Fault {
        report: "kamailio/kamailio#4577",
        does: "Only the record that comes first by order and preference is looked at.",
        codec: "enum",
        how: function(|call| {
            of_records(call, |mut records| {
                records.sort_by_key(|record| rank(record));
                records.truncate(1);
                records
            })
        }),
        right: &["enum/first-alone"],
        first: First::Absent,
    },
    Fault {
        report: "facileManager/facileManager#409",
        does: "Of several records with the same order, flags and services only the first counts.",
        codec: "enum",
        how: function(|call| {
            of_records(call, |records| {
                let mut kept: Vec<String> = Vec::new();
                for record in records {
                    let key = |record: &str| {
                        let Naptr {
                            order,
                            flags,
                            services,
                            ..
                        } = Naptr::read(record, 255).ok()?;
                        Some((order, flags, services))
                    };
                    let own = key(&record);
                    if own.is_none() || !kept.iter().any(|other| key(other) == own) {
                        kept.push(record);
                    }
                }
                kept
            })
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "Metaswitch/sprout#1001",
        does: "A plus sign is put before a user part of a URI that is all digits.",
        codec: "enum",
        how: function(|call| {
            let Value::List(uris) = call.answer().ok()? else {
                return None;
            };
            let mut written = Vec::new();
            for uri in &uris {
                let uri = text_of(uri)?;
                let (scheme, rest) = uri.split_once(':')?;
                let user = rest.split('@').next()?;
                let is_number = !user.is_empty() && user.bytes().all(|c| c.is_ascii_digit());
                let plus = if is_number { "+" } else { "" };
                written.push(Value::from(format!("{scheme}:{plus}{rest}").as_str()));
            }
            Some(Ok(Value::List(written)))
        }),
        right: &[],
        first: First::Absent,
    },
];

pub(super) const URI2DEC: &[Fault] = &[
    Fault {
        report: "andreasgal/PhoneNumber.js#14",
        does: "Three letters stand on every key.",
        codec: "uri2dec",
        how: function(|call| {
            hash_of_letters(call, |c| match c {
                b'a'..=b'z' => Some((u32::from(c - b'a') / 3 + 2).to_string()),
                _ => None,
            })
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "giggsey/libphonenumber-for-php#470",
        does: "Letters are digits only in a text with three or more.",
        codec: "uri2dec",
        how: function(|call| {
            let address = text_of(call.input)?;
            let is_letter = |c: char| c.is_ascii_alphabetic();
            let letters = address.chars().filter(|&c| is_letter(c)).count();
            if call.op != "hash" || call.answer().is_err() || !(1..3).contains(&letters) {
                return None;
            }
            let rest = address.replace(is_letter, "");
            if rest.is_empty() {
                return text("");
            }
            Some(call.answer_to(&Value::from(rest.as_str())))
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "WazeDev/WME-Place-Harmonizer#329",
        does: "An x behind a digit or letter marks an extension: it and the rest are left out.",
        codec: "uri2dec",
        how: function(|call| {
            let address = text_of(call.input)?;
            let is_mark = |&(at, c): &(usize, char)| {
                let before = address[..at].chars().next_back();
                matches!(c, 'x' | 'X') && before.is_some_and(|c| c.is_ascii_alphanumeric())
            };
            let (at, _) = address.char_indices().find(is_mark)?;
            if call.op != "hash" || call.answer().is_err() {
                return None;
            }
            Some(call.answer_to(&Value::from(&address[..at])))
        }),
        right: &[],
        first: First::Absent,
    },
    Fault {
        report: "RestComm/restcomm-android-sdk#338",
        does: "The key 9 sends an 8.",
        codec: "uri2dec",
        how: function(|call| {
            if call.op != "hash" {
                return None;
            }
            text(text_of(call.answer().ok().as_ref()?)?.replace('9', "8"))
        }),
        right: &[],
        first: First::Absent,
    },
];

/// The answer of `rewrite` to other records.
fn of_records(call: &Call<'_>, change: impl Fn(Vec<String>) -> Vec<String>) -> Answer {
    let Value::List(values) = call.input else {
        return None;
    };
    let mut texts = values.iter().map(text_of).collect::<Option<Vec<_>>>()?;
    if call.op != "rewrite" || texts.len() < 2 {
        return None;
    }
    let number = texts.remove(0);
    let records = change(texts);
    let service = call
        .parameters
        .get("service")
        .map_or_else(String::new, ToString::to_string);
    let uris = rewrite(&number, &records, &service);
    let list = |uris: Vec<String>| uris.iter().map(|uri| Value::from(uri.as_str())).collect();
    Some(uris.map(|uris| Value::List(list(uris))).map_err(Into::into))
}

/// The order and preference of a record; one that cannot be read is last.
fn rank(record: &str) -> (bool, u16, u16) {
    match Naptr::read(record, 255) {
        Ok(Naptr {
            order, preference, ..
        }) => (false, order, preference),
        Err(_) => (true, 0, 0),
    }
}

fn without_character_before_escape(record: &str) -> String {
    let mut out = String::new();
    let (mut is_quoted, mut rest) = (false, record.chars().peekable());
    while let Some(c) = rest.next() {
        if c == '\\' && is_quoted {
            let escaped = rest.next();
            if escaped == Some('\\') && !out.ends_with('"') {
                out.pop();
            }
            out.push(c);
            out.extend(escaped);
            continue;
        }
        is_quoted ^= c == '"';
        out.push(c);
    }
    out
}

/// The hash with other digits for some symbols.
fn hash_of_letters(call: &Call<'_>, digits: fn(u8) -> Option<String>) -> Answer {
    let right = text_of(call.answer().ok().as_ref()?)?;
    let address = text_of(call.input)?.to_ascii_lowercase();
    if call.op != "hash" || address.len() != right.len() {
        return None;
    }
    let mut out = String::new();
    for (symbol, digit) in address.bytes().zip(right.chars()) {
        match digits(symbol) {
            Some(own) => out += &own,
            None => out.push(digit),
        }
    }
    text(out)
}
