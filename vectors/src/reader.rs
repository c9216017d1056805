//! From a vector file as it is written to the model: its head and its cases.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use crate::document::{RawCase, RawDefaults, RawExpect, RawFile, RawGroup, RawOutcome, RawValues};
use crate::error::LoadError;
use crate::expectation::{Expectation, Outcome};
use crate::model::{Case, File, theme};
use crate::source::{Place, Source};
use crate::value::{Param, Params, Value};
use crate::yaml::{Given, Located};

/// Checks what is written and turns it into the model.
pub(crate) struct Reader<'a> {
    pub(crate) source: &'a Source<'a>,
    /// How many more code points the parts of the file may make.
    pub(crate) room: Cell<usize>,
}

impl Reader<'_> {
    pub(crate) fn head(&self, raw: &RawFile) -> Result<File, LoadError> {
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

    /// A case, and the position of its id.
    pub(crate) fn case(
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

    /// The field, or the error that the case at this position lacks it.
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

    /// The input, the expectation, and the position of the expectation, whether written as steps or not.
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
