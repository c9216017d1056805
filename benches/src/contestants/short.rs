//! Punycode: the codec, its model and the peers, by interface.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::simd::Backend;
use acegate_codec::{plain, punycode};

use super::label::{Interface, Label};
use crate::contest::{Answer, Contestant, Origin};

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
                Contestant::new(into, Origin::Fast, |label: &Label, out: &mut String| {
                    out.clear();
                    punycode::encode_into(label.text, out).is_ok()
                }),
                Contestant::owned(owned, Origin::Fast, |label: &Label| {
                    punycode::encode(label.text).ok()
                }),
            ],
            Interface::EncodePoints => [
                Contestant::new(into, Origin::Fast, |label: &Label, out: &mut Vec<u8>| {
                    out.clear();
                    punycode::encode_points_into(label.points, out).is_ok()
                }),
                Contestant::owned(owned, Origin::Fast, |label: &Label| {
                    punycode::encode_points(label.points).ok()
                }),
            ],
            Interface::DecodeText => [
                Contestant::new(into, Origin::Fast, |label: &Label, out: &mut String| {
                    out.clear();
                    punycode::decode_into(label.code, out).is_ok()
                }),
                Contestant::owned(owned, Origin::Fast, |label: &Label| {
                    punycode::decode(label.code).ok()
                }),
            ],
            Interface::DecodePoints => [
                Contestant::new(into, Origin::Fast, |label: &Label, out: &mut Vec<u32>| {
                    out.clear();
                    punycode::decode_points_into(label.code.as_bytes(), out).is_ok()
                }),
                Contestant::owned(owned, Origin::Fast, |label: &Label| {
                    punycode::decode_points(label.code.as_bytes()).ok()
                }),
            ],
        };
        all.extend(pair.map(|contestant| contestant.at(backend)));
    }
    all
}

fn model(interface: Interface) -> Contestant<Label> {
    match interface {
        Interface::EncodeText | Interface::EncodePoints => {
            Contestant::owned("plain", Origin::Yardstick, |label: &Label| {
                plain::bootstring::encode(&PUNYCODE, label.points).ok()
            })
        }
        Interface::DecodeText | Interface::DecodePoints => {
            Contestant::owned("plain", Origin::Yardstick, |label: &Label| {
                let code: Vec<_> = label.code.bytes().map(u32::from).collect();
                plain::bootstring::decode(&PUNYCODE, &code).ok()
            })
        }
    }
}

fn peers(interface: Interface) -> Vec<Contestant<Label>> {
    match interface {
        Interface::EncodeText => vec![
            peer("idna", |label| idna::punycode::encode_str(label.text)),
            peer("punycode", |label| ::punycode::encode(label.text).ok()),
            peer("unic", |label| unic_idna_punycode::encode_str(label.text)),
        ],
        Interface::EncodePoints => vec![
            peer("idna", |label| idna::punycode::encode(label.chars)),
            peer("unic", |label| unic_idna_punycode::encode(label.chars)),
        ],
        Interface::DecodeText => vec![
            peer("idna", |label| idna::punycode::decode_to_string(label.code)),
            peer("punycode", |label| ::punycode::decode(label.code).ok()),
            peer("unic", |label| unic_idna_punycode::decode_to_string(label.code)),
        ],
        Interface::DecodePoints => vec![
            peer("idna", |label| idna::punycode::decode(label.code)),
            peer("unic", |label| unic_idna_punycode::decode(label.code)),
        ],
    }
}

fn peer<O: Answer + 'static>(
    name: &str,
    call: impl Fn(&Label) -> Option<O> + 'static,
) -> Contestant<Label> {
    Contestant::owned(name, Origin::Peer, call)
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
