#!/usr/bin/env bash
# Speed as a gate: instructions, which are the same on every run, counted by callgrind.
#
#   .ci/instructions.sh            compare with the peer and with .ci/instructions.toml
#   .ci/instructions.sh --record   write .ci/instructions.toml anew
#
# Each number is the cost of one pass: half the difference between three passes and one, so that
# making the corpus and starting the program do not count. The gate fails if the codec is not 3.5
# times (encode) or 2 times (decode) below idna, if a code point of a long text costs 1.4 times that
# of a short one, or if a number is 5 % above the recorded one.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/common.sh
export LC_ALL=C
record=.ci/instructions.toml
program=${CARGO_TARGET_DIR:-target}/dist/acegate-bench
labels=2000
failed=0

need valgrind valgrind

case ${1-} in
'' | --record) ;;
*)
    echo "usage: .ci/instructions.sh [--record]" >&2
    exit 2
    ;;
esac

cargo build --profile dist --locked --quiet -p acegate-benches

# The instructions of a whole run.
collected() {
    local log
    log=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1) ||
        { printf '%s\n' "$log" >&2; return 1; }
    awk '/Collected/ { print $4; found = 1 } END { exit !found }' <<<"$log"
}

# The instructions of a pass, for each of its $1 labels or code points.
each() {
    local size=$1 one three
    shift
    one=$(collected "$@" --passes 1)
    three=$(collected "$@" --passes 3)
    awk -v one="$one" -v three="$three" -v size="$size" \
        'BEGIN { printf "%.1f", (three - one) / 2 / size }'
}

# Fails unless $2 is at most $3.
at_most() {
    awk -v value="$2" -v bound="$3" 'BEGIN { exit !(value <= bound) }' && return
    printf 'FAILED: %s: %s, the most is %s\n' "$1" "$2" "$3"
    failed=1
}

declare -A measured
measure() {
    local name=$1
    shift
    measured[$name]=$(each "$@")
    printf '%-44s %9s\n' "$name" "${measured[$name]}"
}

names=()
for interface in encode-text decode-text; do
    for contestant in acegate-into-v3 acegate-into-portable idna; do
        measure "$interface/$contestant" $labels "$interface/$contestant"
        [[ $contestant == idna ]] || names+=("$interface/$contestant")
    done
done
for interface in encode-points decode-points; do
    for length in 1000 10000; do
        name=$interface/acegate-into-v3
        measure "$name, $length" $length "$name" --text $length
        names+=("$name, $length")
    done
done

quotient() {
    awk -v one="$1" -v other="$2" 'BEGIN { printf "%.2f", one / other }'
}

# Reads the recorded number of $1; empty if there is none.
recorded() {
    awk -F ' = ' -v name="\"$1\"" '$1 == name { print $2 }' $record
}

for goal in encode-text:3.5 decode-text:2.0; do
    interface=${goal%:*} times=${goal#*:}
    idna=${measured[$interface/idna]}
    fewer=$(quotient "$idna" "${measured[$interface/acegate-into-v3]}")
    printf '%s: %s times fewer than idna, the least is %s\n' "$interface" "$fewer" "$times"
    at_most "$interface, times fewer than idna that are asked for" "$times" "$fewer"
done
for interface in encode-points decode-points; do
    name=$interface/acegate-into-v3
    growth=$(quotient "${measured[$name, 10000]}" "${measured[$name, 1000]}")
    printf '%s: a code point costs %s times that of a shorter text\n' "$interface" "$growth"
    at_most "$interface, growth from 1000 to 10000 code points" "$growth" 1.4
done

if [[ ${1-} == --record ]]; then
    {
        echo "# Instructions for a label, or for a code point of a mixed text of that length. Written by"
        echo "# \`.ci/instructions.sh --record\` with $(rustc --version | cut -d ' ' -f 1-2)."
        for name in "${names[@]}"; do
            printf '"%s" = %s\n' "$name" "${measured[$name]}"
        done
    } >$record
else
    for name in "${names[@]}"; do
        figure=$(recorded "$name")
        if [[ -z $figure ]]; then
            printf 'FAILED: %s: not in %s\n' "$name" $record
            failed=1
        else
            at_most "$name, record and 5 %" "${measured[$name]}" \
                "$(awk -v figure="$figure" 'BEGIN { print figure * 1.05 }')"
        fi
    done
fi
exit $failed
