//! A request whose right answers are wanted, and the conditions on it that rows of the table use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use acegate_codec::{Parameter, Verb};
use acegate_vectors::{Level, Outcome as Right};

use super::exact_outcome;
use super::names::left_unchanged;
use crate::hunt::known::{CASES, elements, without_defaults};
use crate::hunt::request::length;
use crate::protocol::Request;

/// The longest input, in code points, that every implementation must take.
const SHORT: usize = 40;

/// The same for UTS #46, which has flags for the lengths of the DNS.
const SHORT_OF_CHECKED_NAMES: usize = 1000;

/// The largest skew and damp that every implementation must be able to calculate with: 16 bits.
const LARGEST_CONSTANT: u64 = 0xFFFF;

/// A request with the answer of the transcription to it.
pub(super) struct Asked<'a> {
    pub(super) request: &'a Request,
    pub(super) model: &'a Right,
    /// The parameters with another value than their default.
    params: BTreeSet<String>,
    /// The exact integers, if the transcription rejects the request only because of their width or their range.
    pub(super) exact: Option<Right>,
    /// The answers that leave labels as they are which the transcription rejects.
    pub(super) unchanged: Vec<Right>,
}

impl<'a> Asked<'a> {
    pub(super) fn new(request: &'a Request, model: &'a Right) -> Self {
        let mut asked = Self {
            request,
            model,
            params: without_defaults(request.clone())
                .params
                .into_keys()
                .collect(),
            exact: None,
            unchanged: Vec::new(),
        };
        let is_of_range = matches!(
            asked.kind(),
            Some("overflow" | "out-of-range" | "surrogate")
        );
        if is_of_range && !request.params.contains_key("width") {
            asked.exact = exact_outcome(request);
        }
        if let Some(kind) = asked.kind() {
            asked.unchanged = left_unchanged(request, kind);
        }
        asked
    }

    /// The kind of error with which the transcription rejects the request; `None` if it does not.
    pub(super) fn kind(&self) -> Option<&'a str> {
        match self.model {
            Right::Error { kinds, .. } => Some(&kinds[0]),
            Right::Ok(_) | Right::Integers(_) => None,
        }
    }

    pub(super) fn is_rejected(&self) -> bool {
        self.kind().is_some()
    }

    /// Whether the transcription rejects the request, and no other answer is right.
    pub(super) fn is_only_rejected(&self) -> bool {
        self.is_rejected() && self.exact.is_none() && self.unchanged.is_empty()
    }

    /// Whether a case of the suite expects a rejection of this kind from the operation. A kind that no case expects
    /// was never reviewed, so it is not a must. If more than a rejection is right, there is nothing to look at.
    pub(super) fn has_a_case(&self) -> bool {
        let Request { codec, op, .. } = self.request;
        !self.is_only_rejected()
            || REJECTED.contains_key(&[codec, op, self.kind().unwrap_or_default()])
    }

    /// Whether the request sets this parameter to another value than its default.
    pub(super) fn has_param(&self, name: &str) -> bool {
        self.params.contains(name)
    }

    pub(super) fn is_op(&self, verbs: &[Verb]) -> bool {
        self.request
            .verb()
            .is_some_and(|verb| verbs.contains(&verb))
    }

    pub(super) fn is_of_names(&self) -> bool {
        self.is_op(&[Verb::ToAscii, Verb::ToUnicode])
    }

    /// Whether the transcription gives a value, and the input or this value is long.
    pub(super) fn is_long_value(&self) -> bool {
        match self.model {
            Right::Ok(value) => self.is_long(elements(value).len()),
            Right::Integers(_) | Right::Error { .. } => false,
        }
    }

    /// Whether the input or an output of this length is longer than what every implementation must take.
    pub(super) fn is_long(&self, output: usize) -> bool {
        let short = if self.request.is_of_checked_names() {
            SHORT_OF_CHECKED_NAMES
        } else {
            SHORT
        };
        length(&self.request.input).max(output) > short
    }

    /// Whether the input is text with such a character.
    pub(super) fn has(&self, is_such: fn(u32) -> bool) -> bool {
        match self.request.text() {
            Some(text) => text.code_points.iter().any(|&c| is_such(c)),
            None => false,
        }
    }

    pub(super) fn has_flags(&self) -> bool {
        self.request.text().is_some_and(|text| text.flags.is_some())
    }

    pub(super) fn is_large(&self, parameter: &str) -> bool {
        match self.request.params.get(parameter) {
            Some(Parameter::Integer(value)) => *value > LARGEST_CONSTANT,
            _ => false,
        }
    }

    /// Whether digits that are given are written or read in the other letter case.
    pub(super) fn depends_on_case(&self) -> bool {
        let Some(digits) = self.request.params.get("digits") else {
            return false;
        };
        if !self.has_param("digits") {
            return false;
        }
        if digits
            .to_string()
            .contains(|c: char| c.is_ascii_uppercase())
        {
            return true;
        }
        self.is_op(&[Verb::Decode]) && self.has(is_capital)
    }
}

/// The weakest level of the suite's cases that expect a rejection, by codec, operation and kind of error.
pub(super) static REJECTED: LazyLock<BTreeMap<[&str; 3], Level>> = LazyLock::new(|| {
    let mut levels = BTreeMap::new();
    for case in CASES.iter() {
        if let (Some(op), Some(Right::Error { kinds, .. })) =
            (case.ops.first(), case.expect.single())
        {
            let level = levels
                .entry([&case.codec, op, &*kinds[0]])
                .or_insert(case.level);
            *level = case.level.min(*level);
        }
    }
    levels
});

pub(super) fn is_capital(c: u32) -> bool {
    matches!(c, 0x41..=0x5A)
}
