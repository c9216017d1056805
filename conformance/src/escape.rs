//! Foreign text made safe to print: whatever an implementation says is hostile.

use std::fmt::Write;

/// How many octets of one field a report for people shows.
pub(crate) const FIELD: usize = 64 << 10;

/// The text with every character that could steer a terminal or a build server, hide or reorder text
/// written as `<U+XXXX>`.
///
/// These are the control characters, the bidirectional controls, other invisible format characters,
/// line and paragraph separators, noncharacters, private use and variation selectors; and one
/// character of each text that a build server takes for a command: `::error::` at the beginning, and
/// `##[error]` or `##vso[…]` anywhere.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let command = text.len() - text.trim_start().len();
    let begins_command = text[command..].starts_with("::");
    for (at, c) in text.char_indices() {
        if is_hostile(c) || begins_command && at == command || c == '[' && ends_with_mark(&out) {
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a bracket after this text makes it a command of a build server: it ends with `##` or, say,
/// with `##vso`.
pub(crate) fn ends_with_mark(text: &str) -> bool {
    text.trim_end_matches(|c: char| c.is_ascii_alphabetic())
        .ends_with("##")
}

/// The same for text of several lines, which stay lines.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// The same for text of any length. Only the first `most` octets are shown, followed by the length.
pub(crate) fn printable_start(text: &str, most: usize) -> String {
    if text.len() <= most {
        return printable(text);
    }
    let start = &text[..boundary(text, most)];
    format!("{}… ({} octets)", printable(start), text.len())
}

/// Text for XML, as the content of an element or the value of an attribute. No character is left that
/// XML forbids.
pub(crate) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

/// Text as a code span of Markdown, also in a table. Nothing in it is a link, a mention or HTML.
pub(crate) fn code_span(text: &str) -> String {
    let fence = fence(text, 1);
    let safe = printable(text).replace('|', "\\|");
    // Blanks that belong to the delimiters keep a backtick at an end from them.
    let touches = |c| safe.starts_with(c) || safe.ends_with(c);
    let blank = if safe.is_empty() || touches('`') || touches(' ') {
        " "
    } else {
        ""
    };
    format!("{fence}{blank}{safe}{blank}{fence}")
}

/// A fence that no line of the text ends, at least `least` backticks long.
pub(crate) fn fence(text: &str, least: usize) -> String {
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    "`".repeat(least.max(longest + 1))
}

/// Text for the message of a workflow command of GitHub. It cannot begin another command.
pub(crate) fn workflow_message(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

/// Text for a property of a workflow command of GitHub.
pub(crate) fn workflow_property(text: &str) -> String {
    workflow_message(text)
        .replace(':', "%3A")
        .replace(',', "%2C")
}

/// Text for a reference of RFC 3986: letters, digits and these other characters stay.
pub(crate) fn percent(text: &str, plain: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for octet in text.bytes() {
        match octet {
            octet if octet.is_ascii_alphanumeric() || plain.contains(char::from(octet)) => {
                out.push(octet.into());
            }
            octet => out += &format!("%{octet:02X}"),
        }
    }
    out
}

/// Shortens text that is printable already to `most` octets.
pub(crate) fn bounded(mut text: String, most: usize) -> String {
    if text.len() > most {
        let all = text.len();
        text.truncate(boundary(&text, most));
        let _ = write!(text, "… ({all} octets)");
    }
    text
}

/// The last boundary between characters up to `most`.
fn boundary(text: &str, most: usize) -> usize {
    (0..=most)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or_default()
}

/// Whether a character could steer a terminal, or hide or reorder text.
pub(crate) fn is_hostile(c: char) -> bool {
    let n = u32::from(c);
    c.is_control()
        || matches!(n,
            0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F
            | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F
            | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A
            | 0xE_0000..=0xE_0FFF)
        || matches!(n, 0xE000..=0xF8FF | 0xF_0000..=0x10_FFFF)
        || (0xFDD0..=0xFDEF).contains(&n)
        || n & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_steer_a_terminal_or_reorder_text_are_shown_as_numbers() {
        let text = "a\u{1b}[31m\u{202e}b\u{feff}\u{0}\u{9b}\u{2028}\u{10ffff}ü\u{7f}";
        assert_eq!(
            printable(text),
            "a<U+001B>[31m<U+202E>b<U+FEFF><U+0000><U+009B><U+2028><U+10FFFF>ü<U+007F>"
        );
    }

    #[test]
    fn no_text_is_a_command_of_a_build_server() {
        for (text, expected) in [
            ("::error::a", "<U+003A>:error::a"),
            (" \u{a0}::error::a", " \u{a0}<U+003A>:error::a"),
            ("a ::error::b : ::1", "a ::error::b : ::1"),
            ("##[group]a##[", "##<U+005B>group]a##<U+005B>"),
            (
                "a ##vso[x]##teamcity[y]",
                "a ##vso<U+005B>x]##teamcity<U+005B>y]",
            ),
            ("#[a] # #[b] ##[", "#[a] # #[b] ##<U+005B>"),
        ] {
            assert_eq!(printable(text), expected);
        }
    }

    #[test]
    fn xml_holds_no_markup_and_no_forbidden_character() {
        assert_eq!(
            xml("<a b='c'>&]]>\u{0}\u{b}\u{fffe}\u{ffff}\t\"ü"),
            "&lt;a b=&apos;c&apos;&gt;&amp;]]&gt;&lt;U+0000&gt;&lt;U+000B&gt;&lt;U+FFFE&gt;\
             &lt;U+FFFF&gt;&lt;U+0009&gt;&quot;ü"
        );
    }

    #[test]
    fn a_code_span_ends_where_it_is_to_end() {
        assert_eq!(code_span("a b"), "`a b`");
        assert_eq!(
            code_span("`a`` | <b>\n@c"),
            "``` `a`` \\| <b><U+000A>@c ```"
        );
        assert_eq!(
            (code_span(" "), code_span("")),
            ("`   `".into(), "`  `".into())
        );
        assert_eq!(fence("a````b", 3), "`````");
        assert_eq!(fence("", 3), "```");
    }

    #[test]
    fn a_workflow_command_holds_no_other() {
        let hostile = "a\n::error::b\r::c 100% ##[error]d";
        assert_eq!(
            workflow_message(hostile),
            "a%0A<U+003A>:error::b<U+000D>::c 100%25 ##<U+005B>error]d"
        );
        assert_eq!(workflow_property("a,b::c\n"), "a%2Cb%3A%3Ac%0A");
    }

    #[test]
    fn no_field_is_longer_than_its_bound_and_it_says_its_length() {
        let long = "x".repeat(1 << 20);
        assert!(printable_start(&long, FIELD).ends_with("x… (1048576 octets)"));
        assert_eq!(printable_start("aü", 2), "a… (3 octets)");
        assert_eq!(printable_start("aü", 3), "aü");
    }
}
