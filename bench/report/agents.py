"""Agents on meshes: a GPU, and the CPU beside it."""

import re

import data
import plot
from text import Figures, grouped, head, page, table, times

FRAME_MS = 40.0  # 25 frames a second, as the paper of 2020 counts
PLACES_BYTES = 32  # of an agent's two ends
RECORD_BYTES = 16
ALGORITHMS = {"astar_thread": "A*, a thread an agent", "astar_group": "A*, lanes of a warp",
              "hierarchy": "HNA* without tables, a search for each agent",
              "shared": "HNA* without tables, shared searches", "tables": "tables"}


def in_a_frame(agents, ms):
    return f"{agents / ms * FRAME_MS / 1e6:.2f} M"


def floor_ms(speed, bandwidth):
    """What moving every agent's ends, record and polygons once would take."""
    moved = speed.agents * (PLACES_BYTES + RECORD_BYTES) + 4 * speed.polygons
    return 1e3 * moved / bandwidth


def of_speeds(speeds, bandwidth):
    rows = []
    for s in speeds:
        cpu = [f"{s.cpu_ms:.2f} ms", times(s.cpu_ms / s.paths_ms)] if s.cpu_ms > 0 else ["-", "-"]
        rows.append([
            grouped(s.agents), f"{s.paths_ms:.3f} ms", in_a_frame(s.agents, s.paths_ms),
            times(s.paths_ms / floor_ms(s, bandwidth)), f"{s.sort_ms:.3f} ms",
            f"{s.costs_ms:.3f} ms", in_a_frame(s.agents, s.costs_ms), f"{s.labels_ms:.3f} ms", *cpu,
            f"{s.polygons / s.agents:.1f}", f"{100 * s.repeated / s.agents:.2f} %"
        ])
    return table(["agents", "complete paths", "in 40 ms", "over its floor", "of it sorting",
                  "costs only", "in 40 ms", "by labels", "all cores", "GPU over these",
                  "polygons per path", "second round"], rows)


def best_of(searches, world, algorithm):
    """The fastest setting, by its largest batch."""
    own = [s for s in searches if (s.world, s.algorithm) == (world, algorithm)]
    most = max(s.agents for s in own)
    return min((s for s in own if s.agents == most), key=lambda s: s.ms)


def of_searches(searches, world):
    astar = min((best_of(searches, world, a) for a in ("astar_thread", "astar_group")),
                key=lambda s: s.ms / s.agents)
    rows = []
    for algorithm, name in ALGORITHMS.items():
        s = best_of(searches, world, algorithm)
        rate = s.agents / s.ms
        searched = algorithm not in ("shared", "tables")
        rows.append([
            name, str(s.lanes) if algorithm in ("astar_group", "hierarchy") else "1",
            grouped(s.agents), f"{s.ms:.2f} ms", f"{rate / 1e3:.2f} M",
            times(rate * astar.ms / astar.agents),
            f"{s.expansions / s.agents:.1f}" if searched else "-",
            f"{s.expansions / s.ms / 1e6:.2f} G" if searched else "-", str(s.wrong)
        ])
    return table(["algorithm", "lanes", "agents", "time", "agents a second", "over the better A*",
                  "expansions per agent", "expansions a second",
                  "wrong of 20,000"], rows)


def of_levels(searches):
    """Worlds are called scene-Llevels-mmerge."""
    parts = []
    named = [(s, scene, int(levels), int(merge)) for s in searches
             for scene, levels, merge in re.findall(r"(.+)-L(\d+)-m(\d+)$", s.world)]
    for scene in data.distinct(n[1] for n in named):
        rows = []
        for levels, merge in sorted({(n[2], n[3]) for n in named if n[1] == scene}):
            own = {n[0].algorithm: n[0] for n in named if n[1:] == (scene, levels, merge)}
            astar = own["astar_group"]
            rate = [f"{s.agents / s.ms / 1e3:.1f} M" for s in own.values()]
            over = [times(astar.ms / own[a].ms) for a in ("hierarchy", "shared", "tables")]
            rows.append([f"L{levels} μ {merge}", *rate, *over,
                         f"{own['hierarchy'].expansions / own['hierarchy'].agents:.1f}",
                         f"{own['hierarchy'].bytes / 1e6:.1f} MB",
                         f"{own['tables'].bytes / 1e6:.1f} MB",
                         str(sum(s.wrong for s in own.values()))])
        parts += [f"### {scene}, by levels and μ",
                  table(["cells", "A*", "HNA*", "HNA*, shared", "tables", "HNA* over A*",
                         "shared over A*", "tables over A*", "expansions of HNA*",
                         "memory of searches", "of tables", "wrong"], rows)]
    return parts


def plot_times(searches, worlds):
    charts = []
    for world in worlds:
        series = []
        for algorithm, short, ink in (("tables", "tables", plot.GREEN),
                                      ("shared", "HNA*, shared", plot.AMBER),
                                      ("hierarchy", "HNA*", plot.VERMILION),
                                      ("astar_group", "A*, lanes", plot.BLUE),
                                      ("astar_thread", "A*, threads", plot.SKY)):
            best = best_of(searches, world.world, algorithm)
            own = [s for s in searches if (s.world, s.algorithm, s.lanes, s.window) ==
                   (world.world, algorithm, best.lanes, best.window)]
            series.append(plot.Series(short, ink, [s.agents for s in own],
                                      [1e3 * s.ms for s in own]))
        charts.append(plot.Chart(f"{world.world}: time of a batch", "agents", "microseconds",
                                 series, log_y=True, even_x=True))
    return plot.draw(*charts)


