"""Every character set of every built-in pattern holds exactly the characters it holds in tiktoken."""

from __future__ import annotations

import numpy as np
import pytest
import tiktoken

from wordchipper_lab.spanners import LEXERS, build_lexer
from wordchipper_lab.spanners.automaton.cells import pattern_sets
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern
from wordchipper_lab.spanners.automaton.precompute import unassigned_in_tiktoken
from wordchipper_lab.spanners.automaton.predicates import N_SCALARS, set_edges, to_scalars
from wordchipper_lab.spanners.automaton.syntax_tree import CharSet
from wordchipper_lab.spanners.automaton.unicode_version import as_unicode_16
from wordchipper_lab.vocab.patterns import PATTERNS

SINGLE_BYTES = {bytes([byte]): byte for byte in range(256)}
SCALARS = to_scalars(np.arange(N_SCALARS)).astype("<u4").tobytes().decode("utf-32-le")

SETS = sorted(
    {chars for pattern in PATTERNS.values() for chars in pattern_sets(parse_pattern(pattern))},
    key=lambda chars: (chars.source, chars.ignore_case),
)


@pytest.mark.parametrize("chars", SETS, ids=str)
def test_sets_are_those_of_tiktoken(chars: CharSet) -> None:
    source = f"(?i:{chars.source})" if chars.ignore_case else chars.source
    probe = tiktoken.Encoding("probe", pat_str=source, mergeable_ranks=SINGLE_BYTES, special_tokens={})
    theirs = bytes(probe.encode_ordinary(SCALARS)).decode()
    edges = set_edges(chars).reshape(-1, 2).tolist()
    assert "".join(SCALARS[start:end] for start, end in edges) == theirs


def test_bundled_unassigned_codepoints_are_those_of_tiktoken() -> None:
    unassigned = unassigned_in_tiktoken()
    assert 800_000 < unassigned.sum() < 850_000
    shown = as_unicode_16(SCALARS)
    changed = {ord(a) for a, b in zip(SCALARS, shown, strict=True) if a != b}
    assert changed | {0xFFFF} == {*np.flatnonzero(unassigned).tolist(), 0x0295, 0xFFFF}


@pytest.mark.parametrize("kind", LEXERS.built_in)
def test_a_letter_newer_than_tiktoken_is_no_letter(kind: str) -> None:
    """U+0558 is a letter as of Unicode 18; read as one, this was a single span, and the ids were wrong."""
    text = "\u0433\u0578\u0558\u03d9"
    assert build_lexer("o200k_base", kind).spans(text).ends.tolist() == [4, 8]
