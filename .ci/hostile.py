#!/usr/bin/env python3
"""Runs acegate against hostile programs, and kills acegate at random moments.

    .ci/hostile.py [--programs] [--kills N] [--seed N] [--out FILE] [--only WORD]

It builds the release program and its misbehaving examples first. Every hostile program is run over
the whole Punycode suite, on a terminal of its own. A run must end within 120 s, name the fault, and
leave no process, no file in the folder for temporary files, and the terminal as it was. The result
is a table.
"""

import argparse
import json
import os
import pty
import random
import select
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ACEGATE = os.path.join(TARGET, "release", "acegate")
MISBEHAVE = os.path.join(TARGET, "release", "examples", "misbehave")
ONCE = os.path.join(TARGET, "release", "examples", "once")
MARK = "ACEGATE_HOSTILE_MARK"
BOUND = 120
SMALL = ["--timeout", "1", "--memory-limit", "256"]

# The fault, the options of acegate, and a word that the report must hold.
KINDS = [
    ("exits", "ended with status 3"),
    ("aborts", "SIGABRT"),
    ("segfaults", "SIGSEGV"),
    ("hangs", "no reply in"),
    ("spins", "of CPU time"),
    ("allocates", "MiB of memory"),
    ("floods-stdout", "bytes of output"),
    ("no-json", "no"),
    ("wrong-id", "wrong id"),
    ("answers-twice", "answered twice"),
    ("closes-stdout", "closed its standard output"),
    ("reports-crash", "index out of bounds"),
]
OTHERS = [
    ("ignores-sigterm", "no reply in"), ("stops", "no reply in"), ("previous-id", "wrong id"),
    ("not-a-reply", "protocol-error"), ("invalid-utf8", "protocol-error"),
    ("deep-reply", "protocol-error"), ("answers-late", "no reply in"),
    ("floods-lines", "protocol-error"), ("floods-after-reply", "protocol-error"),
    ("floods-stderr", "bytes of standard error"), ("leaves-child", "ended with status 3"),
    ("hangs-with-child", "no reply in"), ("leaves-flood", "status 3|bytes of output"),
    ("leaves-group", ""), ("leaves-session", "ended with status 3"),
    ("leaves-daemon", "ended with status 3"), ("leaves-closed-daemon", "ended with status 3"),
    ("hangs-with-daemon", "no reply in"), ("leaves-respawner --every 400", ""), ("leaves-spinner --every 400", ""),
    ("child-allocates", "MiB of memory"), ("children-allocate", "MiB of memory"),
    ("fills-memory-file", "MiB of memory"), ("attacks-terminal", ""),
    ("kills-parent", "SIGKILL"), ("stops-parent", "no reply in"),
    ("kills-parent-leaves-daemon", "SIGKILL"), ("dozes", "no reply in"),
    ("exits-after-reply", "crash"), ("long-message", ""), ("changes-hello", "protocol-error"),
    ("exits-on-second", "ended with status 3"), ("long-value", ""), ("splits-reply --every 40", ""),
    ("noisy-stderr", ""), ("keeps-replies", "no reply in"), ("ignores-end", "did not end"),
    ("says-goodbye", "goodbye"), ("banner-after-hello", "waiting for requests"),
    ("computes --late 300 --every 40", ""), ("leaks", ""), ("pads-reply --bytes 2000000", "bytes of output"),
    ("pads-reply --bytes 1048576", ""), ("huge-number", "wrong-value"), ("long-number", "wrong-value"), ("starts-once --file /dev/null", ""),
]
STARTS = [
    ("exits-at-once", "ended with status 3"), ("dies-on-hello", "SIGABRT"),
    ("hangs-at-hello", "no reply in"), ("floods-at-hello", "bytes of output"),
    ("banner", "misbehave 1.0 ready"), ("wrong-version", "protocol 2"),
    ("wrong-type", "hello"), ("no-metadata", "hello"), ("no-codecs", "nothing was run"),
    ("never-flushes", "flush"),
]
ONE_SHOTS = [
    ("flood", "bytes of output"), ("hang", "no reply in"), ("signal", "SIGKILL"), ("status", "crash"),
    ("no-utf8", ""), ("deaf", ""), ("echo", ""), ("no-such-thing", "nothing was run"),
]
PLAIN = [
    ("yes", "bytes of output"), ("sleep 1000", "no reply in"), ("cat /dev/zero", "bytes of output"),
    ("sh -c 'setsid sleep 1000 & exit 3'", "status 3"),
    ("sh -c 'while :; do sleep 1000 & done'", "no reply|memory|CPU"),
    ("sh -c 'kill -9 $PPID; sleep 1000'", "SIGKILL"),
    ("sh -c 'exec >&-; sleep 1000'", "no reply|closed"),
    ("true", ""), ("false", ""), ("head -c 2000000 /dev/zero", "bytes of output"),
]


