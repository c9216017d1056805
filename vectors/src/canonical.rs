//! Reads vector files in canonical form, without YAML.
//!
//! The embedded suite is read this way whenever a program starts. It takes milliseconds; the YAML
//! loader takes a second. [`write_file`](crate::write_file) writes the canonical form: one spacing
//! and one order of fields. No other is read here.
//!
//! The result is `None` for a file in any other form, and for one that the loader refuses. For every
//! other file it is the result of the loader; a test compares the two.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::error::is_invisible;
use crate::expectation::{Expectation, Level, Outcome};
use crate::model::{Case, File, Origin, Suite, is_kebab};
use crate::parts::MOST_CODE_POINTS;
use crate::value::{
    Param, Params, Value, parse_code_points, parse_flags, parse_hex, parse_integers,
};

/// The suite in these files, given as name and text; `None` if a file is not in canonical form, if
/// the loader refuses it, or if an id is used twice.
pub(crate) fn read_suite(sources: &[(&str, &str)]) -> Option<Suite> {
    let next = AtomicUsize::new(0);
    let read = || {
        let mut read = Vec::new();
        while let Some((path, text)) = sources.get(next.fetch_add(1, Relaxed)) {
            read.push((*path, read_file(path, text)));
        }
        read
    };
    // Two threads read in about half the time. Without a second one, the first reads all.
    let mut files = thread::scope(|scope| {
        let helper = thread::Builder::new().spawn_scoped(scope, read);
        let mut files = read();
        files.extend(helper.into_iter().flat_map(|helper| helper.join().unwrap_or_default()));
        files
    });
    files.sort_by_key(|(path, _)| *path);
    let mut suite = Suite { files: Vec::new(), cases: Vec::new() };
    for (_, file) in files {
        let (file, cases) = file?;
        suite.files.push(file);
        suite.cases.extend(cases.into_iter().map(Arc::new));
    }
    let mut ids = HashSet::with_capacity(suite.cases.len());
    let is_valid = !suite.cases.is_empty() && suite.cases.iter().all(|case| ids.insert(&case.id));
    drop(ids);
    is_valid.then_some(suite)
}

/// The head and the cases of a file in canonical form.
fn read_file(path: &str, text: &str) -> Option<(File, Vec<Case>)> {
    let mut cursor = Cursor { rest: text, line: 1, indent: "\n    ", room: MOST_CODE_POINTS };
    let comments = cursor.comments()?;
    cursor.eat("format: 1\ncodec: ")?;
    let codec = cursor.word()?;
    cursor.eat("\ndocument: ")?;
    let document = cursor.filled()?;
    cursor.eat("\ntheme: ")?;
    let theme = cursor.word()?;
    cursor.eat("\nsummary: ")?;
    let summary = cursor.filled()?;
    cursor.line += 4;
    let mut defaults = Shared::default();
    if cursor.try_eat("\ndefaults:") {
        cursor.line += 1;
        cursor.indent = "\n  ";
        cursor.read_question(&mut defaults)?;
        cursor.read_origin(&mut defaults)?;
        cursor.indent = "\n    ";
    }
    cursor.eat("\ncases:\n")?;
    cursor.line += 2;
    let file = File { path: path.to_owned(), comments, codec, document, theme, summary };
    let mut cases = vec![cursor.case(&file, &defaults)?];
    while !cursor.rest.is_empty() {
        cursor.end_of_line()?;
        cases.push(cursor.case(&file, &defaults)?);
    }
    Some((file, cases))
}

/// The fields that a case and the defaults of its file have.
#[derive(Default)]
struct Shared {
    clause: Option<String>,
    requirements: Option<Vec<String>>,
    level: Option<Level>,
    ops: Option<Vec<String>>,
    params: Option<Params>,
    origin: Option<Origin>,
    confirmed: Option<Vec<String>>,
}

/// The text that is still to be read.
struct Cursor<'a> {
    rest: &'a str,
    /// The line where `rest` begins, from 1.
    line: usize,
    /// The end of a line and the beginning of the next one, up to the name of its field.
    indent: &'static str,
    /// How many more code points the parts of the file may make.
    room: usize,
}

