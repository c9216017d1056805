//! The contextual rules (RFC 5892, appendix A), but for those of the joiners, which UTS #46 has, too.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

/// Whether every CONTEXTO code point of the label is where its rule allows it (A.3 to A.9).
pub(super) fn others_are_allowed(label: &(impl Iterator<Item = char> + Clone)) -> bool {
    let mut before: Option<char> = None;
    let mut rest = label.clone();
    while let Some(c) = rest.next() {
        let is_allowed = match c {
            // A.3: the Catalan `l·l`.
            '\u{B7}' => before == Some('l') && next(&rest) == Some('l'),
            // A.4: the keraia stands before a Greek numeral.
            '\u{375}' => next(&rest).is_some_and(|c| script(c) == Script::Greek),
            // A.5 and A.6: the geresh and the gershayim follow a Hebrew letter.
            '\u{5F3}' | '\u{5F4}' => before.is_some_and(|c| script(c) == Script::Hebrew),
            // A.7: the dot of Katakana is in a label that has anything Japanese.
            '\u{30FB}' => label.clone().any(is_japanese),
            // A.8 and A.9: the two kinds of Arabic digits are not mixed.
            '\u{660}'..='\u{669}' => !label.clone().any(|c| matches!(c, '\u{6F0}'..='\u{6F9}')),
            '\u{6F0}'..='\u{6F9}' => !label.clone().any(|c| matches!(c, '\u{660}'..='\u{669}')),
            _ => true,
        };
        if !is_allowed {
            return false;
        }
        before = Some(c);
    }
    true
}

fn next(rest: &(impl Iterator<Item = char> + Clone)) -> Option<char> {
    rest.clone().next()
}

/// The property Script, never Script_Extensions.
fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}

fn is_japanese(c: char) -> bool {
    matches!(script(c), Script::Hiragana | Script::Katakana | Script::Han)
}
