//! Bootstring as RFC 3492 writes it down in sections 6.1 to 6.3, with the errors of
//! [`Bootstring`].

use alloc::string::String;
use alloc::vec::Vec;

use crate::bootstring::{Bootstring, BootstringCodec, Engine, ParameterSet};
use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;
use crate::label_codec::HostLayer;
use crate::punycode::{PREFIX, PunycodeCodec};

/// The codec `bootstring`.
pub(crate) const CODEC: BootstringCodec = BootstringCodec { engine: ENGINE };

/// The codec `punycode`.
pub(crate) const PUNYCODE: PunycodeCodec =
    PunycodeCodec { engine: ENGINE, rules: RULES, host: HostLayer::PLAIN };

/// Punycode as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: false,
    encode: encode_label,
    decode: decode_label,
};

const ENGINE: Engine = Engine { encode, decode, encode_annotated, decode_annotated };

/// The text of a code (section 6.2).
///
/// # Errors
///
/// The errors of [`Bootstring::decode`].
///
/// # Complexity
///
/// Quadratic.
pub fn decode(bootstring: &Bootstring, code: &[u32]) -> Result<Vec<u32>, Error> {
    decode_annotated(bootstring, code).map(|(text, _)| text)
}

/// The text of a code with mixed-case annotation (section 6.2, appendix A).
///
/// # Errors
///
/// The errors of [`Bootstring::decode`].
///
/// # Complexity
///
/// Quadratic.
pub fn decode_annotated(
    bootstring: &Bootstring,
    code: &[u32],
) -> Result<(Vec<u32>, Vec<bool>), Error> {
    let parameters = &bootstring.parameters();
    limit_length(code.len())?;
    let mut n = parameters.initial_n;
    let mut i = 0_u32;
    let mut bias = parameters.initial_bias;
    let mut output = Vec::new();
    let mut upper = Vec::new();
    let mut position = 0;

    // "consume all code points before the last delimiter (if there is one) and copy them to
    // output, fail on any non-basic code point; if more than zero code points were consumed then
    // consume one more (the last delimiter)".
    if let Some(last) = code.iter().rposition(|&c| c == u32::from(parameters.delimiter)) {
        while position < last {
            if code[position] >= parameters.basic {
                return Err(Error::new(ErrorKind::NotBasic, position));
            }
            output.push(code[position]);
            upper.push(is_upper(code[position]));
            position += 1;
        }
        if position > 0 {
            position += 1;
        }
    }

    while position < code.len() {
        let first_digit = position;
        let old_i = i;
        let mut w = 1_u32;
        let mut k = parameters.base;
        loop {
            let Some(&character) = code.get(position) else {
                return Err(Error::new(ErrorKind::Truncated, position));
            };
            let overflow = Error::new(ErrorKind::Overflow, position);
            let digit =
                digit_value(parameters, character).map_err(|kind| Error::new(kind, position))?;
            i = bounded(parameters, u64::from(i) + u64::from(digit) * u64::from(w))
                .ok_or(overflow)?;
            let t = threshold(parameters, k, bias);
            if digit < t {
                break;
            }
            w = bounded(parameters, u64::from(w) * u64::from(parameters.base - t))
                .ok_or(overflow)?;
            position += 1;
            k += parameters.base;
        }
        let last_digit = code[position];
        position += 1;

        let points = output.len() as u32 + 1;
        bias = adapt(parameters, i - old_i, points, old_i == 0);
        n = bounded(parameters, u64::from(n) + u64::from(i / points))
            .ok_or(Error::new(ErrorKind::Overflow, first_digit))?;
        i %= points;
        if n < parameters.basic {
            return Err(Error::new(ErrorKind::BasicInserted, first_digit));
        }
        if let Some(kind) = refused(parameters, n) {
            return Err(Error::new(kind, first_digit));
        }
        output.insert(i as usize, n);
        upper.insert(i as usize, parameters.fold_case && is_upper(last_digit));
        i += 1;
    }
    Ok((output, upper))
}

/// The code of a text (section 6.3).
///
/// # Errors
///
/// The errors of [`Bootstring::encode`].
///
/// # Complexity
///
/// The number of code points times the number of different ones.
pub fn encode(bootstring: &Bootstring, text: &[u32]) -> Result<Vec<u8>, Error> {
    encode_flagged(bootstring, text, None)
}

/// The code of a text with mixed-case annotation (section 6.3, appendix A).
///
/// # Errors
///
/// The errors of [`Bootstring::encode_annotated`].
///
/// # Complexity
///
/// As [`encode`].
pub fn encode_annotated(
    bootstring: &Bootstring,
    text: &[u32],
    upper: &[bool],
) -> Result<Vec<u8>, Error> {
    if upper.len() != text.len() {
        return Err(Error::new(ErrorKind::FlagCount, upper.len().min(text.len())));
    }
    encode_flagged(bootstring, text, Some(upper))
}

fn encode_label(label: &str, out: &mut String) -> Result<(), Error> {
    let text: Vec<u32> = label.chars().map(u32::from).collect();
    let code = encode(&Bootstring::PUNYCODE, &text).map_err(|error| in_octets(error, label))?;
    out.extend(code.into_iter().map(char::from));
    Ok(())
}

