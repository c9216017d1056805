//! Values as reports print them, ordinary and large ones: in full, or only the start.

use acegate_codec::{Text, Value};
use acegate_vectors::Integer;
use data_encoding::HEXLOWER;

use crate::escape::{FIELD, bounded, is_hostile, printable};
use crate::observation::{AnyValue, LargeValue};

/// How many characters of a value are shown at most where it is shown in full.
const SHOWN: usize = 300;

/// How many code points are shown as numbers, and elements of a list, at the start of a value.
const NUMBERS: usize = 8;

/// How many code points of a text, octets or flags are shown at the start of a value.
const TEXT: usize = 32;

/// How many octets are shown of other words of an implementation.
const WORDS: usize = 240;

/// How many octets a field has at most.
const START_FIELD: usize = 4 << 10;

/// How many octets a command has that is shown with each failure.
const COMMAND: usize = 200;

/// A value: quoted text, followed by its code points unless all of it is printable ASCII. A long value
/// is shortened in the middle, a long list at its end, and both say how long they are.
pub(crate) fn show_value(value: &AnyValue) -> String {
    bounded(show(value, Extent::Whole(FIELD)), FIELD)
}

/// How much is shown of the fields of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The start of each, so that it fits in two or three lines, and how long it is.
    Start,
    /// All of each, up to so many octets.
    Whole(usize),
}

impl Extent {
    pub(super) fn value(self, value: &AnyValue) -> String {
        match self {
            Self::Start => show(value, self),
            Self::Whole(_) => show_value(value),
        }
    }

    /// Words of an implementation, which are printable already.
    pub(super) fn words(self, text: String) -> String {
        match self {
            Self::Start => bounded(text, WORDS),
            Self::Whole(_) => self.field(text),
        }
    }

    pub(super) fn field(self, text: String) -> String {
        match self {
            Self::Start => bounded(text, START_FIELD),
            Self::Whole(most) => bounded(text, most),
        }
    }

    /// Whether a command is shown with each failure.
    pub(super) const fn shows_command(self, command: &str) -> bool {
        matches!(self, Self::Whole(_)) || command.len() <= COMMAND
    }

    /// Whether texts of so many code points are shortened.
    pub(super) fn cuts(self, code_points: usize) -> bool {
        self == Self::Start && code_points > NUMBERS
    }

    /// The elements that are shown, and the words for the rest. A start has at most `most` elements.
    fn split<T>(self, all: &[T], most: usize) -> (&[T], String) {
        match self {
            Self::Start if all.len() > most => {
                (&all[..most], format!(" and {} more", all.len() - most))
            }
            _ => (all, String::new()),
        }
    }
}

enum Unit<'a> {
    Small(u32),
    /// It does not fit 32 bits.
    Large(&'a Integer),
}

fn show(value: &AnyValue, extent: Extent) -> String {
    match value {
        AnyValue::Ordinary(Value::Text(Text { code_points, flags })) => {
            let units: Vec<_> = code_points.iter().copied().map(Unit::Small).collect();
            show_text(&units, flags.as_deref(), extent)
        }
        AnyValue::Large(LargeValue::Text { integers, flags }) => {
            let units: Vec<_> = integers.iter().map(Unit::new).collect();
            show_text(&units, flags.as_deref(), extent)
        }
        AnyValue::Ordinary(Value::Octets(octets)) => {
            let (shown, more) = extent.split(octets, TEXT);
            format!("octets {}{more}", HEXLOWER.encode(shown))
        }
        list => {
            let elements = list.elements();
            let (shown, more) = extent.split(&elements, NUMBERS);
            format!(
                "[{}{more}]",
                joined(shown, ", ", |value| show(value, extent))
            )
        }
    }
}

