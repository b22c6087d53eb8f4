"""Tokenizers of any make: recognized, called as they are by default, and named by what they do, not what they say."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.compat import tiktoken as our_tiktoken
from wordchipper_lab.errors import PeerError, TokenizerTypeError, UnknownNameError
from wordchipper_lab.lab import ForeignTokenizer, compare_tokenizers
from wordchipper_lab.lab.benchmark.peers.vocab_cache import bundled_ranks
from wordchipper_lab.lab.tokenizer_comparison import ComparedAs, as_side
from wordchipper_lab.lab.tokenizer_comparison.recipe import Frame
from wordchipper_lab.vocab.pretrained import pretrained_spec

from .planted import PLANTED, good, planted

TEXTS = [
    "the other  12345 thing",
    "I'M <|endoftext|> here",
    "caf\u00e9 \u4e2d\u6587 \U0001f600\n\n  x",
    "a  \n b" * 50,
]


def causes(a: Any, b: Any, source: Any, **options: Any) -> set[tuple[str, ...]]:
    return {difference.stages for difference in compare_tokenizers(a, b, source, **options).differences}


# -- tiktoken -------------------------------------------------------------------------------------------


def r50k(module: Any, **changed: Any) -> Any:
    """tiktoken's r50k_base, with something changed."""
    spec = pretrained_spec("r50k_base")
    parts = {
        "pat_str": spec.pattern,
        "mergeable_ranks": bundled_ranks("r50k_base"),
        "special_tokens": dict(spec.special_tokens),
    }
    return module.Encoding("r50k_base", **(parts | changed))


def swapped_ranks() -> dict[bytes, int]:
    ranks = bundled_ranks("r50k_base")
    return ranks | {b" thing": ranks[b" other"], b" other": ranks[b" thing"]}


def without_a_token() -> dict[bytes, int]:
    """Without " thing"; the last token has its rank."""
    ranks = bundled_ranks("r50k_base")
    last = max(ranks, key=ranks.__getitem__)
    lost = ranks.pop(b" thing")
    return ranks | {last: lost}


TIKTOKEN_BUGS: dict[str, tuple[str, dict[str, Any]]] = {
    "split pattern": (" 12345", {"pat_str": pretrained_spec("cl100k_base").pattern}),
    "special tokens": ("a<|endoftext|>", {"special_tokens": {}}),
    "vocabulary": ("a thing", {"mergeable_ranks": swapped_ranks}),
    "merges": ("a thing", {"mergeable_ranks": without_a_token}),
}


@pytest.mark.parametrize("stage", TIKTOKEN_BUGS)
@pytest.mark.parametrize("package", ["tiktoken", "compat"])
def test_bugs_in_tiktoken(package: str, stage: str) -> None:
    module = pytest.importorskip("tiktoken") if package == "tiktoken" else our_tiktoken
    text, changed = TIKTOKEN_BUGS[stage]
    wrong = r50k(module, **{name: value() if callable(value) else value for name, value in changed.items()})
    found = compare_tokenizers("r50k_base", wrong, [*TEXTS[2:], text])
    assert {difference.stages for difference in found.differences} == {(stage,)}
    assert {difference.how for difference in found.differences} == {"exchange"}


@pytest.mark.parametrize("package", ["tiktoken", "compat"])
def test_tiktoken_itself(package: str) -> None:
    module = pytest.importorskip("tiktoken") if package == "tiktoken" else our_tiktoken
    enc = r50k(module)
    assert compare_tokenizers(enc, "r50k_base", TEXTS).are_equal
    assert compare_tokenizers(enc, "r50k_base", TEXTS, special="text").are_equal
    assert as_side(enc).code == "my_tokenizer"
    assert causes(enc, lambda text: [7, *enc.encode(text, disallowed_special=())], "a") == {
        ("post-processor",)
    }


# -- wordchipper ----------------------------------------------------------------------------------------


def of_wordchipper(package: str) -> Any:
    if package == "compat":
        from wordchipper_lab.compat import wordchipper

        return wordchipper.Tokenizer.from_pretrained("r50k_base")
    pytest.importorskip("wordchipper")
    return as_side("wordchipper:r50k_base")


@pytest.mark.parametrize("package", ["wordchipper", "compat"])
def test_wordchipper(package: str) -> None:
    tok = of_wordchipper(package)
    assert compare_tokenizers(tok, "r50k_base", TEXTS).are_equal
    for stage, (text, changed) in TIKTOKEN_BUGS.items():
        wrong = r50k(
            our_tiktoken, **{name: value() if callable(value) else value for name, value in changed.items()}
        )
        assert causes(tok, wrong, text) == {(stage,)}
    ours = wl.Tokenizer.from_pretrained("r50k_base")
    wrong = ForeignTokenizer(ours.encode, decode=lambda ids: ours.decode(ids).strip())
    assert causes(tok, wrong, " a ") == {("decoding",)}


