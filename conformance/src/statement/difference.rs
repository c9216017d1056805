//! The differences between a statement and the one that its report makes.

use std::fmt;

use serde_json::Value as Json;

use super::model::{FORMAT, Statement, json};
use super::{html, markdown};
use crate::escape::printable_start;

/// How many octets of a value are shown.
const SHOWN: usize = 400;

/// How many pairs of lines are compared at most; above that, lines are compared by their numbers.
const PAIRS: usize = 1 << 22;

/// A place where a statement is not the one that its report makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field of JSON, such as `requirements[punycode-12].result`, or the line of another format
    /// with its first cell.
    pub place: String,
    /// The value in the statement; `None` if it has none there.
    pub statement: Option<String>,
    /// The value that the report makes; `None` if it makes none there.
    pub report: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |value: &Option<String>| match value {
            Some(value) => printable_start(value, SHOWN),
            None => "nothing".to_owned(),
        };
        let (statement, report) = (show(&self.statement), show(&self.report));
        let place = printable_start(&self.place, SHOWN);
        write!(f, "{place}: the statement says {statement}, the report makes it {report}")
    }
}

/// Why a text is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementError {
    /// It does not begin as a statement in any format does.
    NotAStatement,
    /// It begins as JSON, and is not.
    NotJson(String),
    /// It is of another version.
    Version(String),
}

impl fmt::Display for StatementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAStatement => f.write_str(
                "it is not a statement: expected JSON, HTML or Markdown that acegate statement wrote",
            ),
            Self::NotJson(error) => write!(f, "it is not JSON: {error}"),
            Self::Version(found) => {
                write!(f, "expected version {FORMAT} in the field \"statement\", found {found}")
            }
        }
    }
}

impl std::error::Error for StatementError {}

/// Every difference between the text of a statement, in any format, and the statement that was made
/// from its report again. None if the text is what was made; whitespace between values of JSON does
/// not matter.
///
/// # Errors
///
/// A [`StatementError`] if the text is not a statement of this version.
pub fn differences(text: &str, made: &Statement) -> Result<Vec<Difference>, StatementError> {
    if text.starts_with('{') {
        return of_json(text, made);
    }
    let made = match text {
        _ if text.starts_with("# Conformance statement: ") => markdown(made),
        _ if text.starts_with("<!DOCTYPE html>") => html(made),
        _ => return Err(StatementError::NotAStatement),
    };
    Ok(of_lines(text, &made))
}

fn of_json(text: &str, made: &Statement) -> Result<Vec<Difference>, StatementError> {
    let found: Json =
        serde_json::from_str(text).map_err(|error| StatementError::NotJson(error.to_string()))?;
    let version = found.get("statement").unwrap_or(&Json::Null);
    if *version != FORMAT {
        return Err(StatementError::Version(printable_start(&version.to_string(), SHOWN)));
    }
    let made = json(made);
    let expected: Json =
        serde_json::from_str(&made).map_err(|error| StatementError::NotJson(error.to_string()))?;
    let mut differences = Vec::new();
    compare("", Some(&found), Some(&expected), &mut differences);
    // A field that is there twice has a value that no reader of JSON may see.
    if differences.is_empty() && compact(text) != compact(&made) {
        differences.push(Difference {
            place: "the text".into(),
            statement: Some(
                "the same values in another form: fields twice, or in another order".into(),
            ),
            report: Some("what acegate statement --format json writes".into()),
        });
    }
    Ok(differences)
}

/// Adds the differences of two values. Entries of lists belong together by their `id`, `check` or
/// `code`, or else by their index.
fn compare(place: &str, found: Option<&Json>, made: Option<&Json>, all: &mut Vec<Difference>) {
    let entries = |value: Option<&Json>| -> Option<Vec<(String, Json)>> {
        match value? {
            Json::Object(fields) => {
                Some(fields.iter().map(|(name, it)| (format!(".{name}"), it.clone())).collect())
            }
            Json::Array(values) => Some(values.iter().enumerate().map(named).collect()),
            _ => None,
        }
    };
    let (Some(of_found), Some(of_made)) = (entries(found), entries(made)) else {
        if found != made {
            all.push(Difference {
                place: place.trim_start_matches('.').to_owned(),
                statement: found.map(Json::to_string),
                report: made.map(Json::to_string),
            });
        }
        return;
    };
    let names = of_made
        .iter()
        .chain(of_found.iter().filter(|(name, _)| value_of(name, &of_made).is_none()));
    for (name, _) in names {
        let place = format!("{place}{name}");
        compare(&place, value_of(name, &of_found), value_of(name, &of_made), all);
    }
}

fn value_of<'a>(name: &str, entries: &'a [(String, Json)]) -> Option<&'a Json> {
    entries.iter().find(|(it, _)| it == name).map(|(_, value)| value)
}

