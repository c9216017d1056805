//! The tests of a decoder that consumes a delimiter at the start, if it is the only one. With the variable
//! `PANICS` it panics on what it cannot decode: `here`, or in another thread if it is `elsewhere`.

use std::thread;

use acegate::implementation::Functions;
use acegate_codec::punycode::decode;

fn main() -> std::process::ExitCode {
    let codec = std::env::var("CODEC").unwrap_or_else(|_| "punycode".to_owned());
    let panics = std::env::var("PANICS").unwrap_or_default();
    acegate::libtest::main(move || {
        let panics = panics.clone();
        let wrong = move |code: &str| match (code.strip_prefix('-'), &*panics) {
            (_, "here") => Ok(decode(code).expect("a valid code")),
            (_, "elsewhere") => {
                let code = code.to_owned();
                let decoded = thread::spawn(move || decode(&code).expect("a valid code")).join();
                decoded
                    .map_err(|_| acegate_codec::Error::new(acegate_codec::ErrorKind::BadDigit, 0))
            }
            (Some(rest), _) if !rest.contains('-') => decode(rest),
            _ => decode(code),
        };
        Functions::new("wrong", "1.0").operation(&codec, "decode", wrong)
    })
}
