"""The multi-agent HNA* paper of 2020: its agents on a CPU."""

import agents
import data
import plot
from text import Figures, grouped, head, page, table, times

FRAME_MS = 40  # 25 frames a second
SHOWN = {"city": (1, 20)}  # level and μ of the plots: those of the paper's table 3
USUAL = (2, 10)
FEWEST_PLOTTED = 1000
# What stands in the place of what has its colour.
INKS = {"A*": plot.BLUE, "HNA*": plot.VERMILION, "hierarchy": plot.VERMILION, "PCCP": plot.GREEN,
        "tables": plot.GREEN}

# Table 3: our scene and theirs, level and μ, agents by A*, HNA*, CUDA and PCCP, one after the other.
PAPER_FRAMES = [
    ("city", "City Island", 1, 20, 18, 11, 48, 63),
    ("islands", "Tropical Island", 2, 10, 24, 5, 62, 140),
]


def shown_cells(world):
    return SHOWN.get(world, USUAL)


def label(row):
    """A method with its cells: "HNA* L1 μ 20"."""
    if row.merge:
        return f"{row.method} L{row.level} μ {row.merge}"
    return "hierarchy as built" if row.method == "hierarchy" else row.method


def full_label(row):
    return f"{row.model}: {label(row)}"


def short_label(row):
    """For plots, whose titles name the cells."""
    if row.method == "A*":
        return "paper's A*" if row.model == "paper" else "our A*"
    return row.method if row.merge or row.method == "tables" else "as built"


def milliseconds(ms):
    return f"{ms:.3g}" if ms < 100 else grouped(ms)


def seconds(ms):
    return f"{ms / 1e3:.1f} s" if ms < 1e4 else f"{grouped(ms / 1e3)} s"


class Speeds:
    """Times by world, threads, method and number of agents."""

    def __init__(self, rows):
        self.rows = rows
        self.threads = sorted(data.distinct(r.threads for r in rows))
        self.worlds = data.distinct(r.world for r in rows)

    def of(self, world, threads):
        return [r for r in self.rows if (r.world, r.threads) == (world, threads)]

    def shown(self, world, threads):
        """Those that are plotted: of the paper's cells only the shown ones."""
        return [r for r in self.of(world, threads)
                if not r.merge or (r.level, r.merge) == shown_cells(world)]

    def astar(self, row):
        """The time of A* of the same model; None where it was not measured."""
        for r in self.of(row.world, row.threads):
            if (r.model, r.method, r.agents) == (row.model, "A*", row.agents):
                return r.ms
        return None


def ratio_to_astar(frames, row):
    astar = next(f for f in frames if f.method == "A*" and
                 (f.world, f.model, f.threads) == (row.world, row.model, row.threads))
    return times(row.agents / astar.agents) if astar.agents else "-"


def of_frames(frames, world, threads):
    rows = []
    own = [f for f in frames if f.world == world]
    for name in data.distinct(full_label(f) for f in own):
        cells = [name]
        for count in threads:
            f = next(f for f in own if full_label(f) == name and f.threads == count)
            cells += [("over " if f.all else "") + grouped(f.agents), ratio_to_astar(own, f)]
        rows.append(cells)
    columns = ["method"]
    for count in threads:
        columns += [threads_text(count), "over its A*"]
    return table(columns, rows)


def threads_text(count):
    return "1 thread" if count == 1 else f"{count} threads"


def on_gpu(single, scene):
    """Agents in a frame on a GPU, one whole search after the other, with its copies."""
    return next((grouped(int(1e3 * FRAME_MS / s.gpu_with_copies_us)) for s in single
                 if (s.world, s.answered) == (scene, "hierarchy")), "-")


def of_paper(frames, threads, single):
    rows = []
    for scene, name, level, merge, *theirs in PAPER_FRAMES:
        own = [f for f in frames if f.world == scene]
        if not own:
            continue
        rows.append([f"{name} (L{level}, μ {merge}), the paper", *[str(n) for n in theirs], ""])
        for count in threads:
            def agents(model, method, cells=(level, merge)):
                return next((grouped(f.agents) for f in own if f.threads == count and
                             (f.model, f.method) == (model, method) and
                             (not f.merge or (f.level, f.merge) == cells)), "-")
            rows.append([f"{scene}, {threads_text(count)}", agents("paper", "A*"),
                         agents("paper", "HNA*"), "", agents("paper", "PCCP"),
                         agents("ours", "tables")])
        rows.append([f"{scene}, a GPU", "", "", on_gpu(single, scene), "", ""])
    return table(["scene", "A*", "HNA*", "CUDA HNA*", "PCCP", "our tables"], rows)


