"""Vocabularies to look into: real ones, and one as odd as a file may be."""

from __future__ import annotations

import pytest

from wordchipper_lab.vocab import UnifiedVocab
from wordchipper_lab.vocab.token_bytes import pack_tokens

BYTES = [bytes([value]) for value in range(256)]
ODD = [
    b"bcd",  # precedes one of the tokens it is merged from
    b"cd",
    b"",  # an id without a token
    b" the",  # no merge makes it
    "ж".encode(),
    "жо".encode(),
    "aж".encode(),
    b"\xf0\x9f",
    b"\x98\x80",
    b" \xf0\x9f",
    "\ufffd".encode(),
    "straße".encode(),
    b"STRASSE",
    b"\r\n",
    b" 12",
    b");\n",
    b"a1",
    b"<script>alert(1)</script>",
    b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
]


@pytest.fixture(scope="session")
def odd() -> UnifiedVocab:
    """Unreachable tokens, a hole, tokens that are not whole UTF-8, two special tokens (one far away)."""
    return UnifiedVocab(
        pack_tokens([*BYTES, *ODD]),
        pattern=r"\w+",
        special_tokens={"<|a b|>": 300, "<|x|>": 9999},
        name="odd",
    )
