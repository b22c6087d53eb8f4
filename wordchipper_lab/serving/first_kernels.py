"""``python -m wordchipper_lab.serving.first_kernels PART``: compile what the first page needs, half of it.

numba compiles on one core at a time, so each part is compiled in another process; the tables by the zygote, if there is
one, which needs them itself. The parts take equally long, and depend on each other in nothing: the span encoders are
compiled without a vocabulary, from the types of its tables.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, get_type_hints

import numpy as np

from ..encoders.encode_spans import encode_spans
from ..encoders.span_memo import wants_to_grow
from ..encoders.workspace import Workspace
from ..tokenizer import Tokenizer
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables

__all__ = ["PARTS", "compile_tables"]

_MODEL = "o200k_base"  # what the first page shows; all vocabularies use the same kernels


def compile_tables() -> None:
    """The tables of a vocabulary and its lexer; special tokens and words are found by different kernels."""
    Tokenizer.from_pretrained(_MODEL).spans("a b<|endoftext|>")


def _compile_encoders() -> None:
    """The kernel with all span encoders, called for no span."""
    tables, specials, nothing = _empty(VocabTables), _empty(SpecialTables), np.zeros(16, np.uint8)
    work = Workspace("bpe_backtrack", tables)
    encode_spans(
        *(tables, specials, 0, nothing, 0, work.ends, work.kinds, 0),
        *(work.memo, work.span_work, work.tokens, work.token_ends, work.progress),
    )
    wants_to_grow(work.memo)


def _empty(table: Any) -> Any:
    """A table of the same types, with next to nothing in it."""
    kinds = get_type_hints(table, include_extras=True)
    return table(*(np.zeros(1, kinds[name].__metadata__[0]) for name in table._fields))


PARTS: dict[str, Callable[[], None]] = {"tables": compile_tables, "encoders": _compile_encoders}
"""What is compiled before anybody is let in, each in a process."""


if __name__ == "__main__":
    PARTS[sys.argv[1]]()
