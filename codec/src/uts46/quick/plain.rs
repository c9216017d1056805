//! Names that are their own result, recognised without a look-up.

use crate::host::LABEL_MAX;

/// Whether a name is its own result: small letters and digits with single hyphens and full stops between
/// them. So no label is empty, begins or ends with a hyphen, or has the prefix. It is so short that no label
/// is too long.
pub(super) fn is_plain(name: &[u8]) -> bool {
    let (Some(&first), Some(&last)) = (name.first(), name.last()) else {
        return false;
    };
    if name.len() > LABEL_MAX || is_separator(first) || is_separator(last) || !is_plain_octet(last)
    {
        return false;
    }
    if name.len() > BLOCK {
        return pairs_are_plain(name);
    }
    let mut filled = [b'a'; BLOCK + 1];
    filled[..name.len()].copy_from_slice(name);
    pairs_are_plain(&filled)
}

/// The pairs of neighbours that are looked at together, which the compiler does by vectors.
const BLOCK: usize = 16;

/// Whether each octet but the last is plain, and no two neighbours are separators. There are more octets than
/// a block has pairs. The last block overlaps the one before.
fn pairs_are_plain(name: &[u8]) -> bool {
    let last = name.len() - (BLOCK + 1);
    let mut are_plain = [true; BLOCK];
    let mut at = 0;
    loop {
        let start = last.min(at);
        let (Some(octets), Some(nexts)) = (
            name[start..].first_chunk::<BLOCK>(),
            name[start + 1..].first_chunk::<BLOCK>(),
        ) else {
            unreachable!("one more octet than a block has is there")
        };
        for lane in 0..BLOCK {
            let (octet, next) = (octets[lane], nexts[lane]);
            are_plain[lane] &= is_plain_octet(octet) & !(is_separator(octet) & is_separator(next));
        }
        if start == last {
            return are_plain == [true; BLOCK];
        }
        at += BLOCK;
    }
}

/// Whether it is a hyphen or a full stop, which are neighbours.
const fn is_separator(octet: u8) -> bool {
    octet.wrapping_sub(b'-') < 2
}

/// Whether it is a separator, a digit or a small letter. From the hyphen to the digit 9, all but `/` are.
const fn is_plain_octet(octet: u8) -> bool {
    let is_low = octet.wrapping_sub(b'-') <= b'9' - b'-';
    let is_letter = octet.wrapping_sub(b'a') < 26;
    (is_low & (octet != b'/')) | is_letter
}