def test_wordchipper_with_text_for_special_tokens() -> None:
    assert compare_tokenizers(of_wordchipper("compat"), "r50k_base", TEXTS, special="text").are_equal


# -- tokenizers -----------------------------------------------------------------------------------------


def test_the_face_of_tokenizers() -> None:
    from wordchipper_lab.compat.tokenizers import Tokenizer

    for bug, (stage, _, text) in PLANTED.items():
        right, wrong = (Tokenizer.from_str(json.dumps(file)) for file in (good(), planted(bug)))
        assert causes(right, wrong, text) == {(stage,)}, bug


def test_truncation_and_padding_are_left_out() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    tok = tokenizers.Tokenizer.from_str(json.dumps(good()))
    tok.enable_truncation(3)
    tok.enable_padding(length=9)
    assert compare_tokenizers(
        tok, json.dumps(good()).encode(), [text for _, _, text in PLANTED.values()]
    ).are_equal
    assert tok.truncation is not None


def test_special_tokens_as_text() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    tok = tokenizers.Tokenizer.from_str(json.dumps(good()))
    ours = wl.Tokenizer.from_file(json.dumps(good()).encode(), name="tokenizer.json")
    texts = ["the<|end|>a  <mask> b", "no"]
    assert compare_tokenizers(tok, ours, texts, special="text").are_equal
    assert tok.encode_special_tokens is False
    assert causes(lambda text: ours.encode(text, "text"), ours, texts[0]) == {("special tokens",)}


def test_what_our_package_cannot_read_is_known_by_its_answers() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    file = good()
    file["model"] = {"type": "WordLevel", "vocab": {"the": 0, "?": 1}, "unk_token": "?"}
    file["added_tokens"] = []
    file["pre_tokenizer"] = {"type": "Whitespace"}
    found = compare_tokenizers(
        tokenizers.Tokenizer.from_str(json.dumps(file)), json.dumps(good()).encode(), "the a"
    )
    assert not found.are_equal
    assert "model WordLevel" in found.notes[0]
    assert all(difference.how != "exchange" for difference in found.differences)


# -- what merges never reach ----------------------------------------------------------------------------


def unreached() -> dict[str, Any]:
    """With an entry, "xyz", that no merges make: as Qwen 3.5 has them."""
    file = good()
    n = len(file["model"]["vocab"])
    file["model"]["vocab"]["xyz"] = n
    file["added_tokens"] = []
    return file


def test_an_entry_that_merges_never_reach() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    file = unreached()
    right = tokenizers.Tokenizer.from_str(json.dumps(file))
    ours = wl.Tokenizer.from_file(json.dumps(file).encode(), name="tokenizer.json")
    assert compare_tokenizers(right, ours, ["xyz xyz", "the xyz"]).are_equal
    ranks = {ours.id_to_bytes(i): i for i in range(ours.max_token + 1)}
    trusting = our_tiktoken.Encoding(
        "trusting", pat_str=ours.pattern, mergeable_ranks=ranks, special_tokens={}
    )
    (difference,) = compare_tokenizers(right, trusting, "the xyz").differences
    assert (difference.text, difference.stages, difference.how) == (" xyz", ("merges",), "exchange")
    (difference,) = compare_tokenizers(right, lambda text: trusting.encode(text), "the xyz").differences
    assert (difference.stages, difference.how) == (("merges",), "candidate")
    assert difference.evidence == ("a with merges in the order of ids gives the ids of b",)
    looking = json.dumps(file | {"model": file["model"] | {"ignore_merges": True}})
    looked_up = tokenizers.Tokenizer.from_str(looking)
    (difference,) = compare_tokenizers(right, lambda text: looked_up.encode(text).ids, "xyz xyz").differences
    assert (difference.stages, difference.how) == (("merges",), "candidate")


# -- programs that do not do what they say --------------------------------------------------------------


