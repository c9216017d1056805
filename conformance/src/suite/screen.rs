//! The screening of checks: whether an implementation can run one, according to its description.
//!
//! In: a check and a description. Out: the request to send, or the reason for skipping.

use acegate_codec::{Family, Parameter, Parameters, Value, codec, family};
use acegate_vectors::{Check, Outcome as Right};

use super::idna::{allowed_by_old_uts46, decided_by_idna, label_count};
use super::offered::{NotOffered, WIDTH, with_needed_values};
use super::values::{codec_parameter, codec_value};
use crate::observation::SkipReason;
use crate::protocol::{CodecSupport, Description, Idna, Request, ValueForm};

/// The request for a check. Parameters that have their default are left out, except `width`, and those next to
/// the profile of UTS #46 that they win over.
#[must_use]
pub fn request_for(check: &Check) -> Request {
    let is_in_profile =
        family(check.codec()) == Some(Family::Idna) && check.params().contains_key("profile");
    let mut params = Parameters::new();
    for (name, value) in check.params() {
        let value = codec_parameter(value);
        // The width stays: a case that names it is about exactly that width.
        let is_kept = name == WIDTH || is_in_profile;
        if is_kept || default_of(check, name) != Some(&*value.to_string()) {
            params.insert(name.clone(), value);
        }
    }
    Request {
        codec: check.codec().to_owned(),
        op: check.op.to_string(),
        params,
        input: codec_value(&check.input),
    }
}

/// The value that a parameter of the check's operation has if a request leaves it out; `None` if it has none.
fn default_of(check: &Check, parameter: &str) -> Option<&'static str> {
    let operations = codec(check.codec())?.operations();
    let operation = operations.iter().find(|known| known.name == check.op)?;
    let specs = operation.parameters;
    let spec = specs.iter().find(|spec| spec.name == parameter)?;
    spec.values.first().copied()
}

/// Screens a check by the rules of the protocol: codec and operation must be listed, and so must each
/// parameter that does not have its default. Where values of a parameter are listed, the one that the case needs
/// must be among them, the default too. A case about an integer width needs that width as a
/// parameter or as the declared limit. No input may be longer than the declared limit, or have more labels. A host
/// name on which profiles of IDNA disagree needs a declaration of what is done to names.
///
/// # Errors
///
/// The reason, if the check is skipped.
pub fn screen(check: &Check, description: &Description) -> Result<Request, (SkipReason, String)> {
    let flag_decides = !allows_rejection_and_value(check);
    screen_under_flag(request_for(check), description, flag_decides)
}

/// Whether a rejection is right, and a value as well. Such a check runs with the flag of STD 3 and without it.
fn allows_rejection_and_value(check: &Check) -> bool {
    let outcomes = check.expect.outcomes();
    let is_rejection = |outcome: &Right| matches!(outcome, Right::Error { .. });
    outcomes.iter().any(is_rejection) && !outcomes.iter().all(is_rejection)
}

/// The request that was sent for a check to the implementation of this description.
pub(crate) fn sent_request(check: &Check, description: &Description) -> Request {
    screen(check, description).unwrap_or_else(|_| request_for(check))
}

/// Screens a request by the same rules.
///
/// # Errors
///
/// The reason, if the request is not sent.
pub fn screen_request(
    request: Request,
    description: &Description,
) -> Result<Request, (SkipReason, String)> {
    screen_under_flag(request, description, true)
}

/// Screens a request. `flag_decides` says whether another answer is right if the flag of STD 3 is not set.
fn screen_under_flag(
    request: Request,
    description: &Description,
    flag_decides: bool,
) -> Result<Request, (SkipReason, String)> {
    let Some(support) = description.codecs.get(&request.codec) else {
        return unsupported(format!("no codec {}", request.codec));
    };
    if !support.ops.contains(&request.op) {
        return unsupported(format!("no operation {}", request.op));
    }
    let request = with_own_values(request, support)?;
    for (name, value) in &request.params {
        screen_parameter(name, value, support)?;
    }
    if let Some(why) = beyond_limits(&request, support) {
        return Err((SkipReason::Limit, why));
    }
    if let Some(why) = allowed_by_old_uts46(&request, support) {
        return Err((SkipReason::Limit, why));
    }
    // Without a profile, only the flag decides on names.
    let is_decided = flag_decides || support.idna != Some(Idna::None);
    if let Some(why) = decided_by_idna(&request, support.idna)
        && is_decided
    {
        return unsupported(match support.idna {
            Some(_) => format!("the encoding does not decide the answer: {why}"),
            None => UNDECLARED.to_owned(),
        });
    }
    if !can_carry(&request.input, &description.values) {
        let why = "the value has no form that the implementation reads".into();
        return Err((SkipReason::Unrepresentable, why));
    }
    Ok(request)
}

