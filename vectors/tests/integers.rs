//! The integers that the vectors allow, computed once more: RFC 3492, sections 6.1 to 6.3, in 128
//! bits, with neither a codec nor a limit of 32 bits.

use acegate_vectors::{Check, Integer, Level, Outcome, Params, Suite, Value};

/// The themes in which a refusal or exactly the right integers are expected.
const THEMES: [&str; 4] =
    ["punycode/integers/", "punycode/surrogates/", "punycode/any-width/", "bootstring/integers/"];

/// One number of this case has 139 bits.
const BEYOND: &str = "punycode/integers/weights-forty";

#[test]
fn rfc_3492_allows_a_refusal_or_exactly_these_integers() {
    let suite = Suite::embedded().expect("the suite is valid");
    let mut computed = 0;
    for check in suite.checks() {
        if !THEMES.iter().any(|theme| check.name.starts_with(theme)) {
            continue;
        }
        let allowed = values(&check);
        match computed_for(&check) {
            Some(own) => assert_eq!(allowed, [own], "{}", check.name),
            None if check.name == BEYOND => continue,
            // Not a code, however wide the integers are.
            None => assert!(allowed.is_empty(), "{}", check.name),
        }
        let refusals = check.expect.outcomes().iter();
        let refusals = refusals.filter(|outcome| matches!(outcome, Outcome::Error { .. }));
        assert_eq!(refusals.count(), 1, "{}", check.name);
        computed += 1;
    }
    assert!(computed >= 160, "{computed} computed");
}

/// No limit on integers or code points is a must, so that nothing is refused at must which
/// implementations with wider integers may read or write.
#[test]
fn no_must_refuses_numbers_that_wider_integers_hold() {
    let suite = Suite::embedded().expect("the suite is valid");
    let mut refused = 0;
    for check in suite.checks() {
        let transforms = matches!(check.op.as_ref(), "encode" | "decode");
        let mut outcomes = check.expect.outcomes().iter();
        let is_refusal = check.case.level == Level::Must
            && outcomes.all(|outcome| matches!(outcome, Outcome::Error { .. }));
        let is_plain = check.codec() == "punycode" && check.params().is_empty();
        if !(transforms && is_refusal && is_plain) {
            continue;
        }
        assert_eq!(computed_for(&check), None, "{}", check.name);
        refused += 1;
    }
    assert!(refused >= 200, "{refused} refused");
}

/// UTF-5 writes the hexadecimal digits of each number, the first of them as G to V.
#[test]
fn utf_5_allows_exactly_the_written_digits() {
    let suite = Suite::embedded().expect("the suite is valid");
    let checks = suite.checks();
    let mut computed = 0;
    for check in checks.iter().filter(|check| check.name.starts_with("utf5/integers/")) {
        let Some(allowed) = values(check).into_iter().next() else { continue };
        let [numbers, digits] = match check.op.as_ref() {
            "encode" => [integers_of(&check.input), allowed],
            _ => [allowed, integers_of(&check.input)],
        };
        let written = numbers.iter().flat_map(|number| {
            let hex = number.to_hex();
            let first = hex.chars().next().and_then(|digit| digit.to_digit(16)).expect("a digit");
            [u32::from('G') + first]
                .into_iter()
                .chain(hex.chars().skip(1).map(u32::from))
                .collect::<Vec<_>>()
        });
        let written: Vec<_> = written.map(Integer::from).collect();
        assert_eq!(written, digits, "{}", check.name);
        computed += 1;
    }
    assert!(computed >= 39, "{computed} computed");
}

/// The integers that 128 bits give.
fn computed_for(check: &Check) -> Option<Vec<Integer>> {
    let parameters = Parameters::new(check.params());
    match check.op.as_ref() {
        "encode" => parameters.encode(&code_points(&check.input)),
        _ => parameters.decode(&code_points(&check.input)),
    }
}

/// The values that are right.
fn values(check: &Check) -> Vec<Vec<Integer>> {
    let outcomes = check.expect.outcomes().iter();
    outcomes
        .filter_map(|outcome| match outcome {
            Outcome::Ok(value) => Some(integers_of(value)),
            Outcome::Integers(integers) => Some(integers.clone()),
            Outcome::Error { .. } => None,
        })
        .collect()
}

fn integers_of(value: &Value) -> Vec<Integer> {
    code_points(value).into_iter().map(Integer::from).collect()
}

fn code_points(value: &Value) -> Vec<u32> {
    match value {
        Value::Text { code_points, .. } => code_points.clone(),
        Value::Octets(_) | Value::List(_) => panic!("not a text"),
    }
}

/// The parameters of section 4.
struct Parameters {
    base: u128,
    t_min: u128,
    t_max: u128,
    initial_bias: u128,
    initial_n: u128,
    delimiter: char,
    digits: String,
    folds: bool,
}

