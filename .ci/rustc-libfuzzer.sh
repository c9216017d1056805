#!/bin/sh
# rustc as RUSTC_WORKSPACE_WRAPPER: puts libFuzzer's counters into the crates of the workspace, with the
# flags of cargo-fuzz, and into no build script. The test `formatting`, which is built and not run, has no libFuzzer.
case " $* " in
*" --crate-name build_script_"*) exec "$@" ;;
*" --crate-name formatting "*) set -- "$@" -Clink-arg=-Wl,--unresolved-symbols=ignore-all ;;
esac
exec "$@" --cfg fuzzing -Cdebug-assertions -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cllvm-args=-sanitizer-coverage-stack-depth \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0
