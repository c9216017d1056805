//! Days of the Gregorian calendar.

use std::time::{SystemTime, UNIX_EPOCH};

/// The day it is in UTC, in days from 1970-01-01.
pub(super) fn today() -> i64 {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    i64::try_from(seconds / 86_400).unwrap_or(i64::MAX)
}

/// The day that is written as `2027-06-30`, in days from 1970-01-01; `None` if there is no such day.
pub(super) fn parse(text: &str) -> Option<i64> {
    let numbers: Vec<_> = text.split('-').collect();
    let [year, month, day] = numbers[..] else { return None };
    let number = |text: &str, digits: usize| {
        let is_number = text.len() == digits && text.bytes().all(|octet| octet.is_ascii_digit());
        is_number.then(|| text.parse::<i64>().ok()).flatten()
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let index = usize::try_from(month - 1).ok()?;
    if !(1..=*lengths.get(index)?).contains(&day) {
        return None;
    }
    let before = year - 1;
    let years = before * 365 + before / 4 - before / 100 + before / 400;
    // 0001-01-01 is 719,162 days before 1970-01-01.
    Some(years + lengths[..index].iter().sum::<i64>() + day - 1 - 719_162)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn days_are_counted_by_the_gregorian_calendar() {
        // 2000-03-01 is 30 years of 365 days, 8 leap days (1972 to 2000) and 31 + 28 days later:
        // 30 * 365 + 8 + 59 = 11,017. `date -ud 2027-06-30 +%s` gives 20,999 days.
        for (text, day) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-03-01", Some(11_017)),
            ("2024-02-29", Some(19_782)),
            ("2027-06-30", Some(20_999)),
            ("2023-02-29", None),
            ("1900-02-29", None),
            ("2027-13-01", None),
            ("2027-00-01", None),
            ("2027-06-00", None),
            ("2027-6-30", None),
            ("tomorrow", None),
            ("", None),
        ] {
            assert_eq!(parse(text), day, "{text}");
        }
    }
}
