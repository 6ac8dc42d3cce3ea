"""Makes the pages and plots of docs/results from the data files that the benchmarks left there.

usage: python3 -B bench/report [--results DIR] [--check] [PAGE...]
"""

import argparse
import pathlib
import sys

import agents
import batch
import grid_speed
import growth
import hna
import hpa
import mesh_speed
import multi_agent
import pccp
import table_budget
import table_speed
import terrain
import turns
import units
import unreachable
import whole_queries

# Each returns the texts that it makes, by their paths below the results.
PAGES = {
    "agents": agents.make,
    "batch": batch.make,
    "grid-speed": grid_speed.make,
    "grid-speed-synthetic": grid_speed.make,
    "growth": growth.make,
    "hna-2016": hna.make,
    "hna-2017": pccp.make,
    "hpa-2004": hpa.make,
    "merged-hierarchy": terrain.make,
    "mesh-speed": mesh_speed.make,
    "multi-agent": multi_agent.make,
    "table-budget": table_budget.make,
    "table-speed": table_speed.make,
    "units": units.make,
    "unreachable": unreachable.make,
    "warm-and-cold": turns.make,
    "whole-queries": whole_queries.make,
}


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(
        prog="bench/report", description="Makes pages and plots from what the benchmarks measured.")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="default: all")
    parser.add_argument("--results", type=pathlib.Path, default=root / "docs" / "results")
    parser.add_argument("--check", action="store_true", help="only compare with the pages there")
    arguments = parser.parse_args()
    unknown = set(arguments.pages) - set(PAGES)
    if unknown:
        parser.error(f"no such page: {', '.join(sorted(unknown))}; there are {', '.join(PAGES)}")
    stale = []
    for name in arguments.pages or PAGES:
        if not (arguments.results / name / "setting.json").exists():
            print(f"{name}: no data, left out")
            if (arguments.results / f"{name}.md").exists():
                stale.append(str(arguments.results / f"{name}.md"))
            continue
        for path, text in PAGES[name](arguments.results, name).items():
            file = arguments.results / path
            if file.exists() and file.read_text(encoding="utf-8") == text:
                continue
            if arguments.check:
                stale.append(str(file))
            else:
                file.write_text(text, encoding="utf-8")
                print(f"wrote {file}")
    if stale and arguments.check:
        sys.exit("not what their data give; run bench/run --pages: " + ", ".join(stale))


main()
