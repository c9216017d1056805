//! The labels of RACE and LACE: Base32 of compressed units, with faults in the model of the compression or
//! around it.

use acegate_codec::lace::model::Lace;
use acegate_codec::race::model::Race;
use acegate_codec::utf16::{Placed, pairs_of, text_of};

use super::base32::Base32;
use super::label::{InBase32, LabelEncoding, Payload, answer_under};
use super::{Answer, Call, Model};

/// A model of the compression.
pub(super) trait Compression {
    /// The octets of these units.
    fn compress(&self, units: &[[u8; 2]]) -> Option<Vec<u8>>;

    /// The units of these octets, each with its position.
    fn decompress(&self, octets: &[u8]) -> Option<Vec<Placed>>;
}

macro_rules! compressions {
    ($($model:ty)*) => {$(
        impl Compression for $model {
            fn compress(&self, units: &[[u8; 2]]) -> Option<Vec<u8>> {
                Self::compress(self, units).ok()
            }

            fn decompress(&self, octets: &[u8]) -> Option<Vec<Placed>> {
                Self::decompress(self, octets).ok()
            }
        }
    )*};
}

compressions! { Race Lace }

/// An encoding of labels in octets.
#[derive(Clone, Copy)]
pub(super) struct Octets<M> {
    /// The compression.
    pub(super) model: M,
    /// The Base32 of the octets.
    pub(super) base32: Base32,
    /// Whether a text is encoded and decoded at all.
    pub(super) takes: fn(&[u32]) -> bool,
    /// Whether unpaired surrogates are read in these octets.
    pub(super) keeps_surrogates: fn(&[u8]) -> bool,
    /// Whether octets that give these units are those that the model writes.
    pub(super) is_due: fn(&M, &[u8], &[[u8; 2]]) -> bool,
}

impl<M: Compression> Octets<M> {
    /// The labels of a model: only the octets that it writes are read.
    pub(super) const fn of(model: M) -> Self {
        Self {
            model,
            base32: Base32::Right,
            takes: |_| true,
            keeps_surrogates: |_| false,
            is_due: |model, octets, units| model.compress(units).as_deref() == Some(octets),
        }
    }
}

impl<M: Compression> Payload for Octets<M> {
    fn encode(&self, label: &[u32]) -> Option<String> {
        if label.is_empty() {
            return Some(String::new());
        }
        (self.takes)(label).then_some(())?;
        Some(self.base32.encode(&self.model.compress(&pairs_of(label))?))
    }

    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>> {
        let octets = self.base32.decode(payload)?;
        let units = self.model.decompress(&octets)?;
        let text = text_of(&units, (self.keeps_surrogates)(&octets)).ok()?;
        ((self.takes)(&text) && (self.is_due)(&self.model, &octets, &pairs_of(&text)))
            .then_some(text)
    }
}

impl<M: Sync> Model for Octets<M>
where
    Self: LabelEncoding,
{
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer_under(&Self::rules(call), self, call)
    }
}

impl<M> InBase32 for Octets<M>
where
    Self: LabelEncoding,
{
    fn with(base32: Base32) -> Self {
        Self {
            base32,
            ..Self::RIGHT
        }
    }
}
