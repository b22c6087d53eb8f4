"""Character-level BPE: as in the C++ article, in the paper and in subword-nmt."""

from __future__ import annotations

import io
from collections import Counter

import pytest

from wordchipper_lab.errors import TextError, TrainingError, UnknownNameError, UnknownTokenError
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.training import TRAINERS, CharacterBPE

pytestmark = pytest.mark.filterwarnings("ignore:training stopped early")

PAPER = "low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3


def as_text(bpe: CharacterBPE, text: str) -> list[str]:
    return [bpe.tokens[token] for token in bpe.encode(text)]


def test_hello_as_in_the_cpp_article() -> None:
    bpe = CharacterBPE.train("hello hello hello", n_merges=2, tie="greatest_bytes")
    assert bpe.merges == [("l", "o</w>"), ("l", "lo</w>")]
    bpe = CharacterBPE.train("hello", n_merges=4)
    assert bpe.tokens[:4] == ["h", "e", "l", "o</w>"]
    assert bpe.merges == [("e", "l"), ("el", "l"), ("ell", "o</w>"), ("h", "ello</w>")]
    assert bpe.vocab_size == 4 + 4
    assert as_text(bpe, "hello") == ["hello</w>"]


def test_the_paper_s_example() -> None:
    # In the listing by Sennrich et al. the marker is a separate symbol and a dictionary's first maximum wins.
    bpe = CharacterBPE.train(PAPER, n_merges=10, tie="first_seen", marker="separate", pattern="whitespace")
    learned = [left + right for left, right in bpe.merges]
    assert learned[:6] == ["es", "est", "est</w>", "lo", "low", "ne"]
    assert as_text(bpe, "lowest") == ["low", "est</w>"]


def cpp_train(words: list[str], n: int) -> list[tuple[str, str]]:
    """The C++ article's loop: an ordered map of string pairs, of which the first largest entry wins."""
    corpus = [([*word[:-1], word[-1] + "</w>"], count) for word, count in Counter(words).items()]
    learned = []
    for _ in range(n):
        totals: Counter[tuple[bytes, bytes]] = Counter()
        for symbols, count in corpus:
            for i in range(1, len(symbols)):
                totals[symbols[i - 1].encode(), symbols[i].encode()] += count
        if not totals:
            break
        most = max(totals.values())
        left, right = (part.decode() for part in min(pair for pair in totals if totals[pair] == most))
        learned.append((left, right))
        for symbols, _ in corpus:
            i = 0
            while i + 1 < len(symbols):
                if symbols[i] == left and symbols[i + 1] == right:
                    symbols[i : i + 2] = [left + right]
                i += 1
    return learned


@pytest.mark.parametrize("sample", ["english", "diverse"])
def test_merges_are_the_cpp_article_s(sample: str) -> None:
    text = load_corpus(sample).text[:3_000]
    bpe = CharacterBPE.train(text, n_merges=120)
    assert bpe.merges == cpp_train(bpe.words(text), 120)


@pytest.mark.parametrize("trainer", TRAINERS)
def test_every_generation_takes_characters(trainer: str) -> None:
    text = load_corpus("diverse").text[:2_000]
    assert CharacterBPE.train(text, n_merges=40, trainer=trainer).merges == (
        CharacterBPE.train(text, n_merges=40, trainer="naive").merges
    )


def test_spaces_and_unknown_symbols_are_lost() -> None:
    bpe = CharacterBPE.train("low low lower lower", n_merges=5, pattern="whitespace")
    assert bpe.decode(bpe.encode("low  lower\nlow")) == "low lower low"
    assert bpe.decode(bpe.encode("slow wol")) == "low wo"
    assert bpe.unknown_symbols("slow wol") == ["s", "l</w>"]
    marked = CharacterBPE.train(
        "low low lower lower", n_merges=5, pattern="whitespace", unknown_token="<unk>"
    )
    assert as_text(marked, "slow") == ["<unk>", "low</w>"]
    assert marked.tokens[-1] == "<unk>"
    assert marked.vocab_size == bpe.vocab_size + 1


def test_the_article_s_pattern() -> None:
    bpe = CharacterBPE.train("x", n_merges=0)
    assert bpe.words("Don't stop café 12345!\n") == [
        "Don",
        "'t",
        " stop",
        " caf",
        "é",
        " ",
        "123",
        "45",
        "!\n",
    ]
    assert bpe.words("x_y") == ["x", "y"]


def test_words_that_are_not_in_the_training_text() -> None:
    bpe = CharacterBPE.train("abc cab bca " * 5, n_merges=20, pattern="whitespace")
    assert bpe.encode("") == []
    assert bpe.encode_word("") == []
    assert bpe.decode([]) == ""
    assert "".join(as_text(bpe, "abcabcab")) == "abcabcab</w>"


def test_the_size_is_one_of_two_numbers() -> None:
    assert CharacterBPE.train(PAPER, 15, pattern="whitespace").vocab_size == 15
    with pytest.raises(TrainingError, match="either vocab_size or n_merges"):
        CharacterBPE.train(PAPER)
    with pytest.raises(TrainingError, match="vocab_size is 3: expected at least"):
        CharacterBPE.train(PAPER, 3)


def test_an_early_stop_is_said() -> None:
    with pytest.warns(UserWarning, match="stopped early: no pair is left after 1 of 9 merges"):
        CharacterBPE.train("ab ab", n_merges=9, pattern="whitespace")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="marker 'none'"):
        CharacterBPE.train(PAPER, 20, marker="none")
    with pytest.raises(TrainingError, match="end_of_word is empty"):
        CharacterBPE.train(PAPER, 20, end_of_word="")
    with pytest.raises(TrainingError, match=r"the word 'a</w>b' contains the end-of-word marker"):
        CharacterBPE.train("x a</w>b", 20, pattern="whitespace")
    assert CharacterBPE.train("x a</w>b", n_merges=1, pattern="whitespace", end_of_word="·").vocab_size == 8
    with pytest.raises(TrainingError, match="'a' occurs twice"):
        CharacterBPE(["a", "b", "a"], [])
    with pytest.raises(TrainingError, match="'ab' is not a token"):
        CharacterBPE(["a", "b"], [("a", "b")])
    with pytest.raises(UnknownTokenError, match="id 3 is not in the vocabulary: expected 0 to 1"):
        CharacterBPE(["a", "b"], []).decode([3])
    with pytest.raises(TextError):
        CharacterBPE(["a", "b"], []).encode(b"a")  # type: ignore[arg-type]


def test_merges_and_tokens_are_subword_nmt_s() -> None:
    learn_bpe = pytest.importorskip("subword_nmt.learn_bpe").learn_bpe
    apply_bpe = pytest.importorskip("subword_nmt.apply_bpe").BPE
    text = " \n".join(load_corpus("diverse").text[:9_000].split())
    codes = io.StringIO()
    learn_bpe(io.StringIO(text), codes, 200, min_frequency=2)
    bpe = CharacterBPE.train(text, n_merges=200, tie="greatest_bytes", min_frequency=2, pattern="whitespace")
    lines = ["#version: 0.2", *(" ".join(pair) for pair in bpe.merges), ""]
    assert codes.getvalue().split("\n") == lines
    theirs = apply_bpe(io.StringIO(codes.getvalue()))
    for word in text.split():
        ours = [bpe.tokens[token] for token in bpe.encode_word(word)]
        assert theirs.segment(word) == "@@ ".join(ours).removesuffix("</w>")
