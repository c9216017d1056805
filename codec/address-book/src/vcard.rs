//! The addresses of vCard files (RFC 6350, and the older versions 2.1 and 3.0).

use std::collections::BTreeSet;

use acegate_codec::uri2dec::EscapeMode;
use acegate_codec::uri2dec::book::Entry;
use calcard::vcard::{VCardEntry, VCardProperty, VCardValue};
use calcard::{Entry as Part, Parser};

/// The addresses of a vCard file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Import {
    /// The addresses in the order of the file, each once.
    pub entries: Vec<Entry>,
    /// How many cards the file has.
    pub cards: usize,
    /// The number of repetitions of addresses.
    pub repeated: usize,
    /// The values that could not become addresses, in the order of the file.
    pub skipped: Vec<Skipped>,
}

/// A value that is not an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The number of its card, counted from 1. Outside a card, that of the last card before it.
    pub card: usize,
    /// The value, if it is text.
    pub text: String,
    /// Why not.
    pub reason: SkippedReason,
}

/// The reason why a value did not become an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkippedReason {
    /// It is empty.
    Empty,
    /// It is a telephone number, which is dialled as it is.
    Telephone,
    /// It is binary data.
    Binary,
    /// It is outside a card.
    OutsideCard,
}

/// The addresses of vCards: the values of EMAIL, IMPP and URL, and of TEL if it is a SIP URI.
///
/// A URI keeps its escapes, and all else that table 1 does not have is escaped (section 8.3). The
/// scheme `sip` is left out, because an address without a scheme has it by default (section 7.1); so a
/// person whose mail and SIP addresses are the same has one address. Other properties are not
/// addresses and are passed over. Any text gives an import.
///
/// # Examples
///
/// ```
/// use acegate_address_book::import_vcards;
/// use acegate_codec::uri2dec::book::MemoryBook;
///
/// let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Alice\r\nEMAIL:Alice@commandus.com\r\n\
///             TEL;VALUE=uri:sip:alice@commandus.com\r\nTEL:+7-411-2\r\nEND:VCARD\r\n";
/// let import = import_vcards(card);
/// assert_eq!(import.entries.len(), 1);
/// assert_eq!(import.entries[0].hash(), "2542302666263870266");
/// assert_eq!((import.repeated, import.skipped.len()), (1, 1));
///
/// let mut book = MemoryBook::new("imported");
/// book.extend(import.entries);
/// ```
#[must_use]
pub fn import_vcards(text: &str) -> Import {
    let mut import = Import::default();
    let mut seen = BTreeSet::new();
    for piece in pieces(text) {
        import.read_piece(piece, &mut seen);
    }
    import
}

/// The text, cut before every line that begins a card, so that a broken card does not reach into the
/// next one.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if at > start && line.trim_end().eq_ignore_ascii_case("BEGIN:VCARD") {
            pieces.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    pieces.push(&text[start..]);
    pieces
}

impl Import {
    fn read_piece(&mut self, piece: &str, seen: &mut BTreeSet<String>) {
        let mut parser = Parser::new(piece);
        loop {
            match parser.entry() {
                Part::Eof => return,
                Part::VCard(card) => {
                    self.cards += 1;
                    for property in &card.entries {
                        self.read(property, seen);
                    }
                }
                Part::InvalidLine(line) => self.skip(line, SkippedReason::OutsideCard),
                // Calendars, whole or broken.
                _ => self.skip(String::new(), SkippedReason::OutsideCard),
            }
        }
    }

    fn read(&mut self, property: &VCardEntry, seen: &mut BTreeSet<String>) {
        let kind = match property.name {
            VCardProperty::Email => Kind::Text,
            VCardProperty::Impp | VCardProperty::Url => Kind::Uri,
            VCardProperty::Tel => Kind::Telephone,
            _ => return,
        };
        if property.values.is_empty() {
            self.skip(String::new(), SkippedReason::Empty);
        }
        for value in &property.values {
            match value {
                VCardValue::Text(text) => self.read_text(text, kind, seen),
                // A URI of the scheme `data`, or an encoding of old cards.
                VCardValue::Binary(_) => self.skip(String::new(), SkippedReason::Binary),
                _ if kind == Kind::Telephone => {
                    self.skip(String::new(), SkippedReason::Telephone);
                }
                _ => self.skip(String::new(), SkippedReason::Binary),
            }
        }
    }