impl<'a> Cursor<'a> {
    /// The comments above the first field, and the empty line after them.
    fn comments(&mut self) -> Option<Vec<String>> {
        let mut comments = Vec::new();
        while self.rest.starts_with('#') || !comments.is_empty() && self.rest.starts_with('\n') {
            let (comment, rest) = self.rest.split_once('\n')?;
            if comment.trim_end() != comment || comment.contains(is_refused) {
                return None;
            }
            comments.push(comment.to_owned());
            (self.rest, self.line) = (rest, self.line + 1);
        }
        if comments.is_empty() {
            return Some(comments);
        }
        while comments.last().is_some_and(String::is_empty) {
            comments.pop();
        }
        Some(comments)
    }

    fn case(&mut self, file: &File, defaults: &Shared) -> Option<Case> {
        let line = self.line;
        self.eat("  - id: ")?;
        let id = self.string()?;
        let rest = id.strip_prefix(&*file.codec)?.strip_prefix('/')?;
        let special = rest.strip_prefix(&*file.theme)?.strip_prefix('/')?;
        if !is_kebab(special) {
            return None;
        }
        let mut own = Shared::default();
        self.read_question(&mut own)?;
        let (input, expect) = if self.try_eat("\n    steps:") {
            self.steps()?
        } else {
            self.field("input")?;
            let input = self.value()?;
            self.field("expect")?;
            (input, self.expectation()?)
        };
        let ops = own.ops.take().or_else(|| defaults.ops.clone())?;
        if ops.len() == 2 {
            match expect.single() {
                Some(Outcome::Ok(value)) if !matches!(**value, Value::List(_)) => {}
                _ => return None,
            }
        }
        self.read_origin(&mut own)?;
        let has_note = self.field("note").is_some();
        let note = if has_note { Some(self.filled()?) } else { None };
        self.end_of_line()?;
        Some(Case {
            id: id.into_owned(),
            codec: file.codec.clone(),
            document: file.document.clone(),
            clause: own.clause.or_else(|| defaults.clause.clone())?,
            requirements: own.requirements.or_else(|| defaults.requirements.clone())?,
            level: own.level.or(defaults.level)?,
            ops,
            params: own.params.or_else(|| defaults.params.clone()).unwrap_or_default(),
            input: Arc::new(input),
            expect,
            origin: own.origin.or(defaults.origin)?,
            confirmed: own.confirmed.or_else(|| defaults.confirmed.clone()).unwrap_or_default(),
            note,
            file: file.path.clone(),
            line,
        })
    }

    /// The shared fields that stand before the input, as far as they are there.
    fn read_question(&mut self, shared: &mut Shared) -> Option<()> {
        if self.field("clause").is_some() {
            shared.clause = Some(self.filled()?);
        }
        if self.field("requirements").is_some() {
            shared.requirements = Some(self.list(Self::name)?);
        }
        if self.field("level").is_some() {
            shared.level = Some(match self.letters() {
                "may" => Level::May,
                "should" => Level::Should,
                "must" => Level::Must,
                _ => return None,
            });
        }
        if self.field("op").is_some() {
            shared.ops = Some(vec![self.word()?]);
        } else if self.field("ops").is_some() {
            let ops = self.list(Self::word)?;
            matches!(&*ops, [first, second] if first != second).then_some(())?;
            shared.ops = Some(ops);
        }
        if self.field("params").is_some() {
            shared.params = Some(self.params()?);
        }
        Some(())
    }

    /// The shared fields that stand after the expectation, as far as they are there.
    fn read_origin(&mut self, shared: &mut Shared) -> Option<()> {
        if self.field("origin").is_some() {
            shared.origin = Some(match self.letters() {
                "printed" => Origin::Printed,
                "corrected" => Origin::Corrected,
                "derived" => Origin::Derived,
                "found" => Origin::Found,
                _ => return None,
            });
        }
        if self.field("confirmed").is_some() {
            shared.confirmed = Some(self.list(Self::name)?);
        }
        Some(())
    }

