"""Whole queries: from points to way-points, warm and cold, way-points over the optimum, short paths."""

import data
from text import claim, grouped, head, mean, page, table, tenths, times

WRITTEN = 64  # MiB, what counts as cold


def micro(us):
    return f"{us:.2f}"


def ratio(value):
    return f"{value:.4f}"


def over_detour(row):
    return row.detour_us / row.our_us


def whole_over_detour(row):
    return row.whole_detour_us / row.whole_our_us


def ns_per_cell(us, cells):
    return 1000 * us / cells


def ns_to_write(s):
    """What a path of tiles takes beyond its cost, per cell."""
    return ns_per_cell(s.path_us - s.cost_us, s.cells)


def worst(rows, figure):
    """The largest figure and the name of the row it is from."""
    return max((figure(r), getattr(r, "set", None) or r.scene) for r in rows)


def mesh_claims(warm, cold, lengths):
    whole = [over_detour(s) for s in warm]
    coldest = [over_detour(s) for s in cold if s.mib == WRITTEN]
    length, scene = worst(lengths, lambda s: s.our_mean)
    violations = sum(s.violations for s in lengths)
    return [
        claim("From points to way-points at least 120 times Detour in the mean, at least 50 times "
              "on each scene", mean(whole) >= 120 and min(whole) >= 50,
              f"{times(mean(whole))} in the mean, {times(min(whole))} at least"),
        claim(f"Polygons at least 60 times Detour in the mean after {WRITTEN} MiB were written",
              mean(coldest) >= 60,
              f"{times(mean(coldest))} in the mean, {times(min(coldest))} at least"),
        claim("Way-points at most 1.003 times the Euclidean optimum in the mean on every scene",
              length <= 1.003, f"{ratio(length)} at most, {scene}"),
        claim("No optimum longer than a path by either", violations == 0,
              f"{grouped(violations)} of {grouped(sum(s.queries for s in lengths))} pairs")
    ]


def grid_claims(sets):
    ns, where = worst(sets, ns_to_write)
    near, near_set = worst(sets, lambda s: s.near_us)
    sight, sight_set = worst(sets, lambda s: s.sight_us)
    return [
        claim("Writing a path on a grid takes at most 1.5 ns per cell on every set", ns <= 1.5,
              f"{micro(ns)} ns at most, {where}"),
        claim("Pairs fewer than 24 moves apart take at most 0.3 µs in the mean on every set",
              near <= 0.3, f"{near:.3f} µs at most, {near_set}"),
        claim("Pairs in line of sight take at most 0.3 µs in the mean on every set", sight <= 0.3,
              f"{sight:.3f} µs at most, {sight_set}")
    ]


def warm_times(scenes):
    rows = [[s.scene, grouped(s.polygons), grouped(s.queries), grouped(s.partial),
             grouped(s.other_places), tenths(s.detour_us), micro(s.our_us),
             times(over_detour(s))] for s in scenes]
    rows.append(["mean of the ratios", *[""] * 6, times(mean(map(over_detour, scenes)))])
    return table(["scene", "polygons", "queries", "partial", "other polygon", "Detour µs",
                  "tables µs", "over Detour"], rows)


def cold_times(cold):
    rows = []
    for mib in data.distinct(s.mib for s in cold):
        scenes = [s for s in cold if s.mib == mib]
        rows += [[s.scene, grouped(s.mib), grouped(s.queries), tenths(s.detour_us),
                  micro(s.our_us), times(over_detour(s)), tenths(s.whole_detour_us),
                  micro(s.whole_our_us), times(whole_over_detour(s))] for s in scenes]
        rows.append(["mean of the ratios", grouped(mib), *[""] * 3,
                     times(mean(map(over_detour, scenes))), "", "",
                     times(mean(map(whole_over_detour, scenes)))])
    return table(["scene", "MiB written", "queries", "polygons: Detour µs", "tables µs",
                  "over Detour", "points to way-points: Detour µs", "tables µs", "over Detour"],
                 rows)


def length_ratios(lengths):
    return table(
        ["scene", "queries", "optimum m", "ours: mean", "p95", "max", "Detour's: mean", "p95",
         "max", "optimum longer", "optimum found in µs"],
        [[s.scene, grouped(s.queries), tenths(s.optimum_m), ratio(s.our_mean), ratio(s.our_p95),
          ratio(s.our_max), ratio(s.detour_mean), ratio(s.detour_p95), ratio(s.detour_max),
          grouped(s.violations), grouped(s.optimum_us)] for s in lengths])


def reference_checks(checks):
    return table(
        ["scene", "polygons", "pairs", "optimum longer", "brute force/optimum: mean", "max"],
        [[s.scene, grouped(s.polygons), grouped(s.queries), grouped(s.longer),
          ratio(s.brute_mean), ratio(s.brute_max)] for s in checks])


