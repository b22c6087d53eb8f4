"""A benchmark as the page draws it, during the run and after: bars, heat maps and latency curves."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import product
from typing import cast

from ...lab.benchmark.results import OURS, BenchmarkRun, Case, Latency, Measurement
from ...lab.reports.findings.verdict import Panel, headline, panel_of, verdicts
from ...lab.reports.ranking import places
from ...lab.reports.selection import (
    ENCODING_MODES,
    distinct,
    grouped,
    memo_words,
    regime_words,
    thread_words,
)
from .records import (
    BarChartRecord,
    BarRecord,
    ChartsRecord,
    CurvesRecord,
    FigureRecord,
    HeatCell,
    HeatMapRecord,
    PointRecord,
    SeriesRecord,
)

__all__ = ["draw_pairs", "draw_plan", "draw_run"]

_HUES = {"automaton": "hue0", "logos": "hue1", "regex": "hue2", "vector": "hue3"}


def draw_run(run: BenchmarkRun) -> ChartsRecord:
    """All charts of `run` so far."""
    return {
        "verdict": headline(run),
        "bars": _bars(run),
        "heat": _heat_maps(run),
        "latency": _curves(run.latencies),
    }


def draw_plan(cases: Iterable[Case], new: Container[str] = ()) -> list[BarChartRecord]:
    """The bar charts of `cases` before anything is measured; `new`: the corpora that will be new text."""
    planned = [Measurement(case, regime="new" if case.corpus in new else "warm") for case in cases]
    return _bars(BenchmarkRun({}, {}, "", planned))


def draw_pairs(a: BenchmarkRun, b: BenchmarkRun) -> list[BarChartRecord]:
    """Paired bars of the cases that both runs measured, A's above B's."""
    theirs = {found.case: found for found in b if found.seconds}
    both = [
        found
        for found in a
        if found.seconds and found.case in theirs and theirs[found.case].regime == found.regime
    ]
    charts: list[BarChartRecord] = []
    for panel, group in grouped(both, panel_of).items():
        rows: list[BarRecord] = []
        for found in group:
            other = theirs[found.case]
            group_name = found.case.label
            rows.append(_bar(found) | {"label": f"A  {group_name}", "group": group_name})
            rows.append(_bar(other) | {"label": f"B  {group_name}", "group": group_name, "hue": "plain"})
        figure, regime = _figure("pairs", panel), group[0].regime
        title = _title(panel, regime)
        charts.append({"title": title, "verdict": "", "regime": regime, "figure": figure, "rows": rows})
    return charts


def _bars(run: BenchmarkRun) -> list[BarChartRecord]:
    said = verdicts(run)
    charts: list[BarChartRecord] = []
    for panel, group in grouped(run, panel_of).items():
        place = {case: str(found) for case, found in places(group).items()}
        rows = [_bar(found, place.get(found.case, "")) for found in group]
        verdict, figure = said.get(panel, ""), _figure("bars", panel)
        regime = group[0].regime
        title = _title(panel, regime)
        charts.append({"title": title, "verdict": verdict, "regime": regime, "figure": figure, "rows": rows})
    return charts


def _figure(kind: str, panel: Panel, memo: bool = False) -> FigureRecord:
    model, corpus, mode, threads = panel
    return {"kind": kind, "model": model, "corpus": corpus, "mode": mode, "threads": threads, "memo": memo}


def _title(panel: Panel, regime: str) -> str:
    model, corpus, mode, threads = panel
    return f"{corpus} · {regime_words(regime)} · {model} · {mode}" + (
        f" · {thread_words(threads)}" if threads > 1 else ""
    )


def _bar(found: Measurement, place: str = "") -> BarRecord:
    case = found.case
    ours = case.contender == OURS
    return {
        "label": case.label,
        "group": (case.lexer or OURS) if ours else "peers",
        "hue": _HUES.get(case.lexer, "hue3") if ours else "plain",
        "least": found.least,
        "median": found.median,
        "most": found.most,
        "warm": found.warm if found.regime == "new" else None,
        "grown": found.grown_bytes,
        "place": place,
        "rounds": len(found.seconds),
        "exact": found.exact,
        "problem": found.problem,
    }


def _heat_maps(run: BenchmarkRun) -> list[HeatMapRecord]:
    ours = [found for found in run if found.case.contender == OURS and found.case.mode in ENCODING_MODES]
    maps: list[HeatMapRecord] = []
    for (panel, memo), group in grouped(ours, lambda found: (panel_of(found), found.case.memo)).items():
        encoders = distinct(found.case.encoder for found in group)
        lexers = distinct(found.case.lexer for found in group)
        best = max(found.median for found in group)
        if len(encoders) < 2 or len(lexers) < 2 or not best:
            continue
        medians = {(found.case.encoder, found.case.lexer): found.median or None for found in group}
        cells: list[HeatCell] = []
        for encoder, lexer in product(encoders, lexers):
            speed = medians.get((encoder, lexer))
            relative = speed / best if speed else None
            cells.append({"encoder": encoder, "lexer": lexer, "speed": speed, "relative": relative})
        title = f"{_title(panel, group[0].regime)} · {memo_words(memo)}"
        figure = _figure("heat", panel, memo)
        maps.append(
            {"title": title, "figure": figure, "encoders": encoders, "lexers": lexers, "cells": cells}
        )
    return maps


def _curves(latencies: Iterable[Latency]) -> list[CurvesRecord]:
    curves: dict[Panel, dict[str, list[PointRecord]]] = {}
    for found in latencies:
        case = found.case
        series = curves.setdefault((case.model, case.corpus, case.mode, case.threads), {})
        points = series.setdefault(case.label, [])
        if found.percentiles:
            point = {"bytes": found.prompt_bytes, **found.percentiles}
            points.append(cast(PointRecord, point))
    return [
        {
            "model": _curves_title(panel),
            "figure": _figure("latency", panel),
            "series": [_series(label, points) for label, points in series.items() if points],
        }
        for panel, series in curves.items()
    ]


def _curves_title(panel: Panel) -> str:
    model, corpus, mode, _ = panel
    return f"{model}, {corpus}, {'arrays' if mode == 'latency_array' else 'lists'}"


def _series(label: str, points: list[PointRecord]) -> SeriesRecord:
    return {"label": label, "points": sorted(points, key=lambda point: point["bytes"])}
