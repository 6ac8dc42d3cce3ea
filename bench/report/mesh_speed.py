"""The hierarchy against Detour and A* on navigation meshes."""

import data
import plot
from text import claim, grouped, head, mean, page, table, tenths, times

QUARTERS = ["quarter_1", "quarter_2", "quarter_3", "quarter_4"]


def over_detour(s):
    return s.detour_us / s.hierarchy_us


def over_astar(s):
    return s.astar_us / s.hierarchy_us


def of_speed(scenes):
    rows = [[
        s.scene, grouped(s.polygons), grouped(s.queries), grouped(s.partial), tenths(s.detour_us),
        tenths(s.astar_us), tenths(s.hierarchy_us), times(over_detour(s)), times(over_astar(s))
    ] for s in scenes]
    if len(scenes) > 1:
        rows.append(["mean of the ratios", *[""] * 6, times(mean(map(over_detour, scenes))),
                     times(mean(map(over_astar, scenes)))])
    return table(["scene", "polygons", "queries", "partial", "Detour µs", "A* µs", "hierarchy µs",
                  "Detour/hierarchy", "A*/hierarchy"], rows)


def of_points(scenes):
    return table(
        ["scene", "Detour µs", "hierarchy µs", "Detour/hierarchy", "Detour's length m",
         "our length m", "ours/Detour's", "mean of the ratios"],
        [[s.scene, tenths(s.detour_points_us), tenths(s.hierarchy_points_us),
          times(s.detour_points_us / s.hierarchy_points_us), tenths(s.detour_m),
          tenths(s.our_m), f"{s.length_ratio:.4f}", f"{s.mean_length_ratio:.4f}"] for s in scenes])


def of_lengths(lengths, scenes):
    """How far single paths are from Detour's lengths; empty for data measured without that."""
    names = [s.scene for s in scenes]
    rows = [[r.scene, grouped(r.queries), *(f"{x:.4f}" for x in (r.median, r.p95, r.max))]
            for r in lengths if r.scene in names]
    if not rows:
        return ""
    return page("Our length over Detour's, path by path:",
                table(["scene", "paths", "median", "p95", "max"], rows))


def of_builds(scenes):
    return table(
        ["scene", "levels", "partition ms", "customize ms", "again ms, best of 5", "mean",
         "hierarchy KiB", "mesh KiB"],
        [[s.scene, str(s.levels), tenths(s.partition_ms), tenths(s.customize_ms),
          tenths(s.again_ms), tenths(s.again_mean_ms), grouped(s.hierarchy_kib),
          grouped(s.mesh_kib)] for s in scenes])


def of_quarters(quarters):
    return table(
        ["scene", "μ", "mean", "shortest quarter", "second", "third", "longest quarter"],
        [[q.scene, str(q.merge), times(q.mean), *[times(getattr(q, k)) for k in QUARTERS]]
         for q in quarters])


def of_presets(presets):
    return table(
        ["scene", "polygons", "Recast s", "partition s", "customize s", "both by the clock s",
         "memory MiB, peak (before)", "again ms", "pairs", "partial", "Detour µs", "A* µs",
         "hierarchy µs", "Detour/hierarchy"],
        [[s.scene, grouped(s.polygons), tenths(s.recast_s), f"{s.partition_ms / 1e3:.2f}",
          f"{s.customize_ms / 1e3:.2f}", f"{s.build_s:.2f}",
          f"{grouped(s.peak_mib)} ({grouped(s.before_mib)})", tenths(s.again_ms),
          grouped(s.queries), grouped(s.partial), tenths(s.detour_us), tenths(s.astar_us),
          tenths(s.hierarchy_us), times(over_detour(s))] for s in presets])


def of_ratios(scenes, quarters):
    """A* over the hierarchy by quarter with the default build, and by μ."""
    by_length = plot.Chart("A*/hierarchy by path length, default build",
                           "quarter of the paths, shortest = 1", "ratio", even_x=True)
    by_merge = plot.Chart("A*/hierarchy by μ, level chosen per cell", "μ", "ratio", even_x=True)
    for s, ink in zip(scenes, plot.INKS):
        own = [q for q in quarters if q.scene == s.scene]
        default = next(q for q in own if q.merge == "default")
        by_length.series.append(
            plot.Series(s.scene, ink, [1, 2, 3, 4], [getattr(default, k) for k in QUARTERS]))
        merged = [q for q in own if q.merge != "default"]
        by_merge.series.append(
            plot.Series(s.scene, ink, [q.merge for q in merged], [q.mean for q in merged]))
    return plot.draw(by_length, by_merge)


