//! Days of the Gregorian calendar, in UTC.

use crate::clock;

/// The day it is, in days from 1970-01-01.
pub(crate) fn today() -> i64 {
    i64::try_from(seconds_now() / 86_400).unwrap_or(i64::MAX)
}

/// The time it is, as RFC 3339 writes it: `2027-06-30T12:00:00Z`.
pub(crate) fn now() -> String {
    show(seconds_now())
}

fn seconds_now() -> u64 {
    clock::date().as_secs()
}

/// The time so many seconds after 1970-01-01.
fn show(seconds: u64) -> String {
    let mut day = seconds / 86_400;
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 0;
    for length in lengths(year) {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", month + 1, day + 1)
}

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// The days of each month.
const fn lengths(year: u64) -> [u64; 12] {
    [31, if is_leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// The day that is written as `2027-06-30`, in days from 1970-01-01; `None` if there is no such day.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let numbers: Vec<_> = text.split('-').collect();
    let [year, month, day] = numbers[..] else { return None };
    let number = |text: &str, digits: usize| {
        let is_number = text.len() == digits && text.bytes().all(|octet| octet.is_ascii_digit());
        is_number.then(|| text.parse::<u64>().ok()).flatten()
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let lengths = lengths(year);
    let index = usize::try_from(month.checked_sub(1)?).ok()?;
    if !(1..=*lengths.get(index)?).contains(&day) {
        return None;
    }
    let before = i64::try_from(year).ok()? - 1;
    let years =
        before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    let days = lengths[..index].iter().sum::<u64>() + day - 1;
    // 0001-01-01 is 719,162 days before 1970-01-01.
    Some(years + i64::try_from(days).ok()? - 719_162)
}

#[cfg(test)]
mod tests {
    use super::{parse, show};

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

    #[test]
    fn a_time_is_written_as_rfc_3339_has_it() {
        // The right sides are those of `date -ud @SECONDS +%FT%TZ`.
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_814_356_805, "2027-06-30T12:00:05Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(show(seconds), text);
        }
    }
}
