//! Why a case exists, also where its file has no note: the rule of the ledger that it tests.

use acegate_vectors::{Case, Ledger, Outcome, Requirement};

use super::idna::is_read_by_old_uts46;
use super::values::codec_value;
use crate::protocol::Request;

/// The reason for the answer that a case expects: its note, or else the rule that it tests and what
/// follows for its input. `None` if neither is known. It says so if an older UTS #46 has another answer.
#[must_use]
pub fn reason(case: &Case) -> Option<String> {
    let reason = match &case.note {
        Some(note) => note.clone(),
        None => ruled(case)?,
    };
    for op in &case.ops {
        let request = Request::new(&case.codec, op, codec_value(&case.input));
        if is_read_by_old_uts46(&request) {
            return Some(format!("{reason} {OLD_UTS46}"));
        }
    }
    Some(reason)
}

/// The documents that a label with the code of an ASCII text is judged by.
const OLD_UTS46: &str = "This is the answer of RFC 3490 and of UTS #46 since version 16: until \
version 15.1, UTS #46 \
                         decodes such a label, and a library of such a version declares limits.unicode in \
                         codecs.punycode.";

/// The rules of the embedded ledger.
#[must_use]
pub fn rules() -> &'static [Requirement] {
    use std::sync::LazyLock;
    static RULES: LazyLock<Vec<Requirement>> = LazyLock::new(|| match Ledger::embedded() {
        Ok(ledger) => ledger.requirements,
        Err(_) => Vec::new(),
    });
    &RULES
}

/// The id of a rule, and its text if that is known.
pub(crate) fn named_rule(id: &str) -> String {
    match asked_by(id) {
        Some((text, _)) => format!("{id}: {text}"),
        None => id.to_owned(),
    }
}

/// The sentence of the rule with this id and, if no case can test it, the reason. `None` if the embedded
/// ledger does not have the rule.
pub(crate) fn asked_by(id: &str) -> Option<(&'static str, Option<&'static str>)> {
    let rule = rules().iter().find(|rule| rule.id == id)?;
    Some((&rule.text, rule.untestable.as_deref()))
}

/// Of the rules that a case names, the most binding of its clause, with the consequence.
fn ruled(case: &Case) -> Option<String> {
    let named = case.requirements.iter();
    let rules = named.filter_map(|id| rules().iter().find(|rule| rule.id == *id));
    let rule =
        rules.min_by_key(|rule| (!rule.has_clause(&case.clause), rule.level != case.level))?;
    Some(format!(
        "{}{}",
        rule.text,
        consequence(case.expect.outcomes())
    ))
}

/// The sentence on the input of a case that follows from its rule; empty if the input has one right value.
fn consequence(outcomes: &[Outcome]) -> String {
    if let [Outcome::Error { at: Some(at), .. }] = outcomes {
        return format!(" The input breaks this at {at}, so it is rejected.");
    }
    let mut right_values = 0;
    for outcome in outcomes {
        match outcome {
            Outcome::Ok(_) | Outcome::Integers(_) => right_values += 1,
            Outcome::Error { .. } => {}
        }
    }
    if right_values == 0 {
        return " So this input is rejected.".to_owned();
    }
    if outcomes.len() > 1 {
        return " This input has several right answers.".to_owned();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::{Level, Suite};

    #[test]
    fn every_must_has_a_reason_of_a_rule_and_a_consequence() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let musts = || suite.cases.iter().filter(|case| case.level == Level::Must);
        for case in musts() {
            let reason = reason(case).unwrap_or_default();
            assert!(reason.len() > 10, "{}: {reason:?}", case.id);
        }
        assert!(musts().filter(|case| case.note.is_none()).count() > 1000);
        let case = suite
            .case("punycode/foreign/ascii-005b")
            .expect("a case without a note");
        assert_eq!(
            reason(case).as_deref(),
            Some(
                "A decoder rejects an ASCII character that is not a digit in place of a digit. The \
                 input breaks this at 0, so it is rejected."
            )
        );
    }

    #[test]
    fn the_reason_says_which_document_accuses_where_versions_of_uts_46_differ() {
        let suite = Suite::embedded().expect("the suite is valid");
        for (id, is_told) in [
            ("punycode/codes-in-names/ascii-digit", true),
            ("punycode/codes-in-names/encode-ascii-with-hyphen", true),
            (
                "punycode/refused-or-unchanged/ascii-after-prefix-in-name",
                true,
            ),
            ("punycode/codes-in-names/delimiter-first-in-name", false),
            ("punycode/foreign/ascii-005b", false),
        ] {
            let reason = reason(suite.case(id).expect("a case")).expect("a reason");
            assert_eq!(reason.ends_with(OLD_UTS46), is_told, "{id}: {reason}");
        }
    }
}
