//! Punycode (RFC 3492): labels, and host names written with it.
//!
//! [`encode`] and [`decode`] are for Rust strings, [`encode_points`] and [`decode_points`] for code
//! points as integers. Neither writes or reads the prefix. Texts may have any length, and may have
//! ASCII characters only. The results are those of
//! [`Bootstring::PUNYCODE`](crate::bootstring::Bootstring::PUNYCODE). A fast path converts labels.
//!
//! [`to_ascii`] and [`to_unicode`] are for host names, under the rules of [`crate::host`]. No
//! character is mapped, normalized or forbidden as IDNA (RFC 5891, UTS 46) would: this is the
//! code below.
//!
//! # Examples
//!
//! ```
//! use acegate_codec::punycode;
//!
//! assert_eq!(punycode::encode("bücher")?, "bcher-kva");
//! assert_eq!(punycode::decode("BCHER-KVA")?, "BüCHER");
//! assert_eq!(punycode::encode("London")?, "London-");
//! assert_eq!(punycode::to_ascii("www.bücher.example")?, "www.xn--bcher-kva.example");
//! # Ok::<(), acegate_codec::Error>(())
//! ```

mod codec;
mod fast;
pub mod model;
mod points;
mod text;

pub use codec::ABOUT;
pub(crate) use codec::{CODEC, PunycodeCodec};
pub(crate) use model::MODEL;
#[cfg(feature = "uts46")]
pub(crate) use points::push_code;
pub use points::{decode_points, decode_points_into, encode_points, encode_points_into};
pub use text::{PREFIX, RULES, decode, decode_into, encode, encode_into, to_ascii, to_unicode};
