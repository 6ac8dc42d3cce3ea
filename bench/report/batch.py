"""Batches on several threads, and one end against many."""

import data
from text import grouped, head, page, percent, table, times


def micros(value):
    return f"{value:.1f} us"


# Plain loops that a batch is compared with, as far as they were measured.
LOOPS = {"single_paths_s": "one path overwritten", "kept_paths_s": "every path kept"}


def loops(world):
    return {loop: name for loop, name in LOOPS.items() if hasattr(world, loop)}


def of_threads(world, threads):
    one = threads[0]
    rows = [[
        str(t.threads), f"{t.paths_s:.3f} s", grouped(world.queries / t.paths_s),
        times(one.paths_s / t.paths_s),
        *[times(getattr(world, loop) / t.paths_s) for loop in loops(world)],
        f"{t.costs_s:.3f} s", times(one.costs_s / t.costs_s),
        times(world.single_costs_s / t.costs_s),
        f"{t.first_s:.3f} s", t.hash.removeprefix("0x")
    ] for t in threads]
    took = [f"{name} {getattr(world, loop):.3f} s" for loop, name in loops(world).items()]
    return page(
        f"### {world.world}",
        f"{grouped(world.queries)} queries, {grouped(world.nodes)} nodes; the plain loop: "
        f"{', '.join(took)}, costs {world.single_costs_s:.3f} s.",
        table(["threads", "paths", "queries per second", "over 1 thread",
               *[f"over the loop, {name}" for name in loops(world).values()],
               "costs only", "over 1 thread", "over the loop", "first batch",
               "hash of the answers"], rows))


def against_loop(worlds, threads):
    """What a batch brings beside loops over single queries."""
    def over(loop, count):
        ratios = [getattr(w, loop) / t.paths_s for w in worlds for t in threads
                  if t.world == w.world and t.threads == count]
        return f"{min(ratios):.2f} to {max(ratios):.2f}"

    told = [f"{over(loop, 1)} times as fast as the plain loop with {name}, on two {over(loop, 2)}"
            for loop, name in loops(worlds[0]).items()]
    return f"A batch keeps every path. On one thread it is {'; '.join(told)}."


def of_many(worlds):
    return table(
        ["world", "cells", "one-to-many", "many-to-one", "nearest with path", "a row of a matrix"],
        [[w.world, grouped(w.cells), micros(w.from_one_us), micros(w.to_one_us),
          micros(w.nearest_us), micros(w.matrix_row_us)] for w in worlds])


def of_shares(worlds, many):
    """One-to-many, and a row of a matrix, beside as many single queries."""
    rows = []
    for w in worlds:
        scale = 1e6 * many / w.queries
        for what, us in [("paths, random pairs", w.single_paths_s * scale),
                         ("paths, the same ends", w.ends_paths_us),
                         ("costs, random pairs", w.single_costs_s * scale),
                         ("costs, the same ends", w.ends_costs_us)]:
            rows.append([w.world, what, micros(us), percent(w.from_one_us / us),
                         percent(w.matrix_row_us / us)])
    return table(["world", "as many single queries", "time", "one-to-many", "a row of a matrix"],
                 rows)


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    worlds = data.rows(folder / "worlds.csv")
    threads = data.rows(folder / "threads.csv")
    return {f"{name}.md": page(
        "# Batches",
        "Distinct random pairs with a path between them, answered from tables in one call of the "
        "public `Batch::find_paths`, on oneTBB with as many threads as the table says; best of "
        f"{setting.rounds} rounds, thread counts taking turns. Worlds are built with the default "
        "options. Answers are what single queries give: tiles on grids; on meshes polygons and "
        "way-points, the ends being found first. "
        "*Over the loop*: against a plain loop that asks the same queries one by one, on one thread; "
        "with one path, whose memory it uses again, and with a path for each query, in memory that "
        "is there from the round before. \"First batch\" is one for which all memory is allocated "
        "anew. The hash is over all statuses, costs and nodes.",
        head(setting),
        "## Threads",
        against_loop(worlds, threads),
        *[of_threads(w, [t for t in threads if t.world == w.world]) for w in worlds],
        "## One against many",
        f"{grouped(setting.many)} random goals with a path to them from one start, on one thread, "
        f"mean over {setting.ones} starts with goals of their own; the matrix has these starts and "
        "the goals of the last. All costs were compared with single ones by `==`.",
        of_many(worlds),
        "In shares of what as many calls of `TableQuery::find_path` and `find_cost` take, in the "
        "same run; on the same ends all that they read is at hand:",
        of_shares(worlds, setting.many))}