    fn read_text(&mut self, text: &str, kind: Kind, seen: &mut BTreeSet<String>) {
        let text = text.trim();
        let sip = without_sip(text);
        let entry = match kind {
            Kind::Telephone if sip.is_none() && !text.is_empty() => {
                return self.skip(text.into(), SkippedReason::Telephone);
            }
            // A mail address has no escapes; its letters count as lower case (section 8.1).
            Kind::Text => Entry::from_text(&text.to_ascii_lowercase(), EscapeMode::Text),
            Kind::Uri | Kind::Telephone => Entry::from_text(sip.unwrap_or(text), EscapeMode::Uri),
        };
        match entry {
            Ok(entry) if seen.insert(entry.address().into()) => self.entries.push(entry),
            Ok(_) => self.repeated += 1,
            Err(_) => self.skip(text.into(), SkippedReason::Empty),
        }
    }

    fn skip(&mut self, text: String, reason: SkippedReason) {
        self.skipped.push(Skipped { card: self.cards, text, reason });
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Uri,
    Telephone,
}

/// The rest of a URI after the scheme `sip`; `None` for another scheme.
fn without_sip(uri: &str) -> Option<&str> {
    const SIP: &str = "sip:";
    let (scheme, rest) = uri.split_at_checked(SIP.len())?;
    scheme.eq_ignore_ascii_case(SIP).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec as vec_of;
    use proptest::prelude::*;
    use proptest::sample::select;

    fn card(lines: &str) -> String {
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\n{lines}END:VCARD\r\n")
    }

    fn addresses(text: &str) -> Vec<String> {
        import_vcards(text).entries.iter().map(|entry| entry.address().into()).collect()
    }

    fn reasons(text: &str) -> Vec<(usize, SkippedReason)> {
        import_vcards(text).skipped.iter().map(|skipped| (skipped.card, skipped.reason)).collect()
    }

    #[test]
    fn addresses_are_those_of_four_properties() {
        let text = card(
            "FN:Alice\r\nN:Alice;;;;\r\nEMAIL;TYPE=work;PREF=1:Alice@Commandus.com\r\n\
             item1.EMAIL:alice+home@x.org\r\nIMPP:xmpp:alice@x.org\r\nURL:http://x.org/%7Ea?b=1\r\n\
             TEL;VALUE=uri:SIP:555@x.org;transport=tcp\r\nNOTE:bob@x.org\r\n",
        );
        let expected = [
            "alice@commandus.com",
            "alice%2bhome@x.org",
            "xmpp:alice@x.org",
            "http://x.org/%7ea?b%3d1",
            "555@x.org%3btransport%3dtcp",
        ];
        assert_eq!(addresses(&text), expected);
        assert_eq!(reasons(&text), []);
    }

    #[test]
    fn characters_beyond_ascii_and_percent_signs_of_mail_become_escapes() {
        // U+00FC is %u00fc (section 8.3), the percent sign %25.
        assert_eq!(addresses(&card("EMAIL:m\u{fc}@x.org\r\n")), ["m%u00fc@x.org"]);
        assert_eq!(addresses(&card("EMAIL:a%20b@x.org\r\n")), ["a%2520b@x.org"]);
    }

    #[test]
    fn older_versions_and_folded_lines_are_read() {
        let old = "BEGIN:VCARD\nVERSION:2.1\nEMAIL;INTERNET;ENCODING=QUOTED-PRINTABLE:bob=40x.org\n\
                   URL:http://x.\n org/bob\nEND:VCARD\n";
        assert_eq!(addresses(old), ["bob@x.org", "http://x.org/bob"]);
    }

    #[test]
    fn values_that_are_not_addresses_are_counted() {
        let text = card("EMAIL:\r\nTEL:+7 411\r\nTEL;VALUE=uri:tel:+1-5\r\nIMPP:sip:\r\n")
            + &card("URL:data:image/png;base64,AAAA\r\n")
            + "EMAIL:outside@x.org\r\n";
        let expected = [
            (1, SkippedReason::Empty),
            (1, SkippedReason::Telephone),
            (1, SkippedReason::Telephone),
            (1, SkippedReason::Empty),
            (2, SkippedReason::Binary),
            (2, SkippedReason::OutsideCard),
        ];
        assert_eq!(reasons(&text), expected);
        assert_eq!(import_vcards(&text).cards, 2);
        assert_eq!(addresses(&text), [""; 0]);
    }

    #[test]
    fn lines_outside_a_card_and_values_that_are_not_text_have_reasons_of_their_own() {
        let text = String::from("lost\r\n")
            + &card(
                "TEL;ENCODING=b://///w==\r\nTEL;VALUE=date:19850412\r\nEMAIL;VALUE=date:19850412\r\n",
            );
        let skipped: Vec<_> = import_vcards(&text)
            .skipped
            .into_iter()
            .map(|skipped| (skipped.card, skipped.text, skipped.reason))
            .collect();
        let expected = [
            (0, "lost", SkippedReason::OutsideCard),
            (1, "", SkippedReason::Binary),
            (1, "", SkippedReason::Telephone),
            (1, "", SkippedReason::Binary),
        ];
        assert_eq!(
            skipped,
            expected.map(|(card, text, reason)| (card, String::from(text), reason))
        );
    }

    #[test]
    fn an_address_that_stands_there_again_is_counted() {
        let text = card("EMAIL:bob@x.org\r\nIMPP:sip:Bob@x.org\r\n") + &card("EMAIL:BOB@X.ORG\r\n");
        let import = import_vcards(&text);
        assert_eq!((import.entries.len(), import.repeated, import.cards), (1, 2, 2));
    }

    #[test]
    fn a_broken_card_or_calendar_does_not_reach_into_the_next_card() {
        for broken in ["BEGIN:VCARD\nEMAIL:a@b\n", "BEGIN:VCALENDAR\nEMAIL:a@b\nBEGIN:VEVENT\n"] {
            let import = import_vcards(&(String::from(broken) + &card("EMAIL:x@y\r\n")));
            assert_eq!(import.entries.last().map(Entry::address), Some("x@y"));
            // The address of the broken card is read, that in the calendar is none.
            assert_eq!(import.entries.len() + import.skipped.len(), 2);
        }
    }

    #[test]
    fn deep_and_long_cards_are_read_to_their_end() {
        let many = "BEGIN:VCARD\r\n".repeat(20_000) + "EMAIL:a@b\r\n" + &"END:VCARD\r\n".repeat(9);
        assert_eq!(import_vcards(&many).cards, 20_000);
        assert_eq!(addresses(&many), ["a@b"]);
        let calendars = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n".repeat(20_000);
        assert!(!import_vcards(&calendars).skipped.is_empty());
        let long = card(&format!("EMAIL:{}\r\n", "a".repeat(1_000_000)));
        assert_eq!(addresses(&long)[0].len(), 1_000_000);
        let folded = card(&format!("EMAIL:{}\r\n", "a\r\n ".repeat(100_000)));
        assert_eq!(addresses(&folded)[0].len(), 100_000);
    }

    proptest! {
        #[test]
        fn any_text_is_an_import(text in any::<String>()) {
            let import = import_vcards(&text);
            prop_assert!(import.entries.len() + import.skipped.len() <= text.len());
        }

        #[test]
        fn hostile_cards_are_imports_and_lose_no_card_after_them(
            parts in vec_of(prop_oneof![select(&HOSTILE[..]).prop_map(String::from), any::<String>()], 0..30),
        ) {
            let import = import_vcards(&(parts.concat() + "\r\nEND:VCARD\r\n" + &card("EMAIL:x@y\r\n")));
            for entry in &import.entries {
                prop_assert_eq!(&Entry::new(entry.address()).unwrap(), entry);
            }
            let found = import.entries.iter().any(|entry| entry.address() == "x@y");
            prop_assert!(found, "{:?}", import);
        }
    }

    /// Pieces that the syntax of vCards and calendars is made of, broken ones too.
    const HOSTILE: [&str; 31] = [
        "BEGIN:VCARD\r\n",
        "END:VCARD\n",
        "VERSION:2.1\r\n",
        "EMAIL",
        "IMPP",
        "URL",
        "TEL",
        ";",
        ":",
        "=",
        "\"",
        ",",
        ".",
        "\\",
        "\r\n ",
        "\r\n",
        "\n",
        ";ENCODING=QUOTED-PRINTABLE",
        ";ENCODING=b",
        ";CHARSET=utf-7",
        ";VALUE=uri",
        ";VALUE=date-and-or-time",
        "data:;base64,",
        "sip:",
        "=4",
        "\u{feff}",
        "BEGIN:VCALENDAR\r\n",
        "RRULE:FREQ=",
        "GENDER:M;x",
        "1985-04-12T25:99",
        "--0412",
    ];
}
