//! The one canonical way to write a vector file.

use std::fmt::Write;

#[cfg(feature = "yaml")]
use crate::error::LoadError;
use crate::error::is_invisible;
use crate::expectation::{Expectation, Outcome};
use crate::integer::Integer;
use crate::model::{Case, File};
use crate::parts::{MOST_CODE_POINTS, Part, parts};
use crate::shared::{Field, Fields, SaidOnce, Shared, is_left_out};
use crate::value::{Param, Params, Value, is_visible, write_code_points, write_flags, write_hex};

/// The file as [`write_file`] writes it.
///
/// The comments above the first field are kept; a file that loads has no others. Formatting what was formatted changes nothing.
///
/// # Errors
///
/// The errors of the loader: what cannot be read cannot be written.
#[cfg(feature = "yaml")]
pub fn format_file(path: &str, octets: &[u8]) -> Result<String, LoadError> {
    let (file, cases) = crate::load::read_file(path, octets)?;
    Ok(write_file(&file, &cases))
}

/// The text of a vector file with this head and these cases.
///
/// The cases are taken to be of the codec and document of the head. The groups are in the order of their
/// first cases, and a group without a case is left out.
#[must_use]
pub fn write_file<'a>(file: &File, cases: impl IntoIterator<Item = &'a Case>) -> String {
    let mut out = String::new();
    for comment in &file.comments {
        line(&mut out, comment);
    }
    if !file.comments.is_empty() {
        out.push('\n');
    }
    line(&mut out, "format: 1");
    line(&mut out, &format!("codec: {}", file.codec));
    line(&mut out, &format!("document: {}", quote(&file.document)));
    line(&mut out, &format!("theme: {}", file.theme));
    line(&mut out, &format!("summary: {}", quote(&file.summary)));
    let cases = cases.into_iter().map(|case| (case, shared_fields(case)));
    let cases: Vec<_> = cases.collect();
    let themes = cases.iter().map(|(case, fields)| (case.theme(), fields));
    let themes: Vec<_> = themes.collect();
    let shared = Shared::of(&themes, |theme| file.groups.contains_key(theme));
    if shared.defaults.iter().any(Option::is_some) {
        line(&mut out, "defaults:");
    }
    for (name, written) in shared.defaults.into_iter().flatten() {
        line(&mut out, &format!("  {name}: {written}"));
    }
    if !shared.groups.is_empty() {
        line(&mut out, "groups:");
    }
    let mut rest = shared.groups.clone();
    for (theme, _) in &themes {
        let Some((name, group)) = rest.remove_entry(theme) else {
            continue;
        };
        line(&mut out, &format!("  {}:", key(name)));
        if let Some(summary) = file.groups.get(name) {
            field(&mut out, "summary", &quote(summary));
        }
        for (name, written) in group.into_iter().flatten() {
            field(&mut out, name, written);
        }
    }
    line(&mut out, "cases:");
    let mut room = MOST_CODE_POINTS;
    for (index, (case, fields)) in cases.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let said = shared.of_theme(case.theme());
        out.push_str(&lines_of(case, fields, &said, &mut room));
    }
    out
}

/// The lines of one case with all its fields, as they are in a file without groups and defaults.
#[must_use]
pub fn write_case(case: &Case) -> String {
    lines_of(case, &shared_fields(case), &SaidOnce::default(), &mut {
        MOST_CODE_POINTS
    })
}

/// The fields of a case that its group or the defaults may say.
fn shared_fields(case: &Case) -> Fields {
    let ops = match &*case.ops {
        [op] => ("op", op.clone()),
        ops => ("ops", list(ops.iter().cloned())),
    };
    [
        ("clause", quote(&case.clause)),
        ("requirements", quoted_list(&case.requirements)),
        ("level", case.level.as_str().to_owned()),
        ops,
        ("params", params(&case.params)),
        ("origin", case.origin.as_str().to_owned()),
        ("confirmed", quoted_list(&case.confirmed)),
        ("note", case.note.as_deref().map(quote).unwrap_or_default()),
    ]
}

