//! Deviations of uri2dec.

mod books;
mod list;

pub(super) use books::{BOOKS, PROTOCOLS};
pub(super) use list::DEVIATIONS;

use acegate_codec::uri2dec::Uri2dec;
use acegate_codec::{Codec, ErrorKind, Verb};

use crate::{Answer, Call};

/// The answer of the codec with other rules to one of these operations; `None` for others.
fn answer(call: &Call<'_>, verbs: &[Verb], codec: Uri2dec) -> Answer {
    if !verbs.contains(&call.verb()?) {
        return None;
    }
    let answer = codec.apply(call.op, call.parameters, call.input);
    Some(answer.map_err(|_| call.refusal(ErrorKind::Syntax)))
}