fn show_text(units: &[Unit<'_>], flags: Option<&[bool]>, extent: Extent) -> String {
    let mut text = show_units(units, extent);
    if let Some(flags) = flags {
        let (shown, more) = extent.split(flags, TEXT);
        text += " flags ";
        for is_upper in shown {
            text.push(if *is_upper { 'u' } else { 'l' });
        }
        text += &more;
    }
    text
}

fn show_units(units: &[Unit<'_>], extent: Extent) -> String {
    let (shown, more) = extent.split(units, TEXT);
    let dots = if more.is_empty() { "" } else { "…" };
    let quoted = printable(&format!("\"{}{dots}\"", shortened(shown, "", Unit::quoted)));
    if units.iter().all(Unit::is_plain) {
        return quoted + &more;
    }
    let (shown, more) = extent.split(units, NUMBERS);
    let numbers = shortened(shown, " ", |unit| unit.number(extent)) + &more;
    // If the quoted form would only contain numbers, it would repeat them.
    let says_the_same = units.iter().all(Unit::is_quoted_as_number);
    if says_the_same || units.iter().any(|unit| unit.is_beyond(extent)) {
        return numbers;
    }
    format!("{quoted}  {numbers}")
}

impl<'a> Unit<'a> {
    fn new(integer: &'a Integer) -> Self {
        match integer.to_u32() {
            Some(code_point) => Self::Small(code_point),
            None => Self::Large(integer),
        }
    }

    /// Whether it is printable ASCII.
    const fn is_plain(&self) -> bool {
        matches!(self, Self::Small(0x20..0x7F))
    }

    /// Whether the quoted form of a text has its number.
    fn is_quoted_as_number(&self) -> bool {
        self.scalar().is_none_or(is_hostile)
    }

    fn scalar(&self) -> Option<char> {
        match self {
            Self::Small(c) => char::from_u32(*c),
            Self::Large(_) => None,
        }
    }

    /// Whether a text with it is shown as numbers.
    fn is_beyond(&self, extent: Extent) -> bool {
        match (self, extent) {
            (Self::Small(_), _) => false,
            (Self::Large(_), Extent::Start) => true,
            (Self::Large(integer), Extent::Whole(_)) => {
                integer.as_decimal().parse::<u64>().is_err()
            }
        }
    }

    fn number(&self, extent: Extent) -> String {
        match (self, extent) {
            (Self::Small(c), _) => format!("U+{c:04X}"),
            (Self::Large(integer), Extent::Start) => bounded(integer.to_string(), TEXT),
            (Self::Large(integer), Extent::Whole(_)) => integer.to_string(),
        }
    }

    fn quoted(&self) -> String {
        match self.scalar() {
            Some('"') => "\\\"".into(),
            Some('\\') => "\\\\".into(),
            Some(c) => printable(c.encode_utf8(&mut [0; 4])),
            None => format!("<{}>", self.number(Extent::Start)),
        }
    }
}

/// The units, without those in the middle of a long value.
fn shortened<T>(units: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    if units.len() <= SHOWN {
        return joined(units, between, show);
    }
    let half = SHOWN / 2;
    let left_out = units.len() - 2 * half;
    let head = joined(&units[..half], between, &show);
    let tail = joined(&units[units.len() - half..], between, &show);
    format!("{head}{between}… {left_out} more …{between}{tail}")
}

fn joined<T>(units: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    units.iter().map(show).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(value: impl Into<Value>) -> String {
        show_value(&AnyValue::Ordinary(value.into()))
    }

    fn start(value: impl Into<Value>) -> String {
        Extent::Start.value(&AnyValue::Ordinary(value.into()))
    }

    fn large(digits: &[&str]) -> AnyValue {
        let integers = digits
            .iter()
            .map(|digits| Integer::from_decimal(digits).expect("digits"));
        AnyValue::text(integers.collect(), None)
    }

    #[test]
    fn values_are_quoted_and_followed_by_their_code_points() {
        let mixed = Value::from_code_points([0x61, 0xD800]);
        let list = Value::List(vec![Value::from("a"), Value::Octets(vec![0xFF])]);
        for (value, expected) in [
            (Value::from("-tda"), "\"-tda\""),
            (Value::from(""), "\"\""),
            (Value::from("ü"), "\"ü\"  U+00FC"),
            (Value::from_code_points([0xD800]), "U+D800"),
            (mixed, "\"a<U+D800>\"  U+0061 U+D800"),
            (Value::from("\"\\"), "\"\\\"\\\\\""),
            (list, "[\"a\", octets ff]"),
        ] {
            assert_eq!(
                (whole(value.clone()), start(value)),
                (expected.into(), expected.into())
            );
        }
    }

    #[test]
    fn integers_of_any_size_are_shown_whole_up_to_a_bound() {
        assert_eq!(show_value(&large(&["4294967393"])), "U+100000061");
        let two = show_value(&large(&["97", "18446744073709551617"]));
        assert_eq!(two, "U+0061 U+10000000000000001");
        let long = show_value(&large(&[&"9".repeat(5000)]));
        assert!(
            long.ends_with("… (5000 digits)") && long.len() < 200,
            "{long}"
        );
    }

    #[test]
    fn a_long_value_is_shortened_and_says_by_how_much() {
        let shown = whole("a".repeat(1000).as_str());
        assert!(
            shown.contains("… 700 more …") && shown.len() < 400,
            "{shown}"
        );
        assert_eq!(
            start("bücherbücher"),
            "\"bücherbücher\"  U+0062 U+00FC U+0063 U+0068 U+0065 U+0072 U+0062 U+00FC and 4 more"
        );
        assert_eq!(
            start("a".repeat(1000).as_str()),
            format!("\"{}…\" and 968 more", "a".repeat(32))
        );
        let surrogates = ["U+D800"; 8].join(" ") + " and 1 more";
        assert_eq!(start(Value::from_code_points([0xD800; 9])), surrogates);
        let octets = format!("octets {} and 1 more", "ff".repeat(32));
        assert_eq!(start(Value::Octets(vec![0xFF; 33])), octets);
        let list = Value::List(vec![Value::from("a"); 9]);
        assert_eq!(
            start(list),
            format!("[{} and 1 more]", ["\"a\""; 8].join(", "))
        );
    }

    #[test]
    fn no_value_is_longer_than_a_field_and_its_start_than_a_few_lines() {
        let flags = Some(vec![true; 1 << 20]);
        for value in [
            Value::List(vec![Value::Octets(vec![0; 1 << 19]); 2]),
            Value::List(vec![Value::from("ab"); 1 << 18]),
            Value::Text(Text {
                code_points: vec![0x202E; 1 << 20],
                flags,
            }),
        ] {
            let (whole, start) = (whole(value.clone()), start(value));
            assert!(
                whole.len() < FIELD + 64 && whole.ends_with(" octets)"),
                "{}",
                whole.len()
            );
            assert!(start.len() < 450 && start.contains(" more"), "{start}");
        }
        let start = Extent::Start.value(&large(&[&*"9".repeat(5000); 100]));
        assert!(start.len() < 450 && start.contains(" more"), "{start}");
    }
}
