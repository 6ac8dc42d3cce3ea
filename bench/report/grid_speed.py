"""The hierarchy against A* on grids, map collection by map collection."""

import data
from text import grouped, head, mean, page, table, tenths


def of_speed(sets):
    rows = [[
        s.set, str(s.maps), grouped(s.queries), tenths(s.astar_us), tenths(s.hierarchy_us),
        f"{s.astar_us / s.hierarchy_us:.1f}", f"{s.error_mean:.3f}", f"{s.error_p95:.2f}",
        f"{s.error_max:.1f}", grouped(s.astar_expansions), grouped(s.hierarchy_expansions)
    ] for s in sets]
    ratio = mean(s.astar_us / s.hierarchy_us for s in sets)
    error = mean(s.error_mean for s in sets)
    rows.append(["**mean of the sets**", "", "", "", "", f"**{ratio:.1f}**", f"**{error:.3f}**",
                 "", "", "", ""])
    return table(["set", "maps", "queries", "A* µs", "hierarchy µs", "ratio", "error mean %",
                  "p95 %", "max %", "A* expansions", "hierarchy expansions"], rows)


def of_memory(sets):
    return table(
        ["set", "bytes per tile, mean", "max", "bytes per free tile, mean", "clusters", "groups",
         "levels", "transitions"],
        [[s.set, f"{s.bytes_per_tile:.2f}", f"{s.most_bytes_per_tile:.2f}",
          f"{s.bytes_per_free_tile:.2f}", str(s.clusters), str(s.groups), str(s.levels),
          s.transitions] for s in sets])


def of_builds(builds):
    return table(
        ["map up to", "maps", "build ms, mean", "max", "the slowest"],
        [[f"{b.side}x{b.side}", str(b.maps), f"{b.mean_ms:.1f}", f"{b.most_ms:.1f}",
          f"{b.slowest} ({b.width}x{b.height})"] for b in builds])


def of_edits(edits):
    return table(
        ["map", "edits", "mean µs", "p95 µs", "max µs", "cells computed again, by level"],
        [[f"{e.map} ({e.width}x{e.height})", grouped(e.edits), tenths(e.mean_us),
          tenths(e.p95_us), tenths(e.max_us), str(e.cells_by_level).replace(" ", " + ")]
         for e in edits])


def of_weights(weights, sets, builds):
    if weights == "none":
        title = "## Maps as they are"
    else:
        title = page(f"## Terrain costs `{weights}`",
                     "Blocks of 8x8 tiles cost 1, 1, 1, 1, 2, 2, 3 or 4 by chance.")
    return page(title, of_speed(sets), "Memory of the hierarchy, and what was chosen:",
                of_memory(sets), "Build times:", of_builds(builds))


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    sets = data.rows(folder / "sets.csv")
    builds = data.rows(folder / "builds.csv")
    edits = data.rows(folder / "edits.csv")
    parts = [
        "# Speed on grids",
        "Complete paths by the hierarchy (overlay search, full smoothing; clusters, groups, levels "
        "and transitions chosen automatically) and by our own A* (bit grid, stamped labels, nothing "
        f"allocated). {setting.per_map or 'All'} queries per map, spread evenly over those of its "
        "scenario file that have a path; both answer each query in turn, "
        f"{setting.rounds} rounds, the best of each kept. The ratio is that of the mean times. The "
        f"error is that of the path handed out against A*'s. Build times are the best of "
        f"{setting.builds}.",
        head(setting)
    ]
    for weights in data.distinct(s.weights for s in sets):
        parts.append(of_weights(weights, [s for s in sets if s.weights == weights],
                                [b for b in builds if b.weights == weights]))
    if edits:
        parts += ["## Edits of one tile",
                  "Random tiles switched from free to blocked or back, one after the other; the "
                  "time is that of the new snapshot, ready to query.", of_edits(edits)]
    return {f"{name}.md": page(*parts)}