    fn params(&mut self) -> Option<Params> {
        let mut params = Params::new();
        if self.try_eat("{}") {
            return Some(params);
        }
        self.eat("{ ")?;
        loop {
            let name = self.word()?;
            self.eat(": ")?;
            let param = match self.rest.as_bytes().first()? {
                b'"' => Param::Text(self.string()?.into_owned()),
                b'0'..=b'9' => Param::Integer(self.number()?),
                _ => Param::Boolean(self.letters().parse().ok()?),
            };
            if params.insert(name, param).is_some() {
                return None;
            }
            if self.try_eat(" }") {
                return Some(params);
            }
            self.eat(", ")?;
        }
    }

    /// The steps of a scenario, as the list of actions and the list of answers.
    fn steps(&mut self) -> Option<(Value, Expectation)> {
        let (mut actions, mut answers) = (Vec::new(), Vec::new());
        while self.try_eat("\n      - { do: ") {
            self.line += 1;
            actions.push(Value::from(&*self.filled()?));
            self.eat(", expect: ")?;
            answers.push(Value::from(&*self.string()?));
            self.eat(" }")?;
        }
        self.line += 1;
        let expect = Expectation::one(Outcome::Ok(Arc::new(Value::List(answers))));
        (!actions.is_empty()).then_some((Value::List(actions), expect))
    }

    fn expectation(&mut self) -> Option<Expectation> {
        if !self.try_eat("{ any: ") {
            return self.outcome().map(Expectation::one);
        }
        let outcomes = self.list(Self::outcome)?;
        self.eat(" }")?;
        if outcomes.len() < 2 { None } else { Expectation::any(outcomes) }
    }

    fn outcome(&mut self) -> Option<Outcome> {
        let outcome = if self.try_eat("{ ok: ") {
            match self.integers() {
                Some(integers) => integers,
                None => Outcome::Ok(Arc::new(self.value()?)),
            }
        } else {
            self.eat("{ error: ")?;
            let kinds = self.list(Self::word)?;
            if kinds.is_empty() {
                return None;
            }
            let at = if self.try_eat(", at: ") { Some(self.number()?) } else { None };
            Outcome::Error { kinds, at }
        };
        self.eat(" }")?;
        Some(outcome)
    }

    /// A text with a number that needs more than 32 bits. If there is none here, nothing is read.
    fn integers(&mut self) -> Option<Outcome> {
        let (written, rest) = self.rest.strip_prefix("{ u: \"")?.split_once("\" }")?;
        let integers = parse_integers(written)?;
        self.rest = rest;
        Some(Outcome::Integers(integers))
    }

    fn value(&mut self) -> Option<Value> {
        match self.rest.starts_with('[') {
            true => self.list(Self::single_value).map(Value::List),
            false => self.single_value(),
        }
    }

    fn single_value(&mut self) -> Option<Value> {
        if self.try_eat("{ b: ") {
            let octets = parse_hex(&self.string()?).ok()?;
            self.eat(" }")?;
            return Some(Value::Octets(octets));
        }
        if self.try_eat("{ parts: ") {
            let parts = self.list(Self::part)?;
            self.eat(" }")?;
            let length = parts.iter().map(|(piece, times)| piece.len() * times).sum();
            let mut code_points = Vec::with_capacity(length);
            for (piece, times) in &parts {
                match **piece {
                    [one] => code_points.resize(code_points.len() + times, one),
                    _ => (0..*times).for_each(|_| code_points.extend_from_slice(piece)),
                }
            }
            return (length > 0).then_some(Value::Text { code_points, flags: None });
        }
        self.eat("{ ")?;
        let code_points = self.text()?;
        let mut flags = None;
        if self.try_eat(", flags: ") {
            flags = Some(parse_flags(&self.string()?).ok()?);
            if flags.as_ref().is_some_and(|flags| flags.len() != code_points.len()) {
                return None;
            }
        }
        self.eat(" }")?;
        Some(Value::Text { code_points, flags })
    }

    /// A piece of a text, and how many times it is repeated.
    fn part(&mut self) -> Option<(Vec<u32>, usize)> {
        self.eat("{ ")?;
        let piece = self.text()?;
        let times = if self.try_eat(", times: ") { self.number()? } else { 1 };
        self.eat(" }")?;
        let times = usize::try_from(times).ok()?;
        let length = piece.len().checked_mul(times).filter(|length| *length > 0)?;
        self.room = self.room.checked_sub(length)?;
        Some((piece, times))
    }

