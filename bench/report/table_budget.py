"""What memory buys: queries by tables within budgets, on cities of growing size."""

import data
import plot
from text import Figures, claim, grouped, head, page, table, tenths

INKS = (plot.BLUE, plot.VERMILION, plot.GREEN, plot.PURPLE, plot.AMBER)


def holds(row):
    """What the tables hold, in words."""
    if row.method == "labels":
        return "all labels"
    if row.method == "search":
        return "no far tables"
    alone = f" of level {row.level_alone} alone" if row.level_alone else ""
    return f"shortcuts{alone}{', some labels' if row.label_bytes else ''}"


def chart(rows, sides, title, member):
    series = [plot.Series(f"{side}x{side}", ink, [r.table_bytes / side**2 for r in own],
                          [1000 * getattr(r, member) for r in own])
              for side, ink in zip(sides, INKS)
              for own in [[r for r in rows if r.side == side and r.method != "search"]]]
    return plot.Chart(title, "bytes per tile", "nanoseconds", [s for s in series if s.x],
                      log_y=True)


def make(results, name):
    folder = results / name
    setting = data.setting(folder)
    rows = data.rows(folder / "cities.csv")
    sides = data.distinct(r.side for r in rows)
    complete = [r for r in rows if r.method != "search"]
    worst = max((r.cost_us / min(o.cost_us for o in complete if o.side == r.side), r)
                for r in complete if r.label_bytes) if complete else None
    figures = Figures(name)
    parts = [
        "# What memory buys",
        "Generated cities, tables within a budget of so many bytes per tile, on one thread. Where "
        "they fit the connect table comes first, then shortcuts with what they stand for; what is "
        "left holds labels of the topmost gates, or of all. Where they do not fit there are "
        "shortcuts alone, of the lowest level that has room, and both ends are connected by "
        "search. Every cost by tables was compared with that "
        f"of the search over the same gates. {grouped(setting.pairs)} random pairs per map; for "
        f"each the best of {setting.rounds} rounds; paths are complete tile by tile.",
        head(setting)
    ]
    if worst:
        parts.append(claim("Within 10 times of the quickest cost wherever some labels fit",
                           worst[0] <= 10, f"{worst[0]:.1f} times at most, {worst[1].side}x"
                           f"{worst[1].side} at {tenths(worst[1].table_bytes / worst[1].side**2)} "
                           "bytes per tile"))
    parts += [
        figures.add("cities.svg", "Time of a cost and of a path over bytes per tile",
                    plot.draw(chart(rows, sides, "Cost", "cost_us"),
                              chart(rows, sides, "Path", "path_us"))),
        table(["map", "budget, bytes per tile", "tables hold", "tables MB", "of it labels MB",
               "hierarchy s", "tables s", "cost µs", "path µs"],
              [[f"{r.side}x{r.side}", grouped(r.bytes_per_tile), holds(r),
                tenths(r.table_bytes / 1e6), tenths(r.label_bytes / 1e6),
                tenths(r.hierarchy_ms / 1e3), tenths(r.tables_ms / 1e3), tenths(r.cost_us),
                tenths(r.path_us)] for r in rows])
    ]
    return {f"{name}.md": page(*parts), **figures.files}
