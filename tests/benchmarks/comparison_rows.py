"""Rows of the table that compare_with_peers.py prints, as Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field

TITLE = """| What | On | Ours | Beside it (ratio above 1: ours is better) | Asked |
|---|---|---|---|---|"""


@dataclass(frozen=True)
class Row:
    """One of our figures, with others beside it in the same unit."""

    what: str
    on: str
    ours: float
    unit: str
    beside: dict[str, float] = field(default_factory=dict)
    asked: str = ""

    def to_markdown(self) -> str:
        """The row as a line of the table.

        Figures in units that end in "/s" are better when larger, all others (times, sizes) when smaller.
        """
        cells = []
        for who, figure in self.beside.items():
            above, below = (self.ours, figure) if self.unit.endswith("/s") else (figure, self.ours)
            ratio = f" (**{above / below:.2f}**)" if below else ""
            cells.append(f"{who} {show(figure)}{ratio}")
        return (
            f"| {self.what} | {self.on} | {show(self.ours)} {self.unit} | {'; '.join(cells)} | {self.asked} |"
        )


def show(figure: float) -> str:
    """Format to about three digits: 1234.5 -> "1,234", 12.345 -> "12.3", 0.01234 -> "0.0123"."""
    if figure >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if figure >= 10 else f"{figure:.3g}"
