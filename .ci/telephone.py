#!/usr/bin/env python3
"""Puts the cases of ENUM to programs of others, and writes reports/enum.md: where they agree, and the clause of each difference.

Needs the Debian packages kamailio and python3-dnspython. `acegate check kamailio --codec enum` shows one of them in full.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ["kamailio", "dnspython", "python-transcription-enum"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--acegate", type=pathlib.Path, help="the program; built if left out")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports" / "enum.md")
    options = parser.parse_args()
    acegate = options.acegate.resolve() if options.acegate else built()
    lines = ["# ENUM and programs of others", "", "Made by `.ci/evidence enum`. Each difference has the clause and the reason of its case, which settle it.", "",
             "| program | version | asked | agrees | differs at must | at should or may |", "| --- | --- | ---: | ---: | ---: | ---: |"]
    sections = []
    for program in PROGRAMS:
        events = run(acegate, program)
        version = next(event["implementation"]["version"] for event in events if event["type"] == "run-start")
        cases = [event for event in events if event["type"] == "case" and event["verdict"] != "skip"]
        wrong = [case for case in cases if case["verdict"] != "pass"]
        must = sum(case["level"] == "must" for case in wrong)
        lines.append(f"| {program} | {version} | {len(cases)} | {len(cases) - len(wrong)} | {must} | {len(wrong) - must} |")
        if wrong:
            sections += ["", f"## {program}", "", "| case | level | clause | why | answer |", "| --- | --- | --- | --- | --- |"]
            sections += [row(case) for case in sorted(wrong, key=lambda case: (case["level"] != "must", case["name"]))]
        print(f"{program}: {len(cases)} asked, {len(wrong)} differ", file=sys.stderr)
    options.out.write_text("\n".join(lines + sections) + "\n")


def built():
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    return ROOT / "target/release/acegate"


def run(acegate, program):
    """The events of a run of the cases of ENUM."""
    done = subprocess.run([acegate, "check", program, "--codec", "enum", "--format", "ndjson"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{program} could not be asked (exit status {done.returncode}):\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines() if line]


def row(case):
    observed = case["observed"]
    value = observed.get("ok")
    texts = [item["t"] for item in value] if isinstance(value, list) else [value["t"]] if value else []
    answer = ", ".join(f"`{text}`" for text in texts) or "refused"
    cells = [case["name"], case["level"], f"{case['document']}, {case['clause']}", case.get("note", ""), answer]
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


if __name__ == "__main__":
    main()
