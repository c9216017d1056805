//! Punycode with a field for each known fault of libraries.

use std::borrow::Cow;
use std::cmp::Ordering;

use acegate_codec::{Error, ErrorKind, Failure, Value};

use crate::label::units;
use crate::{Call, crash};

/// How one wrong Punycode works. Of [`Rules::RFC`] nothing is wrong; a deviation sets some of it.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// Whether a code is read as UTF-16 units.
    pub(super) units: Option<bool>,
    /// The index at which the digits of a code begin, and the length of the literal part before it.
    pub(super) split: Option<Split>,
    /// The code point that a character of the literal part gives, or `None` to refuse it.
    pub(super) literal: Option<fn(u32) -> Option<u32>>,
    /// The value of a digit, or `None` if the character is not a digit.
    pub(super) digit: Option<fn(u32) -> Option<i64>>,
    /// Whether the end of the code ends a number.
    pub(super) end: Option<End>,
    /// The treatment of numbers that overflow.
    pub(super) integers: Option<Integers>,
    /// The code point that is inserted or encoded for a value, or `None` to refuse it.
    pub(super) code_point: Option<fn(u128) -> Option<u32>>,
    /// Whether a number that does not fit 32 bits is inserted as it is.
    pub(super) is_large_inserted: bool,
    /// The bias after a delta: delta, number of code points, whether it is the first.
    pub(super) adapt: Option<fn(u128, u128, bool) -> u128>,
    /// The threshold of a digit: its index times the base, and the bias.
    pub(super) threshold: Option<fn(u128, u128) -> u128>,
    /// How far the index advances past an insertion.
    pub(super) step: Option<i128>,
    /// The first value that is inserted.
    pub(super) initial_n: Option<u128>,
    /// The order in which the code points are written; those that it passes over are lost.
    pub(super) order: Option<fn(&u32, &u32) -> Ordering>,
    /// Whether an encoder counts basic code points in its deltas.
    pub(super) counts_basic: Option<bool>,
    /// Whether a delimiter is written, by the number of basic code points and of the others.
    pub(super) delimiter: Option<fn(usize, usize) -> bool>,
    /// The digit of a value, and whether it is the last of its number.
    pub(super) character: Option<fn(u128, bool) -> char>,
}

/// The treatment of a number that the end of the code cuts off.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The code is refused.
    Refuses,
    /// The number counts as it is.
    Completes,
    /// A digit of this value, which may be negative, is read in its place.
    Digit(i64),
    /// The program ends.
    Crashes,
}

/// Takes a code apart: the length of the literal part and the place of the first digit, or `None`
/// to refuse it.
pub(super) type Split = fn(&[u32]) -> Option<(usize, usize)>;

/// The integers of a procedure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Integers {
    /// Numbers of more bits are refused.
    Bounded(u32),
    /// Higher bits are lost.
    Wrapping(u32),
    /// Higher bits are lost, and the highest that is left is the sign.
    Signed(u32),
    /// No number is refused.
    Unbounded,
}

/// U+FFFD, which replaces numbers that are not characters.
pub(super) const REPLACEMENT: u32 = 0xfffd;

/// The base.
pub(super) const BASE: u128 = 36;

/// The longest code that is written. No line of the protocol holds a longer one.
const LONGEST: usize = 1 << 20;

impl Rules {
    /// Punycode as it is, bounded to 32 bits.
    pub(super) const RFC: Self = Self {
        units: None,
        split: None,
        literal: None,
        digit: None,
        end: None,
        integers: None,
        code_point: None,
        is_large_inserted: false,
        adapt: None,
        threshold: None,
        step: None,
        initial_n: None,
        order: None,
        counts_basic: None,
        delimiter: None,
        character: None,
    };

    /// The answer of a decoder or encoder of these rules, and of those beside them, to a call
    /// without annotation; nothing for other operations, and for integers that are not those of the
    /// rules.
    pub(super) fn answer(&self, call: &Call<'_>) -> Option<Result<Value, Failure>> {
        if !is_plain(call) || !matches!(call.op, "decode" | "encode") {
            return None;
        }
        if let Some(gathered) = call.gathered {
            gathered.borrow_mut().push(*self);
            return None;
        }
        let engine = Engine { own: self, beside: call.beside };
        let own = match call.op {
            "decode" => {
                engine.decode(&engine.read(call.code_points())).and_then(|text| fitting(call, text))
            }
            _ => engine.encode(call.code_points()),
        };
        Some(own.map(Value::from_code_points).ok_or_else(|| refusal(call)))
    }

