//! Codes that are written wrongly, and mixed-case annotation that is written or read wrongly.

use std::cmp::Ordering;

use acegate_codec::bootstring::model::{Integers, Numbers, Steps};
use acegate_codec::{ErrorKind, Parameter, Text, Value, Verb};

use super::{RFC, RIGHT, refused};
use crate::{Answer, Call, Deviation, Writes, deviation, observed, reported};

/// The deviations in writing a code, its numbers aside, and in annotation.
pub(crate) const ENCODING: &[Deviation] = &[
    deviation(
        "punycode/no-delimiter-after-all-ascii",
        &["punycode-2", "punycode-41"],
    )
    .summary(
        "The encoder writes no delimiter after a text of only ASCII: `a` becomes `a` instead of \
         `a-`.",
    )
    .seen(&[observed("Perl URI::_punycode 5.17")])
    .by(&Writes(Steps {
        delimiter: |basic, others| basic > 0 && others > 0,
        ..RIGHT
    })),
    deviation("punycode/delimiter-always", &["punycode-3"])
        .summary(
            "The encoder writes a delimiter even if the text has no ASCII: U+00FC becomes `-tda`.",
        )
        .by(&Writes(Steps {
            delimiter: |_, others| others > 0,
            ..RIGHT
        })),
    deviation("punycode/sorted-as-strings", &["punycode-5", "punycode-43"])
        .summary(
            "The encoder sorts code points as decimal strings instead of numbers, and loses those \
             that come too late.",
        )
        .seen(&[reported("Mojo::Util 9.31", "mojolicious/mojo issue 2287")])
        .by(&Writes(Steps {
            order: by_decimal_digits,
            // Languages that sort so by default count in 53 bits or more.
            integers: Numbers::all(Integers::Signed(64)),
            ..RIGHT
        })),
    deviation("punycode/literal-part-folded", &["punycode-1"])
        .summary("The encoder lower-cases the ASCII letters that it copies.")
        .how(|call| encoded_instead(call, call.code_points().iter().map(|&c| lower_case(c)))),
    deviation("punycode/hyphens-left-out", &["punycode-4", "punycode-18"])
        .summary("The encoder drops the hyphens of a text.")
        .how(|call| {
            let hyphen = u32::from('-');
            let rest = call.code_points().iter().copied().filter(|&c| c != hyphen);
            encoded_instead(call, rest)
        }),
    deviation(
        "punycode/digits-in-mixed-case",
        &["punycode-22", "punycode-11", "punycode-47"],
    )
    .summary("The encoder writes the last digit of each number in upper case.")
    .by(&Writes(Steps {
        character: |set, digit, last| {
            let character = (RFC.character)(set, digit, last);
            if last {
                character.to_ascii_uppercase()
            } else {
                character
            }
        },
        ..RIGHT
    })),
    deviation(
        "punycode/third-octet-twice",
        &["punycode-43", "punycode-44"],
    )
    .summary(
        "The encoder reads the third octet of a four-octet UTF-8 sequence twice and never the \
         fourth: U+10001 is encoded as U+10000.",
    )
    .seen(&[reported("Libpsl", "rockdaboot/libpsl issue 306")])
    .how(|call| {
        let text = call.code_points().iter().map(|&c| third_octet_twice(c));
        if text.clone().eq(call.code_points().iter().copied()) {
            return None;
        }
        encoded_instead(call, text)
    }),
    deviation("punycode/empty-text-refused", &["punycode-34"])
        .summary("The encoder rejects the empty text instead of returning the empty code.")
        .seen(&[observed("libidn2 2.3.3")])
        .how(|call| {
            let empty = plain(call, Verb::Encode) && call.code_points().is_empty();
            if !empty {
                return None;
            }
            Some(Err(refused(ErrorKind::Empty)))
        }),
    deviation("punycode/inserted-in-front", &["punycode-7", "punycode-43"])
        .summary("The decoder inserts code points one position too early.")
        .how(|call| {
            let Ok(Value::Text(mut text)) = call.answer() else {
                return None;
            };
            let others = text.code_points.iter().rposition(|&c| c >= 0x80)?;
            let moved = plain(call, Verb::Decode) && others > 0 && text.flags.is_none();
            if !moved {
                return None;
            }
            text.code_points.swap(others - 1, others);
            Some(Ok(Value::Text(text)))
        }),
    deviation("punycode/annotation-not-read", &["punycode-45"])
        .summary(
            "The decoder ignores the case annotation of characters beyond ASCII: all count as \
             lower case.",
        )
        .how(|call| keep_flags(call, |c| c < 0x80)),
    deviation("punycode/annotation-of-basic-not-read", &["punycode-48"])
        .summary(
            "The decoder ignores the case of ASCII letters in annotated codes: all count as lower \
             case.",
        )
        .how(|call| keep_flags(call, |c| c >= 0x80)),
    deviation("punycode/annotation-applied", &["punycode-46"])
        .summary(
            "The decoder returns a character that is annotated as upper case in upper case, even \
             if no annotation was requested.",
        )
        .how(|call| {
            let mut parameters = call.parameters.clone();
            parameters.insert("annotation".into(), Parameter::Boolean(true));
            let asked = call.parameters.contains_key("annotation");
            if !call.does(Verb::Decode) {
                return None;
            }
            let read = call.reference.apply(call.op, &parameters, call.input);
            let Value::Text(Text {
                code_points,
                flags: Some(flags),
            }) = read.ok()?
            else {
                return None;
            };
            let mut raised = code_points;
            for (c, &flag) in raised.iter_mut().zip(&flags) {
                if flag {
                    *c = upper_case(*c);
                }
            }
            Some(Ok(Value::Text(Text {
                code_points: raised,
                flags: asked.then_some(flags),
            })))
        }),
];

/// Whether the call is of this operation, without annotation.
fn plain(call: &Call<'_>, verb: Verb) -> bool {
    call.does(verb) && !call.parameters.contains_key("annotation")
}

/// The code of another text, if the call encodes one without annotation.
fn encoded_instead(call: &Call<'_>, text: impl Iterator<Item = u32>) -> Answer {
    if !plain(call, Verb::Encode) {
        return None;
    }
    let text: Vec<u32> = text.collect();
    Some(call.answer_to(&Value::from_code_points(text)))
}

/// A letter of ASCII in lower case, and any other code point as it is.
fn lower_case(c: u32) -> u32 {
    match char::from_u32(c) {
        Some(c) => c.to_ascii_lowercase().into(),
        None => c,
    }
}

/// A code point of four octets in UTF-8, read with the third one in place of the fourth.
const fn third_octet_twice(c: u32) -> u32 {
    match c {
        0x1_0000..=0x10_ffff => (c & !0x3f) | (c >> 6 & 0x3f),
        _ => c,
    }
}

fn by_decimal_digits(one: &u32, two: &u32) -> Ordering {
    one.to_string().cmp(&two.to_string())
}

/// The decoded text. Only the wanted code points keep a flag.
fn keep_flags(call: &Call<'_>, is_wanted: fn(u32) -> bool) -> Answer {
    let Ok(Value::Text(mut text)) = call.answer() else {
        return None;
    };
    for (&c, flag) in text.code_points.iter().zip(text.flags.as_mut()?) {
        *flag &= is_wanted(c);
    }
    (call.does(Verb::Decode)).then_some(Ok(Value::Text(text)))
}

fn upper_case(c: u32) -> u32 {
    let mut upper = char::from_u32(c).into_iter().flat_map(char::to_uppercase);
    match (upper.next(), upper.next()) {
        (Some(upper), None) => u32::from(upper),
        _ => c,
    }
}
