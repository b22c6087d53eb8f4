"""`Engine`: the parts of a tokenizer, made ready to encode by this package's engine.

The only module of this face that knows how texts become ids. Parts that are no byte-level BPE are refused here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...encoders import TokenBatch, TokenEncoder
from ...errors import UnsupportedVocabError, VocabFormatError, show
from ...pipeline.pipeline_encoder import PipelineEncoder
from ...pipeline.split_of import split_of
from ...tokenizer import Tokenizer
from ...vocab.formats.byte_unicode import bytes_to_characters, characters_to_bytes
from ...vocab.formats.pre_tokenizer import one_pattern
from ...vocab.formats.vocab_file import VocabFile
from ...vocab.merge_ranks import RankedTokens
from ...vocab.pipeline import Pipeline
from ...vocab.tables import BuiltTables, build_tables
from ...vocab.token_bytes import TokenBytes
from ...vocab.unified import UnifiedVocab
from .added_vocabulary import AddedVocabulary
from .model_parts import MergeModel
from .model_tokens import BundledTokens
from .normalizers import ByteLevel, Normalizer, normalizer_steps
from .places import Places, place_tokens, place_tokens_of_texts
from .pre_tokenizers import PreTokenizer, split_steps
from .skipping_stages import SkippingStages
from .spelling import bytes_of_spelling
from .token import Token

__all__ = ["Engine", "EngineParts", "tokenize_word"]


class EngineParts(NamedTuple):
    """The parts of a tokenizer that decide about ids and offsets."""

    model: MergeModel
    normalizer: Normalizer | None
    pre_tokenizer: PreTokenizer | None
    added: AddedVocabulary


class Engine:
    """One state of a tokenizer, which never changes. Safe to use from any number of threads."""

    def __init__(self, parts: EngineParts) -> None:
        model, added = parts.model, parts.added
        self._model = model.tokens
        _check_model(model)
        steps, spells = normalizer_steps(parts.normalizer)
        splits = _splits(parts, spells)
        tokens, self._hidden = _tokens_for(model, added)
        self._unknown = _unknown_id(model) if self._hidden is not None else None
        self._fuses = model.fuse_unk
        added_spellings = added.spellings(steps, _spelt_in_bytes if spells else str)
        self._true_ids = _own_ids(model, added, added_spellings, self._hidden)
        own_id = {true: own for own, true in self._true_ids.items()}
        plain = tuple(replace(token, id=own_id.get(token.id, token.id)) for token in added.plain())
        self._stripped = {token.id: token.text for token in plain if token.lstrip or token.rstrip}
        self.spellings = _Spellings(
            {own_id.get(n, n): text for n, text in added_spellings.items()}, self._model.spelling_of
        )
        """Id here -> token, as it is spelt in encodings."""
        pipeline = Pipeline(steps, plain, splits)
        self.tokenizer = _build(model, tokens, pipeline)
        self._encoder = self.tokenizer._encoder
        if added.encode_special_tokens and added.special:
            self._encoder = PipelineEncoder(pipeline, _token_encoder(self.tokenizer), one_pattern=False)
            self._encoder.stages = SkippingStages(pipeline)
        self._changes_ids = bool(self._true_ids) or self._unknown is not None

    # -- text to ids ------------------------------------------------------------------------------------

    @property
    def is_plain(self) -> bool:
        """Whether `tokenizer` alone gives the ids."""
        return self._encoder is self.tokenizer._encoder and not self._changes_ids

    def ids(self, text: str) -> np.ndarray:
        """Ids of a text: uint32 (n,)."""
        if self.is_plain:
            return self.tokenizer.encode_array(text)
        if not self._changes_ids:
            return self._encoder.encode(text)
        return self._located(text)[0]

    def batch(self, texts: Iterable[str]) -> TokenBatch:
        """Ids of several texts, by several threads."""
        if self.is_plain:
            return self.tokenizer.encode_batch_arrays(texts)
        if not self._changes_ids:
            return self._encoder.encode_batch(texts, "parse", self.tokenizer.num_threads)
        found = [self._located(text)[0] for text in texts]
        offsets = np.cumsum([0, *map(len, found)])
        return TokenBatch(np.concatenate([np.empty(0, dtype=np.uint32), *found]), offsets)

    def locate(self, text: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where each id of a text begins and ends, in characters, and the number of its word: int64 (n,) each."""
        return self._located(text)[1:]

    @property
    def places_texts(self) -> bool:
        """Whether `locate_texts` can be used."""
        return isinstance(self._encoder, TokenEncoder) and not self._changes_ids

    def locate_texts(self, texts: Sequence[str], tokens: np.ndarray, counts: np.ndarray) -> Places:
        """`locate` of several texts whose ids are known: `tokens` of all, and how many each text has."""
        return place_tokens_of_texts(texts, self._encoder.spanner, self._sizes.take(tokens), counts)

    def _located(self, text: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        ids, starts, ends, words = self._located_here(text)
        for own, true in self._true_ids.items():
            ids = np.where(ids == own, np.uint32(true), ids)
        return ids, starts, ends, words

    def _located_here(self, text: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The same with ids as the engine has them."""
        encoder = self._encoder
        if isinstance(encoder, TokenEncoder) and self._unknown is None:
            ids = encoder.encode(text)
            return ids, *place_tokens(text, encoder.spanner, self._sizes.take(ids))
        finds = self.tokenizer.locate if isinstance(encoder, TokenEncoder) else encoder.locate
        ids, starts, ends, words = finds(text)
        if self._unknown is not None:
            is_unknown = ids == self._hidden
            if is_unknown.any():
                if self._unknown < 0:
                    raise VocabFormatError(
                        "model", None, "the unk_token is out of vocabulary, but the text needs it"
                    )
                ids = np.where(is_unknown, np.uint32(self._unknown), ids)
                if self._fuses:
                    ids, starts, ends, words = _fuse(is_unknown, ids, starts, ends, words)
        return ids, starts, ends, words

    @cached_property
    def _sizes(self) -> np.ndarray:
        """The bytes of each id."""
        return np.diff(self.tokenizer.vocab.all_tokens.starts)

    # -- spelling ---------------------------------------------------------------------------------------

    def spell(
        self, ids: np.ndarray, text: str, located: Callable[[], tuple[np.ndarray, np.ndarray]]
    ) -> list[str]:
        """The tokens of a text; an added token with the white space that belongs to it."""
        listed = (self._located_here(text)[0] if self._true_ids else ids).tolist()
        tokens = [self.spellings[number] for number in listed]
        if self._stripped and not self._stripped.keys().isdisjoint(listed):
            starts, ends = located()
            for place, number in enumerate(listed):
                if number in self._stripped:
                    found = text[starts[place] : ends[place]]
                    inner = tokens[place]
                    if self._stripped[number] in found:
                        before, after = found.split(self._stripped[number], 1)
                        tokens[place] = before + inner + after
        return tokens


class _Spellings(dict[int, str]):
    """id -> token; those of the model when they are needed."""

    def __init__(self, added: Mapping[int, str], of_model: Callable[[int], str | None]) -> None:
        super().__init__(added)
        self._of_model = of_model

    def __missing__(self, number: int) -> str:
        found = self._of_model(number) or ""
        self[number] = found
        return found


def _spelt_in_bytes(text: str) -> str:
    return bytes_to_characters(text.encode("utf-8", "replace"))


def _check_model(model: MergeModel) -> None:
    for option in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if given := getattr(model, option):
            raise UnsupportedVocabError(
                f"BPE with {option} = {show(given)}: this engine encodes byte-level BPE without it"
            )


def _splits(parts: EngineParts, spells: bool) -> tuple[Any, ...]:
    steps, is_spelt = split_steps(parts.pre_tokenizer)
    if spells and parts.pre_tokenizer is not None:
        raise UnsupportedVocabError(
            "a pre_tokenizer after the normalizer ByteLevel: expected no pre_tokenizer, or one that ends with "
            "ByteLevel, and no such normalizer"
        )
    if not spells and not is_spelt and len(parts.model.tokens):
        raise UnsupportedVocabError(
            f"the pre_tokenizer {show(parts.pre_tokenizer)} does not end with ByteLevel, so tokens would be made of "
            "characters: expected pre_tokenizers.ByteLevel(...), or pre_tokenizers.Sequence([..., ByteLevel(...)])"
        )
    return steps


def _tokens_for(model: MergeModel, added: AddedVocabulary) -> tuple[TokenBytes | RankedTokens, int | None]:
    """Tokens for the engine, and the id that bytes without a token have there, if they have one."""
    tokens = model.tokens
    hidden = None
    if tokens.missing_bytes and model.unk_token is not None:
        hidden = max(tokens.largest_id, *added.ids.values(), *added.tokens, 0) + 1
    return tokens.ranked(model.ignore_merges, hidden), hidden


def _unknown_id(model: MergeModel) -> int:
    """The id for bytes without a token; -1 if a text that has them is an error."""
    found = model.tokens.id_of(model.unk_token)
    return -1 if found is None else found


def _own_ids(
    model: MergeModel, added: AddedVocabulary, spellings: Mapping[int, str], hidden: int | None
) -> dict[int, int]:
    """Ids of their own, id here -> id there, for added tokens whose ids the model gives to something else, too.

    It may have other bytes for the id, or another spelling; then what was found in a text must be known by the id.
    """
    of_model = {number: model.tokens.spelling_of(number) for number in added.tokens}
    shared = [
        number
        for number, token in added.in_order()
        if (known := of_model[number]) is not None
        and (
            token.lstrip
            or token.rstrip
            or known != spellings[number]
            or bytes_of_spelling(known) != token.content.encode("utf-8", "replace")
        )
    ]
    first = max([model.tokens.largest_id, hidden or 0, *added.tokens]) + 1
    return {first + place: number for place, number in enumerate(shared)}


def _build(model: MergeModel, tokens: TokenBytes | RankedTokens, pipeline: Pipeline) -> Tokenizer:
    split = one_pattern(pipeline.splits)
    special = {token.text: token.id for token in pipeline.added_tokens}
    file = VocabFile(
        tokens if isinstance(tokens, TokenBytes) else tokens.tokens,
        special_tokens=special,
        pattern=split.pattern if split else None,
        keeps_gaps=bool(split and split.keeps_gaps),
        pipeline=pipeline,
    )
    pattern, pipeline_or_none = split_of("pre_tokenizer", file)
    source = model.tokens
    vocab = UnifiedVocab(
        tokens,
        pattern=pattern,
        special_tokens=special,
        name=source.source.name if isinstance(source, BundledTokens) else "custom",
        built=_built_tables(model, tokens),
        pipeline=pipeline_or_none,
    )
    return Tokenizer(vocab)


def _built_tables(model: MergeModel, tokens: TokenBytes | RankedTokens) -> BuiltTables:
    """Tables of a model's tokens, made once for each state of the model."""
    source = model.tokens
    if isinstance(source, BundledTokens):
        return source.source._built
    key = (model.ignore_merges, None if isinstance(tokens, TokenBytes) else tokens.ids is None)
    kept = source.__dict__.setdefault("_built", {})
    if key not in kept:
        ranked, splits = (tokens, None) if isinstance(tokens, TokenBytes) else (tokens.tokens, tokens.splits)
        kept[key] = build_tables(ranked, splits)
    return kept[key]  # type: ignore[no-any-return]


def _token_encoder(tokenizer: Tokenizer) -> Any:
    encoder = tokenizer._encoder
    return encoder.engine if isinstance(encoder, PipelineEncoder) else encoder


def _fuse(
    is_unknown: np.ndarray, ids: np.ndarray, starts: np.ndarray, ends: np.ndarray, words: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Neighbouring unknown tokens of a word as one."""
    joins = np.zeros(len(ids), dtype=bool)
    joins[1:] = is_unknown[1:] & is_unknown[:-1] & (words[1:] == words[:-1])
    first, last = ~joins, np.append(~joins[1:], True)[: len(ids)]
    return ids[first], starts[first], ends[last], words[first]


def tokenize_word(model: MergeModel, word: str) -> list[Token]:
    """The tokens of one word that is spelt byte by byte, with offsets in bytes of its UTF-8."""
    if not word:
        return []
    try:
        text = characters_to_bytes(word).decode()
    except ValueError:
        raise UnsupportedVocabError(
            f"the word {show(word)} is not the spelling of a text: this engine merges the bytes of texts"
        ) from None
    engine = Engine(EngineParts(model, ByteLevel(), None, AddedVocabulary()))
    tokens, place = [], 0
    for number in engine.ids(text).tolist():
        value = engine.spellings[number]
        size = len(value.encode())
        tokens.append(Token(number, value, (place, place + size)))
        place += size
    return tokens
