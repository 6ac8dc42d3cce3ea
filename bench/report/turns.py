"""Warm and cold queries: each algorithm by itself, and all of them in turn."""

import data
from text import grouped, head, mean, page, table, times


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    rows = data.rows(folder / "turns.csv")

    def at(world, timing, algorithm):
        return next((r for r in rows if (r.world, r.timing, r.algorithm) ==
                     (world, timing, algorithm)), None)

    lines, slower = [], []
    for world in data.distinct(r.world for r in rows):
        other = "detour" if at(world, "warm", "detour") else "astar"
        for algorithm in ("hierarchy", "tables"):
            warm, cold = at(world, "warm", algorithm), at(world, "cold", algorithm)
            ratios = [at(world, timing, other).mean_us / row.mean_us
                      for timing, row in [("warm", warm), ("cold", cold)]]
            lines.append([world, algorithm, f"{warm.mean_us:.2f}", f"{cold.mean_us:.2f}",
                          f"{cold.mean_us / warm.mean_us:.2f}", f"{cold.p95_us:.2f}",
                          "Detour" if other == "detour" else "A*", *[times(r) for r in ratios]])
            if algorithm == "tables":
                slower.append(cold.mean_us / warm.mean_us)
    return {f"{name}.md": page(
        "# Warm and cold queries",
        f"{grouped(setting.queries)} random pairs with a path, complete paths, by `portolan run`, one "
        f"thread, the best of {setting.rounds} rounds for each query. *Warm*: each algorithm answers "
        "all queries before the next, as in a batch, so that what it reads lies in the caches. "
        "*Cold* (`--cold`): all algorithms answer a query before the next one, as in a game, which "
        "does other work between its queries; a search over the whole world lies between two "
        "look-ups. Compare the ratios, which are of one run each.",
        head(setting),
        table(["world", "by", "warm µs", "cold µs", "cold over warm", "cold p95 µs", "over", "warm",
               "cold"], lines),
        f"A query by tables takes {mean(slower):.1f} times as long cold as warm, in the mean over the "
        "worlds: its look-ups are few, but each is a line that has to come from memory.")}
