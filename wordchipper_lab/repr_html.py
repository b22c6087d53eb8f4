"""The notebook display of a tokenizer: a small table, readable on light and dark backgrounds, without
scripts."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

__all__ = ["tokenizer_html"]

_CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top"


def tokenizer_html(name: str, facts: Mapping[str, str], pattern: str) -> str:
    """An HTML table with a row for each of the `facts`, and the split pattern. All values are escaped."""
    cells = "".join(
        f'<tr><th scope="row" style="{_CELL}">{escape(label)}</th><td style="{_CELL}">{escape(value)}</td></tr>'
        for label, value in facts.items()
    )
    pattern = (
        f'<tr><th scope="row" style="{_CELL}">split pattern</th>'
        f'<td style="{_CELL}"><code style="overflow-wrap:anywhere">{escape(pattern)}</code></td></tr>'
    )
    caption = f'<caption style="text-align:left;font-weight:bold">Tokenizer {escape(name)}</caption>'
    return f'<table style="border-collapse:collapse">{caption}<tbody>{cells}{pattern}</tbody></table>'
