//! The settings of a call: the parameters of its operation, and the declarations of an implementation.

use std::collections::BTreeMap;

use acegate::protocol::{
    CodecSupport, DeclaredLimits, DeclaredUnicode, Description, Identity, Idna, ReadParameters,
};
use acegate_codec::unicode::{Version, Versions};
use acegate_codec::{Parameter, Parameters};

use crate::operation::Called;

/// The settings of a call.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// The parameters that were given.
    pub(crate) params: Parameters,
    limits: DeclaredLimits,
    idna: Option<Idna>,
}

/// The words for what is done to host names besides encoding.
const WORDS: [Idna; 7] = [
    Idna::Strict,
    Idna::Lookup,
    Idna::Lenient,
    Idna::None,
    Idna::Std3,
    Idna::Url,
    Idna::Idna2008,
];

impl Settings {
    /// Reads words such as `width=31`; `None` if one of them is unknown.
    pub(crate) fn read(called: &Called, words: &str) -> Option<Self> {
        let mut settings = Self::default();
        for word in words.split_ascii_whitespace() {
            let (name, value) = word.split_once('=')?;
            let mut specs = called.operation.parameters.iter();
            if specs.any(|spec| spec.name == name) {
                let value = Parameter::from_word(value);
                settings.params.insert(name.to_owned(), value);
            } else {
                settings.declare(name, value)?;
            }
        }
        Some(settings)
    }

    fn declare(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "unicode" => {
                let version = Version::from_name(value)?;
                self.limits.unicode = Some(DeclaredUnicode(Versions::all(version)));
            }
            "idna" => self.idna = Some(WORDS.into_iter().find(|idna| idna.word() == value)?),
            "length" => self.limits.length = Some(value.parse().ok()?),
            "labels" => self.limits.labels = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }

    /// The description of an implementation of one operation with these settings.
    pub(crate) fn description(&self, called: &Called) -> Description {
        let words: Vec<(&str, String)> = self
            .params
            .iter()
            .map(|(name, value)| (name.as_str(), value.to_string()))
            .collect();
        let values: Vec<[&str; 1]> = words.iter().map(|(_, word)| [word.as_str()]).collect();
        let mut offered: Vec<(&str, &[&str])> = Vec::new();
        for ((name, _), value) in words.iter().zip(&values) {
            offered.push((name, value));
        }
        let support = CodecSupport {
            ops: vec![called.operation.name.to_owned()],
            params: ReadParameters::from(&offered[..]),
            limits: self.limits,
            idna: self.idna,
        };
        let codecs = BTreeMap::from([(called.codec.id().to_owned(), support)]);
        Description::new(Identity::default(), codecs)
    }
}
