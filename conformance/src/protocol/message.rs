//! The messages of the protocol: hello, description, request and reply.
//!
//! In: a line. Out: a message, or an error that says what was expected. And the other way, where
//! acegate writes the message.

use std::collections::BTreeMap;

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::{Family, Parameters, Value, family};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value as Json, json};

use super::error::MessageError;
use super::large::{large_to_line, value_from_json, value_from_raw};
use super::loose::{self, Loose};
use super::shape;
use super::support::{CodecSupport, DeclaredUnicode, Idna};
use super::value::{Ordinary, ValueForm, parameter_from_json, parameter_to_json, value_to_line};
use crate::observation::{AnyValue, Fault, Outcome, Refusal, SkipReason};

/// The first line that the runner sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Always `hello`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The protocol versions that the runner speaks.
    pub protocol: Vec<u32>,
    /// The version of the suite, for information.
    #[serde(default)]
    pub suite_version: String,
}

impl Hello {
    /// Writes the hello as a line, its newline included.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

impl Default for Hello {
    /// The hello of this runner.
    fn default() -> Self {
        Self {
            kind: "hello".into(),
            protocol: vec![super::VERSION],
            suite_version: env!("CARGO_PKG_VERSION").into(),
        }
    }
}

/// The description that a program gives of itself: its reply to hello.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// Always `hello`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The protocol version that it speaks.
    pub protocol: u32,
    /// Its name and origin.
    pub implementation: Identity,
    /// The codecs that it has, by id.
    pub codecs: BTreeMap<String, CodecSupport>,
    /// The forms of values that it reads; all if left out.
    #[serde(default = "all_forms")]
    pub values: Vec<ValueForm>,
    /// How many requests it takes before its first reply. A hunt sends that many ahead.
    #[serde(default = "one")]
    pub window: usize,
}

impl Description {
    /// A description with these codecs that reads every form of value.
    #[must_use]
    pub fn new(implementation: Identity, codecs: BTreeMap<String, CodecSupport>) -> Self {
        Self {
            kind: "hello".into(),
            protocol: super::VERSION,
            implementation,
            codecs,
            values: all_forms(),
            window: 1,
        }
    }

    /// The same with this word on its host names, if there is a word and it has host names.
    #[must_use]
    pub fn with_idna(mut self, idna: Option<Idna>) -> Self {
        if let Some(support) = idna.and_then(|idna| self.codecs.get_mut(idna.codec())) {
            support.idna = idna;
        }
        self
    }

    /// The declared support of a codec; nothing if it does not have it.
    #[must_use]
    pub fn support(&self, codec: &str) -> CodecSupport {
        self.codecs.get(codec).cloned().unwrap_or_default()
    }

    /// The same with this version of Unicode for the codecs that check host names.
    #[must_use]
    pub fn with_unicode(mut self, version: Version) -> Self {
        for (id, support) in &mut self.codecs {
            if family(id).is_some_and(Family::is_of_checked_names) {
                support.limits.unicode = Some(DeclaredUnicode(Versions::all(version)));
            }
        }
        self
    }

    /// Reads a description from a line.
    ///
    /// # Errors
    ///
    /// [`MessageError`], which says what was expected.
    pub fn from_line(line: &[u8]) -> Result<Self, MessageError> {
        serde_json::from_slice(line).map_err(|error| shape::fault(shape::HELLO, line, &error))
    }
}

fn all_forms() -> Vec<ValueForm> {
    ValueForm::ALL.to_vec()
}

const fn one() -> usize {
    1
}

/// The name and origin of an implementation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Identity {
    /// Its name.
    #[serde(deserialize_with = "loose::text")]
    pub name: String,
    /// Its version.
    #[serde(default, deserialize_with = "loose::text")]
    pub version: String,
    /// The language it is written in.
    #[serde(default, deserialize_with = "loose::text")]
    pub language: String,
    /// The address of its home page.
    #[serde(
        default,
        deserialize_with = "loose::text",
        skip_serializing_if = "String::is_empty"
    )]
    pub url: String,
}

/// One request, without its number: the number belongs to the transport.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Request {
    /// The codec's id.
    pub codec: String,
    /// The operation's name.
    pub op: String,
    /// The parameters. Those left out have their defaults.
    pub params: Parameters,
    /// The input.
    pub input: Value,
}

