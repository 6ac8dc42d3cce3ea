"""How tables grow with the world, at so many bytes for each node."""

import math

import data
import plot
from table_budget import holds
from text import Figures, claim, grouped, head, mean, page, table, tenths

WORLDS = {
    "grid": ("Grids", "tiles a side", "Generated cities of so many tiles a side; a node is a tile. "
             "Gates are a few tiles apart, so paths are nearly optimal: the error is that over A*."),
    "mesh": ("Navigation meshes", "polygons", "Generated cities of about so many polygons, meshed "
             "by Recast in tiles of 128 voxels; a node is a doorway, and a path is its polygons. "
             "From three million on they are mirror images of a town of about a million, joined "
             "where they meet: Detour's references can name no more. Their lists have room to "
             "spare, which counts as theirs but was never touched."),
    "terrain": ("Terrain", "squares a side", "Fractal ground of so many squares a side, four "
                "triangles for each; a node is a triangle."),
}
MEASURES = {
    "build": lambda r: r.hierarchy_s + r.tables_s,
    "peak": lambda r: r.peak_bytes,
    "cost": lambda r: r.cost_us,
    "path": lambda r: r.path_us,
    "path's nodes": lambda r: r.path_nodes,
}
LARGE = 100_000  # nodes
HEAVY = 40e6  # bytes; below, the program itself is much of a process' memory
MOST_STEP = 3
MOST_PEAK = 1.5


def budget(row):
    return f"{row.bytes_per_node:.3g}" if row.bytes_per_node else "no limit"


def measured(rows):
    return [r for r in rows if r.method != "left out"]


def over_result(row):
    return row.peak_bytes / row.world_bytes


def by_budget(rows):
    """The rows of one world, a list of growing size for each budget that more than one has."""
    lists = [[r for r in rows if r.bytes_per_node == b]
             for b in data.distinct(r.bytes_per_node for r in rows)]
    return [own for own in lists if len(own) > 1]


def exponent(rows, measure):
    """Of the power of the number of nodes that fits best; None of fewer than three sizes."""
    if len(rows) < 3:
        return None
    xs = [math.log(r.nodes) for r in rows]
    ys = [math.log(measure(r)) for r in rows]
    x, y = mean(xs), mean(ys)
    return (sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x)**2 for a in xs))


def steps(rows, measure):
    """How many times more each size takes than the one before it, with its row."""
    return [(measure(b) / measure(a), b) for a, b in zip(rows, rows[1:])]


def of_exponents(rows):
    lines = []
    for own in by_budget(rows):
        line = [budget(own[0])]
        for name, measure in MEASURES.items():
            fitted = {"build": [r for r in own if r.nodes >= LARGE],
                      "peak": [r for r in own if r.world_bytes >= HEAVY]}.get(name, own)
            power = exponent(fitted, measure)
            line.append("" if power is None else f"{power:.2f}")
        for name in ("cost", "path"):
            step, row = max(steps(own, MEASURES[name]), key=lambda s: s[0])
            line.append(f"{step:.1f} (to {grouped(row.size)})")
        lines.append(line)
    return table(["bytes a node", *MEASURES, "largest step of a cost", "of a path"], lines)


def of_steps(rows):
    """Where a cost or a path takes too many times more than in the next smaller world."""
    lines = []
    for own in by_budget(rows):
        for smaller, row in zip(own, own[1:]):
            cost, path = row.cost_us / smaller.cost_us, row.path_us / smaller.path_us
            if max(cost, path) > MOST_STEP:
                lines.append([f"{grouped(smaller.size)} to {grouped(row.size)}", budget(row),
                              f"{cost:.1f}", f"{path:.1f}", holds(smaller), holds(row)])
    columns = ["sizes", "bytes a node", "cost", "path", "tables held", "and hold"]
    return [f"All steps over {MOST_STEP} times:", table(columns, lines)] if lines else []


