"""A table of numbers: the result of every report, in three formats."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

__all__ = ["Cell", "Table", "format_cell"]

Cell = str | int | float | bool | None
"""One entry of a table; ``None`` is blank: that figure was not measured."""


@dataclass(frozen=True)
class Table:
    """A titled table. Units are in the column names; rows hold unrounded numbers.

    >>> print(Table("Speed", ("Name", "MB/s"), (("a|b", 101.25), ("c", None))).to_csv(), end="")
    Name,MB/s
    a|b,101.25
    c,
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def to_markdown(self) -> str:
        """The title, an aligned table with rounded numbers, and the note.

        >>> print(Table("Speed", ("Name", "MB/s"), (("a|b", 101.25), ("c", None))).to_markdown(), end="")
        **Speed**
        <BLANKLINE>
        | Name |  MB/s |
        | :--- | ----: |
        | a\\|b | 101.2 |
        | c    |       |
        """
        grid = [self.columns, *([format_cell(cell) for cell in row] for row in self.rows)]
        texts = [[_escape(text) for text in row] for row in grid]
        widths = [max(4, *map(len, column)) for column in zip(*texts, strict=True)]
        numeric = [self._is_numeric(at) for at in range(len(self.columns))]
        rule = [
            "-" * (w - 1) + ":" if right else ":" + "-" * (w - 1)
            for w, right in zip(widths, numeric, strict=True)
        ]
        lines = [texts[0], rule, *texts[1:]]
        body = "".join(_line(line, widths, numeric) for line in lines)
        note = f"\n{_escape(self.note)}\n" if self.note else ""
        return f"**{_escape(self.title)}**\n\n{body}{note}"

    def to_csv(self) -> str:
        """Header and rows as CSV, with full precision; a blank is an empty field."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return stream.getvalue()

    def to_records(self) -> list[dict[str, Cell]]:
        """One dict per row, from column name to cell."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _is_numeric(self, at: int) -> bool:
        cells = [row[at] for row in self.rows if row[at] is not None]
        return bool(cells) and not any(isinstance(cell, str | bool) for cell in cells)


def format_cell(cell: Cell) -> str:
    """A cell for display: about three significant digits, blank for ``None``.

    >>> [format_cell(cell) for cell in (1, 0.98765, 12.34, 1234.5, 0.00123, True, None)]
    ['1', '0.99', '12.3', '1,234', '0.00123', 'yes', '']
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or abs(cell) >= 1000:
        return f"{cell:,.0f}"
    if abs(cell) >= 10:
        return f"{cell:.1f}"
    return f"{cell:.2f}" if abs(cell) >= 0.01 or cell == 0 else f"{cell:.3g}"


def _escape(text: str) -> str:
    for character in "\\|<":
        text = text.replace(character, "\\" + character)
    return " ".join(text.splitlines())


def _line(texts: list[str], widths: list[int], numeric: list[bool]) -> str:
    cells = (
        text.rjust(width) if right else text.ljust(width)
        for text, width, right in zip(texts, widths, numeric, strict=True)
    )
    return f"| {' | '.join(cells)} |\n"
