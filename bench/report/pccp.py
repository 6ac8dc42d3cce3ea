"""The comparison of the HNA* paper of 2017, repeated: methods to connect start and goal."""

import data
import plot
from text import Figures, grouped, head, page, table, times

LEVELS = [1, 2, 3]
SHOWN = 10  # the μ of most of what the papers' texts tell

# What the texts of the papers say of one configuration, in milliseconds: our scene and theirs, its
# A*, level, μ, HNA* and PCCP of 2017, the same of 2020; whether 2017 repeats another scene's times.
PAPER_TIMES = [
    ("city", "City Island", 2.2, 2, 10, None, None, None, 2.2 / 9.3, False),
    ("city", "City Island", 2.2, 3, 10, None, 0.411, None, None, False),
    ("islands", "Big Tropical", 1.7, 1, 20, None, 1.12, None, None, False),
    ("islands", "Big Tropical", 1.7, 2, 20, 2.13, 0.39, 2.06, 0.39, False),
    ("islands", "Big Tropical", 1.7, 3, 10, 9.01, 0.25, 9.9, 0.25, False),
    ("medieval", "Medieval City", 3.0, 2, 10, 2.13, None, None, None, True),
    ("medieval", "Medieval City", 3.0, 2, 15, None, None, 1.28, None, False),
    ("medieval", "Medieval City", 3.0, 2, 20, None, 0.39, None, 1.83, True),
    ("medieval", "Medieval City", 3.0, 3, 10, 9.01, 0.25, None, 1.76, True),
    ("medieval", "Medieval City", 3.0, 3, 15, None, None, 3.29, None, False),
]
# The memory that they tell: polygons and megabytes; for which level and μ they do not say.
PAPER_MEMORY = [(119, 2.9), (16867, 49.6)]


class Sweep:
    """Times and effort by scene, level, μ and method."""

    def __init__(self, rows):
        self.rows = rows
        self.by = {(r.scene, r.level, r.merge, r.method): r for r in rows}
        self.scenes = data.distinct(r.scene for r in rows)
        self.merges = data.distinct(r.merge for r in rows)

    def of(self, method):
        return [r for r in self.rows if r.method == method]

    def best(self, scene, method):
        return max((r for r in self.of(method) if r.scene == scene), key=lambda r: r.ratio)

    def slower(self, method):
        """In how many configurations a method is slower than A*."""
        return sum(r.ratio < 1 for r in self.of(method))

    def connects_faster(self, method, than):
        other = {(r.scene, r.level, r.merge): r.connect_us for r in self.of(than)}
        return sum(r.connect_us < other[r.scene, r.level, r.merge] for r in self.of(method))

    def curve(self, name, colour, scene, level, method, value):
        rows = [r for r in self.of(method) if (r.scene, r.level) == (scene, level)]
        return plot.Series(name, colour, [r.merge for r in rows], [value(r) for r in rows])


def findings(sweep):
    lines = []
    for scene in sweep.scenes:
        bests = [sweep.best(scene, method) for method in ("HNA*", "Dijkstra", "PCCP")]
        lines.append(f"- {scene}: " + ", ".join(
            f"{b.method} at best {times(b.ratio)} over A* (L{b.level}, μ {b.merge})" for b in bests) +
            ".")
    lines += [
        "- As in the paper, connecting spoils HNA* at the higher levels and larger μ: it is slower "
        f"than A* in {sweep.slower('HNA*')} of {len(sweep.of('HNA*'))} configurations, with one "
        f"Dijkstra in {sweep.slower('Dijkstra')}, with PCCP in {sweep.slower('PCCP')}.",
        "- One Dijkstra in place of an A* a gate connects faster than HNA* in "
        f"{sweep.connects_faster('Dijkstra', 'HNA*')} of them and faster than two threads in "
        f"{sweep.connects_faster('Dijkstra', '2 threads')}, without any memory.",
        "- The price of PCCP is its memory and its error, both below. Our own model, in the last "
        "section, has no error."
    ]
    return "\n".join(lines)


def of_paper_times(sweep):
    def ms(value, repeated):
        return "" if value is None else f"{value:.3g}{' (†)' if repeated else ''}"

    def theirs(astar, of_2017, of_2020, repeated):
        used = of_2020 if repeated or of_2017 is None else of_2017
        return "" if used is None else times(astar / used)

    rows = []
    for scene, name, astar, level, merge, hna, pccp, hna_2020, pccp_2020, repeated in PAPER_TIMES:
        own = sweep.by.get((scene, level, merge, "HNA*"))
        if not own:
            continue
        by_table = sweep.by[scene, level, merge, "PCCP"]
        rows.append([f"{name} ({scene})", f"L{level}", str(merge), f"{astar:.1f}",
                     ms(hna, repeated), ms(hna_2020, False), ms(pccp, repeated),
                     ms(pccp_2020, False), theirs(astar, hna, hna_2020, repeated),
                     times(own.ratio), theirs(astar, pccp, pccp_2020, repeated),
                     times(by_table.ratio)])
    return table(["the papers' scene (ours)", "level", "μ", "A* ms", "HNA* ms 2017", "2020",
                  "PCCP ms 2017", "2020", "A*/HNA* theirs", "ours", "A*/PCCP theirs", "ours"], rows)


