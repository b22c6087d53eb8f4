"""Slopes from English to diverse text, one panel per lexer."""

from __future__ import annotations

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ...lab.benchmark.results import OURS, BenchmarkRun, Measurement
from ...lab.reports.selection import ENCODING_MODES, Statistic, distinct, grouped, memo_words, pick, speed
from .drawing import empty_figure, escape, finish, settle
from .palette import Scheme, marks

__all__ = ["retention_figure"]

_TEXTS = ("english", "diverse")


def retention_figure(
    run: BenchmarkRun,
    *,
    model: str | None = None,
    mode: str | None = None,
    memo: bool | None = None,
    threads: int | None = None,
    statistic: Statistic = "mean",
    scheme: Scheme = "light",
) -> go.Figure:
    """MB/s on English and on diverse text, joined by a line.

    The scale is logarithmic: equal slopes lose equal shares. Lines that cross change places. Peers measured
    in the same way have a separate panel. ``None`` values are taken from the first measurement that fits.

    >>> retention_figure(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")).layout.annotations[0].text
    'This run has no English and diverse text in such a setting.'
    """
    both = pick(run, mode=ENCODING_MODES, corpus=_TEXTS)
    ours = pick(both, contender=OURS)
    found, setting = settle(ours, model=model, mode=mode, memo=memo, threads=threads)
    same = {name: setting[name] for name in ("model", "mode", "threads")}
    peers = [item for item in pick(both, **same) if item.case.contender != OURS] if found else []
    panels = _complete_lines([*found, *peers])
    if not panels:
        return empty_figure("This run has no English and diverse text in such a setting.", scheme)
    figure = make_subplots(
        1, len(panels), shared_yaxes=True, subplot_titles=[escape(name) for name in panels]
    )
    mark_of = marks(distinct(name for lines in panels.values() for name in lines))
    seen: set[str] = set()
    for column, lines in enumerate(panels.values(), start=1):
        for name, pair in lines.items():
            values = [speed(item, statistic) or 0.0 for item in pair]
            mark = mark_of[name]
            figure.add_scatter(
                row=1,
                col=column,
                x=_TEXTS,
                y=values,
                name=escape(name),
                legendgroup=name,
                showlegend=name not in seen,
                mode="lines+markers",
                line={"color": mark.color},
                marker={"symbol": mark.symbol, "size": 10},
                hovertemplate=f"%{{x}}: %{{y:.1f}} MB/s, D/E {values[1] / values[0]:.2f}",
            )
            seen.add(name)
    figure.update_yaxes(type="log")
    figure.update_yaxes(title_text="MB/s (logarithmic)", col=1)
    title = (
        f"From English to diverse text: {setting['model']} ({setting['mode']}, {memo_words(setting['memo'])})"
    )
    figure.update_layout(margin_t=90)
    return finish(figure, title, scheme, 440)


def _complete_lines(found: list[Measurement]) -> dict[str, dict[str, list[Measurement]]]:
    """Panel -> name -> the measurements on English and on diverse text, if both exist."""
    panels: dict[str, dict[str, list[Measurement]]] = {}
    for (panel, name), items in grouped(found, _panel_and_name).items():
        by_text = {item.case.corpus: item for item in items}
        if len(by_text) == len(_TEXTS):
            panels.setdefault(panel, {})[name] = [by_text[text] for text in _TEXTS]
    return panels


def _panel_and_name(item: Measurement) -> tuple[str, str]:
    case = item.case
    return (case.lexer, case.encoder) if case.contender == OURS else ("peers", case.contender)