/// The lines of one case but for those fields that are said once. `room` is how many more code points the
/// parts of the file may make, so that what is written can be loaded.
fn lines_of(case: &Case, fields: &Fields, said: &SaidOnce<'_>, room: &mut usize) -> String {
    let mut out = String::new();
    line(&mut out, &format!("  - id: {}", quote(&case.id)));
    let (before, after) = fields.split_at(BEFORE_QUESTION);
    let (said_before, said_after) = said.split_at(BEFORE_QUESTION);
    write_own_fields(&mut out, before, said_before);
    match case.steps() {
        Some(steps) => {
            line(&mut out, "    steps:");
            for (action, answer) in steps {
                let action = quote(&action);
                let answer = quote(&answer);
                let step = format!("      - {{ do: {action}, expect: {answer} }}");
                line(&mut out, &step);
            }
        }
        None => {
            field(&mut out, "input", &value(&case.input, room));
            field(&mut out, "expect", &expectation(&case.expect, room));
        }
    }
    write_own_fields(&mut out, after, said_after);
    out
}

/// How many of the fields that may be shared are written before the question of a case.
const BEFORE_QUESTION: usize = 5;

/// Writes the fields of a case that differ from the shared ones or are not shared.
fn write_own_fields(out: &mut String, fields: &[Field], said: &[Option<&Field>]) {
    for (own, said) in fields.iter().zip(said) {
        let is_written = match said {
            Some(said) => own != *said,
            None => !is_left_out(own),
        };
        if is_written {
            let (name, written) = own;
            field(out, name, written);
        }
    }
}

