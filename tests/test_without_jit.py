"""The kernels are also plain Python: with ``NUMBA_DISABLE_JIT=1`` they give the same ids, slowly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import tiktoken

ROOT = Path(__file__).parents[1]
TEXT = (
    "It's  naïve:\r\n 日本語, 👍🏽 tokenization 12345<|endoftext|>  x_1 = '\t'; antidisestablishmentarianism"
)

PROGRAM = """
import json, sys, unicodedata
import wordchipper_lab as wl
from wordchipper_lab.pipeline.normal_forms import normal_text
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    for text in ("cafe\\u0301", "\\ufb01 e\\u0301\\u0323 \\uac00\\u11a8", "\\u65e5\\u672c"):
        assert normal_text(text, form) == unicodedata.normalize(form, text)
text = json.loads(sys.argv[1])
combinations = [(lexer, "auto") for lexer in wl.LEXERS] + [("auto", encoder) for encoder in wl.ENCODERS]
results = {}
for lexer, encoder in combinations:
    tok = wl.Tokenizer.from_pretrained("r50k_base", lexer=lexer, encoder=encoder)
    ids = tok.encode(text)
    assert tok.encode_batch(["", text, "", text], num_threads=1) == [[], ids, [], ids]
    results[f"{lexer} {encoder}"] = [ids, tok.decode(ids)]
print(json.dumps(results))
"""


@pytest.mark.deep
def test_same_ids_as_tiktoken() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(TEXT)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    expected = tiktoken.get_encoding("r50k_base").encode(TEXT, allowed_special="all")
    results = json.loads(done.stdout)
    assert len(results) == 9
    for combination, (ids, text) in results.items():
        assert ids == expected, combination
        assert text == TEXT
