//! Deviations: known bugs with names. Most of them were seen in libraries.
//!
//! They serve three ends. The suite must catch each of them (`acegate coverage`). The outputs of a
//! failing implementation are compared with theirs, so that the report can say which known fault it
//! behaves like. Each can be served as a program (`acegate serve --deviation ID`), to try a harness
//! on.

mod base32;
mod bootstring;
mod codec;
mod e164;
mod family;
#[cfg(feature = "uts46")]
mod idna2008;
mod label;
mod lace;
mod octets;
mod punycode;
mod race;
mod uri2dec;
mod utf5;
mod utf6;
#[cfg(feature = "uts46")]
mod uts46;
mod wrappers;

pub use codec::{DeviantCodec, DeviantValue};
pub use family::Family;

use std::cell::RefCell;
use std::sync::LazyLock;

use acegate_codec::{Codec, Error, ErrorKind, Failure, Parameters, Value, Verb};

use punycode::Steps;

/// One way of being wrong.
pub struct Deviation {
    /// The stable name: `codec/what-is-wrong`.
    pub id: &'static str,
    /// One sentence on what it does.
    pub summary: &'static str,
    /// The requirements of the ledger that it breaks.
    pub breaks: &'static [&'static str],
    /// The libraries in which it was seen.
    pub seen: &'static [Seen],
    /// Why it answers every input as the reference does, if it does.
    pub equivalent: Option<&'static str>,
    /// The way in which it answers.
    pub behaviour: Behaviour,
}

impl Deviation {
    /// The codec that it is a deviation of.
    #[must_use]
    pub fn codec(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(codec, _)| codec)
    }

    /// One sentence on what it does.
    const fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// The libraries in which it was seen; a row without them was invented.
    const fn seen(self, seen: &'static [Seen]) -> Self {
        Self { seen, ..self }
    }

    /// Why it answers every input as the reference does.
    const fn equivalent(self, because: &'static str) -> Self {
        Self {
            equivalent: Some(because),
            ..self
        }
    }

    /// The function that does it.
    const fn how(self, function: fn(&Call<'_>) -> Answer) -> Self {
        Self {
            behaviour: Behaviour::Function(function),
            ..self
        }
    }

    /// The rules that do it.
    const fn by(self, model: &'static dyn Model) -> Self {
        Self {
            behaviour: Behaviour::Model(model),
            ..self
        }
    }

    /// The change of the model of UTS #46 that does it.
    #[cfg(feature = "uts46")]
    const fn changes(self, change: uts46::Change) -> Self {
        Self {
            behaviour: Behaviour::Rules(change),
            ..self
        }
    }

    /// The change of the model of IDNA 2008 that does it.
    #[cfg(feature = "uts46")]
    const fn alters(self, change: idna2008::Change) -> Self {
        Self {
            behaviour: Behaviour::Protocol(change),
            ..self
        }
    }
}

/// A library in which a deviation was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The library and its version.
    pub library: &'static str,
    /// Where this is written; empty if the library was run to see it.
    pub source: &'static str,
}

/// The answer of a deviation to a call; `None` if it equals the reference's.
pub type Answer = Option<Result<Value, Failure>>;

