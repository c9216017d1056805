#!/usr/bin/env bash
# Opens the pages of the program in a browser without a window: .ci/pages.sh target/debug/acegate
#
# It needs chromium, node and npm. The driver of the browser and the rules of accessibility are
# installed in a folder that is removed afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/common.sh
program=$(realpath "$1")
need chromium chromium
need node nodejs
need npm npm
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
(cd "$place" && npm install --silent --no-save --ignore-scripts --no-audit --no-fund \
    puppeteer-core@24.43.1 axe-core@4.14.1)
node .ci/pages.mjs "$program" "$place" "$(command -v chromium)"
