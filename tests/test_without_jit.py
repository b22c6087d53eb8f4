"""The kernels are also plain Python: with ``NUMBA_DISABLE_JIT=1``, or without numba, they give the same ids, slowly."""

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


WITHOUT_NUMBA = """
import sys, warnings
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numba" else found(name, *more)
import wordchipper_lab as wl
from wordchipper_lab import widgets
for name in widgets.__all__:
    getattr(widgets, name)
warnings.simplefilter("ignore")
single = {bytes([value]): value for value in range(256)}
tok = wl.Tokenizer.from_merges({**single, b"ab": 256, b"abc": 257}, [(b"a", b"b"), (b"ab", b"c")])
print(tok.encode("abcab ab"), widgets.Explorer("xabc", model=tok).ids)
"""


@pytest.mark.parametrize("kernels", ["auto", "numba"])
def test_widgets_and_ids_without_numba(kernels: str) -> None:
    """With linked kernels, and, as in JupyterLite, with none."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA],
        cwd=ROOT,
        env={**os.environ, "WORDCHIPPER_LAB_KERNELS": kernels},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[257, 256, 32, 256] [120, 257]\n"
