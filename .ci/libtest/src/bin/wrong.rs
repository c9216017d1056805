//! The tests of a decoder that consumes a delimiter at the start, if it is the only one.

use acegate::implementation::Functions;
use acegate_codec::punycode::decode;

fn main() -> std::process::ExitCode {
    let codec = std::env::var("CODEC").unwrap_or_else(|_| "punycode".to_owned());
    acegate::libtest::main(move || {
        let wrong = |code: &str| match code.strip_prefix('-') {
            Some(rest) if !rest.contains('-') => decode(rest),
            _ => decode(code),
        };
        Functions::new("wrong", "1.0").operation(&codec, "decode", wrong)
    })
}
