#!/usr/bin/env bash
# Installs the npm package into an empty project, and checks a library that is right and one that is wrong under
# three test runners: `npm.sh PACKAGE PLACE`.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
package=$(realpath "$1")
place=$(realpath -m "$2")
rm -rf "$place"
mkdir -p "$place"
cd "$place"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --ignore-scripts --no-audit --no-fund "$package" punycode@2.3.1 vitest@3.2.4 jest@30.2.0 typescript@5.9.3
cp "$here"/{right,wrong,hostile}.mjs "$here/types.ts" .
echo 'export default { test: { include: ["*.vitest.mjs"] } }' >vitest.config.mjs
for kind in right wrong; do
    sed 's/RUNNER/node:test/' $kind.mjs >$kind.node.mjs
    sed 's/RUNNER/vitest/' $kind.mjs >$kind.vitest.mjs
    sed 's/RUNNER/@jest\/globals/' $kind.mjs >$kind.jest.mjs
done
# Runs a test of this kind with a command, which must end with the status and say the sentence. The time is that from
# its start to the verdict.
expect() {
    local kind=$1 status=0 said begun
    shift
    begun=$(date +%s%N)
    said=$("$@" 2>&1) || status=$?
    echo "$kind: $((($(date +%s%N) - begun) / 1000000)) ms: $*"
    if [ $kind = right ]; then
        [ $status = 0 ] && grep -q "0 not as expected" <<<"$said" && return
    else
        # A finding with its clause, and the suite as a whole.
        [ $status != 0 ] && grep -q "The decoder skips a hyphen at the start" <<<"$said" && grep -q "RFC 3492" <<<"$said" &&
            grep -q "[0-9] checks are not as expected" <<<"$said" && return
    fi
    echo "$kind: $*: status $status"
    echo "$said"
    exit 1
}
for kind in right wrong; do
    expect $kind node --test $kind.node.mjs
    expect $kind npx vitest run --reporter=verbose $kind.vitest.mjs
    expect $kind env NODE_OPTIONS=--experimental-vm-modules npx jest --verbose --testMatch="**/$kind.jest.mjs"
done
npx tsc --strict --module nodenext --target es2022 --skipLibCheck types.ts
node types.js
node hostile.mjs
echo "three test runners, the codecs and the types are as they should be; the package has $(stat -c %s "$package") octets"
