//! The support of a codec in a hello: operations, the parameters that can be set, limits.

use std::collections::BTreeMap;

use acegate_codec::Parameter;
use acegate_codec::unicode::{Version, Versions};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::error::MessageError;
use super::value::{parameter_from_json, parameter_to_json};

/// The part of one codec that an implementation has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CodecSupport {
    /// The operations that it carries out.
    pub ops: Vec<String>,
    /// The parameters that it reads. A case that sets another one is skipped.
    #[serde(default)]
    pub params: ReadParameters,
    /// Its limits. Cases beyond them are skipped.
    #[serde(default)]
    pub limits: DeclaredLimits,
    /// The treatment of its host names besides the encoding; `None` if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idna: Option<Idna>,
}

/// The parameters that an implementation reads, each with the values that can be set: all of them if none is
/// listed. The first one listed is its own setting. A parameter that is not listed has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "WireParameters"))]
#[serde(try_from = "WireParameters", into = "WireParameters")]
pub struct ReadParameters(Vec<(String, Vec<Parameter>)>);

impl ReadParameters {
    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The values that can be set, none if all can be; `None` if the parameter is not read.
    #[must_use]
    pub fn values(&self, name: &str) -> Option<&[Parameter]> {
        self.0
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, values)| values.as_slice())
    }

    /// Whether the parameter can have this value. If it is not read, it has its default.
    #[must_use]
    pub fn allow(&self, name: &str, value: &Parameter) -> bool {
        self.values(name)
            .is_some_and(|values| values.is_empty() || values.contains(value))
    }

    /// Lists these values of a parameter, and no others.
    #[cfg(feature = "uts46")]
    pub(crate) fn set(&mut self, name: &str, values: Vec<Parameter>) {
        self.0.retain(|(listed, _)| listed != name);
        self.0.push((name.to_owned(), values));
    }

    /// The same with its words changed.
    #[must_use]
    pub fn in_words(&self, word: impl Fn(&str) -> String) -> Self {
        let mut changed = Vec::new();
        for (name, values) in &self.0 {
            let mut changed_values = Vec::new();
            for value in values {
                changed_values.push(match value {
                    Parameter::Text(text) => Parameter::Text(word(text)),
                    Parameter::Boolean(_) | Parameter::Integer(_) => value.clone(),
                });
            }
            changed.push((word(name), changed_values));
        }
        Self(changed)
    }
}

impl<S: Into<String>> FromIterator<S> for ReadParameters {
    /// Parameters that can be set to any of their values.
    fn from_iter<T: IntoIterator<Item = S>>(names: T) -> Self {
        Self(
            names
                .into_iter()
                .map(|name| (name.into(), Vec::new()))
                .collect(),
        )
    }
}

impl From<&[(&str, &[&str])]> for ReadParameters {
    /// Parameters with the values that can be set, as words of a command line.
    fn from(parameters: &[(&str, &[&str])]) -> Self {
        let mut read = Vec::new();
        for &(name, words) in parameters {
            let values = words.iter().map(|word| Parameter::from_word(word));
            read.push((name.to_owned(), values.collect()));
        }
        Self(read)
    }
}

/// The parameters as a hello has them: names, or values by name.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "expected an array of names, or an object with the values of each"
)]
enum WireParameters {
    Names(Vec<String>),
    Values(BTreeMap<String, Vec<Json>>),
}

impl TryFrom<WireParameters> for ReadParameters {
    type Error = MessageError;

    fn try_from(wire: WireParameters) -> Result<Self, MessageError> {
        let parameters = match wire {
            WireParameters::Names(names) => return Ok(names.into_iter().collect()),
            WireParameters::Values(parameters) => parameters,
        };
        let mut read = Vec::new();
        for (name, values) in parameters {
            let mut read_values = Vec::new();
            for value in &values {
                read_values.push(parameter_from_json(value)?);
            }
            read.push((name, read_values));
        }
        Ok(Self(read))
    }
}

impl From<ReadParameters> for WireParameters {
    fn from(read: ReadParameters) -> Self {
        if read.0.iter().all(|(_, values)| values.is_empty()) {
            return Self::Names(read.0.into_iter().map(|(name, _)| name).collect());
        }
        let mut parameters = BTreeMap::new();
        for (name, values) in read.0 {
            parameters.insert(name, values.iter().map(parameter_to_json).collect());
        }
        Self::Values(parameters)
    }
}

