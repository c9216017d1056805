#!/usr/bin/env bash
# Builds every target into $OUT, with its dictionary, options and zipped seeds next to it.
#
# The environment of OSS-Fuzz: $SRC, $OUT, $WORK, $SANITIZER (address, coverage, none),
# $FUZZING_ENGINE, $RUSTFLAGS. CI runs the script in a stand-in for it: .ci/clusterfuzzlite.sh.
set -euo pipefail

if [ "$FUZZING_ENGINE" != libfuzzer ]; then
    echo "only libfuzzer is supported, not $FUZZING_ENGINE" >&2
    exit 2
fi
case "$SANITIZER" in
address | coverage | none) ;;
*)
    echo "the sanitizer $SANITIZER is not supported" >&2
    exit 2
    ;;
esac

cd "$SRC/acegate"
target=${CARGO_TARGET_DIR:-$WORK/target}

# In a separate build and without the flags for the targets, because it runs here and is not fuzzed.
env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS CARGO_TARGET_DIR="$target" \
    cargo build --profile quick --locked --quiet -p acegate-fuzz
tool=$target/quick/acegate-fuzz
export CARGO_MANIFEST_DIR=$SRC/acegate/fuzz

# cargo-fuzz builds the profile `release`, so everything is optimised. Without -O: debug assertions and overflow checks
# are part of what is looked for.
programs=$target/x86_64-unknown-linux-gnu/release
if [ "$SANITIZER" = coverage ]; then
    # The image's wrapper of cargo makes `cargo fuzz build` a build without any features, which has no targets. $RUSTFLAGS
    # has the flags for coverage already.
    (cd fuzz && CARGO_TARGET_DIR=$target cargo build --bins --features libfuzzer)
    programs=$target/debug
else
    CARGO_TARGET_DIR=$target cargo fuzz build --features libfuzzer --sanitizer "$SANITIZER"
fi

"$tool" export "$WORK/export"
"$tool" targets | while read -r name; do
    cp "$programs/$name" "$OUT/$name"
    cp "$WORK/export/$name.dict" "$WORK/export/$name.options" "$OUT/"
    rm -f "$OUT/${name}_seed_corpus.zip"
    (cd "$WORK/export/${name}_seed_corpus" && python3 -m zipfile -c "$OUT/${name}_seed_corpus.zip" ./*)
done
