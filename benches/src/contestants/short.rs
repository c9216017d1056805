//! Punycode: the codec, its model and the peers, by interface; and Bootstring with the parameters of Swift.

use acegate_codec::bootstring::{self, Bootstring};
use acegate_codec::{Error, punycode};

use super::label::{Direction, Label};
use crate::contest::{Answer, Contestant, Origin, backends};

/// The labels of texts, with their Punycode from the codec. Texts that it refuses are left out.
#[must_use]
pub fn labels_from(texts: Vec<String>) -> Vec<Label> {
    Label::all(texts, |text| punycode::encode(text).ok())
}

/// All contestants by interface, that is by the types of input and output: UTF-8 or code points, to or from
/// ASCII. Only contestants with the same interface are compared. The codec comes first. Names are kebab-case and stable.
#[must_use]
pub fn punycodes() -> [(&'static str, Vec<Contestant<Label>>); 4] {
    let mut encode_text = on_backends(
        |label, out| punycode::encode_into(label.text, out),
        |label| punycode::encode(label.text),
    );
    encode_text.extend([
        model(&PUNYCODE, Direction::Encode),
        peer("idna", |label| idna::punycode::encode_str(label.text)),
        peer("punycode", |label| ::punycode::encode(label.text).ok()),
        peer("unic", |label| unic_idna_punycode::encode_str(label.text)),
    ]);
    let mut encode_points = on_backends(
        |label, out| punycode::encode_points_into(label.points, out),
        |label| punycode::encode_points(label.points),
    );
    encode_points.extend([
        model(&PUNYCODE, Direction::Encode),
        peer("idna", |label| idna::punycode::encode(label.chars)),
        peer("unic", |label| unic_idna_punycode::encode(label.chars)),
    ]);
    let mut decode_text = on_backends(
        |label, out| punycode::decode_into(label.code, out),
        |label| punycode::decode(label.code),
    );
    decode_text.extend([
        model(&PUNYCODE, Direction::Decode),
        peer("idna", |label| idna::punycode::decode_to_string(label.code)),
        peer("punycode", |label| ::punycode::decode(label.code).ok()),
        peer("unic", |label| {
            unic_idna_punycode::decode_to_string(label.code)
        }),
    ]);
    let mut decode_points = on_backends(
        |label, out| punycode::decode_points_into(label.code.as_bytes(), out),
        |label| punycode::decode_points(label.code.as_bytes()),
    );
    decode_points.extend([
        model(&PUNYCODE, Direction::Decode),
        peer("idna", |label| idna::punycode::decode(label.code)),
        peer("unic", |label| unic_idna_punycode::decode(label.code)),
    ]);
    #[cfg(feature = "libidn")]
    for [encoder, decoder] in super::libidn::peers() {
        encode_points.push(encoder);
        decode_points.push(decoder);
    }
    [
        ("encode-text", encode_text),
        ("encode-points", encode_points),
        ("decode-text", decode_text),
        ("decode-points", decode_points),
    ]
}

/// A static and not a constant, which would be built again at each use.
static PUNYCODE: Bootstring = Bootstring::PUNYCODE;

/// The codec on every backend, into a buffer and returning a value.
fn on_backends<O: Answer + 'static>(
    into: impl Fn(&Label, &mut O) -> Result<(), Error> + Copy + 'static,
    owned: impl Fn(&Label) -> Result<O, Error> + Copy + 'static,
) -> Vec<Contestant<Label>> {
    let mut all = Vec::new();
    for backend in backends() {
        let name = format!("acegate-into-{}", backend.name());
        let contestant = Contestant::new(name, Origin::Fast, move |label: &Label, out: &mut O| {
            into(label, out).is_ok()
        });
        all.push(contestant.at(backend));
        let name = format!("acegate-owned-{}", backend.name());
        let contestant =
            Contestant::owned(name, Origin::Fast, move |label: &Label| owned(label).ok());
        all.push(contestant.at(backend));
    }
    all
}

fn peer<O: Answer + 'static>(
    name: &str,
    call: impl Fn(&Label) -> Option<O> + 'static,
) -> Contestant<Label> {
    Contestant::owned(name, Origin::Peer, call)
}

/// The texts with their codes from the codec. Texts that it refuses are left out.
#[must_use]
pub fn swift_labels_from(texts: Vec<String>) -> Vec<Label> {
    Label::all(texts, |text| {
        let points: Vec<_> = text.chars().map(u32::from).collect();
        String::from_utf8(SWIFT.encode(&points).ok()?).ok()
    })
}

/// The codec and its model, with the same interface. Each returns an owned answer.
#[must_use]
pub fn swift_models(direction: Direction) -> Vec<Contestant<Label>> {
    vec![
        direction.contestant(
            "fast",
            Origin::Fast,
            |label: &Label| SWIFT.encode(label.points).ok(),
            |label| SWIFT.decode(&code_points(label)).ok(),
        ),
        model(&SWIFT, direction),
    ]
}

/// The plain model of a Bootstring, from and to code points.
fn model(bootstring: &'static Bootstring, direction: Direction) -> Contestant<Label> {
    direction.contestant(
        "plain",
        Origin::Yardstick,
        move |label: &Label| bootstring::model::encode(bootstring, label.points).ok(),
        move |label| bootstring::model::decode(bootstring, &code_points(label)).ok(),
    )
}

static SWIFT: Bootstring = Bootstring::SWIFT;

/// The interface that both have: code points as integers.
fn code_points(label: &Label) -> Vec<u32> {
    label.code.bytes().map(u32::from).collect()
}
