//! Existing names, in the order of their likeness to a misspelt one.

/// The least likeness of two names, from 0 to 1, at which one is proposed for the other.
const ALIKE: f64 = 0.85;

/// The most names that are proposed for one.
const NEAR: usize = 3;

/// The names nearest to `asked`: among the similar ones, those with the fewest edits.
#[must_use]
pub fn nearest<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let like = names.into_iter().filter(|name| likeness(asked, name) >= ALIKE);
    let lower = asked.to_ascii_lowercase();
    let edits = |name: &str| strsim::osa_distance(&lower, &name.to_ascii_lowercase());
    let mut like: Vec<_> = like.map(|name| (edits(name), name)).collect();
    let least = like.iter().map(|(edits, _)| *edits).min();
    like.retain(|(edits, _)| Some(*edits) == least);
    like.into_iter().map(|(_, name)| name).collect()
}

/// The part of a sentence that names the existing names, and asks whether one of them was meant.
///
/// # Examples
///
/// ```
/// use acegate::nearest::expected_one_of;
///
/// let names = ["race", "utf6"];
/// assert_eq!(expected_one_of("utf7", names), "expected one of race, utf6; did you mean utf6?");
/// assert_eq!(expected_one_of("xyz", ["punycode"]), "expected punycode");
/// ```
#[must_use]
pub fn expected_one_of<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let expected = match names.as_slice() {
        [] => "there are none".into(),
        [only] => format!("expected {only}"),
        names => format!("expected one of {}", names.join(", ")),
    };
    expected + &did_you_mean(asked, names)
}

/// The end of a sentence on a name that does not exist: `; did you mean A or B?`. Empty if no name is
/// similar.
#[must_use]
pub fn did_you_mean<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = nearest(asked, names);
    match near[..near.len().min(NEAR)] {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [ref others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
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
    fn the_nearest_names_are_proposed_whatever_their_case() {
        let names = ["bootstring", "lace", "punycode", "race", "uri2dec"];
        assert_eq!(did_you_mean("pnuycode", names), "; did you mean punycode?");
        assert_eq!(did_you_mean("RACE", names), "; did you mean race?");
        assert_eq!(did_you_mean("rlace", names), "; did you mean lace or race?");
        assert_eq!(nearest("lsit", ["lint", "list", "last"]), ["list"]);
        assert_eq!(did_you_mean("xyz", names), "");
        assert_eq!(expected_one_of("xyz", []), "there are none");
    }
}
