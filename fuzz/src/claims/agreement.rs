//! The fast codec equals its plain twin.

use crate::failure::{Failure, same};
use crate::request::{Request, Scope};

/// Value, kind of error and position are those of the plain twin.
pub(crate) fn fast_equals_plain(scopes: &[Scope], octets: &[u8]) -> Result<(), Failure> {
    let request = Request::choose(scopes, octets);
    same(&request.name(), &request.fast(), &request.plain())
        .map_err(|failure| failure.with_request(&request))
}
