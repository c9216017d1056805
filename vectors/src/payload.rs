//! Reading the values of a case: text, octets, lists, steps.

use acegate_vectors_document::{RawPart, RawStep, RawValue, RawValues};
use serde_saphyr::{Location, Spanned};

use crate::error::LoadError;
use crate::expectation::{Expectation, Outcome};
use crate::load::{Reader, place};
use crate::parts::MOST_CODE_POINTS;
use crate::value::{Value, parse_code_points, parse_flags, parse_hex, parse_integers};

impl Reader<'_> {
    /// The steps as the list of what is done and the list of the answers.
    pub(crate) fn steps(
        &self,
        steps: &Spanned<Vec<Spanned<RawStep>>>,
    ) -> Result<(Value, Expectation), LoadError> {
        if steps.value.is_empty() {
            return Err(self.error(steps.referenced, "expected at least one step"));
        }
        let mut actions = Vec::with_capacity(steps.value.len());
        let mut answers = Vec::with_capacity(steps.value.len());
        for step in &steps.value {
            actions.push(Value::from(self.filled(&step.value.action)?.as_str()));
            answers.push(Value::from_code_points(self.text(&step.value.expect)?));
        }
        let answers = Expectation::one(Outcome::Ok(Value::List(answers).into()));
        Ok((Value::List(actions), answers))
    }

    /// The result of an operation: a value, or a text with a number of more than 32 bits.
    pub(crate) fn result(&self, values: &Spanned<RawValues>) -> Result<Outcome, LoadError> {
        if let RawValues::One(raw) = &values.value
            && let RawValue { t: None, u: Some(u), b: None, flags: None, parts: None } = &**raw
            && let Some(integers) = parse_integers(&u.value)
        {
            self.quoted(u.referenced)?;
            return Ok(Outcome::Integers(integers));
        }
        self.values(values).map(|value| Outcome::Ok(value.into()))
    }

    pub(crate) fn values(&self, values: &Spanned<RawValues>) -> Result<Value, LoadError> {
        match &values.value {
            RawValues::One(value) => self.value(value, values.referenced),
            RawValues::Many(items) => items
                .iter()
                .map(|item| self.value(&item.value, item.referenced))
                .collect::<Result<_, _>>()
                .map(Value::List),
        }
    }

    fn value(&self, raw: &RawValue, at: Location) -> Result<Value, LoadError> {
        let mut code_points = match (&raw.t, &raw.u, &raw.b, &raw.parts) {
            (Some(t), None, None, None) => self.text(t)?,
            (None, Some(u), None, None) => self.notation(u, parse_code_points)?,
            (None, None, None, Some(parts)) => {
                if let Some(flags) = &raw.flags {
                    return Err(
                        self.error(flags.referenced, "flags belong to t or u, not to parts")
                    );
                }
                self.parts(parts)?
            }
            (None, None, Some(b), None) => {
                if let Some(flags) = &raw.flags {
                    return Err(self.error(flags.referenced, "flags belong to t or u, not to b"));
                }
                return Ok(Value::Octets(self.notation(b, parse_hex)?));
            }
            _ => return Err(self.error(at, "expected exactly one of t, u, b and parts")),
        };
        code_points.shrink_to_fit();
        let flags = match &raw.flags {
            Some(written) => {
                let flags = self.notation(written, parse_flags)?;
                if flags.len() != code_points.len() {
                    let message = format!(
                        "expected {} flags, one a code point, found {}",
                        code_points.len(),
                        flags.len()
                    );
                    return Err(self.error(written.referenced, message));
                }
                Some(flags)
            }
            None => None,
        };
        Ok(Value::Text { code_points, flags })
    }

    fn text(&self, written: &Spanned<String>) -> Result<Vec<u32>, LoadError> {
        self.quoted(written.referenced)?;
        Ok(written.value.chars().map(u32::from).collect())
    }

    /// The parts, one after the other, each as many times as it says.
    fn parts(&self, parts: &Spanned<Vec<Spanned<RawPart>>>) -> Result<Vec<u32>, LoadError> {
        if parts.value.is_empty() {
            return Err(self.error(parts.referenced, "expected at least one part"));
        }
        let mut code_points = Vec::new();
        for part in &parts.value {
            let RawPart { t, u, times } = &part.value;
            let piece = match (t, u) {
                (Some(t), None) => self.text(t)?,
                (None, Some(u)) => self.notation(u, parse_code_points)?,
                _ => return Err(self.error(part.referenced, "expected exactly one of t and u")),
            };
            let number = times.as_ref().map_or(1, |times| times.value);
            if piece.is_empty() || number == 0 {
                return Err(self.error(part.referenced, "expected a part that is not empty"));
            }
            let length = usize::try_from(number).ok().and_then(|n| n.checked_mul(piece.len()));
            let room = length.and_then(|length| self.room.get().checked_sub(length));
            let Some(room) = room else {
                let message =
                    format!("the parts of a file make more than {MOST_CODE_POINTS} code points");
                return Err(self.error(part.referenced, message));
            };
            self.room.set(room);
            for _ in 0..number {
                code_points.extend_from_slice(&piece);
            }
        }
        Ok(code_points)
    }

    /// The value of a notation, with errors inside it located.
    fn notation<T>(
        &self,
        written: &Spanned<String>,
        parse: fn(&str) -> Result<T, (usize, String)>,
    ) -> Result<T, LoadError> {
        self.quoted(written.referenced)?;
        parse(&written.value).map_err(|(offset, message)| {
            let (line, column) = place(written.referenced);
            // Behind an escape the characters of the value and of the source no longer align;
            // then the start of the string has to do.
            let column = match self.source.is_verbatim(line, column, &written.value) {
                true => column + 1 + offset,
                false => column,
            };
            self.source.error(line, column, message)
        })
    }
}
