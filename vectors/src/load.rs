//! From the octets of vector files to a suite.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use acegate_vectors_document::{
    RawCase, RawDefaults, RawExpect, RawFile, RawLevel, RawOrigin, RawOutcome, RawParam, RawValues,
    parse_file,
};
use serde_saphyr::{DefaultMessageFormatter, Error, Localizer, Location, Spanned};

use crate::digest::Digest;
use crate::error::LoadError;
use crate::expectation::{Expectation, Level, Outcome};
use crate::files::{LARGEST_FILE, read, too_large, vector_files};
use crate::model::{Case, File, Origin, Suite};
use crate::parts::MOST_CODE_POINTS;
use crate::source::Source;
use crate::value::{Param, Params, Value};

impl Suite {
    /// The vectors of these files, and of all `.yaml` files below these folders, sorted by path.
    ///
    /// Hidden entries and folders named `requirements` are left out. Links are followed, and a file
    /// or folder to which several paths lead counts once.
    ///
    /// # Errors
    ///
    /// The first error of the first file that has one; a path that cannot be read or is not UTF-8;
    /// a vector file that is not a regular file or is larger than 64 MiB; folders deeper than 32
    /// or with more than 100,000 entries; paths that hold no vector file.
    pub fn load<P: AsRef<Path>>(paths: &[P]) -> Result<Self, LoadError> {
        let mut reading = Reading::default();
        for path in vector_files(paths)? {
            reading.take(&path, &read(&path)?)?;
        }
        reading.suite()
    }

    /// The vectors of these files, given as name and content.
    ///
    /// # Errors
    ///
    /// The first error of the first file that has one; no files at all.
    pub fn from_sources<'a>(
        sources: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Self, LoadError> {
        let mut reading = Reading::default();
        for (path, octets) in sources {
            reading.take(path, octets)?;
        }
        reading.suite()
    }
}

/// A suite of which some files are read.
#[derive(Default)]
struct Reading {
    files: Vec<File>,
    cases: Vec<Arc<Case>>,
    ids: Ids,
}

impl Reading {
    fn take(&mut self, path: &str, octets: &[u8]) -> Result<(), LoadError> {
        let (file, cases) = read_file(path, octets, &mut self.ids)?;
        self.files.push(file);
        self.cases.extend(cases.into_iter().map(Arc::new));
        Ok(())
    }

    fn suite(self) -> Result<Suite, LoadError> {
        if self.cases.is_empty() {
            return Err(LoadError::whole("vectors", "expected at least one file"));
        }
        Ok(Suite { files: self.files, cases: self.cases })
    }
}

/// The first use of each id: file and line.
pub(crate) type Ids = BTreeMap<String, (String, usize, Option<Digest>)>;

/// The head and the cases of one file.
pub(crate) fn read_file(
    path: &str,
    octets: &[u8],
    ids: &mut Ids,
) -> Result<(File, Vec<Case>), LoadError> {
    if octets.len() > LARGEST_FILE {
        return Err(too_large(path));
    }
    let source = Source::new(path, octets)?;
    let raw = parse(&source, parse_file)?;
    let reader = Reader { source: &source, room: Cell::new(MOST_CODE_POINTS) };
    let file = reader.head(&raw)?;
    let defaults = raw.defaults.unwrap_or_default();
    let mut cases = Vec::with_capacity(raw.cases.value.len());
    for raw in raw.cases.value {
        let case = reader.case(&file, &defaults, &raw)?;
        // Two hunts may find the same. An id that is made of the content stands for the same case.
        let found = (case.origin == Origin::Found).then(|| case.digest());
        let place = (case.file.clone(), case.line, found);
        if let Some((first, line, own)) = ids.insert(case.id.clone(), place) {
            if found.is_some() && own == found && first != case.file {
                continue;
            }
            let message = format!("duplicate id {:?}, first used in {first}:{line}", case.id);
            return Err(reader.error(raw.value.id.referenced, message));
        }
        cases.push(case);
    }
    Ok((file, cases))
}