def cases():
    """Name, words of acegate, and the text that must be in the report."""
    every = lambda mode: f"'{MISBEHAVE}' {mode}"
    for mode, named in KINDS + OTHERS + STARTS:
        yield mode, ["--cmd", every(mode), "--codec", "punycode"], named
    for mode, named in KINDS:
        yield f"{mode}, every fifth", ["--cmd", every(f"{mode} --every 5"), "--codec", "punycode"], named
    for mode, named in [("leaves-many-daemons", "status 3|memory"), ("leaves-daemon", "status 3"),
                        ("exits", "status 3"), ("hangs", "no reply in"), ("spins", "of CPU time")]:
        words = ["--cmd", every(f"{mode} --every 40"), "--codec", "punycode", "-j", "2"]
        yield f"{mode}, every fortieth, two jobs", words, named
    for mode, named in ONE_SHOTS:
        words = ["--one-shot", f"'{ONCE}' {mode}", "--ops", "decode", "--codec", "punycode"]
        yield f"one-shot {mode}", words, named
    for command, named in PLAIN:
        words = ["--one-shot", command, "--ops", "decode", "--codec", "punycode"]
        yield f"one-shot {command}", words, named


def marked(mark):
    """The living processes that carry the mark in their environment."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    if mark.encode() in file.read().split(b"\0"):
                        found.append(int(entry))
            except OSError:
                pass
    return found


def gone(mark, within):
    """The processes that are left after `within` seconds."""
    end = time.monotonic() + within
    while (left := marked(mark)) and time.monotonic() < end:
        time.sleep(0.02)
    return left


class Run:
    """acegate on a terminal of its own, with a folder of its own for temporary files."""

    def __init__(self, words, number):
        self.mark = f"{MARK}={os.getpid()}-{number}"
        self.place = tempfile.TemporaryDirectory()
        self.temporary = os.path.join(self.place.name, "tmp")
        os.mkdir(self.temporary)
        self.report = os.path.join(self.place.name, "report.ndjson")
        self.terminal, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.shown = bytearray()
        name, value = self.mark.split("=")
        self.begun = time.monotonic()
        self.child = subprocess.Popen(
            [ACEGATE, "check", *words, "--report", self.report],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=self.take_terminal,
            env={**os.environ, name: value, "TMPDIR": self.temporary, "TERM": "xterm"})
        self.closed = False
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.peak = 0

    def take_terminal(self):
        import fcntl
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def read(self):
        while not self.closed:
            try:
                if select.select([self.terminal], [], [], 0.1)[0]:
                    data = os.read(self.terminal, 1 << 16)
                    self.shown += data
                    del self.shown[:-(8 << 20)]
            except OSError:
                return

    def wait(self, bound):
        end = time.monotonic() + bound
        while self.child.poll() is None and time.monotonic() < end:
            try:
                with open(f"/proc/{self.child.pid}/status") as file:
                    peak = [line.split()[1] for line in file if line.startswith("VmHWM")]
                self.peak = max(self.peak, *map(int, peak)) if peak else self.peak
            except OSError:
                pass
            time.sleep(0.02)
        return self.child.poll()

    def close(self):
        """Ends what is left, and returns the complaints."""
        complaints = []
        if self.child.poll() is None:
            complaints.append(f"it runs still after {BOUND} s")
            self.child.kill()
            self.child.wait()
        left = gone(self.mark, 10)
        if left:
            complaints.append(f"processes left: {left}")
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
        if files := os.listdir(self.temporary):
            complaints.append(f"temporary files left: {files}")
        if termios.tcgetattr(self.slave) != self.before:
            complaints.append("the terminal has changed")
        # A number that is closed may be that of another file by now.
        time.sleep(0.05)
        self.closed = True
        self.reader.join()
        os.close(self.slave)
        os.close(self.terminal)
        if b"TERMINAL-REACHED" in self.shown:
            complaints.append("the terminal was reached")
        return complaints


def run_programs(only):
    rows, failures = [], 0
    chosen = [case for case in cases() if only is None or only in case[0]]
    for number, (name, words, named) in enumerate(chosen):
        run = Run([*words, *SMALL], number)
        status = run.wait(BOUND)
        took = time.monotonic() - run.begun
        complaints = run.close()
        shown = run.shown.decode("utf-8", "replace")
        text = shown
        if os.path.exists(run.report):
            with open(run.report, encoding="utf-8", newline="\n") as file:
                lines = file.readlines()
            text += "".join(line[:4000] for line in lines)
            try:
                for line in lines:
                    json.loads(line)
            except ValueError as error:
                complaints.append(f"the report is broken: {error}")
        if named and not any(word in text for word in named.split("|")):
            complaints.append(f"the fault is not named: expected {named!r}")
        if "panicked" in shown:
            complaints.append("acegate panicked")
        if run.peak > 256 << 10:
            complaints.append(f"acegate took {run.peak >> 10} MiB")
        run.place.cleanup()
        failures += bool(complaints)
        rows.append((name, status, took, run.peak >> 10, "; ".join(complaints) or "as it must be"))
        print(f"{name}: exit {status}, {took:.1f} s, {run.peak >> 10} MiB, {rows[-1][4]}", flush=True)
    return rows, failures


def run_kills(count, seed):
    """Kills acegate at random moments of runs of several kinds."""
    dice = random.Random(seed)
    words = [
        ["python-codec", "--codec", "punycode"],
        ["--cmd", f"'{MISBEHAVE}' hangs --every 7", *SMALL],
        ["--cmd", f"'{MISBEHAVE}' leaves-group --every 3", *SMALL, "-j", "2"],
        ["--cmd", f"'{MISBEHAVE}' hangs-with-daemon --every 9", *SMALL],
        ["--one-shot", f"'{ONCE}' {{op}}", "--codec", "punycode"],
    ]
    signals = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
    failures, tally = 0, {}
    for number in range(count):
        run = Run(words[number % len(words)], f"kill-{number}")
        which = signals[number // len(words) % len(signals)]
        run.wait(dice.uniform(0.0, 2.0))
        run.child.send_signal(which)
        status = run.wait(20)
        complaints = run.close()
        if os.path.exists(run.report):
            with open(run.report, encoding="utf-8", newline="\n") as file:
                lines = file.read().split("\n")
            # The last line may be cut off by SIGKILL.
            for line in lines[:-1]:
                json.loads(line)
        run.place.cleanup()
        failures += bool(complaints)
        key = (which.name, status)
        tally[key] = tally.get(key, 0) + 1
        if complaints:
            print(f"kill {number}, {which.name}: exit {status}, {'; '.join(complaints)}", flush=True)
    return tally, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    parser.add_argument("--out")
    parser.add_argument("--built", action="store_true", help="the programs are built already")
    options = parser.parse_args()
    if not options.built:
        subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "-p", "acegate",
                        "--bins", "--examples"], cwd=ROOT, check=True)
    rows, failed = run_programs(options.only)
    tally, unclean = run_kills(options.kills, options.seed)
    lines = [
        "# Hostile programs",
        "",
        "Made by `.ci/evidence hostile`. Every program is run over the whole Punycode suite, with a",
        f"limit of 1 s and 256 MiB. The run must end within {BOUND} s, name the fault, and leave no",
        "process, no temporary file, and the terminal as it was. Memory is the peak of acegate itself.",
        "",
        f"{len(rows)} programs, {failed} not as it must be. {options.kills} kills, {unclean} not clean.",
        "",
        "| program | exit | seconds | MiB | result |",
        "| --- | --- | --- | --- | --- |",
        *(f"| `{name}` | {status} | {took:.1f} | {peak} | {text} |"
          for name, status, took, peak, text in rows),
        "",
        "| signal to acegate | exit | times |",
        "| --- | --- | --- |",
        *(f"| {name} | {status} | {count} |" for (name, status), count in sorted(tally.items())),
        "",
    ]
    print(lines[6])
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return 1 if failed or unclean else 0


if __name__ == "__main__":
    sys.exit(main())