/// An entry of a list with its name: `[punycode-12]`, or `[0]`.
fn named((index, value): (usize, &Json)) -> (String, Json) {
    let name = ["id", "check", "code"].iter().find_map(|field| value.get(field)?.as_str());
    let name = name.map_or_else(|| index.to_string(), str::to_owned);
    (format!("[{name}]"), value.clone())
}

/// JSON without the whitespace between its values.
fn compact(text: &str) -> String {
    let (mut is_string, mut is_escaped) = (false, false);
    let keep = |c: &char| {
        let was_string = is_string;
        if *c == '"' && !is_escaped {
            is_string = !is_string;
        }
        is_escaped = was_string && *c == '\\' && !is_escaped;
        was_string || !c.is_ascii_whitespace()
    };
    text.chars().filter(keep).collect()
}

/// The differences of two texts, line by line, of which each line has its own subject.
fn of_lines(text: &str, made: &str) -> Vec<Difference> {
    let (found, made): (Vec<_>, Vec<_>) = (text.lines().collect(), made.lines().collect());
    let mut differences = Vec::new();
    let (mut at, mut of_made) = (0, 0);
    for (next, next_made) in common(&found, &made).into_iter().chain([(found.len(), made.len())]) {
        let (one, other) = (&found[at..next], &made[of_made..next_made]);
        for index in 0..one.len().max(other.len()) {
            let line = at + index.min(one.len()) + 1;
            differences.push(of_line(line, one.get(index).copied(), other.get(index).copied()));
        }
        (at, of_made) = (next + 1, next_made + 1);
    }
    // The last line may have lost its end.
    if differences.is_empty() && text.lines().count() == made.len() && !text.ends_with('\n') {
        differences.push(of_line(made.len(), Some("no newline at the end"), Some("a newline")));
    }
    differences
}

/// The difference of two lines: the cells that differ, if they have the same first one.
fn of_line(line: usize, found: Option<&str>, made: Option<&str>) -> Difference {
    let whole = |line: Option<&str>| line.map(|line| cells(line).join(" | "));
    let cells_of = |line: Option<&str>| line.map(cells).unwrap_or_default();
    let (one, other) = (cells_of(found), cells_of(made));
    let subject = other.first().or(one.first()).cloned().unwrap_or_default();
    let place = format!("line {line} ({subject})");
    if one.len() != other.len() || one.first() != other.first() || one == other {
        return Difference { place, statement: whole(found), report: whole(made) };
    }
    let differ = |this: &[String], that: &[String]| {
        let cells = this.iter().zip(that).filter(|(this, that)| this != that);
        Some(cells.map(|(this, _)| this.as_str()).collect::<Vec<_>>().join(" | "))
    };
    Difference { place, statement: differ(&one, &other), report: differ(&other, &one) }
}

/// The cells of a row of a table, without the marks of Markdown or HTML; any other line is one cell.
fn cells(line: &str) -> Vec<String> {
    let inner = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |"));
    if let Some(inner) = inner {
        return inner.split(" | ").map(str::to_owned).collect();
    }
    if !line.starts_with("<tr>") {
        return vec![line.to_owned()];
    }
    let text = |cell: &str| {
        let mut parts = cell.split('<');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.filter_map(|part| Some(part.split_once('>')?.1)).fold(first, |text, part| text + part)
    };
    let ends = line.replace("</th>", "</td>");
    ends.split("</td>").map(text).filter(|cell| !cell.is_empty()).collect()
}

/// The indices of the lines of a longest common subsequence.
///
/// # Complexity
///
/// The product of the numbers of lines that are left when the common start and end are taken off.
fn common(one: &[&str], other: &[&str]) -> Vec<(usize, usize)> {
    let start = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (rest, rest_other) = (&one[start..], &other[start..]);
    let end = rest.iter().rev().zip(rest_other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (middle, middle_other) = (&rest[..rest.len() - end], &rest_other[..rest_other.len() - end]);
    let too_many = middle.len().saturating_mul(middle_other.len()) > PAIRS;
    let (middle, middle_other) = if too_many { (&[][..], &[][..]) } else { (middle, middle_other) };
    let width = middle_other.len() + 1;
    let mut lengths = vec![0_u32; (middle.len() + 1) * width];
    for i in (0..middle.len()).rev() {
        for j in (0..middle_other.len()).rev() {
            lengths[i * width + j] = match middle[i] == middle_other[j] {
                true => lengths[(i + 1) * width + j + 1] + 1,
                false => lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]),
            };
        }
    }
    let mut pairs: Vec<_> = (0..start).map(|at| (at, at)).collect();
    let (mut i, mut j) = (0, 0);
    while i < middle.len() && j < middle_other.len() {
        if middle[i] == middle_other[j] {
            pairs.push((start + i, start + j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs.extend((0..end).rev().map(|back| (one.len() - 1 - back, other.len() - 1 - back)));
    pairs
}
