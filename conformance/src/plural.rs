//! Numbers with their nouns.

/// A number with its noun: `1 case`, `2 cases`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
