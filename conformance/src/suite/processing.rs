//! The processing of a name, which remembers the answers for the last one.
//!
//! Screening compares what a name becomes under the settings of a check with what it becomes under others, and does so
//! dozens of times for a check whose needs are exported. The first of the two is the same each time.

use std::cell::RefCell;
use std::collections::HashMap;

use acegate_codec::Value;
use acegate_codec::unicode::Versions;
use acegate_codec::uts46::{self, Processed, Settings};

use crate::protocol::Request;

/// The answers for a name, under each of the settings that were compared.
#[derive(Default)]
struct Remembered {
    op: String,
    name: String,
    answers: HashMap<Settings, Processed>,
    versions: HashMap<Settings, Versions>,
}

thread_local! {
    static LAST: RefCell<Remembered> = RefCell::default();
}

/// The reference's answer for a name.
pub(super) fn process(op: &str, name: &str, settings: &Settings) -> Processed {
    LAST.with_borrow_mut(|last| {
        last.turn_to(op, name);
        let answer = last.answers.entry(*settings);
        answer
            .or_insert_with(|| uts46::process(op, name, settings))
            .clone()
    })
}

/// The versions of Unicode in which this is the answer.
pub(super) fn versions(op: &str, name: &str, settings: &Settings) -> Versions {
    LAST.with_borrow_mut(|last| {
        last.turn_to(op, name);
        let versions = last.versions.entry(*settings);
        *versions.or_insert_with(|| uts46::versions(op, name, settings))
    })
}

impl Remembered {
    /// Forgets all of another name.
    fn turn_to(&mut self, op: &str, name: &str) {
        if self.op != op || self.name != name {
            *self = Self {
                op: op.to_owned(),
                name: name.to_owned(),
                ..Self::default()
            };
        }
    }
}

/// The name of a request; `None` if it is octets or a list, or has a number that is no character.
pub(super) fn name_of(request: &Request) -> Option<String> {
    match &request.input {
        Value::Text(text) => text.to_scalar_string(),
        Value::Octets(_) | Value::List(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_operation_name_or_setting_is_processed_anew() {
        let lenient = Settings {
            std3: false,
            ..Settings::STRICT
        };
        for (op, name, settings) in [
            ("to-ascii", "ü_", Settings::STRICT),
            ("to-ascii", "ü_", lenient),
            ("to-unicode", "ü_", lenient),
            ("to-unicode", "xn--tda", lenient),
            ("to-ascii", "ü_", Settings::STRICT),
        ] {
            let answer = uts46::process(op, name, &settings);
            assert_eq!(process(op, name, &settings), answer, "{op} {name}");
            let needed = uts46::versions(op, name, &settings);
            assert_eq!(versions(op, name, &settings), needed, "{op} {name}");
        }
    }
}
