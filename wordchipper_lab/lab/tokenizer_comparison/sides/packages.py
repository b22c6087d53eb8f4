"""Tokenizers of other packages by one word: ``tiktoken:cl100k_base``, ``tokenizers:tokenizer.json``.

Nothing is loaded over the network: tiktoken and wordchipper get the bundled ranks.
"""

from __future__ import annotations

import threading
from importlib import import_module
from typing import Any

from ....environment import variable_set
from ....errors import PeerError
from ....vocab.pretrained import pretrained_spec
from ...benchmark.peers.vocab_cache import bundled_ranks, lay_out_vocabulary
from .side import ComparedAs, Side
from .tiktoken_side import TiktokenSide
from .tokenizers_side import TokenizersSide
from .wordchipper_side import WordchipperSide

__all__ = ["PACKAGES", "open_package"]

PACKAGES = {"tiktoken": "NAME", "tokenizers": "FILE", "wordchipper": "NAME"}
"""What follows each package's name in a word."""

_environment = threading.Lock()


def open_package(package: str, rest: str, options: ComparedAs) -> Side:
    """The tokenizer of a package, one of `PACKAGES`, with the vocabulary or file `rest`.

    Raises `PeerError` if the package is not installed or cannot read the file, `UnknownNameError` for an unknown
    vocabulary.
    """
    model = rest if package == "tokenizers" else pretrained_spec(rest).name
    try:
        module: Any = import_module(package)
    except ImportError as error:
        raise PeerError(
            f"{package} cannot be imported ({error}): install it with pip install {package}"
        ) from None
    side = {"tiktoken": _tiktoken, "tokenizers": _tokenizers, "wordchipper": _wordchipper}[package](
        module, model, options
    )
    side.code, side.imports = repr(f"{package}:{rest}"), ()
    return side


def _tiktoken(module: Any, model: str, options: ComparedAs) -> Side:
    spec = pretrained_spec(model)
    encoding = module.Encoding(
        name=spec.name,
        pat_str=spec.pattern,
        mergeable_ranks=bundled_ranks(model),
        special_tokens=spec.special_tokens,
    )
    return TiktokenSide(encoding, options)


def _tokenizers(module: Any, path: str, options: ComparedAs) -> Side:
    with open(path, "rb") as file:
        contents = file.read()
    try:
        found = module.Tokenizer.from_buffer(contents)
    except Exception as error:
        raise PeerError(f"tokenizers cannot read {path}: {error}") from None
    return TokenizersSide(found, options, f"tokenizers {path}")


def _wordchipper(module: Any, model: str, options: ComparedAs) -> Side:
    # It searches for vocabularies where this variable points, and only while loading one.
    with _environment, variable_set("WORDCHIPPER_CACHE_DIR", str(lay_out_vocabulary(model))):
        found = module.Tokenizer.from_pretrained(model)
    return WordchipperSide(found, options)
