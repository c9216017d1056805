//! An adapter for acegate in Rust. Fill in the two functions; delete what your library does not have.
//!
//! A second file, such as codec.rs, needs `mod codec;`. If the library is a package, save this file as
//! examples/adapter.rs in it, and run `cargo build --release --example adapter`.

use std::io::{BufRead, Write, stdin, stdout};
use std::panic::catch_unwind;

/// The reply to a request; skips and refusals have a reason.
enum Reply {
    Text(String),
    Refused(String),
    Skipped(String),
}

/// The library's calls go here: text in, its code out. The reason of a refusal is `error.to_string()`, or
/// `format!("{error:?}")` if the error has no `Display`.
fn encode(_text: &str) -> Reply {
    Reply::Skipped("not filled in yet".into())
}

fn decode(_code: &str) -> Reply {
    Reply::Skipped("not filled in yet".into())
}

const HELLO: &str = r#"{"type":"hello","protocol":1,"window":64,"values":["u"],"implementation":{"name":"mine","version":"0.1","language":"Rust"},"codecs":{"punycode":{"ops":["encode","decode"]}}}"#;

fn main() -> std::io::Result<()> {
    for line in stdin().lock().lines() {
        let line = line?;
        if line.contains(r#""type":"hello""#) {
            println!("{HELLO}");
        } else {
            let rest = catch_unwind(|| reply(&line)).unwrap_or(r#""crash":"panicked""#.into());
            println!(r#"{{"id":{},{rest}}}"#, field(&line, "id"));
        }
        stdout().flush()?;
    }
    Ok(())
}

fn reply(line: &str) -> String {
    let points: Vec<u32> = field(line, "u").split(',').filter_map(|c| c.parse().ok()).collect();
    let text: Option<String> = points.iter().map(|&c| char::from_u32(c)).collect();
    let reply = match (field(line, "codec"), field(line, "op"), text) {
        ("punycode", "encode" | "decode", None) => Reply::Skipped("a Rust string holds scalar values only".into()),
        ("punycode", "encode", Some(text)) => encode(&text),
        ("punycode", "decode", Some(code)) => decode(&code),
        _ => Reply::Skipped("only punycode encode and decode".into()),
    };
    match reply {
        Reply::Text(made) => format!(r#""ok":{{"u":{:?}}}"#, made.chars().map(u32::from).collect::<Vec<_>>()),
        Reply::Refused(why) => format!(r#""error":{{"message":"{}"}}"#, why.replace(|c: char| !(' '..='~').contains(&c) || c == '"' || c == '\\', "?")),
        Reply::Skipped(why) => format!(r#""skip":"{why}""#),
    }
}

/// A request is one object on one line, and its input is an array of integers, as the hello requests.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let rest = line.split_once(&format!("\"{name}\":")).map_or("", |(_, rest)| rest);
    let end = rest.find(if rest.starts_with('[') { "]" } else { "," }).or(rest.find('}'));
    rest[..end.unwrap_or(rest.len())].trim_matches(['"', '[', '}'])
}
