"""The study of the HPA* paper, repeated: its tables and figures, its own numbers beside ours."""

import json
import math

import data
import plot
from text import grouped, page, provenance, table, verdict

LEVELS = [1, 2, 3]
LEAST_IN_BIN = 20  # a group with fewer queries is not plotted

# What the paper prints.
PAPER_OPEN_LISTS = ["51.24", "17.23", "4.50", "5.48"]
PAPER_EXAMPLE = [(0, 1462, 0), (16, 67, 145), (41, 7, 161)]  # SG, main, refinement
PAPER_SIZES = {  # by graph and level: nodes, inter-edges, intra-edges
    (0, 0): (4469, 16420, 0),
    (1, 1): (367, 198, 722),
    (2, 1): (186, 100, 722),
    (2, 2): (181, 98, 662),
    (3, 1): (186, 100, 722),
    (3, 2): (92, 50, 622),
    (3, 3): (89, 48, 462),
}
PAPER_TOTALS = {1: (367, 198, 722), 2: (367, 198, 1384), 3: (367, 198, 1846)}


def levels(count, kind="level"):
    return f"{count} {kind}{'' if count == 1 else 's'}"


class Bins:
    """Queries grouped by the length of their optimal path, with the means of each group."""

    def __init__(self, rows):
        self.rows = rows
        self.plotted = [r for r in rows if r.queries >= LEAST_IN_BIN]
        self.longest = self.plotted[-1:] or rows

    def mean(self, value, among=None):
        rows = self.rows if among is None else among
        if not rows:
            return math.nan
        return sum(value(r) * r.queries for r in rows) / sum(r.queries for r in rows)

    def curve(self, name, colour, value):
        return plot.Series(name, colour, [(r.length_from + r.length_to) / 2 for r in self.plotted],
                           [value(r) for r in self.plotted])


def column(name):
    return lambda r: getattr(r, name)


def part(level, connect, which):
    return column(f"l{level}_{connect}_{which}")


def expansions(level, connect="astar"):
    """Of a complete path; level 0 is A*."""
    if level == 0:
        return column("astar_expansions")
    parts = [part(level, connect, which) for which in ("main", "sg", "refinement")]
    return lambda r: sum(p(r) for p in parts)


def time(level):
    return column("astar_us") if level == 0 else part(level, "astar", "us")


def figure5(bins, provisional):
    def curves(value):
        return [bins.curve("A*" if level == 0 else levels(level), plot.INKS[level], value(level))
                for level in [0, *LEVELS]]
    return plot.draw(
        plot.Chart("Expanded nodes, complete path", "solution length", "nodes", curves(expansions)),
        plot.Chart("The same, logarithmic", "solution length", "nodes", curves(expansions),
                   log_y=True),
        plot.Chart("Time, complete path" + (" (provisional)" if provisional else ""),
                   "solution length", "microseconds", curves(time)))


def same_height(charts):
    top = max(map(plot.highest, charts))
    for chart in charts:
        chart.y_top = top
    return plot.draw(*charts)


def figure6(bins):
    return same_height([
        plot.Chart(levels(level, "abstract level"), "solution length", "expanded nodes",
                   [bins.curve("main", plot.BLUE, part(level, "astar", "main")),
                    bins.curve("SG", plot.VERMILION, part(level, "astar", "sg")),
                    bins.curve("refinement", plot.AMBER, part(level, "astar", "refinement"))],
                   stacked=True) for level in LEVELS])


def figure7(bins):
    return plot.draw(
        plot.Chart("Path length over the optimum", "solution length", "error in percent",
                   [bins.curve("refined", plot.BLUE, column("error_refined")),
                    bins.curve("eight directions", plot.VERMILION, column("error_paper")),
                    bins.curve("full smoothing", plot.GREEN, column("error_full"))]))


