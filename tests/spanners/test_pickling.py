"""Lexers and tokenizers can be sent to worker processes and give the same results there."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import WorkLimitError
from wordchipper_lab.lab.divergence.limited_lexer import limited_lexer
from wordchipper_lab.lab.training.kept import keep_tokenizer, open_kept, patient_lexer
from wordchipper_lab.spanners import (
    SPECIMENS,
    LogosLexer,
    SpanLexer,
    Standalone,
    TokenDefinition,
    Whitespace,
    Word,
    build_lexer,
    build_specimen,
    register_lexer,
    unregister_lexer,
)

TEXT = "Hello  wörld's 'tis 12345 \n \n a\u0301bc  <s> x\u0915\u093fy <|endoftext|>  end "
OWN = r"[a-z]+b|[a-z]|\d+|\s+|[^a-z\d\s]"
_DEFINITIONS = [
    TokenDefinition("word", r"\p{L}+", Word()),
    TokenDefinition("space", r"\s+", Whitespace()),
    TokenDefinition("rest", r"[^\p{L}\s]", Standalone()),
]


def _registered() -> SpanLexer:
    register_lexer(OWN, LogosLexer(_DEFINITIONS, OWN, "mine"), replace=True)
    try:
        return build_lexer(OWN, "auto")
    finally:
        unregister_lexer(OWN)


LEXERS: dict[str, Callable[[], SpanLexer]] = {
    **{f"{kind}:r50k_base": lambda kind=kind: build_lexer("r50k_base", kind) for kind in wl.LEXERS},
    **{f"{kind}:own": lambda kind=kind: build_lexer(OWN, kind) for kind in ("regex", "automaton", "auto")},
    **{f"specimen:{name}": lambda name=name: build_specimen(name) for name in SPECIMENS},
    "own definitions": lambda: LogosLexer(_DEFINITIONS, OWN, "mine"),
    "one repair less": lambda: LogosLexer(_DEFINITIONS, OWN, "mine", ["whitespace_split"]),
    "registered": _registered,
    "limited regex": lambda: limited_lexer(f"regex:{OWN}", 1.0),
    "limited automaton": lambda: limited_lexer(f"automaton:{OWN}", 1.0),
    "patient": lambda: patient_lexer(OWN),
    "patient, not the automaton's": lambda: patient_lexer(r"(?<=a)b|\w+|\W"),
}


def _kept(directory: Path, lexer: str) -> wl.Tokenizer:
    tok = wl.train_bpe(["low low lower lowest b12"], 258, pattern=OWN, special_tokens=["<s>"])
    return open_kept(keep_tokenizer(tok, directory), lexer, directory=directory)


def _spans(lexer: SpanLexer) -> list[Any]:
    return list(lexer.spans(TEXT))


def _ids(tok: wl.Tokenizer) -> tuple[list[int], int, str]:
    return tok.encode(TEXT), tok.count(TEXT), repr(tok)


@pytest.mark.parametrize("name", LEXERS)
def test_a_lexer_comes_out_of_a_pickle_as_it_was(name: str) -> None:
    lexer = LEXERS[name]()
    before = _spans(lexer)  # used once: what a thread keeps of a text is not pickled
    again = pickle.loads(pickle.dumps(lexer))
    assert (type(again), again.pattern, again.name) == (type(lexer), lexer.pattern, lexer.name)
    assert _spans(again) == before


@pytest.mark.parametrize("lexer", ["auto", "regex", "automaton"])
def test_a_kept_vocabulary_comes_out_of_a_pickle_with_its_lexer(lexer: str, tmp_path: Path) -> None:
    tok = _kept(tmp_path, lexer)
    before = _ids(tok)
    again = pickle.loads(pickle.dumps(tok))
    assert _ids(again) == before
    assert type(again.spanner.lexer) is type(tok.spanner.lexer)
    assert getattr(again.spanner.lexer, "limits", None) == getattr(tok.spanner.lexer, "limits", None)


def test_a_limit_travels_with_its_lexer() -> None:
    lexer = pickle.loads(pickle.dumps(limited_lexer("regex:(a+)+$", 0.2)))
    with pytest.raises(WorkLimitError, match="was stopped after"):
        lexer.spans("a" * 200_000 + "b")


@pytest.mark.deep
def test_a_spawned_process_gets_them(tmp_path: Path) -> None:
    lexers = [make() for make in LEXERS.values()]
    toks = [_kept(tmp_path, kind) for kind in ("auto", "regex", "automaton")]
    toks += [wl.Tokenizer.from_pretrained("r50k_base", lexer=lexer) for lexer in (*wl.LEXERS, lexers[-4])]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(_spans, lexers)) == list(map(_spans, lexers))
        assert list(pool.map(_ids, toks)) == list(map(_ids, toks))
