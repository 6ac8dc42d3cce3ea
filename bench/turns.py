"""Measures worlds by the tool, warm and cold: turns.csv and setting.json of warm-and-cold.

usage: python3 -B bench/turns.py --tool FILE --folder DIR --commit NAME [--provisional] WORLD...
"""

import argparse
import csv
import json
import pathlib
import platform
import subprocess
import sys

ROUNDS = 5
QUERIES = 1000
ALGORITHMS = {"grid": "astar,hierarchy,tables", "navmesh": "detour,hierarchy,tables",
              "terrain": "astar,hierarchy,tables"}


def ask(tool, *words):
    """What the tool prints as JSON."""
    done = subprocess.run([tool, *words, "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def machine():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main():
    parser = argparse.ArgumentParser(prog="bench/turns.py")
    parser.add_argument("worlds", nargs="+")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--provisional", action="store_true")
    arguments = parser.parse_args()
    folder = arguments.folder / "warm-and-cold"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for world in arguments.worlds:
        kind = ask(arguments.tool, "info", world)["kind"]
        for timing, option in [("warm", []), ("cold", ["--cold"])]:
            run = ask(arguments.tool, "run", world, f"random:{QUERIES}", "--rounds", str(ROUNDS),
                      "--algorithm", ALGORITHMS[kind], *option)
            assert run["timing"] == timing
            for algorithm, measured in run["algorithms"].items():
                rows.append([pathlib.Path(world).stem, kind, timing, algorithm,
                             measured["complete"], measured["mean_us"], measured["p95_us"]])
    with open(folder / "turns.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["world", "kind", "timing", "algorithm", "complete", "mean_us", "p95_us"])
        writer.writerows(rows)
    setting = {"machine": machine() + ", one thread", "version": arguments.commit,
               "command": "bench/run turns", "provisional": arguments.provisional,
               "rounds": ROUNDS, "queries": QUERIES}
    (folder / "setting.json").write_text(json.dumps(setting, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
