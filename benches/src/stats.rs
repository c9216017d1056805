//! Arithmetic on measurements.

/// The median of several measurements of one thing, and their spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The 10th percentile.
    pub low: f64,
    /// The 50th percentile.
    pub median: f64,
    /// The 90th percentile.
    pub high: f64,
}

impl Spread {
    /// The spread of the values; all zero if there are no values.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let [low, median, high] = [0.1, 0.5, 0.9].map(|part| percentile(&sorted, part));
        Self { low, median, high }
    }
}

/// The value below which this part of the sorted values lies, interpolated between two of them; 0 if
/// there are no values.
#[must_use]
pub fn percentile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = part.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * (place - place.floor())
}

/// The ratio of the time of `slow` to that of `fast`, for each round: 2 if it took twice as long.
#[must_use]
pub fn ratio(slow: &[f64], fast: &[f64]) -> Spread {
    let ratios: Vec<_> = slow.iter().zip(fast).map(|(slow, fast)| slow / fast).collect();
    Spread::of(&ratios)
}

/// The exponent with which a cost grows between two sizes: 1 for linear, 2 for quadratic.
#[must_use]
pub fn growth_exponent(smaller: (usize, f64), larger: (usize, f64)) -> f64 {
    (larger.1 / smaller.1).ln() / (larger.0 as f64 / smaller.0 as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_lie_between_values_by_proportion() {
        // Five values have the indices 0 to 4. The 10th percentile is at 0.4, the 90th at 3.6.
        let spread = Spread::of(&[50.0, 10.0, 40.0, 20.0, 30.0]);
        assert_eq!(spread, Spread { low: 14.0, median: 30.0, high: 46.0 });
        assert_eq!(percentile(&[1.0, 3.0], 0.5), 2.0);
        assert_eq!(percentile(&[7.0], 0.9), 7.0);
        assert_eq!(percentile(&[1.0, 3.0], 1.0), 3.0);
        assert_eq!(Spread::of(&[]), Spread { low: 0.0, median: 0.0, high: 0.0 });
    }

    #[test]
    fn ratios_are_formed_inside_each_round() {
        // Round by round 2, 1 and 4; the medians alone, 200 and 100, would give 2 by chance, their
        // means 233 and 117 would give it too, but the spread only shows this way.
        let spread = ratio(&[200.0, 100.0, 400.0], &[100.0, 100.0, 100.0]);
        assert_eq!(spread.median, 2.0);
        assert!((spread.low - 1.2).abs() < 1e-12 && (spread.high - 3.6).abs() < 1e-12);
        // A slow round slows both, so the ratio does not change.
        let spread = ratio(&[300.0, 3_000.0, 300.0], &[100.0, 1_000.0, 100.0]);
        assert_eq!(spread, Spread { low: 3.0, median: 3.0, high: 3.0 });
    }

    #[test]
    fn exponents_are_of_the_power() {
        // Ten times the size: 100 times the cost is quadratic, 10 times linear.
        assert!((growth_exponent((10, 1.0), (100, 100.0)) - 2.0).abs() < 1e-12);
        assert!((growth_exponent((10, 5.0), (100, 50.0)) - 1.0).abs() < 1e-12);
        // Four times the size and 8 times the cost: 4 to the power of 1.5.
        assert!((growth_exponent((1, 1.0), (4, 8.0)) - 1.5).abs() < 1e-12);
    }
}
