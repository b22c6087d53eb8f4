"""What the Throughput screen sends to its page: charts of a run, its tables, two runs compared, an estimate."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ..work.records import ProgressRecord

__all__ = [
    "ChartsRecord",
    "ComparisonRecord",
    "CostRecord",
    "EstimateRecord",
    "MeasuringRecord",
    "OptionsRecord",
    "ReportRecord",
    "TableRecord",
]


class FigureRecord(TypedDict):
    """Which chart it is: what the page sends back to open it as a Plotly figure. ``kind`` is "bars", "heat", "latency"
    or "pairs"."""

    kind: str
    model: str
    corpus: str
    mode: str
    threads: int
    memo: bool


class BarRecord(TypedDict):
    """One contender: MB/s of the slowest round, of the middle one and of the fastest.

    ``place`` is "1", "2=" (tied) or empty; see `lab.reports.ranking`. ``warm`` is the median when the text has been
    seen before, ``grown`` the bytes of memory that encoding it once adds; both are None if not measured.
    """

    label: str
    group: str
    hue: str
    least: float
    median: float
    most: float
    warm: float | None
    grown: int | None
    place: str
    rounds: int
    exact: bool | None
    problem: str | None


class BarChartRecord(TypedDict):
    """Contenders on one text, with one vocabulary, in one mode; ``verdict`` is the result in a sentence, ``regime`` is
    "new" or "warm"."""

    title: str
    verdict: str
    regime: str
    figure: FigureRecord
    rows: list[BarRecord]


class HeatCell(TypedDict):
    """One encoder with one lexer: MB/s, and as a share of the best; None if it was not measured."""

    encoder: str
    lexer: str
    speed: float | None
    relative: float | None


class HeatMapRecord(TypedDict):
    """Every lexer with every encoder."""

    title: str
    figure: FigureRecord
    encoders: list[str]
    lexers: list[str]
    cells: list[HeatCell]


PointRecord = TypedDict(
    "PointRecord", {"bytes": int, "p50": float, "p90": float, "p99": float, "p99.9": float}
)
"""Percentiles of the time of a call (microseconds) on a prompt of so many bytes."""


class SeriesRecord(TypedDict):
    """The points of one contender."""

    label: str
    points: list[PointRecord]


class CurvesRecord(TypedDict):
    """Latency curves of one vocabulary."""

    model: str
    figure: FigureRecord
    series: list[SeriesRecord]


class ChartsRecord(TypedDict):
    """All charts of a run, and the verdict in a sentence or two."""

    verdict: str
    bars: list[BarChartRecord]
    heat: list[HeatMapRecord]
    latency: list[CurvesRecord]


class ColumnRecord(TypedDict):
    """A column of a table: its heading, and a value for each row."""

    name: str
    values: list[str | int | float | bool | None]


class TableRecord(TypedDict):
    """A table of a report, with itself in Markdown and CSV."""

    title: str
    columns: list[ColumnRecord]
    note: str
    markdown: str
    csv: str


class ContenderRecord(TypedDict):
    """A measured contender: what it is called, and the key of its case."""

    name: str
    key: str


class ReportRecord(TypedDict):
    """Everything about a run that is no chart; ``json`` is the run itself, as it is saved."""

    summary: list[str]
    tables: list[TableRecord]
    retention: list[TableRecord]
    contenders: list[ContenderRecord]
    json: str


class ComparisonRecord(TypedDict):
    """Two runs beside each other."""

    tables: list[TableRecord]
    pairs: list[BarChartRecord]


class CostRecord(TypedDict):
    """What a corpus would cost, or the problem with the question."""

    table: NotRequired[TableRecord]
    sentence: NotRequired[str]
    problem: NotRequired[str]


class EstimateRecord(TypedDict):
    """What can be said of a choice before it is measured; ``planned`` are its charts without figures, ``notes`` say
    with what an opened tokenizer is not measured."""

    planned: list[BarChartRecord]
    cases: int
    seconds: float
    problem: str | None
    notes: list[str]
    preset: str | None
    code: str
    link: str


class MeasuringRecord(ProgressRecord):
    """How far a benchmark is: the case that is measured ``now``; or the report about where the time goes, if that is
    what it is ``about``."""

    now: NotRequired[str]
    about: NotRequired[str]


class NamedOption(TypedDict):
    """One of several, as the page calls it; ``hint`` says how to get one that this machine does not have, ``is_new``
    that there is enough of a corpus for new text."""

    value: str
    label: str
    note: NotRequired[str]
    hint: NotRequired[str | None]
    is_new: NotRequired[bool]


class PresetRecord(TypedDict):
    """A preset, and what it measures."""

    name: str
    note: str


class OptionsRecord(TypedDict):
    """What can be chosen, and the limits of it; ``own`` names the user's tokenizers, ``opened`` those that were opened
    from files; ``rule`` says what a tie is."""

    models: list[str]
    lexers: list[str]
    encoders: list[str]
    threads: list[int]
    corpora: list[NamedOption]
    regimes: list[NamedOption]
    modes: list[NamedOption]
    peers: list[NamedOption]
    presets: list[PresetRecord]
    own: list[str]
    opened: list[str]
    rule: str
    max_rounds: int
    max_bytes: int