def of_rows(rows, unit, version):
    mesh, grid = rows[0].world == "mesh", rows[0].world == "grid"
    lines = []
    for r in rows:
        name = grouped(r.size) if isinstance(r.size, int) else str(r.size)
        line = [name, budget(r)]
        if r.method == "left out":
            lines.append([*line, "left out: more memory than there is", *[""] * (13 + mesh + grid)])
            continue
        lines.append([
            *line, holds(r), *([grouped(r.polygons)] if mesh else []), grouped(r.nodes),
            tenths(r.table_bytes / 1e6), tenths(r.world_bytes / 1e6), tenths(r.hierarchy_s),
            tenths(r.tables_s), tenths(r.peak_bytes / 1e6),
            f"{over_result(r):.2f}" if r.world_bytes >= HEAVY else "",
            f"{r.cost_us:.2f}", f"{r.path_us:.2f}", tenths(r.path_nodes),
            f"{1e3 * r.path_us / r.path_nodes:.1f}", grouped(r.over_astar),
            *([f"{r.error_percent:.2f}"] if grid else []),
            "" if str(r.version) == version else str(r.version)])
    columns = [unit, "bytes a node", "tables hold", *(["polygons"] if mesh else []), "nodes",
               "tables MB", "whole world MB", "hierarchy s", "tables s", "peak MB", "peak/world",
               "cost µs", "path µs", "nodes of a path", "ns for each", "A*/path",
               *(["error %"] if grid else []), "version, if another"]
    return table(columns, lines)


