//! Inputs and results of operations, and the parameters of a case.

use std::collections::BTreeMap;
use std::fmt;

use crate::integer::Integer;

/// An input or a result of an operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A sequence of code points. It can contain any number, so that surrogates and numbers above
    /// 10FFFF can be tested.
    Text {
        /// The code points.
        code_points: Vec<u32>,
        /// One flag a code point, true for upper case (RFC 3492, appendix A); `None` if the case has
        /// no flags.
        flags: Option<Vec<bool>>,
    },
    /// A sequence of octets.
    Octets(Vec<u8>),
    /// Several values, in order of preference.
    List(Vec<Value>),
}

impl Value {
    /// The text with these code points, without flags.
    #[must_use]
    pub fn from_code_points(code_points: impl Into<Vec<u32>>) -> Self {
        Self::Text {
            code_points: code_points.into(),
            flags: None,
        }
    }

    /// The text as a Rust string; `None` unless the value is text of visible ASCII characters and
    /// spaces, without flags.
    pub(crate) fn to_visible_string(&self) -> Option<String> {
        match self {
            Self::Text {
                code_points,
                flags: None,
            } if is_visible(code_points) => self.to_scalar_string(),
            _ => None,
        }
    }

    /// The text as a Rust string; `None` unless the value is text of Unicode scalar values.
    #[must_use]
    pub fn to_scalar_string(&self) -> Option<String> {
        match self {
            Self::Text { code_points, .. } => code_points
                .iter()
                .map(|&code_point| char::from_u32(code_point))
                .collect(),
            Self::Octets(_) | Self::List(_) => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::from_code_points(text.chars().map(u32::from).collect::<Vec<_>>())
    }
}

/// Whether all of a text is visible ASCII characters and spaces.
pub(crate) fn is_visible(code_points: &[u32]) -> bool {
    code_points.iter().all(|point| (0x20..0x7f).contains(point))
}

/// The parameters of a case. A parameter left out has its default.
pub type Params = BTreeMap<String, Param>;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(untagged, rename = "Parameter")
)]
pub enum Param {
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(u64),
    /// A text.
    Text(String),
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// The code points that `U+0062 U+D800` means: four to eight hexadecimal digits each, one space
/// between them. The empty string means none.
///
/// # Errors
///
/// If one is written wrongly: the start of the first wrong one, in characters, and what is expected
/// there.
pub(crate) fn parse_code_points(written: &str) -> Result<Vec<u32>, (usize, String)> {
    if written.is_empty() {
        return Ok(Vec::new());
    }
    let mut code_points = Vec::new();
    let mut position = 0;
    for item in written.split(' ') {
        let code_point = item
            .strip_prefix("U+")
            .filter(|digits| (4..=8).contains(&digits.len()))
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .ok_or_else(|| match integer(item) {
                Some(_) => (
                    position,
                    format!("only ok holds numbers above FFFFFFFF, found {item:?}"),
                ),
                None => (
                    position,
                    format!("expected a code point such as U+00FC, found {item:?}"),
                ),
            })?;
        code_points.push(code_point);
        position += item.chars().count() + 1;
    }
    Ok(code_points)
}

/// The integers that a text such as `U+0061 U+100000000` means: at least one has more than eight digits. `None` if
/// none has, or if something is not a number: [`parse_code_points`] then names its position.
pub(crate) fn parse_integers(written: &str) -> Option<Vec<Integer>> {
    let longest = written.split(' ').map(str::len).max()?;
    if longest <= "U+FFFFFFFF".len() {
        return None;
    }
    let mut integers = Vec::new();
    for item in written.split(' ') {
        integers.push(match parse_code_points(item).as_deref() {
            Ok(&[code_point]) => Integer::from(code_point),
            _ => integer(item)?,
        });
    }
    Some(integers)
}

/// The number of `U+` and nine to [`Integer::MOST_DIGITS`] hexadecimal digits, the first of them not zero.
fn integer(item: &str) -> Option<Integer> {
    let digits = item.strip_prefix("U+")?;
    if !(9..=Integer::MOST_DIGITS).contains(&digits.len()) || digits.starts_with('0') {
        return None;
    }
    Integer::from_hex(digits)
}

/// The code points as [`parse_code_points`] reads them.
pub(crate) fn write_code_points(code_points: &[u32]) -> String {
    let items: Vec<_> = code_points
        .iter()
        .map(|point| format!("U+{point:04X}"))
        .collect();
    items.join(" ")
}

/// The octets of a string of hexadecimal digits, lower case, two each.
///
/// # Errors
///
/// The position of the first wrong digit, in characters, and the message about it.
pub(crate) fn parse_hex(written: &str) -> Result<Vec<u8>, (usize, String)> {
    let mut digits = Vec::new();
    for (position, character) in written.chars().enumerate() {
        match character {
            '0'..='9' | 'a'..='f' => digits.extend(character.to_digit(16)),
            _ => {
                let message =
                    format!("expected a lower-case hexadecimal digit, found {character:?}");
                return Err((position, message));
            }
        }
    }
    if digits.len() % 2 == 1 {
        let message = format!(
            "expected two digits an octet, found {} digits",
            digits.len()
        );
        return Err((digits.len(), message));
    }
    Ok(digits
        .chunks_exact(2)
        .map(|pair| (pair[0] << 4 | pair[1]) as u8)
        .collect())
}

/// The octets as [`parse_hex`] reads them.
pub(crate) fn write_hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// The flags of a string of `u` and `l`.
///
/// # Errors
///
/// The position of the first wrong letter, in characters, and the message about it.
pub(crate) fn parse_flags(written: &str) -> Result<Vec<bool>, (usize, String)> {
    written
        .chars()
        .enumerate()
        .map(|(position, letter)| match letter {
            'u' => Ok(true),
            'l' => Ok(false),
            _ => Err((
                position,
                format!("expected u (upper) or l (lower), found {letter:?}"),
            )),
        })
        .collect()
}

/// The flags as [`parse_flags`] reads them.
pub(crate) fn write_flags(flags: &[bool]) -> String {
    flags
        .iter()
        .map(|&upper| if upper { 'u' } else { 'l' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_read_and_written() {
        let points = vec![0, 0xfc, 0xd800, 0x10_ffff, 0xffff_ffff];
        let written = "U+0000 U+00FC U+D800 U+10FFFF U+FFFFFFFF";
        assert_eq!(parse_code_points(written), Ok(points.clone()));
        assert_eq!(write_code_points(&points), written);
        assert_eq!(parse_code_points(""), Ok(Vec::new()));
    }

    #[test]
    fn a_wrong_code_point_is_located() {
        for (written, position) in [
            ("U+FC", 0),
            ("u+00FC", 0),
            ("U+0041  U+0042", 7),
            ("U+0041 U+110000000", 7),
            ("U+0041,U+0042", 0),
            ("U+0041 0042", 7),
            ("U++0041", 0),
            ("U+0041 ", 7),
        ] {
            assert_eq!(
                parse_code_points(written).unwrap_err().0,
                position,
                "{written}"
            );
        }
    }

    #[test]
    fn integers_have_more_than_eight_digits_somewhere() {
        let integers = [
            Integer::from(0x61),
            Integer::from_decimal("4294967296").unwrap(),
        ];
        assert_eq!(
            parse_integers("U+0061 U+100000000"),
            Some(integers.to_vec())
        );
        assert!(parse_integers(&format!("U+{}", "F".repeat(Integer::MOST_DIGITS))).is_some());
        let wrong = [
            "",
            "U+0061",
            "U+FFFFFFFF",
            "U+61 U+100000000",
            "U+000000061",
            "U+10000000G",
        ];
        for written in wrong
            .map(str::to_owned)
            .into_iter()
            .chain(["U+1".repeat(300)])
        {
            assert_eq!(parse_integers(&written), None, "{written}");
        }
        assert_eq!(
            parse_integers(&format!("U+{}", "F".repeat(Integer::MOST_DIGITS + 1))),
            None
        );
    }

    #[test]
    fn only_scalar_text_is_a_string() {
        assert_eq!(Value::from("bü").to_scalar_string().as_deref(), Some("bü"));
        assert_eq!(Value::from_code_points([0xd800]).to_scalar_string(), None);
        assert_eq!(Value::Octets(vec![0x61]).to_scalar_string(), None);
    }
}
