"""Goals that cannot be reached, on navigation meshes."""

import data
from text import claim, grouped, head, page, table, times


def micro(us):
    return f"{us:.2f}"


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    scenes = data.rows(folder / "scenes.csv")
    over = [(s.detour_us / s.adapter_us, s.scene) for s in scenes]
    slowest = max((max(s.adapter_us / s.adapter_nearest_us, s.native_us / s.native_nearest_us),
                   s.scene) for s in scenes)
    others = max((max(s.adapter_us / s.adapter_complete_us, s.native_us / s.native_complete_us),
                  s.scene) for s in scenes)
    parts = [
        "# Goals that cannot be reached",
        "Pairs of places, all spots of ground equally likely, between which no path leads. Detour's "
        f"`findPath` ({grouped(setting.detour_nodes)} nodes) searches all that it can reach and "
        "returns the path to the polygon it entered nearest to the goal. Portolan knows which "
        "polygons lead to which, looks the nearest reachable place up and returns the path there: "
        "through the adapter for Detour's programs (`DetourQuery::findPath`, the same arguments), "
        "and natively (`NavMeshQueryOptions::nearest`, from points, whose polygons are looked up too). Both with tables, "
        f"on one thread; the best of {setting.rounds} rounds counts for each pair.",
        head(setting),
        "## What it shows",
        "\n".join([
            claim("At least 50 times Detour on every scene", min(over)[0] >= 50,
                  f"{times(min(over)[0])} at least, {min(over)[1]}"),
            claim("At most twice the complete path to the same place on every scene",
                  slowest[0] <= 2, f"{slowest[0]:.2f} times at most, {slowest[1]}"),
            claim("At most twice a complete path between other places on every scene",
                  others[0] <= 2, f"{others[0]:.2f} times at most, {others[1]}; paths to the shore "
                  "that is nearest to a goal are longer than others in the mean")
        ]),
        "## Without a path",
        table(["scene", "polygons", "parts", "pairs", "Detour µs", "adapter µs", "native µs",
               "Detour/adapter", "Detour/native"],
              [[s.scene, grouped(s.polygons), grouped(s.parts), grouped(s.unreachable),
                micro(s.detour_us), micro(s.adapter_us), micro(s.native_us),
                times(s.detour_us / s.adapter_us), times(s.detour_us / s.native_us)]
               for s in scenes]),
        "## With one, to the same places",
        "From the same starts to the nearest reachable places themselves: the same paths, known to be "
        "complete beforehand.",
        table(["scene", "adapter µs", "native µs", "without/with a path: adapter", "native"],
              [[s.scene, micro(s.adapter_nearest_us), micro(s.native_nearest_us),
                f"{s.adapter_us / s.adapter_nearest_us:.2f}",
                f"{s.native_us / s.native_nearest_us:.2f}"] for s in scenes]),
        "## With one, drawn in the same manner",
        table(["scene", "pairs", "Detour µs", "adapter µs", "native µs", "Detour/adapter",
               "without/with a path: adapter", "native"],
              [[s.scene, grouped(s.complete), micro(s.detour_complete_us),
                micro(s.adapter_complete_us), micro(s.native_complete_us),
                times(s.detour_complete_us / s.adapter_complete_us),
                f"{s.adapter_us / s.adapter_complete_us:.2f}",
                f"{s.native_us / s.native_complete_us:.2f}"] for s in scenes])
    ]
    return {f"{name}.md": page(*parts)}