def figure8(sizes):
    charts = []
    for sg, title in [("sg_astar", "S and G connected by A* per gate"),
                      ("sg_dijkstra", "S and G connected by one Dijkstra")]:
        x = [s.cluster_size for s in sizes]
        connect = [getattr(s, sg) for s in sizes]
        charts.append(plot.Chart(title, "cluster size", "expanded nodes", [
            plot.Series("total", plot.GREEN, x, [s.main + c for s, c in zip(sizes, connect)]),
            plot.Series("main", plot.BLUE, x, [s.main for s in sizes]),
            plot.Series("SG", plot.VERMILION, x, connect)
        ]))
    return same_height(charts)


def best_size(sizes, sg):
    return min(sizes, key=lambda s: s.main + getattr(s, sg)).cluster_size


def findings(bins, errors, sizes, setting):
    full, paper = (next(e for e in errors if e.path == path) for path in ("full", "paper"))
    long = bins.mean(column("error_paper"), [r for r in bins.rows if r.length_from >= 100])

    def fewer(value, among=None):
        return bins.mean(value(0), among) / bins.mean(value(1), among)

    every = [f"{bins.mean(expansions(level)):.0f}" for level in LEVELS]
    last = [f"{bins.mean(expansions(level), bins.longest):.0f}" for level in LEVELS]
    return "\n".join([
        f"- **The mean error after smoothing is below 1 %: {verdict(full.mean < 1)}.** It is "
        f"{full.mean:.2f} % with full smoothing, the default, where a line may run in any direction "
        "(a diagonal and a straight run). The paper smooths by straight lines and does not say in "
        "which directions; with the eight directions of single moves only (`paper` in the program) "
        f"the mean here is {paper.mean:.2f} %, {long:.2f} % for solutions longer than 100. Short "
        "solutions that must go round by a transition have the largest errors. Every level gives "
        "the same cost before smoothing, query by query.",
        f"- A complete path at level 1 expands {fewer(expansions):.1f} times fewer nodes than A* in "
        f"the mean of all queries and {fewer(expansions, bins.longest):.1f} times fewer for the "
        "longest ones (figure 5). The paper reports up to 10 times less time; here the time "
        f"shrinks {fewer(time):.1f} times in the mean and {fewer(time, bins.longest):.1f} times for "
        f"the longest{' (provisional)' if setting.provisional else ''}: less than the effort, since "
        "a tile costs our A* less than a gate costs the hierarchy.",
        f"- With 1, 2 and 3 levels a complete path expands {every[0]}, {every[1]} and {every[2]} "
        f"nodes in the mean of all queries, {last[0]}, {last[1]} and {last[2]} for the longest. The "
        "paper finds one level good enough on these maps when the path is refined completely. More "
        "levels shift the effort from the main search to connecting S and G (figure 6).",
        f"- The abstract effort is least at clusters of {best_size(sizes, 'sg_astar')} when S and G "
        "are connected by one A* per gate (figure 8; the paper: 10), and at "
        f"{best_size(sizes, 'sg_dijkstra')} with one Dijkstra for all gates."
    ])


def of_errors(errors):
    names = {"refined": ("refined", ""),
             "paper": ("straight lines in eight directions", "within 1"),
             "full": ("full smoothing", "within 1")}
    return table(["error in percent", "the paper", "mean", "p95", "max", "of the total length"],
                 [[*names[e.path], f"{e.mean:.2f}", f"{e.p95:.2f}", f"{e.max:.2f}",
                   f"{e.of_total_length:.2f}"] for e in errors])


def of_effort(bins):
    astar = grouped(bins.mean(expansions(0)))
    rows = [["A*", astar, "", "", "", astar, ""]]
    for level in LEVELS:
        values = [part(level, "astar", "main"), part(level, "astar", "sg"),
                  part(level, "dijkstra", "sg"), part(level, "astar", "refinement"),
                  expansions(level), expansions(level, "dijkstra")]
        rows.append([levels(level), *[f"{bins.mean(v):.1f}" for v in values]])
    return table(["mean of all queries", "main", "SG per gate", "SG Dijkstra", "refinement",
                  "total per gate", "total Dijkstra"], rows)