def ink(row):
    as_built = row.method == "hierarchy" and not row.merge
    return plot.PURPLE if as_built else INKS[row.method]


def series_of(rows, value):
    """A series for each method that has something to show."""
    series = []
    for name in data.distinct(full_label(r) for r in rows):
        own = [r for r in rows if full_label(r) == name and r.ms is not None and
               value(r) is not None]
        if own:
            series.append(plot.Series(short_label(own[0]), ink(own[0]), [r.agents for r in own],
                                      [value(r) for r in own], dashed=own[0].model == "paper"))
    # The first one names the numbers of agents, so it has to have them all.
    return sorted(series, key=lambda s: -len(s.x))


def chart_of(speeds, world, threads, title, y_label, value):
    rows = [r for r in speeds.shown(world, threads) if r.agents >= FEWEST_PLOTTED]
    series = series_of(rows, value)
    level, merge = shown_cells(world)
    return plot.Chart(f"{world}, L{level} μ {merge}, {threads_text(threads)}: {title}", "agents",
                      y_label, series, log_y=True, even_x=True) if series else None


def plot_times(speeds, world):
    """Figure 11."""
    charts = [chart_of(speeds, world, count, "time of a batch", "microseconds",
                       lambda r: 1e3 * r.ms) for count in speeds.threads]
    return plot.draw(*[c for c in charts if c])


def plot_ratios(speeds, world):
    """Figure 12."""
    def ratio(row):
        astar = speeds.astar(row)
        return astar / row.ms if astar is not None and row.method != "A*" else None

    charts = [chart_of(speeds, world, count, "speed-up over A*", "times faster", ratio)
              for count in speeds.threads]
    return plot.draw(*[c for c in charts if c])


def of_times(speeds, world, threads):
    own = speeds.of(world, threads)
    counts = sorted(data.distinct(r.agents for r in own))
    rows = []
    for name in data.distinct(full_label(r) for r in own):
        by_count = {r.agents: r for r in own if full_label(r) == name}
        rows.append([name] + [
            milliseconds(by_count[n].ms) if by_count[n].ms is not None else
            f"({seconds(by_count[n].foreseen_ms)})" for n in counts])
    return table([f"{world}, {threads_text(threads)}", *[grouped(n) for n in counts]], rows)


def of_cells(cells):
    return table(
        ["world", "level x", "μ", "cells", "gates", "gates per cell: mean", "most",
         "bound I(x, μ)", "hierarchy MB", "PCCP MB"],
        [[c.world, str(c.level), str(c.merge), grouped(c.cells), grouped(c.gates),
          f"{c.mean_gates:.1f}", grouped(c.most_gates), grouped(c.bound),
          f"{c.hierarchy_bytes / 1e6:.3g}", f"{c.pccp_bytes / 1e6:.3g}"] for c in cells])


def of_whole_queries(speeds):
    """What the paper's HNA* takes for an agent at the level where its connecting is slowest."""
    parts = []
    for world in speeds.worlds:
        own = [r for r in speeds.of(world, 1) if (r.model, r.method, r.level, r.merge) ==
               ("paper", "HNA*", 3, 10) and r.ms is not None]
        if own:
            most = max(own, key=lambda r: r.agents)
            parts.append(f"{most.ms / most.agents:.3g} ms on {world}")
    return (" The paper's whole HNA* at L3 μ 10 takes a core here " + ", ".join(parts) +
            " an agent." if parts else "")


def of_rounds(rounds):
    if rounds == 1:
        return "Each batch was run once."
    return f"Best of {rounds} where a batch takes less than 0.2 s, else one run."