def connect_beside(sweep):
    own = [sweep.by.get(("medieval", 3, 10, method)) for method in ("HNA*", "Dijkstra", "PCCP")]
    if not own[0]:
        return "that scene is not among ours here."
    hna, dijkstra, pccp = (r.connect_us / 1e3 for r in own)
    return f"ours {hna:.3f} ms, one Dijkstra {dijkstra:.3f} ms, PCCP {pccp:.4f} ms."


def plot_totals(sweep, scene):
    """Figure 4, left: complete paths."""
    def total(r):
        return r.connect_us + r.search_us + r.extract_us

    methods = ["HNA*", "2 threads", "Dijkstra", "PCCP"]
    return plot.draw(*[plot.Chart(
        f"{scene}, L{level}: complete path", "μ", "microseconds",
        [sweep.curve("A*", plot.INKS[0], scene, level, "HNA*", lambda r: r.astar_us),
         *[sweep.curve(method, ink, scene, level, method, total)
           for method, ink in zip(methods, plot.INKS[1:])]],
        log_y=True, even_x=True) for level in LEVELS])


def plot_connects(sweep, scene, levels):
    """Figure 4, right, and figure 6: connecting alone."""
    methods = ["HNA*", "2 threads", "8 threads", "Dijkstra", "PCCP"]
    return plot.draw(*[plot.Chart(
        f"{scene}, L{level}: connect S and G", "μ", "microseconds",
        [sweep.curve(method, ink, scene, level, method, lambda r: r.connect_us)
         for method, ink in zip(methods, plot.INKS[1:])],
        log_y=True, even_x=True) for level in levels])


def plot_memory(scenes, memory):
    """Figure 2: memory by the size of the scene; and by μ in the largest."""
    by_scene = plot.Chart("Connecting paths by scene", "polygons", "MB", [
        plot.Series("the paper", plot.INKS[0], [p for p, _ in PAPER_MEMORY],
                    [mb for _, mb in PAPER_MEMORY], dashed=True),
        plot.Series("whole paths, most", plot.INKS[1], [s.polygons for s in scenes],
                    [s.most_whole_bytes / 1e6 for s in scenes]),
        plot.Series("first steps", plot.INKS[2], [s.polygons for s in scenes],
                    [s.most_step_bytes / 1e6 for s in scenes])])
    last = scenes[-1].scene
    by_merge = plot.Chart(f"{last}: whole paths by level", "μ", "MB", even_x=True)
    for level in LEVELS:
        own = [m for m in memory if (m.scene, m.level) == (last, level)]
        by_merge.series.append(plot.Series(f"L{level}", plot.INKS[level], [m.merge for m in own],
                                           [m.whole_bytes / 1e6 for m in own]))
    return plot.draw(by_scene, by_merge)


def plot_offsets(groups, scene):
    """The error over the length of the path."""
    charts = []
    for level in LEVELS:
        own = [g for g in groups if (g.scene, g.merge, g.level) == (scene, SHOWN, level)]
        if own:
            x = [g.length for g in own]
            charts.append(plot.Chart(
                f"{scene}, L{level}, μ = {SHOWN}: mean error", "path length in metres", "percent",
                [plot.Series("over the centres", plot.INKS[0], x, [g.over for g in own]),
                 plot.Series("between them", plot.INKS[1], x, [g.between for g in own])]))
    return plot.draw(*charts)


def of_ratios(sweep):
    rows = []
    for scene in sweep.scenes:
        for level in LEVELS:
            cells = []
            for merge in sweep.merges:
                own = [sweep.by.get((scene, level, merge, method)) for method in ("HNA*", "PCCP")]
                cells.append(", ".join(times(r.ratio) for r in own) if own[0] else "")
            rows.append([scene, f"L{level}", *cells])
    return table(["scene", "level", *[f"μ {merge}" for merge in sweep.merges]], rows)


def of_steps(sweep):
    methods = ["HNA*", "2 threads", "Dijkstra", "PCCP", "PCCP first steps"]
    rows = []
    for scene in sweep.scenes:
        for level in LEVELS:
            own = [sweep.by.get((scene, level, SHOWN, method)) for method in methods]
            if own[0]:
                rows.append([scene, f"L{level}", f"{own[0].astar_us:.1f}", *[
                    f"{r.connect_us:.1f} + {r.search_us:.1f} + {r.extract_us:.1f}" for r in own]])
    return table(["scene", "level", "A*", *methods], rows)


