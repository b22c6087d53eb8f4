"""See how tokenizers work, at full speed.

>>> import wordchipper_lab as wl
>>> wl.Tokenizer.from_pretrained("o200k_base").encode("hello world")
[24912, 2375]

Names are loaded on first use, so ``import wordchipper_lab`` is instant and never loads widgets, plotting or
IPython.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .lazy_names import lazy_names

if TYPE_CHECKING:
    from .encoders import ENCODERS
    from .spanners import LEXERS, SpanLexer, Spans, build_lexer
    from .tokenizer import TokenBatch, Tokenizer
    from .trained import train_bpe
    from .warming import warmup

__version__ = "0.1.0"
__all__ = [
    "ENCODERS",
    "LEXERS",
    "SpanLexer",
    "Spans",
    "TokenBatch",
    "Tokenizer",
    "build_lexer",
    "register_span_encoder",
    "train_bpe",
    "warmup",
]

_HOME_OF = {
    "ENCODERS": "encoders",
    "LEXERS": "spanners",
    "SpanLexer": "spanners",
    "Spans": "spanners",
    "build_lexer": "spanners",
    "register_span_encoder": "encoders",
    "TokenBatch": "tokenizer",
    "Tokenizer": "tokenizer",
    "train_bpe": "trained",
    "warmup": "warming",
}

__getattr__, __dir__ = lazy_names(__name__, lambda: _HOME_OF)


def load_ipython_extension(ipython: object) -> None:
    """``%load_ext wordchipper_lab``: adds the ``%%tokens`` cell magic."""
    import_module(f"{__name__}.widgets.magics").register(ipython)
