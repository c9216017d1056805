//! The model of Punycode: the model of [Bootstring](crate::bootstring::model) with the parameters of Punycode.

use alloc::string::String;

use super::{PREFIX, PunycodeCodec};
use crate::bootstring::Bootstring;
use crate::bootstring::model::{ENGINE, decode, encode};
use crate::error::Error;
use crate::host::LabelRules;
use crate::utf16::{numbers, string};

/// The codec `punycode` of the model.
pub(crate) const MODEL: PunycodeCodec = PunycodeCodec {
    engine: ENGINE,
    rules: RULES,
};

/// Punycode as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: false,
    encode: encode_label,
    decode: decode_label,
};

fn encode_label(label: &str, out: &mut String) -> Result<(), Error> {
    let code = encode(&Bootstring::PUNYCODE, &numbers(label));
    out.extend(
        code.map_err(|error| in_octets(error, label))?
            .into_iter()
            .map(char::from),
    );
    Ok(())
}

fn decode_label(payload: &str, out: &mut String) -> Result<(), Error> {
    let text = decode(&Bootstring::PUNYCODE, &numbers(payload));
    out.push_str(&string(&text.map_err(|error| in_octets(error, payload))?));
    Ok(())
}

/// Converts the position of an error from characters to octets of the text.
fn in_octets(error: Error, text: &str) -> Error {
    let before = text.chars().take(error.position).map(char::len_utf8);
    Error::new(error.kind, before.sum())
}
