"""Agents on meshes: a GPU, and the CPU beside it."""

import re

import data
import plot
from text import Figures, grouped, head, mean, page, table, times

FRAME_MS = 40.0  # 25 frames a second, as the paper of 2020 counts
PLACES_BYTES = 32  # of an agent's two ends
RECORD_BYTES = 16
# What a search moves at least for each node that it expands: the sectors of its label, read and
# written, and its entry of the open list, written and read.
EXPANSION_BYTES = 2 * 32 + 2 * 8
# The same for an agent of a crowd in a frame: its place, read and written, the record of its path,
# its goal, and the next polygon.
WALKER_BYTES = 2 * 20 + 16 + 16 + 4
ASTAR = ("astar_thread", "astar_group")
PHASES = {"sort": "sorting", "answer": "costs and routes", "scan": "scan of the lengths",
          "write": "paths", "again": "second round", "all": "all of it"}
# Kernels of the phases: of meshes, and of grids.
KERNELS = {"sort": ("`make_sort_keys`, radix sort", "`make_grid_keys`, radix sort"),
           "answer": ("`answer_pairs`", "`answer_grid`"), "scan": ("exclusive scan",) * 2,
           "write": ("`write_pairs`", "`write_grid`"),
           "again": ("`repeat_agents`, `gather_paths`", "`repeat_grid`, `gather_paths`"),
           "all": ("",) * 2}
ALGORITHMS = {"astar_thread": "A*, a thread an agent", "astar_group": "A*, lanes of a warp",
              "hierarchy": "HNA* without tables, a search for each agent",
              "shared": "HNA* without tables, shared searches", "tables": "tables"}


def listed(items):
    """a, b and c."""
    *before, last = map(str, items)
    return f"{', '.join(before)} and {last}" if before else last


def in_a_frame(agents, ms):
    return f"{agents / ms * FRAME_MS / 1e6:.2f} M"


def floor_ms(speed, bandwidth):
    """What moving every agent's ends, record and polygons once would take."""
    moved = speed.agents * (PLACES_BYTES + RECORD_BYTES) + 4 * speed.polygons
    return 1e3 * moved / bandwidth


def next_cells(row, agents):
    """Of the next polygon or tile alone, where that was measured."""
    ms = getattr(row, "next_ms", None)
    return [] if ms is None else [f"{ms:.3f} ms", in_a_frame(agents, ms)]


def of_speeds(speeds, bandwidth):
    rows = []
    for s in speeds:
        cpu = [f"{s.cpu_ms:.2f} ms", times(s.cpu_ms / s.paths_ms)] if s.cpu_ms > 0 else ["-", "-"]
        rows.append([
            grouped(s.agents), f"{s.paths_ms:.3f} ms", in_a_frame(s.agents, s.paths_ms),
            times(s.paths_ms / floor_ms(s, bandwidth)), f"{s.sort_ms:.3f} ms",
            f"{s.costs_ms:.3f} ms", in_a_frame(s.agents, s.costs_ms), *next_cells(s, s.agents),
            f"{s.labels_ms:.3f} ms", *cpu, f"{s.polygons / s.agents:.1f}",
            f"{100 * s.repeated / s.agents:.2f} %"
        ])
    next_columns = ["next polygon only", "in 40 ms"] if next_cells(speeds[0], 1) else []
    return table(["agents", "complete paths", "in 40 ms", "over its floor", "of it sorting",
                  "costs only", "in 40 ms", *next_columns, "by labels", "all cores",
                  "GPU over these", "polygons per path", "second round"], rows)


def of_phases(phases, bandwidth, grids):
    """How far each kernel is from the time of moving what it has to move."""
    rows = []
    for p in phases:
        floor = 1e3 * p.bytes / bandwidth
        rows.append([
            f"{p.world}, {PHASES[p.phase]}", KERNELS[p.phase][1 if grids else 0], grouped(p.agents),
            f"{p.ms:.3f} ms", f"{p.bytes / 1e6:.0f} MB" if p.bytes else "-",
            f"{floor:.3f} ms" if p.bytes else "-", times(p.ms / floor) if p.bytes else "-"
        ])
    return table(["phase", "kernel", "agents", "time", "bytes that must move", "its floor",
                  "over that"], rows)


