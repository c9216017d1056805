#!/usr/bin/env bash
# Two campaigns with one seed number, in different folders, must reach the same counters and keep the
# same files in the corpus. It needs `setarch`, because addresses steer libFuzzer.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
runs=${ACEGATE_FUZZ_RUNS:-1000}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
setarch -R true

export CARGO_MANIFEST_DIR=$root/fuzz
cargo build --release --locked --quiet -p acegate-fuzz
cargo fuzz build -s none --features libfuzzer
target=${CARGO_TARGET_DIR:-$root/target}
tool=$target/release/acegate-fuzz
mapfile -t targets < <("$tool" targets)

repeat() {
    local folder=$1
    "$tool" campaign --runs "$runs" --seed 7 --programs "$target/x86_64-unknown-linux-gnu/release" \
        --corpus "$folder/corpus" --out "$folder/report" "${targets[@]/#/--target=}" >"$place/said" 2>&1 ||
        { cat "$place/said" >&2; return 1; }
    python3 - "$folder" <<'PYTHON'
import json, os, sys

for row in json.load(open(f"{sys.argv[1]}/report/campaign.json"))["targets"]:
    figures = [row[name] for name in ("executions", "edges", "features", "new_seeds")]
    print(row["target"], *figures, *sorted(os.listdir(f"{sys.argv[1]}/corpus/{row['target']}")))
PYTHON
}

repeat "$place/once" >"$place/once.txt"
repeat "$place/a-second-time" >"$place/again.txt"
diff "$place/once.txt" "$place/again.txt"
echo "fuzz repeat: ${#targets[@]} targets with the same counters and the same corpus twice"