fn field(out: &mut String, name: &str, value: &str) {
    line(out, &format!("    {name}: {value}"));
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// The name of a group or a parameter. It is in quotes if another reader of YAML takes the plain word for a
/// number, a boolean or null.
fn key(name: &str) -> String {
    let is_other = matches!(
        name,
        "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    let starts_with_digit = name.starts_with(|first: char| first.is_ascii_digit());
    if is_other || starts_with_digit {
        quote(name)
    } else {
        name.to_owned()
    }
}

fn quoted_list(names: &[String]) -> String {
    list(names.iter().map(|name| quote(name)))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn params(params: &Params) -> String {
    if params.is_empty() {
        return "{}".to_owned();
    }
    let mut items = Vec::new();
    for (name, param) in params {
        let name = key(name);
        items.push(match param {
            Param::Text(text) => format!("{name}: {}", quote(text)),
            Param::Boolean(_) | Param::Integer(_) => format!("{name}: {param}"),
        });
    }
    format!("{{ {} }}", items.join(", "))
}

fn expectation(expect: &Expectation, room: &mut usize) -> String {
    match expect.single() {
        Some(single) => outcome(single, room),
        None => {
            let outcomes = expect.outcomes().iter().map(|choice| outcome(choice, room));
            format!("{{ any: {} }}", list(outcomes))
        }
    }
}

fn outcome(outcome: &Outcome, room: &mut usize) -> String {
    match outcome {
        Outcome::Ok(result) => format!("{{ ok: {} }}", value(result, room)),
        Outcome::Integers(integers) => {
            let numbers = integers.iter().map(Integer::to_hex);
            let written: Vec<_> = numbers.map(|hex| format!("U+{hex:0>4}")).collect();
            format!("{{ ok: {{ u: {} }} }}", quote(&written.join(" ")))
        }
        Outcome::Error { kinds, at } => {
            let kinds = list(kinds.iter().cloned());
            match at {
                Some(at) => format!("{{ error: {kinds}, at: {at} }}"),
                None => format!("{{ error: {kinds} }}"),
            }
        }
    }
}

/// A value; text as [`plain_text`] writes it, or as parts if it is long and repeats itself.
fn value(value_: &Value, room: &mut usize) -> String {
    match value_ {
        Value::Text { code_points, flags } => {
            let written = match flags {
                Some(flags) => {
                    let text = plain_text(code_points);
                    format!("{text}, flags: {}", quote(&write_flags(flags)))
                }
                None if code_points.len() > LONG => long_text(code_points, room),
                None => plain_text(code_points),
            };
            format!("{{ {written} }}")
        }
        Value::Octets(octets) => format!("{{ b: {} }}", quote(&write_hex(octets))),
        Value::List(values) => list(values.iter().map(|item| value(item, room))),
    }
}

/// Text as `t` if all of it is visible ASCII characters and spaces, else as `u`.
///
/// Text that is long and has a foreign character somewhere is `t` with that character escaped:
/// thousands of code points as `u` say nothing to a reader.
fn plain_text(code_points: &[u32]) -> String {
    let is_readable = is_visible(code_points) || code_points.len() > LONG;
    let scalars = code_points.iter().map(|&point| char::from_u32(point));
    match scalars.collect::<Option<String>>() {
        Some(text) if is_readable => format!("t: {}", quote_unless(&text, is_foreign)),
        _ => format!("u: {}", quote(&write_code_points(code_points))),
    }
}

fn is_foreign(character: char) -> bool {
    !character.is_ascii() || is_invisible(character)
}

/// Text as its parts, if it has any that repeat and there is room for them.
fn long_text(code_points: &[u32], room: &mut usize) -> String {
    let Some(rest) = room.checked_sub(code_points.len()) else {
        return plain_text(code_points);
    };
    let parts = parts(code_points);
    if let [Part { times: 1, .. }] = *parts {
        return plain_text(code_points);
    }
    *room = rest;
    format!("parts: {}", list(parts.iter().map(part)))
}

fn part(part: &Part<'_>) -> String {
    let piece = plain_text(part.piece);
    match part.times {
        1 => format!("{{ {piece} }}"),
        times => format!("{{ {piece}, times: {times} }}"),
    }
}

/// Text of more code points than this is long.
const LONG: usize = 256;

/// The text as a string in double quotes.
fn quote(text: &str) -> String {
    quote_unless(text, is_invisible)
}

/// The text as a string in double quotes, with some characters as escapes.
fn quote_unless(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_escaped(character) => {
                let code = u32::from(character);
                let written = if code > 0xffff {
                    write!(out, "\\U{code:08X}")
                } else {
                    write!(out, "\\u{code:04X}")
                };
                written.expect("writing to a string does not fail");
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(value: &Value) -> String {
        super::value(value, &mut { MOST_CODE_POINTS })
    }

    #[test]
    fn strings_are_quoted_so_that_they_load() {
        assert_eq!(quote("a \"b\" \\ c"), r#""a \"b\" \\ c""#);
        assert_eq!(quote("\u{7}\n\t\u{e0001}ü"), r#""\u0007\n\t\U000E0001ü""#);
    }

    #[test]
    fn only_visible_ascii_is_written_as_text() {
        assert_eq!(value(&"a b~".into()), r#"{ t: "a b~" }"#);
        assert_eq!(value(&"".into()), r#"{ t: "" }"#);
        assert_eq!(value(&"ü".into()), r#"{ u: "U+00FC" }"#);
        assert_eq!(
            value(&Value::from_code_points([0x61, 0xd800])),
            r#"{ u: "U+0061 U+D800" }"#
        );
        assert_eq!(value(&Value::List(Vec::new())), "[]");
        let counted: String = (0..LONG).map(|index| index.to_string()).collect();
        let long = value(&format!("{counted}é").as_str().into());
        assert_eq!(long, format!("{{ t: \"{counted}\\u00E9\" }}"));
    }

    #[test]
    fn long_text_that_repeats_itself_is_written_as_parts() {
        let text = format!("e-{}é", "x".repeat(LONG));
        let written = r#"{ parts: [{ t: "e-" }, { t: "x", times: 256 }, { u: "U+00E9" }] }"#;
        assert_eq!(value(&text.as_str().into()), written);
        let short = "x".repeat(LONG);
        assert_eq!(
            value(&short.as_str().into()),
            format!("{{ t: \"{short}\" }}")
        );
        let surrogates = Value::from_code_points(vec![0xd800; LONG + 1]);
        assert_eq!(
            value(&surrogates),
            r#"{ parts: [{ u: "U+D800", times: 257 }] }"#
        );
        let mut room = 300;
        assert!(super::value(&surrogates, &mut room).starts_with("{ parts: "));
        assert!(
            super::value(&surrogates, &mut room).starts_with("{ u: "),
            "no room is left"
        );
    }
}
