#!/bin/sh
# rustc as RUSTC_WORKSPACE_WRAPPER: counts the lines that run, for coverage.py. Crates that use the
# codecs are counted too, because generic code of the codecs is compiled in them.
# Build scripts are not.
case " $* " in
*" --crate-name build_script_"*) exec "$@" ;;
esac
exec "$@" -Cinstrument-coverage