def best_of(searches, world, algorithm):
    """The fastest setting, by its largest batch."""
    own = [s for s in searches if (s.world, s.algorithm) == (world, algorithm)]
    most = max(s.agents for s in own)
    return min((s for s in own if s.agents == most), key=lambda s: s.ms)


def at_best(searches, world, algorithm):
    """By number of agents the batches of the setting that is best for the largest one."""
    best = best_of(searches, world, algorithm)
    return {s.agents: s for s in searches if (s.world, s.algorithm, s.lanes, s.window) ==
            (world, algorithm, best.lanes, best.window)}


def algorithms_of(searches, world):
    there = {s.algorithm for s in searches if s.world == world}
    return [a for a in ALGORITHMS if a in there]


def better_astar(searches, world):
    """By number of agents the milliseconds of the better mapping."""
    best = {}
    for algorithm in ASTAR:
        for agents, s in at_best(searches, world, algorithm).items():
            best[agents] = min(s.ms, best.get(agents, s.ms))
    return best


def over_search_floor(s, bandwidth):
    """Over the time of moving what the searches of a batch have to move."""
    moved = (EXPANSION_BYTES * s.expansions + s.agents * (PLACES_BYTES + RECORD_BYTES) +
             4 * s.polygons)
    return times(s.ms / (1e3 * moved / bandwidth))


def of_searches(searches, world, bandwidth):
    """The largest batch of which all algorithms' answers were compared."""
    by_algorithm = {a: at_best(searches, world, a) for a in algorithms_of(searches, world)}
    agents = max(set.intersection(*({n for n, s in b.items() if s.checked}
                                    for b in by_algorithm.values())))
    astar = better_astar(searches, world)[agents]
    rows = []
    for algorithm, batches in by_algorithm.items():
        s = batches[agents]
        searched = algorithm not in ("shared", "tables")
        rows.append([
            ALGORITHMS[algorithm],
            str(s.lanes) if algorithm in ("astar_group", "hierarchy") else "1", grouped(agents),
            f"{s.ms:.2f} ms", f"{agents / s.ms / 1e3:.2f} M", times(astar / s.ms),
            f"{s.expansions / agents:.1f}" if searched else "-",
            f"{s.expansions / s.ms / 1e6:.2f} G" if searched else "-",
            over_search_floor(s, bandwidth) if searched else "-",
            f"{s.wrong} of {grouped(s.checked)}"
        ])
    return table(["algorithm", "lanes", "agents", "time", "agents a second", "over the better A*",
                  "expansions per agent", "expansions a second", "over its floor", "wrong"], rows)


def milliseconds(ms):
    return f"{ms:.3g} ms" if ms < 100 else f"{grouped(ms)} ms"


def all_of_searches(searches, world):
    """Milliseconds of every batch."""
    by_algorithm = {a: at_best(searches, world, a) for a in algorithms_of(searches, world)}
    counts = sorted(set.union(*(set(b) for b in by_algorithm.values())))
    return table([world, *[grouped(n) for n in counts]],
                 [[ALGORITHMS[a], *[milliseconds(b[n].ms) if n in b else "-" for n in counts]]
                  for a, b in by_algorithm.items()])


def most_below(ratios, least):
    """The most agents with which a ratio is not so much."""
    return max((n for n, ratio in ratios.items() if ratio < least), default=None)


def of_crossings(searches, worlds):
    """What the number of agents decides."""
    lowest = []
    faster = []
    tens = []
    for world in (w.world for w in worlds):
        shared = at_best(searches, world, "shared")
        each = at_best(searches, world, "hierarchy")
        astar = better_astar(searches, world)
        lowest.append(shared[min(shared)].ms)
        faster.append((world, most_below(
            {n: each[n].ms / shared[n].ms for n in shared if n in each}, 1)))
        tens.append((world, most_below(
            {n: astar[n] / shared[n].ms for n in shared if n in astar}, 10)))

    def text(most):
        return ", ".join(f"{grouped(n) if n else 'none'} on {world}" for world, n in most)

    return (
        f"Shared searches take {min(lowest):.2g} to {max(lowest):.2g} ms even for the fewest "
        "agents, and more for more of them; in small batches a search for each agent is faster: of "
        "the numbers measured with up to "
        f"{text(faster)}. HNA* is ten times as fast as A* by shared searches alone, and that needs "
        f"more agents than {text(tens)}.")