    /// The code of a text (RFC 3492, section 6.3).
    pub(super) fn encode(&self, text: &[u32]) -> Option<Vec<u32>> {
        Engine { own: self, beside: &[] }.encode(text)
    }
}

/// Punycode by the rules of one deviation and those beside it. In each point the first that is not
/// right decides.
struct Engine<'a> {
    own: &'a Rules,
    beside: &'a [Rules],
}

impl Engine<'_> {
    fn wrong<T: PartialEq>(&self, of: impl Fn(&Rules) -> Option<T>, right: T) -> T {
        let all = [self.own].into_iter().chain(self.beside);
        all.filter_map(of).find(|own| *own != right).unwrap_or(right)
    }

    /// The characters of a code, which are its UTF-16 units under one rule.
    fn read<'c>(&self, code: &'c [u32]) -> Cow<'c, [u32]> {
        // No string holds a number above 10FFFF.
        let is_string = code.iter().all(|&c| c <= 0x10_FFFF);
        match is_string && self.wrong(|rules| rules.units, false) {
            true => units(code).into_iter().map(u32::from).collect(),
            false => code.into(),
        }
    }

    fn split(&self, code: &[u32]) -> Option<(usize, usize)> {
        self.wrong(|rules| rules.split.map(|split| split(code)), last_delimiter(code))
    }

    fn literal(&self, c: u32) -> Option<u32> {
        self.wrong(|rules| rules.literal.map(|literal| literal(c)), (c < 0x80).then_some(c))
    }

    fn digit(&self, c: u32) -> Option<i64> {
        self.wrong(|rules| rules.digit.map(|digit| digit(c)), digit_value(c))
    }

    fn end(&self) -> End {
        self.wrong(|rules| rules.end, End::Refuses)
    }

    fn integers(&self) -> Integers {
        self.wrong(|rules| rules.integers, Integers::Bounded(32))
    }

    fn code_point(&self, value: u128) -> Option<u32> {
        self.wrong(|rules| rules.code_point.map(|own| own(value)), scalar_value(value))
    }

    /// The code point that is inserted for a value, which may be an integer of more than 32 bits.
    fn inserted(&self, value: i128) -> Option<u128> {
        let all = [self.own].into_iter().chain(self.beside);
        match u128::try_from(value) {
            Ok(large) if large > u32::MAX.into() && all.clone().any(|it| it.is_large_inserted) => {
                Some(large)
            }
            _ => self.code_point(value as u128).map(u128::from),
        }
    }

    fn adapt(&self, delta: u128, points: u128, first: bool) -> u128 {
        let right = adapted(delta, points, if first { 700 } else { 2 });
        self.wrong(|rules| rules.adapt.map(|adapt| adapt(delta, points, first)), right)
    }

    fn threshold(&self, k: u128, bias: u128) -> u128 {
        let right = k.saturating_sub(bias).clamp(1, 26);
        self.wrong(|rules| rules.threshold.map(|threshold| threshold(k, bias)), right)
    }

    fn initial_n(&self) -> u128 {
        self.wrong(|rules| rules.initial_n, 0x80)
    }

    fn order(&self, one: &u32, two: &u32) -> Ordering {
        self.wrong(|rules| rules.order.map(|order| order(one, two)), one.cmp(two))
    }

    fn character(&self, digit: u128, last: bool) -> char {
        self.wrong(|rules| rules.character.map(|own| own(digit, last)), character(digit))
    }

    /// The text of a code (RFC 3492, section 6.2).
    fn decode(&self, code: &[u32]) -> Option<Vec<u128>> {
        let (literal, digits) = self.split(code)?;
        let literal = code[..literal].iter().map(|&c| self.literal(c).map(u128::from));
        let mut text = literal.collect::<Option<Vec<_>>>()?;
        let mut rest = code[digits..].iter();
        let (mut n, mut i, mut bias) = (self.initial_n() as i128, 0, 72);
        let integers = self.integers();
        let step = self.wrong(|rules| rules.step, 1);
        while !rest.as_slice().is_empty() {
            let old = i;
            let mut weight = 1;
            let mut k = BASE;
            loop {
                let digit = match (rest.next(), self.end()) {
                    (Some(&character), _) => self.digit(character)?,
                    (None, End::Digit(digit)) => digit,
                    (None, End::Refuses) => return None,
                    (None, End::Completes) => break,
                    (None, End::Crashes) => crash(),
                };
                let product = integers.product(digit.unsigned_abs().into(), weight)?;
                i = integers.sum(i, if digit < 0 { -product } else { product })?;
                let threshold = self.threshold(k, bias);
                if digit < 0 || (digit.unsigned_abs() as u128) < threshold {
                    break;
                }
                weight = integers.product(weight, (BASE - threshold) as i128)?;
                k += BASE;
            }
            let points = text.len() as i128 + 1;
            let delta = u128::try_from(i.saturating_sub(old)).unwrap_or(0);
            bias = self.adapt(delta, points as u128, old == 0);
            n = integers.sum(n, integers.quotient(i, points))?;
            i -= integers.quotient(i, points) * points;
            // An index below zero counts from the end.
            let index = if i < 0 { i + points - 1 } else { i };
            text.insert(usize::try_from(index).ok()?, self.inserted(n)?);
            i += step;
        }
        Some(text)
    }

    /// The code of a text (RFC 3492, section 6.3).
    fn encode(&self, text: &[u32]) -> Option<Vec<u32>> {
        let text = text
            .iter()
            .map(|&c| if c < 0x80 { Some(c) } else { self.code_point(c.into()) })
            .collect::<Option<Vec<_>>>()?;
        let mut code: Vec<u32> = text.iter().copied().filter(|&c| c < 0x80).collect();
        let basic = code.len();
        let counts = (basic, text.len() - basic);
        if self.wrong(|rules| rules.delimiter.map(|own| own(counts.0, counts.1)), basic > 0) {
            code.push(u32::from('-'));
        }
        let mut others: Vec<u32> = text.iter().copied().filter(|&c| c >= 0x80).collect();
        others.sort_by(|one, two| self.order(one, two));
        others.dedup();
        let (mut n, integers) = (self.initial_n(), self.integers());
        let counts_basic = self.wrong(|rules| rules.counts_basic, true);
        let (mut delta, mut bias, mut handled) = (0, 72, basic as u128);
        for &m in &others {
            let Some(passed) = u128::from(m).checked_sub(n) else { continue };
            let passed = integers.product(passed as i128, handled as i128 + 1)?;
            delta = integers.sum(delta, passed)?;
            n = m.into();
            for &c in &text {
                if c < m && (c >= 0x80 || counts_basic) {
                    delta = integers.sum(delta, 1)?;
                }
                if c == m {
                    let number = delta as u128;
                    self.write(number, bias, &mut code)?;
                    bias = self.adapt(number, handled + 1, handled == basic as u128);
                    delta = 0;
                    handled += 1;
                }
            }
            delta = integers.sum(delta, 1)?;
            n += 1;
        }
        Some(code)
    }

    /// Writes a number, if the code does not become too long: a threshold that leaves one value to
    /// a digit writes a number as that many digits.
    fn write(&self, number: u128, bias: u128, code: &mut Vec<u32>) -> Option<()> {
        let (mut rest, mut k) = (number, BASE);
        loop {
            if code.len() > LONGEST {
                return None;
            }
            let threshold = self.threshold(k, bias);
            if rest < threshold {
                break;
            }
            let digit = threshold + (rest - threshold) % (BASE - threshold);
            code.push(u32::from(self.character(digit, false)));
            rest = (rest - threshold) / (BASE - threshold);
            k += BASE;
        }
        code.push(u32::from(self.character(rest, true)));
        Some(())
    }
}

