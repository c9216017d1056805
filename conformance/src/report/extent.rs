//! How much of what was asked, expected and answered a report shows.

use super::wording::{
    count, one, scalar, show_expected, show_flags, show_observed, show_octets, show_value,
};
use crate::escape::{bounded, is_hostile, printable};
use crate::event::{CaseEvent, Expected, Observed};
use crate::observation::{AnyValue, Part};
use acegate_codec::{Text, Value};

/// How many code points are shown as numbers, and elements of a list, at the start of a value.
const NUMBERS: usize = 8;

/// How many code points of a text, octets or flags are shown at the start of a value.
const TEXT: usize = 32;

/// How many right outcomes are shown where there are several.
const OUTCOMES: usize = 3;

/// How many octets are shown of other words of an implementation.
const WORDS: usize = 240;

/// How many octets a field has at most.
const FIELD: usize = 4 << 10;

/// How many octets a command has that is shown with each failure.
const COMMAND: usize = 200;

/// How much is shown of the fields of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The start of each, so that it fits in two or three lines, and how long it is.
    Start,
    /// All of each, up to so many octets.
    Whole(usize),
}

impl Extent {
    /// A value.
    pub(super) fn value(self, value: &AnyValue) -> String {
        match self {
            Self::Start => start(value),
            Self::Whole(_) => show_value(value),
        }
    }

    /// The outcomes that are right.
    pub(super) fn expected(self, expected: &[Expected]) -> String {
        let shown = match self {
            Self::Start => OUTCOMES,
            Self::Whole(_) => expected.len(),
        };
        let show = |expected: &Expected| match expected.value() {
            Some(value) => self.value(value),
            None => show_expected(expected),
        };
        let mut all: Vec<_> = expected.iter().take(shown).map(show).collect();
        if expected.len() > shown {
            all.push(count(expected.len() - shown, "other outcome", "other outcomes"));
        }
        all.join(", or ")
    }

    /// The observed outcome.
    pub(super) fn observed(self, observed: &Observed) -> String {
        match (self, observed) {
            (Self::Start, Observed::Value(value)) => start(value),
            _ => self.words(show_observed(observed)),
        }
    }

    /// Words of an implementation, which are printable already.
    pub(super) fn words(self, text: String) -> String {
        match self {
            Self::Start => bounded(text, WORDS),
            Self::Whole(_) => self.field(text),
        }
    }

    /// Any field.
    pub(super) fn field(self, text: String) -> String {
        match self {
            Self::Start => bounded(text, FIELD),
            Self::Whole(most) => bounded(text, most),
        }
    }

    /// Whether a command is shown with each failure.
    pub(super) const fn shows_command(self, command: &str) -> bool {
        matches!(self, Self::Whole(_)) || command.len() <= COMMAND
    }

    /// The place at which the answer and the right one begin to differ, if both are texts and one is
    /// not shown whole.
    pub(super) fn difference(self, case: &CaseEvent) -> Option<String> {
        let right = case.expected.iter().find_map(|expected| code_points(expected.value()?))?;
        let found = code_points(case.observed.as_ref()?.value()?)?;
        if self != Self::Start || right.len().max(found.len()) <= NUMBERS || right == found {
            return None;
        }
        let at = right.iter().zip(found).take_while(|(right, found)| right == found).count();
        let shown = |text: &[u32]| {
            text.get(at).map_or_else(|| "the end".to_owned(), |c| format!("U+{c:04X}"))
        };
        let (expected, got) = (shown(right), shown(found));
        Some(format!("code point {}: expected {expected}, got {got}", at + 1))
    }
}

fn code_points(value: &AnyValue) -> Option<&[u32]> {
    match value {
        AnyValue::Ordinary(Value::Text(text)) => Some(&text.code_points),
        _ => None,
    }
}

/// The start of a value, and how much more there is.
fn start(value: &AnyValue) -> String {
    match value {
        AnyValue::Ordinary(value) => start_of_ordinary(value),
        AnyValue::Large(value) => start_of_large(&value.0),
    }
}

fn start_of_ordinary(value: &Value) -> String {
    match value {
        Value::Text(text) => start_of_text(text),
        Value::Octets(octets) => start_of_octets(octets),
        Value::List(values) => start_of_list(values, start_of_ordinary),
    }
}

fn start_of_large(part: &Part) -> String {
    match part {
        Part::Text { integers, flags } => {
            let shown =
                integers.iter().take(NUMBERS).map(|integer| bounded(integer.to_string(), TEXT));
            let shown = shown.collect::<Vec<_>>().join(" ");
            shown + &more(integers.len(), NUMBERS) + &start_of_flags(flags.as_deref())
        }
        Part::Octets(octets) => start_of_octets(octets),
        Part::List(parts) => start_of_list(parts, start_of_large),
    }
}