    /// A text as `t` or as `u`.
    fn text(&mut self) -> Option<Vec<u32>> {
        if self.try_eat("t: ") {
            return Some(self.string()?.chars().map(u32::from).collect());
        }
        self.eat("u: ")?;
        parse_code_points(&self.string()?).ok()
    }

    fn list<T>(&mut self, item: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.eat("[")?;
        let mut items = Vec::new();
        while !self.try_eat("]") {
            if !items.is_empty() {
                self.eat(", ")?;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    /// A name of the vocabulary. YAML may read a word that begins with a digit as a number, and some
    /// words as a truth value.
    fn word(&mut self) -> Option<String> {
        let is_of_word =
            |octet: &u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || *octet == b'-';
        let length = self.rest.bytes().take_while(is_of_word).count();
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        let is_name = is_kebab(word)
            && word.starts_with(|first: char| first.is_ascii_lowercase())
            && !["false", "n", "no", "null", "off", "on", "true", "y", "yes"].contains(&word);
        is_name.then(|| word.to_owned())
    }

    /// The lower-case letters that come next.
    fn letters(&mut self) -> &'a str {
        let length = self.rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, rest) = self.rest.split_at(length);
        self.rest = rest;
        letters
    }

    fn number(&mut self) -> Option<u64> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        let number = digits.parse().ok()?;
        (digits == "0" || !digits.starts_with('0')).then_some(number)
    }

    /// A string that is one line and not empty.
    fn name(&mut self) -> Option<String> {
        self.filled().filter(|name| !name.contains('\n'))
    }

    /// A string that is not empty.
    fn filled(&mut self) -> Option<String> {
        let text = self.string()?;
        (!text.trim().is_empty()).then(|| text.into_owned())
    }

    /// A string in double quotes, with the escapes that the canonical form has.
    fn string(&mut self) -> Option<Cow<'a, str>> {
        self.eat("\"")?;
        let text = self.rest;
        let is_plain = |octet: &u8| matches!(octet, b' '..=b'~') && !b"\"\\".contains(octet);
        let length = text.bytes().take_while(is_plain).count();
        if text[length..].starts_with('"') {
            self.rest = &text[length + 1..];
            return Some(Cow::Borrowed(&text[..length]));
        }
        let mut unquoted = text[..length].to_owned();
        self.rest = &text[length..];
        loop {
            match self.next()? {
                '"' => return Some(Cow::Owned(unquoted)),
                '\\' => unquoted.push(self.escaped()?),
                character if is_refused(character) => return None,
                character => unquoted.push(character),
            }
        }
    }

    /// The character that an escape means, after its backslash.
    fn escaped(&mut self) -> Option<char> {
        let digits = match self.next()? {
            'n' => return Some('\n'),
            't' => return Some('\t'),
            sign @ ('"' | '\\') => return Some(sign),
            'u' => 4,
            'U' => 8,
            _ => return None,
        };
        let (written, rest) = self.rest.split_at_checked(digits)?;
        self.rest = rest;
        if !written.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(written, 16).ok().and_then(char::from_u32)
    }

    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next()?;
        self.rest = characters.as_str();
        Some(next)
    }

    /// Reads the beginning of a line, up to the value of this field. If the next line is another
    /// one, nothing is read.
    fn field(&mut self, name: &str) -> Option<()> {
        let rest = self.rest.strip_prefix(self.indent)?.strip_prefix(name)?.strip_prefix(": ")?;
        self.rest = rest;
        self.line += 1;
        Some(())
    }

    fn end_of_line(&mut self) -> Option<()> {
        self.eat("\n")?;
        self.line += 1;
        Some(())
    }

    /// Reads this text. If it is not what comes next, nothing is read.
    fn eat(&mut self, expected: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(expected)?;
        Some(())
    }

    fn try_eat(&mut self, expected: &str) -> bool {
        self.eat(expected).is_some()
    }
}

/// Whether the loader refuses a character that is not escaped: YAML has no U+FFFE and no U+FFFF.
fn is_refused(character: char) -> bool {
    is_invisible(character) || matches!(character, '\u{fffe}' | '\u{ffff}')
}

#[cfg(all(test, feature = "yaml"))]
mod tests;