def cpu_part(folder, figures):
    """What the CPU does, as parts of a page."""
    setting = data.setting(folder)
    worlds = data.rows(folder / "worlds.csv")
    frames = data.rows(folder / "frames.csv")
    speeds = Speeds(data.rows(folder / "speeds.csv"))
    sides = ", ".join(f"{w.world} {w.sides}" for w in worlds)
    parts = [
        "Agents with a start and a goal of their own, random points of random polygons with a path "
        "between them, answered in one batch with complete paths. *paper*: under the paper's model "
        "(`studies/paper_model.h`), A* on level 0; HNA*, with one A* for each gate to connect start "
        "and goal; PCCP, which looks the connecting paths up. *ours*: our A* on level 0, the "
        "hierarchy on the same cells at the same level (ends connected by one Dijkstra) and on the "
        "cells that the world was built with (level chosen cell by cell), and tables. The cells of "
        "the paper are cut anew by METIS with one μ for all levels. Paths are polygons, of tables "
        f"doorways. {of_rounds(setting.rounds)} All "
        "costs of ours were compared with each other by `==`. Worlds: " + ", ".join(
            f"{w.world} ({grouped(w.polygons)} polygons)" for w in worlds) + ".",
        head(setting),
        "## Agents at 25 frames a second (table 3)",
        f"The largest batch that was measured to take at most {FRAME_MS} ms. \"Over its A*\": the "
        "number over that of A* of the same model on as many threads.",
    ]
    for w in worlds:
        parts += [f"### {w.world}", of_frames(frames, w.world, speeds.threads)]
    beside = of_paper(frames, speeds.threads, data.rows(folder.parent / "agents" / "single.csv"))
    if beside.count("\n") > 2:
        parts += ["Beside the paper's table, whose agents are answered one after the other on an "
                  "i7 at 3.5 GHz (CUDA: connecting alone on the GPU). *A GPU*: 40 ms over the time "
                  "of one whole search over the hierarchy on the GPU of "
                  "[agents.md](agents.md#one-query), copies included, one after the other; what it "
                  "does with many at once is in that page.", beside]
    parts += [
        "## Time by the number of agents (figure 11)",
        "The paper plots its GPU up to more than 500,000 agents, with a step at each multiple of "
        "the 65,535 blocks that it can launch; its text does not tell which numbers. Those here "
        "are multiples of that, all of table 3 and two between. Logarithmic, equally spaced; "
        "dashed: the paper's model. A CPU has no such steps."
    ]
    for w in worlds:
        parts.append(figures.add(f"times-{w.world}.svg", f"{w.world}, time of a batch",
                                 plot_times(speeds, w.world)))
    parts.append("In milliseconds; in brackets what was left out, with the seconds that it would "
                 f"take as foreseen from the largest batch before (more than {setting.seconds:g}):")
    for w in worlds:
        parts += [of_times(speeds, w.world, count) for count in speeds.threads]
    parts += [
        "## Speed-ups over A* (figure 12)",
        "Over A* of the same model on as many threads, where that was measured. The paper has 4.3 "
        "to 15.7x for PCCP and 3.6 to 9.8x for HNA* connected on the GPU, over its A* on the same "
        "GPU."
    ]
    for w in worlds:
        parts.append(figures.add(f"ratios-{w.world}.svg", f"{w.world}, speed-ups",
                                 plot_ratios(speeds, w.world)))
    parts += [
        "## Gates and their bound (section 4.1, figure 10)",
        "The paper bounds the gates of a cell of level x by I(x, μ) = μ^x (s - 2) + 2, with s sides "
        f"a polygon; here s is the most that one has ({sides}). Real cells stay far below: many "
        "sides are walls, and METIS cuts where few portals are. `portolan info` shows both for any "
        "mesh.",
        of_cells(data.rows(folder / "cells.csv")),
        "## One agent at a time (figures 6, 7, 9, 13 and 14)",
        "The paper repeats here what its authors measured in 2017, and so [that study](hna-2017.md) "
        "has them: the memory of PCCP (figure 6), the error of the centres (figure 7), and complete "
        "paths and connecting alone by level and μ, on city (figure 9), islands (13) and medieval "
        "(14). Of their curves that of CUDA, the ends of one query connected on the GPU, is in "
        "[agents.md](agents.md#one-query), by level and μ. " +
        agents.where_connecting_pays(data.rows(folder.parent / "agent-connect" / "connecting.csv"))
        + " " + agents.of_single_query(data.rows(folder.parent / "agents" / "single.csv")) + " " +
        of_whole_queries(speeds).strip()
    ]
    return parts


def make(results, name):
    figures = Figures(name)
    parts = cpu_part(results / name, figures)
    return {f"{name}.md": page("# Many agents: the HNA* paper of 2020 on a CPU", *parts),
            **figures.files}
