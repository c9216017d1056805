//! The reference codecs of acegate and its judgement of answers, as a C library.
//!
//! `include/acegate.h` is the documentation, and the functions here are what it declares. Reading it from Rust is never
//! needed: `acegate::fuzz` has the same. This crate is the only one with functions for C: `raw` turns pointers into
//! slices and back, and everything else is safe.

mod operation;
mod raw;
mod settings;
mod values;

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate::fuzz::{JudgedAnswer, judge};
use acegate::observation::{Outcome, Refusal};
use acegate::protocol::Request;
use acegate_codec::{Failure, Value};
use acegate_vectors::Level;

pub use raw::{RawBuffer, RawReason, RawRefusal, RawValue};

use operation::{Called, names};
use settings::Settings;
use values::Form;

/// The codes of `enum acegate_status`.
mod status {
    pub(crate) const OK: i32 = 0;
    pub(crate) const REFUSED: i32 = 1;
    pub(crate) const UNSUPPORTED: i32 = 2;
    pub(crate) const TOO_SMALL: i32 = 3;
    pub(crate) const NOT_UTF8: i32 = 4;
    pub(crate) const INVALID: i32 = 5;
    pub(crate) const FAILED: i32 = 6;
}

/// The codes of `enum acegate_verdict`.
mod verdict {
    pub(crate) const NOT_JUDGED: i32 = -1;
    pub(crate) const RIGHT: i32 = 0;
    pub(crate) const ALLOWED: i32 = 1;
    pub(crate) const WRONG_MAY: i32 = 2;
    pub(crate) const WRONG_SHOULD: i32 = 3;
    pub(crate) const WRONG_MUST: i32 = 4;
}

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };

/// The version of the library.
#[expect(unsafe_code, reason = "C finds a function by its name")]
// SAFETY: nothing else is called so.
#[unsafe(no_mangle)]
pub extern "C" fn acegate_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The name of an operation.
///
/// # Safety
///
/// `capacity` octets can be written at `name`.
#[expect(unsafe_code, reason = "C finds a function by its name")]
// SAFETY: nothing else is called so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acegate_operation(
    index: usize,
    name: *mut c_char,
    capacity: usize,
) -> c_int {
    guarded(0, || {
        let Some(operation) = names().nth(index) else {
            return 0;
        };
        let text = format!("{operation}\0");
        // SAFETY: the caller says so.
        let fits = unsafe { raw::copy_out(text.as_bytes(), name.cast::<u8>(), capacity) };
        i32::from(fits)
    })
}

/// Carries out an operation.
///
/// # Safety
///
/// The texts end with a NUL, the values and the buffer have the lengths that they say, and the structures can be read,
/// `output` and `refusal` also written. Those that the header says can be null.
#[expect(unsafe_code, reason = "C finds a function by its name")]
// SAFETY: nothing else is called so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acegate_apply(
    codec: *const c_char,
    operation: *const c_char,
    settings: *const c_char,
    input: *const RawValue,
    output: *mut RawBuffer,
    refusal: *mut RawRefusal,
) -> c_int {
    guarded(status::FAILED, || {
        // SAFETY: the caller says so.
        let (call, output, refusal) = unsafe {
            (
                raw::Call::read(codec, operation, settings, input),
                RawBuffer::emptied(output),
                raw::filled(refusal),
            )
        };
        match (call, output) {
            (Some(call), Some(output)) => apply(&call, output, refusal),
            _ => status::INVALID,
        }
    })
}

fn apply(call: &raw::Call<'_>, output: &mut RawBuffer, refusal: Option<&mut RawRefusal>) -> i32 {
    let Some(called) = Called::named(call.codec, call.operation) else {
        return status::UNSUPPORTED;
    };
    let Some(settings) = Settings::read(&called, call.settings) else {
        return status::UNSUPPORTED;
    };
    let Some(input) = call.input.read_value() else {
        return status::INVALID;
    };
    match called
        .codec
        .apply(called.operation.name, &settings.params, &input)
    {
        Ok(value) => write(&value, output),
        Err(Failure::Refused(error)) => {
            if let Some(refusal) = refusal {
                raw::write_text(error.code(), &mut refusal.kind);
                refusal.position = call.input.position(&input, error.position);
            }
            status::REFUSED
        }
        Err(Failure::Unsupported(_)) => status::UNSUPPORTED,
    }
}

