#!/bin/sh
# rustc as RUSTC_WORKSPACE_WRAPPER: counts the lines that run, for coverage.py. Crates that use the
# codecs are counted too, because generic code of the codecs is compiled in them.
# Build scripts and the crate that one links are not.
case " $* " in
*" --crate-name build_script_"* | *" --crate-name acegate_vectors_document "*) exec "$@" ;;
esac
exec "$@" -Cinstrument-coverage
