"""Compile every kernel in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from .arguments import a_function, a_text, checked, either, optional, sequence_of
from .encoders import ENCODERS
from .encoders.memo_growth import load_growing
from .encoders.registry import WRONG_ENCODERS, usable_encoders
from .encoders.stretch_encoder import StretchEncoder
from .encoders.traced import encode_one_span, trace_span
from .kernels.tuples import TUPLE_SLACK, fill_tuples, pack_characters
from .pipeline.normal_forms import normal_text
from .spanners import LEXERS, build_lexer
from .spanners.automaton.stretch_lexer import StretchLexer
from .spanners.logos import build_logos_lexer
from .spanners.logos.contraction_text import contraction_split
from .spanners.logos.traced import trace_roles
from .spanners.special_cover import mark_places
from .text.text_bytes import as_text_bytes
from .tokenizer import Tokenizer
from .training import SpanCounts, SymbolCounts, TrainingOptions
from .training.fast import FastTrainer, SpanCounter
from .training.fast.compact import compact
from .training.fast.count_table import RECORDS_FULL
from .training.fast.span_table import SpanTable
from .training.trainer import Observer
from .vocab.merge_ranks import rank_by_merges
from .vocab.overlap import tokens_in
from .vocab.patterns import O200K_PATTERN
from .vocab.tables import build_tables
from .vocab.token_bytes import pack_tokens
from .vocab.unified import load_vocab

__all__ = ["warmup"]

_MODELS = ("o200k_base",)  # all vocabularies use the same kernels

# Words, a special token, whitespace to give back, characters of 2 to 4 bytes, a contraction, a compound span.
_TEXT = "Hello  world's tokenization<|endoftext|> \n caf\u00e9 \u4e16\u754c \U0001f44d 1234 unwhisperable"


@checked(
    models=optional(either(str, a_text, sequence_of(a_text, "a name or several"))),
    progress=optional(a_function),
)
def warmup(
    models: str | Iterable[str] | None = None, progress: Callable[[str, int, int], None] | None = None
) -> None:
    """Compile (or load from numba's cache) every kernel that the given vocabularies use.

    models: vocabulary names, as in `Tokenizer.from_pretrained`; one by default, as all use the same kernels.
    progress: called as ``progress(label, done, total)`` before each step and once at the end. Takes about 45
    s on a machine where nothing is compiled yet, about a second afterwards, or where kernels are linked.

    >>> warmup("r50k_base")
    """
    names = (models,) if isinstance(models, str) else tuple(models or _MODELS)
    steps: list[tuple[str, Callable[[], object]]] = []
    for name in names:
        steps.append((f"{name}: vocabulary tables", partial(load_vocab, name)))
        for lexer in LEXERS.built_in:
            steps.append((f"{name}: {lexer} lexer", partial(_use_lexer, name, lexer)))
        steps.append((f"{name}: span encoders and decoder", partial(_use_encoders, name)))
        steps.append((f"{name}: span encoders, traced", partial(_trace_encoders, name)))
        steps.append((f"{name}: streams", partial(_stream, name)))
    steps.append(("automaton lexer that looks far ahead", _look_far_ahead))
    steps.append(("strings of a sweep", _fill_strings))
    steps.append(("logos lexer, traced", _trace_logos))
    steps.append(("texts in normal form", _normalize))
    steps.append(("trainer", _train))
    steps.append(("vocabulary tables of an opened file", _build_tables))
    for done, (label, step) in enumerate(steps):
        if progress is not None:
            progress(label, done, len(steps))
        step()
    if progress is not None:
        progress("ready", len(steps), len(steps))


def _use_lexer(name: str, lexer: str) -> None:
    Tokenizer.from_pretrained(name, lexer=lexer).spans(_TEXT)


def _look_far_ahead() -> None:
    build_lexer("a*b|a").spans(_TEXT)


def _stream(name: str) -> None:
    from .encoders.stream_encoder import iter_encode

    tok = Tokenizer.from_pretrained(name)
    list(iter_encode(tok, [_TEXT], num_threads=1))
    stretch = StretchEncoder(tok, StretchLexer(tok.pattern, 1 << 20))
    stretch.feed("a" * 100_000, False)  # enough for tokens to settle
    stretch.feed("a b", True)
    mark_places(b"a", ("<s>",))


def _fill_strings() -> None:
    fill_tuples(*pack_characters("a"), 1, 0, 1, np.empty(4 + TUPLE_SLACK, np.uint8), np.empty(1, np.int64))


def _trace_logos() -> None:
    contraction_split("'s")
    trace_roles(build_logos_lexer(O200K_PATTERN), as_text_bytes(_TEXT))


def _use_encoders(name: str) -> None:
    tok = Tokenizer.from_pretrained(name)
    tok.decode(tok.encode(_TEXT))
    tok.encode_batch([_TEXT])
    tok.encode_with_spans(_TEXT)
    load_growing()
    tok.vocab.find_token(b"a")
    tok.vocab.find_pair(0, 0)
    tokens_in(tok.vocab.tables, tok.vocab.tables)


def _trace_encoders(name: str) -> None:
    vocab = load_vocab(name)
    for encoder in usable_encoders((*ENCODERS.built_in, *WRONG_ENCODERS), vocab):
        trace_span(vocab, encoder, b" tokenization")
        encode_one_span(vocab, encoder, b" tokenization")


def _normalize() -> None:
    normal_text("cafe\u0301", "NFC")


def _train() -> None:
    counts = SpanCounts.from_mapping({b"abab": 1})
    for lexer in ("auto", "regex"):
        counter = SpanCounter(Tokenizer.from_pretrained(_MODELS[0], lexer=lexer).spanner)
        counter.add_texts([_TEXT])
        counter.add_counts(counts)
        counter.counts()
    SpanTable().grow(RECORDS_FULL)
    observers: tuple[Observer | None, ...] = (None, _ignore)
    for observer in observers:
        trainer = FastTrainer(SymbolCounts.from_spans(counts), TrainingOptions(258), observer=observer)
        trainer.replay(trainer.steps(1))
        trainer.sequences()
        _ = trainer.heap_stale
    compact(trainer._arrays)  # type: ignore[no-untyped-call]


def _build_tables() -> None:
    """A token that no merge makes, as in Llama 3's file, needs another kernel than the bundled vocabularies; so do
    merges that are listed."""
    single = [bytes([value]) for value in range(256)]
    build_tables(pack_tokens([*single, b"abc"]))
    ids = {token: number for number, token in enumerate([*single, b"ab"])}
    ranked = rank_by_merges("", ids, [(b"a", b"b")])
    build_tables(ranked.tokens, ranked.splits)


def _ignore(change: object) -> None:
    pass