def lanes_and_window(searches):
    """What the searches by several lanes were measured with."""
    settings = data.distinct((s.lanes, s.window) for s in searches
                             if s.algorithm in ("astar_group", "hierarchy"))
    if len(settings) > 1:
        return "the best of several numbers of lanes and windows"
    lanes, window = settings[0]
    return f"{lanes} lanes for each agent and a window of {window} quarters of a typical crossing"


def merges_of(searches):
    """The μ of worlds called scene-Llevels-mmerge."""
    return listed(sorted({int(s.world.rpartition("-m")[2]) for s in searches}))


def of_levels(searches):
    """Worlds are called scene-Llevels-mmerge. Of each algorithm its largest batch counts."""
    parts = []
    named = [(s, scene, int(levels), int(merge)) for s in searches
             for scene, levels, merge in re.findall(r"(.+)-L(\d+)-m(\d+)$", s.world)]
    by_labels = {}
    for scene in data.distinct(n[1] for n in named):
        rows = []
        for levels, merge in sorted({(n[2], n[3]) for n in named if n[1] == scene}):
            batches = [n[0] for n in named if n[1:] == (scene, levels, merge)]
            own = {s.algorithm: s for s in sorted(batches, key=lambda s: s.agents)}
            astar = own["astar_group"]
            shown = ("astar_group", "hierarchy", "shared", "tables")
            rate = [f"{own[a].agents / own[a].ms / 1e3:.1f} M" if a in own else "-" for a in shown]
            over = [times(astar.ms / own[a].ms) if a in own else "-" for a in shown[1:]]
            checked = sum(s.checked for s in batches)
            rows.append([f"L{levels} μ {merge}", *rate, *over,
                         f"{own['hierarchy'].expansions / own['hierarchy'].agents:.1f}",
                         f"{own['hierarchy'].bytes / 1e6:.1f} MB",
                         f"{own['tables'].bytes / 1e6:.1f} MB",
                         f"{sum(s.wrong for s in batches)} of {grouped(checked)}"])
            if not getattr(own["tables"], "stored", own["tables"].bytes > 5e7):
                by_labels.setdefault(scene, set()).add(merge)
        parts += [f"### {scene}, by levels and μ",
                  table(["cells", "A*", "HNA*", "HNA*, shared", "tables", "HNA* over A*",
                         "shared over A*", "tables over A*", "expansions of HNA*",
                         "memory of searches", "of tables", "wrong"], rows)]
    cells = [f"{scene.capitalize()}'s cells of μ {' to '.join(map(str, sorted({min(m), max(m)})))}"
             for scene, m in by_labels.items()]
    if cells:
        parts.insert(0, f"{'; '.join(cells)} have too many gates for 1 GiB of stored paths between "
                     "them, so tables answer by labels there, with little memory.")
    return parts


SERIES = {"tables": ("tables", plot.GREEN), "shared": ("HNA*, shared", plot.AMBER),
          "hierarchy": ("HNA*", plot.VERMILION), "astar_group": ("A*, lanes", plot.BLUE),
          "astar_thread": ("A*, threads", plot.SKY)}


def plot_times(searches, worlds):
    """Figure 11."""
    charts = []
    for world in worlds:
        series = []
        for algorithm, (short, ink) in SERIES.items():
            own = at_best(searches, world.world, algorithm)
            series.append(plot.Series(short, ink, list(own), [1e3 * s.ms for s in own.values()]))
        charts.append(plot.Chart(f"{world.world}: time of a batch", "agents", "microseconds",
                                 series, log_y=True, even_x=True))
    return plot.draw(*charts)


