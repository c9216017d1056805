//! From the octets of vector files to a suite.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::digest::Digest;
use crate::document::{RawCase, RawDefaults, RawExpect, RawFile, RawGroup, RawOutcome, RawValues};
use crate::error::LoadError;
use crate::expectation::{Expectation, Outcome};
use crate::files::{LARGEST_FILE, read, too_large, vector_files};
use crate::model::{Case, File, Origin, Suite, theme};
use crate::parts::MOST_CODE_POINTS;
use crate::source::{Place, Source};
use crate::value::{Param, Params, Value};
use crate::yaml::{Given, Located};

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
        let paths = vector_files(paths)?;
        suite(&paths, |path| {
            let (name, octets) = read(Path::new(path))?;
            Ok((name, Cow::Owned(octets)))
        })
    }

    /// The vectors of these files, given as name and content.
    ///
    /// # Errors
    ///
    /// The first error of the first file that has one; no files at all.
    pub fn from_sources<'a>(
        sources: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Self, LoadError> {
        let sources: Vec<_> = sources.into_iter().collect();
        suite(&sources, |(path, octets)| Ok((path, Cow::Borrowed(octets))))
    }
}

/// The suite of these files; `open` gives their paths and octets.
///
/// All processors read: the YAML of the suite takes more than a second on one.
fn suite<'a, F: Sync>(
    files: &'a [F],
    open: impl Fn(&'a F) -> Result<(&'a str, Cow<'a, [u8]>), LoadError> + Sync,
) -> Result<Suite, LoadError> {
    let next = AtomicUsize::new(0);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let contents = thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..processors.min(files.len()) {
            let helper =
                thread::Builder::new().spawn_scoped(scope, || read_some(files, &next, &open));
            // If no other thread can be started, this one reads all files.
            helpers.extend(helper.ok());
        }
        let mut done = read_some(files, &next, &open);
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    let mut suite = Suite {
        files: Vec::new(),
        cases: Vec::new(),
    };
    let mut ids = Ids::new();
    for contents in contents.into_values() {
        let (file, cases) = contents?.with_new_ids(&mut ids)?;
        suite.files.push(file);
        suite.cases.extend(cases.into_iter().map(Arc::new));
    }
    if suite.cases.is_empty() {
        return Err(LoadError::whole("vectors", "expected at least one file"));
    }
    Ok(suite)
}

/// Reads the files that no other thread has taken: `next` is the index of the first of them. The contents
/// are by the index of their file.
fn read_some<'a, F>(
    files: &'a [F],
    next: &AtomicUsize,
    open: &impl Fn(&'a F) -> Result<(&'a str, Cow<'a, [u8]>), LoadError>,
) -> BTreeMap<usize, Result<Contents<'a>, LoadError>> {
    let mut done = BTreeMap::new();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(file) = files.get(at) else {
            return done;
        };
        let contents = open(file).and_then(|(path, octets)| Contents::read(path, octets));
        done.insert(at, contents);
    }
}

/// The first use of each id.
type Ids = BTreeMap<String, FirstUse>;

struct FirstUse {
    file: String,
    line: usize,
    /// The digest of the case if a hunt made it, whose id is made of the content.
    found: Option<Digest>,
}

/// The head and the cases of one file.
pub(crate) fn read_file(path: &str, octets: &[u8]) -> Result<(File, Vec<Case>), LoadError> {
    Contents::read(path, Cow::Borrowed(octets))?.with_new_ids(&mut Ids::new())
}

/// A file that is read by itself.
struct Contents<'a> {
    octets: Cow<'a, [u8]>,
    file: File,
    /// The cases, each with the place of its id.
    cases: Vec<(Case, Place)>,
}

impl<'a> Contents<'a> {
    fn read(path: &str, octets: Cow<'a, [u8]>) -> Result<Self, LoadError> {
        if octets.len() > LARGEST_FILE {
            return Err(too_large(path));
        }
        refuse_other_files(&Source::new(path, &octets)?)?;
        let source = Source::of_subset(path, &octets)?;
        let raw: RawFile = source.parse()?;
        let reader = Reader {
            source: &source,
            room: Cell::new(MOST_CODE_POINTS),
        };
        let file = reader.head(&raw)?;
        let mut cases = Vec::with_capacity(raw.cases.value.len());
        for case in &raw.cases.value {
            cases.push(reader.case(&file, &raw, case)?);
        }
        Ok(Self {
            octets,
            file,
            cases,
        })
    }

