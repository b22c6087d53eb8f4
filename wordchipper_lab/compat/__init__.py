"""Faces of other tokenizer packages on this engine: code written for them runs unchanged.

>>> from wordchipper_lab.compat import tiktoken
>>> tiktoken.get_encoding("o200k_base").encode("hello world")
[24912, 2375]

`install` lets ``import tiktoken`` give the face instead of the package, so that whole programs run unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import lazy_names

if TYPE_CHECKING:
    from .substitute import install, substituted, uninstall

__all__ = ["install", "substituted", "uninstall"]

__getattr__, __dir__ = lazy_names(__name__, lambda: dict.fromkeys(__all__, "substitute"))
