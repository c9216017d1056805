#!/usr/bin/env bash
# A short campaign over all fuzz targets with a fixed seed, in the profile of the tests and on stable.
# libFuzzer's counters are put into the crates of the workspace alone, so that everything else is what
# the tests have built, and cargo-fuzz is not needed; a C++ compiler is.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${ACEGATE_FUZZ_RUNS:-1000}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export CARGO_MANIFEST_DIR=$PWD/fuzz
target=${CARGO_TARGET_DIR:-target}
tool=$target/debug/acegate-fuzz

# The program that the tests use: a build of its own would choose other features of what it needs.
cargo test --workspace --locked --quiet --no-run
mapfile -t targets < <("$tool" targets)
# Optimising the instrumented crates would take longer than it saves.
RUSTC_WORKSPACE_WRAPPER=$PWD/.ci/rustc-libfuzzer.sh cargo build --workspace --locked --quiet \
    --config profile.dev.package.acegate-deviations.opt-level=0 --config profile.dev.package.acegate-vectors.opt-level=0 \
    --features acegate-fuzz/libfuzzer "${targets[@]/#/--bin=}"

"$tool" campaign --runs "$runs" --seed 1 --programs "$target/debug" --corpus "$place/corpus" \
    --out "$place/report"
"$tool" guard --report "$place/report/campaign.json"
# A codec that panics is found, and the input is kept as a finding that was made small.
mkdir -p "$place/fuzz/regressions"
status=0
CARGO_MANIFEST_DIR=$place/fuzz ACEGATE_FAULT=panic "$tool" campaign --target impl_punycode --runs 1 --seed 1 \
    --programs "$target/debug" --out "$place/fault" >"$place/said" 2>&1 || status=$?
[ "$status" = 1 ] && find "$place/fuzz/findings/impl_punycode" -type f -size -8c | grep -q . ||
    { cat "$place/said" >&2; echo "a panic is not found: exit status $status" >&2; exit 1; }
echo "fuzz smoke: ${#targets[@]} targets, $runs executions each and as many with the value profile"
