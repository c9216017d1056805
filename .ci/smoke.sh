#!/usr/bin/env bash
# Without arguments: a short run of every fuzz target with a fixed seed, in the profile of the tests and on stable.
# libFuzzer's counters are put into the crates of the workspace alone, so that everything else is what
# the tests have built, and cargo-fuzz is not needed; a C++ compiler is.
#
# .ci/smoke.sh campaign SECONDS [TARGET]...   all targets, or these, for this long together, on all processors. Optimised,
# on stable, with cargo-fuzz. The corpora in fuzz/corpus are used, extended and minimised; findings become vectors in
# fuzz/findings. Prints a row for each target. Exit status 1 if anything was found.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${ACEGATE_FUZZ_RUNS:-500}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export CARGO_MANIFEST_DIR=$PWD/fuzz RUST_BACKTRACE=0
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
tool=$target/debug/acegate-fuzz

# One target of a campaign: minimises its corpus with the seeds, fuzzes it, and makes vectors of what was found.
campaign_of() {
    local name=$1 corpus=fuzz/corpus/$1 artifacts=fuzz/artifacts/$1/ log=$place/$1.log spent=0
    local settings=(-dict="$place/$1.dict" -timeout=5 -rss_limit_mb=2048 -artifact_prefix="$artifacts"
        -max_len="$(sed -n 's/^max_len = //p' "$place/$1.options")")
    mkdir -p "$corpus" "$artifacts" "$place/$name/small"
    touch "$place/$name/begun"
    # Of the corpus and the seeds, what reaches something new. A merge that fails must not cost the corpus.
    if "$programs/$name" "$place/$name/small" "$corpus" "$place/${name}_seed_corpus" "${settings[@]}" -merge=1 \
        >"$place/$name/merged" 2>&1; then
        rm -rf "$corpus" && mv "$place/$name/small" "$corpus"
    fi
    local TIMEFORMAT=%U
    # Half of the time where comparisons steer it, which takes three times as long for an execution.
    { time for profile in 0 1; do
        "$programs/$name" "$corpus" "${settings[@]}" -use_value_profile=$profile -reload=0 \
            -max_total_time=$((each / 2 + 1)) >"$log.$profile" 2>&1 || true
    done; } 2>"$place/$name/time"
    cat "$log".? >"$log"
    spent=$(tail -n 1 "$place/$name/time")
    awk -v name="$name" -v spent="$spent" -v files="$(find "$corpus" -type f | wc -l)" '
        function after(word, i) { for (i = 1; i < NF; i++) if ($i == word) return $(i + 1) }
        /^#[0-9]+/ {
            now = substr($1, 2) + 0
            if (now < here) all += here
            here = now
            if (after("cov:")) last = after("cov:")
        }
        /INITED/ && !first { first = after("cov:") }
        END {
            all += here
            printf "| `%s` | %d | %d | %d | %d | %d |\n", name, all, all / (spent > 0 ? spent : 1), first, last - first, files
        }
    ' "$log"
    find "$artifacts" -type f -newer "$place/$name/begun" | while read -r found; do
        timeout 120 "$tool" artifact "$name" "$found" || true
    done >"$place/$name/findings"
    if [ -s "$place/$name/findings" ]; then
        cat "$place/$name/findings"
        return 1
    fi
}

if [ "${1:-}" = campaign ]; then
    seconds=${2:?how many seconds}
    export RUST_BACKTRACE=0 programs=$target/x86_64-unknown-linux-gnu/release place target tool
    cargo build --locked --quiet -p acegate-fuzz
    cargo fuzz build --features libfuzzer -s none
    mapfile -t targets < <(if [ $# -gt 2 ]; then printf '%s\n' "${@:3}"; else "$tool" targets; fi)
    "$tool" export "$place" "${targets[@]}" >/dev/null
    export each=$((seconds * $(nproc) / ${#targets[@]} + 1))
    export -f campaign_of
    printf '| target | executions | a second of processor | coverage of the corpus | gained | files then |\n'
    printf '| --- | ---: | ---: | ---: | ---: | ---: |\n'
    printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I NAME bash -c 'campaign_of NAME' || exit 1
    exit
fi

# The program that the tests use. A separate build would choose other features of its dependencies.
cargo test --workspace --locked --quiet --no-run
# Time is measured in optimised programs only, by a campaign.
mapfile -t targets < <("$tool" targets | grep -vx prop_time_is_linear)
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
