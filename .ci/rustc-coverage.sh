#!/bin/sh
# rustc as RUSTC_WORKSPACE_WRAPPER: counts the lines of the codec crate that run, for .ci/coverage.py.
case " $* " in
*" --crate-name build_script_"*) exec "$@" ;;
*" --crate-name acegate_codec "*) exec "$@" -Cinstrument-coverage ;;
# The compiler asks for what writes the counts only where a program itself is counted.
*) exec "$@" -Clink-arg=-Wl,-u,__llvm_profile_runtime ;;
esac
