# Shared by .ci/run, .ci/fresh and reports/make/evidence: each step with its seconds, and programs that must be there.

step() {
    printf '\n== %s\n' "$1"
    local TIMEFORMAT="-- $1: %0R s, of the processors %0U s and %0S s for the system"
    shift
    time "$@"
}

# Installs the package if the program is missing and installing is allowed. Fails if it stays missing.
need() {
    local program=$1 package=$2
    command -v "$program" >/dev/null && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends "$package"
    fi
    command -v "$program" >/dev/null && return
    echo "$program is missing: install the package $package" >&2
    return 1
}

# The same for a subcommand of cargo, which is built from its source.
need_cargo() {
    command -v "$1" >/dev/null || cargo install "$1" --locked --quiet
}

# The packages of one manager that the manifests of the adapters name.
packages_of() {
    grep -ohP "$1: \[\K[^]]*" conformance/adapters/{manifests,*/manifest}.yaml | tr -d '",' | tr ' ' '\n' | sort -u
}

# The packages of PyPI in Rust, which are not built here.
compiled=jsonschema-rs,rpds-py

# Runs a command, which must exit with this status.
expect() {
    local wanted=$1 status=0
    shift
    "$@" || status=$?
    [ "$status" -eq "$wanted" ] || { echo "$*: exit status $status, $wanted expected" >&2; return 1; }
}