def megabytes(count):
    return f"{count / 1e6:.3g}"


def of_memory(sweep, memory):
    shown = [(1, 20), (2, 10), (2, 20), (3, 10)]
    rows = []
    for m in sorted((m for m in memory if (m.level, m.merge) in shown),
                    key=lambda m: (sweep.scenes.index(m.scene), shown.index((m.level, m.merge)))):
        extract = [sweep.by[m.scene, m.level, m.merge, method].extract_us
                   for method in ("PCCP", "PCCP first steps")]
        longer = f"{100 * m.longer_entries / m.entries:.1f} %" if m.entries else ""
        rows.append([m.scene, f"L{m.level}", str(m.merge), grouped(m.entries),
                     megabytes(m.whole_bytes), megabytes(m.step_bytes), longer,
                     grouped(m.build_ms), *[f"{us:.1f}" for us in extract]])
    return table(["scene", "level", "μ", "entries", "whole paths MB", "first steps MB",
                  "longer first steps", "build ms", "extract µs: whole", "first steps"], rows)


def of_offsets(offsets):
    rows = {}
    for o in offsets:
        if o.merge == SHOWN:
            row = rows.setdefault((o.scene, o.level), [o.scene, f"L{o.level}"])
            row.append(str(o.count))
            row += [f"{e:.2f}" if o.count else "" for e in (o.between, o.over, o.line)]
    errors = ["between centres", "over the centres", "line walked"]
    return table(["scene", "level", "paths under 100 m", *errors, "paths over 100 m", *errors],
                 list(rows.values()))


