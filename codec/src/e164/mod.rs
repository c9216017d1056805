//! ENUM: telephone numbers as domain names, and the URIs that NAPTR records give for them (RFC 6116,
//! which replaced RFC 3761; RFC 3402 and RFC 3403 for the records).
//!
//! A number has a domain: its digits in reverse order, a label each, in the tree `e164.arpa`. The NAPTR
//! records of the domain hold rules, and a rule rewrites the number to a URI. This module asks no
//! name server: the caller has the records.
//!
//! ```
//! use acegate_codec::e164::{self, TREE};
//!
//! let domain = e164::to_domain("+44-116-496-0348", TREE)?;
//! assert_eq!(domain, "8.4.3.0.6.9.4.6.1.1.4.4.e164.arpa");
//! assert_eq!(e164::to_number(&domain, TREE)?, "+441164960348");
//!
//! let records = [r#"100 10 "u" "E2U+sip" "!^\\+44(.*)$!sip:\\1@example.com!" ."#];
//! assert_eq!(e164::rewrite("+441164960348", &records, "")?, ["sip:1164960348@example.com"]);
//! # Ok::<(), acegate_codec::Error>(())
//! ```
//!
//! # Records
//!
//! A record is the text after the word NAPTR in a master file and in the answers of `dig`: order,
//! preference, flags, services, regular expression, replacement. In quotes and without, `\X` is the
//! character X, and `\DDD` is the octet with this decimal number (RFC 1035, section 5.1).
//!
//! # Regular expressions
//!
//! RFC 3402 asks for the extended regular expressions of POSIX: of all matches the leftmost one, of
//! those the longest, and then each part, from left to right, as long as it can be. So `(4|44)(.*)`
//! gives `\1` the value 44 for a number that begins with 44. Libraries of the kind of Perl give it
//! 4, the first alternative that leads to a match. Therefore this module has its own matcher. A
//! number has at most 16 characters, so that all matches of a part are a set of 17 bits, and the
//! time is a polynomial of the length of the expression, for every expression.
//!
//! # Readings
//!
//! - A number begins with a plus sign and has 1 to 15 digits. Spaces and `-`, `.`, `(`, `)` between
//!   them are dropped, as the example of RFC 6116, section 3.1, drops hyphens. Every other character
//!   is refused, and not dropped.
//! - A domain may end with the dot of the root. It is written without.
//! - The result of a rule is only the substitution. Characters of the number that the expression does
//!   not match are dropped: RFC 3404, section 5.2, takes a host out of a URI in this way.
//! - POSIX leaves some expressions undefined: empty parts, repetitions of nothing or of a repetition,
//!   back-references, and escaped letters such as `\d`. They are refused.
//! - A backslash cannot be the delimiter. A backslash with the character after it is read as a pair.
//! - A back-reference to a group without a match is empty.
//!
//! # Positions of errors
//!
//! | operation | kind | position |
//! | --- | --- | --- |
//! | `to_domain` | `bad-prefix`, `bad-digit`, `too-long`, `empty` | the character; the end for `empty` |
//! | `to_number` | `tree` | the end |
//! | `to_number` | `bad-digit`, `bad-length`, `too-long`, `empty` | the first character that is wrong |
//! | `rewrite` | those of `to_domain` | 0: the number |
//! | `rewrite` | those of records | the record, counted from 1 |
//! | `rewrite` | `no-match` | one more than the number of records |

mod entry;
mod expression;
mod expression_reader;
mod number;
mod record;
mod rewrite;

pub use entry::{ABOUT, CODEC, Enum};
pub use expression::Preference;
pub use number::{NumberRules, Role, TREE, to_domain, to_number};
pub use record::{LONGEST_STRING, Naptr};
pub use rewrite::{RecordOutcome, RecordTrace, RuleParts, rewrite, trace_rewrite};
