//! Times on a command line: `2s`, `500ms`, `1m30s`, `2h`; a number without a unit has seconds.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A positive time, written with its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time(pub(super) Duration);

/// The units, the largest first: the names of each, and its seconds.
const UNITS: [(&[&str], f64); 4] = [
    (&["h"], 3600.0),
    (&["m", "min"], 60.0),
    (&["s"], 1.0),
    (&["ms"], 0.001),
];

impl FromStr for Time {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let sum = match word.parse() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
            Err(_) => sum_of_parts(word),
        };
        match sum {
            Some(time) if !time.is_zero() => Ok(Self(time)),
            _ => Err("expected a positive time, such as 2s, 500ms, 1m30s or 2h"),
        }
    }
}

/// The sum of numbers with units, the largest unit first: `1m30s`.
fn sum_of_parts(word: &str) -> Option<Duration> {
    let mut units = UNITS.iter();
    let mut sum = Duration::ZERO;
    let mut rest = word;
    while !rest.is_empty() {
        let number_end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(number_end);
        let unit_end = after
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        // The search goes on behind the last unit, so none comes twice.
        let (_, seconds) = units.find(|(names, _)| names.contains(&unit))?;
        let part = number.parse::<f64>().ok()? * seconds;
        sum = sum.checked_add(Duration::try_from_secs_f64(part).ok()?)?;
        rest = after;
    }
    Some(sum)
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.as_secs(), self.0.subsec_nanos()) {
            (seconds, 0) => write!(f, "{seconds}s"),
            (_, nanos) if nanos % 1_000_000 == 0 => write!(f, "{}ms", self.0.as_millis()),
            _ => write!(f, "{}s", self.0.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (word, seconds, written) in [
            ("90", 90.0, "90s"),
            ("90s", 90.0, "90s"),
            ("0.5", 0.5, "500ms"),
            ("2000ms", 2.0, "2s"),
            ("1500ms", 1.5, "1500ms"),
            ("1.5m", 90.0, "90s"),
            ("2min", 120.0, "120s"),
            ("1m30s", 90.0, "90s"),
            ("1h30m2s5ms", 5402.005, "5402005ms"),
            ("2h", 7200.0, "7200s"),
            ("0.0625ms", 0.000_062_5, "0.0000625s"),
        ] {
            let time = Time(Duration::from_secs_f64(seconds));
            assert_eq!(word.parse(), Ok(time), "{word}");
            assert_eq!(time.to_string(), written, "{word}");
            assert_eq!(written.parse(), Ok(time), "{written}");
        }
        for word in [
            "", "s", "-1", "0", "0s", "1d", "NaN", "1e400", "30s1m", "1s1s", "1m30", "1 s",
            "1.2.3s",
        ] {
            assert!(word.parse::<Time>().is_err(), "{word}");
        }
    }
}
