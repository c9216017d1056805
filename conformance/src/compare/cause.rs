//! Known causes of differences between two sides: their versions of Unicode and their settings.

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::{self, versions};
use acegate_codec::{Family, Verb, idna2008, punycode};

use super::difference::{Kind, Side};
use super::sides::{Pair, Sides};
use crate::observation::Outcome;
use crate::protocol::{Description, Request};
use crate::suite::{idna2008_options, operation, screen_request, settings};
use crate::sweep::{Measured, Right};

/// The facts that are known about both sides before any question is sent.
pub(super) struct Known {
    /// The tables that both have; `None` if they have the same ones.
    shared_tables: Option<Versions>,
    /// The descriptions, as if both had the newest tables.
    newest: [Description; 2],
}

/// A cause of a difference that the sides declare or that was measured.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KnownCause {
    /// The answer depends on tables that only one side has.
    Version,
    /// The sides were sent different settings, and each answers as it should.
    Settings([String; 2]),
    /// This side declares that it does something else, in these words.
    Declared(Side, String),
}

impl Known {
    pub(super) fn new(descriptions: &[Description; 2], measured: [Measured; 2]) -> Self {
        let tables = Side::BOTH.map(|side| {
            let support = side.of(descriptions).codecs.get(uts46::ABOUT.id);
            side.of(&measured).limit(support)
        });
        let [first, second] = tables;
        let mut shared_tables = None;
        if first != second {
            shared_tables = Some(Versions {
                mapping: first.mapping.min(second.mapping),
                nfc: first.nfc.min(second.nfc),
                bidi: first.bidi.min(second.bidi),
                joining: first.joining.min(second.joining),
            });
        }
        Self {
            shared_tables,
            newest: descriptions
                .clone()
                .map(|description| description.with_unicode(Version::V18)),
        }
    }

    /// The cause of a difference; `None` if nothing is known that explains it.
    pub(super) fn cause(
        &self,
        sides: &Sides,
        request: &Request,
        kind: Kind,
        outcomes: &[Outcome; 2],
    ) -> Option<KnownCause> {
        if matches!(kind, Kind::Fails(_)) {
            return None;
        }
        let pair = sides.pair(request)?;
        if self.is_of_version(&pair[0]) {
            return Some(KnownCause::Version);
        }
        different_settings(&pair, outcomes).or_else(|| self.declaration(request))
    }

    fn is_of_version(&self, request: &Request) -> bool {
        let Some(shared) = self.shared_tables else {
            return false;
        };
        let Some(needed) = needed_versions(request) else {
            return false;
        };
        !needed.are_within(shared)
    }

    /// The declaration of one side about a request that the other side does not make.
    fn declaration(&self, request: &Request) -> Option<KnownCause> {
        let reasons = Side::BOTH.map(|side| {
            let description = side.of(&self.newest);
            let screened = screen_request(request.clone(), description);
            screened.err().map(|(_, reason)| reason)
        });
        if reasons[0] == reasons[1] {
            return None;
        }
        for side in Side::BOTH {
            if let Some(reason) = side.of(&reasons) {
                return Some(KnownCause::Declared(side, reason.clone()));
            }
        }
        None
    }
}

/// The versions of the tables on which the answer to a host name depends; `None` for other requests.
pub(super) fn needed_versions(request: &Request) -> Option<Versions> {
    let name = request.text()?.to_scalar_string()?;
    match (request.family()?, request.verb()?) {
        (Family::Idna, _) => {
            let settings = settings(operation(&request.op)?, &request.params)?;
            Some(versions(&request.op, &name, &settings))
        }
        (Family::Idna2008, verb) => {
            let options = idna2008_options(request)?;
            Some(idna2008::versions(verb, &name, &options))
        }
        // The table of a profile is not known, but no profile knows a character before it is assigned.
        (Family::Bootstring, Verb::ToAscii | Verb::ToUnicode)
            if request.codec == punycode::ABOUT.id =>
        {
            let newest = name.chars().map(Version::of).max()?;
            Some(Versions {
                mapping: newest,
                ..Versions::all(Version::V4)
            })
        }
        _ => None,
    }
}

/// The settings of both sides, if they differ and each side answers as the reference does with its settings.
fn different_settings(pair: &Pair, outcomes: &[Outcome; 2]) -> Option<KnownCause> {
    let [first, second] = pair;
    if first.params == second.params {
        return None;
    }
    for side in Side::BOTH {
        let right = Right::of(side.of(pair));
        if right == Right::Unknown || right.difference(side.of(outcomes)).is_some() {
            return None;
        }
    }
    let words = Side::BOTH.map(|side| {
        let own = side.of(pair);
        let other = side.other().of(pair);
        let mut words = Vec::new();
        for (name, value) in &own.params {
            if other.params.get(name) != Some(value) {
                words.push(format!("{name}={value}"));
            }
        }
        words.join(", ")
    });
    Some(KnownCause::Settings(words))
}
