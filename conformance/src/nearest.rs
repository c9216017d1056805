//! Existing names, in the order of their likeness to a misspelt one.

/// The least likeness of two names, from 0 to 1, at which one is proposed for the other.
const ALIKE: f64 = 0.85;

/// The names that are like `asked`, the nearest first, then the others in their order.
#[must_use]
pub fn nearest_first<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let (mut alike, others): (Vec<_>, Vec<_>) = names
        .into_iter()
        .map(|name| (name, likeness(asked, name)))
        .partition(|(_, likeness)| *likeness >= ALIKE);
    alike.sort_by(|a, b| b.1.total_cmp(&a.1));
    alike.into_iter().chain(others).map(|(name, _)| name).collect()
}

/// The names that are like `asked`, the nearest first.
#[must_use]
pub fn nearest<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names = nearest_first(asked, names);
    names.retain(|name| likeness(asked, name) >= ALIKE);
    names
}

/// The part of a sentence that names the existing names, those that were probably meant first.
///
/// # Examples
///
/// ```
/// use acegate::nearest::expected_one_of;
///
/// assert_eq!(expected_one_of("utf7", ["race", "utf6"]), "expected one of utf6, race");
/// assert_eq!(expected_one_of("puny", ["punycode"]), "expected punycode");
/// ```
#[must_use]
pub fn expected_one_of<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest_first(asked, names).as_slice() {
        [] => "there are none".into(),
        [only] => format!("expected {only}"),
        names => format!("expected one of {}", names.join(", ")),
    }
}

/// The end of a sentence on a name that does not exist: the names that are like it, if there are some.
pub(crate) fn like_it<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(asked, names).as_slice() {
        [] => String::new(),
        near => format!("; like it: {}", near.join(", ")),
    }
}

fn likeness(asked: &str, name: &str) -> f64 {
    // Nothing that is so much longer is like it, and the comparison takes quadratic time.
    if asked.len() > 2 * name.len() {
        return 0.0;
    }
    strsim::jaro_winkler(&asked.to_ascii_lowercase(), &name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_comes_first_and_the_others_keep_their_order() {
        let names = ["bootstring", "lace", "punycode", "race", "uri2dec"];
        let expected = ["punycode", "bootstring", "lace", "race", "uri2dec"];
        assert_eq!(nearest_first("pnuycode", names), expected);
        assert_eq!(nearest_first("xyz", names), names);
        assert_eq!(nearest("RACE", names), ["race"]);
        assert_eq!(nearest("xyz", names), [""; 0]);
    }
}