def write_times(sets):
    return table(
        ["set", "maps", "queries", "cells", "cost µs", "path µs", "beyond the cost, ns per cell",
         "all, ns per cell", "as nodes: path µs", "beyond the cost, ns per cell"],
        [[s.set, grouped(s.maps), grouped(s.queries), grouped(s.cells), f"{s.cost_us:.3f}",
          f"{s.path_us:.3f}", micro(ns_to_write(s)), micro(ns_per_cell(s.path_us, s.cells)),
          f"{s.nodes_us:.3f}", micro(ns_per_cell(s.nodes_us - s.cost_us, s.cells))] for s in sets])


def short_times(sets):
    return table(
        ["set", "near: pairs", "cells", "tables µs", "A* µs", "over A*", "in sight: pairs",
         "cells", "tables µs", "A* µs", "over A*"],
        [[s.set, grouped(s.near_pairs), tenths(s.near_cells), f"{s.near_us:.3f}",
          f"{s.near_astar_us:.3f}", times(s.near_astar_us / s.near_us), grouped(s.sight_pairs),
          tenths(s.sight_cells), f"{s.sight_us:.3f}", f"{s.sight_astar_us:.3f}",
          times(s.sight_astar_us / s.sight_us)] for s in sets])


def mesh_parts(warm, cold, lengths, checks, setting):
    return [
        "## From points in space to way-points",
        "`NavMeshQuery::find_path` from points, with way-points, against Detour's two "
        "`findNearestPoly`, `findPath` and `findStraightPath`, both looking as far around the "
        "points. The given pairs are answered again and again; the best pass counts, of "
        f"{setting.rounds} by Detour and {3 * setting.rounds} by us. *partial*: "
        "left out, Detour found only a part of the path. *other polygon*: pairs of which Detour "
        "puts an end on another polygon than we do, as on an edge.",
        warm_times(warm),
        "## Cold",
        "Before each query a buffer of so many MiB is gone through and a byte of each 64 written, so "
        "that the caches hold it and nothing of the query; only the query is timed. Every n-th of "
        f"the pairs, the same for both; the best of {setting.rounds} rounds counts for each pair, "
        "all of them cold. 0: the same loop with no buffer. Reading the clock is part of each time. "
        "*Polygons*: from known places, `findPath` against `find_path_between` without way-points.",
        cold_times(cold),
        "## Way-points over the Euclidean optimum",
        "The optimum is the shortest path on the polygons as seen from above, found by an any-angle "
        "search that tests have (after Polyanya), in double precision and along portals, so that "
        "storeys stay apart. The lengths of all three are measured as seen from above, from the same "
        "places. Detour and we choose the polygons by lengths in space, which on slopes are others. "
        "All areas cost 1. "
        "*Optimum longer*: pairs with an optimum longer than one of the two paths by a millimetre or "
        "more; any would be an error of the reference.",
        length_ratios(lengths),
        "The reference on small scenes beside brute force, a Dijkstra over 65 points of every "
        "portal, whose paths cannot be shorter and are hardly longer:" if checks else "",
        reference_checks(checks) if checks else ""
    ]


def grid_parts(sets, setting):
    return [
        "## Writing paths on grids",
        "The given pairs of [queries by tables](table-speed.md) with default tables, through the "
        "public classes: `find_cost`, and `find_path`, which gives every tile. *As nodes*: the same "
        "path before its nodes become tiles, as that page measures it. Means of the maps' means. "
        "Where a straight line is free and for paths of fewer than 24 moves no table is asked: both "
        "are part of the times.",
        write_times(sets),
        "## Short paths on grids",
        "Random pairs, as many on each map, through the public classes. *Near*: a shortest path of "
        "fewer than 24 moves, the goal drawn from the square around the start. *In sight*: the tiles "
        "along the straight line are free, the goal drawn from all of the map. The best of "
        f"{setting.rounds} passes; means of the maps' means.",
        short_times(sets)
    ]


def left_out(setting):
    """What there was no data for."""
    if not setting.left_out:
        return ""
    return f"Left out, for want of their files: {', '.join(setting.left_out)}."


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    warm, cold, lengths, checks, sets = (data.rows(folder / f"{file}.csv")
                                         for file in ("warm", "cold", "lengths", "checks", "grids"))
    claims = (mesh_claims(warm, cold, lengths) if warm else []) + (grid_claims(sets) if sets else [])
    parts = [
        "# Whole queries",
        "What a program waits for, through the public classes with default build and tables, on one "
        "thread: on navigation meshes from points in space to way-points against Detour "
        f"({grouped(setting.detour_nodes)} nodes), warm and cold, and how long the way-points are; on "
        "grids what writing a path takes, and short paths against our own A*. The same queries for "
        "all, in one run; ratios are those of the mean times.",
        head(setting), left_out(setting), "## What it shows", "\n".join(claims)
    ]
    if warm:
        parts += mesh_parts(warm, cold, lengths, checks, setting)
    if sets:
        parts += grid_parts(sets, setting)
    return {f"{name}.md": page(*parts)}
