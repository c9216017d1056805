#!/usr/bin/env bash
# A short run of every fuzz target with a fixed seed, in the profile of the tests and on stable.
# libFuzzer's counters are put into the crates of the workspace alone, so that everything else is what
# the tests have built, and cargo-fuzz is not needed; a C++ compiler is.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${ACEGATE_FUZZ_RUNS:-500}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export CARGO_MANIFEST_DIR=$PWD/fuzz RUST_BACKTRACE=0
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tool=$target/debug/acegate-fuzz

# The program that the tests use. A separate build would choose other features of its dependencies.
cargo test --workspace --locked --quiet --no-run
mapfile -t targets < <("$tool" targets)
# Optimising the instrumented crates would take longer than it saves. With a test next to the targets, cargo chooses
# the features of the tests' build for what is not instrumented, which is built already.
RUSTC_WORKSPACE_WRAPPER=$PWD/.ci/rustc-libfuzzer.sh cargo build --workspace --locked --quiet \
    --config profile.dev.package.acegate-deviations.opt-level=0 --config profile.dev.package.acegate-vectors.opt-level=0 \
    --features acegate-fuzz/libfuzzer "${targets[@]/#/--bin=}" --test formatting
"$tool" export "$place" --every 20 >/dev/null

# libFuzzer over some seeds of a target and that many executions more, then again where comparisons steer it. The
# tests replay all seeds.
smoke() {
    local name=$1 longest profile count
    longest=$(sed -n 's/^max_len = //p' "$place/$name.options")
    count=$(find "$place/${name}_seed_corpus" -type f | wc -l)
    mkdir -p "$place/$name"
    for profile in 0 1; do
        "$target/debug/$name" "$place/$name" "$place/${name}_seed_corpus" -dict="$place/$name.dict" \
            -max_len="$longest" -seed=$((profile + 1)) -runs=$((count + runs)) -use_value_profile=$profile -timeout=5 \
            -rss_limit_mb=1024 -reload=0 -artifact_prefix="$place/$name-" >"$place/$name.log" 2>&1 ||
            { tail -n 20 "$place/$name.log" >&2; return 1; }
    done
}
export -f smoke
export place target runs
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I NAME bash -c 'smoke NAME'

# A codec that panics is found, and the input is kept as a finding that was made small.
"$tool" export "$place" impl_punycode >/dev/null
mkdir -p "$place/fuzz/regressions"
export ACEGATE_FAULT=panic CARGO_MANIFEST_DIR=$place/fuzz
if smoke impl_punycode 2>"$place/said"; then
    echo "a panic is not found" >&2
    exit 1
fi
"$tool" artifact impl_punycode "$place"/impl_punycode-crash-* --out "$place/findings" >>"$place/said" 2>&1 || true
find "$place/findings/impl_punycode" -type f -size -8c | grep -q . ||
    { cat "$place/said" >&2; echo "the input of a panic is not made small" >&2; exit 1; }
echo "fuzz smoke: ${#targets[@]} targets, $runs executions each and as many with the value profile"