impl Request {
    /// The request of this operation, with no parameter given.
    #[must_use]
    pub fn new(codec: &str, op: &str, input: Value) -> Self {
        Self {
            codec: codec.to_owned(),
            op: op.to_owned(),
            params: Default::default(),
            input,
        }
    }

    /// Writes the request as a line, its newline included; `None` if none of `forms` can express the
    /// input.
    #[must_use]
    pub fn to_line(&self, id: u64, forms: &[ValueForm]) -> Option<Vec<u8>> {
        let mut params = Map::new();
        for (name, value) in &self.params {
            params.insert(name.clone(), parameter_to_json(value));
        }
        let line = format!(
            "{{\"codec\":{},\"id\":{id},\"in\":{},\"op\":{},\"params\":{}}}\n",
            json!(self.codec),
            value_to_line(&self.input, forms)?,
            json!(self.op),
            json!(params),
        );
        Some(line.into_bytes())
    }

    /// Reads a number and a request from a line.
    ///
    /// # Errors
    ///
    /// [`MessageError`], which says what was expected.
    pub fn from_line(line: &[u8]) -> Result<(u64, Self), MessageError> {
        #[derive(Deserialize)]
        struct Wire {
            id: u64,
            codec: String,
            op: String,
            #[serde(default)]
            params: Map<String, Json>,
            r#in: Json,
        }
        let wire: Wire = serde_json::from_slice(line)
            .map_err(|error| shape::fault(shape::REQUEST, line, &error))?;
        let mut params = Parameters::new();
        for (name, value) in wire.params {
            params.insert(name, parameter_from_json(&value)?);
        }
        let input = value_from_json(&wire.r#in)?;
        Ok((
            wire.id,
            Self {
                codec: wire.codec,
                op: wire.op,
                params,
                input,
            },
        ))
    }
}

/// The reply to one request.
///
/// A line tells less than an outcome: every skip is read as unsupported, and every fault as one that
/// the implementation reports itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request.
    pub id: u64,
    /// The outcome.
    pub outcome: Outcome,
}

impl Reply {
    /// Writes the reply as a line, its newline included.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let (name, body) = match &self.outcome {
            Outcome::Value(value) => (
                "ok",
                value_to_line(value, ValueForm::ALL).unwrap_or_default(),
            ),
            Outcome::Large(value) => ("ok", large_to_line(value)),
            Outcome::Refused(Refusal { kind, at, message }) => {
                #[derive(Serialize)]
                struct Wire<'a> {
                    #[serde(skip_serializing_if = "Option::is_none")]
                    kind: &'a Option<String>,
                    #[serde(skip_serializing_if = "Option::is_none")]
                    at: &'a Option<u64>,
                    #[serde(skip_serializing_if = "Option::is_none")]
                    message: &'a Option<String>,
                }
                let wire = Wire { kind, at, message };
                ("error", serde_json::to_string(&wire).unwrap_or_default())
            }
            Outcome::Skipped(_, reason) => ("skip", json!(reason).to_string()),
            Outcome::Fault(Fault::Caught(text)) => ("crash", json!(text).to_string()),
            Outcome::Fault(fault) => ("crash", json!(fault.to_string()).to_string()),
        };
        let mut line = format!("{{\"id\":{},\"{name}\":{body}}}", self.id).into_bytes();
        line.push(b'\n');
        line
    }

    /// Reads a reply from a line.
    ///
    /// # Errors
    ///
    /// [`MessageError`], which says what was expected.
    pub fn from_line(line: &[u8]) -> Result<Self, MessageError> {
        // Nearly all values are ordinary, and reading them at once saves half of the time.
        if let Ok(reply) = serde_json::from_slice::<WireReply<Ordinary>>(line)
            && let Ok(reply) = reply.read(ordinary_value)
        {
            return Ok(reply);
        }
        let reply: WireReply<&RawValue> = serde_json::from_slice(line)
            .map_err(|error| shape::fault(shape::REPLY, line, &error))?;
        reply.read(value_from_raw)
    }
}

/// The value, if it is an ordinary one. The error is never shown, because the line is read once more.
fn ordinary_value(value: Ordinary) -> Result<AnyValue, MessageError> {
    match value.value() {
        Some(value) => Ok(AnyValue::Ordinary(value)),
        None => Err(MessageError::new("expected an ordinary value")),
    }
}

