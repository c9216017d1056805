//! Lists of names that are cheap to load and to copy.

use std::borrow::Cow;
use std::fmt;
use std::str::SplitTerminator;

use serde::{Deserialize, Serialize, Serializer};

/// Names in a row, each of one line.
///
/// The thousands of names of the embedded suite are read where they stand in the library: neither
/// the list nor a name in it takes memory.
///
/// # Examples
///
/// ```
/// use acegate_vectors::Names;
///
/// let names: Names = ["encode", "decode"].into_iter().collect();
/// assert!(names.contains("decode"));
/// assert_eq!(names.iter().collect::<Vec<_>>().join("+"), "encode+decode");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct Names {
    /// The names, each with a line break behind it.
    #[serde(borrow)]
    lines: Cow<'static, str>,
}

impl Names {
    /// The names, in their order.
    #[must_use]
    pub fn iter(&self) -> SplitTerminator<'_, char> {
        self.lines.split_terminator('\n')
    }

    /// The names once more, without a copy where they are of the library.
    pub(crate) fn shared(&self) -> impl Iterator<Item = Cow<'static, str>> {
        let (borrowed, owned) = match &self.lines {
            Cow::Borrowed(lines) => (*lines, ""),
            Cow::Owned(lines) => ("", lines.as_str()),
        };
        let borrowed = borrowed.split_terminator('\n').map(Cow::Borrowed);
        borrowed.chain(owned.split_terminator('\n').map(|name| Cow::Owned(name.to_owned())))
    }

    /// How many there are.
    ///
    /// # Complexity
    ///
    /// Linear in the length of all names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether this is one of them.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.iter().any(|other| other == name)
    }
}

impl<'a> IntoIterator for &'a Names {
    type Item = &'a str;
    type IntoIter = SplitTerminator<'a, char>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Names {
    /// A sequence for people, one text in the embedded suite.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self)
        } else {
            serializer.serialize_str(&self.lines)
        }
    }
}

impl<N: AsRef<str>> FromIterator<N> for Names {
    /// The list of these names. A line break in a name would make two of it.
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        let mut lines = String::new();
        for name in names {
            lines.push_str(name.as_ref());
            lines.push('\n');
        }
        Self { lines: lines.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_back_what_it_was_made_of() {
        for names in [&[][..], &["a"], &["a", "bc"], &["", "a", ""]] {
            let list: Names = names.iter().collect();
            assert_eq!(list.iter().collect::<Vec<_>>(), names);
            assert_eq!(list.shared().collect::<Vec<_>>(), names);
            assert_eq!((list.len(), list.is_empty()), (names.len(), names.is_empty()));
            assert_eq!(format!("{list:?}"), format!("{names:?}"));
            assert!(names.iter().all(|name| list.contains(name)) && !list.contains("b"));
        }
    }

    #[test]
    fn names_of_the_library_are_borrowed() {
        let octets = b"\x05a\nbc\n";
        let list: Names = postcard::from_bytes(octets).unwrap();
        assert!(list.shared().all(|name| matches!(name, Cow::Borrowed(_))));
        assert_eq!(list, ["a", "bc"].iter().collect());
        assert_eq!(postcard::to_stdvec(&list).unwrap(), octets);
        assert_eq!(serde_json::to_string(&list).unwrap(), "[\"a\",\"bc\"]");
    }
}