/// The document in a source, read under the rules of the vector files.
pub(crate) fn parse<T>(
    source: &Source<'_>,
    read: fn(&str) -> Result<T, Error>,
) -> Result<T, LoadError> {
    read(source.text).map_err(|error| {
        let (line, column, message) = yaml_error(&error);
        let (line, column) = match &error {
            // The reader names the last field; the missing one belongs to all of the mapping.
            Error::SerdeMissingField { .. } => source.start_of_mapping(line, column),
            _ => (line, column),
        };
        source.error(line, column, message)
    })
}

/// The line and the column of an error of the YAML reader, both from 1, and the message about it. The
/// reader's own picture of the place is left out.
#[must_use]
pub fn yaml_error(error: &Error) -> (usize, usize, String) {
    let formatter = DefaultMessageFormatter.with_localizer(&WithoutPlace);
    let (line, column) = error.location().map_or((1, 1), place);
    let message = match error {
        Error::NullIntoString { .. } => "expected a value, found none".to_owned(),
        _ => error.without_snippet().render_with_formatter(&formatter),
    };
    (line, column, message)
}

/// The words of the YAML reader without the place, which we show ourselves.
struct WithoutPlace;

impl Localizer for WithoutPlace {
    fn attach_location<'a>(&self, message: Cow<'a, str>, _: Location) -> Cow<'a, str> {
        message
    }
}

/// The line and the column of a place, both from 1.
pub(crate) fn place(location: Location) -> (usize, usize) {
    let narrow = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    (narrow(location.line()), narrow(location.column()))
}

impl From<RawLevel> for Level {
    fn from(raw: RawLevel) -> Self {
        match raw {
            RawLevel::May => Self::May,
            RawLevel::Should => Self::Should,
            RawLevel::Must => Self::Must,
        }
    }
}

impl From<RawOrigin> for Origin {
    fn from(raw: RawOrigin) -> Self {
        match raw {
            RawOrigin::Printed => Self::Printed,
            RawOrigin::Corrected => Self::Corrected,
            RawOrigin::Derived => Self::Derived,
            RawOrigin::Found => Self::Found,
        }
    }
}

/// Checks what is written and turns it into the model.
pub(crate) struct Reader<'a> {
    pub(crate) source: &'a Source<'a>,
    /// How many more code points the parts of the file may make.
    pub(crate) room: Cell<usize>,
}

