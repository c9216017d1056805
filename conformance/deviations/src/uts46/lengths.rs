//! Faults in the lengths, and in the profile of the URL Standard.

use acegate_codec::plain::uts46::{Rules, is_forbidden_in_domains, without_root};

use super::{ADA, ICU, IDNA_OF_PYPI, RIGHT, answer};
use crate::{Deviation, deviation};

pub(crate) const LENGTHS: &[Deviation] = &[
    deviation("uts46/lengths-not-checked", &["?A1", "?A2"])
        .summary("Labels and names may have any length, whatever the flag says.")
        .seen(&[ADA])
        .how(|call| {
            answer(call, &Rules { label_fits: |_| true, name_fits: |_| true, ..RIGHT })
        }),
    deviation("uts46/long-labels-accepted", &["?A2"])
        .summary("A label may have more than 63 octets.")
        .how(|call| answer(call, &Rules { label_fits: |length| length > 0, ..RIGHT })),
    deviation("uts46/long-names-accepted", &["?A1"])
        .summary("A name may have more than 253 octets.")
        .how(|call| answer(call, &Rules { name_fits: |name| !name.is_empty(), ..RIGHT })),
    deviation("uts46/names-of-255-accepted", &["?A1"])
        .summary("A name may have 255 octets: the octets of lengths on the wire are not counted.")
        .how(|call| {
            let name_fits = |name: &str| (1..=255).contains(&without_root(name).len());
            answer(call, &Rules { name_fits, ..RIGHT })
        }),
    deviation("uts46/lengths-of-texts", &["?A2"])
        .summary("The length of a label is the number of its code points, and not that of its code.")
        .how(|call| answer(call, &Rules { length: |text, _| text.chars().count(), ..RIGHT })),
    deviation("uts46/root-accepted", &["?R"])
        .summary("A name may end with a full stop where lengths are verified: the empty root label is accepted.")
        .seen(&[ICU, IDNA_OF_PYPI])
        .how(|call| answer(call, &Rules { refuses_root: false, ..RIGHT })),
    deviation("uts46/lengths-of-decoded-names-checked", &["?U-len"])
        .summary("ToUnicode refuses names and labels that are too long.")
        .seen(&[IDNA_OF_PYPI])
        .how(|call| answer(call, &Rules { measures_unicode: true, ..RIGHT })),
    deviation("uts46/empty-labels-accepted", &["?A2"])
        .summary("An empty label inside a name is accepted where lengths are verified.")
        .how(|call| answer(call, &Rules { label_fits: |length| length <= 63, ..RIGHT })),
    deviation("uts46/empty-names-accepted", &["?A1"])
        .summary("The empty name and the root are accepted where lengths are verified.")
        .how(|call| {
            let name_fits = |name: &str| without_root(name).len() <= 253;
            answer(call, &Rules { label_fits: |length| length <= 63, name_fits, ..RIGHT })
        }),
    deviation("uts46/empty-hosts-accepted", &["?URL-empty"])
        .summary("The host of a URL may be empty after the mapping, such as that of U+00AD.")
        .how(|call| answer(call, &Rules { refuses_empty_host: false, ..RIGHT })),
    deviation("uts46/forbidden-code-points-accepted", &["?URL-forb"])
        .summary("The host of a URL may have forbidden domain code points.")
        .how(|call| answer(call, &Rules { is_forbidden: |_| false, ..RIGHT })),
    deviation("uts46/forbidden-code-points-of-hosts", &["?URL-forb"])
        .summary("The host of a URL may have `%`, controls and U+007F: only forbidden host code points are refused.")
        .how(|call| {
            let is_forbidden = |c| {
                let is_host = matches!(c, '%' | '\u{1}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}');
                is_forbidden_in_domains(c) && !is_host
            };
            answer(call, &Rules { is_forbidden, ..RIGHT })
        }),
    deviation("uts46/forbidden-code-points-of-the-input", &["?URL-forb"])
        .summary("The host of a URL is searched for forbidden domain code points before it is mapped.")
        .how(|call| {
            let name = call.input.as_text().ok()?.to_scalar_string()?;
            let is_clean = !name.contains(is_forbidden_in_domains);
            is_clean.then(|| answer(call, &Rules { is_forbidden: |_| false, ..RIGHT }))?
        }),
];
