//! A target of `cargo fuzz` that compares your codec with the judgement of acegate.
#![no_main]

use acegate::implementation::Functions;
use libfuzzer_sys::fuzz_target;

fn mine() -> Functions {
    Functions::new("mine", "1.0")
    // Yours: from `&str` to a `Result` of a `String`, for each operation that it has.
    // .operation("punycode", "decode", |code| mine::decode(code).map_err(|error| error.to_string()))
    // .operation("punycode", "encode", |text| mine::encode(text).map_err(|error| error.to_string()))
}

fuzz_target!(|data: &[u8]| acegate::fuzz::check(&mut mine(), data));