fn decode_label(payload: &str, out: &mut String) -> Result<(), Error> {
    let code: Vec<u32> = payload.chars().map(u32::from).collect();
    let text = decode(&Bootstring::PUNYCODE, &code).map_err(|error| in_octets(error, payload))?;
    out.extend(text.into_iter().filter_map(char::from_u32));
    Ok(())
}

/// Converts the position of an error from characters to octets of the text.
fn in_octets(error: Error, text: &str) -> Error {
    let before = text.chars().take(error.position).map(char::len_utf8);
    Error::new(error.kind, before.sum())
}

fn encode_flagged(
    bootstring: &Bootstring,
    text: &[u32],
    upper: Option<&[bool]>,
) -> Result<Vec<u8>, Error> {
    let parameters = &bootstring.parameters();
    let refusal = |(position, &c): (usize, &u32)| {
        let kind = if c < parameters.basic { None } else { refused(parameters, c) };
        kind.map(|kind| Error::new(kind, position))
    };
    if let Some(error) = text.iter().enumerate().find_map(refusal) {
        return Err(error);
    }
    limit_length(text.len())?;

    let mut output = Vec::new();
    for (position, &c) in text.iter().enumerate() {
        if c < parameters.basic {
            let character = c as u8;
            output.push(match upper.map(|upper| upper[position]) {
                None => character,
                Some(false) => character.to_ascii_lowercase(),
                Some(true) => character.to_ascii_uppercase(),
            });
        }
    }
    let basic_count = output.len() as u64;
    if basic_count > 0 {
        output.push(parameters.delimiter as u8);
    }

    // A delta only grows until it is written, so its size is checked there only.
    let mut n = u64::from(parameters.initial_n);
    let mut delta = 0_u64;
    let mut bias = parameters.initial_bias;
    let mut handled = basic_count;
    while handled < text.len() as u64 {
        let not_handled = |c: u64| c >= n && c >= u64::from(parameters.basic);
        let next = text.iter().map(|&c| u64::from(c)).filter(|&c| not_handled(c)).min();
        let Some(m) = next else { break };
        delta += (m - n) * (handled + 1);
        n = m;
        for (position, &c) in text.iter().enumerate() {
            let c = u64::from(c);
            // "c < n or c is basic" means the same here, because n is above all basic code points.
            if c < n {
                delta += 1;
            }
            if c == n {
                let number =
                    bounded(parameters, delta).ok_or(Error::new(ErrorKind::Overflow, position))?;
                let flag = upper.is_some_and(|upper| upper[position]);
                write_number(parameters, number, bias, flag, &mut output);
                let first = handled == basic_count;
                bias = adapt(parameters, number, handled as u32 + 1, first);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Ok(output)
}

fn write_number(
    parameters: &ParameterSet<'_>,
    number: u32,
    bias: u32,
    flag: bool,
    output: &mut Vec<u8>,
) {
    let digits = parameters.digits.as_bytes();
    let mut q = number;
    let mut k = parameters.base;
    loop {
        let t = threshold(parameters, k, bias);
        if q < t {
            break;
        }
        output.push(digits[(t + (q - t) % (parameters.base - t)) as usize]);
        q = (q - t) / (parameters.base - t);
        k += parameters.base;
    }
    let last = digits[q as usize];
    let raised = flag && parameters.fold_case;
    output.push(if raised { last.to_ascii_uppercase() } else { last });
}

/// The bias adaptation function (section 6.1).
fn adapt(parameters: &ParameterSet<'_>, delta: u32, points: u32, first: bool) -> u32 {
    let &ParameterSet { base, t_min, t_max, .. } = parameters;
    let mut delta = if first { delta / parameters.damp } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > ((base - t_min) * t_max) / 2 {
        delta /= base - t_min;
        k += base;
    }
    let skewed = u64::from(delta) + u64::from(parameters.skew);
    k + (u64::from((base - t_min + 1) * delta) / skewed) as u32
}

fn threshold(parameters: &ParameterSet<'_>, k: u32, bias: u32) -> u32 {
    if k <= bias + parameters.t_min {
        parameters.t_min
    } else if k >= bias + parameters.t_max {
        parameters.t_max
    } else {
        k - bias
    }
}

fn digit_value(parameters: &ParameterSet<'_>, character: u32) -> Result<u32, ErrorKind> {
    let kind =
        if character >= parameters.basic { ErrorKind::NotBasic } else { ErrorKind::BadDigit };
    let character = char::from_u32(character).ok_or(kind)?;
    let same = |digit: char| {
        digit == character || parameters.fold_case && digit.eq_ignore_ascii_case(&character)
    };
    parameters.digits.chars().position(same).map(|value| value as u32).ok_or(kind)
}

/// The number, or `None` if it does not fit the integer width.
fn bounded(parameters: &ParameterSet<'_>, number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|&number| number <= parameters.width.max())
}

fn refused(parameters: &ParameterSet<'_>, c: u32) -> Option<ErrorKind> {
    if parameters.scalar_values_only {
        if c > 0x10_FFFF {
            return Some(ErrorKind::OutOfRange);
        }
        if (0xD800..=0xDFFF).contains(&c) {
            return Some(ErrorKind::Surrogate);
        }
    }
    (c > parameters.width.max()).then_some(ErrorKind::Overflow)
}

fn is_upper(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| c.is_ascii_uppercase())
}

fn limit_length(length: usize) -> Result<(), Error> {
    let limit = u32::MAX as usize;
    if length > limit { Err(Error::new(ErrorKind::TooLong, limit)) } else { Ok(()) }
}