/// The treatment of host names besides encoding: whether a profile of IDNA maps and refuses characters,
/// and whether the flag `UseSTD3ASCIIRules` of RFC 3490 is set. For `uts46`: what is done besides UTS #46.
///
/// Names on which the documents disagree for this reason are sent only to an implementation that
/// says what it does. Of one that says nothing, neither characters that a profile maps or refuses
/// nor checks the rules of STD 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Idna {
    /// A profile maps or refuses characters, the flag is set, and lengths are verified.
    Strict,
    /// A profile maps or refuses characters, the flag is set, and lengths are not verified.
    Lookup,
    /// A profile maps or refuses characters, the flag is not set, and lengths are not verified.
    Lenient,
    /// Characters stay as they are, and the flag is not set.
    None,
    /// Characters stay as they are, and the flag is set.
    Std3,
    /// Of uts46: the function reads the host of a URL, and what else a URL means by it.
    Url,
    /// Of uts46: IDNA 2008 with the mapping of UTS #46 before it.
    #[serde(rename = "2008")]
    #[cfg_attr(feature = "cli", value(name = "2008"))]
    Idna2008,
}

impl Idna {
    /// The codec that the word is about.
    #[must_use]
    pub const fn codec(self) -> &'static str {
        match self {
            Self::Strict | Self::Lookup | Self::Lenient | Self::None | Self::Std3 => "punycode",
            Self::Url | Self::Idna2008 => "uts46",
        }
    }

    /// The word as a hello has it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lookup => "lookup",
            Self::Lenient => "lenient",
            Self::None => "none",
            Self::Std3 => "std3",
            Self::Url => "url",
            Self::Idna2008 => "2008",
        }
    }

    /// Whether a profile of IDNA maps or refuses characters before they are encoded.
    #[must_use]
    pub const fn has_profile(self) -> bool {
        match self {
            Self::Strict | Self::Lookup | Self::Lenient | Self::Url | Self::Idna2008 => true,
            Self::None | Self::Std3 => false,
        }
    }

    /// Whether the flag `UseSTD3ASCIIRules` is set.
    #[must_use]
    pub const fn has_std3(self) -> bool {
        match self {
            Self::Strict | Self::Lookup | Self::Std3 => true,
            Self::Lenient | Self::None | Self::Url | Self::Idna2008 => false,
        }
    }

    /// Whether the lengths of labels and names are verified, and empty labels refused.
    #[must_use]
    pub const fn has_lengths(self) -> bool {
        match self {
            Self::Strict | Self::None | Self::Std3 => true,
            Self::Lookup | Self::Lenient | Self::Url | Self::Idna2008 => false,
        }
    }
}

/// The limits that an implementation declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DeclaredLimits {
    /// The width of its integers in bits; `None` if unbounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u64>,
    /// The longest input that it takes, in code points; `None` if unbounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// The most labels of a name that it takes: 1 for a function of one label; `None` if unbounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<u64>,
    /// The version of Unicode of its tables; `None` if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unicode: Option<DeclaredUnicode>,
    /// The edition of the URL Standard that it follows; `None` if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<DeclaredUrl>,
}

/// The edition of the URL Standard that an implementation declares: a year and a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct DeclaredUrl {
    year: u16,
    month: u8,
}

impl DeclaredUrl {
    /// The edition in which the URL Standard changed (whatwg/url#914).
    const CHANGED: Self = Self {
        year: 2026,
        month: 6,
    };

    /// The edition as a request names it.
    #[must_use]
    pub fn edition(self) -> &'static str {
        if self < Self::CHANGED {
            "2025"
        } else {
            "2026-06"
        }
    }
}

impl TryFrom<String> for DeclaredUrl {
    type Error = MessageError;

    fn try_from(text: String) -> Result<Self, MessageError> {
        match date(&text) {
            Some((year, month)) => Ok(Self { year, month }),
            None => Err(MessageError::unexpected(
                "a year and a month such as \"2026-06\" in \"limits.url\"",
                &format!("{text:?}"),
            )),
        }
    }
}

/// The year and the month of a text such as `2026-06`.
fn date(text: &str) -> Option<(u16, u8)> {
    let (year, month) = text.split_once('-')?;
    if year.len() != 4 || month.len() != 2 {
        return None;
    }
    let year = year.parse().ok()?;
    let month = month.parse().ok()?;
    if (1..=12).contains(&month) {
        Some((year, month))
    } else {
        None
    }
}

