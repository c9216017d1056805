//! The interface of the module to its host: two texts in memory.
//!
//! The host calls `reserve`, writes a request there, calls `answer`, and reads the answer at `answered`.
//! It imports two clocks, in milliseconds. A module has one thread.
#![expect(unsafe_code, reason = "exports and imports have names of their own")]

use std::cell::RefCell;
use std::time::Duration;

use acegate::clock::{self, Clock};

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn elapsed_ms() -> f64;
    safe fn date_ms() -> f64;
}

/// Makes place for a request of this many octets, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request, and returns how many octets the answer has.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    clock::set(Clock {
        elapsed: || of_ms(elapsed_ms()),
        date: || of_ms(date_ms()),
    });
    let request = REQUEST.take();
    let text = crate::answer(&String::from_utf8_lossy(&request));
    let length = text.len();
    ANSWER.set(text);
    length
}

/// Converts the request, a text, by the places of a codec and an operation. Returns how many octets the
/// answer has, a text; -1 if there is none, so that the caller sends a request.
#[unsafe(no_mangle)]
extern "C" fn convert(codec: usize, operation: usize) -> isize {
    let converted = REQUEST.with_borrow(|request| {
        let text = std::str::from_utf8(request).ok()?;
        crate::codecs::converted(codec, operation, text)
    });
    converted.map_or(-1, |text| {
        let length = text.len();
        ANSWER.set(text);
        isize::try_from(length).unwrap_or(-1)
    })
}

/// The address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn of_ms(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}
