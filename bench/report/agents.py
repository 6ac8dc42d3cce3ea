"""Agents on meshes: a GPU, and the CPU beside it."""

import data
from text import grouped, head, page, table, times

FRAME_MS = 40.0  # 25 frames a second, as the paper of 2020 counts


def in_a_frame(agents, ms):
    return f"{agents / ms * FRAME_MS / 1e6:.2f} M"


def of_speeds(speeds):
    rows = []
    for s in speeds:
        cpu = [f"{s.cpu_ms:.2f} ms", times(s.cpu_ms / s.paths_ms)] if s.cpu_ms > 0 else ["-", "-"]
        rows.append([
            grouped(s.agents), f"{s.paths_ms:.3f} ms", in_a_frame(s.agents, s.paths_ms),
            f"{s.sort_ms:.3f} ms", f"{s.costs_ms:.3f} ms", in_a_frame(s.agents, s.costs_ms), *cpu,
            f"{s.polygons / s.agents:.1f}", f"{100 * s.repeated / s.agents:.2f} %"
        ])
    return table(["agents", "complete paths", "in 40 ms", "of it sorting", "costs only", "in 40 ms",
                  "all cores", "GPU over these", "polygons per path", "second round"], rows)


def of_world(world, speeds):
    return page(
        f"## {world.world}",
        f"{grouped(world.polygons)} polygons, {grouped(world.cells)} cells, "
        f"{grouped(world.gates)} gates, {world.bytes / 1e6:.1f} MB on the GPU. Of "
        f"{grouped(world.checked)} agents that were compared with single queries on the CPU "
        f"{world.wrong} differ in cost, status or any polygon.",
        of_speeds(speeds))


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    worlds = data.rows(folder / "worlds.csv")
    speeds = data.rows(folder / "speeds.csv")
    return {f"{name}.md": page(
        "# Agents on a GPU",
        f"Random pairs of points, answered from tables on one {setting.gpu}: the time is that of "
        "the GPU, from agents in its memory to all polygon sequences there, one behind the other, "
        f"the sorting of the agents by their cells included; best of {setting.rounds}. Beside it "
        f"the same pairs by `Batch::answer` on {setting.threads} threads (doorways in place of "
        "polygons). A second round answers the agents whose path is long or leads over links, with "
        "more room. How it works: [multi-agent.md](../algorithms/multi-agent.md).",
        head(setting),
        *[of_world(w, [s for s in speeds if s.world == w.world]) for w in worlds])}
