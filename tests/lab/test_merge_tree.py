"""Merge trees: exactly what the engine merges, for tokens of any length."""

from __future__ import annotations

import json

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.errors import UnknownTokenError
from wordchipper_lab.lab import merge_tree, span_tree
from wordchipper_lab.vocab import UnifiedVocab, load_vocab
from wordchipper_lab.vocab.token_bytes import pack_tokens

BYTES = [bytes([value]) for value in range(256)]


def vocabulary(*tokens: bytes, **options: object) -> UnifiedVocab:
    return UnifiedVocab(pack_tokens([*BYTES, *tokens]), pattern=r"\w+", **options)


@pytest.mark.parametrize("name", ["r50k_base", "p50k_edit", "cl100k_base", "o200k_base"])
def test_every_node_is_the_pair_that_the_vocabulary_merges(name: str) -> None:
    vocab = load_vocab(name)
    for token in np.random.default_rng(3).integers(0, vocab.n_ranked, 300).tolist():
        if token == 50256 and name.startswith("p50k"):
            continue
        tree = merge_tree(vocab, token)
        assert (tree.token, tree.data, tree.start) == (token, vocab.token_bytes(token), 0)
        for node in tree:
            assert vocab.token_bytes(node.token) == node.data == tree.data[node.start : node.end]
            assert (node.left is None) == (node.right is None) == (len(node.data) == 1)
            if node.left and node.right:
                assert vocab.find_pair(node.left.token, node.right.token) == node.token
                assert (node.left.start, node.left.end, node.right.end) == (
                    node.start,
                    node.right.start,
                    node.end,
                )
                assert max(node.left.token, node.right.token) < node.token


def test_holes_special_tokens_and_unknown_ids() -> None:
    p50k = load_vocab("p50k_edit")
    tree = merge_tree(p50k, 50256)
    assert (tree.data, tree.left, tree.depth) == (b"<|endoftext|>", None, 0)
    for token in (-1, 10**9, 50284):
        with pytest.raises(UnknownTokenError):
            merge_tree(p50k, token)


def test_unreachable_tokens_are_leaves() -> None:
    vocab = vocabulary(b"abcd", b"ab", b"abd")
    assert merge_tree(vocab, 256).left is None
    assert str(merge_tree(vocab, 258)).splitlines() == [
        "'abd' 258",
        "├─ 'ab' 257",
        "│  ├─ 'a' 97",
        "│  └─ 'b' 98",
        "└─ 'd' 100",
    ]


def test_a_tree_deeper_than_python_recurses() -> None:
    vocab = vocabulary(*(b"a" + b"b" * size for size in range(1, 1501)))
    tree = merge_tree(vocab, 256 + 1499)
    assert tree.depth == 1500
    assert len(tree.to_json()["nodes"]) == 3001
    assert len(str(tree).splitlines()) == 3001
    json.dumps(tree.to_json())


def test_json_says_the_same_as_the_tree() -> None:
    tree = merge_tree(load_vocab("o200k_base"), 2375)
    drawn = tree.to_json()
    nodes = list(tree)
    assert bytes.fromhex(drawn["bytes"]) == b" world"
    for (token, start, end, left, right), node in zip(drawn["nodes"], nodes, strict=True):
        assert (token, start, end) == (node.token, node.start, node.end)
        assert (nodes[left] if left >= 0 else None) is node.left
        assert (nodes[right] if right >= 0 else None) is node.right


def test_trees_of_a_span_stand_side_by_side() -> None:
    tok = Tokenizer.from_pretrained("o200k_base")
    ids = tok.encode("untranslatableness")
    trees = span_tree(tok, ids)
    assert [tree.token for tree in trees] == ids
    assert b"".join(tree.data for tree in trees) == b"untranslatableness"
    assert [tree.start for tree in trees[1:]] == [tree.end for tree in trees[:-1]]
    assert [min(node.start for node in tree) for tree in trees] == [tree.start for tree in trees]
    assert span_tree(tok, []) == []


def test_a_character_that_is_torn_is_drawn_as_bytes() -> None:
    vocab = load_vocab("o200k_base")
    token = vocab.find_token("👍".encode()) or vocab.find_token(b"\xf0\x9f\x91")
    assert "f0" in str(merge_tree(vocab, token))
