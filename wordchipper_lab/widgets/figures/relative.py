"""A heat map: every encoder relative to the fastest with its lexer, or of all."""

from __future__ import annotations

from typing import Literal

import plotly.graph_objects as go

from ...lab.benchmark.results import OURS, BenchmarkRun
from ...lab.reports.selection import ENCODING_MODES, Statistic, distinct, memo_words, speed, thread_words
from .drawing import empty_figure, escape, finish, settle
from .palette import Scheme

__all__ = ["relative_figure"]


def relative_figure(
    run: BenchmarkRun,
    *,
    model: str | None = None,
    corpus: str | None = None,
    mode: str | None = None,
    memo: bool | None = None,
    threads: int | None = None,
    best_of: Literal["lexer", "all"] = "lexer",
    statistic: Statistic = "mean",
    scheme: Scheme = "light",
) -> go.Figure:
    """Speed relative to the fastest encoder of the same lexer, or of all lexers (``best_of="all"``).

    1.00 is the fastest. ``None`` values are taken from the first measurement that fits.

    >>> relative_figure(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")).layout.annotations[0].text
    'This run has no such encoders.'
    """
    ours = (item for item in run if item.case.contender == OURS and item.case.mode in ENCODING_MODES)
    found, setting = settle(ours, model=model, corpus=corpus, mode=mode, memo=memo, threads=threads)
    if not found:
        return empty_figure("This run has no such encoders.", scheme)
    speeds = {(item.case.encoder, item.case.lexer): speed(item, statistic) or 0.0 for item in found}
    encoders, lexers = (distinct(pair[at] for pair in speeds) for at in (0, 1))
    best = {
        lexer: max(value for (_, name), value in speeds.items() if best_of == "all" or name == lexer)
        for lexer in lexers
    }
    cells = [[speeds.get((encoder, lexer)) for lexer in lexers] for encoder in encoders]
    parts = [
        [value / best[lexer] if value is not None else None for value, lexer in zip(row, lexers, strict=True)]
        for row in cells
    ]
    figure = go.Figure(
        go.Heatmap(
            x=[escape(lexer) for lexer in lexers],
            y=[escape(encoder) for encoder in encoders],
            z=parts,
            zmax=1,
            colorscale="Cividis",
            text=[["" if part is None else f"{part:.2f}" for part in row] for row in parts],
            texttemplate="%{text}",
            customdata=cells,
            hovertemplate="%{x} + %{y}: %{z:.3f} of the fastest, %{customdata:.1f} MB/s<extra></extra>",
            hoverongaps=False,
            xgap=2,
            ygap=2,
            colorbar={"title": {"text": "relative"}},
        )
    )
    figure.update_xaxes(title_text="lexer", type="category")
    figure.update_yaxes(autorange="reversed", type="category")
    where = f"{setting['mode']}, {memo_words(setting['memo'])}, {thread_words(setting['threads'])}"
    whose = "of their lexer" if best_of == "lexer" else "of all"
    title = f"Encoders beside the fastest {whose}: {setting['model']}, {setting['corpus']} ({where})"
    return finish(figure, title, scheme, 180 + 36 * len(encoders))
