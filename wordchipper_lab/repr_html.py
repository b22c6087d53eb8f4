"""How a tokenizer shows itself in a notebook: a small table, readable on light and dark, without scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tokenizer import Tokenizer

__all__ = ["tokenizer_html"]

_CELL = "text-align:left;padding:2px 12px 2px 0;vertical-align:top"


def tokenizer_html(tok: Tokenizer) -> str:
    """An HTML table: name, sizes, special tokens, pattern, lexer, encoder. Everything in it is escaped."""
    specials = [text for text, _ in tok.get_special_tokens()]
    shown = ", ".join(specials[:4]) + (f", ... ({len(specials):,} in all)" if len(specials) > 4 else "")
    rows = {
        "vocabulary": f"{tok.vocab_size:,} ranked tokens, ids up to {tok.max_token:,}",
        "special tokens": shown or "none",
        "lexer": tok.lexer,
        "encoder": tok.encoder,
    }
    cells = "".join(
        f'<tr><th scope="row" style="{_CELL}">{escape(label)}</th><td style="{_CELL}">{escape(value)}</td></tr>'
        for label, value in rows.items()
    )
    pattern = (
        f'<tr><th scope="row" style="{_CELL}">split pattern</th>'
        f'<td style="{_CELL}"><code style="overflow-wrap:anywhere">{escape(tok.pattern)}</code></td></tr>'
    )
    caption = f'<caption style="text-align:left;font-weight:bold">Tokenizer {escape(tok.name)}</caption>'
    return f'<table style="border-collapse:collapse">{caption}<tbody>{cells}{pattern}</tbody></table>'
