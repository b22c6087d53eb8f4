"""The paper's tables 1 to 11, read from ``data/``: what the paper prints, and nothing computed."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from ...arguments import checked, whole_number
from ..reports.table import Table
from .machines import Machine, paper_machines

__all__ = ["MIB", "PAPER_TABLES", "PaperRow", "PaperTable", "columns_of", "paper_table"]

PAPER_TABLES = tuple(range(1, 12))
"""The numbers of the tables."""

MIB = 1.048576
"""One MiB in MB, the unit of speeds here."""

Kind = Literal["relative", "retention", "throughput"]
"""What a table shows: encoders beside the fastest of their lexer; English and diverse text; speeds by threads."""


@dataclass(frozen=True)
class PaperRow:
    """A row: its name in the paper, its figures (``None`` where the paper has a dash), and its counterpart here.

    Counterpart: ``peer`` is another package; ``lexer`` and ``encoder`` are ours of the same kind (fancy-regex: regex,
    regex-automata: automaton); ``strategy`` is one of `STRATEGIES`. All are empty for what cannot be measured here.
    """

    name: str
    figures: tuple[float | None, ...]
    lexer: str = ""
    encoder: str = ""
    strategy: str = ""
    peer: str = ""


@dataclass(frozen=True)
class PaperTable:
    """A table as printed, or the same table with figures of another machine (see `here`).

    A row's ``figures`` are, for each of ``threads`` (retention: of ``models``), one for each of ``statistics``.
    """

    number: int
    caption: str
    kind: Kind
    unit: str
    models: tuple[str, ...]
    """Vocabularies by our names; the paper's r50k and gpt2 are r50k_base."""
    threads: tuple[int, ...]
    statistics: tuple[str, ...]
    texts: str
    """What was encoded, in words."""
    language: str
    """From which language, "Rust" or "Python"; empty if the paper does not say."""
    machine: Machine | None
    """``None`` if the paper does not say."""
    note: str
    rows: tuple[PaperRow, ...]
    is_printed: bool = True
    """Whether the figures are the paper's."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the figures of a row."""
        return columns_of(self.kind, self.models, self.threads, self.statistics)

    def to_table(self) -> Table:
        """The whole table in the paper's unit (1 GiB as 1,024 MiB), for display.

        >>> print(paper_table(1).to_table().to_csv()[:59])
        Encoder,T=4,T=8,T=16,T=32,T=64
        logos + buffer_sweep,1.0,0.9
        """
        where = f"{self.language or 'Language not stated'}, {self.machine or 'machine not stated'}"
        note = f"{self.unit}. {where}. Texts: {self.texts}. {self.note}".strip()
        rows = tuple((row.name, *row.figures) for row in self.rows)
        title = f"{'The paper' if self.is_printed else 'Here'}, table {self.number}: {self.caption}"
        return Table(title, (self.first_column, *self.columns), rows, note)

    def to_json(self) -> dict[str, Any]:
        """All fields, by name."""
        return asdict(self)

    @property
    def first_column(self) -> str:
        """What the names of the rows are."""
        return "Name" if self.kind == "throughput" else "Encoder"

    def figure(self, row: PaperRow, first: int | str, statistic: str) -> float | None:
        """One figure of a row: of a number of threads (retention: a vocabulary), and of a statistic.

        >>> table = paper_table(4)
        >>> table.figure(table.rows[0], 64, "max") / 1024
        3.0
        """
        groups: tuple[int | str, ...] = self.models if self.kind == "retention" else self.threads
        return row.figures[groups.index(first) * len(self.statistics) + self.statistics.index(statistic)]


def columns_of(
    kind: Kind, models: tuple[str, ...], threads: tuple[int, ...], statistics: tuple[str, ...]
) -> tuple[str, ...]:
    """Names of the columns of a table of a kind, after the first."""
    groups = models if kind == "retention" else tuple(f"T={count}" for count in threads)
    if kind == "relative":
        return groups
    return tuple(f"{group} {statistic}" for group in groups for statistic in statistics)


@checked(number=whole_number(PAPER_TABLES[0], PAPER_TABLES[-1]))
def paper_table(number: int) -> PaperTable:
    """Table `number` of the paper, from 1 to 11; raises `ArgumentError` for another number.

    >>> table = paper_table(10)
    >>> table.machine.processor, table.threads, table.rows[0].name
    ('AMD 3990X Threadripper 64-core/128-thread', (4, 8, 16, 32, 64), 'wc::rayon::logos')
    """
    return _read(number)


@cache
def _read(number: int) -> PaperTable:
    path = files(__package__) / "data" / f"table{number:02}.toml"
    fields = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = tuple(PaperRow(**row | {"figures": _figures(row["figures"])}) for row in fields.pop("rows"))
    for name in ("models", "threads", "statistics"):
        fields[name] = tuple(fields[name])
    machine = paper_machines()[fields["machine"]] if fields["machine"] else None
    return PaperTable(**fields | {"machine": machine, "rows": rows})


def _figures(printed: str | list[str]) -> tuple[float | None, ...]:
    """Figures as printed, blank-separated: "-" for none, and "1.7G" for GiB, in a table of MiB.

    >>> _figures(["251.5 1.5G", "-"])
    (251.5, 1536.0, None)
    """
    words = " ".join([printed] if isinstance(printed, str) else printed).split()
    return tuple(_figure(word) for word in words)


def _figure(word: str) -> float | None:
    if word == "-":
        return None
    return float(word[:-1]) * 1024 if word.endswith("G") else float(word)
