"""Reads what the benchmarks leave: CSV files and the setting they were measured in."""

import csv
import json
import re
from types import SimpleNamespace

NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?")


def value(field):
    """A number where the field is one, None where it is empty, else the text."""
    if not field:
        return None
    if not NUMBER.fullmatch(field):
        return field
    return int(field) if field.lstrip("-").isdigit() else float(field)


def rows(path):
    """The rows of a CSV file, each with its columns as members; none where there is no file."""
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return [SimpleNamespace(**{k: value(v) for k, v in row.items()})
                for row in csv.DictReader(file)]


def setting(folder):
    """What the benchmark wrote of its run."""
    return SimpleNamespace(**json.loads((folder / "setting.json").read_text(encoding="utf-8")))


def distinct(values):
    """Each value once, in the order of their first appearance."""
    return list(dict.fromkeys(values))
