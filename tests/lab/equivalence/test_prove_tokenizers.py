"""Published vocabularies against themselves, each other, and themselves with merges in another order."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.errors import LexerTypeError, WorkLimitError
from wordchipper_lab.lab import prove_equivalence
from wordchipper_lab.lab.divergence import Divergence, Proof
from wordchipper_lab.lab.reachability import merge_rules
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.vocab.merge_ranks import rank_by_merges
from wordchipper_lab.vocab.unified import UnifiedVocab


@cache
def load(name: str) -> Tokenizer:
    return Tokenizer.from_pretrained(name)


def _prove(a: str, b: str):
    return prove_equivalence(load(a), load(b))


def test_p50k_has_tokens_for_spaces() -> None:
    for pair in (("r50k_base", "p50k_base"), ("p50k_base", "r50k_base")):
        found = _prove(*pair)
        assert (found.equal, found.text, found.cause, found.is_shortest) == (False, "  ", "merges", True)
        assert {found.a_ids, found.b_ids} == {(220, 220), (50257,)}


def test_the_shortest_text_of_two_unlike_vocabularies() -> None:
    found = _prove("cl100k_base", "o200k_base")
    assert (found.cause, len(found.text.encode()), found.is_shortest) == ("vocabulary", 2, True)
    one, other = load("cl100k_base"), load("o200k_base")
    ascii_texts = [chr(i) for i in range(128)]
    assert [one.encode(text) for text in ascii_texts] == [other.encode(text) for text in ascii_texts]
    assert json.loads(json.dumps(found.to_json()))["a_ids"] == one.encode(found.text)


def test_special_tokens_only() -> None:
    found = _prove("o200k_base", "o200k_harmony")
    assert (found.text, found.cause, found.is_shortest) == ("<|end|>", "special tokens", True)
    assert found.otherwise is not None
    assert found.otherwise.verify()
    assert "Without special tokens" in str(found)
    assert found.to_json()["otherwise"]["equal"] is True


@pytest.mark.parametrize("name", ["p50k_base", "o200k_base"])
def test_a_vocabulary_and_itself(name) -> None:
    found = prove_equivalence(load(name), Tokenizer.from_pretrained(name, lexer="automaton"))
    assert found.equal
    assert found.verify()
    assert found.certificate.method == "same merges"
    assert json.loads(json.dumps(found.to_json()))["certificate"]["n_tokens"] == load(name).vocab_size


@pytest.mark.parametrize("file", ["tokenizer.json", "vocab.bpe", "mine.tiktoken"])
def test_a_vocabulary_read_from_a_file(file, tmp_path) -> None:
    tok = load("r50k_base")
    tok.save(tmp_path / file)
    again = Tokenizer.from_file(
        tmp_path / file, pattern="r50k_base", special_tokens=dict(tok.get_special_tokens())
    )
    found = prove_equivalence(tok, again)
    assert found.equal, str(found)


# -- merges in another order --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ordered:
    """A vocabulary's merges, the order in which they are listed, and which neighbours in it touch each other."""

    tok: Tokenizer
    order: list[int]

    def conflict(self, place: int) -> bool:
        one, other = self.order[place : place + 2]
        rules = merge_rules(self.tok)
        return rules.left[one] == rules.right[other] or rules.right[one] == rules.left[other]

    def depends(self, place: int) -> bool:
        one, other = self.order[place : place + 2]
        rules = merge_rules(self.tok)
        return one in (rules.left[other], rules.right[other])

    def exchanged(self, places: list[int]) -> Tokenizer:
        order = list(self.order)
        for place in places:
            order[place], order[place + 1] = order[place + 1], order[place]
        rules = merge_rules(self.tok)
        tokens = [rules.token_bytes(rank) for rank in range(len(rules))]
        ids = {token: rank for rank, token in enumerate(tokens) if token}
        merges = [(tokens[rules.left[rank]], tokens[rules.right[rank]]) for rank in order]
        ranked = rank_by_merges("mine", ids, merges)
        specials = self.tok.vocab.special_tokens
        return Tokenizer(UnifiedVocab(ranked, pattern=self.tok.pattern, special_tokens=specials, name="mine"))