/// Quoted text, followed by its code points unless it is printable ASCII.
fn start_of_text(Text { code_points, flags }: &Text) -> String {
    let flags = start_of_flags(flags.as_deref());
    let all = code_points.len();
    let quoted: String = code_points.iter().take(TEXT).map(|&c| one(c.into())).collect();
    let quoted = printable(&format!("\"{quoted}{}\"", if all > TEXT { "…" } else { "" }));
    if code_points.iter().all(|c| (0x20..0x7F).contains(c)) {
        return quoted + &more(all, TEXT) + &flags;
    }
    let numbers = code_points.iter().take(NUMBERS).map(|c| format!("U+{c:04X}"));
    let numbers = numbers.collect::<Vec<_>>().join(" ") + &more(all, NUMBERS) + &flags;
    // If the quoted form holds only numbers, it says the same as they do.
    if code_points.iter().all(|&c| scalar(c.into()).is_none_or(is_hostile)) {
        return numbers;
    }
    format!("{quoted}  {numbers}")
}

fn start_of_octets(octets: &[u8]) -> String {
    show_octets(&octets[..octets.len().min(TEXT)]) + &more(octets.len(), TEXT)
}

fn start_of_flags(flags: Option<&[bool]>) -> String {
    let all = flags.map_or(0, <[bool]>::len);
    show_flags(flags.map(|flags| &flags[..all.min(TEXT)])) + &more(all, TEXT)
}

fn start_of_list<T>(values: &[T], show: impl Fn(&T) -> String) -> String {
    let shown = values.iter().take(NUMBERS).map(show).collect::<Vec<_>>().join(", ");
    format!("[{shown}{}]", more(values.len(), NUMBERS))
}

/// The words for what is left out.
fn more(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::LargeValue;
    use acegate_vectors::Integer;

    fn shown(value: impl Into<Value>) -> String {
        start(&AnyValue::Ordinary(value.into()))
    }

    #[test]
    fn the_start_of_a_value_says_how_much_more_there_is() {
        assert_eq!(shown("-tda"), "\"-tda\"");
        assert_eq!(shown("bücher"), "\"bücher\"  U+0062 U+00FC U+0063 U+0068 U+0065 U+0072");
        let eight = "U+0062 U+00FC U+0063 U+0068 U+0065 U+0072 U+0062 U+00FC";
        assert_eq!(shown("bücherbücher"), format!("\"bücherbücher\"  {eight} and 4 more"));
        let long = format!("\"{}…\" and 968 more", "a".repeat(32));
        assert_eq!(shown("a".repeat(1000).as_str()), long);
        assert_eq!(
            shown(Value::from_code_points([0xD800; 9])),
            ["U+D800"; 8].join(" ") + " and 1 more"
        );
        assert_eq!(
            shown(Value::Octets(vec![0xFF; 33])),
            format!("octets {} and 1 more", "ff".repeat(32))
        );
        let list = Value::List(vec![Value::from("a"); 9]);
        assert_eq!(shown(list), format!("[{} and 1 more]", ["\"a\""; 8].join(", ")));
    }

    #[test]
    fn no_value_is_longer_than_a_few_lines() {
        let flags = Some(vec![true; 1 << 20]);
        let nine = Integer::from_decimal(&"9".repeat(5000)).expect("digits");
        let large = LargeValue::text(vec![nine; 100]).expect("a large one");
        for shown in [
            shown(Value::Text(Text { code_points: vec![0x202E; 1 << 20], flags })),
            shown(Value::Octets(vec![0; 1 << 20])),
            shown(Value::List(vec![Value::from("ab"); 1 << 18])),
            start(&AnyValue::Large(large)),
        ] {
            assert!(shown.len() < 450 && shown.contains(" more"), "{shown}");
        }
    }

    #[test]
    fn the_place_of_a_difference_is_named_where_the_texts_are_not_shown_whole() {
        let case = |right: &str, found: &str| CaseEvent {
            expected: vec![Expected::Value(AnyValue::Ordinary(right.into()))],
            observed: Some(Observed::Value(AnyValue::Ordinary(found.into()))),
            ..CaseEvent::default()
        };
        let long = case("aaaaaaaab", "aaaaaaaac");
        let said = "code point 9: expected U+0062, got U+0063";
        assert_eq!(Extent::Start.difference(&long).as_deref(), Some(said));
        let cut = Extent::Start.difference(&case("aaaaaaaab", "aaaaaaaa"));
        assert_eq!(cut.as_deref(), Some("code point 9: expected U+0062, got the end"));
        assert_eq!(Extent::Whole(100).difference(&long), None);
        assert_eq!(Extent::Start.difference(&case("ab", "ac")), None);
    }
}
