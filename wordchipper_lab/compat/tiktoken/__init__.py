"""The face of tiktoken 0.14: the same names, results and exceptions, on this package's engine.

>>> from wordchipper_lab.compat import tiktoken
>>> enc = tiktoken.get_encoding("o200k_base")
>>> enc.encode("hello world"), enc.decode([24912, 2375])
([24912, 2375], 'hello world')

Differences: nothing is downloaded, because the vocabularies are included. Where tiktoken panics (a byte without a
token, two tokens with the same rank), there is an exception: ``KeyError`` or ``ValueError``. If one special token is
the beginning of another, the longest one in the text counts; in tiktoken it depends on hashes.
"""

from __future__ import annotations

from .core import Encoding
from .model import encoding_for_model, encoding_name_for_model
from .registry import get_encoding, list_encoding_names

__version__ = "0.14.0"
"""The version of tiktoken whose names these are."""

__all__ = [
    "Encoding",
    "encoding_for_model",
    "encoding_name_for_model",
    "get_encoding",
    "list_encoding_names",
]
