"""The browser's trainer is Python's: the same counts, merges, changes and heaps, on corpora made at random."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.browser.manifest import TOKENIZER
from wordchipper_lab.errors import TrainingError
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import BYTE_ORDERS, TIES, SpanCounts, SymbolCounts, TrainingOptions
from wordchipper_lab.training.fast import FastTrainer, SpanCounter
from wordchipper_lab.vocab.pattern_names import resolve_pattern

from ..line_program import LineProgram
from ..tokenizer.test_exactness import TEXTS, random_text

HERE = Path(__file__).parent
PATTERNS = [
    "r50k_base",
    "cl100k_base",
    "o200k_base",
    "llama3",
    "deepseek_v3",
    r"[\s\S]+",
    r"\w+",
    r"a+b|a",
    r"\S*;|\S",
]
"""The last two look far ahead, again and again."""
SPECIALS = ["<|endoftext|>", "<s>", "low"]


class Node(LineProgram):
    def __init__(self) -> None:
        super().__init__("node", str(HERE / "train_in_node.js"), str(TOKENIZER))

    def __call__(self, ask: str, **question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask(json.dumps({"ask": ask, **question}).encode())
        return answer


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the browser's trainer was not compared")
    process = Node()
    yield process
    process.close()


# -- counting ------------------------------------------------------------------------------------------------


def counted(pattern: str, texts: list[str], specials: list[str]) -> dict[str, Any]:
    counter = SpanCounter(TextSpanner(build_lexer(pattern, "automaton"), dict.fromkeys(specials, 0)), 1)
    for text in texts:
        counter.add_texts([text])
    found = counter.counts()
    spans = [span.hex() for span in found.spans()]
    return {"spans": spans, "counts": found.counts.tolist(), "nBytes": found.n_bytes}


def compare_counts(node: Node, seed: int, n: int) -> None:
    rng = random.Random(seed)
    for _ in range(n):
        pattern = rng.choice(PATTERNS)
        texts = [
            rng.choice([*TEXTS, random_text(rng, rng.randint(0, 300))]) for _ in range(rng.randint(0, 3))
        ]
        specials = rng.sample(SPECIALS, rng.randint(0, 3))
        texts = [text + rng.choice(["", *SPECIALS]) + text for text in texts]
        asked = {"pattern": resolve_pattern(pattern), "texts": texts, "specials": specials}
        expected = counted(pattern, texts, specials)
        assert node("count", **asked, vector=rng.random() < 0.5) == expected, (seed, asked)


@pytest.mark.parametrize("seed", range(4))
def test_counts(node: Node, seed: int) -> None:
    compare_counts(node, seed, 40)


def test_more_spans_than_a_table_begins_with(node: Node) -> None:
    text = (
        " ".join(f"{number:x}" for number in range(30_000)) + " " + " ".join("x" * n for n in range(1, 400))
    )
    for pattern in (r"\S+", r"\S+;|\S+"):
        assert node("count", pattern=pattern, texts=[text], specials=[]) == counted(pattern, [text], [])


# -- training ------------------------------------------------------------------------------------------------


def some_corpus(rng: random.Random) -> dict[bytes, int]:
    letters = b"abcdefgh"[: rng.randint(1, 8)] if rng.random() < 0.8 else bytes(range(256))
    longest = rng.choice([3, 8, 40])
    spans = (bytes(rng.choices(letters, k=rng.randint(1, longest))) for _ in range(rng.randint(0, 60)))
    most = rng.choice([1, 3, 1000, 1 << 33])
    return {span: rng.randint(1, most) for span in spans}


def some_options(rng: random.Random) -> dict[str, Any]:
    return {
        "vocabSize": 256 + rng.choice([0, 1, 5, 40, 300]),
        "tie": rng.choice(list(TIES)),
        "minFrequency": rng.choice([1, 1, 2, 5]),
        "maxTokenLength": rng.choice([None, None, 1, 2, 5]),
        "byteOrder": rng.choice(list(BYTE_ORDERS)),
    }


def options_of(given: dict[str, Any]) -> TrainingOptions:
    size, tie, least, longest, order = given.values()
    return TrainingOptions(size, tie, least, longest, byte_order=order)


def state_of(trainer: FastTrainer) -> dict[str, Any]:
    pairs = [[*pair, count] for pair, count in trainer.pair_counts().items()]
    best = trainer.best_pair()
    return {
        "sequences": trainer.sequences(),
        "pairs": pairs,
        "best": best and [*best[0], best[1]],
        "heap": [trainer.heap_live, trainer.heap_stale],
        "nTokens": trainer.n_tokens,
        "stopped": trainer.stopped,
    }


def trained(
    spans: dict[bytes, int], given: dict[str, Any], blocks: list[int], watched: bool
) -> dict[str, Any]:
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping(spans), given["byteOrder"])
    changes: list[Any] = []
    trainer = FastTrainer(corpus, options_of(given), observer=changes.append if watched else None)
    states = []
    for most in blocks:
        trainer.steps(most)
        states.append(state_of(trainer))
    return {
        "merges": [list(merge) for merge in trainer.merges],
        "tokens": [token.hex() for token in trainer.tokens],
        "states": states,
        "changes": [[change.kind, change.span, *change.pair, change.weight] for change in changes],
    }


def packed(spans: dict[bytes, int]) -> dict[str, Any]:
    return {"spans": [span.hex() for span in spans], "counts": list(spans.values())}


def compare_training(node: Node, seed: int, n: int) -> None:
    rng = random.Random(seed)
    for _ in range(n):
        spans, given = some_corpus(rng), some_options(rng)
        blocks = rng.choice([[1] * 12, [400], [1, 3, 17, 400]])
        watched = rng.random() < 0.5
        found = node("train", corpus=packed(spans), options=given, blocks=blocks, watched=watched)
        expected = trained(spans, given, blocks, watched)
        for part in expected:  # one after the other: a difference is found more easily
            assert found.get(part) == expected[part], (seed, part, spans, given, blocks, found.get("message"))


@pytest.mark.parametrize("seed", range(6))
def test_training(node: Node, seed: int) -> None:
    compare_training(node, seed, 40)


@pytest.mark.parametrize("tie", TIES)
def test_a_text(node: Node, tie: str) -> None:
    """Long enough for pairs below the threshold, and for arrays that grow."""
    text = Path(random.__file__).read_text()
    spans = {
        bytes.fromhex(span): n
        for span, n in zip(*list(counted("r50k_base", [text], []).values())[:2], strict=True)
    }
    given = {"vocabSize": 4000, "tie": tie, "minFrequency": 1, "maxTokenLength": None, "byteOrder": "value"}
    for blocks, watched in (([700, 5000], False), ([30, 1, 200], True)):
        found = node("train", corpus=packed(spans), options=given, blocks=blocks, watched=watched)
        assert found == trained(spans, given, blocks, watched)


def test_known_merges(node: Node) -> None:
    """Also those that no trainer would make, and of pairs that do not occur."""
    rng = random.Random(0)
    for _ in range(20):
        spans = some_corpus(rng)
        given = some_options(rng) | {"vocabSize": 600, "minFrequency": 1, "maxTokenLength": None}
        corpus = SymbolCounts.from_spans(SpanCounts.from_mapping(spans), given["byteOrder"])
        made = FastTrainer(corpus, options_of(given)).steps(20)
        of_bytes = [merge for merge in made if max(merge.left, merge.right) < 256]
        known = [*rng.sample(of_bytes, len(of_bytes) // 2), *of_bytes[:1]]
        trainer = FastTrainer(corpus, options_of(given))
        trainer.replay(known)
        trainer.steps(7)
        found = node("train", corpus=packed(spans), options=given, blocks=[7], known=known)
        assert found["merges"] == [list(merge) for merge in trainer.merges]
        assert found["states"] == [state_of(trainer)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"vocabSize": 255},
        {"vocabSize": 1 << 40},
        {"minFrequency": 0},
        {"maxTokenLength": 0},
        {"vocabSize": -1},
    ],
)
def test_wrong_options(node: Node, wrong: dict[str, Any]) -> None:
    given = {
        "vocabSize": 300,
        "tie": "lowest_ids",
        "minFrequency": 1,
        "maxTokenLength": None,
        "byteOrder": "value",
    }
    given |= wrong
    with pytest.raises(TrainingError) as raised:
        trained({b"ab": 2}, given, [1], False)
    found = node("train", corpus=packed({b"ab": 2}), options=given, blocks=[1], watched=False)
    assert found == {"error": "TrainingError", "message": str(raised.value)}


def test_what_is_given_back_is_used_again(node: Node) -> None:
    node("renew")
    text = Path(random.__file__).read_text()
    used = []
    for _ in range(4):
        counts = node("count", pattern=resolve_pattern("o200k_base"), texts=[text], specials=[], vector=True)
        node("train", corpus=counts, options={"vocabSize": 900}, blocks=[1, 700], watched=False)
        used.append(node("used")["bytes"])
    assert used[1:] == used[:1] * 3


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 120))
def test_more(node: Node, seed: int) -> None:
    compare_counts(node, seed, 200)
    compare_training(node, seed, 200)