/// A reply as it is in a line. `T` is its value: read, or still JSON.
#[derive(Deserialize)]
struct WireReply<T> {
    id: u64,
    ok: Option<T>,
    error: Option<WireRefusal>,
    skip: Option<Loose>,
    crash: Option<Loose>,
}

#[derive(Deserialize)]
struct WireRefusal {
    kind: Option<String>,
    at: Option<u64>,
    message: Option<Loose>,
}

impl<T> WireReply<T> {
    fn read(
        self,
        value: impl Fn(T) -> Result<AnyValue, MessageError>,
    ) -> Result<Reply, MessageError> {
        let outcome = match (self.ok, self.error, self.skip, self.crash) {
            (Some(read), None, None, None) => value(read)?.into(),
            (None, Some(refusal), None, None) => Outcome::Refused(Refusal {
                kind: refusal.kind,
                at: refusal.at,
                message: refusal.message.map(|Loose(message)| message),
            }),
            (None, None, Some(Loose(reason)), None) => {
                Outcome::Skipped(SkipReason::Unsupported, reason)
            }
            (None, None, None, Some(Loose(text))) => Outcome::Fault(Fault::Caught(text)),
            _ => {
                return Err(MessageError::new(
                    "expected exactly one of \"ok\", \"error\", \"skip\" and \"crash\"",
                ));
            }
        };
        Ok(Reply {
            id: self.id,
            outcome,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_may_be_in_free_text_and_not_in_values() {
        let reply = |line: &str| Reply::from_line(line.as_bytes()).map(|reply| reply.outcome);
        let message = Some("bad <U+D800>".to_owned());
        let refusal = Refusal {
            kind: Some("surrogate".into()),
            at: Some(0),
            message,
        };
        assert_eq!(
            reply(r#"{"id":1,"error":{"kind":"surrogate","at":0,"message":"bad \ud800"}}"#),
            Ok(Outcome::Refused(refusal))
        );
        let skip = Outcome::Skipped(SkipReason::Unsupported, "<U+DFFF>".into());
        assert_eq!(
            reply(r#"{"id":1,"skip":"\udfff","more":"\ud800"}"#),
            Ok(skip)
        );
        let crash = Outcome::Fault(Fault::Caught("in <U+DC00>".into()));
        assert_eq!(reply(r#"{"id":1,"crash":"in \udc00"}"#), Ok(crash));
        let error = reply(r#"{"id":1,"ok":{"t":"\ud800"}}"#).expect_err("not scalar values");
        let message = error.to_string();
        assert!(
            message.contains("lone surrogate") && message.contains("\"u\""),
            "{message}"
        );

        let line = r#"{"type":"hello","protocol":1,"codecs":{},"implementation":
            {"name":"\ud800","version":"\udbff","language":"\udc00","url":"\udfff"}}"#;
        let description: Description = serde_json::from_str(line).expect("valid");
        let Identity {
            name,
            version,
            language,
            url,
        } = description.implementation;
        let words = [name, version, language, url];
        assert_eq!(words, ["<U+D800>", "<U+DBFF>", "<U+DC00>", "<U+DFFF>"]);
    }

    #[test]
    fn a_value_is_the_same_whether_it_is_read_at_once_or_by_its_digits() {
        for value in [
            r#"{"u":[97,4294967295],"flags":[true,false],"note":1}"#,
            r#"{"u":[97,4294967296]}"#,
            r#"{"u":[252],"note":"\ud800"}"#,
            r#"{"t":"\u00fc","u":null}"#,
            r#"{"":1,"t":"a"}"#,
            r#"{"t":"a","u":[97]}"#,
            r#"{"b":"00fF"}"#,
            r#"{"b":"0"}"#,
            "{}",
            "[]",
            r#"[{"t":"a"},{"u":[4294967296]}]"#,
            "[[97],null,null,null]",
            "[null,[97],null,null,null]",
        ] {
            let reply = Reply::from_line(format!(r#"{{"id":1,"ok":{value}}}"#).as_bytes());
            let raw = RawValue::from_string(value.to_owned()).expect("JSON");
            let by_digits = value_from_raw(&raw).map(Outcome::from);
            assert_eq!(reply.map(|reply| reply.outcome), by_digits, "{value}");
        }
    }
}