/// Writes a result into the caller's buffer.
fn write(value: &Value, output: &mut RawBuffer) -> i32 {
    output.is_list = i32::from(matches!(value, Value::List(_)));
    match Form::of_number(output.form) {
        Some(Form::Utf8) => match values::utf8(value) {
            Some(octets) => output.write_octets(&octets),
            None => status::NOT_UTF8,
        },
        Some(Form::CodePoints) => output.write_code_points(&values::code_points(value)),
        Some(Form::Octets | Form::Utf8List | Form::CodePointsList) | None => status::INVALID,
    }
}

/// Judges an answer.
///
/// # Safety
///
/// The texts end with a NUL, the values have the lengths that they say, and the structures can be read, `reason` also
/// written. Those that the header says can be null.
#[expect(unsafe_code, reason = "C finds a function by its name")]
// SAFETY: nothing else is called so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acegate_judge(
    codec: *const c_char,
    operation: *const c_char,
    settings: *const c_char,
    input: *const RawValue,
    answer: *const RawValue,
    reason: *mut RawReason,
) -> c_int {
    guarded(verdict::NOT_JUDGED, || {
        // SAFETY: the caller says so.
        let (call, answer, reason) = unsafe {
            (
                raw::Call::read(codec, operation, settings, input),
                raw::Given::read(answer),
                raw::filled(reason),
            )
        };
        let judged = match call {
            Some(call) => judged(&call, answer.as_ref()),
            None => Err("a codec, an operation and an input are needed".to_owned()),
        };
        match judged {
            Ok(judgement) => tell(&judgement, reason),
            Err(why) => tell(&JudgedAnswer::NotJudged(why), reason),
        }
    })
}

/// The judgement of an answer; `None` is a refusal. The error says why there is none.
fn judged(call: &raw::Call<'_>, answer: Option<&raw::Given<'_>>) -> Result<JudgedAnswer, String> {
    let Some(called) = Called::named(call.codec, call.operation) else {
        return Err(format!("no operation {} {}", call.codec, call.operation));
    };
    let settings = Settings::read(&called, call.settings);
    let settings = settings.ok_or_else(|| format!("unknown settings {:?}", call.settings))?;
    let input = call.input.read_value();
    let input = input.ok_or("the input does not have its form, such as UTF-8")?;
    let outcome = match answer {
        Some(answer) => match answer.read_value() {
            Some(value) => Outcome::Value(value),
            None => return Err("the answer does not have its form, such as UTF-8".to_owned()),
        },
        None => Outcome::Refused(Refusal::default()),
    };
    let request = Request {
        params: settings.params.clone(),
        ..Request::of(&called.codec.about(), called.operation.verb, input)
    };
    Ok(judge(request, &outcome, &settings.description(&called)))
}

/// The code of a judgement, with the reason for one that needs it.
fn tell(judgement: &JudgedAnswer, reason: Option<&mut RawReason>) -> i32 {
    match judgement {
        JudgedAnswer::Right => verdict::RIGHT,
        JudgedAnswer::Allowed => verdict::ALLOWED,
        JudgedAnswer::NotJudged(why) => {
            if let Some(reason) = reason {
                raw::write_text(why, &mut reason.text);
            }
            verdict::NOT_JUDGED
        }
        JudgedAnswer::Wrong(wrong) => {
            if let Some(reason) = reason {
                if let Some(rule) = wrong.requirement() {
                    raw::write_text(&rule.id, &mut reason.requirement);
                }
                raw::write_text(&wrong.to_string(), &mut reason.text);
            }
            match wrong.0.level {
                Level::Must => verdict::WRONG_MUST,
                Level::Should => verdict::WRONG_SHOULD,
                Level::May => verdict::WRONG_MAY,
            }
        }
    }
}

/// The size of a structure.
///
/// # Safety
///
/// The text ends with a NUL, or is null.
#[expect(unsafe_code, reason = "C finds a function by its name")]
// SAFETY: nothing else is called so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn acegate_size(structure: *const c_char) -> usize {
    // SAFETY: the caller says so.
    match unsafe { raw::text(structure) } {
        Some("value") => size_of::<RawValue>(),
        Some("buffer") => size_of::<RawBuffer>(),
        Some("refusal") => size_of::<RawRefusal>(),
        Some("reason") => size_of::<RawReason>(),
        _ => 0,
    }
}

/// Calls a function, so that no panic unwinds into C. By then it has changed only memory that C has passed to it for writing.
fn guarded(failed: i32, call: impl FnOnce() -> i32) -> i32 {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(failed)
}
