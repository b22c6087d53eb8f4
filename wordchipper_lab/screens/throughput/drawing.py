"""A benchmark as the page draws it, during the run and after: bars, heat maps and latency curves."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import cast

from ...lab.benchmark.results import OURS, BenchmarkRun, Latency, Measurement
from ...lab.reports.selection import ENCODING_MODES, distinct, grouped, memo_words, thread_words
from .records import (
    BarChartRecord,
    BarRecord,
    ChartsRecord,
    CurvesRecord,
    HeatCell,
    HeatMapRecord,
    PointRecord,
    SeriesRecord,
)

__all__ = ["draw_pairs", "draw_run"]

_HUES = {"automaton": "hue0", "logos": "hue1", "regex": "hue2"}


def draw_run(run: BenchmarkRun) -> ChartsRecord:
    """All charts of `run` so far."""
    return {"bars": _bars(run), "heat": _heat_maps(run), "latency": _curves(run.latencies)}


def draw_pairs(a: BenchmarkRun, b: BenchmarkRun) -> list[BarChartRecord]:
    """Paired bars of the cases that both runs measured, A's above B's."""
    theirs = {found.case: found for found in b if found.seconds}
    both = [found for found in a if found.seconds and found.case in theirs]
    charts: list[BarChartRecord] = []
    for panel, group in grouped(both, _panel).items():
        rows: list[BarRecord] = []
        for found in group:
            other = theirs[found.case]
            group_name = found.case.label
            rows.append(_bar(found) | {"label": f"A  {group_name}", "group": group_name})
            rows.append(_bar(other) | {"label": f"B  {group_name}", "group": group_name, "hue": "plain"})
        charts.append({"title": _title(panel), "mode": panel[2], "rows": rows})
    return charts


def _bars(run: BenchmarkRun) -> list[BarChartRecord]:
    return [
        {"title": _title(panel), "mode": panel[2], "rows": [_bar(found) for found in group]}
        for panel, group in grouped(run, _panel).items()
    ]


def _panel(found: Measurement) -> tuple[str, str, str, int]:
    case = found.case
    return case.model, case.corpus, case.mode, case.threads


def _title(panel: tuple[str, str, str, int]) -> str:
    model, corpus, mode, threads = panel
    return f"{corpus} · {model} · {mode}" + (f" · {thread_words(threads)}" if threads > 1 else "")


def _bar(found: Measurement) -> BarRecord:
    case = found.case
    ours = case.contender == OURS
    return {
        "label": case.label,
        "group": (case.lexer or OURS) if ours else "peers",
        "hue": _HUES.get(case.lexer, "hue3") if ours else "plain",
        "least": found.least,
        "median": found.median,
        "most": found.most,
        "rounds": len(found.seconds),
        "exact": found.exact,
        "problem": found.problem,
    }


def _heat_maps(run: BenchmarkRun) -> list[HeatMapRecord]:
    ours = [found for found in run if found.case.contender == OURS and found.case.mode in ENCODING_MODES]
    maps: list[HeatMapRecord] = []
    for (panel, memo), group in grouped(ours, lambda found: (_panel(found), found.case.memo)).items():
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
        title = f"{_title(panel)} · {memo_words(memo)}"
        maps.append({"title": title, "encoders": encoders, "lexers": lexers, "cells": cells})
    return maps


def _curves(latencies: Iterable[Latency]) -> list[CurvesRecord]:
    curves: dict[str, dict[str, list[PointRecord]]] = {}
    for found in latencies:
        case = found.case
        what = "arrays" if case.mode == "latency_array" else "lists"
        series = curves.setdefault(f"{case.model}, {case.corpus}, {what}", {})
        points = series.setdefault(case.label, [])
        if found.percentiles:
            point = {"bytes": found.prompt_bytes, **found.percentiles}
            points.append(cast(PointRecord, point))
    return [
        {"model": name, "series": [_series(label, points) for label, points in series.items() if points]}
        for name, series in curves.items()
    ]


def _series(label: str, points: list[PointRecord]) -> SeriesRecord:
    return {"label": label, "points": sorted(points, key=lambda point: point["bytes"])}
