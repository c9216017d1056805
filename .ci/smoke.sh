#!/usr/bin/env bash
# A short campaign over all targets with a fixed seed, on stable and without a sanitizer, and the
# check that no target is forgotten. It needs cargo-fuzz and a C++ compiler.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
runs=${ACEGATE_FUZZ_RUNS:-10000}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

export CARGO_PROFILE_RELEASE_LTO=off CARGO_MANIFEST_DIR=$root/fuzz
cargo build --release --locked --quiet -p acegate-fuzz
target=${CARGO_TARGET_DIR:-$root/target}
tool=$target/release/acegate-fuzz

test "$(cargo fuzz list | sort)" = "$("$tool" targets | sort)"

"$tool" campaign --runs "$runs" --seed 1 --corpus "$place/corpus" --out "$place/report"
"$tool" guard --report "$place/report/campaign.json"

echo "fuzz smoke: $("$tool" targets | wc -l) targets, $runs executions each and as many with the value profile"