/// The request as an implementation with these settings can be sent it, whatever the documents say about the answer.
///
/// # Errors
///
/// The reason, if the request cannot be sent.
#[cfg(feature = "uts46")]
pub(crate) fn sendable_request(
    request: Request,
    description: &Description,
) -> Result<Request, (SkipReason, String)> {
    let Some(support) = description.codecs.get(&request.codec) else {
        return unsupported(format!("no codec {}", request.codec));
    };
    if !support.ops.contains(&request.op) {
        return unsupported(format!("no operation {}", request.op));
    }
    let request = if request.is_of(Family::Idna) {
        super::uts46::with_own_settings(request, support)
    } else if request.is_of(Family::Idna2008) {
        super::idna2008::with_own_options(request, support)
    } else {
        with_own_values(request, support)?
    };
    for (name, value) in &request.params {
        screen_parameter(name, value, support)?;
    }
    if let Some(why) = beyond_limits(&request, support) {
        return Err((SkipReason::Limit, why));
    }
    if !can_carry(&request.input, &description.values) {
        return unsupported("the value has no form that the implementation reads".to_owned());
    }
    Ok(request)
}

fn unsupported<T>(why: String) -> Result<T, (SkipReason, String)> {
    Err((SkipReason::Unsupported, why))
}

/// The request with the values of parameters that the implementation has to be told.
fn with_own_values(
    request: Request,
    support: &CodecSupport,
) -> Result<Request, (SkipReason, String)> {
    if request.is_of(Family::Idna) {
        #[cfg(feature = "uts46")]
        return super::uts46::asked(request, support);
        #[cfg(not(feature = "uts46"))]
        return Ok(request);
    }
    #[cfg(feature = "uts46")]
    if request.is_of(Family::Idna2008) {
        return super::idna2008::asked(request, support);
    }
    with_needed_values(request, support).or_else(|why| unsupported(why.to_string()))
}

/// Whether the implementation can be sent this value of a parameter. A width that it has no parameter for must be the
/// one that it declares.
fn screen_parameter(
    name: &str,
    value: &Parameter,
    support: &CodecSupport,
) -> Result<(), (SkipReason, String)> {
    if let Some(offered) = support.params.values(name) {
        // A codec that acegate does not have, or a setting that UTS #46 does not have.
        if !support.params.allow(name, value) {
            let why = NotOffered::new(name, Some(value), offered);
            return unsupported(why.to_string());
        }
        return Ok(());
    }
    if name != WIDTH {
        return unsupported(format!("no parameter {name}"));
    }
    let case = format!("the case is about integers of {value} bits");
    let why = match support.limits.width {
        Some(width) if width.to_string() == value.to_string() => return Ok(()),
        Some(width) => format!("{case}, the implementation declares {width} bits"),
        None => format!("{case}: declare limits.width to run the cases about your width"),
    };
    Err((SkipReason::Limit, why))
}

/// The limit that the implementation declares and the input goes beyond, in words; `None` if it is within all.
fn beyond_limits(request: &Request, support: &CodecSupport) -> Option<String> {
    let length = length(&request.input);
    if let Some(limit) = support.limits.length
        && length > limit
    {
        return Some(format!(
            "the input has {length} code points, the implementation accepts {limit}"
        ));
    }
    let count = label_count(request)?;
    let limit = support.limits.labels?;
    if count <= limit {
        return None;
    }
    Some(format!(
        "the name has {count} labels, the implementation accepts {limit}"
    ))
}

