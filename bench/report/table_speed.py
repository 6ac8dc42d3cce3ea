"""Queries by tables against Detour and A*."""

import data
from text import grouped, head, mean, page, table, tenths, times

KINDS = ["cost", "path", "points"]


def both(file, fresh):
    return f"{grouped(file)} / {grouped(fresh)}"


def ratios(scene, kind):
    """How many times our time Detour takes, on the given pairs and on fresh ones."""
    theirs = "detour_points" if kind == "points" else "detour"
    return tuple(getattr(scene, theirs + pairs) / getattr(scene, kind + pairs)
                 for pairs in ("_us", "_fresh_us"))


def mesh_times(scenes):
    rows = []
    for s in scenes:
        times_of = [f"{getattr(s, k + '_us'):.3f} / {getattr(s, k + '_fresh_us'):.3f}"
                    for k in KINDS]
        rows.append([s.scene, grouped(s.polygons),
                     f"{tenths(s.detour_us)} / {tenths(s.detour_fresh_us)}",
                     f"{tenths(s.detour_points_us)} / {tenths(s.detour_points_fresh_us)}",
                     *times_of, *[both(*ratios(s, k)) for k in KINDS]])
    if len(scenes) > 1:
        means = [both(mean(ratios(s, k)[0] for s in scenes), mean(ratios(s, k)[1] for s in scenes))
                 for k in KINDS]
        rows.append(["mean of the ratios", *[""] * 6, *means])
    return table(["scene", "polygons", "Detour µs", "with way-points µs", "cost µs", "polygons µs",
                  "way-points µs", "cost", "polygons", "way-points"], rows)


def mesh_sizes(scenes):
    return table(
        ["scene", "gates", "deepest", "most gates of a cell", "connect MB", "labels MB", "paths MB",
         "all MB", "tables built in ms"],
        [[s.scene, grouped(s.gates), grouped(s.deepest), grouped(s.most_gates),
          f"{s.connect_mb:.2f}", f"{s.labels_mb:.2f}", f"{s.paths_mb:.2f}",
          f"{s.connect_mb + s.labels_mb + s.paths_mb:.2f}", tenths(s.tables_ms)] for s in scenes])


def near_times(scenes):
    return table(
        ["scene", "Detour µs", "A* µs", "tables µs", "over Detour", "over A*"],
        [[s.scene, tenths(s.near_detour_us), tenths(s.near_astar_us), f"{s.near_us:.3f}",
          times(s.near_detour_us / s.near_us), times(s.near_astar_us / s.near_us)] for s in scenes])


def grid_times(sets):
    rows = [[
        s.set, grouped(s.maps), grouped(s.queries), tenths(s.astar_us), f"{s.cost_us:.3f}",
        f"{s.path_us:.3f}", both(s.astar_us / s.path_us, s.fresh_ratio), f"{s.error_mean:.3f}",
        f"{s.error_p95:.2f}", f"{s.error_max:.1f}", tenths(s.most_mb), grouped(s.most_ms)
    ] for s in sets]
    rows.append(["mean of the ratios", *[""] * 5,
                 both(mean(s.astar_us / s.path_us for s in sets),
                      mean(s.fresh_ratio for s in sets)), *[""] * 5])
    return table(["set", "maps", "queries", "A* µs", "cost µs", "path µs", "file / fresh",
                  "error mean %", "p95 %", "max %", "most MB", "most ms"], rows)


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    meshes = data.rows(folder / "meshes.csv")
    scenes = [m for m in meshes if not m.preset]
    presets = [m for m in meshes if m.preset]
    grids = data.rows(folder / "grids.csv")
    plain = [g for g in grids if g.weights == "none"]
    weighted = [g for g in grids if g.weights != "none"]
    parts = [
        "# Queries by tables",
        "Connect tables and labels over the gates against Detour "
        f"({grouped(setting.detour_nodes)} nodes) on navigation meshes and against our own A* on "
        "grids: the same queries, one run, one thread. *file*: the pairs given with the data, the "
        "best of several passes; *fresh*: random pairs with a path, each once (the opponent "
        "answers every n-th of them). Every cost was compared with A*. Memory is that of connect "
        "table, labels and the stored paths of level 1, all of one build. Queries follow each other "
        "with warm caches; [warm and cold](warm-and-cold.md) has them as a game asks, too.",
        head(setting)
    ]
    if scenes:
        parts += ["## Navigation meshes", mesh_times(scenes), "Times and ratios are file / fresh.",
                  mesh_sizes(scenes), "### Goals within 50 m", near_times(scenes)]
    if presets:
        parts += ["### About 100,000 polygons", mesh_times(presets), mesh_sizes(presets)]
    if plain:
        parts += ["## Grids",
                  "Paths are handed out as they come from the tables, but where a straight line is "
                  "free, and for paths of fewer than 24 moves, which are searched for near their "
                  "ends: both are part of the time. A set's ratio is that of the sums of its maps' "
                  "mean times.", grid_times(plain)]
    if weighted:
        parts += [f"### Weighted terrain ({weighted[0].weights})", grid_times(weighted)]
    return {f"{name}.md": page(*parts)}
