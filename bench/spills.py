"""Compiles the kernels again and has the assembler tell what did not fit the registers of each.

usage: python3 -B bench/spills.py BUILD [--folder DIR]

BUILD is a folder with compile_commands.json, say build/release; the data go to agents/spills.csv in
DIR (default: docs/results).
"""

import argparse
import csv
import json
import pathlib
import re
import shlex
import subprocess

ENTRY = re.compile(r"Compiling entry function '(\w+)'")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
REGISTERS = re.compile(r"Used (\d+) registers")


def compile_again(entry):
    """What the assembler says of a source's kernels."""
    words = shlex.split(entry["command"])
    words = [w for w in words if w not in ("ccache",) and not w.endswith("/ccache")]
    words[words.index("-o") + 1] = "/dev/null"
    words += ["-Xptxas", "-v"]
    done = subprocess.run(words, cwd=entry["directory"], check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def plain_name(mangled):
    """The kernel's name with its template arguments."""
    text = subprocess.run(["c++filt", mangled], check=True, capture_output=True, text=True).stdout
    text = text.strip().replace("portolan::detail::", "").replace("(anonymous namespace)::", "")
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "<") - (letter == ">")
        if letter == "(" and depth == 0 and i > 0:
            return text[:i].removeprefix("void ")
    return text


def kernels_of(text):
    rows = []
    for line in text.splitlines():
        if found := ENTRY.search(line):
            rows.append({"kernel": plain_name(found[1])})
        elif (found := FRAME.search(line)) and rows and "stack" not in rows[-1]:
            rows[-1].update(stack=found[1], stores=found[2], loads=found[3])
        elif (found := REGISTERS.search(line)) and rows:
            rows[-1]["registers"] = found[1]
    return [r for r in rows if "cub::" not in r["kernel"] and "registers" in r]


def main():
    parser = argparse.ArgumentParser(description="Lists what kernels spill.")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[1] / "docs" / "results")
    arguments = parser.parse_args()
    entries = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    rows = [row for entry in entries if entry["file"].endswith(".cu")
            for row in kernels_of(compile_again(entry))]
    with open(arguments.folder / "agents" / "spills.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["kernel", "registers", "stack", "stores", "loads"],
                                lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: row["kernel"]))


main()