@pytest.fixture(scope="module")
def r50k() -> Ordered:
    tok = load("r50k_base")
    return Ordered(tok, np.flatnonzero(merge_rules(tok).left >= 0).tolist())


def test_an_order_that_makes_no_difference(r50k) -> None:
    places = np.random.default_rng(1).choice(len(r50k.order) // 2, 300, replace=False) * 2
    places = [place for place in places.tolist() if not r50k.conflict(place) and not r50k.depends(place)]
    other = r50k.exchanged(places)
    assert other.vocab.tables.splits.tolist() != r50k.tok.vocab.tables.splits.tolist()
    found = prove_equivalence(r50k.tok, other)
    assert found.equal, str(found)
    assert found.certificate.method == "same neighbours"
    assert found.certificate.n_pairs == 70_924_173
    assert found.verify()


def test_an_order_that_makes_one(r50k) -> None:
    rng = np.random.default_rng(2)
    wanted = [
        place
        for place in rng.permutation(len(r50k.order) - 1).tolist()[:5000]
        if r50k.conflict(place) and not r50k.depends(place)
    ][:3]
    for place in wanted:
        other = r50k.exchanged([place])
        found = prove_equivalence(r50k.tok, other)
        assert (found.equal, found.cause) == (False, "merges")
        assert (
            found.a_ids
            == tuple(r50k.tok.encode(found.text))
            != tuple(other.encode(found.text))
            == found.b_ids
        )
        # Merging differs on a w x y in which w x and x y are the two merges; nothing shorter has both.
        one, two = (r50k.tok.id_to_bytes(r50k.order[place + i]) for i in (0, 1))
        assert found.is_shortest
        assert len(found.text.encode()) >= max(len(one), len(two)) + 1


# -- patterns, lexers, limits ---------------------------------------------------------------------------------


def test_other_patterns_that_mean_the_same(tmp_path) -> None:
    tok = load("r50k_base")
    tok.save(tmp_path / "mine.tiktoken")
    specials = dict(tok.get_special_tokens())
    again = Tokenizer.from_file(
        tmp_path / "mine.tiktoken", pattern=f"(?:{tok.pattern})", special_tokens=specials
    )
    found = prove_equivalence(tok, again)
    assert found.equal, str(found)
    assert "the same spans" in str(found)


def test_another_pattern(tmp_path) -> None:
    tok = load("r50k_base")
    tok.save(tmp_path / "mine.tiktoken")
    specials = dict(tok.get_special_tokens())
    again = Tokenizer.from_file(tmp_path / "mine.tiktoken", pattern="cl100k_base", special_tokens=specials)
    found = prove_equivalence(tok, again)
    assert (found.equal, found.cause) == (False, "split pattern")
    assert tok.encode(found.text) != again.encode(found.text)


def test_a_pattern_that_cuts_where_no_token_is_cannot_be_decided() -> None:
    tokens = rank_by_merges("x", {bytes([value]): value for value in range(256)}, [])
    one, other = (Tokenizer(UnifiedVocab(tokens, pattern=pattern)) for pattern in (r"[\s\S]+", r"[\s\S]"))
    found = prove_equivalence(one, other)
    assert found.equal is None
    assert "cut" in str(found)
    assert found.to_json()["unchecked"]


def test_two_tokenizers_are_compared_by_ids_and_lexers_by_spans() -> None:
    a, b = load("cl100k_base"), load("o200k_base")
    assert isinstance(prove_equivalence(a.spanner.lexer, b.spanner.lexer), Divergence)
    assert isinstance(prove_equivalence(a, "regex:cl100k_base"), Proof)
    assert isinstance(prove_equivalence(build_lexer("r50k_base"), "regex:r50k_base"), Proof)
    with pytest.raises(LexerTypeError):
        prove_equivalence(a, 5)


def test_it_can_be_stopped() -> None:
    with pytest.raises(WorkLimitError, match="stopped"):
        prove_equivalence(load("r50k_base"), load("p50k_base"), should_stop=lambda: True)
