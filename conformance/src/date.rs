//! Days of the Gregorian calendar, in UTC.

use crate::clock;

/// The day it is, in days from 1970-01-01.
pub(crate) fn today() -> i64 {
    (seconds_now() / 86_400).cast_signed()
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
    let hour = seconds / 3600 % 24;
    let minute = seconds / 60 % 60;
    let second = seconds % 60;
    let day = show_day((seconds / 86_400).cast_signed());
    format!("{day}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The day so many days after 1970-01-01, as `2027-06-30`. Years start in March here, so a leap day
/// is the last day of the year.
pub(crate) fn show_day(days: i64) -> String {
    // 0000-03-01 is 719,468 days before 1970-01-01, and every 400 years have 146,097 days.
    let era = (days + 719_468).div_euclid(146_097);
    let day = (days + 719_468).rem_euclid(146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Five months of 31, 30, 31, 30 and 31 days follow each other.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, is_next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + is_next)
}

/// The day that is written as `2027-06-30`, in days from 1970-01-01; `None` if there is no such day.
pub(crate) fn parse(text: &str) -> Option<i64> {
    // Texts of days of four-digit years are in the order of the days: 0000-01-01 to 9999-12-31.
    let mut first = -719_528;
    let mut last = 2_932_896;
    while first < last {
        let middle = first + (last - first) / 2;
        if show_day(middle).as_str() < text {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    if show_day(first) != text {
        return None;
    }
    Some(first)
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
        // The right sides come from `date -ud @SECONDS +%FT%TZ`.
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