def of_exact(exact):
    return table(
        ["scene", "μ", "level", "µs", "A* µs", "A*/µs", "expansions"],
        [[e.scene, str(e.merge), e.level, f"{e.us:.1f}", f"{e.astar_us:.1f}",
          times(e.astar_us / e.us), f"{e.expansions:.1f}"] for e in exact])


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    scenes = data.rows(folder / "scenes.csv")
    memory = data.rows(folder / "memory.csv")
    sweep = Sweep(data.rows(folder / "sweep.csv"))
    timed = [s for s in scenes if s.timed]
    last = timed[-1].scene
    drawn = "city" if "city" in sweep.scenes else last  # the paper's own scene
    figures = Figures(name)

    parts = [
        "# Connecting start and goal: the comparison of the HNA* paper of 2017",
        "V. Rahmani, N. Pelechano: *Improvements to Hierarchical Pathfinding for Navigation "
        "Meshes*, 2017; its pre-calculated paths are called PCCP in the authors' paper of 2020 on "
        "many agents. The same comparison on scenes of the same kind and size, all of it under the "
        "paper's model (`studies/paper_model.h`): A* on level 0; HNA*, which runs one A* for each "
        "gate of the cells of start and goal; the same A* searches on several threads; one "
        "Dijkstra search for all gates, the second method of the 2016 paper; PCCP, which looks up "
        "the costs and paths from the centre of the polygon that holds the end. METIS, one μ for "
        f"all levels, intra-edges stored, one thread unless said; {timed[0].timed} pairs per scene "
        f"are timed, as in the paper, {timed[0].compared} compared for errors. A query is timed in "
        "one run, step by step: connect, search, extract. In each round all pairs are answered by "
        "A*, then by each method at each level, and the best of the rounds counts for each query. "
        "Where both ends lie in one cell the level is lowered, at last to A*. Compare ratios over "
        "A*, not times; expansions are the same on every machine. All numbers: "
        f"[sweep.csv]({name}/sweep.csv), [offsets.csv]({name}/offsets.csv).",
        head(setting),
        "## What it shows",
        findings(sweep),
        "## The papers' times beside ours",
        "What their texts tell (i7-4770, 3.5 GHz); the figures are pictures. Ratios of theirs are "
        "those of 2017, of 2020 where 2017 has none or repeats itself; none where that is all there "
        "is.",
        of_paper_times(sweep),
        "(†) The text of 2017 gives for Medieval City the very times that it gives for Big Tropical "
        "one paragraph before (2.13 and 9.01 ms, 0.39 and 0.25 ms), although its A* needs 3 ms in "
        "one and 1.7 ms in the other; the text of 2020 has others. The value at L2, μ 10 of City "
        "Island is computed from the 9.3x that 2020 tells. Of connecting alone they say, in "
        "Medieval City at L3, μ 10: HNA* 7.43 ms (9.05 ms in 2020), CUDA 0.14 ms, PCCP 0.011 ms; " +
        connect_beside(sweep),
        "## Figure 4: complete paths, and connecting alone",
        "The paper plots City Island; the 2020 paper adds the other two. Connecting alone is "
        "drawn for the scene like the first. Logarithmic scales; what takes less than a microsecond "
        "is drawn at one."
    ]
    for s in timed:
        parts += [f"{s.scene} ({grouped(s.polygons)} polygons):",
                  figures.add(f"totals-{s.scene}.svg", f"{s.scene}, complete paths",
                         plot_totals(sweep, s.scene))]
        if s.scene == drawn:
            parts.append(figures.add(f"connect-{s.scene}.svg", f"{s.scene}, connecting",
                                plot_connects(sweep, s.scene, LEVELS)))
    parts += [
        "A* over HNA*, and A* over PCCP with whole paths (above 1: faster than A*):",
        of_ratios(sweep),
        f"The steps at μ = {SHOWN}, connect + search + extract in microseconds:",
        of_steps(sweep),
        f"The effort in expansions per query is in [sweep.csv]({name}/sweep.csv). PCCP expands "
        "nothing to connect; A* expands " +
        ", ".join(f"{grouped(sweep.best(s, 'HNA*').astar_expansions)} in {s}"
                  for s in sweep.scenes) + ".",
        "## Figure 5: gates per cell",
        "The cells are those of the 2016 study: see [its figure 11](hna-2016.md). Where few cells "
        "are left, as at L3 with large μ, most of the border is that of the world and gates become "
        "fewer again; a single cell has none, and its queries are answered a level lower.",
        "## Figure 6: connecting by threads",
        "The A* searches to the gates of both ends, shared out among threads that wait in a pool; "
        f"{last} at L3, {setting.cores} cores. The paper has Medieval City with three levels, one "
        "thread a gate, and finds the threads far below HNA* and above PCCP; here an A* to one gate "
        "is over before a sleeping thread is awake unless cells are large, more threads than cores "
        "add little, and one Dijkstra by one thread beats two threads in "
        f"{sweep.connects_faster('Dijkstra', '2 threads')} of {len(sweep.of('Dijkstra'))} "
        "configurations. The GPU curve of the figure is not here: a GPU that answers one query is "
        "measured in [agents.md](agents.md#one-query).",
        figures.add("threads.svg", "threads", plot_connects(sweep, last, [3])),
        "## Figure 2: memory",
        "The papers tell 2.9 MB for a dungeon of 119 polygons and 49.6 MB for Medieval City with "
        "16,867, not at which level and μ. Ours is exact: costs, paths and where they begin, in "
        "arrays and not in a hash table. The most of any level and μ in MB, whole paths / first "
        "steps: " + ", ".join(
            f"{s.scene} ({grouped(s.polygons)} polygons) {megabytes(s.most_whole_bytes)} / "
            f"{megabytes(s.most_step_bytes)}" for s in scenes) + ".",
        figures.add("memory.svg", "memory", plot_memory(scenes, memory)),
        "Both papers say that storing only the next cell would save memory and cost time. It saves "
        "much; but each path begins at another centre, so the path of the next polygon is not "
        "always the rest of this one. Such entries (\"longer first steps\") keep as many doorways "
        "as it takes, so both kinds give the same paths. Build times are those of whole paths on "
        "all cores.",
        of_memory(sweep, memory),
        "## The error of the centres",
        f"In percent of what HNA* finds at the same level with the exact ends, μ = {SHOWN}. "
        "*Between centres*: the amount by which the cost that PCCP reports is off. *Over the "
        "centres*: the length when the path to the first centre and from the last is added, as the "
        "papers describe the offset. *Line walked*: the shortest line through the polygons found, "
        "from the exact start to the exact goal, against the same for HNA*; its sign is kept. "
        "Queries answered by A*, since both ends lie in one cell at every level, are left out; "
        "means are those of the ratios, so the shortest paths weigh most.",
        "The two papers disagree: 2017 has 3 % in the mean for paths *under* 100 m and 5 % for "
        "shorter ones, 2020 has 3 % for paths *over* 100 m and 5 % for shorter ones. Only the "
        "second makes sense, since the same offset weighs less on a longer path, and so it is here.",
        of_offsets(data.rows(folder / "offsets.csv")),
        figures.add("offsets.svg", "errors", plot_offsets(data.rows(folder / "offset-lengths.csv"), last)),
        "## Our own model",
        "The same pairs and the same cuts under our own model: each doorway is crossed at one "
        "point, the true distance from start and goal to each doorway of their polygons is used, "
        "and every cost was compared with that of A* on level 0 by `==`: no error. Complete paths, "
        f"{timed[0].compared} pairs per scene, start and goal connected by one Dijkstra, the level "
        "fixed or chosen cell by cell; A* is that of this model.",
        of_exact(data.rows(folder / "exact.csv"))
    ]
    return {f"{name}.md": page(*parts), **figures.files}
