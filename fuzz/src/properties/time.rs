//! The crate promises O(n log n): twice the input takes little more than twice the time.

use std::time::Duration;

use acegate::hunt::Violation;
use acegate::protocol::Request;
use acegate_codec::{Parameter, Value, Verb};

use super::laws::{elements, law};
use crate::subject::ask_next;

/// The number of code points from which the time of a longer text is compared with the time of a shorter one.
const LENGTH: usize = 20_000;

/// An answer to a text of twice [`LENGTH`] that takes less is linear or far from mattering: with all that libFuzzer
/// and AddressSanitizer add, the codecs take less than a tenth of it. Of a quadratic step, even one that moves whole
/// memory at 10 octets a nanosecond, there are 40,000 × 80,000 octets: a third of a second.
const SUSPICIOUS: Duration = Duration::from_millis(60);

/// Twice the input may take this many times as long. Linear is 2, n log n at this length 2.13, quadratic 4.
const GROWTH: u32 = 3;

/// How often a suspicious time is measured again: another process on the machine shows once, a slow loop always.
const REPEATS: usize = 3;

/// The time of an operation grows with its input by no power of it: for the text repeated up to 20,000 code points and
/// 40,000, and for what the inverse operation makes of these, which is the code of a long text for a decoder.
pub(crate) fn time_grows_with_the_length(request: &Request) -> Result<(), Violation> {
    let Some(text) = request.text() else {
        return Ok(());
    };
    // Flags and limits of labels end an operation early.
    if text.flags.is_some() || text.code_points.is_empty() {
        return Ok(());
    }
    let request = without_limits(request);
    let [short, long] = [LENGTH, 2 * LENGTH].map(|length| repeated(&text.code_points, length));
    is_not_quadratic(&request, &short, &long)?;
    let Some(inverse) = request.verb().and_then(Verb::inverse) else {
        return Ok(());
    };
    if let (Ok(short), Ok(long)) = (
        ask_next(&request, inverse, &short),
        ask_next(&request, inverse, &long),
    ) {
        is_not_quadratic(&request, &short, &long)?;
    }
    Ok(())
}

/// The request, where it can be of a label, without the limits of labels.
fn without_limits(request: &Request) -> Request {
    let mut request = request.clone();
    let specs = request
        .operation()
        .map_or(&[][..], |operation| operation.parameters);
    if specs.iter().any(|spec| spec.name == "layer") {
        request
            .params
            .insert("layer".to_owned(), Parameter::from_word("bare"));
    }
    request
}

fn repeated(pattern: &[u32], length: usize) -> Value {
    Value::from_code_points(
        pattern
            .iter()
            .copied()
            .cycle()
            .take(length)
            .collect::<Vec<u32>>(),
    )
}

fn is_not_quadratic(request: &Request, short: &Value, long: &Value) -> Result<(), Violation> {
    let verb = request.verb().unwrap_or(Verb::Encode);
    let mut least_short = Duration::MAX;
    let mut least_long = Duration::MAX;
    for _ in 0..=REPEATS {
        least_long = least_long.min(time_of(request, verb, long));
        if least_long < SUSPICIOUS {
            return Ok(());
        }
        least_short = least_short.min(time_of(request, verb, short));
    }
    law(
        least_long < GROWTH * least_short,
        request.name(),
        "time-grows-with-the-length",
        || {
            format!(
                "{least_long:?} for {} elements, {least_short:?} for {}",
                elements(long),
                elements(short)
            )
        },
    )
}

fn time_of(request: &Request, verb: Verb, input: &Value) -> Duration {
    let begun = processor_time();
    let _ = ask_next(request, verb, input);
    processor_time().saturating_sub(begun)
}

/// The time that the processor has spent on this thread: it stands still while others run.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The time on the clock, where there is no other.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
