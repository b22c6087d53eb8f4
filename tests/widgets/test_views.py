"""TokenView, SpanView, the magic, the bundle: what the browser receives."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab import explore
from wordchipper_lab.widgets import SpanView, TokenView


def numbers(buffer: bytes) -> list[int]:
    return np.frombuffer(buffer, dtype="<u4").tolist()


def test_token_view_carries_the_exact_boundaries() -> None:
    text = "héllo ꙮ<|endoftext|>"
    view = TokenView(text, "cl100k_base")
    exploration = explore(wl.Tokenizer.from_pretrained("cl100k_base"), text)
    assert numbers(view._drawing["tokens"]) == exploration.tokens.tolist()
    assert numbers(view._drawing["token_ends"]) == exploration.token_ends.tolist()
    assert numbers(view._drawing["span_token_ends"]) == exploration.span_token_ends.tolist()
    assert list(view._drawing["span_kinds"]) == exploration.span_kinds.tolist()


@pytest.mark.parametrize(
    "view",
    [
        {"tokens": "it's"},
        {"tokens": "a<|endoftext|>", "model": "r50k_base", "special": "text"},
        {"tokens": "x", "lexer": "regex", "encoder": "merge_heap", "glyphs": False},
    ],
)
def test_token_view_code(view) -> None:
    made = TokenView(**view)
    again = eval(made.to_code(), {"TokenView": TokenView})
    assert again._drawing == made._drawing
    assert again.glyphs == made.glyphs


def test_token_view_of_an_exploration_and_of_an_own_tokenizer() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    assert TokenView("hi", tok)._drawing == TokenView(explore(tok, "hi"))._drawing
    with pytest.raises(UnknownNameError):
        TokenView("hi", "nope")


def test_span_view_takes_whatever_finds_spans() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    text = "don't stop<|endoftext|>"
    drawn = [SpanView(text, source, name="x")._drawing for source in (tok, tok.spanner, tok.spans(text))]
    assert drawn[0] == drawn[1] == drawn[2]
    assert numbers(drawn[0]["span_ends"]) == tok.spans(text).ends.tolist()
    assert list(drawn[0]["span_kinds"])[-1] == 1
    assert SpanView(text, tok.spanner.lexer).count > SpanView(text, tok).count


def test_export_is_one_page_without_any_address() -> None:
    page = TokenView("</script><b>hi</b> \u2028").export_html()
    assert page.count("</script>") == 2  # its own two
    assert not re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//""", page)
    assert "https://" not in page


def test_tokens_magic() -> None:
    shell = InteractiveShell()
    wl.load_ipython_extension(shell)
    view = shell.run_cell_magic("tokens", "--model r50k_base --lexer regex", "hello world\n")
    assert isinstance(view, TokenView)
    assert numbers(view._drawing["tokens"]) == [31373, 995]
    assert view.to_code() == "TokenView('hello world', 'r50k_base', lexer='regex')"


def test_importing_the_package_loads_no_widgets() -> None:
    code = (
        "import sys, wordchipper_lab, wordchipper_lab.widgets, wordchipper_lab.lab;"
        "bad = {'ipywidgets', 'anywidget', 'IPython', 'plotly'} & set(sys.modules); sys.exit(bool(bad))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
