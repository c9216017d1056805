//! Punycode with a field for each known fault of libraries.

use std::cmp::Ordering;

use acegate_codec::{Error, ErrorKind, Failure, Value};

use crate::Call;

/// The rules of one Punycode. [`Rules::RFC`] has no fault; a deviation changes some fields.
pub(super) struct Rules {
    /// The length of the literal part of a code, and the place of its first digit.
    pub(super) split: fn(&[u32]) -> Option<(usize, usize)>,
    /// The code point that a character of the literal part gives, or `None` to refuse it.
    pub(super) literal: fn(u32) -> Option<u32>,
    /// The value of a digit, or `None` if the character is not a digit.
    pub(super) digit: fn(u32) -> Option<i64>,
    /// Whether the end of the code completes a number.
    pub(super) end_completes: bool,
    /// The treatment of numbers that overflow.
    pub(super) integers: Integers,
    /// The code point that is inserted or encoded for a value, or `None` to refuse it.
    pub(super) code_point: fn(u128) -> Option<u32>,
    /// The bias after a delta: delta, number of code points, whether it is the first.
    pub(super) adapt: fn(u128, u128, bool) -> u128,
    /// The threshold of a digit: its index times the base, and the bias.
    pub(super) threshold: fn(u128, u128) -> u128,
    /// How far the index advances past an insertion.
    pub(super) step: u128,
    /// The first value that is inserted.
    pub(super) initial_n: u128,
    /// The order in which code points are written; one that comes after a greater one is lost.
    pub(super) order: fn(&u32, &u32) -> Ordering,
    /// Whether an encoder counts basic code points in its deltas.
    pub(super) counts_basic: bool,
    /// Whether a delimiter is written, by the number of basic code points and of the others.
    pub(super) delimiter: fn(usize, usize) -> bool,
    /// The digit of a value, and whether it is the last of its number.
    pub(super) character: fn(u128, bool) -> char,
}

/// The integers of a procedure.
pub(super) enum Integers {
    /// Numbers of more bits are refused.
    Bounded(u32),
    /// Higher bits are lost.
    Wrapping(u32),
}

/// The base.
pub(super) const BASE: u128 = 36;

/// The longest code that is written. No line of the protocol holds a longer one.
const LONGEST: usize = 1 << 20;

impl Rules {
    /// Punycode as it is, bounded to 32 bits.
    pub(super) const RFC: Self = Self {
        split: last_delimiter,
        literal: |c| (c < 0x80).then_some(c),
        digit: digit_value,
        end_completes: false,
        integers: Integers::Bounded(32),
        code_point: scalar_value,
        adapt: |delta, points, first| adapted(delta, points, if first { 700 } else { 2 }),
        threshold: |k, bias| k.saturating_sub(bias).clamp(1, 26),
        step: 1,
        initial_n: 0x80,
        order: Ord::cmp,
        counts_basic: true,
        delimiter: |basic, _| basic > 0,
        character: |digit, _| character(digit),
    };

    /// The answer of a decoder or encoder with these rules to a call without annotation; `None` for
    /// other operations and other widths.
    pub(super) fn answer(&self, call: &Call<'_>) -> Option<Result<Value, Failure>> {
        let own = match call.op {
            _ if !is_plain(call) => return None,
            "decode" => self.decode(call.code_points()),
            "encode" => self.encode(call.code_points()),
            _ => return None,
        };
        Some(own.map(Value::from_code_points).ok_or_else(|| refusal(call)))
    }

    /// The text of a code (RFC 3492, section 6.2).
    pub(super) fn decode(&self, code: &[u32]) -> Option<Vec<u32>> {
        let (literal, digits) = (self.split)(code)?;
        let mut text =
            code[..literal].iter().map(|&c| (self.literal)(c)).collect::<Option<Vec<_>>>()?;
        let mut rest = code[digits..].iter();
        let (mut n, mut i, mut bias) = (self.initial_n, 0, 72);
        while !rest.as_slice().is_empty() {
            let old = i;
            let mut weight = 1;
            let mut k = BASE;
            loop {
                let Some(&character) = rest.next() else {
                    if self.end_completes {
                        break;
                    }
                    return None;
                };
                let digit = (self.digit)(character)?;
                i = self.integers.sum(
                    i,
                    self.integers.product(digit.unsigned_abs().into(), weight)?,
                    digit < 0,
                )?;
                let threshold = (self.threshold)(k, bias);
                if digit < 0 || (digit.unsigned_abs() as u128) < threshold {
                    break;
                }
                weight = self.integers.product(weight, BASE - threshold)?;
                k += BASE;
            }
            let points = text.len() as u128 + 1;
            bias = (self.adapt)(i.saturating_sub(old), points, old == 0);
            n = self.integers.sum(n, i / points, false)?;
            i %= points;
            text.insert(i as usize, (self.code_point)(n)?);
            i += self.step;
        }
        Some(text)
    }

