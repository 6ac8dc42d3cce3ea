"""Runs the tests of the GPU's code on a GPU, then small ones under compute-sanitizer: checked.csv of
agents. What cannot be run here is said, and its row left as it is.

usage: python3 -B bench/checked.py --tests DIR... --folder DIR --commit NAME
"""

import argparse
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COLUMNS = ["tool", "version", "tests", "errors"]
ALL = "*Gpu*-*ThereIsNoGpu"
SMALL = ("*OnAGpu*/0:GpuAgents.TellTheNextPolygon:GpuAgents.TellOfTheirLastBatchAlone:"
         "GpuAgents.SearchInBatchesOfAnySize:GpuCrowd.*")
SANITIZERS = ("memcheck", "racecheck")
SUMMARY = re.compile(r"SUMMARY: (\d+) ")


def run_tests(command, choice):
    """How many tests were run, those skipped left out; how many failed; and what was said."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "tests.json"
        done = subprocess.run([*command, f"--gtest_filter={choice}", f"--gtest_output=json:{report}"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if not report.exists():
            sys.exit(f"bench/checked.py: {command[-1]} did not end:\n{done.stdout[-4000:]}")
        suites = json.loads(report.read_text(encoding="utf-8"))["testsuites"]
    tests = [t for s in suites for t in s["testsuite"] if t["result"] == "COMPLETED"]
    failed = [t for t in tests if "failures" in t]
    for test in failed:
        print(f"{test['classname']}.{test['name']} failed")
    return len(tests), len(failed), done.stdout


def check_on_gpu(programs):
    """Nothing where the first one, all of whose tests need a GPU, finds none."""
    tests, errors = 0, 0
    for program in programs:
        ran, failed, _ = run_tests([program], ALL)
        tests, errors = tests + ran, errors + failed
        if tests == 0:
            break
    return tests, errors


def check_by(sanitizer, tool, program):
    tests, failed, said = run_tests([sanitizer, "--tool", tool, program], SMALL)
    found = SUMMARY.search(said)
    if not found:
        sys.exit(f"bench/checked.py: {tool} gave no summary:\n{said[-4000:]}")
    if int(found[1]) > 0:
        print(said)
    return tests, int(found[1]) + failed


def measure(programs):
    """By tool, tests and errors; of those that there are."""
    if not programs:
        print("checked: there is no test_gpu; build it with ./dev test")
        return {}
    tests, errors = check_on_gpu(programs)
    if tests == 0:
        print("checked: no test found a GPU")
        return {}
    rows = {"tests on the GPU": (tests, errors)}
    sanitizer = shutil.which("compute-sanitizer")
    if not sanitizer:
        print("checked: compute-sanitizer is not installed; its rows are left as they are")
        return rows
    for tool in SANITIZERS:
        rows[f"compute-sanitizer {tool}"] = check_by(sanitizer, tool, programs[0])
    return rows


def main():
    parser = argparse.ArgumentParser(prog="bench/checked.py")
    parser.add_argument("--tests", type=pathlib.Path, nargs="+", required=True,
                        help="where test_gpu is, the first of these")
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--commit", required=True)
    arguments = parser.parse_args()
    folder = next((t for t in arguments.tests if (t / "test_gpu").exists()), None)
    programs = [folder / name for name in ("test_gpu", "test_api")
                if folder and (folder / name).exists()]
    file = arguments.folder / "agents" / "checked.csv"
    rows = {}
    if file.exists():
        with open(file, encoding="utf-8", newline="") as before:
            rows = {row["tool"]: row for row in csv.DictReader(before)}
    for tool, (tests, errors) in measure(programs).items():
        rows[tool] = dict(zip(COLUMNS, (tool, arguments.commit, tests, errors)))
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "w", encoding="utf-8", newline="") as after:
        writer = csv.DictWriter(after, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


main()