class Wrong:
    """A ``tokenizers.Tokenizer`` with a bug that its description does not have."""

    def __init__(self, bug: str) -> None:
        tokenizers = pytest.importorskip("tokenizers")
        self._says = tokenizers.Tokenizer.from_str(json.dumps(good()))
        self._does = tokenizers.Tokenizer.from_str(json.dumps(planted(bug)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._says, name)

    def encode_batch_fast(self, texts: list[str], add_special_tokens: bool = True) -> Any:
        return self._does.encode_batch_fast(texts, add_special_tokens=add_special_tokens)


class Showing(Wrong):
    """Shows its own work."""

    def __getattr__(self, name: str) -> Any:
        return getattr(
            self._does if name in ("normalizer", "pre_tokenizer", "id_to_token") else self._says, name
        )


@pytest.mark.parametrize("kind", [Wrong, Showing])
@pytest.mark.parametrize("bug", [bug for bug in PLANTED if bug not in ("no decoder", "single digits")])
def test_a_program_that_does_not_do_what_it_says(bug: str, kind: type[Wrong]) -> None:
    stage, _, text = PLANTED[bug]
    found = compare_tokenizers(json.dumps(good()).encode(), kind(bug), [text])
    assert {difference.cause for difference in found.differences} == {stage}
    assert all(difference.how in ("observation", "exclusion") for difference in found.differences)
    assert all(
        "does not do what it says of itself" in difference.evidence[0] for difference in found.differences
    )


def test_a_program_that_splits_in_another_way_than_it_says() -> None:
    """If what it shows of its work is what it says, too, the difference seems to be in the next stage."""
    stage, _, text = PLANTED["single digits"]
    for kind, seen in ((Showing, stage), (Wrong, "merges")):
        found = compare_tokenizers(json.dumps(good()).encode(), kind("single digits"), [text])
        assert {difference.cause for difference in found.differences} == {seen}


def test_both_what_it_says_and_what_it_does() -> None:
    said = planted("single digits")
    found = compare_tokenizers(json.dumps(said).encode(), Showing("swapped merges"), "12 xyz")
    assert sorted(difference.stages for difference in found.differences) == [("merges",), ("split pattern",)]


def test_our_own_tokenizer_with_a_wrong_lexer() -> None:
    from wordchipper_lab.spanners.specimens import build_specimen

    vocab = wl.Tokenizer.from_pretrained("r50k_base").vocab
    wrong = wl.Tokenizer(vocab, lexer=build_specimen("no_contraction_split"))
    found = compare_tokenizers("r50k_base", wrong, "don'ta")
    assert {difference.cause for difference in found.differences} <= {"split pattern", "merges"}


# -- recognizing ----------------------------------------------------------------------------------------


def test_words_and_what_they_mean(tmp_path: Path) -> None:
    assert [as_side(word).name for word in ("gpt2", "openai:cl100k_base", "gpt-4o")] == [
        "r50k_base",
        "cl100k_base",
        "o200k_base",
    ]
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(planted("begin")))
    assert as_side(str(path)).encode("a")[0] == good()["added_tokens"][0]["id"]
    assert as_side(path).code == f"Path({str(path)!r})"
    assert as_side(path.read_bytes()).encode("a") == as_side(io.BytesIO(path.read_bytes())).encode("a")
    with path.open("rb") as file:
        assert as_side(file).name == "tokenizer.json"
    assert as_side(path, ComparedAs(add_special_tokens=False)).encode("a") == [97]
    pytest.importorskip("tokenizers")
    assert as_side(f"tokenizers:{path}").encode("a") == as_side(path).encode("a")


@pytest.mark.parametrize("given", [None, 7, 1.5, ["a"], object(), int, wl.Tokenizer])
def test_what_is_no_tokenizer(given: Any) -> None:
    with pytest.raises(TokenizerTypeError, match="expected a Tokenizer, a tokenizer file"):
        compare_tokenizers("r50k_base", given, "a")


def test_names_that_nothing_has(tmp_path: Path) -> None:
    for word in ("nope", "tiktoken:nope", "wordchipper:x"):
        with pytest.raises((UnknownNameError, PeerError)):
            as_side(word)
    with pytest.raises(UnknownNameError, match="tiktoken:NAME"):
        as_side("nope")
    for word in ("nope.json", f"tokenizers:{tmp_path / 'nope'}"):
        with pytest.raises((FileNotFoundError, PeerError)):
            as_side(word)


@pytest.mark.parametrize("answer", [None, 7, "12", ["a"], [1.5], [[1]], b"ab"])
def test_answers_that_are_no_ids(answer: Any) -> None:
    with pytest.raises(PeerError, match=r"expected the ids of the text|failed to encode"):
        compare_tokenizers("r50k_base", lambda text: answer, "a")


def test_answers_in_any_form() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    for encode in (
        tok.encode_array,
        lambda text: tuple(tok.encode(text)),
        lambda text: np.array(tok.encode(text), ">u8"),
    ):
        assert compare_tokenizers(tok, encode, TEXTS).are_equal


def test_a_function_that_fails_is_told_with_the_text() -> None:
    def fail(text: str) -> list[int]:
        if "x" in text:
            raise RuntimeError("no x")
        return [1]

    with pytest.raises(PeerError, match="fail failed to encode 'xy': RuntimeError: no x"):
        compare_tokenizers("r50k_base", fail, ["a", "xy", "b"])


@pytest.mark.parametrize(
    ("answer", "frame"),
    [
        (lambda text: [1, *text.encode(), 2, 3], Frame((1,), (2, 3))),
        (lambda text: [9, 9, *text.encode()], Frame((9, 9), ())),
        (lambda text: [*text.encode()], Frame()),
        (lambda text: [0] if not text else [*text.encode()], Frame()),
        (lambda text: [5], Frame()),
    ],
)
def test_frames_as_seen(answer: Any, frame: Frame) -> None:
    assert as_side(answer).frame == frame