def plot_ratios(searches, worlds):
    """Figure 12."""
    charts = []
    for world in worlds:
        astar = better_astar(searches, world.world)
        series = []
        for algorithm in ("tables", "shared", "hierarchy"):
            own = at_best(searches, world.world, algorithm)
            counts = [n for n in own if n in astar]
            series.append(plot.Series(*SERIES[algorithm], counts,
                                      [astar[n] / own[n].ms for n in counts]))
        charts.append(plot.Chart(f"{world.world}: speed-up over A*", "agents", "times faster",
                                 series, log_y=True, even_x=True))
    return plot.draw(*charts)


def of_grids(grids):
    """By the best number of lanes."""
    rows = []
    for world, agents in data.distinct((g.world, g.agents) for g in grids):
        own = [g for g in grids if (g.world, g.agents) == (world, agents)]
        best = min(own, key=lambda g: g.paths_ms)
        cpu = ([milliseconds(best.cpu_ms), times(best.cpu_ms / best.paths_ms)]
               if best.cpu_ms > 0 else ["-", "-"])
        rows.append([
            world, grouped(agents), str(best.lanes), f"{best.paths_ms:.2f} ms",
            in_a_frame(agents, best.paths_ms), f"{best.costs_ms:.2f} ms",
            in_a_frame(agents, best.costs_ms), *next_cells(best, agents), *cpu,
            f"{best.nodes / agents:.1f}",
            f"{sum(g.wrong for g in own)} of {grouped(best.checked)}" if best.checked else "-"
        ])
    next_columns = ["next tile only", "in 40 ms"] if next_cells(grids[0], 1) else []
    return table(["map", "agents", "lanes", "complete paths", "in 40 ms", "costs only", "in 40 ms",
                  *next_columns, "all cores", "GPU over these", "tiles per path", "wrong"], rows)


def wall_cells(frames):
    """The whole of a frame as the program sees it, where that was measured."""
    walls = [getattr(f, "wall_ms", None) for f in frames]
    return [] if None in walls else [f"{mean(walls):.3f} ms"]


def of_frames(frames, worlds, bandwidth):
    rows = []
    for world in worlds:
        for device in ("gpu", "cpu"):
            own = [f for f in frames if (f.world, f.device) == (world.world, device) and
                   f.frame >= 10]
            plan = mean(f.plan_ms for f in own)
            move = mean(f.move_ms for f in own)
            whole = sorted(f.plan_ms + f.move_ms for f in own)
            rows.append([world.world, "GPU" if device == "gpu" else "all cores",
                         grouped(own[0].agents), grouped(own[0].planned), f"{plan:.3f} ms",
                         f"{move:.3f} ms",
                         times(move / (1e3 * WALKER_BYTES * own[0].agents / bandwidth))
                         if device == "gpu" else "-",
                         f"{whole[int(0.99 * len(whole))]:.3f} ms",
                         grouped(1e3 / (plan + move)), *wall_cells(own)])
    wall_column = ["a frame by the clock"] if wall_cells(frames) else []
    return table(["world", "on", "agents", "new paths per frame", "finding these", "moving all",
                  "over its floor", "99 % of frames below", "frames a second", *wall_column], rows)


def plot_frames(frames, worlds):
    charts = []
    for world in worlds:
        own = [f for f in frames if (f.world, f.device) == (world.world, "gpu")]
        charts.append(plot.Chart(
            f"{world.world}: frames of {grouped(own[0].agents)} agents", "frame", "microseconds",
            [plot.Series("finding paths", plot.BLUE, [f.frame for f in own],
                         [1e3 * f.plan_ms for f in own]),
             plot.Series("moving", plot.AMBER, [f.frame for f in own],
                         [1e3 * f.move_ms for f in own])], stacked=True))
    return plot.draw(*charts)


def of_copies(copies):
    return table(["world", "agents", "at a time", "time", "agents a second"],
                 [[c.world, grouped(c.agents), grouped(c.part), f"{c.ms:.0f} ms",
                   f"{c.agents / c.ms / 1e3:.1f} M"] for c in copies])


