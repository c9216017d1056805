//! The [short way](crate::uts46) of UTS #46, for names that break no rule.
//!
//! A code point takes it if it is PVALID or CONTEXTO and stays, or if RFC 5895 is chosen and maps it to one that is
//! PVALID. The options that remove a rule do not matter then, but for the Bidi rule and those of contexts.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cell::Cell;

use super::context::others_are_allowed;
use super::facts::Facts;
use super::options::{Mapping, NameOptions, Process};
use crate::facts::Verb;
use crate::punycode::PREFIX;
use crate::uts46::facts::Facts as ShortFacts;
use crate::uts46::quick::{Standard, append_changed, is_its_own_result};

/// IDNA 2008, for one operation.
struct Operation<'a> {
    options: &'a NameOptions,
    /// Whether A-labels are decoded and checked.
    decodes: bool,
    /// Whether the label that is read has a code point that needs a context.
    needs_context: Cell<bool>,
}

impl<'a> Operation<'a> {
    fn new(options: &'a NameOptions, decodes: bool) -> Self {
        Self {
            options,
            decodes,
            needs_context: Cell::new(false),
        }
    }
}

impl Standard for Operation<'_> {
    fn is_open(&self) -> bool {
        // As for UTS #46.
        !cfg!(target_family = "wasm")
    }

    #[inline(always)]
    fn facts(&self, c: char) -> ShortFacts {
        let facts = Facts::of(c);
        if facts.stays() || (self.lowers_ascii() && facts.is_mapped()) {
            return ShortFacts::of(c);
        }
        if facts.needs_context() {
            self.needs_context.set(true);
            return ShortFacts::of(c);
        }
        ShortFacts::LEAVES
    }

    fn lowers_ascii(&self) -> bool {
        self.options.mapping == Mapping::Rfc5895
    }

    fn checks_bidi(&self) -> bool {
        self.options.check_bidi
    }

    fn checks_codes(&self) -> bool {
        self.decodes
    }

    fn measures_unicode(&self) -> bool {
        true
    }

    #[inline(always)]
    fn allows_contexts(&self, label: impl Iterator<Item = char> + Clone) -> bool {
        !self.needs_context.replace(false)
            || !self.options.check_contexto
            || others_are_allowed(&label)
    }
}

/// The answer for a name that takes the short way and breaks no rule; `None` for any other.
pub(super) fn answer(verb: Verb, name: &str, options: &NameOptions) -> Option<String> {
    let operation = Operation::new(options, decodes(verb, options));
    let labels = without_root(name, options);
    if is_its_own_result(labels, &operation) {
        return Some(name.to_owned());
    }
    let mut text = String::new();
    if !append_changed(verb == Verb::ToAscii, labels, &operation, &mut text) {
        return None;
    }
    if verb == Verb::ToAscii || verb == Verb::ToUnicode {
        text.push_str(&name[labels.len()..]);
    } else {
        text.clear();
        text.push_str(name);
    }
    Some(text)
}

/// Whether a name takes the short way and breaks no rule.
pub(super) fn accepts(name: &str, options: &NameOptions) -> bool {
    let operation = Operation::new(options, decodes(Verb::Check, options));
    let labels = without_root(name, options);
    is_its_own_result(labels, &operation)
        || append_changed(false, labels, &operation, &mut String::new())
}

/// Whether a label takes the short way and is a U-label, or an A-label, as the verb asks.
pub(super) fn accepts_label(verb: Verb, label: &str, options: &NameOptions) -> bool {
    let is_form_right = match verb {
        Verb::IsULabel => !label.is_ascii(),
        _ => label.is_ascii() && label.starts_with(PREFIX),
    };
    let unmapped = NameOptions {
        mapping: Mapping::None,
        ..*options
    };
    let operation = Operation::new(&unmapped, true);
    is_form_right
        && !label.contains('.')
        && append_changed(false, label, &operation, &mut String::new())
}

/// Whether the operation on names decodes A-labels and checks their text.
pub(super) fn decodes(verb: Verb, options: &NameOptions) -> bool {
    verb == Verb::ToUnicode || options.process == Process::Registration
}

/// The name without the full stop before the root, if it may have one.
pub(super) fn without_root<'a>(name: &'a str, options: &NameOptions) -> &'a str {
    match name.strip_suffix('.') {
        Some(labels) if options.root => labels,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGISTRATION: NameOptions = NameOptions::REGISTRATION;
    const LOOKUP: NameOptions = NameOptions::LOOKUP;
    const MAPPED: NameOptions = NameOptions {
        mapping: Mapping::Rfc5895,
        ..NameOptions::REGISTRATION
    };

    /// Whether each operation on the name takes the short way.
    fn takes(name: &str, options: &NameOptions) -> bool {
        let verbs = [Verb::ToAscii, Verb::ToUnicode, Verb::Check];
        let taken = verbs.map(|verb| answer(verb, name, options).is_some());
        assert_eq!(taken, [taken[0]; 3], "{name}");
        assert_eq!(accepts(name, options), taken[0], "{name}");
        taken[0]
    }

    #[test]
    fn right_names_take_the_short_way() {
        for name in [
            "example",
            "a-b.c1",
            "WWW.Example",
            "bücher.example.",
            "xn--bcher-kva.example",
            "привет",
            "\u{5D0}\u{5D1}.a",
            "ที่.ไทย",
            "हिन्दी",
            "ß",
            "한국",
            "日本語.example",
            "l·l",
            "\u{375}α",
            "א\u{5F3}",
            "ア\u{30FB}",
            "س\u{663}\u{664}",
            "xn--ll-0ea",
        ] {
            for options in [REGISTRATION, LOOKUP, MAPPED] {
                assert!(takes(name, &options), "{name}");
            }
        }
        assert!(takes("BÜCHER.ａ\u{456}", &MAPPED));
        assert!(!takes("BÜCHER.ａ\u{456}", &LOOKUP));
        assert!(accepts_label(Verb::IsULabel, "bücher", &LOOKUP));
        assert!(accepts_label(Verb::IsALabel, "xn--bcher-kva", &LOOKUP));
    }

    #[test]
    fn names_leave_the_short_way_where_they_may_be_wrong() {
        for name in [
            "",
            ".",
            "a..b",
            ".a",
            "é..",
            "-é",
            "é-",
            "éa--b",
            "xn--a",
            "xn--",
            "XN--9CA",
            "a_é",
            "♥",
            "l·a",
            "a·l",
            "α\u{375}",
            "a\u{5F3}",
            "a\u{30FB}",
            "س\u{663}\u{6F4}",
            "xn--a-fda",
            "e\u{301}",
            "\u{345}",
            "a\u{200C}b",
            "1.\u{5D0}",
            "\u{3A3}a",
            "\u{13A0}",
        ] {
            assert!(!takes(name, &MAPPED), "{name:?}");
        }
        let without_contexts = NameOptions {
            check_contexto: false,
            ..MAPPED
        };
        assert!(takes("l·a.a\u{30FB}", &without_contexts));
        let without_root = NameOptions {
            root: false,
            ..REGISTRATION
        };
        assert!(!takes("é.", &without_root));
        for (verb, label) in [
            (Verb::IsULabel, "bücher.é"),
            (Verb::IsULabel, "abc"),
            (Verb::IsULabel, "Bücher"),
            (Verb::IsALabel, "bücher"),
            (Verb::IsALabel, "abc"),
            (Verb::IsALabel, "xn--9ca.xn--9ca"),
        ] {
            assert!(!accepts_label(verb, label, &MAPPED), "{label}");
        }
    }
}