impl Integers {
    fn sum(self, one: i128, two: i128) -> Option<i128> {
        self.fit(one.saturating_add(two))
    }

    fn product(self, one: i128, two: i128) -> Option<i128> {
        match self {
            // Bits that are lost at 128 bits are lost at fewer bits, too.
            Self::Wrapping(_) | Self::Signed(_) => self.fit(one.wrapping_mul(two)),
            Self::Bounded(_) => self.fit(one.checked_mul(two)?),
            Self::Unbounded => Some(one.saturating_mul(two)),
        }
    }

    fn quotient(self, one: i128, two: i128) -> i128 {
        if matches!(self, Self::Signed(_)) { one / two } else { one.div_euclid(two) }
    }

    fn fit(self, number: i128) -> Option<i128> {
        match self {
            Self::Bounded(bits) => (number >> bits == 0).then_some(number),
            Self::Wrapping(bits) => Some(number & ((1 << bits) - 1)),
            Self::Signed(bits) => Some(number << (128 - bits) >> (128 - bits)),
            Self::Unbounded => Some(number),
        }
    }
}

/// The text, if all of its integers fit 32 bits. One that does not is handed to the call.
fn fitting(call: &Call<'_>, text: Vec<u128>) -> Option<Vec<u32>> {
    let fit = text.iter().map(|&c| u32::try_from(c).ok()).collect();
    if let (None, Some(large)) = (&fit, call.large) {
        large.replace(Some(text));
    }
    fit
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