impl Parameters {
    fn new(params: &Params) -> Self {
        let word = |name: &str| params.get(name).map(ToString::to_string);
        let number =
            |name, default| word(name).map_or(default, |word| word.parse().expect("a number"));
        let set = word("set").unwrap_or_default();
        let digits = match set.as_str() {
            "swift" => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
            _ => "abcdefghijklmnopqrstuvwxyz0123456789",
        };
        Self {
            base: number("base", 36),
            t_min: number("tmin", 1),
            t_max: number("tmax", 26),
            initial_bias: number("initial-bias", 72),
            initial_n: number("initial-n", 128),
            delimiter: if set.is_empty() { '-' } else { '_' },
            digits: word("digits").unwrap_or_else(|| digits.to_owned()),
            folds: set != "swift",
        }
    }

    fn threshold(&self, k: u128, bias: u128) -> u128 {
        if k <= bias + self.t_min {
            self.t_min
        } else if k >= bias + self.t_max {
            self.t_max
        } else {
            k - bias
        }
    }

    fn adapt(&self, delta: u128, points: u128, first: bool) -> u128 {
        let mut delta = if first { delta / 700 } else { delta / 2 };
        delta += delta / points;
        let mut k = 0;
        while delta > (self.base - self.t_min) * self.t_max / 2 {
            delta /= self.base - self.t_min;
            k += self.base;
        }
        k + (self.base - self.t_min + 1) * delta / (delta + 38)
    }

    /// Section 6.2. `None` if it fails, or if 128 bits are too few.
    fn decode(&self, code: &[u32]) -> Option<Vec<Integer>> {
        let code: Vec<char> = code.iter().map(|&c| char::from_u32(c)).collect::<Option<_>>()?;
        let last = code.iter().rposition(|&c| c == self.delimiter).filter(|&last| last > 0);
        if !code[..last.unwrap_or(0)].iter().all(char::is_ascii) {
            return None;
        }
        let mut output: Vec<u128> =
            code[..last.unwrap_or(0)].iter().map(|&c| u32::from(c).into()).collect();
        let mut rest = code[last.map_or(0, |last| last + 1)..].iter();
        let (mut n, mut i, mut bias) = (self.initial_n, 0_u128, self.initial_bias);
        while rest.len() > 0 {
            let old_i = i;
            let (mut w, mut k) = (1_u128, self.base);
            loop {
                let c = *rest.next()?;
                let digit =
                    self.digits.chars().position(|digit| {
                        digit == c || self.folds && digit.eq_ignore_ascii_case(&c)
                    })? as u128;
                i = i.checked_add(digit.checked_mul(w)?)?;
                let t = self.threshold(k, bias);
                if digit < t {
                    break;
                }
                w = w.checked_mul(self.base - t)?;
                k += self.base;
            }
            let points = output.len() as u128 + 1;
            bias = self.adapt(i - old_i, points, old_i == 0);
            n = n.checked_add(i / points)?;
            i %= points;
            output.insert(i as usize, n);
            i += 1;
        }
        output.iter().map(|number| Integer::from_decimal(&number.to_string())).collect()
    }

    /// Section 6.3.
    fn encode(&self, text: &[u32]) -> Option<Vec<Integer>> {
        let mut code: String =
            text.iter().filter_map(|&c| char::from_u32(c).filter(char::is_ascii)).collect();
        let basic = code.len();
        if basic > 0 {
            code.push(self.delimiter);
        }
        let (mut n, mut delta, mut bias) = (self.initial_n, 0_u128, self.initial_bias);
        let mut handled = basic as u128;
        while handled < text.len() as u128 {
            let numbers = text.iter().map(|&c| u128::from(c));
            let m = numbers.filter(|&c| c >= n && c >= 128).min()?;
            delta += (m - n) * (handled + 1);
            n = m;
            for c in text.iter().map(|&c| u128::from(c)) {
                if c < n {
                    delta += 1;
                } else if c == n {
                    let (mut q, mut k) = (delta, self.base);
                    loop {
                        let t = self.threshold(k, bias);
                        if q < t {
                            break;
                        }
                        code.push(self.digit(t + (q - t) % (self.base - t))?);
                        q = (q - t) / (self.base - t);
                        k += self.base;
                    }
                    code.push(self.digit(q)?);
                    bias = self.adapt(delta, handled + 1, handled == basic as u128);
                    delta = 0;
                    handled += 1;
                }
            }
            delta += 1;
            n += 1;
        }
        Some(code.chars().map(|c| Integer::from(u32::from(c))).collect())
    }

    fn digit(&self, value: u128) -> Option<char> {
        self.digits.chars().nth(usize::try_from(value).ok()?)
    }
}