def of_copies_bound(copies, speeds, copy_bandwidth):
    """What the time of that is spent on."""
    kernels = []
    buses = []
    gains = []
    for world in data.distinct(c.world for c in copies):
        own = [c for c in copies if c.world == world]
        whole = max(own, key=lambda c: c.part)
        best = min(own, key=lambda c: c.ms)
        gains.append(f"{100 * (1 - best.ms / whole.ms):.0f} % on {world}")
        for s in speeds:
            if (s.world, s.agents) != (world, whole.agents):
                continue
            bus_ms = 1e3 * (RECORD_BYTES * s.agents + 4 * s.polygons) / copy_bandwidth
            kernels.append(f"{s.paths_ms:.0f} of {grouped(best.ms)} ms on {world}")
            buses.append(f"{grouped(bus_ms)} ms on {world}")
    return (
        f"The GPU's own work is little of that, {listed(kernels)}. The answers alone, at the "
        f"{copy_bandwidth / 1e9:.0f} GB/s at which the GPU was measured to write to pinned memory, "
        f"take {listed(buses)}; the rest is threads that take them out of there, and write the "
        f"lists that a caller gets. Answering part by part gains {listed(gains)}.")


def of_single(single):
    return table(["world", "answered by", "on the CPU", "on the GPU", "with its copies"],
                 [[s.world, s.answered, f"{s.cpu_us:.1f} µs", f"{s.gpu_us:.0f} µs",
                   f"{s.gpu_with_copies_us:.0f} µs"] for s in single])


def of_connecting(connecting):
    rows = []
    for c in connecting:
        scene, merge = re.findall(r"(.+)-L\d+-m(\d+)$", c.world)[0]
        rows.append([scene, merge, str(c.level), f"{c.gates:.0f}", f"{grouped(c.core_us)} µs",
                     f"{grouped(c.gpu_us)} µs", f"{grouped(c.gpu_with_copies_us)} µs",
                     times(c.core_us / c.gpu_with_copies_us)])
    return table(["scene", "μ", "level", "gates", "on a core", "on the GPU", "with its copies",
                  "core over GPU"], rows)


def span(values):
    return f"{grouped(min(values))} to {grouped(max(values))}"


def where_connecting_pays(connecting):
    """As a sentence or two."""
    pays = [c for c in connecting if c.core_us > c.gpu_with_copies_us]
    fails = [c for c in connecting if c not in pays]
    wrong = sum(c.wrong for c in connecting)
    best = max(connecting, key=lambda c: c.core_us / c.gpu_with_copies_us)
    return (
        f"On the GPU that takes {span([c.gpu_with_copies_us for c in connecting])} µs with its copies. "
        f"It pays in {len(pays)} of {len(connecting)} settings, at best "
        f"{times(best.core_us / best.gpu_with_copies_us)}: in all where the core takes more than "
        f"{grouped(max(c.core_us for c in fails))} µs, which needs large cells, and in none where it "
        f"takes less than {grouped(min(c.core_us for c in pays))} µs. Of all costs {wrong} differ "
        "from the core's.")


def of_single_query(single):
    """What becomes of a whole query, in a sentence."""
    on_gpu = [s.gpu_with_copies_us for s in single if s.answered == "hierarchy"]
    on_core = [s.cpu_us for s in single]
    return (
        f"A whole query by the hierarchy takes {span(on_gpu)} µs on the GPU with its copies, and "
        f"on a core {min(on_core):.1f} to {max(on_core):.1f} µs, by tables or by the hierarchy, "
        "which connects an end by one search: against ours a GPU does not pay for one query.")


def of_checked(checked):
    return table(["tool", "version", "tests", "errors"],
                 [[c.tool, str(c.version), str(c.tests), str(c.errors)] for c in checked])


def of_kernels(kernels):
    return table(["kernel", "registers", "shared bytes of a block", "local bytes of a thread",
                  "threads of a block", "blocks a multiprocessor"],
                 [[k.kernel, str(k.registers), grouped(k.shared), str(k.local), str(k.threads),
                   str(k.blocks)] for k in kernels])