    /// The code of a text (RFC 3492, section 6.3).
    pub(super) fn encode(&self, text: &[u32]) -> Option<Vec<u32>> {
        let text = text
            .iter()
            .map(|&c| if c < 0x80 { Some(c) } else { (self.code_point)(c.into()) })
            .collect::<Option<Vec<_>>>()?;
        let mut code: Vec<u32> = text.iter().copied().filter(|&c| c < 0x80).collect();
        let basic = code.len();
        if (self.delimiter)(basic, text.len() - basic) {
            code.push(u32::from('-'));
        }
        let mut others: Vec<u32> = text.iter().copied().filter(|&c| c >= 0x80).collect();
        others.sort_by(self.order);
        others.dedup();
        let mut n = self.initial_n;
        let (mut delta, mut bias, mut handled) = (0, 72, basic as u128);
        for &m in &others {
            let Some(passed) = u128::from(m).checked_sub(n) else { continue };
            delta = self.integers.sum(delta, self.integers.product(passed, handled + 1)?, false)?;
            n = m.into();
            for &c in &text {
                if c < m && (c >= 0x80 || self.counts_basic) {
                    delta = self.integers.sum(delta, 1, false)?;
                }
                if c == m {
                    self.write(delta, bias, &mut code)?;
                    bias = (self.adapt)(delta, handled + 1, handled == basic as u128);
                    delta = 0;
                    handled += 1;
                }
            }
            delta = self.integers.sum(delta, 1, false)?;
            n += 1;
        }
        Some(code)
    }

    /// Writes a number unless the code becomes too long: with a threshold of 35 a number has as
    /// many digits as its value.
    fn write(&self, number: u128, bias: u128, code: &mut Vec<u32>) -> Option<()> {
        let (mut rest, mut k) = (number, BASE);
        loop {
            if code.len() > LONGEST {
                return None;
            }
            let threshold = (self.threshold)(k, bias);
            if rest < threshold {
                break;
            }
            let digit = threshold + (rest - threshold) % (BASE - threshold);
            code.push(u32::from((self.character)(digit, false)));
            rest = (rest - threshold) / (BASE - threshold);
            k += BASE;
        }
        code.push(u32::from((self.character)(rest, true)));
        Some(())
    }
}

impl Integers {
    fn sum(&self, one: u128, two: u128, minus: bool) -> Option<u128> {
        if minus { one.checked_sub(two) } else { self.fit(one + two) }
    }

    fn product(&self, one: u128, two: u128) -> Option<u128> {
        self.fit(one.checked_mul(two)?)
    }

    fn fit(&self, number: u128) -> Option<u128> {
        match *self {
            Self::Bounded(bits) => (number >> bits == 0).then_some(number),
            Self::Wrapping(bits) => Some(number & ((1 << bits) - 1)),
        }
    }
}

/// Whether a call is without annotation and for integers of 32 bits.
pub(super) fn is_plain(call: &Call<'_>) -> bool {
    call.parameters.iter().all(|(name, value)| name == "width" && value.to_string() == "32")
}

/// The refusal of the reference; our own if the reference does not refuse.
fn refusal(call: &Call<'_>) -> Failure {
    match call.answer() {
        Err(refusal) => refusal,
        Ok(_) => Failure::Refused(Error::new(ErrorKind::BadDigit, 0)),
    }
}

/// The literal part ends at the last delimiter, which is consumed if something precedes it.
pub(super) fn last_delimiter(code: &[u32]) -> Option<(usize, usize)> {
    let last = code.iter().rposition(|&c| c == u32::from('-'));
    Some(last.filter(|&last| last > 0).map_or((0, 0), |last| (last, last + 1)))
}

/// The value of a digit of Punycode.
pub(super) fn digit_value(c: u32) -> Option<i64> {
    let c = char::from_u32(c)?.to_ascii_lowercase();
    match c {
        'a'..='z' => Some(i64::from(u32::from(c) - u32::from('a'))),
        '0'..='9' => Some(i64::from(u32::from(c) - u32::from('0') + 26)),
        _ => None,
    }
}

/// The value as a code point, if it is a Unicode scalar value.
pub(super) fn scalar_value(value: u128) -> Option<u32> {
    u32::try_from(value).ok().filter(|&value| char::from_u32(value).is_some())
}

/// The bias (RFC 3492, section 6.1), the delta first divided by `divisor`.
pub(super) fn adapted(delta: u128, points: u128, divisor: u128) -> u128 {
    let delta = delta / divisor;
    let mut delta = delta + delta / points.max(1);
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += BASE;
    }
    k + 36 * delta / (delta + 38)
}

/// The character of a digit.
pub(super) fn character(digit: u128) -> char {
    let letters = u8::try_from(digit).unwrap_or(0);
    char::from(if letters < 26 { b'a' + letters } else { b'0' + letters.saturating_sub(26) })
}
