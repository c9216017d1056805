//! Faults in the lengths, and in the profile of the URL Standard.

use acegate_codec::Value;
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{Criteria, Rules, is_forbidden_in_domains, without_root};

use super::{ADA, CRITERIA, ERLANG, ICU, IDNA_OF_PYPI, RIGHT, settings};
use crate::{Deviation, Model, Reads, deviation, observed};

pub(crate) const LENGTHS: &[Deviation] = &[
    deviation("uts46/lengths-not-checked", &["uts46-27", "uts46-28"])
        .summary("The lengths of labels and names are not checked, even if VerifyDnsLength is on.")
        .seen(&[ADA])
        .by(&Rules {
            label_fits: |_| true,
            name_fits: |_| true,
            ..RIGHT
        }),
    deviation("uts46/long-labels-accepted", &["uts46-28"])
        .summary("The limit of 63 octets for a label is not checked.")
        .by(&Rules {
            label_fits: |length| length > 0,
            ..RIGHT
        }),
    deviation("uts46/long-names-accepted", &["uts46-27"])
        .summary("The limit of 253 octets for a name is not checked.")
        .by(&Rules {
            name_fits: |name| !name.is_empty(),
            ..RIGHT
        }),
    deviation("uts46/names-of-255-accepted", &["uts46-27"])
        .summary(
            "The limit for a name is 255 octets, which counts the length octets of DNS, instead \
             of 253.",
        )
        .by(&Rules {
            name_fits: |name| (1..=255).contains(&without_root(name).len()),
            ..RIGHT
        }),
    deviation("uts46/lengths-of-texts", &["uts46-28"])
        .summary(
            "The limit for a label is applied to its code points before encoding instead of to \
             the encoded label.",
        )
        .by(&Rules {
            length: |text, _| text.chars().count(),
            ..RIGHT
        }),
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
        .by(&Rules {
            refuses_root: false,
            ..RIGHT
        }),
    deviation("uts46/lengths-of-decoded-names-checked", &["uts46-31"])
        .summary("ToUnicode checks the lengths of labels and names, which only ToASCII does.")
        .seen(&[IDNA_OF_PYPI])
        .by(&Rules {
            measures_unicode: true,
            ..RIGHT
        }),
    deviation("uts46/empty-labels-accepted", &["uts46-28"])
        .summary("With VerifyDnsLength on, an empty label inside a name is accepted.")
        .by(&Rules {
            label_fits: |length| length <= 63,
            ..RIGHT
        }),
    deviation("uts46/empty-names-accepted", &["uts46-27"])
        .summary("With VerifyDnsLength on, the empty name and the name `.` are accepted.")
        .by(&Rules {
            label_fits: |length| length <= 63,
            name_fits: |name| without_root(name).len() <= 253,
            ..RIGHT
        }),
    deviation("uts46/empty-hosts-accepted", &["uts46-45"])
        .summary("The host of a URL may be empty after the mapping, as that of U+00AD is.")
        .by(&Rules {
            refuses_empty_host: false,
            ..RIGHT
        }),
    deviation("uts46/forbidden-code-points-accepted", &["uts46-46"])
        .summary("The host of a URL is not searched for forbidden domain code points.")
        .by(&Rules {
            is_forbidden: |_| false,
            ..RIGHT
        }),
    deviation("uts46/forbidden-code-points-of-hosts", &["uts46-46"])
        .summary(
            "The host of a URL is searched for forbidden host code points instead of forbidden \
             domain code points: `%`, controls and U+007F pass.",
        )
        .by(&Rules {
            is_forbidden: |c| {
                let is_allowed = c == '%' || c.is_ascii_control() && !"\0\t\n\r".contains(c);
                is_forbidden_in_domains(c) && !is_allowed
            },
            ..RIGHT
        }),
    deviation("uts46/forbidden-code-points-of-the-input", &["uts46-46"])
        .summary(
            "The host of a URL is searched for forbidden domain code points before the mapping \
             instead of after it.",
        )
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            let is_clean = !name.contains(is_forbidden_in_domains);
            is_clean.then(|| {
                Rules {
                    is_forbidden: |_| false,
                    ..RIGHT
                }
                .answer(call)
            })?
        }),
    deviation("uts46/hosts-with-all-checks", &["uts46-44"])
        .summary(
            "The host of a URL is processed with CheckHyphens and UseSTD3ASCIIRules on, which the \
             URL Standard turns off.",
        )
        .by(&Rules {
            settings: |own| Settings {
                check_hyphens: own.check_hyphens || own.url,
                std3: own.std3 || own.url,
                ..own
            },
            ..RIGHT
        }),
    deviation("uts46/empty-labels-dropped", &["uts46-33"])
        .summary("ToUnicode drops empty labels and their full stops.")
        .by(&Reads(Rules {
            split: |name| {
                let labels: Vec<_> = name.split('.').filter(|label| !label.is_empty()).collect();
                if labels.is_empty() { vec![""] } else { labels }
            },
            ..RIGHT
        })),
    deviation(
        "uts46/leading-full-stops-dropped",
        &["uts46-27", "uts46-28", "uts46-33"],
    )
    .summary(
        "Full stops at the start of a name are dropped, except for the name `.`, and other empty \
         labels are accepted.",
    )
    .seen(&[ERLANG, observed("SimpleIDN 0.1.1")])
    .by(&Rules {
        split: |name| match name.trim_start_matches('.') {
            "" if !name.is_empty() => vec!["", ""],
            rest => rest.split('.').collect(),
        },
        label_fits: |length| length <= 63,
        name_fits: |name| without_root(name).len() <= 253,
        ..RIGHT
    }),
    deviation("uts46/empty-labels-judged", &["uts46-25"])
        .summary("An empty label is rejected even if VerifyDnsLength is off.")
        .by(&Criteria {
            v6: |judged| match judged.characters {
                [] => Some(0),
                _ => (CRITERIA.v6)(judged),
            },
            ..CRITERIA
        }),
    deviation("uts46/errors-not-told", &["uts46-30", "uts46-32"])
        .summary("The processed text is returned as a success whatever errors were recorded.")
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            Some(Ok(RIGHT.apply(call.op, &name, settings(call)?).text.into()))
        }),
    deviation("uts46/surrogates-dropped", &["uts46-34"])
        .summary("Surrogates are dropped from a name instead of rejected.")
        .how(|call| {
            let characters = call.code_points().iter().filter_map(|&c| char::from_u32(c));
            let name: String = characters.collect();
            let own = RIGHT.apply(call.op, &name, settings(call)?).into_result();
            Some(own.map(Value::from).map_err(Into::into))
        }),
];
