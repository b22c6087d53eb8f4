"""The packages that the faces are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.peers.vocab_cache import lay_out_vocabulary


@pytest.fixture(scope="module")
def real_wordchipper() -> Iterator[ModuleType]:
    """The real package, if it is installed, reading the bundled vocabularies.

    Left to itself it downloads them, and where that fails it opens an empty file as a vocabulary of 256 tokens.
    """
    module = pytest.importorskip("wordchipper")
    with pytest.MonkeyPatch.context() as patch:
        for name in wl.Tokenizer.available_models():
            patch.setenv("WORDCHIPPER_CACHE_DIR", str(lay_out_vocabulary(name)))
        yield module