def of_sizes(sizes):
    def row(graph, level, ours, paper):
        cells = [cell for pair in zip(ours, paper) for cell in (f"{pair[0]:.0f}", str(pair[1]))]
        return [str(graph), level, *cells]

    rows = []
    for s in sizes:
        ours = (s.nodes, s.inter_edges, s.intra_edges)
        rows.append(row(s.graph, f"L{s.level}" if s.graph else "tiles and moves", ours,
                        PAPER_SIZES[s.graph, s.level]))
        if s.graph and s.level == s.graph:
            graph = [x for x in sizes if x.graph == s.graph]
            total = [sum(getattr(x, k) for x in graph)
                     for k in ("nodes", "inter_edges", "intra_edges")]
            rows.append(row(s.graph, "total", total, PAPER_TOTALS[s.graph]))
    return table(["graph", "level", "N", "N paper", "E1", "E1 paper", "E2", "E2 paper"], rows)


def added_share(sizes):
    """What the intra-edges of three levels add to nodes and moves of the map."""
    low = next(s for s in sizes if s.graph == 0)
    return sum(s.intra_edges for s in sizes if s.graph == 3) / (low.nodes + low.inter_edges)


def of_open_lists(lists):
    return table(["", "low level", "main", "SG", "refinement"], [
        ["the paper", *PAPER_OPEN_LISTS],
        *[[levels(s.levels, "abstract level"), f"{s.low_level:.2f}", f"{s.main:.2f}",
           f"{s.sg:.2f}", f"{s.refinement:.2f}"] for s in lists]])


def example_effort(efforts):
    rows = []
    for level, (e, paper) in enumerate(zip(efforts, PAPER_EXAMPLE)):
        sg, main, refinement = e["sg"], e["main"], e["refinement"]
        pairs = [(sg, paper[0]), (main, paper[1]), (sg + main, paper[0] + paper[1]),
                 (refinement, paper[2])]
        rows.append([f"L-{level}",
                     *[c for a, b in pairs for c in (f"**{grouped(a)}**", grouped(b))]])
    return table(["", "SG", "paper", "main", "paper", "abstract", "paper", "refinement", "paper"],
                 rows)


def example_distances(distances):
    names = [f"({x}, {y})" for x, y in distances["nodes"]]

    def cell(cost):
        return "-" if cost is None else f"{cost:.2f}" if cost else "0"

    return table(["from \\ to", *names],
                 [[name, *map(cell, row)] for name, row in zip(names, distances["rows"])])