/// Whether the input of a request is within the limits that the implementation declares.
#[cfg(feature = "process")]
pub(crate) fn is_within_limits(request: &Request, support: &CodecSupport) -> bool {
    beyond_limits(request, support).is_none()
}

/// Whether the reason for skipping a check tells the implementation to declare something. Otherwise, the
/// reason is what the implementation declares.
pub(crate) fn is_undeclared(reason: &str) -> bool {
    reason.contains(": declare ")
}

/// Why a host name is not sent to an implementation that does not say what it does to names.
const UNDECLARED: &str = "the answer depends on how host names are processed besides encoding: \
declare \
                          codecs.punycode.idna (or --idna) to run the cases about that";

/// The length of a value: its code points or octets, summed over all elements of a list.
pub(crate) fn length(value: &Value) -> u64 {
    match value {
        Value::Text(text) => text.code_points.len() as u64,
        Value::Octets(octets) => octets.len() as u64,
        Value::List(values) => values.iter().map(length).sum(),
    }
}

fn can_carry(value: &Value, forms: &[ValueForm]) -> bool {
    match value {
        Value::Text(text) => {
            forms.contains(&ValueForm::U)
                || forms.contains(&ValueForm::T)
                    && text
                        .code_points
                        .iter()
                        .all(|&c| char::from_u32(c).is_some())
        }
        Value::Octets(_) => forms.contains(&ValueForm::B),
        Value::List(values) => values.iter().all(|value| can_carry(value, forms)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Verdict, judge};
    use crate::observation::{Outcome, Refusal};
    use crate::protocol::{DeclaredLimits, Identity, Idna};
    use acegate_vectors::Suite;

    #[test]
    fn a_case_is_asked_of_the_declared_width_and_word_on_idna_or_the_reason_says_what_to_declare() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let (width, capitals) = (
            "punycode/width/32-bits-encode-overflow",
            "punycode/host/ascii-capitals",
        );
        for (id, bits, idna, expected) in [
            (width, Some(32), None, ""),
            (width, None, None, "declare limits.width"),
            (width, Some(31), None, "declares 31 bits"),
            (capitals, None, Some(Idna::None), ""),
            (capitals, None, Some(Idna::Std3), ""),
            (capitals, None, Some(Idna::Strict), "capital letters"),
            (capitals, None, None, "declare codecs.punycode.idna"),
            ("punycode/host/one-label", None, Some(Idna::Strict), ""),
        ] {
            let check = &suite.case(id).expect("a case").checks()[0];
            let limits = DeclaredLimits {
                width: bits,
                ..Default::default()
            };
            let ops = vec!["encode".into(), "to-ascii".into()];
            let support = CodecSupport {
                ops,
                limits,
                idna,
                ..Default::default()
            };
            let codecs = [("punycode".to_owned(), support)].into();
            let screened = screen(check, &Description::new(Identity::default(), codecs));
            let is_width = id == width;
            let reason = if is_width {
                SkipReason::Limit
            } else {
                SkipReason::Unsupported
            };
            let (found, why) = screened.map_or_else(|it| it, |_| (reason, String::new()));
            assert_eq!(
                (found, why.is_empty()),
                (reason, expected.is_empty()),
                "{id}: {why}"
            );
            assert!(why.contains(expected), "{id}: {why}");
            assert_eq!(
                is_undeclared(&why),
                expected.starts_with("declare "),
                "{why}"
            );
        }
    }

    #[test]
    fn a_right_value_or_a_refusal_is_asked_of_every_width() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let case = suite
            .case("punycode/any-width/encode-65664-and-ffff")
            .expect("a case");
        let check = &case.checks()[0];
        assert!(!request_for(check).params.contains_key("width"));
        // The delta is 65407 * 65665 + 65664 = 4295016319, and 49023 if it wraps at 2^32.
        let verdict = |outcome| judge(check, &outcome, false).verdict;
        let code =
            |digits: &str| Outcome::Value(Value::from(("x".repeat(65664) + digits).as_str()));
        assert_eq!(verdict(code("-80942716a")), Verdict::Pass);
        assert_eq!(verdict(Outcome::Refused(Refusal::default())), Verdict::Pass);
        assert_eq!(verdict(code("-x93b")), Verdict::Fail);
    }
}
