//! The frames of a sweep: texts with one hole, which every code point fills in turn.

use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::uts46::model::{Bidi, Icu, Tables};
use acegate_codec::{Verb, idna2008, uts46};

use super::code_points::CodePoints;

/// A text with one hole.
#[derive(Debug)]
pub struct Frame {
    /// The stable name, such as `between-letters`.
    pub name: &'static str,
    /// The subject of the frame, in a few words.
    pub purpose: &'static str,
    /// The codecs that the requests are sent to.
    pub uses: &'static [Use],
    /// How a code point is put into it.
    form: Form,
    /// The code points that fill it, unless others are chosen.
    fill: Fill,
}

/// A codec to which the texts of a frame are sent.
#[derive(Debug)]
pub struct Use {
    /// The codec.
    pub codec: &'static str,
    /// The operations of the requests.
    pub ops: &'static [&'static str],
}

/// How a code point is put into a frame.
#[derive(Debug)]
enum Form {
    /// Between two texts.
    Text(Neighbours),
    /// Between two texts, which are others for a code point that is written to the left.
    Directed {
        to_the_right: Neighbours,
        to_the_left: Neighbours,
    },
    /// Between two texts, and all of it in Punycode with the prefix of IDNA.
    Label(Neighbours),
    /// Between two texts, and all of it in Punycode.
    Code(Neighbours),
}

/// The texts before and after the hole.
#[derive(Debug)]
struct Neighbours(&'static str, &'static str);

/// The code points that fill a frame by default.
#[derive(Debug)]
enum Fill {
    Every,
    /// The planes with assigned characters. Any other code point is disallowed next to any
    /// neighbour.
    Assigned,
}

/// The planes in which Unicode 18 assigns characters with a meaning.
pub(super) const ASSIGNED_PLANES: [u32; 5] = [0, 1, 2, 3, 14];

const UTS46: Use = Use {
    codec: uts46::ABOUT.id,
    ops: &[Verb::ToAscii.name(), Verb::ToUnicode.name()],
};

const IDNA2008: Use = Use {
    codec: idna2008::ABOUT.id,
    ops: &[
        Verb::ToAscii.name(),
        Verb::ToUnicode.name(),
        Verb::Check.name(),
    ],
};

/// Every frame. The frames of a codec are sent in this order. U+1820 is a Mongolian letter that
/// joins on both sides and is written to the right, U+0628 an Arabic one that is written to the
/// left.
pub const FRAMES: &[Frame] = &[
    Frame {
        name: "alone",
        purpose: "status, mapping, and marks at the start of a label",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("", "")),
        fill: Fill::Every,
    },
    Frame {
        name: "between-letters",
        purpose: "status, mapping, and Bidi class inside a label that runs to the right",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("a", "b")),
        fill: Fill::Every,
    },
    Frame {
        name: "encoded",
        purpose: "status inside an encoded label",
        uses: &[UTS46, IDNA2008],
        form: Form::Label(Neighbours("a", "b")),
        fill: Fill::Every,
    },
    Frame {
        name: "before-right-to-left",
        purpose: "Bidi class at the start of a label, before a Hebrew letter",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("", "\u{5D0}")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "after-right-to-left",
        purpose: "Bidi class at the end of a label, after a Hebrew letter",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("\u{5D0}", "")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "second-label",
        purpose: "Bidi class in a label beside one that runs to the left",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("\u{5D0}.", "")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "after-mark",
        purpose: "normalisation after a letter with a mark below",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("a\u{323}", "")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "before-mark",
        purpose: "normalisation before a mark above",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("", "\u{301}")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "before-non-joiner",
        purpose: "joining type and virama before U+200C",
        uses: &[UTS46, IDNA2008],
        form: Form::Directed {
            to_the_right: Neighbours("", "\u{200C}\u{1820}"),
            to_the_left: Neighbours("", "\u{200C}\u{628}"),
        },
        fill: Fill::Assigned,
    },
    Frame {
        name: "after-non-joiner",
        purpose: "joining type after U+200C",
        uses: &[UTS46, IDNA2008],
        form: Form::Directed {
            to_the_right: Neighbours("\u{1820}\u{200C}", ""),
            to_the_left: Neighbours("\u{628}\u{200C}", ""),
        },
        fill: Fill::Assigned,
    },
    Frame {
        name: "transparent",
        purpose: "joining type between a joining letter and U+200C",
        uses: &[UTS46, IDNA2008],
        form: Form::Directed {
            to_the_right: Neighbours("\u{1820}", "\u{200C}\u{1820}"),
            to_the_left: Neighbours("\u{628}", "\u{200C}\u{628}"),
        },
        fill: Fill::Assigned,
    },
    Frame {
        name: "before-joiner",
        purpose: "virama before U+200D",
        uses: &[UTS46, IDNA2008],
        form: Form::Text(Neighbours("\u{915}", "\u{200D}")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "after-keraia",
        purpose: "Greek script after U+0375",
        uses: &[IDNA2008],
        form: Form::Text(Neighbours("\u{375}", "")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "before-geresh",
        purpose: "Hebrew script before U+05F3",
        uses: &[IDNA2008],
        form: Form::Text(Neighbours("", "\u{5F3}")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "beside-middle-dot",
        purpose: "the scripts that a label with U+30FB must have",
        uses: &[IDNA2008],
        form: Form::Text(Neighbours("", "\u{30FB}")),
        fill: Fill::Assigned,
    },
    Frame {
        name: "text",
        purpose: "one code point between letters, encoded",
        uses: &[Use {
            codec: punycode::ABOUT.id,
            ops: &[Verb::Encode.name()],
        }],
        form: Form::Text(Neighbours("a", "b")),
        fill: Fill::Every,
    },
    Frame {
        name: "code",
        purpose: "the code of one code point between letters, decoded",
        uses: &[Use {
            codec: punycode::ABOUT.id,
            ops: &[Verb::Decode.name()],
        }],
        form: Form::Code(Neighbours("a", "b")),
        fill: Fill::Every,
    },
];

impl Frame {
    /// The text with the code point in the hole; `None` if Punycode has no code for it.
    #[must_use]
    pub fn filled(&self, point: char) -> Option<String> {
        match &self.form {
            Form::Text(neighbours) => Some(neighbours.around(point)),
            Form::Directed {
                to_the_right,
                to_the_left,
            } => Some(match is_to_the_left(point) {
                false => to_the_right.around(point),
                true => to_the_left.around(point),
            }),
            Form::Label(neighbours) => {
                let code = punycode::encode(&neighbours.around(point)).ok()?;
                Some(format!("{PREFIX}{code}"))
            }
            Form::Code(neighbours) => punycode::encode(&neighbours.around(point)).ok(),
        }
    }

    /// The code points that fill it if none are chosen.
    #[must_use]
    pub fn default_fill(&self) -> CodePoints {
        match self.fill {
            Fill::Every => CodePoints::all(),
            Fill::Assigned => CodePoints::of_planes(&ASSIGNED_PLANES),
        }
    }
}

impl Neighbours {
    fn around(&self, point: char) -> String {
        let Self(left, right) = self;
        let mut text = String::with_capacity(left.len() + point.len_utf8() + right.len());
        text += left;
        text.push(point);
        text += right;
        text
    }
}

/// Whether a code point is of a class that makes a name a Bidi name.
fn is_to_the_left(point: char) -> bool {
    matches!(Icu.bidi(point), Bidi::R | Bidi::AL | Bidi::AN)
}
