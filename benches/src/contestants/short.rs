//! Punycode: the codec, its model and the peers, by interface.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::simd::Backend;
use acegate_codec::{plain, punycode};

use super::{Interface, Label};
use crate::contest::{Contestant, Origin};

/// The labels of texts, with their Punycode from the codec. Texts that it refuses are left out.
#[must_use]
pub fn labels_from(texts: Vec<String>) -> Vec<Label> {
    Label::all(texts.into_iter().filter_map(|text| {
        let code = punycode::encode(&text).ok()?;
        Some((text, code))
    }))
}

/// All contestants with this interface, the codec first. Names are kebab-case and stable.
#[must_use]
pub fn punycodes(interface: Interface) -> Vec<Contestant<Label>> {
    let mut all = ours(interface);
    all.push(model(interface));
    all.extend(peers(interface));
    #[cfg(feature = "libidn")]
    all.extend(super::libidn::peers(interface));
    all
}

/// A static and not a constant, which would be built again at each use.
static PUNYCODE: Bootstring = Bootstring::PUNYCODE;

fn ours(interface: Interface) -> Vec<Contestant<Label>> {
    let mut all = Vec::new();
    for backend in Backend::ALL.into_iter().rev() {
        if !backend.is_available() {
            continue;
        }
        let name = |form: &str| format!("acegate-{form}-{}", backend.name());
        let (into, owned) = (name("into"), name("owned"));
        let pair = match interface {
            Interface::EncodeText => [
                ours_as(into, |label, out: &mut String| {
                    out.clear();
                    punycode::encode_into(label.text, out).is_ok()
                }),
                ours_as(owned, |label, out: &mut String| {
                    store(punycode::encode(label.text).ok(), out)
                }),
            ],
            Interface::EncodePoints => [
                ours_as(into, |label, out: &mut Vec<u8>| {
                    out.clear();
                    punycode::encode_points_into(label.points, out).is_ok()
                }),
                ours_as(owned, |label, out: &mut Vec<u8>| {
                    store(punycode::encode_points(label.points).ok(), out)
                }),
            ],
            Interface::DecodeText => [
                ours_as(into, |label, out: &mut String| {
                    out.clear();
                    punycode::decode_into(label.code, out).is_ok()
                }),
                ours_as(owned, |label, out: &mut String| {
                    store(punycode::decode(label.code).ok(), out)
                }),
            ],
            Interface::DecodePoints => [
                ours_as(into, |label, out: &mut Vec<u32>| {
                    out.clear();
                    punycode::decode_points_into(label.code.as_bytes(), out).is_ok()
                }),
                ours_as(owned, |label, out: &mut Vec<u32>| {
                    store(punycode::decode_points(label.code.as_bytes()).ok(), out)
                }),
            ],
        };
        all.extend(pair.map(|contestant| contestant.at(backend)));
    }
    all
}

fn ours_as<O: crate::contest::Answer + 'static>(
    name: String,
    call: impl FnMut(&Label, &mut O) -> bool + 'static,
) -> Contestant<Label> {
    Contestant::new(name, Origin::Fast, call)
}

fn model(interface: Interface) -> Contestant<Label> {
    let name = "plain";
    let of = Origin::Yardstick;
    match interface {
        Interface::EncodeText | Interface::EncodePoints => {
            Contestant::new(name, of, |label: &Label, out: &mut Vec<u8>| {
                store(plain::bootstring::encode(&PUNYCODE, label.points).ok(), out)
            })
        }
        Interface::DecodeText | Interface::DecodePoints => {
            Contestant::new(name, of, |label: &Label, out: &mut Vec<u32>| {
                let code: Vec<_> = label.code.bytes().map(u32::from).collect();
                store(plain::bootstring::decode(&PUNYCODE, &code).ok(), out)
            })
        }
    }
}

fn peers(interface: Interface) -> Vec<Contestant<Label>> {
    let of = Origin::Peer;
    match interface {
        Interface::EncodeText => vec![
            Contestant::new("idna", of, |label: &Label, out: &mut String| {
                store(idna::punycode::encode_str(label.text), out)
            }),
            Contestant::new("punycode", of, |label: &Label, out: &mut String| {
                store(::punycode::encode(label.text).ok(), out)
            }),
            Contestant::new("unic", of, |label: &Label, out: &mut String| {
                store(unic_idna_punycode::encode_str(label.text), out)
            }),
        ],
        Interface::EncodePoints => vec![
            Contestant::new("idna", of, |label: &Label, out: &mut String| {
                store(idna::punycode::encode(label.chars), out)
            }),
            Contestant::new("unic", of, |label: &Label, out: &mut String| {
                store(unic_idna_punycode::encode(label.chars), out)
            }),
        ],
        Interface::DecodeText => vec![
            Contestant::new("idna", of, |label: &Label, out: &mut String| {
                store(idna::punycode::decode_to_string(label.code), out)
            }),
            Contestant::new("punycode", of, |label: &Label, out: &mut String| {
                store(::punycode::decode(label.code).ok(), out)
            }),
            Contestant::new("unic", of, |label: &Label, out: &mut String| {
                store(unic_idna_punycode::decode_to_string(label.code), out)
            }),
        ],
        Interface::DecodePoints => vec![
            Contestant::new("idna", of, |label: &Label, out: &mut Vec<char>| {
                store(idna::punycode::decode(label.code), out)
            }),
            Contestant::new("unic", of, |label: &Label, out: &mut Vec<char>| {
                store(unic_idna_punycode::decode(label.code), out)
            }),
        ],
    }
}

/// Replaces the answer of the call before by an owned one, and frees its memory.
pub(super) fn store<O>(answer: Option<O>, out: &mut O) -> bool {
    match answer {
        Some(answer) => {
            *out = answer;
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::compare;
    use crate::corpus;

    #[test]
    fn everyone_agrees_on_labels_of_every_script() {
        let labels = labels_from(corpus::labels(1_300));
        assert_eq!(labels.len(), 1_300);
        for interface in Interface::ALL {
            let disagreement = compare(&mut punycodes(interface), &labels).unwrap();
            assert_eq!(disagreement, [], "{}", interface.name());
        }
    }

    #[test]
    fn names_are_different_and_the_codec_comes_first() {
        for interface in Interface::ALL {
            let all = punycodes(interface);
            let names: std::collections::BTreeSet<_> = all.iter().map(Contestant::name).collect();
            assert_eq!(names.len(), all.len());
            assert_eq!(all[0].origin(), Origin::Fast);
            assert!(names.contains("idna") && names.contains("acegate-into-portable"));
        }
    }
}
