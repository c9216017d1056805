//! Passes the compiler and the profile to the report.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.unwrap_or_else(|| "unknown".to_owned());
    let flag = |name| env::var(name).unwrap_or_default();
    let flags = flag("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    let extra = if flags.is_empty() { String::new() } else { format!(", flags {flags}") };
    let instructions = [
        format!("cargo::rustc-env=ACEGATE_BENCH_RUSTC={}", version.trim()),
        format!(
            "cargo::rustc-env=ACEGATE_BENCH_PROFILE={}, opt-level {}, {}{extra}",
            profile(Path::new(&flag("OUT_DIR"))),
            flag("OPT_LEVEL"),
            flag("TARGET"),
        ),
        "cargo::rerun-if-changed=build.rs".to_owned(),
    ];
    for instruction in instructions {
        println!("{instruction}");
    }
}

/// The name of the profile. Cargo reports `release` for every profile that inherits from it, but its
/// output folder has the name of the profile: `PROFILE/build/PACKAGE/out`.
fn profile(out: &Path) -> String {
    let folder = out.ancestors().nth(3).and_then(Path::file_name);
    folder.map_or_else(|| "unknown".to_owned(), |name| name.to_string_lossy().into_owned())
}