    /// The head and those cases that no file before this one has.
    fn with_new_ids(self, ids: &mut Ids) -> Result<(File, Vec<Case>), LoadError> {
        let mut cases = Vec::with_capacity(self.cases.len());
        for (case, at) in self.cases {
            let mut found = None;
            if case.origin == Origin::Found {
                found = Some(case.digest());
            }
            let this_use = FirstUse {
                file: case.file.clone(),
                line: case.line,
                found,
            };
            if let Some(first) = ids.insert(case.id.clone(), this_use) {
                // Two hunts may find the same.
                if found.is_some() && first.found == found && first.file != case.file {
                    continue;
                }
                let FirstUse { file, line, .. } = first;
                let message = format!("duplicate id {:?}, first used in {file}:{line}", case.id);
                let source = Source::of_subset(&self.file.path, &self.octets)?;
                return Err(source.error(at, message));
            }
            cases.push(case);
        }
        Ok((self.file, cases))
    }
}

/// An error for a file that is no vector file at all, before one of its lines is called wrong.
fn refuse_other_files(source: &Source<'_>) -> Result<(), LoadError> {
    let message = match source.first_field() {
        None => "the file is empty: expected a vector file, which begins with format: 1",
        Some("baseline") => "this is a baseline, not a vector file: --baseline takes it",
        Some(_) => return Ok(()),
    };
    Err(source.error(
        Place {
            line: 1,
            column: 1,
            octets: 0,
        },
        message,
    ))
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
            return Err(self.error(raw.format.at, message));
        }
        if raw.cases.value.is_empty() {
            return Err(self.error(raw.cases.at, "expected at least one case"));
        }
        Ok(File {
            path: self.source.path.to_owned(),
            comments: self.source.head_comments(),
            codec: self.word(&raw.codec)?,
            document: self.filled(&raw.document)?,
            theme: self.word(&raw.theme)?,
            summary: self.filled(&raw.summary)?,
            groups: self.summaries(raw)?,
        })
    }

    /// The summaries of the groups that have one. An error in a name is at the first field of the group.
    fn summaries(&self, raw: &RawFile) -> Result<BTreeMap<String, String>, LoadError> {
        let mut themes = BTreeSet::new();
        for case in &raw.cases.value {
            if let Some(id) = &case.value.id.0 {
                themes.insert(theme(&id.value));
            }
        }
        let mut summaries = BTreeMap::new();
        for (name, Located { value: group, at }) in &raw.groups {
            let name = self.word(&Located {
                value: name.clone(),
                at: *at,
            })?;
            if !themes.contains(&*name) {
                let start = format!("{}/{name}/", raw.codec.value);
                let message = format!(
                    "expected a case of the group, whose id begins with {start:?}, found none"
                );
                return Err(self.error(*at, message));
            }
            if let Some(summary) = &group.summary.0 {
                summaries.insert(name, self.filled(summary)?);
            }
        }
        Ok(summaries)
    }

    /// A case, and the place of its id.
    fn case(
        &self,
        file: &File,
        whole: &RawFile,
        raw: &Located<RawCase>,
    ) -> Result<(Case, Place), LoadError> {
        let at = raw.at;
        let raw = &raw.value;
        let defaults = &whole.defaults;
        let id = self.present(raw.id.0.as_ref(), "id", at)?;
        let no_group = RawGroup::default();
        let group = match whole.groups.get(theme(&id.value)) {
            Some(group) => &group.value,
            None => &no_group,
        };
        let ops = self.ops(raw, group, defaults, at)?;
        let (input, expect, expect_at) = self.question(raw, at)?;
        if ops.len() == 2 && !is_one_value(&expect) {
            let message = "expected one value, which the second operation is given";
            return Err(self.error(expect_at, message));
        }
        let clause = raw.clause.or(&group.clause, &defaults.clause);
        let requirements = raw
            .requirements
            .or(&group.requirements, &defaults.requirements);
        let level = raw.level.or(&group.level, &defaults.level);
        let origin = raw.origin.or(&group.origin, &defaults.origin);
        let confirmed = raw.confirmed.or(&group.confirmed, &defaults.confirmed);
        let note = raw.note.or(&group.note, &Given(None));
        let case = Case {
            id: self.id(file, id)?,
            codec: file.codec.clone(),
            document: file.document.clone(),
            clause: self.filled(self.present(clause, "clause", at)?)?,
            requirements: self.names(&self.present(requirements, "requirements", at)?.value)?,
            level: self.present(level, "level", at)?.value,
            ops,
            params: self.params(raw.params.or(&group.params, &defaults.params))?,
            input: input.into(),
            expect,
            origin: self.present(origin, "origin", at)?.value,
            confirmed: self.names(confirmed.map_or(&[], |names| names.value.as_slice()))?,
            note: note.map(|note| self.filled(note)).transpose()?,
            file: file.path.clone(),
            line: at.line,
        };
        Ok((case, id.at))
    }

    /// The field, or the error that the case at this place lacks it.
    fn present<T>(&self, field: Option<T>, name: &str, at: Place) -> Result<T, LoadError> {
        field.ok_or_else(|| self.error(at, format!("missing field `{name}`")))
    }

    fn id(&self, file: &File, id: &Located<String>) -> Result<String, LoadError> {
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
                Err(self.error(id.at, message))
            }
        }
    }

    /// The operations of the case. Its own `op` or `ops` overrides both of its group, which override both
    /// defaults.
    fn ops(
        &self,
        raw: &RawCase,
        group: &RawGroup,
        defaults: &RawDefaults,
        at: Place,
    ) -> Result<Vec<String>, LoadError> {
        let mut written = (&raw.op.0, &raw.ops.0);
        for overridden in [
            (&group.op.0, &group.ops.0),
            (&defaults.op.0, &defaults.ops.0),
        ] {
            if let (None, None) = written {
                written = overridden;
            }
        }
        match written {
            (Some(op), None) => Ok(vec![self.word(op)?]),
            (None, Some(ops)) => self.two_ops(ops),
            (Some(_), Some(ops)) => {
                Err(self.error(ops.at, "expected one of op and ops, found both"))
            }
            (None, None) => Err(self.error(at, "expected op or ops, found neither")),
        }
    }

    fn two_ops(&self, ops: &Located<Vec<Located<String>>>) -> Result<Vec<String>, LoadError> {
        let mut words = Vec::new();
        for op in &ops.value {
            words.push(self.word(op)?);
        }
        match words.as_slice() {
            [first, second] if first != second => Ok(words),
            _ => Err(self.error(
                ops.at,
                "expected two different operations; for one write op: alone",
            )),
        }
    }

    fn params(
        &self,
        written: Option<&Located<BTreeMap<String, Located<Param>>>>,
    ) -> Result<Params, LoadError> {
        let mut params = Params::new();
        for (name, param) in written.into_iter().flat_map(|params| &params.value) {
            if !is_kebab(name) {
                let message = format!("expected a parameter of lower-case words, found {name:?}");
                return Err(self.error(param.at, message));
            }
            if let Param::Text(_) = param.value {
                self.quoted(param.at)?;
            }
            params.insert(name.clone(), param.value.clone());
        }
        Ok(params)
    }

    /// The input, the expectation, and the place of the expectation, whether written as steps or not.
    fn question(&self, raw: &RawCase, at: Place) -> Result<(Value, Expectation, Place), LoadError> {
        match (&raw.input.0, &raw.expect.0, &raw.steps.0) {
            (Some(input), Some(expect), None) => Ok((
                self.values(input)?,
                self.expect(&expect.value, expect.at)?,
                expect.at,
            )),
            (None, None, Some(steps)) => {
                let (input, expect) = self.steps(steps)?;
                Ok((input, expect, steps.at))
            }
            (_, _, Some(steps)) => Err(self.error(
                steps.at,
                "expected steps alone, or input and expect, found both",
            )),
            (None, _, None) => Err(self.error(at, missing("input"))),
            (_, None, None) => Err(self.error(at, missing("expect"))),
        }
    }

    fn expect(&self, raw: &RawExpect, at: Place) -> Result<Expectation, LoadError> {
        let RawExpect {
            ok,
            error,
            at: position,
            any,
        } = raw;
        let Some(any) = &any.0 else {
            return self.outcome(ok, error, position, at).map(Expectation::one);
        };
        if ok.0.is_some() || error.0.is_some() || position.0.is_some() {
            return Err(self.error(at, "expected any alone, or one of ok and error"));
        }
        let mut outcomes = Vec::new();
        for Located { value: choice, at } in &any.value {
            let RawOutcome {
                ok,
                error,
                at: position,
            } = choice;
            outcomes.push(self.outcome(ok, error, position, *at)?);
        }
        match Expectation::any(outcomes) {
            Some(expectation) if expectation.single().is_none() => Ok(expectation),
            _ => Err(self.error(any.at, "expected two or more outcomes to choose from")),
        }
    }

    fn outcome(
        &self,
        ok: &Given<RawValues>,
        error: &Given<Vec<Located<String>>>,
        position: &Given<u64>,
        at: Place,
    ) -> Result<Outcome, LoadError> {
        match (&ok.0, &error.0, &position.0) {
            (Some(ok), None, None) => self.result(ok),
            (Some(_), None, Some(position)) => {
                Err(self.error(position.at, "at belongs to error, not to ok"))
            }
            (None, Some(error), _) if error.value.is_empty() => {
                Err(self.error(error.at, "expected at least one kind of error"))
            }
            (None, Some(error), position) => {
                let mut kinds = Vec::new();
                for kind in &error.value {
                    kinds.push(self.word(kind)?);
                }
                let at = position.as_ref().map(|position| position.value);
                Ok(Outcome::Error { kinds, at })
            }
            _ => Err(self.error(at, "expected exactly one of ok and error")),
        }
    }

    /// A string in double quotes that is not empty.
    pub(crate) fn filled(&self, text: &Located<String>) -> Result<String, LoadError> {
        self.quoted(text.at)?;
        if text.value.trim().is_empty() {
            return Err(self.error(text.at, "expected some text, found none"));
        }
        Ok(text.value.clone())
    }

    /// Such strings, each of one line.
    fn names(&self, names: &[Located<String>]) -> Result<Vec<String>, LoadError> {
        if let Some(name) = names.iter().find(|name| name.value.contains('\n')) {
            return Err(self.error(name.at, "expected a name of one line"));
        }
        names.iter().map(|name| self.filled(name)).collect()
    }

    /// A name of the vocabulary: of a codec, theme, operation or kind of error.
    fn word(&self, word: &Located<String>) -> Result<String, LoadError> {
        if is_kebab(&word.value) {
            return Ok(word.value.clone());
        }
        let message = format!(
            "expected lower-case words with hyphens, found {:?}",
            word.value
        );
        Err(self.error(word.at, message))
    }

    pub(crate) fn quoted(&self, at: Place) -> Result<(), LoadError> {
        match self.source.text.as_bytes().get(at.octets) {
            Some(b'"') => Ok(()),
            _ => Err(self.error(at, "expected a string in double quotes")),
        }
    }

    pub(crate) fn error(&self, at: Place, message: impl Into<String>) -> LoadError {
        self.source.error(at, message)
    }
}

fn missing(field: &str) -> String {
    format!("missing field `{field}`: input and expect are needed, or steps")
}

/// Whether exactly one value is expected, which is no list.
fn is_one_value(expect: &Expectation) -> bool {
    match expect.single() {
        Some(Outcome::Ok(value)) => !matches!(**value, Value::List(_)),
        Some(Outcome::Integers(_) | Outcome::Error { .. }) | None => false,
    }
}

/// Whether a name is of lower-case letters and digits, in words joined by single hyphens.
fn is_kebab(name: &str) -> bool {
    name.split('-').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|octet| octet.is_ascii_lowercase() || octet.is_ascii_digit())
    })
}
