//! Deviations of uri2dec.

mod books;
mod list;

pub(super) use books::{BOOKS, PROTOCOLS};
pub(super) use list::DEVIATIONS;

use acegate_codec::uri2dec::Uri2dec;
use acegate_codec::{Codec, ErrorKind};

use crate::{Answer, Call};

/// The answer of the codec with other rules to one of these operations; `None` for others.
fn answer(call: &Call<'_>, ops: &[&str], codec: Uri2dec) -> Answer {
    if !ops.contains(&call.op) {
        return None;
    }
    let answer = codec.apply(call.op, call.parameters, call.input);
    Some(answer.map_err(|_| call.refusal(ErrorKind::Syntax)))
}
