//! Existing names, in the order of their likeness to a misspelt one.

/// The least likeness of two names, from 0 to 1, at which one is proposed for the other.
const ALIKE: f64 = 0.85;

/// The most names that are proposed for one.
const NEAR: usize = 3;

/// The names nearest to `asked`: those with the same last part, or else the similar ones with the fewest edits,
/// or else those with the most similar last part. The parts of an id are separated by `/`.
#[must_use]
pub fn nearest<'a>(asked: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let names: Vec<_> = names.into_iter().collect();
    let last_asked = last_part(asked);
    // The last part of a pattern may be `*`, which says nothing.
    let says_something = last_asked.contains(|c: char| c.is_ascii_alphanumeric());
    if says_something {
        let mut same = names.clone();
        same.retain(|name| name.contains('/') && last_part(name).eq_ignore_ascii_case(last_asked));
        if !same.is_empty() {
            return same;
        }
    }
    let similar = most_similar(asked, &names, |name| name);
    if !similar.is_empty() || !says_something {
        return similar;
    }
    most_similar(last_asked, &names, last_part)
}

fn last_part(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

/// The names in which this part is similar to `asked`, with the fewest edits.
fn most_similar<'a>(
    asked: &str,
    names: &[&'a str],
    part: impl Fn(&'a str) -> &'a str,
) -> Vec<&'a str> {
    let like = names
        .iter()
        .filter(|name| likeness(asked, part(name)) >= ALIKE);
    let lower = asked.to_ascii_lowercase();
    let mut with_edits = Vec::new();
    for name in like {
        let edits = strsim::osa_distance(&lower, &part(name).to_ascii_lowercase());
        with_edits.push((edits, *name));
    }
    let least = with_edits.iter().map(|(edits, _)| *edits).min();
    with_edits.retain(|(edits, _)| Some(*edits) == least);
    with_edits.into_iter().map(|(_, name)| name).collect()
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

    #[test]
    fn an_id_is_proposed_for_its_last_part() {
        let ids = [
            "punycode/edge/delimiter-word",
            "lace/edge/delimiter-word",
            "utf5/zeros",
        ];
        for (asked, proposed) in [
            ("delimiter-word", &ids[..2]),
            ("utf5/delimiter-word", &ids[..2]),
            ("delimiter-wrod", &ids[..2]),
            ("Zeros", &ids[2..]),
            ("zreos", &ids[2..]),
            ("utf5/zreos", &ids[2..]),
            ("anything", &[]),
        ] {
            assert_eq!(nearest(asked, ids), proposed, "{asked}");
        }
    }
}
