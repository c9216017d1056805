//! Faults in the lengths, and in the profile of the URL Standard.

use acegate_codec::Value;
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{Criteria, Rules, is_forbidden_in_domains, without_root};

use super::{ADA, CRITERIA, ERLANG, ICU, IDNA_OF_PYPI, RIGHT, settings};
use crate::{Deviation, Model, Reads, deviation, observed};

pub(crate) const LENGTHS: &[Deviation] = &[
    deviation("uts46/lengths-not-checked", &["uts46-27", "uts46-28"])
        .summary("Labels and names may have any length, whatever the flag says.")
        .seen(&[ADA])
        .by(&Rules {
            label_fits: |_| true,
            name_fits: |_| true,
            ..RIGHT
        }),
    deviation("uts46/long-labels-accepted", &["uts46-28"])
        .summary("A label may have more than 63 octets.")
        .by(&Rules {
            label_fits: |length| length > 0,
            ..RIGHT
        }),
    deviation("uts46/long-names-accepted", &["uts46-27"])
        .summary("A name may have more than 253 octets.")
        .by(&Rules {
            name_fits: |name| !name.is_empty(),
            ..RIGHT
        }),
    deviation("uts46/names-of-255-accepted", &["uts46-27"])
        .summary("A name may have 255 octets: the octets of lengths on the wire are not counted.")
        .by(&Rules {
            name_fits: |name| (1..=255).contains(&without_root(name).len()),
            ..RIGHT
        }),
    deviation("uts46/lengths-of-texts", &["uts46-28"])
        .summary(
            "The length of a label is the number of its code points, and not that of its code.",
        )
        .by(&Rules {
            length: |text, _| text.chars().count(),
            ..RIGHT
        }),
    deviation("uts46/root-accepted", &["uts46-29"])
        .summary(
            "A name may end with a full stop where lengths are verified: the empty root label is \
             accepted.",
        )
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
        .summary("ToUnicode refuses names and labels that are too long.")
        .seen(&[IDNA_OF_PYPI])
        .by(&Rules {
            measures_unicode: true,
            ..RIGHT
        }),
    deviation("uts46/empty-labels-accepted", &["uts46-28"])
        .summary("An empty label inside a name is accepted where lengths are verified.")
        .by(&Rules {
            label_fits: |length| length <= 63,
            ..RIGHT
        }),
    deviation("uts46/empty-names-accepted", &["uts46-27"])
        .summary("The empty name and the root are accepted where lengths are verified.")
        .by(&Rules {
            label_fits: |length| length <= 63,
            name_fits: |name| without_root(name).len() <= 253,
            ..RIGHT
        }),
    deviation("uts46/empty-hosts-accepted", &["uts46-45"])
        .summary("The host of a URL may be empty after the mapping, such as that of U+00AD.")
        .by(&Rules {
            refuses_empty_host: false,
            ..RIGHT
        }),
    deviation("uts46/forbidden-code-points-accepted", &["uts46-46"])
        .summary("The host of a URL may have forbidden domain code points.")
        .by(&Rules {
            is_forbidden: |_| false,
            ..RIGHT
        }),
    deviation("uts46/forbidden-code-points-of-hosts", &["uts46-46"])
        .summary(
            "The host of a URL may have `%`, controls and U+007F: only forbidden host code points \
             are refused.",
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
            "The host of a URL is searched for forbidden domain code points before it is mapped.",
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
        .summary("The host of a URL is processed with CheckHyphens and UseSTD3ASCIIRules.")
        .by(&Rules {
            settings: |own| Settings {
                check_hyphens: own.check_hyphens || own.url,
                std3: own.std3 || own.url,
                ..own
            },
            ..RIGHT
        }),
    deviation("uts46/empty-labels-dropped", &["uts46-33"])
        .summary("Empty labels are dropped, with the full stops that separate them.")
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
        "Full stops at the start of a name are dropped, but for that of the root, and other \
             empty labels are accepted.",
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
        .summary("An empty label is refused, whether or not lengths are verified.")
        .by(&Criteria {
            v6: |judged| match judged.characters {
                [] => Some(0),
                _ => (CRITERIA.v6)(judged),
            },
            ..CRITERIA
        }),
    deviation("uts46/errors-not-told", &["uts46-30", "uts46-32"])
        .summary("The text is returned, and no error is told.")
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            Some(Ok(RIGHT.apply(call.op, &name, settings(call)?).text.into()))
        }),
    deviation("uts46/surrogates-dropped", &["uts46-34"])
        .summary("Surrogates are dropped instead of refused.")
        .how(|call| {
            let characters = call.code_points().iter().filter_map(|&c| char::from_u32(c));
            let name: String = characters.collect();
            let own = RIGHT.apply(call.op, &name, settings(call)?).into_result();
            Some(own.map(Value::from).map_err(Into::into))
        }),
];
