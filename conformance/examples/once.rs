//! A program that is called once a request and does what its first argument says.
//!
//! The tests check one-shot commands with it. Its input is its second argument, or standard input.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use acegate_codec::punycode;

fn main() -> io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let input = match arguments.next() {
        Some(input) => input,
        None => io::read_to_string(io::stdin())?,
    };
    let mut out = io::stdout().lock();
    match mode.as_str() {
        "encode" | "decode" => {
            let line = input.strip_suffix('\n').unwrap_or(&input);
            let answer = if mode == "encode" {
                punycode::encode(line)
            } else {
                punycode::decode(line)
            };
            return Ok(match answer {
                Ok(text) => {
                    writeln!(out, "{text}")?;
                    ExitCode::SUCCESS
                }
                Err(error) => {
                    writeln!(io::stderr(), "{error}")?;
                    ExitCode::from(1)
                }
            });
        }
        "echo" => out.write_all(input.as_bytes())?,
        "status" => return Ok(ExitCode::from(input.trim().parse::<u8>().unwrap_or(3))),
        #[cfg(unix)]
        "signal" => {
            use rustix::process::{Signal, getpid, kill_process};
            let _ = kill_process(getpid(), Signal::KILL);
        }
        "hang" => std::thread::sleep(Duration::from_secs(3600)),
        "flood" => while out.write_all(&b"noise\n".repeat(1024)).is_ok() {},
        "no-utf8" => out.write_all(b"\xFF\n")?,
        // The input is not read at all, however much there is.
        "deaf" => out.write_all(b"deaf\n")?,
        _ => return Ok(ExitCode::from(89)),
    }
    Ok(ExitCode::SUCCESS)
}