def of_world(world, speeds, bandwidth):
    return page(
        f"### {world.world}",
        f"{grouped(world.polygons)} polygons, {grouped(world.cells)} cells, "
        f"{grouped(world.gates)} gates, {world.bytes / 1e6:.1f} MB on the GPU. Of "
        f"{grouped(world.checked)} agents that were compared with single queries on the CPU "
        f"{world.wrong} differ in cost, status or any polygon.",
        of_speeds(speeds, bandwidth))


def spill_part(spills):
    """Of kernels that use slow memory of their own."""
    if not spills:
        return []
    used = [s for s in spills if s.stack]
    return ["What the assembler says of that, in bytes of a thread: a stack frame without spills holds "
            f"arrays. The other {len(spills) - len(used)} of {len(spills)} kernels have neither.",
            table(["kernel", "registers", "stack frame", "spill stores", "spill loads"],
                  [[f"`{s.kernel}`", str(s.registers), str(s.stack), str(s.stores), str(s.loads)]
                   for s in used])]


PHASE_WORDS = (
    "The bytes that a phase must move are what it is told of each agent, what it leaves, and the "
    "paths, each once; what it reads of the world is not counted, since all agents share it. Timed "
    "by events between the kernels.")


def phase_part(phases, bandwidth):
    if not phases:
        return []
    return ["### Kernels and their floors", PHASE_WORDS, of_phases(phases, bandwidth, False)]


def grid_phase_part(folder):
    phases = data.rows(folder / "phases.csv")
    if not phases:
        return []
    return ["### Kernels on grids and their floors", "As on meshes; the runs of paths, which the "
            "first kernel leaves for the second, are not counted.",
            of_phases(phases, data.setting(folder).bandwidth, True)]


