#!/usr/bin/env bash
# Runs .clusterfuzzlite/build.sh in a stand-in for the environment of OSS-Fuzz, without Docker and
# on the toolchain that is there, and executes each program that it puts into $OUT on its zipped
# seeds.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

mkdir -p "$place"/{src,out,work}
ln -s "$root" "$place/src/acegate"
export SRC=$place/src OUT=$place/out WORK=$place/work
export FUZZING_ENGINE=libfuzzer ARCHITECTURE=x86_64 SANITIZER=${SANITIZER:-none}
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
bash "$root/.clusterfuzzlite/build.sh"

tool=$CARGO_TARGET_DIR/quick/acegate-fuzz
export CARGO_MANIFEST_DIR=$root/fuzz
"$tool" targets | while read -r name; do
    mkdir "$place/seeds"
    python3 -m zipfile -e "$OUT/${name}_seed_corpus.zip" "$place/seeds"
    if ! "$OUT/$name" -runs=0 -timeout=5 -dict="$OUT/$name.dict" "$place/seeds" >"$place/said" 2>&1; then
        cat "$place/said"
        echo "$name fails on its seeds"
        exit 1
    fi
    # An empty folder would pass for fuzzing.
    grep -q "INFO: seed corpus: files: [1-9]" "$place/said"
    rm -rf "$place/seeds"
done
echo "every program of the build runs its zipped seeds"
