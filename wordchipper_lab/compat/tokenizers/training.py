"""Training a model as Hugging Face's ``BpeTrainer`` does it, by this package's trainer.

The same merges result because the order of symbols is the same: pairs of equal frequency are ordered by ids, and ids by
character. Source: ``tokenizers/src/models/bpe/trainer.rs``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from ...errors import TrainingError, UnsupportedVocabError, show
from ...pipeline.stages import Stages
from ...spanners import TextSpanner, build_lexer
from ...spanners.spans import SPECIAL, WORD
from ...training import SpanCounts, SymbolCounts, TrainingOptions
from ...training.count_corpus import count_spans
from ...training.fast import FastTrainer
from ...vocab.formats.byte_unicode import bytes_to_characters, characters_to_bytes
from ...vocab.formats.pre_tokenizer import one_pattern
from ...vocab.pipeline import Pipeline
from .added_token import AddedToken
from .engine import EngineParts
from .model_tokens import ListedTokens
from .normalizers import normalizer_steps
from .pre_tokenizers import split_steps
from .trainers import BpeTrainer, Trainer

__all__ = ["train_model"]

_TEXTS_AT_ONCE = 1000


def train_model(parts: EngineParts, texts: Iterable[str], trainer: Trainer) -> list[AddedToken]:
    """Give ``parts.model`` the tokens and merges that `trainer` learns; returns the special tokens to be added."""
    if not isinstance(trainer, BpeTrainer):
        raise UnsupportedVocabError(f"{trainer!r} can only train another model: expected a BpeTrainer")
    for option in ("continuing_subword_prefix", "end_of_word_suffix"):
        if given := getattr(trainer, option):
            raise UnsupportedVocabError(
                f"a BpeTrainer with {option} = {show(given)}: expected none for byte-level BPE"
            )
    counts = _count(parts, texts)
    trainer.note_words(len(counts))
    special = [token.content for token in trainer.special_tokens]
    alphabet = _alphabet(counts, trainer)
    first = list(dict.fromkeys([*special, *alphabet]))
    if shared := set(special) & set(alphabet):
        raise TrainingError(
            f"the special token {sorted(shared)[0]!r} is a character of the alphabet, too: this trainer cannot give it "
            "two meanings; add it after training"
        )
    merged = _learn(counts, alphabet, trainer, len(first))
    learned = [bytes_to_characters(token) for _, _, token in merged]
    if shared := set(special) & set(learned):
        raise TrainingError(
            f"the special token {sorted(shared)[0]!r} is spelt as a token that merges make: add it after training"
        )
    ids = {token: number for number, token in enumerate([*first, *learned])}
    merges = [(bytes_to_characters(left), bytes_to_characters(right)) for left, right, _ in merged]
    parts.model.continuing_subword_prefix = trainer.continuing_subword_prefix
    parts.model.end_of_word_suffix = trainer.end_of_word_suffix
    parts.model.replace_tokens(ListedTokens(ids, merges))
    return [token.settled() for token in trainer.special_tokens]


def _count(parts: EngineParts, texts: Iterable[str]) -> SpanCounts:
    """The words of all texts as the pre-tokenizer divides them, and how often each occurs."""
    steps, spells = normalizer_steps(parts.normalizer)
    splits, is_spelt = split_steps(parts.pre_tokenizer)
    if not is_spelt and not (spells and parts.pre_tokenizer is None):
        raise UnsupportedVocabError(
            f"the pre_tokenizer {show(parts.pre_tokenizer)} does not end with ByteLevel, so words would be learned by "
            "character: expected pre_tokenizers.ByteLevel(...) at the end"
        )
    split = one_pattern(splits)
    if split is not None and not split.keeps_gaps and not steps and not parts.added.ids:
        return count_spans(texts, TextSpanner(build_lexer(split.pattern), {}))
    stages = Stages(Pipeline(steps, parts.added.plain(), splits))
    total: Counter[bytes] = Counter()
    for block in _blocks(texts):
        total.update(_words(stages, block))
    return SpanCounts.from_mapping(total)


def _words(stages: Stages, texts: list[str]) -> Iterator[bytes]:
    pieces = stages.prepare(texts, "parse").pieces
    data = pieces.data.tobytes()
    for start, end, kind in zip(pieces.starts.tolist(), pieces.ends.tolist(), pieces.kinds, strict=True):
        word = data[start:end]
        if kind == WORD:
            yield word
        elif kind == SPECIAL:  # an added token is counted as the characters that it has
            try:
                yield characters_to_bytes(word.decode())
            except ValueError:
                raise UnsupportedVocabError(
                    f"the added token {word.decode()!r} occurs in the texts: train before it is added"
                ) from None


def _blocks(texts: Iterable[str]) -> Iterator[list[str]]:
    given = iter(texts)
    while block := list(islice(given, _TEXTS_AT_ONCE)):
        yield block


def _alphabet(counts: SpanCounts, trainer: BpeTrainer) -> list[str]:
    """The characters that get ids, in their order."""
    lengths = np.diff(counts.ends, prepend=0)
    seen = np.bincount(counts.data, weights=np.repeat(counts.counts, lengths), minlength=256)
    total = {bytes_to_characters(bytes([byte])): float(seen[byte]) for byte in np.flatnonzero(seen).tolist()}
    total |= dict.fromkeys(trainer.initial_alphabet, float("inf"))
    if trainer.limit_alphabet is not None and len(total) > trainer.limit_alphabet:
        kept = sorted(total, key=lambda char: (total[char], char))[len(total) - trainer.limit_alphabet :]
        total = {char: total[char] for char in kept}
    return sorted(total)


def _learn(
    counts: SpanCounts, alphabet: list[str], trainer: BpeTrainer, n_first: int
) -> list[tuple[bytes, bytes, bytes]]:
    """Left, right and result of each merge."""
    n_merges = trainer.vocab_size - n_first
    if n_merges <= 0 or not len(counts):
        return []
    corpus = _symbols(counts, alphabet)
    options = TrainingOptions(
        len(corpus.alphabet) + n_merges,
        min_frequency=max(1, trainer.min_frequency),
        # There, a new pair counts only if its length is less; the pairs of the first texts are not measured.
        max_token_length=None if trainer.max_token_length is None else max(2, trainer.max_token_length - 1),
    )
    run = FastTrainer(corpus, options)
    run.steps(n_merges)
    tokens = run.tokens
    return [(tokens[merge.left], tokens[merge.right], tokens[merge.token]) for merge in run.merges]


def _symbols(counts: SpanCounts, alphabet: list[str]) -> SymbolCounts:
    """Words as symbols in the order of the alphabet's characters; those without an id are left out."""
    order: list[bytes] = []
    for char in alphabet:
        try:
            order.append(characters_to_bytes(char))
        except ValueError:
            continue  # a character that spells no byte is in no word
    number_of = np.full(256, -1, dtype=np.int32)
    for number, byte in enumerate(order):
        number_of[byte[0]] = number
    symbols = number_of[counts.data]
    ends = np.append(0, np.cumsum(symbols >= 0))[counts.ends]
    return SymbolCounts(symbols[symbols >= 0], ends, counts.counts, tuple(order))