impl From<DeclaredUrl> for String {
    fn from(edition: DeclaredUrl) -> Self {
        edition.to_string()
    }
}

impl std::fmt::Display for DeclaredUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// The versions of Unicode that an implementation declares: one, or one for each kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "WireVersions"))]
#[serde(try_from = "WireVersions", into = "WireVersions")]
pub struct DeclaredUnicode(pub Versions);

#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "expected a version of Unicode, or one for each kind of table"
)]
enum WireVersions {
    One(String),
    Each {
        mapping: String,
        nfc: String,
        bidi: String,
        joining: String,
    },
}

impl TryFrom<WireVersions> for DeclaredUnicode {
    type Error = MessageError;

    fn try_from(wire: WireVersions) -> Result<Self, MessageError> {
        Ok(Self(match wire {
            WireVersions::One(name) => Versions::all(version(&name)?),
            WireVersions::Each {
                mapping,
                nfc,
                bidi,
                joining,
            } => Versions {
                mapping: version(&mapping)?,
                nfc: version(&nfc)?,
                bidi: version(&bidi)?,
                joining: version(&joining)?,
            },
        }))
    }
}

fn version(name: &str) -> Result<Version, MessageError> {
    if let Some(version) = Version::from_name(name) {
        return Ok(version);
    }
    let known = Version::ALL.map(Version::name).join(", ");
    Err(MessageError::unexpected(
        format!("one of {known} in \"limits.unicode\""),
        &format!("{name:?}"),
    ))
}

impl From<DeclaredUnicode> for WireVersions {
    fn from(DeclaredUnicode(versions): DeclaredUnicode) -> Self {
        let Versions {
            mapping,
            nfc,
            bidi,
            joining,
        } = versions;
        if versions == Versions::all(mapping) {
            return Self::One(mapping.name().to_owned());
        }
        Self::Each {
            mapping: mapping.name().to_owned(),
            nfc: nfc.name().to_owned(),
            bidi: bidi.name().to_owned(),
            joining: joining.name().to_owned(),
        }
    }
}

impl std::fmt::Display for DeclaredUnicode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Versions {
            mapping,
            nfc,
            bidi,
            joining,
        } = self.0;
        if self.0 == Versions::all(mapping) {
            return write!(f, "Unicode {mapping}");
        }
        write!(
            f,
            "Unicode {mapping} (NFC {nfc}, Bidi and marks {bidi}, joining {joining})"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn support(json: &str) -> Result<CodecSupport, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn parameters_are_names_or_the_values_that_can_be_set() {
        let with_values =
            support(r#"{"ops":[],"params":{"std3":[false],"check-bidi":[]}}"#).expect("valid");
        assert!(with_values.params.allow("std3", &Parameter::Boolean(false)));
        assert!(!with_values.params.allow("std3", &Parameter::Boolean(true)));
        assert!(
            with_values
                .params
                .allow("check-bidi", &Parameter::Boolean(true))
        );
        assert!(
            !with_values
                .params
                .allow("check-hyphens", &Parameter::Boolean(true))
        );
        let line = serde_json::to_string(&with_values).expect("JSON");
        assert_eq!(support(&line).expect("valid"), with_values);
        let names = support(r#"{"ops":[],"params":["width"]}"#).expect("valid");
        assert!(names.params.allow("width", &Parameter::Integer(26)));
        assert!(
            serde_json::to_string(&names)
                .expect("JSON")
                .contains(r#""params":["width"]"#)
        );
        assert!(support(r#"{"ops":[],"params":{"std3":[null]}}"#).is_err());
    }

    #[test]
    fn versions_of_unicode_are_one_or_one_for_each_table() {
        let unicode = |json: &str| {
            let line = format!(r#"{{"ops":[],"limits":{{"unicode":{json}}}}}"#);
            support(&line).map(|own| own.limits.unicode.expect("declared").to_string())
        };
        assert_eq!(unicode("\"15.1\"").expect("valid"), "Unicode 15.1");
        let each = r#"{"mapping":"15.0","nfc":"15","bidi":"13.0","joining":"12.1"}"#;
        let words = "Unicode 15.0 (NFC 15.0, Bidi and marks 13, joining 12.1)";
        assert_eq!(unicode(each).expect("valid"), words);
        let error = unicode("\"15.2\"").expect_err("no version").to_string();
        assert!(error.contains("expected one of 4, 12.1, 13,"), "{error}");
    }
}
