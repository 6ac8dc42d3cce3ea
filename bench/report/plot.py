"""Charts as SVG: lines with markers or stacked bars, several side by side.

They bring their own light ground, so they read the same on a white and on a dark page.
"""

import math
from dataclasses import dataclass, field

from text import grouped

# Colours that people with any kind of colour vision can tell apart.
BLUE, VERMILION, GREEN, PURPLE, AMBER, SKY = INKS = (
    "#0068ac", "#d65600", "#00966e", "#b05690", "#e69f00", "#56b4e9")
TEXT, FAINT, GROUND = "#20242c", "#d9dce1", "#fcfcfa"

WIDTH, HEIGHT = 460, 360
LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT = 70, 74, 370, 232
BOTTOM = TOP + PLOT_HEIGHT


@dataclass
class Series:
    name: str
    colour: str
    x: list
    y: list
    dashed: bool = False


@dataclass
class Chart:
    title: str
    x_label: str
    y_label: str
    series: list = field(default_factory=list)  # of stacked bars: from the bottom up, all with the same x
    stacked: bool = False
    y_top: float = 0  # the axis reaches at least this far
    log_y: bool = False  # powers of ten are equally far apart; from 1 up, not for bars
    even_x: bool = False  # the x values, the same in all series, stand at equal distances


def tick_step(extent, wanted):
    """A round distance between ticks so that about `wanted` of them cover `extent`."""
    rough = extent / wanted
    power = 10.0**math.floor(math.log10(rough))
    for factor in (1, 2, 2.5, 5):
        if factor * power >= rough * 0.999:
            return factor * power
    return 10 * power


def tick_text(value, decimals):
    """Short, so that it does not meet the name of the axis."""
    if value >= 1e6:
        return f"{value / 1e6:.3g}M"
    return f"{value / 1e3:g}K" if value >= 1e4 else grouped(value, decimals)


def highest(chart):
    """The highest value that a chart shows, before rounding up to a tick."""
    if chart.stacked:
        tops = [sum(ys) for ys in zip(*(s.y for s in chart.series))]
    else:
        tops = [y for s in chart.series for y in s.y]
    return max([chart.y_top, *tops]) or 1.0