/// The way in which a deviation answers.
#[derive(Clone, Copy)]
pub enum Behaviour {
    /// By a function.
    Function(fn(&Call<'_>) -> Answer),
    /// As a model whose rules differ from the document.
    Model(&'static dyn Model),
    /// As the model of UTS #46 with steps changed. The changes of several deviations can be made together.
    #[cfg(feature = "uts46")]
    Rules(fn(&mut acegate_codec::uts46::model::Rules, &Call<'_>)),
    /// As the model of IDNA 2008 with steps changed, likewise.
    #[cfg(feature = "uts46")]
    Protocol(fn(&mut acegate_codec::idna2008::model::ProtocolSteps, &Call<'_>)),
}

impl Behaviour {
    fn answer(self, call: &Call<'_>) -> Answer {
        match self {
            Self::Function(answer) => answer(call),
            Self::Model(model) => model.answer(call),
            #[cfg(feature = "uts46")]
            Self::Rules(change) => uts46::answer(change, call),
            #[cfg(feature = "uts46")]
            Self::Protocol(change) => idna2008::answer(change, call),
        }
    }

    fn steps(self, call: &Call<'_>) -> Option<Steps> {
        match self {
            Self::Model(model) => model.steps(call),
            Self::Function(_) => None,
            #[cfg(feature = "uts46")]
            Self::Rules(_) | Self::Protocol(_) => None,
        }
    }
}

/// The rules of a model, right or wrong.
pub trait Model: Sync {
    /// The answer by these rules; `None` for operations that they do not concern.
    fn answer(&self, call: &Call<'_>) -> Answer;

    /// The steps of Punycode for this call, if these rules are such steps. Those of several deviations are
    /// taken together.
    fn steps(&self, _: &Call<'_>) -> Option<Steps> {
        None
    }
}

/// The start of a row of a table: the id and the requirements that are broken. A row reads
/// `deviation(id, requirements).summary(…).seen(…).by(…)`; without `seen` it was invented.
const fn deviation(id: &'static str, breaks: &'static [&'static str]) -> Deviation {
    let behaviour = Behaviour::Function(|_| None);
    Deviation {
        id,
        summary: "",
        breaks,
        seen: &[],
        equivalent: None,
        behaviour,
    }
}

/// A library in which a deviation was observed by running it.
const fn observed(library: &'static str) -> Seen {
    Seen {
        library,
        source: "",
    }
}

/// A library that has a deviation, by this source.
const fn reported(library: &'static str, source: &'static str) -> Seen {
    Seen { library, source }
}

/// A model that is followed only where a text is decoded.
struct Reads<M>(M);

/// A model that is followed only where a text is encoded.
struct Writes<M>(M);

impl<M: Model> Model for Reads<M> {
    fn answer(&self, call: &Call<'_>) -> Answer {
        if call.reads() {
            self.0.answer(call)
        } else {
            None
        }
    }

    fn steps(&self, call: &Call<'_>) -> Option<Steps> {
        if call.reads() {
            self.0.steps(call)
        } else {
            None
        }
    }
}

impl<M: Model> Model for Writes<M> {
    fn answer(&self, call: &Call<'_>) -> Answer {
        if call.writes() {
            self.0.answer(call)
        } else {
            None
        }
    }

    fn steps(&self, call: &Call<'_>) -> Option<Steps> {
        if call.writes() {
            self.0.steps(call)
        } else {
            None
        }
    }
}

/// One call of an operation.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The codec that answers correctly.
    pub reference: &'a dyn Codec,
    /// The operation.
    pub op: &'a str,
    /// The parameters.
    pub parameters: &'a Parameters,
    /// The input.
    pub input: &'a Value,
    /// The deviations that are combined; empty if one is alone.
    combined: &'a [&'static Deviation],
    /// Takes a decoded text that has an integer of more than 32 bits. The answer is then a rejection.
    large: Option<&'a RefCell<Option<Vec<u128>>>>,
}

impl<'a> Call<'a> {
    /// A call of an operation of the reference.
    #[must_use]
    pub const fn new(
        reference: &'a dyn Codec,
        op: &'a str,
        parameters: &'a Parameters,
        input: &'a Value,
    ) -> Self {
        Self {
            reference,
            op,
            parameters,
            input,
            combined: &[],
            large: None,
        }
    }
}

impl Call<'_> {
    /// The code points of the input; empty if it is not a text.
    #[must_use]
    pub fn code_points(&self) -> &[u32] {
        match self.input {
            Value::Text(text) => &text.code_points,
            Value::Octets(_) | Value::List(_) => &[],
        }
    }

    /// The answer of the reference.
    ///
    /// # Errors
    ///
    /// Those of the reference.
    pub fn answer(&self) -> Result<Value, Failure> {
        self.answer_to(self.input)
    }

    /// The answer of the reference to another input.
    ///
    /// # Errors
    ///
    /// Those of the reference.
    pub fn answer_to(&self, input: &Value) -> Result<Value, Failure> {
        self.reference.apply(self.op, self.parameters, input)
    }

    /// The kind of operation; `None` if no codec has it.
    fn verb(&self) -> Option<Verb> {
        Verb::named(self.op)
    }

    /// Whether the operation does this.
    fn does(&self, verb: Verb) -> bool {
        self.op == verb.name()
    }

    /// Whether a text is encoded.
    fn writes(&self) -> bool {
        self.does(Verb::Encode) || self.does(Verb::ToAscii)
    }

    /// Whether a text is decoded.
    fn reads(&self) -> bool {
        self.does(Verb::Decode) || self.does(Verb::ToUnicode)
    }

    /// The rejection of an implementation: the error of the reference if that also rejects, otherwise one of
    /// this kind.
    fn refusal(&self, kind: ErrorKind) -> Failure {
        self.answer().err().unwrap_or(Error::new(kind, 0).into())
    }
}

/// Ends the program as a fault of an implementation does: with a panic, but without a message of the
/// panic hook.
fn crash() -> ! {
    std::panic::resume_unwind(Box::new("the deviation ends the program"))
}

/// Every deviation, by codec. Of a family it has a few members.
pub fn deviations() -> impl Iterator<Item = &'static Deviation> {
    rows().chain(families().iter().flat_map(Family::listed))
}

/// The deviations that are rows of tables, by codec.
fn rows() -> impl Iterator<Item = &'static Deviation> {
    [
        bootstring::DEVIATIONS,
        e164::NUMBERS,
        e164::RECORDS,
        e164::EXPRESSIONS,
        #[cfg(feature = "uts46")]
        idna2008::PROPERTY,
        #[cfg(feature = "uts46")]
        idna2008::LABELS,
        #[cfg(feature = "uts46")]
        idna2008::DECODED,
        #[cfg(feature = "uts46")]
        idna2008::JOINERS,
        #[cfg(feature = "uts46")]
        idna2008::CONTEXT,
        #[cfg(feature = "uts46")]
        idna2008::BIDI,
        #[cfg(feature = "uts46")]
        idna2008::NAMES,
        #[cfg(feature = "uts46")]
        idna2008::MAPPING,
        lace::DEVIATIONS,
        punycode::CODE,
        punycode::ARITHMETIC,
        punycode::TEXT,
        punycode::ENCODING,
        punycode::CHARACTERS,
        punycode::HOST,
        punycode::DIGITS,
        punycode::NAMES,
        race::DEVIATIONS,
        uri2dec::DEVIATIONS,
        uri2dec::BOOKS,
        uri2dec::PROTOCOLS,
        utf5::DEVIATIONS,
        utf6::DEVIATIONS,
        #[cfg(feature = "uts46")]
        uts46::MAPPING,
        #[cfg(feature = "uts46")]
        uts46::ORDER,
        #[cfg(feature = "uts46")]
        uts46::DECODED,
        #[cfg(feature = "uts46")]
        uts46::JOINERS,
        #[cfg(feature = "uts46")]
        uts46::BIDI,
        #[cfg(feature = "uts46")]
        uts46::LENGTHS,
        wrappers::ENUM,
        wrappers::LACE,
        wrappers::RACE,
        wrappers::URI2DEC,
        wrappers::UTF5,
        wrappers::UTF6,
    ]
    .into_iter()
    .flatten()
}

/// The models without a fault that deviations change, each with the id of its codec. A test compares
/// their answers with the reference's.
pub const MODELS: &[(&str, &dyn Model)] = &[
    (acegate_codec::e164::ABOUT.id, &e164::RIGHT),
    #[cfg(feature = "uts46")]
    (acegate_codec::idna2008::ABOUT.id, &idna2008::RIGHT),
    (acegate_codec::lace::ABOUT.id, &lace::RIGHT),
    (acegate_codec::punycode::ABOUT.id, &punycode::RIGHT),
    (acegate_codec::punycode::ABOUT.id, &punycode::RULES),
    (acegate_codec::race::ABOUT.id, &race::RIGHT),
    (
        acegate_codec::uri2dec::ABOUT.id,
        &acegate_codec::uri2dec::model::MODEL,
    ),
    (acegate_codec::utf5::ABOUT.id, &utf5::DRAFT),
    (acegate_codec::utf6::ABOUT.id, &utf6::RIGHT),
    #[cfg(feature = "uts46")]
    (acegate_codec::uts46::ABOUT.id, &uts46::RIGHT),
];

/// Every family.
pub fn families() -> &'static [Family] {
    static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
        let mut families = Vec::new();
        for row in punycode::family_rows() {
            for &direction in row.directions {
                families.push(row.family(direction));
            }
        }
        families
    });
    &FAMILIES
}

/// The deviation with this id, also one of a family.
#[must_use]
pub fn find(id: &str) -> Option<&'static Deviation> {
    let row = rows().find(|deviation| deviation.id == id);
    row.or_else(|| {
        families()
            .iter()
            .flat_map(|family| &family.members)
            .find(|member| member.id == id)
    })
}
