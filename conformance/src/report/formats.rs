//! Every format of reports.

#[cfg(feature = "cli")]
use super::html;
use super::reporter::Format;
use super::{badge, github, json, junit, markdown, sarif, tap, text};

/// Every format, in the order in which they are listed.
pub const FORMATS: &[Format] = &[
    text::FORMAT,
    json::NDJSON,
    json::JSON,
    junit::FORMAT,
    tap::FORMAT,
    markdown::FORMAT,
    #[cfg(feature = "cli")]
    html::FORMAT,
    github::FORMAT,
    sarif::FORMAT,
    badge::SVG,
    badge::ENDPOINT,
];

/// The format of this name.
#[must_use]
pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_each_has_one_line_of_help() {
        for (at, format) in FORMATS.iter().enumerate() {
            let first = FORMATS.iter().position(|other| other.name == format.name);
            assert_eq!(first, Some(at), "{}", format.name);
            assert!(!format.help.contains('\n') && !format.help.ends_with('.'), "{}", format.name);
            assert!(!format.extension.starts_with('.') && !format.extension.is_empty());
        }
        assert!(format_named("text").is_some() && format_named("").is_none());
    }
}