def of_grids(grids):
    """By the best number of lanes."""
    rows = []
    for world, agents in data.distinct((g.world, g.agents) for g in grids):
        own = [g for g in grids if (g.world, g.agents) == (world, agents)]
        best = min(own, key=lambda g: g.paths_ms)
        cpu = ([f"{best.cpu_ms:.0f} ms", times(best.cpu_ms / best.paths_ms)]
               if best.cpu_ms > 0 else ["-", "-"])
        rows.append([
            world, grouped(agents), str(best.lanes), f"{best.paths_ms:.2f} ms",
            in_a_frame(agents, best.paths_ms), f"{best.costs_ms:.2f} ms",
            in_a_frame(agents, best.costs_ms), *cpu, f"{best.nodes / agents:.1f}",
            f"{best.wrong} of {grouped(best.checked)}"
        ])
    return table(["map", "agents", "lanes", "complete paths", "in 40 ms", "costs only", "in 40 ms",
                  "all cores", "GPU over these", "tiles per path", "wrong"], rows)


def of_frames(frames, worlds):
    rows = []
    for world in worlds:
        for device in ("gpu", "cpu"):
            own = [f for f in frames if (f.world, f.device) == (world.world, device) and
                   f.frame >= 10]
            plan = sum(f.plan_ms for f in own) / len(own)
            move = sum(f.move_ms for f in own) / len(own)
            whole = sorted(f.plan_ms + f.move_ms for f in own)
            rows.append([world.world, "GPU" if device == "gpu" else "all cores",
                         grouped(own[0].agents), grouped(own[0].planned), f"{plan:.3f} ms",
                         f"{move:.3f} ms", f"{whole[int(0.99 * len(whole))]:.3f} ms",
                         grouped(1e3 / (plan + move))])
    return table(["world", "on", "agents", "new paths per frame", "finding these", "moving all",
                  "99 % of frames below", "frames a second"], rows)


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


def of_single(single):
    return table(["world", "answered by", "on the CPU", "on the GPU", "with its copies"],
                 [[s.world, s.answered, f"{s.cpu_us:.1f} µs", f"{s.gpu_us:.0f} µs",
                   f"{s.gpu_with_copies_us:.0f} µs"] for s in single])


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


def make(results, name):
    folder = results / name
    figures = Figures(name)
    setting = data.setting(folder)
    worlds = data.rows(folder / "worlds.csv")
    speeds = data.rows(folder / "speeds.csv")
    frames = data.rows(folder / "frames.csv")
    searches = data.rows(results / "agent-search" / "searches.csv")
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
        f"*All cores*: the same pairs by `Batch::answer` on {setting.threads} threads (doorways in "
        "place of polygons). A second round answers agents whose path may touch a doorway without "
        "going through it.",
        *[of_world(w, [s for s in speeds if s.world == w.world], bandwidth) for w in worlds],
        "## Searches",
        "The same kind of agents, searched for: A* on level 0 in two mappings, and HNA* without "
        "tables: a search for each agent, which connects the ends, too, or searches that all "
        "agents of a batch share (every connection and all paths between gates, found on the GPU "
        "within the time of the batch). What bounds a search for each agent: "
        "[Searches](../algorithms/multi-agent.md#searches). Best setting of lanes for each; "
        "polygons put together as above. The paper has 3.6 to 9.8x for HNA* and 4.3 to 15.7x for "
        f"PCCP over its A* on its GPU. Version {data.setting(results / 'agent-search').version}.",
    ]
    for world in worlds:
        parts += [f"### {world.world}", of_searches(searches, world.world)]
    parts += [
        figures.add("times.svg", "time of a batch by the number of agents",
                    plot_times(searches, worlds)),
        "## Levels and μ",
        "The settings of the paper's figures 9 and 11 to 14, whose level is how many there are, "
        "with one μ for all: "
        f"{grouped(data.rows(results / 'agent-levels' / 'searches.csv')[0].agents)} "
        "agents, agents a second by each method, 32 lanes and the window above. The GPU's memory "
        "is that of the mesh and its overlays (searches), and of all that tables need. Version "
        f"{data.setting(results / 'agent-levels').version}.",
        *of_levels(data.rows(results / "agent-levels" / "searches.csv")),
        "## Grids",
        "Random pairs of tiles with a path between them, tile by tile, before smoothing. Wrong: "
        "another status or cost than `Batch::answer` gives, a move that is not allowed, or moves "
        f"that do not add up to the cost. Version {data.setting(results / 'agent-grid').version}.",
        of_grids(data.rows(results / "agent-grid" / "speeds.csv")),
        "## Frames",
        "A crowd: in each frame one group of ten chooses new goals and finds its paths, then all "
        "agents move. Means without the first ten frames, in which groups begin.",
        of_frames(frames, worlds),
        figures.add("frames.svg", "what frames took", plot_frames(frames, worlds)),
        "## To the CPU's memory",
        "By `GpuNavMesh::find_paths` into `NavMeshPaths`, agents copied to the GPU and complete "
        "paths from it, part by part: the copies of one part go on while another is answered.",
        of_copies(data.rows(folder / "copies.csv")),
        "## One query",
        "As the paper of 2017 has a GPU connect the ends of a single path: it stops paying long "
        "before. Launches and copies alone take longer than the whole query on one core.",
        of_single(data.rows(folder / "single.csv")),
        "## Kernels",
        "As compiled; local bytes are what did not fit the registers.",
        of_kernels(data.rows(folder / "kernels.csv")),
    ]
    return {f"{name}.md": page(*parts), **figures.files}
