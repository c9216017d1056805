#!/usr/bin/env bash
# Plants each fault in a copy of the codec crate: the targets must
# find it. The table is reports/fuzz/planted.md.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
export CARGO_PROFILE_RELEASE_LTO=off
cargo run --release --locked --quiet -p acegate-fuzz -- planted --seed 1
