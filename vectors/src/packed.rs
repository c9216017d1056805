//! How code points stand in the embedded suite: all of a text in as many octets each, so that they
//! are read many at a time.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes one octet that says how many each code point has, one, two or four, and the code points,
/// the lowest octet first.
pub(crate) fn serialize<S: Serializer>(
    code_points: &[u32],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let width = match code_points.iter().max() {
        None | Some(0..=0xff) => 1,
        Some(0x100..=0xffff) => 2,
        Some(0x1_0000..) => 4,
    };
    let octets = code_points.iter().flat_map(|point| point.to_le_bytes().into_iter().take(width));
    serializer.serialize_bytes(&[width as u8].into_iter().chain(octets).collect::<Vec<_>>())
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<u32>, D::Error> {
    let wrong = || D::Error::custom("no code points of one, two or four octets each");
    let (width, octets) = <&[u8]>::deserialize(deserializer)?.split_first().ok_or_else(wrong)?;
    match width {
        1 => Ok(octets.iter().copied().map(u32::from).collect()),
        2 => {
            let (pairs, []) = octets.as_chunks() else { return Err(wrong()) };
            Ok(pairs.iter().map(|&pair| u16::from_le_bytes(pair).into()).collect())
        }
        4 => {
            let (fours, []) = octets.as_chunks() else { return Err(wrong()) };
            Ok(fours.iter().map(|&four| u32::from_le_bytes(four)).collect())
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    struct Text(#[serde(with = "super")] Vec<u32>);

    #[test]
    fn every_code_point_comes_back() {
        for (code_points, octets) in [
            (&[][..], &b"\x01\x01"[..]),
            (&[0, 0xff], b"\x03\x01\x00\xff"),
            (&[0x61, 0x100], b"\x05\x02\x61\x00\x00\x01"),
            (&[0xffff], b"\x03\x02\xff\xff"),
            (&[0x1_0000, u32::MAX], b"\x09\x04\x00\x00\x01\x00\xff\xff\xff\xff"),
        ] {
            let text = Text(code_points.to_vec());
            assert_eq!(postcard::to_stdvec(&text).unwrap(), octets);
            assert_eq!(postcard::from_bytes::<Text>(octets).unwrap(), text);
        }
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        for octets in [&b"\x00"[..], b"\x02\x02\x61", b"\x04\x04\x61\x00\x00", b"\x02\x03\x61"] {
            postcard::from_bytes::<Text>(octets).unwrap_err();
        }
    }
}