def charts(rows, unit, *titles):
    """Each title with the unit of its axis and what it shows."""
    scale = 1000 if unit == "polygons" else 1
    unit = "thousand polygons" if unit == "polygons" else unit
    return plot.draw(*[
        plot.Chart(title, unit, y_label, [
            plot.Series(budget(own[0]), ink, [r.size // scale for r in own],
                        [value(r) for r in own])
            for own, ink in zip(by_budget(rows), plot.INKS)], log_y=True, even_x=True)
        for title, y_label, value in titles])


def wanted(rows, world, size, most_bytes, limits):
    """Claims of what one size is to take within so many bytes of tables; none if not measured."""
    own = [r for r in rows if r.world == world and r.size == size and r.table_bytes <= most_bytes]
    if not own:
        return []
    best = min(own, key=lambda r: r.path_us)
    names = {"cost": "cost {} µs", "path": "path {} µs", "build": "build {} s", "peak": "peak {} GB",
             "over_astar": "{} times A*"}
    values = {"cost": best.cost_us, "path": best.path_us, "build": MEASURES["build"](best),
              "peak": best.peak_bytes / 1e9, "over_astar": best.over_astar}
    good = all(values[k] >= v if k == "over_astar" else values[k] <= v for k, v in limits.items())
    asked = ", ".join(names[k].format(grouped(v)) for k, v in limits.items())
    got = ", ".join(names[k].format(tenths(values[k])) for k in limits)
    words = f"{world} {grouped(size)}" if isinstance(size, int) else str(size)
    return [claim(f"{words} in {grouped(most_bytes / 1e6)} MB of tables: {asked}", good,
                  f"{tenths(best.table_bytes / 1e6)} MB, {got}")]


def claims(rows, grown):
    found = []
    worst = {}
    for world in WORLDS:
        for own in by_budget([r for r in grown if r.world == world]):
            for name in ("cost", "path"):
                for step, row in steps(own, MEASURES[name]):
                    worst[name] = max(worst.get(name, (0, row)), (step, row), key=lambda s: s[0])
    for name, (step, row) in worst.items():
        found.append(claim(f"No {name} takes over {MOST_STEP} times that of the next smaller world",
                           step <= MOST_STEP,
                           f"{step:.1f} times at most, {row.world} {grouped(row.size)} at "
                           f"{budget(row)} bytes a node"))
    heavy = [r for r in rows if r.world_bytes >= HEAVY]
    if heavy:
        row = max(heavy, key=over_result)
        found.append(claim(f"Building takes at most {MOST_PEAK} times the memory of what is built, "
                           f"from {grouped(HEAVY / 1e6)} MB on", over_result(row) <= MOST_PEAK,
                           f"{over_result(row):.2f} times at most, {row.world} {row.size} at "
                           f"{budget(row)} bytes a node"))
    found += wanted(rows, "grid", 4096, 600e6, {"cost": 20, "path": 200, "build": 60, "peak": 4})
    found += wanted(rows, "grid", 8192, 2.5e9, {"cost": 40})
    found += wanted(rows, "mesh", 1_000_000, 150e6, {"cost": 6, "path": 25})
    found += wanted(rows, "terrain", 2048, 1e9, {"build": 120, "over_astar": 500})
    for size in data.distinct(r.size for r in rows if r.world == "optimal"):
        city = size.startswith("cities/")
        found += wanted(rows, "optimal", size, 100e6 if city else 20e6, {"path": 8 if city else 3})
    return "\n".join(found)


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    rows = data.rows(folder / "growth.csv")
    rows.sort(key=lambda r: (r.size if isinstance(r.size, int) else 0, r.bytes_per_node or math.inf))
    good = measured(rows)
    grown = [r for r in good if r.world in WORLDS]
    figures = Figures(name)
    wrong = sum(r.wrong for r in good)
    parts = [
        "# Growth",
        "Worlds of growing size with so many bytes of tables for each node, on one thread. Each "
        "line is measured in a process of its own, which begins with the world's ground and builds "
        "hierarchy and tables; the peak is the most memory that it held until then, ground and "
        "program included. The whole world is ground, hierarchy and tables; peak/world is told from "
        f"{grouped(HEAVY / 1e6)} MB on, below which the program itself is much of it. 300 random "
        "pairs with a path between them, caches warm, the best of up to 20 passes, or of slow ones "
        "what ten seconds allow; paths are complete node by node. Times are what the thread had of "
        "a core. Every cost was compared with that of the search over the same gates, as many as "
        "two seconds allow, and every path with A*'s, as many as two more seconds allow: "
        f"{grouped(sum(r.searched for r in good))} and {grouped(sum(r.checked for r in good))} "
        f"compared, {grouped(wrong)} wrong. A*/path is how many times longer A* takes.",
        head(setting), "## What it shows", claims(good, grown)
    ]
    for world, (title, unit, words) in WORLDS.items():
        own = [r for r in rows if r.world == world]
        if not own:
            continue
        lines = measured(own)
        parts += [
            f"## {title}", words,
            figures.add(f"{world}-queries.svg", f"{title}: costs and paths by size", charts(
                lines, unit, ("A cost by bytes a node", "nanoseconds", lambda r: 1e3 * r.cost_us),
                ("A path", "nanoseconds", lambda r: 1e3 * r.path_us))),
            figures.add(f"{world}-build.svg", f"{title}: build time and memory by size", charts(
                lines, unit,
                ("Build time by bytes a node", "milliseconds",
                 lambda r: 1e3 * MEASURES["build"](r)),
                ("Peak of memory", "megabytes", lambda r: r.peak_bytes / 1e6))),
            "Exponents of the number of nodes that fit best, that of build times over the sizes from "
            f"{grouped(LARGE)} nodes on, that of the peak from {grouped(HEAVY / 1e6)} MB on; and the "
            "largest steps from one size to the next:",
            of_exponents(lines), *of_steps(lines), of_rows(own, unit, setting.version)]
    optimal = [r for r in rows if r.world == "optimal"]
    if optimal:
        parts += ["## Optimal paths on grids",
                  "Real maps with the transitions `all`, whose paths are optimal, within the memory "
                  "that such tables should do with, and without a limit.",
                  of_rows(optimal, "map", setting.version)]
    return {f"{name}.md": page(*parts), **figures.files}