impl Reader<'_> {
    fn head(&self, raw: &RawFile) -> Result<File, LoadError> {
        if raw.format.value != 1 {
            let message = format!("expected format 1, found {}", raw.format.value);
            return Err(self.error(raw.format.referenced, message));
        }
        if raw.cases.value.is_empty() {
            return Err(self.error(raw.cases.referenced, "expected at least one case"));
        }
        Ok(File {
            path: self.source.path.to_owned(),
            comments: self.source.head_comments(),
            codec: self.word(&raw.codec)?,
            document: self.filled(&raw.document)?,
            theme: self.word(&raw.theme)?,
            summary: self.filled(&raw.summary)?,
        })
    }

    fn case(
        &self,
        file: &File,
        defaults: &RawDefaults,
        raw: &Spanned<RawCase>,
    ) -> Result<Case, LoadError> {
        let at = raw.referenced;
        let raw = &raw.value;
        let missing = |field: &str| self.error(at, format!("missing field `{field}`"));
        let ops = self.ops(defaults, raw, at)?;
        let (input, expect, expect_at) = self.question(raw, at)?;
        let one_value = match expect.single() {
            Some(Outcome::Ok(value)) => !matches!(**value, Value::List(_)),
            _ => false,
        };
        if ops.len() == 2 && !one_value {
            let message = "expected one value, which the second operation is given";
            return Err(self.error(expect_at, message));
        }
        let clause = raw.clause.as_ref().or(defaults.clause.as_ref());
        let requirements = raw.requirements.as_ref().or(defaults.requirements.as_ref());
        let confirmed = raw.confirmed.as_ref().or(defaults.confirmed.as_ref());
        Ok(Case {
            id: self.id(file, &raw.id)?,
            codec: file.codec.clone(),
            document: file.document.clone(),
            clause: self.filled(clause.ok_or_else(|| missing("clause"))?)?,
            requirements: self.names(requirements.ok_or_else(|| missing("requirements"))?)?,
            level: raw.level.or(defaults.level).ok_or_else(|| missing("level"))?.into(),
            ops,
            params: self.params(raw.params.as_ref().or(defaults.params.as_ref()))?,
            input: input.into(),
            expect,
            origin: raw.origin.or(defaults.origin).ok_or_else(|| missing("origin"))?.into(),
            confirmed: self.names(confirmed.map_or(&[], Vec::as_slice))?,
            note: raw.note.as_ref().map(|note| self.filled(note)).transpose()?,
            file: file.path.clone(),
            line: place(at).0,
        })
    }

    fn id(&self, file: &File, id: &Spanned<String>) -> Result<String, LoadError> {
        let text = self.filled(id)?;
        let words: Vec<_> = text.split('/').collect();
        match *words {
            [codec, theme, rest] if codec == file.codec && is_kebab(theme) && is_kebab(rest) => {
                Ok(text)
            }
            _ => {
                let message = format!(
                    "expected \"{}/\", a theme, a slash, and then lower-case words with hyphens, \
                     found {text:?}",
                    file.codec
                );
                Err(self.error(id.referenced, message))
            }
        }
    }

    /// The operations of the case. Its own `op` or `ops` overrides both defaults.
    fn ops(
        &self,
        defaults: &RawDefaults,
        raw: &RawCase,
        at: Location,
    ) -> Result<Vec<String>, LoadError> {
        let written = match (&raw.op, &raw.ops) {
            (None, None) => (&defaults.op, &defaults.ops),
            own => own,
        };
        match written {
            (Some(op), None) => Ok(vec![self.word(op)?]),
            (None, Some(ops)) => {
                let words: Vec<_> =
                    ops.value.iter().map(|op| self.word(op)).collect::<Result<_, _>>()?;
                match words.as_slice() {
                    [first, second] if first != second => Ok(words),
                    _ => Err(self.error(
                        ops.referenced,
                        "expected two different operations; for one write op: alone",
                    )),
                }
            }
            (Some(_), Some(ops)) => {
                Err(self.error(ops.referenced, "expected one of op and ops, found both"))
            }
            (None, None) => Err(self.error(at, "expected op or ops, found neither")),
        }
    }

    fn params(
        &self,
        written: Option<&BTreeMap<String, Spanned<RawParam>>>,
    ) -> Result<Params, LoadError> {
        let mut params = Params::new();
        for (name, param) in written.into_iter().flatten() {
            if !is_kebab(name) {
                let message = format!("expected a parameter of lower-case words, found {name:?}");
                return Err(self.error(param.referenced, message));
            }
            let value = match &param.value {
                RawParam::Boolean(value) => Param::Boolean(*value),
                RawParam::Integer(value) => Param::Integer(*value),
                RawParam::Text(value) => {
                    self.quoted(param.referenced)?;
                    Param::Text(value.clone())
                }
            };
            params.insert(name.clone(), value);
        }
        Ok(params)
    }

    /// The input, the expectation, and the place of the expectation, whether written as steps or not.
    fn question(
        &self,
        raw: &RawCase,
        at: Location,
    ) -> Result<(Value, Expectation, Location), LoadError> {
        let missing = |field: &str| {
            let message = format!("missing field `{field}`: input and expect are needed, or steps");
            Err(self.error(at, message))
        };
        match (&raw.input, &raw.expect, &raw.steps) {
            (Some(input), Some(expect), None) => Ok((
                self.values(input)?,
                self.expect(&expect.value, expect.referenced)?,
                expect.referenced,
            )),
            (None, None, Some(steps)) => {
                let (input, expect) = self.steps(steps)?;
                Ok((input, expect, steps.referenced))
            }
            (_, _, Some(steps)) => Err(self
                .error(steps.referenced, "expected steps alone, or input and expect, found both")),
            (None, _, None) => missing("input"),
            (_, None, None) => missing("expect"),
        }
    }

    fn expect(&self, raw: &RawExpect, at: Location) -> Result<Expectation, LoadError> {
        let Some(any) = &raw.any else {
            return self.outcome(raw.into(), at).map(Expectation::one);
        };
        if raw.ok.is_some() || raw.error.is_some() || raw.at.is_some() {
            return Err(self.error(at, "expected any alone, or one of ok and error"));
        }
        let outcomes = any
            .value
            .iter()
            .map(|outcome| self.outcome((&outcome.value).into(), outcome.referenced))
            .collect::<Result<Vec<_>, _>>()?;
        match Expectation::any(outcomes) {
            Some(expectation) if expectation.single().is_none() => Ok(expectation),
            _ => Err(self.error(any.referenced, "expected two or more outcomes to choose from")),
        }
    }

    fn outcome(&self, raw: Parts<'_>, at: Location) -> Result<Outcome, LoadError> {
        match (raw.ok, raw.error) {
            (Some(ok), None) => {
                if let Some(position) = raw.at {
                    return Err(self.error(position.referenced, "at belongs to error, not to ok"));
                }
                self.result(ok)
            }
            (None, Some(error)) => {
                if error.value.is_empty() {
                    return Err(self.error(error.referenced, "expected at least one kind of error"));
                }
                let kinds =
                    error.value.iter().map(|kind| self.word(kind)).collect::<Result<_, _>>()?;
                Ok(Outcome::Error { kinds, at: raw.at.map(|at| at.value) })
            }
            _ => Err(self.error(at, "expected exactly one of ok and error")),
        }
    }

    /// A string in double quotes that is not empty.
    pub(crate) fn filled(&self, text: &Spanned<String>) -> Result<String, LoadError> {
        self.quoted(text.referenced)?;
        if text.value.trim().is_empty() {
            return Err(self.error(text.referenced, "expected some text, found none"));
        }
        Ok(text.value.clone())
    }

    /// Such strings, each of one line.
    fn names(&self, names: &[Spanned<String>]) -> Result<Vec<String>, LoadError> {
        if let Some(name) = names.iter().find(|name| name.value.contains('\n')) {
            return Err(self.error(name.referenced, "expected a name of one line"));
        }
        names.iter().map(|name| self.filled(name)).collect()
    }

    /// A name of the vocabulary: of a codec, theme, operation or kind of error.
    fn word(&self, word: &Spanned<String>) -> Result<String, LoadError> {
        if is_kebab(&word.value) {
            return Ok(word.value.clone());
        }
        let message = format!("expected lower-case words with hyphens, found {:?}", word.value);
        Err(self.error(word.referenced, message))
    }

    pub(crate) fn quoted(&self, at: Location) -> Result<(), LoadError> {
        let (line, column) = place(at);
        match self.source.character(line, column) {
            Some('"') => Ok(()),
            _ => Err(self.error(at, "expected a string in double quotes")),
        }
    }

    pub(crate) fn error(&self, at: Location, message: impl Into<String>) -> LoadError {
        let (line, column) = place(at);
        self.source.error(line, column, message)
    }
}

/// The parts of one outcome, wherever it is written.
#[derive(Clone, Copy)]
struct Parts<'a> {
    ok: Option<&'a Spanned<RawValues>>,
    error: Option<&'a Spanned<Vec<Spanned<String>>>>,
    at: Option<&'a Spanned<u64>>,
}

impl<'a> From<&'a RawExpect> for Parts<'a> {
    fn from(raw: &'a RawExpect) -> Self {
        Self { ok: raw.ok.as_ref(), error: raw.error.as_ref(), at: raw.at.as_ref() }
    }
}

impl<'a> From<&'a RawOutcome> for Parts<'a> {
    fn from(raw: &'a RawOutcome) -> Self {
        Self { ok: raw.ok.as_ref(), error: raw.error.as_ref(), at: raw.at.as_ref() }
    }
}

/// Whether a name is of lower-case letters and digits, in words joined by single hyphens.
fn is_kebab(name: &str) -> bool {
    name.split('-').all(|word| {
        !word.is_empty()
            && word.bytes().all(|octet| octet.is_ascii_lowercase() || octet.is_ascii_digit())
    })
}
