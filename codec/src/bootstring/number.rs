//! Generalized variable-length integers and the adaptation of their bias (RFC 3492, sections 3.3,
//! 3.4 and 6.1).

use super::Bootstring;
use super::encode::Sink;

impl Bootstring {
    /// The threshold at `k`, which is `base` times the place of the digit, counted from 1. With the
    /// base 36 and the bias 72, the thresholds of the first three places (36, 72, 108) are 1, 1, 26.
    pub(super) fn threshold(&self, k: u32, bias: u32) -> u32 {
        k.saturating_sub(bias).clamp(self.set.t_min, self.set.t_max)
    }

    /// The bias after a delta. `points` counts the code points after the insertion.
    ///
    /// No step overflows: half of an integer plus at most half of that is less than the integer.
    pub(super) fn adapted_bias(&self, delta: u32, points: u32, first: bool) -> u32 {
        let mut delta = delta / if first { self.set.damp } else { 2 };
        delta += delta / points;
        let span = self.set.base - self.set.t_min;
        let mut k = 0;
        while delta > span * self.set.t_max / 2 {
            delta /= span;
            k += self.set.base;
        }
        k + (span + 1) * delta / delta.saturating_add(self.set.skew)
    }

    /// Appends the digits of a number, the last one in uppercase if `upper`.
    ///
    /// 745 with the bias 72 is `kva`: the weights are 1, 35 and 1225, and 745 = 10 + 35 * 21 + 1225 * 0.
    pub(super) fn write_number(&self, number: u32, bias: u32, upper: bool, out: &mut impl Sink) {
        let mut rest = number;
        let mut k = self.set.base;
        loop {
            let threshold = self.threshold(k, bias);
            if rest < threshold {
                break;
            }
            let span = self.set.base - threshold;
            out.append(self.digits[(threshold + (rest - threshold) % span) as usize]);
            rest = (rest - threshold) / span;
            k += self.set.base;
        }
        let last = self.digits[rest as usize];
        out.append(if upper && self.set.fold_case {
            last.to_ascii_uppercase()
        } else {
            last
        });
    }
}