class Drawing:
    """One chart in its place of the picture."""

    def __init__(self, chart, left):
        self.chart = chart
        self.left = left + LEFT
        self.out = []
        places = [self.place(x) for s in chart.series for x in s.x] or [0]
        self.low, self.high = min(places), max(places)
        if self.low == self.high:
            self.high = self.low + 1
        self.bar = (self.high - self.low) / max(1, len(chart.series[0].x) - 1)
        if chart.stacked:
            self.low -= self.bar / 2
            self.high += self.bar / 2
        if not chart.even_x and 0 < self.low < 0.25 * self.high:
            self.low = 0.0
        top = highest(chart)
        self.y_step = tick_step(top, 5)
        self.y_high = (max(10.0, 10.0**math.ceil(math.log10(top) - 0.001)) if chart.log_y else
                       math.ceil(top / self.y_step * 0.999) * self.y_step)

    def place(self, x):
        """Where a value stands on the x axis, in units of the axis."""
        return self.chart.series[0].x.index(x) if self.chart.even_x else x

    def px(self, x):
        return self.left + (self.place(x) - self.low) / (self.high - self.low) * PLOT_WIDTH

    def py(self, y):
        share = (math.log10(max(y, 1)) / math.log10(self.y_high) if self.chart.log_y else
                 y / self.y_high)
        return BOTTOM - PLOT_HEIGHT * share

    def draw(self):
        self.title_and_legend()
        self.axes()
        if self.chart.stacked:
            self.bars()
        else:
            self.lines()
        return self.out

    def text(self, x, y, anchor, size, words, more=""):
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
                        f'font-size="{size}"{more}>{words}</text>')

    def shape(self, steps, style):
        self.out.append(f'<path d="{" ".join(steps)}" {style}/>')

    def title_and_legend(self):
        edge = self.left - 54
        self.text(edge, 24, "start", 15, self.chart.title, ' font-weight="600"')
        x, y = edge, 47
        for number, s in enumerate(self.chart.series):
            width = 44 + 6.6 * len(s.name)
            if x + width > self.left + PLOT_WIDTH + 30 and x > self.left:
                x, y = edge, y + 15
            if self.chart.stacked:
                self.shape([f"M{x:.1f} {y - 6}h18v12h-18z"], f'fill="{s.colour}"')
            else:
                self.shape([f"M{x:.1f} {y}h22"], self.pen(s, 2.5))
                self.shape([marker(number, x + 11, y)], f'fill="{s.colour}"')
            self.text(x + 27, y + 4.5, "start", 12.5, s.name)
            x += width

    def axes(self):
        heights = self.y_ticks()
        decimals = 0 if self.chart.log_y or self.y_step % 1 == 0 else 1 if self.y_step > 0.2 else 2
        self.shape([f"M{self.left} {self.py(y):.1f}h{PLOT_WIDTH}" for y in heights],
                   f'stroke="{FAINT}"')
        for y in heights:
            self.text(self.left - 7, self.py(y) + 4, "end", 12, tick_text(y, decimals))
        ticks, decimals = self.x_ticks()
        self.shape([f"M{self.left} {BOTTOM}h{PLOT_WIDTH}",
                    *[f"M{self.px(x):.1f} {BOTTOM}v5" for x in ticks]], f'stroke="{TEXT}"')
        for x in ticks:
            words = tick_text(x, decimals) if x >= 1e6 else grouped(x, decimals)
            self.text(self.px(x), BOTTOM + 20, "middle", 12, words)
        self.text(self.left + PLOT_WIDTH / 2, BOTTOM + 42, "middle", 13, self.chart.x_label)
        x, y = self.left - 51, TOP + PLOT_HEIGHT / 2
        self.text(x, y, "middle", 13, self.chart.y_label,
                  f' transform="rotate(-90 {x:.1f} {y:.1f})"')

    def y_ticks(self):
        if self.chart.log_y:
            return [10**power for power in range(round(math.log10(self.y_high)) + 1)]
        return [i * self.y_step for i in range(round(self.y_high / self.y_step) + 1)]

    def x_ticks(self):
        """The values, and how many decimals they need."""
        if self.chart.even_x:
            return self.chart.series[0].x, 0
        step = tick_step(self.high - self.low, 7)
        first = math.ceil(self.low / step)
        last = math.floor(self.high / step + 0.001)
        return [i * step for i in range(first, last + 1)], 0 if step >= 1 else 1

    def lines(self):
        for number, s in enumerate(self.chart.series):
            points = [(self.px(x), self.py(y)) for x, y in zip(s.x, s.y)]
            line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            self.shape(["M" + line], self.pen(s, 2.2))
            self.shape([marker(number, x, y) for x, y in points], f'fill="{s.colour}"')

    def bars(self):
        below = [0.0] * len(self.chart.series[0].x)
        width = self.bar / (self.high - self.low) * PLOT_WIDTH * 0.78
        for s in self.chart.series:
            steps = []
            for i, (x, y) in enumerate(zip(s.x, s.y)):
                height = self.py(below[i]) - self.py(below[i] + y)
                steps.append(f"M{self.px(x) - width / 2:.1f} {self.py(below[i]):.1f}"
                             f"v{-height:.1f}h{width:.1f}v{height:.1f}z")
                below[i] += y
            self.shape(steps, f'fill="{s.colour}"')

    def pen(self, series, width):
        dashes = ' stroke-dasharray="6 4"' if series.dashed else ""
        return f'fill="none" stroke="{series.colour}" stroke-width="{width}"{dashes}'


def marker(number, x, y):
    """A shape for each series, so that colour is not the only difference."""
    shape = number % 4
    if shape == 0:
        return f"M{x - 3.4:.1f} {y:.1f}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0"
    if shape == 1:
        return f"M{x - 3.2:.1f} {y - 3.2:.1f}h6.4v6.4h-6.4z"
    up = -4.2 if shape == 2 else 4.2
    return f"M{x:.1f} {y + up * 0.75:.1f}l4.2 {-up * 1.6:.1f}h-8.4z"


def draw(*charts):
    """The charts side by side as one SVG file's text."""
    width = WIDTH * len(charts)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" '
        f'height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif" fill="{TEXT}">',
        f'<rect width="{width}" height="{HEIGHT}" rx="8" fill="{GROUND}"/>'
    ]
    for i, chart in enumerate(charts):
        lines += Drawing(chart, WIDTH * i).draw()
    return "\n".join([*lines, "</svg>"]) + "\n"
