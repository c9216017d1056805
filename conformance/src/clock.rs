//! The clock: how long something takes, and which time it is.
//!
//! They are of the system, unless [`set`] puts others in their place. A WebAssembly module has neither.

use std::ops::Add;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Two clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time since some moment. It never runs backwards.
    pub elapsed: fn() -> Duration,
    /// The time since 1970-01-01, in UTC.
    pub date: fn() -> Duration,
}

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Replaces the clocks of the system by these. Only the first call has an effect, and only if no
/// time was read before.
pub fn set(clock: Clock) {
    // The clocks that are there stay.
    let _ = CLOCK.set(clock);
}

/// A moment of the first clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// This moment.
    #[must_use]
    pub fn now() -> Self {
        Self((clock().elapsed)())
    }

    /// How long ago it was.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

/// The time since 1970-01-01, in UTC.
#[must_use]
pub fn date() -> Duration {
    (clock().date)()
}

fn clock() -> &'static Clock {
    CLOCK.get_or_init(|| Clock {
        elapsed: || {
            static BEGUN: OnceLock<Instant> = OnceLock::new();
            BEGUN.get_or_init(Instant::now).elapsed()
        },
        date: || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default()
        },
    })
}
