"""The lexers of a page, and Python's: the same tables, and the same spans of all short strings."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wordchipper_lab.lab.divergence import common_alphabet, read_lexer
from wordchipper_lab.spanners import SpanLexer
from wordchipper_lab.spanners.logos import LogosLexer
from wordchipper_lab.spanners.span_lexer import collect_spans
from wordchipper_lab.spanners.specimens import SPECIMENS
from wordchipper_lab.vocab.patterns import PATTERN_MODELS
from wordchipper_lab.web.modules import WEB

WORDS = [
    *(f"{kind}:{model}" for kind in ("automaton", "vector", "logos") for model in PATTERN_MODELS),
    *(f"specimen:{name}" for name in SPECIMENS),
    r"automaton:a*b|a",
    r"automaton:\p{L}+|\s+(?!\S)",
]

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def sha256(array: np.ndarray) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()


def expected(lexer: SpanLexer, characters: str, length: int) -> dict[str, Any]:
    texts = ["".join(found).encode() for found in product(characters, repeat=length)]
    data = np.frombuffer(bytearray(b"".join(texts)), dtype=np.uint8)
    ends = np.cumsum([len(text) for text in texts])
    spans = collect_spans(lexer, data, ends, np.zeros(len(texts), dtype=np.uint8))
    tables = list(map(sha256, lexer.tables)) if isinstance(lexer, LogosLexer) else None
    return {"ends": sha256(spans.ends.astype(np.uint32)), "kinds": sha256(spans.kinds), "tables": tables}


def check(questions: list[tuple[str, int]]) -> None:
    lexers = {word: read_lexer(word) for word, _ in questions}
    alphabets = {word: common_alphabet(lexer).sweep_characters() for word, lexer in lexers.items()}
    asked = [{"word": word, "characters": alphabets[word], "length": length} for word, length in questions]
    script = Path(__file__).with_name("lex_strings.js").read_text()
    command = ["node", "--input-type=module", "-e", script, str(WEB)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    for (word, length), found in zip(questions, json.loads(done.stdout), strict=True):
        assert found == expected(lexers[word], alphabets[word], length), (word, length)


def test_all_strings_of_up_to_three_characters() -> None:
    check([(word, length) for word in WORDS for length in (1, 2, 3)])


@pytest.mark.deep
@pytest.mark.parametrize("word", WORDS)
def test_all_strings_of_four_characters(word: str) -> None:
    check([(word, 4)])
