//! The command that compares the codecs with their models.

use std::io::{self, Write};

use acegate_codec::{Codec, codecs};

use super::Ending;
use crate::agreement;

pub(super) fn compare(
    codec: Option<&'static dyn Codec>,
    requests: u64,
    seed: u64,
    out: &mut impl Write,
) -> io::Result<Ending> {
    let mut ending = Ending::Clean;
    for &codec in codec.as_ref().map_or(codecs(), std::slice::from_ref) {
        match agreement::compare(codec, requests, seed).map_err(io::Error::other)? {
            Ok(found) => writeln!(
                out,
                "{:10} {requests} requests, one answer: {} values, {} refusals, {} unsupported",
                codec.id(),
                found.values,
                found.refusals,
                found.unsupported
            )?,
            Err(violation) => {
                writeln!(out, "{:10} {violation}", codec.id())?;
                ending = Ending::Found;
            }
        }
        out.flush()?;
    }
    Ok(ending)
}
