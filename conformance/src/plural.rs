//! Numbers with their nouns.

/// A number with its noun: `1 case`, `2 cases`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_digits_in_groups() {
        let shown = [0, 999, 1000, 10_813, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "10,813", "1,234,567"]);
    }
}
