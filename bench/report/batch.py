"""Batches on several threads, and one end against many."""

import data
from text import grouped, head, page, percent, table, times


def micros(value):
    return f"{value:.1f} us"


def of_threads(world, threads):
    one = threads[0]
    rows = [[
        str(t.threads), f"{t.paths_s:.3f} s", grouped(world.queries / t.paths_s),
        times(one.paths_s / t.paths_s), times(world.single_paths_s / t.paths_s),
        f"{t.costs_s:.3f} s", times(one.costs_s / t.costs_s),
        times(world.single_costs_s / t.costs_s),
        f"{t.first_s:.3f} s", t.hash.removeprefix("0x")
    ] for t in threads]
    return page(
        f"### {world.world}",
        f"{grouped(world.queries)} queries, {grouped(world.nodes)} nodes; the plain loop: paths "
        f"{world.single_paths_s:.3f} s, costs {world.single_costs_s:.3f} s.",
        table(["threads", "paths", "queries a second", "over 1 thread", "over the loop",
               "costs only", "over 1 thread", "over the loop", "first batch",
               "hash of the answers"], rows))


def against_loop(worlds, threads):
    """What a batch costs and brings beside a loop over single queries."""
    ones = [w.single_paths_s / t.paths_s for w in worlds for t in threads
            if t.world == w.world and t.threads == 1]
    twos = [w.single_paths_s / t.paths_s for w in worlds for t in threads
            if t.world == w.world and t.threads == 2]
    return (f"On one thread a batch takes {1 / max(ones):.2f} to {1 / min(ones):.2f} times what a "
            "plain loop over `find_path` takes: the loop overwrites one path, the batch keeps all "
            f"of them. On two threads it is {min(twos):.2f} to {max(twos):.2f} times as fast as the "
            "loop.")


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
        "Distinct random pairs with a path between them, answered from tables (labels) in one call "
        "of `Batch::answer`, on oneTBB with as many threads as the table says; best of "
        f"{setting.rounds} rounds, thread counts taking turns. Meshes are built with merge 64, 8. "
        "*Over the loop*: against a plain loop that asks the same queries one by one, on one thread, "
        "into one path, whose memory it uses again. \"First batch\" is one for which all memory is allocated anew. The hash is over all bytes "
        "of the answers.",
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
