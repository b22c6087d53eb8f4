"""Training that goes on from a tokenizer: as the obvious twin does it, whatever the tokenizer is."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.continued import continued_tokenizer, start_of
from wordchipper_lab.errors import CheckpointError, TrainingError
from wordchipper_lab.lab.merged_spans import merged_spans
from wordchipper_lab.training import TRAINERS, TrainingOptions, run_training

from ..odd_tokenizer import ODD_TEXT, odd_tokenizer_json

Pair = tuple[bytes, bytes]
TEXTS = [
    "the other theories of the weather",
    "there they gather 12 feathers; the rest rested",
    "caf\u00e9 na\u00efve " * 3,
]
SINGLE = {bytes([value]): value for value in range(256)}


# -- the twin ---------------------------------------------------------------------------------------------


def go_on(tok: wl.Tokenizer, texts: Sequence[str], n: int, least: int, whole: bool) -> list[Pair]:
    """Up to n new merges: pairs are counted anew for each, and of equally frequent ones that of the lowest ids wins."""
    numbers, ranks, made = ids_of(tok), ranks_of(tok.merges), []
    words = Counter(word for text in texts for word in words_of(tok, text))
    parts = {word: [word] if whole and word in numbers else merge(word, ranks) for word in words}
    for i in range(n):
        pairs: Counter[Pair] = Counter()
        for word, count in words.items():
            for pair in pairwise(parts[word]):
                pairs[pair] += count
        frequent = [pair for pair, count in pairs.items() if count >= least]
        if not frequent:
            break
        best = min(frequent, key=lambda pair: (-pairs[pair], numbers[pair[0]], numbers[pair[1]]))
        made.append(best)
        numbers[best[0] + best[1]] = tok.max_token + 1 + i
        parts = {word: join(given, best) for word, given in parts.items()}
    return made


def words_of(tok: wl.Tokenizer, text: str) -> list[bytes]:
    found = merged_spans(tok, text)
    return [found.span(number) for number in range(len(found)) if found.is_word(number)]


def merge(word: bytes, ranks: dict[Pair, int]) -> list[bytes]:
    """The lowest rank first, the leftmost of equal ones."""
    parts = [word[i : i + 1] for i in range(len(word))]
    while known := [(ranks[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in ranks]:
        _, i = min(known)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


def join(parts: list[bytes], pair: Pair) -> list[bytes]:
    joined, i = [], 0
    while i < len(parts):
        n = 2 if tuple(parts[i : i + 2]) == pair else 1
        joined.append(b"".join(parts[i : i + n]))
        i += n
    return joined


def ranks_of(merges: Sequence[Pair]) -> dict[Pair, int]:
    return {pair: rank for rank, pair in enumerate(merges)}


def ids_of(tok: wl.Tokenizer) -> dict[bytes, int]:
    """All entries that are not special tokens, also those that no text gives."""
    vocab, starts = tok.vocab, tok.vocab.all_tokens.starts.tolist()
    return {
        vocab.token_bytes(token): token
        for token, (start, end) in enumerate(pairwise(starts))
        if start < end and not vocab.is_special(token)
    }


def check(
    tok: wl.Tokenizer, texts: Sequence[str], n: int, whole: bool = False, **options: Any
) -> wl.Tokenizer:
    """Go on from `tok` for n merges, and compare with the twin: merges, ids, and what texts are encoded to."""
    merges = go_on(tok, texts, n, options.get("min_frequency", 1), whole)
    found = wl.train_bpe(texts, start_of(tok).n_tokens + len(merges), start=tok, **options)
    assert found.merges == [*tok.merges, *merges]
    known, ranks = ids_of(tok), ranks_of(found.merges)
    for i, (left, right) in enumerate(merges):
        known.setdefault(left + right, tok.max_token + 1 + i)
    assert ids_of(found) == known
    assert found.vocab.special_tokens == tok.vocab.special_tokens
    for text in [*texts, ODD_TEXT, "there is another"]:
        words = words_of(tok, text)
        assert words == words_of(found, text)
        parts = [[word] if whole and word in known else merge(word, ranks) for word in words]
        ids = [known[part] for word in parts for part in word]
        assert [token for token in found.encode(text) if not found.vocab.is_special(token)] == ids
        assert found.decode(found.encode(text)) == tok.decode(tok.encode(text))
    return found


def shuffled(rng: random.Random, whole: bool) -> wl.Tokenizer:
    """Merges in another order, some of them left out; ids by lot, with gaps, and a special token between them."""
    small = wl.train_bpe(TEXTS[:2], 257 + rng.randrange(30), special_tokens=["<s>"])
    merges, others = small.merges, [*SINGLE, *(left + right for left, right in small.merges)]
    swaps = range(len(merges)) if rng.random() < 0.6 else []
    for i in swaps:
        j = min(len(merges) - 1, i + rng.randrange(3))
        merges[i], merges[j] = merges[j], merges[i]
    ids = rng.sample(range(2 * len(others)), len(others) + 1)
    merges = [pair for pair in merges if rng.random() < 0.9]
    return wl.Tokenizer.from_merges(
        dict(zip(others, ids, strict=False)), merges, special_tokens={"<s>": ids[-1]}, whole_spans=whole
    )


# -- compared with it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 25])
def test_a_trained_vocabulary_goes_on(n: int) -> None:
    check(wl.train_bpe(["the theory"], 262), TEXTS, n)


def test_it_is_the_training_that_was_interrupted() -> None:
    for size in (256, 270, 290):
        assert wl.train_bpe(TEXTS, 295, start=wl.train_bpe(TEXTS, size)).vocab.ranked.data.tobytes() == (
            wl.train_bpe(TEXTS, 295).vocab.ranked.data.tobytes()
        )


@pytest.mark.deep
def test_a_published_vocabulary_goes_on() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    found = check(tok, TEXTS, 6, whole=True)
    assert found.encode("the<|endoftext|>") == tok.encode("the<|endoftext|>")
    assert found.pattern == tok.pattern
    assert min(found.encode("gather 12 feathers", special="text")) >= 0


@pytest.mark.parametrize("seed", range(24))
def test_listed_merges_in_any_order_go_on(seed: int) -> None:
    rng = random.Random(seed)
    whole = rng.random() < 0.4
    check(shuffled(rng, whole), TEXTS, rng.randrange(40), whole, min_frequency=rng.choice([1, 2]))


def test_all_stages_of_the_tokenizer_stay(tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_file(odd_tokenizer_json(), name="odd.json")
    found = check(tok, [ODD_TEXT * 3, "Lowest LOWER slower", "xyzxyz xyz <mask> 77"], 12)
    assert found.pipeline.normalizer == tok.pipeline.normalizer
    assert found.encode("<|end|>") == tok.encode("<|end|>")
    found.save(tmp_path / "tokenizer.json")
    again = wl.Tokenizer.from_file(tmp_path / "tokenizer.json")
    assert again.encode(ODD_TEXT) == found.encode(ODD_TEXT)


def test_another_program_reads_what_was_learned(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    starts = [wl.Tokenizer.from_file(odd_tokenizer_json(), name="odd.json")]
    starts += [shuffled(random.Random(seed), seed % 2 == 1) for seed in range(6)]
    for tok in starts:
        found = wl.train_bpe([ODD_TEXT, *TEXTS], start_of(tok).n_tokens + 9, start=tok)
        found.save(tmp_path / "tokenizer.json")
        theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
        for text in [ODD_TEXT, *TEXTS]:
            assert theirs.encode(text, add_special_tokens=False).ids == found.encode(text)


def test_an_entry_that_no_merge_made_keeps_its_id() -> None:
    tok = wl.Tokenizer.from_merges({**SINGLE, b"ab": 300, b"abab": 301}, [(b"a", b"b")])
    found = check(tok, ["abab abab abab"], 2)
    assert found.encode("abab") == [301]
    assert found.vocab.other_tokens == {}
    assert found.max_token == 303  # " abab"; 302 is free


def test_whole_spans_are_not_taken_apart() -> None:
    tok = wl.Tokenizer.from_merges({**SINGLE, b"abc": 256}, [], whole_spans=True)
    found = check(tok, ["abc" * 2, "abc abcd"], 3, whole=True)
    assert found.encode("abc") == [256]


@pytest.mark.parametrize("trainer", TRAINERS)
def test_every_generation_goes_on_alike(trainer: str) -> None:
    tok = shuffled(random.Random(5), False)
    for tie in ("lowest_ids", "greatest_bytes", "least_bytes", "first_seen"):
        one, other = (
            wl.train_bpe(TEXTS, start_of(tok).n_tokens + 20, start=tok, tie=tie, trainer=name).merges
            for name in (trainer, "naive")
        )
        assert one == other


# -- special tokens, limits, checkpoints -----------------------------------------------------------------------


@pytest.mark.parametrize("place", ["after_merges", "after_bytes"])
def test_new_special_tokens(place: str) -> None:
    tok = wl.Tokenizer.from_file(odd_tokenizer_json(), name="odd.json")
    for start, text in (
        (tok, "low lowlow<new>low <|end|>"),
        (shuffled(random.Random(1), False), "low<new>low<s>"),
    ):
        size = start_of(start).n_tokens + 3
        found = wl.train_bpe([text * 4], size, special_tokens=["<new>"], start=start, special_ids=place)
        first = start.max_token + 1
        assert found.vocab.special_tokens["<new>"] == (first if place == "after_bytes" else first + 2)
        assert found.vocab.special_tokens["<new>"] in found.encode(text)
        assert found.max_token == first + 2
        assert not any(b"<" in left + right for left, right in found.merges[len(start.merges) :])


def test_a_checkpoint_is_of_one_start(tmp_path: Path) -> None:
    tok = wl.train_bpe(["the theory"], 262)
    found = wl.train_bpe(TEXTS, 275, start=tok, checkpoint=tmp_path)
    assert (
        wl.train_bpe(TEXTS, 280, start=tok, checkpoint=tmp_path).merges[: len(found.merges)] == found.merges
    )
    with pytest.raises(CheckpointError, match="its start is"):
        wl.train_bpe(TEXTS, 280, start=wl.train_bpe(["other"], 259), checkpoint=tmp_path)
    with pytest.raises(CheckpointError, match="its start is"):
        wl.train_bpe(TEXTS, 280, checkpoint=tmp_path)


def test_a_checkpoint_of_a_pipeline_is_resumed(tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_file(odd_tokenizer_json(), name="odd.json")
    size = start_of(tok).n_tokens + 6
    expected = wl.train_bpe([ODD_TEXT] * 3, size, start=tok).merges
    for _ in range(2):
        assert wl.train_bpe([ODD_TEXT] * 3, size, start=tok, checkpoint=tmp_path).merges == expected


def test_what_does_not_go_together_is_refused() -> None:
    tok = wl.train_bpe(["the theory"], 262, special_tokens=["<s>"])
    for options, said in (
        ({"vocab_size": 261}, "vocab_size is 261: expected at least 262, for the 262 tokens of trained"),
        ({"vocab_size": 262, "special_tokens": ["<t>"]}, "at least 263.* and 1 new special tokens"),
        ({"special_tokens": ["<s>"]}, "trained has the special token '<s>' already"),
        ({"pattern": "cl100k_base"}, "pattern is 'cl100k_base', but trained"),
        ({"byte_order": "gpt2"}, "the bytes have their ids in trained already"),
    ):
        with pytest.raises(TrainingError, match=said):
            wl.train_bpe(TEXTS, **{"vocab_size": 270, "start": tok, **options})
    assert wl.train_bpe(TEXTS, 263, pattern="r50k_base", start=tok).pattern == tok.pattern


def test_bytes_without_a_token_are_refused() -> None:
    file = json.loads(odd_tokenizer_json())
    file["model"] |= {
        "vocab": {"a": 0, "b": 1, "ab": 2, "<unk>": 3},
        "merges": [["a", "b"]],
        "unk_token": "<unk>",
    }
    file["added_tokens"] = []
    tok = wl.Tokenizer.from_file(json.dumps(file).encode(), name="few.json")
    with pytest.raises(TrainingError, match="few has no token for the byte 0x00"):
        wl.train_bpe(TEXTS, 300, start=tok)


def test_ids_that_are_mostly_unused_are_refused() -> None:
    tok = wl.Tokenizer.from_merges({**SINGLE, b"ab": 9_000_000}, [(b"a", b"b")])
    with pytest.raises(TrainingError, match="257 tokens with ids up to 9,000,000"):
        wl.train_bpe(TEXTS, 300, start=tok)


def test_a_run_that_is_watched_can_be_used_at_any_time() -> None:
    tok = shuffled(random.Random(3), False)
    run = run_training(TEXTS, TrainingOptions(start_of(tok).n_tokens + 9), start=start_of(tok))
    assert run.merges[0].token == tok.max_token + 1
    assert continued_tokenizer(run, tok).merges == [
        *tok.merges,
        *((run.tokens[merge.left], run.tokens[merge.right]) for merge in run.merges),
    ]