def make(results, name):
    folder = results / name
    figures = Figures(name)
    setting = data.setting(folder)
    worlds = data.rows(folder / "worlds.csv")
    speeds = data.rows(folder / "speeds.csv")
    frames = data.rows(folder / "frames.csv")
    searches = data.rows(results / "agent-search" / "searches.csv")
    levels = data.rows(results / "agent-levels" / "searches.csv")
    connecting = data.rows(results / "agent-connect" / "connecting.csv")
    bandwidth = setting.bandwidth
    parts = [
        "# Agents on a GPU",
        f"Random pairs of polygons with a path between them, and random points in these, on one "
        f"{setting.gpu}. The time is that of the GPU, from agents in its memory to all polygon "
        "sequences there, one behind the other, the sorting of the agents by their cells included; "
        f"best of {setting.rounds}. How it works: "
        "[multi-agent.md](../algorithms/multi-agent.md); the paper's methods on a CPU: "
        "[multi-agent.md](multi-agent.md).",
        head(setting),
        "## From tables",
        "The floor is the time of moving every agent's two ends (32 bytes), its record (16) and "
        f"its polygons (4 each) once at the {bandwidth / 1e12:.2f} TB/s that copying inside the "
        "GPU's memory was measured to reach. *By labels*: without the stored paths between gates. "
        f"*All cores*: the same pairs by `NodeBatch::answer` on {setting.threads} threads (doorways in "
        "place of polygons). A second round answers agents whose path may touch a doorway without "
        "going through it.",
        *[of_world(w, [s for s in speeds if s.world == w.world], bandwidth) for w in worlds],
        *phase_part(data.rows(folder / "phases.csv"), bandwidth),
        "## Searches",
        "The same kind of agents, searched for: A* on level 0 in two mappings, and HNA* without "
        "tables: a search for each agent, which connects the ends, too, or searches that all "
        "agents of a batch share (every connection and all paths between gates, found on the GPU "
        "within the time of the batch). Wrong: another status or cost than the CPU gives, or "
        "polygons that do not lead from one end to the other. The floor of a search: the bytes of agents "
        f"and polygons as above, and {EXPANSION_BYTES} for each node that it expands, its label and its "
        "entry of the open list, read and written once; moves and what they lead to are not counted. "
        "What bounds a search for each agent: "
        "[Searches](../algorithms/multi-agent.md#searches). Lanes of a warp search with "
        f"{lanes_and_window(searches)}. Polygons are put together as above. The paper has 3.6 to 9.8x for HNA* and 4.3 to 15.7x for "
        f"PCCP over its A* on its GPU. Version {data.setting(results / 'agent-search').version}.",
    ]
    for world in worlds:
        parts += [f"### {world.world}", of_searches(searches, world.world, bandwidth)]
    parts += [
        "### By the number of agents",
        of_crossings(searches, worlds),
        figures.add("times.svg", "time of a batch by the number of agents",
                    plot_times(searches, worlds)),
        "Speed-ups over the better of the two A* on the same GPU, as in the paper's figure 12. What "
        "is below one is drawn at one.",
        figures.add("ratios.svg", "speed-ups over A* by the number of agents",
                    plot_ratios(searches, worlds)),
        "All batches. Left out is what would take more than some seconds.",
        *[all_of_searches(searches, w.world) for w in worlds],
        "## Levels and μ",
        "As in the paper's figures 9 and 11 to 14, whose level is how many there are, with one μ "
        f"for all; of its seven μ here {merges_of(levels)}. "
        f"Agents a second by each method, of {grouped(max(s.agents for s in levels))}; searches "
        f"with {lanes_and_window(levels)}. The GPU's memory "
        "is that of the mesh and its overlays (searches), and of all that tables need. Version "
        f"{data.setting(results / 'agent-levels').version}.",
        *of_levels(levels),
        "## Grids",
        "Random pairs of tiles with a path between them, tile by tile, before smoothing. Wrong: "
        "another status or cost than `NodeBatch::answer` gives, a move that is not allowed, or moves "
        f"that do not add up to the cost. Version {data.setting(results / 'agent-grid').version}.",
        of_grids(data.rows(results / "agent-grid" / "speeds.csv")),
        *grid_phase_part(results / "agent-grid"),
        "## Frames",
        "A crowd: in each frame one cohort of ten chooses new goals and finds its paths, then all "
        "agents move. Means without the first ten frames, in which cohorts begin. Times on the GPU "
        "are those between events there; frames a second are of finding and moving alone. The floor "
        f"of moving is that of {WALKER_BYTES} bytes for each agent: its place, read and written, its "
        "path's record, its goal, and the next polygon." +
        (" *By the clock*: from asking for a frame to its end." if wall_cells(frames) else ""),
        of_frames(frames, worlds, bandwidth),
        figures.add("frames.svg", "what frames took", plot_frames(frames, worlds)),
        "## To the CPU's memory",
        "By `GpuNavMesh::find_paths` into `NavMeshPaths`, agents copied to the GPU and complete "
        "paths from it, part by part: the copies of one part go on while another is answered. " +
        of_copies_bound(data.rows(folder / "copies.csv"), speeds, setting.copy_bandwidth),
        of_copies(data.rows(folder / "copies.csv")),
        "## One query",
        "All of it, as means of 200 queries. " + of_single_query(data.rows(folder / "single.csv")),
        of_single(data.rows(folder / "single.csv")),
        "Connecting the ends alone, as the paper of 2017 has a GPU do it: an A* for each gate of the "
        "start's and the goal's cell, on the GPU all at once by 32 lanes each, on the core one after "
        f"the other, the same search; means of {connecting[0].queries} queries whose ends lie in two "
        f"cells of that level. {where_connecting_pays(connecting)} Version "
        f"{data.setting(results / 'agent-connect').version}.",
        of_connecting(connecting),
        "## Kernels",
        "As compiled; local bytes are arrays in slow memory and what did not fit the registers, "
        "which CUDA does not tell apart when asked.",
        of_kernels(data.rows(folder / "kernels.csv")),
        *spill_part(data.rows(folder / "spills.csv")),
    ]
    checked = data.rows(folder / "checked.csv")
    if checked:
        parts += ["## Checked", "The tests of the GPU's code on that GPU, and what "
                  "compute-sanitizer found in some of them.", of_checked(checked)]
    return {f"{name}.md": page(*parts), **figures.files}
