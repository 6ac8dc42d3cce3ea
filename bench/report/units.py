"""Units on tile maps: frames, many units to one goal, units of several widths."""

import data
from text import claim, grouped, head, mean, page, percent, table, times

MEAN_MS, WORST_MS = 10, 20
FLOW_SHARE = 0.2
MOST_MORE = 0.4


def of_frames(rows):
    return table(["map", "units", "frames", "mean ms", "99 %", "worst", "edit: mean", "worst",
                  "move", "wait"],
                 [[r.map, r.by, grouped(r.frames), f"{r.mean_ms:.2f}", f"{r.p99_ms:.2f}",
                   f"{r.worst_ms:.2f}", f"{r.edit_mean_ms:.2f}", f"{r.edit_worst_ms:.2f}",
                   percent(r.moved), percent(r.waited)] for r in rows])


def of_flow(rows):
    return table(["map", "units", "goals", "paths ms", "flow ms", "flow/paths", "followed by all ms"],
                 [[r.map, r.drawn, grouped(r.goals), f"{r.paths_ms:.3f}", f"{r.flow_ms:.3f}",
                   f"{r.flow_ms / r.paths_ms:.3f}", f"{r.walked_ms:.2f}"] for r in rows])


def of_sizes(rows):
    return table(["map", "size", "KB", "of it tables", "more memory", "levels", "look-ups",
                  "µs per path"],
                 [[r.map, str(r.size), grouped(r.bytes / 1e3), grouped(r.table_bytes / 1e3),
                   percent(r.share) if r.share else "", str(r.levels),
                   "yes" if r.tables else "no", f"{r.path_us:.1f}"] for r in rows])


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    frames = data.rows(folder / "frames.csv")
    flow = data.rows(folder / "flow.csv")
    sizes = data.rows(folder / "sizes.csv")
    spread = [r for r in frames if r.by == "walks" and r.crowd == 0]
    packed = [r for r in frames if r.by == "walks" and r.crowd > 0]
    astar = [r for r in frames if r.by == "A*"]

    claims = [claim(f"Frames take {MEAN_MS} ms in the mean, {WORST_MS} at worst",
                    max(r.mean_ms for r in spread) <= MEAN_MS and
                    max(r.worst_ms for r in spread) <= WORST_MS,
                    f"{max(r.mean_ms for r in spread):.2f} and {max(r.worst_ms for r in spread):.2f} "
                    "at most over all maps")]
    if packed:
        claims.append(claim(f"Packed together, {WORST_MS} ms at worst",
                            max(r.worst_ms for r in packed) <= WORST_MS,
                            f"{max(r.mean_ms for r in packed):.2f} in the mean and "
                            f"{max(r.worst_ms for r in packed):.2f} at most"))
    for drawn, where in [("groups", "in groups"), ("anywhere", "anywhere on the map")]:
        shares = [r.flow_ms / r.paths_ms for r in flow if r.drawn == drawn]
        claims.append(claim(f"A flow for units {where} takes at most a fifth of single paths",
                            max(shares) <= FLOW_SHARE, f"{max(shares):.3f} at most"))
    for asked, how in [(1, "by default"), (0, "without tables")]:
        most = max((r for r in sizes if r.asked == asked), key=lambda r: r.share)
        claims.append(claim(f"Each further size takes at most 40 % more memory, {how}",
                            most.share <= MOST_MORE,
                            f"{percent(most.share)} at most, size {most.size} on {most.map}"))
    parts = [
        "# Units on tile maps",
        f"{grouped(setting.units)} units on one map, by the public headers alone, as "
        "[units.md](../units.md) describes them, on one thread.",
        head(setting), "## What it shows", "\n".join(claims),
        "## Frames, a door opened or closed in each",
        "Every unit walks to a goal drawn at random, and to the next one from there; in a frame it "
        "takes the newest map, steps round others and moves by one tile. No tables: the map changes "
        "in every frame. Times are what the thread had of a core. *A\\**: units that ask A\\* for "
        "a whole path whenever something is in their way.",
        of_frames(spread + astar)]
    if astar:
        ratio = mean(a.mean_ms for a in astar) / mean(r.mean_ms for r in spread)
        parts.append(f"A\\* takes {times(ratio)} as long, in the mean over the maps.")
    if packed:
        parts += [f"All goals within {packed[0].crowd} tiles of the middle of the map, so that units "
                  "push:", of_frames(packed)]
    parts += [
        "## Many units to one goal",
        "The cost and the first move of every unit by `GridFlow`, beside a path for each by tables; "
        f"milliseconds a goal, the best of {setting.rounds} rounds. Units stand anywhere, or in "
        "groups of 100.", of_flow(flow),
        "## Units of several widths",
        "What hierarchy and tables of each size take beside what it shares with the first; how much "
        "more that is, its moves included, than a world for the first alone takes with its map; and "
        "how long a path takes between random tiles that have one.",
        "Without tables:", of_sizes([r for r in sizes if not r.asked]),
        "With tables, default budget:", of_sizes([r for r in sizes if r.asked])]
    return {f"{name}.md": page(*parts)}
