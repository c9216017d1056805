//! The fields of a record, to be edited before the reference reads it.

/// The fields of a record, with their escapes undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fields {
    pub(super) order: String,
    pub(super) preference: String,
    pub(super) flags: String,
    pub(super) services: String,
    pub(super) expression: String,
    pub(super) replacement: String,
}

impl Fields {
    /// Reads a record; `None` if it has not six fields.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut next = || {
            let (field, after) = field(rest.trim_ascii_start())?;
            rest = after;
            Some(field)
        };
        let read = Self {
            order: next()?,
            preference: next()?,
            flags: next()?,
            services: next()?,
            expression: next()?,
            replacement: next()?,
        };
        rest.trim_ascii().is_empty().then_some(read)
    }

    /// The record in the form of master files.
    pub(super) fn written(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""));
        let Self { order, preference, flags, services, expression, replacement } = self;
        let strings = [flags, services, expression].map(|text| quoted(text)).join(" ");
        format!("{order} {preference} {strings} {replacement}")
    }

    /// The delimiter, the expression, the substitution and the flags of the rule. `None` if it has not
    /// three delimiters.
    pub(super) fn rule(&self) -> Option<(char, String, String, String)> {
        let delimiter = self.expression.chars().next()?;
        let mut parts = vec![String::new()];
        let mut escaped = false;
        for c in self.expression.chars().skip(1) {
            if c == delimiter && !escaped && parts.len() < 3 {
                parts.push(String::new());
                continue;
            }
            escaped = c == '\\' && !escaped;
            parts.last_mut()?.push(c);
        }
        let [expression, substitution, flags] = parts.try_into().ok()?;
        Some((delimiter, expression, substitution, flags))
    }
}

/// The field at the start, and the rest.
fn field(text: &str) -> Option<(String, &str)> {
    let quoted = text.starts_with('"');
    let mut rest = text[usize::from(quoted)..].chars();
    let mut field = Vec::new();
    let mut empty = true;
    loop {
        let before = rest.as_str();
        match rest.next() {
            None if quoted => return None,
            None => break,
            Some('"') if quoted => break,
            Some(c) if !quoted && c.is_ascii_whitespace() => {
                rest = before.chars();
                break;
            }
            Some('\\') => {
                let digits =
                    rest.as_str().get(..3).filter(|it| it.bytes().all(|c| c.is_ascii_digit()));
                if let Some(digits) = digits {
                    field.push(digits.parse::<u8>().ok()?);
                    rest = rest.as_str()[3..].chars();
                } else {
                    let next = rest.next().filter(|c| !c.is_ascii_digit())?;
                    field.extend(next.encode_utf8(&mut [0; 4]).bytes());
                }
            }
            Some(c) => field.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
        empty = false;
    }
    (quoted || !empty).then(|| (String::from_utf8_lossy(&field).into_owned(), rest.as_str()))
}
