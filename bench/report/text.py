"""Numbers, tables and the head of a page as Markdown."""


def grouped(value, decimals=0):
    """1234567 as 1,234,567."""
    return f"{value:,.{decimals}f}"


def tenths(value):
    return grouped(value, 1)


def times(ratio):
    """A ratio of times as 12.34x."""
    return f"{ratio:.2f}x"


def percent(share):
    return f"{100 * share:.1f} %"


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def table(columns, rows):
    """The first column to the left, the others to the right."""
    lines = [columns, *rows]
    text = ["| " + " | ".join(line) + " |" for line in lines]
    text.insert(1, "|---|" + "--:|" * (len(columns) - 1))
    return "\n".join(text) + "\n"


def provenance(setting):
    """Where the numbers are from."""
    named = [(key, getattr(setting, key, None)) for key in ("machine", "build", "version")]
    named += [("command", f"`{setting.command}`"), ("note", getattr(setting, "note", None))]
    return "\n".join(f"- {key}: {value}" for key, value in named if value)


def head(setting):
    """What a reader must know to judge the numbers."""
    warning = "**Times are provisional: the machine was busy with other work.**"
    return page(warning if setting.provisional else "", provenance(setting))


def page(*parts):
    """Paragraphs, lists and tables with a blank line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def claim(words, holds, numbers):
    """A claim of the project with its verdict, as an item of a list."""
    return f"- {words}: **{verdict(holds)}** ({numbers})."


def verdict(holds):
    return "it holds" if holds else "IT DOES NOT HOLD"


class Figures:
    """The plots of a page, which lie in the folder of its name."""

    def __init__(self, name):
        self.name = name
        self.files = {}

    def add(self, file, words, text):
        """Keeps a plot; how the page shows it."""
        self.files[f"{self.name}/{file}"] = text
        return f"![{words}]({self.name}/{file})"
