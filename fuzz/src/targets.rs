//! The targets: each a name, what it is about, and one property.

use acegate::hunt::Violation;
use acegate::protocol::Request;

use crate::octets::{self, Scope, choice};
use crate::properties;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name, which says the property: `impl_` a fast codec equals its model, `prop_` a law, `harness_` a
    /// reader of our own.
    pub name: &'static str,
    /// One sentence: the property.
    pub property: &'static str,
    /// The length of the longest input that a campaign makes.
    pub longest: usize,
    /// The ways in which the property is judged. If there are several, the first octet of an input
    /// chooses one, modulo their number.
    pub parts: &'static [Part],
}

/// One way of judging a property.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of the body.
    pub name: &'static str,
    /// The operations that it is about; none for a reader of the harness, and for the one part that
    /// takes the registry as it is.
    pub scopes: &'static [Scope],
    /// Judges one input.
    pub body: Body,
}

/// How an input is judged.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// By a law of the answers to a request, to requests that follow from it, and of functions for Rust
    /// users that do the same.
    Law(fn(&Request) -> Result<(), Violation>),
    /// By a reader of octets.
    Reader(fn(&[u8]) -> Result<(), Violation>),
}

impl Target {
    /// The target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The request that an input means; `None` if its part is not about an operation.
    #[must_use]
    pub fn request(&self, octets: &[u8]) -> Option<Request> {
        let (part, octets) = chosen(self.parts, octets);
        (!part.scopes.is_empty()).then(|| octets::request(part.scopes, octets))
    }

    /// The octets that mean this request to the part that `like` chooses; `None` if none do.
    #[must_use]
    pub fn octets(&self, like: &[u8], request: &Request) -> Option<Vec<u8>> {
        let (part, rest) = chosen(self.parts, like);
        let mut octets = like[..like.len() - rest.len()].to_vec();
        octets.extend(octets::octets(request, part.scopes)?);
        Some(octets)
    }

    /// The operations that the target is about.
    pub fn scopes(&self) -> impl Iterator<Item = &'static Scope> {
        self.parts.iter().flat_map(|part| part.scopes)
    }
}

pub(crate) fn judge(parts: &'static [Part], octets: &[u8]) -> Result<(), Violation> {
    let (part, octets) = chosen(parts, octets);
    match part.body {
        Body::Law(judge) => judge(&octets::request(part.scopes, octets)),
        Body::Reader(judge) => judge(octets),
    }
}

/// The part for which an input is, and what it is given.
fn chosen<'a>(parts: &'static [Part], mut octets: &'a [u8]) -> (&'static Part, &'a [u8]) {
    let part = &parts[choice(&mut octets, parts.len())];
    (part, octets)
}

/// Makes of each declaration the function that a libFuzzer program calls and a row of the table.
macro_rules! targets {
    ($(
        $(#[$meta:meta])* $name:ident up to $longest:literal, $property:literal => [
            $($kind:ident $body:ident { $($codec:literal: $($op:literal),+);* })+
        ];
    )*) => {
        $(
            $(#[$meta])*
            #[doc = $property]
            ///
            /// # Errors
            ///
            /// The violation if the property does not hold for the input.
            pub fn $name(octets: &[u8]) -> Result<(), Violation> {
                judge(&[$(part!($kind $body { $($codec: $($op),+);* })),+], octets)
            }
        )*

        /// Every target, by name.
        pub const TARGETS: &[Target] = &[$(
            $(#[$meta])*
            Target {
                name: stringify!($name),
                property: $property,
                longest: $longest,
                parts: &[$(part!($kind $body { $($codec: $($op),+);* })),+],
            },
        )*];
    };
}

macro_rules! part {
    ($kind:ident $body:ident { $($codec:literal: $($op:literal),+);* }) => {
        Part {
            name: stringify!($body),
            scopes: &[$(Scope { codec: $codec, ops: &[$($op),+] }),*],
            body: Body::$kind(properties::$body),
        }
    };
}

// The declarations in the files of `fuzz_targets/`, which `build.rs` gathers.
include!(concat!(env!("OUT_DIR"), "/targets.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_octet_chooses_the_part() {
        let target = Target::named("prop_uri2dec_laws").expect("a target");
        // `0` is 48, which is 0 modulo 2: addresses. `3` is their fourth operation.
        let request = target.request(b"03x").expect("a request");
        assert_eq!(request.name(), "uri2dec write-record");
        assert_eq!(target.request(b"1x").expect("a request").name(), "uri2dec book");
        let target = Target::named("prop_round_trip").expect("a target");
        let request = target.request(b"13xn--xn---3ra").expect("a request");
        assert_eq!(request.name(), "punycode to-unicode");
        #[cfg(feature = "harness")]
        assert_eq!(Target::named("harness_address_books").expect("a target").request(b"0x"), None);
    }
}
