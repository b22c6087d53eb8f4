"""`CharacterBPE`: train, encode, decode, save and load."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...arguments import (
    a_path,
    a_text,
    a_written_text,
    checked,
    optional,
    sequence_of,
    several,
    wrong_type,
)
from ...corpus.sources import InputFormat
from ...corpus.sources import Source as Texts
from ...errors import TrainingError, UnknownTokenError, VocabFormatError, WordchipperLabError, show
from ...kernels.keys import MAX_TOKEN
from ...spanners import SpanLexer, build_lexer
from ...spanners.spans import WORD
from ...text.text_bytes import encode_text
from ...vocab.formats.any_file import source_name
from ...vocab.formats.source import Source
from ...vocab.unified import as_token
from ...vocab.word_patterns import WORD_PATTERNS
from ..count_corpus import SAVE_EVERY
from ..training_progress import ProgressCallback
from .apply_merges import apply_merges
from .count_words import find_words
from .json_file import CharacterFile, read_character_file, write_character_file
from .run_characters import run_characters
from .text_files import read_text_files, write_text_files
from .word_encoder import WordEncoder
from .word_symbols import END_OF_WORD, check_marker, word_symbols

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["CharacterBPE"]

_CACHED_WORDS = 1 << 16
_LONG = 1 << 12
"""Shorter texts are encoded word by word, in Python: loading the compiled merges takes longer than that."""
_UNKNOWN = -1


def _pair_of_texts(name: str, value: object) -> tuple[str, str]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise wrong_type(name, value, "a pair of texts")
    return a_text(name, value[0]), a_text(name, value[1])


class CharacterBPE:
    """BPE whose symbols are characters, with a marker at the end of each word.

    tokens: text of each id, including markers; the alphabet comes first, in order of first appearance.
    merges: pairs of tokens in the order learned. marker: one of `MARKERS`. pattern: what a word is, one of
    `WORD_PATTERNS` or a regular expression. unknown_token: the token for symbols that are not in the
    alphabet; None leaves such symbols out, as in the C++ article. Source: Sennrich, Haddow, Birch 2016.

    >>> bpe = CharacterBPE.train("low low low low low lower lower", n_merges=2, pattern="whitespace")
    >>> bpe.merges, [bpe.tokens[token] for token in bpe.encode("low slow")]
    ([('l', 'o'), ('lo', 'w</w>')], ['low</w>', 'low</w>'])
    """

    @checked(
        tokens=sequence_of(a_written_text, "several texts"),
        merges=sequence_of(_pair_of_texts, "several pairs of texts"),
        pattern=a_text,
        unknown_token=optional(a_written_text),
        end_of_word=a_written_text,
    )
    def __init__(
        self,
        tokens: Sequence[str],
        merges: Sequence[tuple[str, str]],
        *,
        marker: str = "attached",
        pattern: str = "cpp_article",
        unknown_token: str | None = None,
        end_of_word: str = END_OF_WORD,
    ) -> None:
        check_marker(marker, end_of_word)
        self.tokens, self.merges = list(tokens), list(merges)
        self.marker, self.pattern = marker, pattern
        self.unknown_token, self.end_of_word = unknown_token, end_of_word
        self._id_of = {token: number for number, token in enumerate(self.tokens)}
        if len(self._id_of) < len(self.tokens):
            twice = next(token for number, token in enumerate(self.tokens) if self._id_of[token] != number)
            raise TrainingError(f"the token {twice!r} occurs twice: expected each token once")
        needed = [text for left, right in self.merges for text in (left, right, left + right)]
        for token in (*needed, unknown_token):
            if token is not None and token not in self._id_of:
                raise TrainingError(
                    f"{token!r} is not a token: expected the parts and results of merges, and unknown_token"
                )
        self._rules = {
            (self._id_of[left], self._id_of[right]): (rank, self._id_of[left + right])
            for rank, (left, right) in enumerate(self.merges)
        }
        self.lexer = _word_lexer(pattern)
        self._cache: dict[str, list[int]] = {}

    @classmethod
    @checked(pattern=a_text)
    def train(
        cls,
        texts: Texts,
        vocab_size: int | None = None,
        *,
        n_merges: int | None = None,
        trainer: str = "fast",
        tie: str = "least_bytes",
        min_frequency: int = 1,
        pattern: str = "cpp_article",
        marker: str = "attached",
        unknown_token: str | None = None,
        end_of_word: str = END_OF_WORD,
        num_threads: int | None = None,
        column: str = "text",
        input_format: InputFormat = "auto",
        progress: ProgressCallback | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
        cluster: Client | str | None = None,
    ) -> CharacterBPE:
        """Learn from texts, up to a vocabulary size or a number of merges.

        texts: a ``str`` is one text; so is a `pathlib.Path` to a UTF-8 file, and a stream; each row of a Parquet file
        is one; or an iterable of these. They are read once, in pieces. trainer: one of `TRAINERS`. tie: one of `TIES`;
        "least_bytes" is that of the C++ article, "greatest_bytes" (with `min_frequency` 2 and "whitespace") that of
        subword-nmt, "first_seen" that of the paper. A vocabulary consists of the alphabet, the merges, and
        `unknown_token` as its last token if there is one. num_threads, column, input_format, progress, checkpoint,
        cluster: as in `run_training`. Warns if no pairs are left before all merges are made.

        Raises `TrainingError` unless one of the two sizes is given, for a size below that of the alphabet,
        and if a word contains the end-of-word marker, which would make its tokens ambiguous.
        """
        run = run_characters(
            texts,
            vocab_size,
            n_merges,
            trainer=trainer,
            tie=tie,
            min_frequency=min_frequency,
            lexer=_word_lexer(pattern),
            marker=marker,
            unknown_token=unknown_token,
            end_of_word=end_of_word,
            num_threads=num_threads,
            column=column,
            input_format=input_format,
            progress=progress,
            checkpoint=checkpoint,
            save_every=SAVE_EVERY,
            cluster=cluster,
        )
        if len(run.merges) < run.n_merges:
            warnings.warn(f"training stopped early: {run.stopped}", stacklevel=3)
        tokens = [token.decode() for token in run.tokens]
        return cls(
            [*tokens, *run.options.special_tokens],
            [(tokens[merge.left], tokens[merge.right]) for merge in run.merges],
            marker=marker,
            pattern=pattern,
            unknown_token=unknown_token,
            end_of_word=end_of_word,
        )

    # -- encoding and decoding ----------------------------------------------------------------------------

    def encode(self, text: str) -> list[int]:
        """Ids of a text, applying the earliest learned merges first. A word seen before costs one lookup.

        Text that the pattern does not match is left out; for unknown symbols see the class.
        """
        if len(a_text("text", text)) < _LONG or self._encoder is None:
            return [token for word in self.words(text) for token in self.encode_word(word)]
        return self.encode_array(text).tolist()  # type: ignore[no-any-return]

    def encode_array(self, text: str) -> np.ndarray:
        """Ids of a text as uint32 (n,). Each distinct word is merged once, by compiled code if the text is long."""
        if len(a_text("text", text)) < _LONG or self._encoder is None:
            return np.array(self.encode(text), dtype=np.uint32)
        data, spans = encode_text(text), self.lexer.spans(text)
        bounds = zip(spans.starts.tolist(), spans.ends.tolist(), spans.kinds.tolist(), strict=True)
        return self._encoder.encode([data[start:end] for start, end, kind in bounds if kind == WORD])

    def encode_word(self, word: str) -> list[int]:
        """Ids of one word, which need not match the pattern."""
        found = self._cache.get(a_text("word", word))
        if found is None:
            if len(self._cache) >= _CACHED_WORDS:
                self._cache.clear()
            found = self._cache[word] = self._encode_word(word)
        return list(found)

    def _encode_word(self, word: str) -> list[int]:
        if not word:
            return []
        if len(word) >= _LONG and self._encoder is not None:
            return self._encoder.encode([encode_text(word)]).tolist()  # type: ignore[no-any-return]
        symbols = [self._id_of.get(symbol, _UNKNOWN) for symbol in self.symbols(word)]
        tokens = apply_merges(symbols, self._rules)
        if self.unknown_token is not None:
            unknown = self._id_of[self.unknown_token]
            return [unknown if token == _UNKNOWN else token for token in tokens]
        return [token for token in tokens if token != _UNKNOWN]

    @cached_property
    def _encoder(self) -> WordEncoder | None:
        """The compiled merges; None for more tokens than its tables hold."""
        if len(self.tokens) > MAX_TOKEN:
            return None
        unknown = None if self.unknown_token is None else self._id_of[self.unknown_token]
        return WordEncoder(self.tokens, self._rules, self.marker, self.end_of_word, unknown)

    def decode(self, tokens: Iterable[int]) -> str:
        """The text of ids: each marker becomes a space, except at the end. The text's own spaces are lost.

        Raises `UnknownTokenError` for an id that does not exist.
        """
        text: list[str] = []
        for token in several(lambda name, value: as_token(value), "several token ids")("tokens", tokens):
            text.append(self.tokens[self._known_id(token)].replace(self.end_of_word, " "))
        return "".join(text).removesuffix(" ")

    def _known_id(self, token: int) -> int:
        number = as_token(token)
        if not 0 <= number < len(self.tokens):
            raise UnknownTokenError(
                f"id {show(number)} is not in the vocabulary: expected 0 to {len(self.tokens) - 1}"
            )
        return number

    def id_to_bytes(self, token: int) -> bytes:
        """UTF-8 of a token, with its marker; raises `UnknownTokenError` for an unknown id."""
        return self.tokens[self._known_id(token)].encode()

    # -- inspection ---------------------------------------------------------------------------------------

    def words(self, text: str) -> list[str]:
        """The words of a text, as found by the pattern."""
        return list(find_words(text, self.lexer))

    def unknown_symbols(self, text: str) -> list[str]:
        """Symbols of the text that are not in the alphabet, in order, each once.

        A character is known only in the form in which it was seen: one that never ended a word is unknown at
        the end, ``q</w>`` for ``q``.
        """
        symbols = (symbol for word in self.words(text) for symbol in self.symbols(word))
        return list(dict.fromkeys(symbol for symbol in symbols if symbol not in self._id_of))

    def symbols(self, word: str) -> list[str]:
        """The symbols of a word of at least one character, known or not."""
        return word_symbols(a_text("word", word), self.marker, self.end_of_word)

    def __contains__(self, token: str) -> bool:
        """Whether this token exists; for a symbol: whether it is known."""
        return token in self._id_of

    @property
    def vocab_size(self) -> int:
        """Number of tokens."""
        return len(self.tokens)

    # -- files --------------------------------------------------------------------------------------------

    @checked(path=a_path)
    def save_json(self, path: str | os.PathLike[str]) -> None:
        """Write everything as one JSON file, completely or not at all; json_file.py describes it."""
        contents = CharacterFile(
            self.pattern, self.marker, self.end_of_word, self.unknown_token, self.tokens, self.merges
        )
        write_character_file(path, contents)

    @classmethod
    def from_file(cls, source: Source) -> CharacterBPE:
        """Read what `save_json` wrote, from a path, bytes or an open file. Raises `VocabFormatError`."""
        found = read_character_file(source)
        try:
            return cls(
                found.tokens,
                found.merges,
                marker=found.marker,
                pattern=found.pattern,
                unknown_token=found.unknown_token,
                end_of_word=found.end_of_word,
            )
        except WordchipperLabError as error:
            raise VocabFormatError(source_name(source) or "<bytes>", None, str(error)) from None

    @checked(vocab=a_path, merges=a_path)
    def save(self, vocab: str | os.PathLike[str], merges: str | os.PathLike[str]) -> None:
        """Write ``vocab.txt`` and ``merges.txt``, each completely or not at all; text_files.py describes
        them."""
        write_text_files(vocab, merges, self.tokens, self.merges, self.marker)

    @classmethod
    def load(
        cls,
        vocab: Source,
        merges: Source,
        *,
        pattern: str = "cpp_article",
        unknown_token: str | None = None,
        end_of_word: str = END_OF_WORD,
    ) -> CharacterBPE:
        """Read the two files, which do not contain the pattern and the unknown token. Raises
        `VocabFormatError`."""
        tokens, pairs, marker = read_text_files(vocab, merges)
        return cls(
            tokens,
            pairs,
            marker=marker,
            pattern=pattern,
            unknown_token=unknown_token,
            end_of_word=end_of_word,
        )


def _word_lexer(pattern: str) -> SpanLexer:
    return build_lexer(WORD_PATTERNS.get(pattern, pattern), "auto")
