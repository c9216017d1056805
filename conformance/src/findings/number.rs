//! The parts of a uri2dec number.

/// The names of the parts, in their order.
pub(crate) const NUMBER_PARTS: [&str; 4] = ["hash", "marker", "key", "nines"];

/// Splits a spaced or dialled number of `digits` keys into hash, marker, key and nines.
///
/// `op` tells which of them are there: a `hash` is nothing else, a `key` begins with the marker. In
/// `25423 1 5622999999` they are `25423`, `1`, `5622` and `999999`.
pub(crate) fn number_parts(op: &str, number: &str, digits: usize) -> [String; 4] {
    let cut = number.trim_end_matches('9');
    let nines = &number[cut.len()..];
    let (hash, rest) = match (op, cut.contains(' ')) {
        ("hash", _) => return [number.to_owned(), String::new(), String::new(), String::new()],
        ("key", _) => ("", cut),
        (_, true) => cut.split_once(' ').unwrap_or((cut, "")),
        (_, false) => cut.split_at_checked(digits).unwrap_or((cut, "")),
    };
    let end = rest.chars().next().map_or(0, char::len_utf8);
    let (marker, key) = rest.split_at(end);
    [hash, marker, key.strip_prefix(' ').unwrap_or(key), nines].map(str::to_owned)
}