def claim_no_slower(words, ratios):
    """That A* is nowhere faster; `ratios` are pairs of a ratio and the row it is from."""
    ratio, where = min(ratios, key=lambda r: r[0])
    return claim(words, ratio >= 1, f"least {times(ratio)}, {where.scene}, μ {where.merge}")


def claims_over_astar(quarters):
    by_quarter = [(getattr(q, k), q) for q in quarters for k in QUARTERS]
    return [
        claim_no_slower("With the level chosen per query not slower than A* in the mean at any μ",
                        [(q.mean, q) for q in quarters]),
        claim_no_slower("nor in any quarter of the path lengths with the default build",
                        [r for r in by_quarter if r[1].merge == "default"]),
        claim_no_slower("nor in any quarter at any μ", by_quarter)
    ]


def claims_of_preset(s):
    million = s.polygons > 500_000
    limits = "60 s and 4 GB" if million else "2 s"
    holds = s.build_s <= 60 and s.peak_mib <= 4096 if million else s.build_s <= 2
    claims = [claim(f"{grouped(s.polygons)} polygons partitioned and customized in at most {limits}",
                    holds, f"{s.build_s:.2f} s, {grouped(s.peak_mib)} MiB")]
    if not million:
        claims.append(claim("At least 20 times Detour there, on the pairs that it can solve",
                            over_detour(s) >= 20, times(over_detour(s))))
    return claims


def claims(large, quarters, presets):
    """What the project claims about these numbers, each with its verdict."""
    detour = [over_detour(s) for s in large]
    longest = max(s.length_ratio for s in large)
    lines = [
        claim("At least 6 times Detour in the mean over the large scenes, at least 2 times on each",
              mean(detour) >= 6 and min(detour) >= 2,
              f"{times(mean(detour))} in the mean, {times(min(detour))} at least"),
        claim("Way-points not longer than Detour's in the mean on any large scene", longest <= 1,
              f"at most {longest:.4f} times"), *claims_over_astar(quarters)
    ]
    for s in large:
        if s.scene == "serpentine":
            lines.append(claim("At least 7.7 times our own A* on serpentine, the paper's best",
                               over_astar(s) >= 7.7, times(over_astar(s))))
        if s.scene == "medieval":
            lines.append(claim("Another metric on medieval in at most 20 ms", s.again_ms <= 20,
                               f"{s.again_ms:.1f} ms, {s.again_mean_ms:.1f} in the mean of 5"))
    for s in presets:
        lines += claims_of_preset(s)
    return "\n".join(lines)


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    scenes = data.rows(folder / "scenes.csv")
    large, small, presets = ([s for s in scenes if s.kind == kind]
                             for kind in ("large", "small", "preset"))
    quarters = data.rows(folder / "quarters.csv")
    lengths = data.rows(folder / "lengths.csv")
    parts = [
        "# Speed on navigation meshes",
        f"Complete polygon paths by Detour's `findPath` ({grouped(setting.detour_nodes)} nodes, "
        "the most it can have), by our own A* on level 0 and by the hierarchy with default build "
        "options and the level chosen per query, on the same mesh, from the same places, on one "
        f"thread. In each of {setting.rounds} rounds every method answers all pairs, and the best "
        "of the rounds counts for each pair; ratios are those of the mean times. Pairs that Detour "
        "answers only in part are counted and left out. All costs of the hierarchy were compared "
        "with A*'s by `==`. Caches are warm; [warm and cold](warm-and-cold.md) has queries as a game "
        "asks them, too.",
        head(setting),
        "## What it shows",
        claims(large, quarters, presets),
        "## Large scenes",
        of_speed(large),
        "With way-points: Detour's `findPath` and `findStraightPath` against ours, and how long "
        "they are in the mean:",
        of_points(large),
        of_lengths(lengths, large),
        "Building, and customizing again for another metric over the same partition:",
        of_builds(large),
        "## By path length and μ",
        "A* over the hierarchy, the level chosen per query, by quarter of the path lengths; one μ "
        "for all levels, or the default build:",
        f"![ratios]({name}/ratios.svg)",
        of_quarters(quarters)
    ]
    if small:
        parts += ["## Levels of games and other small scenes", of_speed(small), "With way-points:",
                  of_points(small), of_lengths(lengths, small), "Building:", of_builds(small)]
    if presets:
        parts += ["## Very large meshes",
                  "Cities of `scenes/`, built by Recast in tiles of 128 voxels; random pairs of "
                  "polygons with a path between them. Memory is the most that the process held "
                  "while partitioning and customizing, Detour's mesh included.",
                  of_presets(presets), of_lengths(lengths, presets)]
    return {f"{name}.md": page(*parts), f"{name}/ratios.svg": of_ratios(large, quarters)}
