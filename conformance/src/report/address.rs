//! The address of a page that a report leads to.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The schemes that a link of a report may have. A browser runs what follows `javascript:` as a
/// program with the rights of the report's page.
const SCHEMES: [&str; 3] = ["http", "https", "file"];

/// An address that is safe as a link: one with the scheme `http`, `https` or `file`, or a relative
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

/// Why a text is no such address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// There is no text.
    Empty,
    /// It has this scheme.
    Scheme(String),
    /// It has a blank or a control character. Browsers leave some of them out, also in a scheme.
    Blank,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the address is missing"),
            Self::Scheme(scheme) => write!(
                f,
                "expected an address that begins with http:, https: or file:, or a relative one, \
                 found {scheme:?}"
            ),
            Self::Blank => write!(
                f,
                "expected an address without blanks and control characters"
            ),
        }
    }
}

impl Error for AddressError {}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        if text.is_empty() {
            return Err(AddressError::Empty);
        }
        if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(AddressError::Blank);
        }
        // A colon after the first of these characters is none of a scheme.
        let head = text.split(['/', '?', '#']).next().unwrap_or_default();
        let Some((scheme, _)) = head.split_once(':') else {
            return Ok(Self(text.to_owned()));
        };
        if SCHEMES
            .iter()
            .any(|known| known.eq_ignore_ascii_case(scheme))
        {
            return Ok(Self(text.to_owned()));
        }
        Err(AddressError::Scheme(format!("{scheme}:")))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_run_nothing_are_links() {
        for text in [
            "http://example.org/live.html",
            "HTTPS://example.org/live.html",
            "file:///tmp/live.html",
            "live.html",
            "../pages/live.html?a=b:c",
            "//example.org/live.html",
            "./a:b.html",
            "?x:y",
        ] {
            assert_eq!(text.parse::<Address>().expect(text).to_string(), text);
        }
        for text in [
            "javascript:alert(1)",
            "JavaScript://x/%0aalert(1)",
            "data:text/html,x",
            "c:\\x",
            ":",
        ] {
            let error = text.parse::<Address>().expect_err(text);
            assert!(matches!(error, AddressError::Scheme(_)), "{text}: {error}");
        }
        for text in [
            "java\tscript:alert(1)",
            " javascript:alert(1)",
            "\u{1}javascript:1",
            "a b",
        ] {
            assert_eq!(
                text.parse::<Address>(),
                Err(AddressError::Blank),
                "{text:?}"
            );
        }
        assert_eq!("".parse::<Address>(), Err(AddressError::Empty));
    }
}
