//! Reading the values of a case: text, octets, lists, steps.

use crate::document::{RawPart, RawStep, RawValue, RawValues};
use crate::error::LoadError;
use crate::expectation::{Expectation, Outcome};
use crate::parts::MOST_CODE_POINTS;
use crate::reader::Reader;
use crate::source::Place;
use crate::value::{Value, parse_code_points, parse_flags, parse_hex, parse_integers};
use crate::yaml::{Given, Located};

impl Reader<'_> {
    /// The steps as the list of what is done and the list of the answers.
    pub(crate) fn steps(
        &self,
        steps: &Located<Vec<Located<RawStep>>>,
    ) -> Result<(Value, Expectation), LoadError> {
        if steps.value.is_empty() {
            return Err(self.error(steps.at, "expected at least one step"));
        }
        let mut actions = Vec::new();
        let mut answers = Vec::new();
        for step in &steps.value {
            actions.push(Value::from(self.filled(&step.value.action)?.as_str()));
            answers.push(Value::from_code_points(self.text(&step.value.expect)?));
        }
        let answers = Expectation::one(Outcome::Ok(Value::List(answers).into()));
        Ok((Value::List(actions), answers))
    }

    /// The result of an operation: a value, or a text with a number of more than 32 bits.
    pub(crate) fn result(&self, values: &Located<RawValues>) -> Result<Outcome, LoadError> {
        if let RawValues::One(raw) = &values.value
            && let RawValue {
                t: Given(None),
                u: Given(Some(u)),
                b: Given(None),
                flags: Given(None),
                parts: Given(None),
            } = &**raw
            && let Some(integers) = parse_integers(&u.value)
        {
            self.quoted(u.at)?;
            return Ok(Outcome::Integers(integers));
        }
        self.values(values).map(|value| Outcome::Ok(value.into()))
    }

    pub(crate) fn values(&self, values: &Located<RawValues>) -> Result<Value, LoadError> {
        match &values.value {
            RawValues::One(value) => self.value(value, values.at),
            RawValues::Many(items) => {
                let mut values = Vec::new();
                for item in items {
                    values.push(self.value(&item.value, item.at)?);
                }
                Ok(Value::List(values))
            }
        }
    }

    fn value(&self, raw: &RawValue, at: Place) -> Result<Value, LoadError> {
        let flags = raw.flags.0.as_ref();
        let mut code_points = match (&raw.t.0, &raw.u.0, &raw.b.0, &raw.parts.0) {
            (Some(t), None, None, None) => self.text(t)?,
            (None, Some(u), None, None) => self.notation(u, parse_code_points)?,
            (None, None, None, Some(parts)) => {
                self.no_flags(flags, "parts")?;
                self.parts(parts)?
            }
            (None, None, Some(b), None) => {
                self.no_flags(flags, "b")?;
                return Ok(Value::Octets(self.notation(b, parse_hex)?));
            }
            _ => return Err(self.error(at, "expected exactly one of t, u, b and parts")),
        };
        code_points.shrink_to_fit();
        let Some(written) = flags else {
            return Ok(Value::from_code_points(code_points));
        };
        let flags = self.notation(written, parse_flags)?;
        let count = code_points.len();
        let found = flags.len();
        if found != count {
            let message = format!("expected {count} flags, one a code point, found {found}");
            return Err(self.error(written.at, message));
        }
        Ok(Value::Text {
            code_points,
            flags: Some(flags),
        })
    }

    fn no_flags(&self, flags: Option<&Located<String>>, form: &str) -> Result<(), LoadError> {
        match flags {
            Some(flags) => {
                let message = format!("flags belong to t or u, not to {form}");
                Err(self.error(flags.at, message))
            }
            None => Ok(()),
        }
    }

    fn text(&self, written: &Located<String>) -> Result<Vec<u32>, LoadError> {
        self.quoted(written.at)?;
        Ok(written.value.chars().map(u32::from).collect())
    }

    /// The parts, one after the other, each as many times as it says.
    fn parts(&self, parts: &Located<Vec<Located<RawPart>>>) -> Result<Vec<u32>, LoadError> {
        if parts.value.is_empty() {
            return Err(self.error(parts.at, "expected at least one part"));
        }
        let mut code_points = Vec::new();
        for part in &parts.value {
            let RawPart { t, u, times } = &part.value;
            let piece = match (&t.0, &u.0) {
                (Some(t), None) => self.text(t)?,
                (None, Some(u)) => self.notation(u, parse_code_points)?,
                _ => return Err(self.error(part.at, "expected exactly one of t and u")),
            };
            let number = times.0.as_ref().map_or(1, |times| times.value);
            if piece.is_empty() || number == 0 {
                return Err(self.error(part.at, "expected a part that is not empty"));
            }
            let length = usize::try_from(number)
                .ok()
                .and_then(|n| n.checked_mul(piece.len()));
            let room = length.and_then(|length| self.room.get().checked_sub(length));
            let Some(room) = room else {
                let message =
                    format!("the parts of a file make more than {MOST_CODE_POINTS} code points");
                return Err(self.error(part.at, message));
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
        written: &Located<String>,
        parse: fn(&str) -> Result<T, (usize, String)>,
    ) -> Result<T, LoadError> {
        self.quoted(written.at)?;
        parse(&written.value).map_err(|(offset, message)| {
            // Behind an escape the characters of the value and of the source no longer align;
            // then the start of the string must do.
            let mut place = written.at;
            let after_quote = self.source.text.get(place.octets + 1..).unwrap_or_default();
            if let Some(rest) = after_quote.strip_prefix(&*written.value)
                && rest.starts_with('"')
            {
                place.column += 1 + offset;
            }
            self.source.error(place, message)
        })
    }
}
