"""Ids are tiktoken's with a memo of every size, on every level of the linked kernels and with numba's."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from wordchipper_lab.kernels.jit import JIT_DISABLED
from wordchipper_lab.kernels.linked.levels import usable_levels
from wordchipper_lab.kernels.linked.load import CHOICE

# Twice, so that what was remembered is used; the words are more than the largest memo holds, so it grows to its limit
# in each of its ways and replaces what it has.
PROGRAM = """
import sys
import numpy as np, tiktoken
import wordchipper_lab as wl
from wordchipper_lab.kernels.linked.load import linked_level
from wordchipper_lab.lab.benchmark.corpora import load_corpus

rng = np.random.default_rng(7)

def words(letters, n, size):
    return " ".join(map("".join, rng.choice([*letters], (n, size))))

cyrillic, han, thai = ([*map(chr, range(*ends))] for ends in ((0x430, 0x450), (0x4E00, 0x5200), (0xE01, 0xE3A)))
texts = [
    load_corpus("diverse").text[:400_000],
    words("etaoinshrdlu", 90_000, 5),
    words(cyrillic, 20_000, 7),
    words(thai, 3_000, 12),
    *(words(han, 1_500, size) for size in (9, 30, 61)),
    "\\n".join("x" * n + " " * n + "\\u4e2d" * n for n in range(1, 300)),
]
texts = [text[at : at + 5_000] for text in texts for at in range(0, len(text), 5_000)] + texts
for name in sys.argv[1:]:
    known = tiktoken.get_encoding(name)
    expected = [known.encode_ordinary(text) for text in texts]
    for memo_bytes in (1, *(1 << bits for bits in range(11, 28))):
        tok = wl.Tokenizer.from_pretrained(name, memo_bytes=memo_bytes, num_threads=1)
        for once in range(2):
            for text, ids in zip(texts, expected):
                assert tok.encode_array(text, special="text").tolist() == ids, (name, memo_bytes, once, text[:50])
        tok._encoder._local.workspace.settle_memo()
        assert [tok.encode(text, special="text") for text in texts[:20]] == expected[:20]
print(linked_level())
"""


@pytest.mark.deep
@pytest.mark.skipif(JIT_DISABLED, reason="kernels are Python")
@pytest.mark.parametrize("choice", [*usable_levels(), "numba"])
def test_every_memo_size(choice: str) -> None:
    pytest.importorskip("tiktoken")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "r50k_base", "cl100k_base", "o200k_base"],
        env=os.environ | {CHOICE: choice},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ("None" if choice == "numba" else choice)