def example(e, link):
    length = e["length"]
    optimal = length["optimal"]
    more = {k: 100 * (length[k] - optimal) / optimal for k in ("refined", "smoothed")}
    astar = e["expansions"][0]["main"]
    return page(
        "## The running example: figures 1-4, table 1",
        "The paper prints its 40x40 map only as a picture, so this one is drawn anew to the same "
        "recipe: a worst case for A*, a path round through all four quarters with dead ends along "
        "it, S and G each in a room with one exit. Sizes, with the paper's in brackets: "
        f"{grouped(e['free_tiles'])} free tiles (1,463); at level 1 {e['nodes'][0]} nodes with S "
        f"and G (68), {e['inter_edges']} inter-edges (43), {e['intra_edges']} intra-edges (88); at "
        f"level 2 {e['nodes'][1]} nodes with S and G (14).",
        "| figure 1: the map and its clusters | figure 2: the top left quarter |\n|---|---|\n"
        f"| ![map]({link}/figure1-map.png) | ![corner]({link}/figure2-corner.png) |",
        "| figure 4a: level 1 | figure 4b: level 2 |\n|---|---|\n"
        f"| ![level 1]({link}/figure4-level1.png) | ![level 2]({link}/figure4-level2.png) |",
        "Figure 3, the distances kept for the lower left cluster of figure 2:",
        example_distances(e["distances"]),
        "Table 1, nodes expanded (ours in bold; S and G connected by A* per gate):",
        example_effort(e["expansions"]),
        f"As in the paper, A* visits {'nearly all of' if astar * 10 >= e['free_tiles'] * 9 else 'much of'} "
        "the map and level 1 most of its graph; level 2 has few nodes left to visit. The path is "
        f"{length['refined']:.2f} long where {optimal:.2f} is optimal ({more['refined']:.2f} % "
        f"more), smoothed {more['smoothed']:.2f} % more:",
        f"![the paths]({link}/paths.png)")


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    bins = Bins(data.rows(folder / "by-length.csv"))
    by_size = data.rows(folder / "by-size.csv")
    errors = data.rows(folder / "errors.csv")
    sizes = data.rows(folder / "sizes.csv")
    width = bins.rows[0].length_to - bins.rows[0].length_from
    text = page(
        "# The study of the HPA* paper, repeated",
        "A. Botea, M. Müller, J. Schaeffer: *Near optimal hierarchical path-finding*, 2004. Its own "
        f"setting on its own {setting.maps} Baldur's Gate maps: {grouped(setting.queries)} random "
        "pairs with a path between them, diagonal moves of length 1.42 that do not pass between "
        "two blocked tiles, clusters of 10x10, entrances of width 6 and more with two transitions, "
        "groups of 2x2, 1 to 3 abstract levels, intra-edges without their moves, so that "
        "refinement searches. The pairs are drawn anew; the paper does not list its own.",
        "Nodes expanded, lengths and open-list sizes are the same on every machine. " +
        ("**Times are provisional: the machine was busy with other work.**" if setting.provisional
         else "Times are the best of the rounds, each query answered by all methods in turn."),
        provenance(setting),
        "## What it shows",
        findings(bins, errors, by_size, setting),
        of_errors(errors),
        "Nodes expanded:",
        of_effort(bins),
        example(json.loads((folder / "example.json").read_text(encoding="utf-8")), name),
        "## Table 2: the mean size of the problem graph",
        "N nodes, E1 inter-edges, E2 intra-edges, all undirected; a node or inter-edge counts at "
        "the highest level it is part of. For graph 0, E1 are the moves.",
        of_sizes(sizes),
        "In the paper's graph 3 the three levels do not add up to its total; its graph 2 has 662 at "
        f"L2, which would. Three abstract levels add {100 * added_share(sizes):.2f} % to nodes and "
        "moves of the map (the paper: 8.83 %).",
        "## Table 3: the mean size of the open list",
        of_open_lists(data.rows(folder / "open-lists.csv")),
        "Our list keeps an entry that a cheaper path has replaced until it comes out; the paper "
        "does not say how its list did. The heuristic here is the octile distance.",
        "## Figures 5-8",
        f"Queries are grouped by the length of their optimal path, {width} tiles per group; groups "
        f"under {LEAST_IN_BIN} queries are left out of the plots. In figures 5 and 6 S and G are "
        "connected by one A* per gate, as in the paper (from level 2 up: one search over the gates "
        "of the level below); with one Dijkstra the numbers are in "
        f"[by-length.csv]({name}/by-length.csv). Where S and G lie in one cluster of the highest "
        "level, the highest level that parts them is searched. Time and effort are those of the "
        "complete path before smoothing.",
        "Figure 5, A* and the hierarchies against the length of the solution:",
        f"![figure 5]({name}/figure5.svg)",
        "Figure 6, what the effort consists of:",
        f"![figure 6]({name}/figure6.svg)",
        "Figure 7, the quality of the paths:",
        f"![figure 7]({name}/figure7.svg)",
        "Figure 8, the effort of an abstract search at level 1 against the size of the clusters "
        f"([by-size.csv]({name}/by-size.csv)):",
        f"![figure 8]({name}/figure8.svg)")
    return {
        f"{name}.md": text,
        f"{name}/figure5.svg": figure5(bins, setting.provisional),
        f"{name}/figure6.svg": figure6(bins),
        f"{name}/figure7.svg": figure7(bins),
        f"{name}/figure8.svg": figure8(by_size)
    }
