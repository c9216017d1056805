//! Bugs in the lengths, and in the profile of the URL Standard.

use acegate_codec::Value;
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{is_forbidden_in_domains, without_root};

use super::{ADA, CRITERIA, ERLANG, ICU, IDNA_OF_PYPI, changed_rules, settings};
use crate::{Deviation, deviation, observed};

pub(crate) const LENGTHS: &[Deviation] = &[
    deviation("uts46/lengths-not-checked", &["uts46-27", "uts46-28"])
        .summary("The lengths of labels and names are not checked, even if VerifyDnsLength is on.")
        .seen(&[ADA])
        .changes(|rules, _| {
            rules.label_fits = |_| true;
            rules.name_fits = |_| true;
        }),
    deviation("uts46/long-labels-accepted", &["uts46-28"])
        .summary("The limit of 63 octets for a label is not checked.")
        .changes(|rules, _| rules.label_fits = |length| length > 0),
    deviation("uts46/long-names-accepted", &["uts46-27"])
        .summary("The limit of 253 octets for a name is not checked.")
        .changes(|rules, _| rules.name_fits = |name| !name.is_empty()),
    deviation("uts46/names-of-255-accepted", &["uts46-27"])
        .summary(
            "The limit for a name is 255 octets, which counts the length octets of DNS, instead \
             of 253.",
        )
        .changes(|rules, _| rules.name_fits = |name| (1..=255).contains(&without_root(name).len())),
    deviation("uts46/lengths-of-texts", &["uts46-28"])
        .summary(
            "The limit for a label is applied to its code points before encoding instead of to \
             the encoded label.",
        )
        .changes(|rules, _| rules.length = |text, _| text.chars().count()),
    deviation("uts46/root-accepted", &["uts46-29"])
        .summary("With VerifyDnsLength on, a full stop at the end of a name is accepted.")
        .seen(&[
            ICU,
            IDNA_OF_PYPI,
            ERLANG,
            observed("golang.org/x/net 0.7"),
            observed("Symfony's polyfill"),
            observed("Net::IDN::UTS46 2.500"),
        ])
        .changes(|rules, _| rules.refuses_root = false),
    deviation("uts46/lengths-of-decoded-names-checked", &["uts46-31"])
        .summary("ToUnicode checks the lengths of labels and names, which only ToASCII does.")
        .seen(&[IDNA_OF_PYPI])
        .changes(|rules, _| rules.measures_unicode = true),
    deviation("uts46/empty-labels-accepted", &["uts46-28"])
        .summary("With VerifyDnsLength on, an empty label inside a name is accepted.")
        .changes(|rules, _| rules.label_fits = |length| length <= 63),
    deviation("uts46/empty-names-accepted", &["uts46-27"])
        .summary("With VerifyDnsLength on, the empty name and the name `.` are accepted.")
        .changes(|rules, _| {
            rules.label_fits = |length| length <= 63;
            rules.name_fits = |name| without_root(name).len() <= 253;
        }),
    deviation("uts46/hosts-of-ascii-read", &["uts46-56"])
        .summary(
            "The labels of a host of ASCII are decoded and checked, as the URL Standard said \
             until June 2026.",
        )
        .changes(|rules, _| {
            rules.settings = |own| Settings {
                reads_ascii_hosts: true,
                ..own
            };
        }),
    deviation("uts46/hosts-of-ascii-lowered", &["uts46-57"])
        .summary(
            "A host of ASCII is only lower-cased, as the URL Standard says since June 2026, \
             whatever edition is declared.",
        )
        .changes(|rules, _| {
            rules.settings = |own| Settings {
                reads_ascii_hosts: false,
                ..own
            };
        }),
    deviation("uts46/empty-hosts-accepted", &["uts46-45"])
        .summary("The host of a URL may be empty after the mapping, as that of U+00AD is.")
        .changes(|rules, _| rules.refuses_empty_host = false),
    deviation("uts46/forbidden-code-points-accepted", &["uts46-46"])
        .summary("The host of a URL is not searched for forbidden domain code points.")
        .changes(|rules, _| rules.is_forbidden = |_| false),
    deviation("uts46/forbidden-code-points-of-hosts", &["uts46-46"])
        .summary(
            "The host of a URL is searched for forbidden host code points instead of forbidden \
             domain code points: `%`, controls and U+007F pass.",
        )
        .changes(|rules, _| {
            rules.is_forbidden = |c| {
                let is_allowed = c == '%' || c.is_ascii_control() && !"\0\t\n\r".contains(c);
                is_forbidden_in_domains(c) && !is_allowed
            }
        }),
    deviation("uts46/forbidden-code-points-of-the-input", &["uts46-46"])
        .summary(
            "The host of a URL is searched for forbidden domain code points before the mapping \
             instead of after it.",
        )
        .changes(|rules, call| {
            let mut characters = call.code_points().iter().filter_map(|&c| char::from_u32(c));
            if !characters.any(is_forbidden_in_domains) {
                rules.is_forbidden = |_| false;
            }
        }),
    deviation("uts46/hosts-with-all-checks", &["uts46-44"])
        .summary(
            "The host of a URL is processed with CheckHyphens and UseSTD3ASCIIRules on, which the \
             URL Standard turns off.",
        )
        .changes(|rules, _| {
            rules.settings = |own| Settings {
                check_hyphens: own.check_hyphens || own.url,
                std3: own.std3 || own.url,
                ..own
            }
        }),
    deviation("uts46/empty-labels-dropped", &["uts46-33"])
        .summary("ToUnicode drops empty labels and their full stops.")
        .changes(|rules, call| {
            if call.reads() {
                rules.split = |name| {
                    let labels: Vec<_> =
                        name.split('.').filter(|label| !label.is_empty()).collect();
                    if labels.is_empty() { vec![""] } else { labels }
                };
            }
        }),
    deviation(
        "uts46/leading-full-stops-dropped",
        &["uts46-27", "uts46-28", "uts46-33"],
    )
    .summary(
        "Full stops at the start of a name are dropped, except for the name `.`, and other empty \
         labels are accepted.",
    )
    .seen(&[ERLANG, observed("SimpleIDN 0.1.1")])
    .changes(|rules, _| {
        rules.split = |name| match name.trim_start_matches('.') {
            "" if !name.is_empty() => vec!["", ""],
            rest => rest.split('.').collect(),
        };
        rules.label_fits = |length| length <= 63;
        rules.name_fits = |name| without_root(name).len() <= 253;
    }),
    deviation("uts46/empty-labels-judged", &["uts46-25"])
        .summary("An empty label is rejected even if VerifyDnsLength is off.")
        .changes(|rules, _| {
            rules.criteria.v6 = |judged| match judged.characters {
                [] => Some(0),
                _ => (CRITERIA.v6)(judged),
            }
        }),
    deviation("uts46/errors-not-told", &["uts46-30", "uts46-32"])
        .summary("The processed text is returned as a success whatever errors were recorded.")
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            let rules = changed_rules(call);
            Some(Ok(rules.apply(call.op, &name, settings(call)?).text.into()))
        }),
    deviation("uts46/surrogates-dropped", &["uts46-34"])
        .summary("Surrogates are dropped from a name instead of rejected.")
        .how(|call| {
            let characters = call.code_points().iter().filter_map(|&c| char::from_u32(c));
            let name: String = characters.collect();
            Some(call.answer_to(&Value::from(name)))
        }),
];
