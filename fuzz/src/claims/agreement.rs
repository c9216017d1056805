//! The fast codec equals its plain twin.

use crate::failure::{Failure, same};
use crate::request::{Request, Scope};

/// Value, kind of error and position are those of the plain twin.
pub(crate) fn fast_equals_plain(scope: &Scope, octets: &[u8]) -> Result<(), Failure> {
    let request = Request::from_octets(scope, octets);
    same(&request.name(), &request.fast(), &request.plain())
        .map_err(|failure| failure.with_request(&request))
}
