//! The names on which UTS #46 can be read in two ways. At most one of these readings applies to a name.

use acegate_codec::punycode::PREFIX;
use acegate_codec::uts46::{Code, EDITION, Processed, Settings, process};
use acegate_codec::{Operation, Text, Verb, host};
use acegate_vectors::Outcome as Right;

use super::Asked;
use super::names::right_text;

/// The edition of a request that leaves it to the implementation.
const CURRENT: &str = "current";

/// A name with the settings of a request.
struct Named {
    op: &'static str,
    name: String,
    settings: Settings,
}

impl Named {
    fn of(asked: &Asked<'_>) -> Option<Self> {
        let request = asked.request;
        let operation = request.operation()?;
        let operations = std::slice::from_ref(operation);
        let arguments = Operation::select(operations, operation.name, &request.params).ok()?;
        Some(Self {
            op: operation.name,
            name: request.text().and_then(Text::to_scalar_string)?,
            settings: Settings::from_arguments(&arguments),
        })
    }

    fn processed(&self) -> Processed {
        process(self.op, &self.name, &self.settings)
    }

    /// Whether the name is right, and has an empty label, which ToUnicode reports or not (section 4.3).
    fn has_empty_label(&self) -> bool {
        let processed = self.processed();
        processed.error.is_none() && processed.codes.contains(Code::X4_2)
    }

    /// Whether the name is right only because a label whose Punycode fails is kept (section 4, step 4).
    fn ignores_punycode(&self) -> bool {
        let strict = Settings {
            ignore_invalid_punycode: false,
            ..self.settings
        };
        let processed = self.processed();
        processed.error.is_none()
            && !processed.codes.contains(Code::X4_2)
            && process(self.op, &self.name, &strict).error.is_some()
    }
}

pub(super) fn has_empty_label(asked: &Asked<'_>) -> bool {
    Named::of(asked).is_some_and(|named| named.has_empty_label())
}

pub(super) fn ignores_punycode(asked: &Asked<'_>) -> bool {
    Named::of(asked).is_some_and(|named| named.ignores_punycode())
}

/// Whether the name is the host of a URL, and the Standard has two answers to it.
pub(super) fn is_host_of_ascii(asked: &Asked<'_>) -> bool {
    kept(asked).is_some()
}

/// The host as the URL Standard keeps it since June 2026, and the answer that it gave before.
pub(super) fn host_kept(asked: &Asked<'_>) -> Vec<Right> {
    let (Some(host), Some(named)) = (kept(asked), Named::of(asked)) else {
        return Vec::new();
    };
    let old = Settings {
        reads_ascii_hosts: true,
        ..named.settings
    };
    let mut right = vec![right_text(&host)];
    match process(named.op, &named.name, &old).into_result() {
        Ok(text) => right.push(right_text(&text)),
        Err(error) => right.extend(rejection(&[error.kind.code()])),
    }
    right
}

fn kept(asked: &Asked<'_>) -> Option<String> {
    let named = Named::of(asked)?;
    let edition = asked.request.params.get(EDITION);
    if edition.is_some_and(|edition| edition.to_string() != CURRENT) {
        return None;
    }
    if !named.settings.url || named.op != Verb::ToAscii.name() || !named.name.is_ascii() {
        return None;
    }
    if named.has_empty_label() || named.ignores_punycode() {
        return None;
    }
    let host = named.name.to_ascii_lowercase();
    if host.split('.').any(|label| host::has_prefix(label, PREFIX)) {
        Some(host)
    } else {
        None
    }
}

/// A rejection of one of these kinds.
pub(super) fn rejection(kinds: &[&str]) -> Vec<Right> {
    let kinds = kinds.iter().map(|&kind| kind.to_owned()).collect();
    vec![Right::Error { kinds, at: None }]
}
