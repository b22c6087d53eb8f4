"""`Tokenizer`: the main class of the package. Text to ids and back, exactly as tiktoken does it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .arguments import a_flag, a_path, a_text, an_iterable, check_name, checked, instance_of, optional
from .decoders import TokenDecoder
from .decoders.offsets import character_offsets
from .decoders.token_decoder import as_token_array
from .encoders import ENCODERS, Encoding, TokenBatch, TokenEncoder
from .encoders.id_dtype import IdDtype, check_id_dtype
from .encoders.registry import find_encoder
from .encoders.span_memo import DEFAULT_MEMO_BYTES
from .encoders.token_lists import to_list
from .errors import TokenTypeError, UnknownTokenError
from .pipeline.split_of import split_of
from .spanners import LEXERS, PatternLimits, SpanLexer, Spans, TextSpanner, build_lexer
from .spanners.faithful import obeys_its_pattern
from .special_policy import Special, SpecialPolicy
from .text.text_bytes import encode_text
from .thread_pool import resolve_threads
from .vocab.formats.any_file import Sources, read_vocab_file, source_name
from .vocab.formats.plain_form import check_ranks_suffice
from .vocab.formats.tiktoken_file import write_tiktoken
from .vocab.formats.token_texts import as_merges, as_token_ids
from .vocab.formats.write_vocab import write_vocab_file
from .vocab.merge_ranks import RankedTokens, rank_by_merges
from .vocab.models import vocabulary_for_model
from .vocab.pattern_names import resolve_pattern
from .vocab.pipeline import AddedToken, Pipeline, SplitStep
from .vocab.pretrained import pretrained_names
from .vocab.token_bytes import iterate_tokens, pack_tokens_by_id
from .vocab.unified import UnifiedVocab, load_vocab

if TYPE_CHECKING:
    from .pipeline.located import Located
    from .pipeline.pipeline_encoder import PipelineEncoder

__all__ = ["Special", "SpecialPolicy", "TokenBatch", "Tokenizer"]


_several = an_iterable("a TokenBatch, or several lists or arrays of ids")

AUTO_LEXER = "vector"
"""Meaning of ``lexer="auto"`` for the published patterns, unless a lexer is registered for them: the fastest on
every text."""

# Texts of more characters are encoded in parts: by two threads that takes less time from half a million on; by one it
# takes 3 to 9 % more, up to where the whole would touch much memory for the first time.
_LONG_FOR_THREADS = 1 << 19
_LONG_FOR_ONE = 1 << 22
_STREAM_CHUNK = 1 << 20
_ANY_SIZE = 1 << 62

AUTO_ENCODER = "bpe_backtrack"
"""Meaning of ``encoder="auto"``: linear on any span. (priority_merge for a vocabulary that is not
merge-ordered.)"""


class Tokenizer:
    """A vocabulary, a lexer and a span encoder in one object. Safe to use from many threads at once.

    Lexers and encoders change the speed, never the ids. Texts are ``str``; a lone surrogate is encoded as
    U+FFFD, as in tiktoken.

    >>> tok = Tokenizer.from_pretrained("o200k_base")
    >>> tok.encode("hello world"), tok.decode([24912, 2375])
    ([24912, 2375], 'hello world')
    """

    @checked(
        vocab=instance_of("a UnifiedVocab", UnifiedVocab),
        limits=optional(instance_of("PatternLimits, or None", PatternLimits)),
    )
    def __init__(
        self,
        vocab: UnifiedVocab,
        *,
        lexer: str | SpanLexer = "auto",
        encoder: str = "auto",
        num_threads: int | None = None,
        memo: bool = True,
        memo_bytes: int = DEFAULT_MEMO_BYTES,
        limits: PatternLimits | None = None,
    ) -> None:
        """limits: of the patterns of the vocabulary's pipeline; by default those of the lexer. The others are as in
        `from_pretrained`."""
        self._vocab = vocab
        self._lexer = _choose_lexer(vocab, lexer)
        self._num_threads = resolve_threads(num_threads)
        self._long_text = _LONG_FOR_ONE if self._num_threads == 1 else _LONG_FOR_THREADS
        spanner = TextSpanner(self._lexer, vocab.special_tokens)
        engine = TokenEncoder(
            vocab, spanner, _choose_encoder(vocab, encoder), memo=memo, memo_bytes=memo_bytes
        )
        self._engine, self._encoder = engine, cast("TokenEncoder | PipelineEncoder", engine)
        if vocab.pipeline is not None:
            from .pipeline.choice import with_pipeline

            if limits is None:
                limits = getattr(self._lexer, "limits", None)  # those of its pattern are those of all
            self._encoder = with_pipeline(vocab.pipeline, engine, self._lexer.kind, self._num_threads, limits)
            if self._encoder is not engine:
                self._long_text = _ANY_SIZE  # which knows what to do with long ones
        self._limits = limits
        self._decoder = TokenDecoder(vocab)

    # -- where tokenizers come from ---------------------------------------------------------------------

    @staticmethod
    def available_models() -> list[str]:
        """Names of the bundled vocabularies, oldest first."""
        return pretrained_names()

    @classmethod
    def from_pretrained(
        cls,
        name: str,
        lexer: str | SpanLexer = "auto",
        encoder: str = "auto",
        num_threads: int | None = None,
        *,
        memo: bool = True,
        memo_bytes: int = DEFAULT_MEMO_BYTES,
    ) -> Tokenizer:
        """The tokenizer of a bundled vocabulary.

        name: one of `available_models`, with or without "openai:" or "openai::" before it; "gpt2" is r50k_base.
        lexer: one of `LEXERS`, "auto" (see `build_lexer`), or a `SpanLexer`. encoder: one of
        `ENCODERS` or "auto". num_threads: threads for batches and long texts; ``None`` for the number in the
        environment variable WORDCHIPPER_LAB_NUM_THREADS, or else every core. memo: whether to use shortcuts
        before the span encoder: a memo of recent spans, and an in-place merge of short ones. Much faster; turn it
        off when comparing encoders. memo_bytes: the most memory that the memo of a thread may take; it begins
        small and grows with the number of different spans. Raises `UnknownNameError` (a ``ValueError``) that lists
        the known names.
        """
        return cls(
            load_vocab(name),
            lexer=lexer,
            encoder=encoder,
            num_threads=num_threads,
            memo=memo,
            memo_bytes=memo_bytes,
        )

    @classmethod
    def for_model(cls, model: str, **options: object) -> Tokenizer:
        """The tokenizer that a model uses, as tiktoken maps them; `options` as in `from_pretrained`.

        >>> Tokenizer.for_model("gpt-4o").name
        'o200k_base'
        """
        return cls.from_pretrained(vocabulary_for_model(model), **options)  # type: ignore[arg-type]

    @classmethod
    def from_file(
        cls,
        path: Sources,
        pattern: str | None = None,
        special_tokens: Mapping[str, int] | None = None,
        *,
        name: str | None = None,
        lexer: str | SpanLexer = "auto",
        encoder: str = "auto",
        num_threads: int | None = None,
        memo: bool = True,
        memo_bytes: int = DEFAULT_MEMO_BYTES,
    ) -> Tokenizer:
        """A tokenizer from ``tokenizer.json``, a ``.tiktoken`` file, ``vocab.bpe`` + ``encoder.json``,
        ``tekken.json``, a ``.gguf`` file, or a directory with one of them (see `read_vocab_file`).

        path: or the contents as bytes, or an open file; ``{"vocab.bpe": contents, "encoder.json": contents}`` for
        two. name: the file's name, where `path` does not say it. pattern: a regular expression, or the name of a
        bundled vocabulary's or an open model's ("llama3", see `OPEN_PATTERNS`); by default the file's own, with a
        branch for unmatched text if that is encoded too (see `match_gaps`), else that of cl100k_base.
        special_tokens: text -> id, in addition to those in the file. The others are as in `from_pretrained`. Raises
        `VocabError` (with the line) for a file that cannot be read.
        """
        found = read_vocab_file(path, special_tokens=special_tokens, name=name)
        file = source_name(path, name)
        split_pattern, pipeline = split_of(file, found, pattern)
        vocab = UnifiedVocab(
            found.listed or found.tokens,
            pattern=split_pattern,
            special_tokens=found.special_tokens,
            name=os.path.splitext(file)[0] or "custom",
            pipeline=pipeline,
        )
        return cls(
            vocab, lexer=lexer, encoder=encoder, num_threads=num_threads, memo=memo, memo_bytes=memo_bytes
        )

    @classmethod
    @checked(whole_spans=a_flag, name=a_text)
    def from_merges(
        cls,
        vocab: Mapping[bytes, int] | Mapping[str, int],
        merges: Iterable[tuple[bytes, bytes]] | Iterable[tuple[str, str]],
        pattern: str = "gpt2",
        special_tokens: Mapping[str, int] | None = None,
        *,
        whole_spans: bool = False,
        name: str = "custom",
        **options: Any,
    ) -> Tokenizer:
        """A tokenizer from tokens with their ids, and merges in order; ids need not follow that order.

        vocab: token -> id, tokens as ``bytes`` or in the spelling of GPT-2's files (``"Ġthe"``); merges: pairs of
        tokens in the same form. pattern: a regular expression or a name, as in `from_file`. special_tokens: text -> id.
        whole_spans: whether a span that is a token becomes it, whatever merging makes (``ignore_merges``). options:
        as in `from_pretrained`. Raises `VocabError` for a merge of unknown tokens, ids that two tokens share, and a
        byte without a token.

        >>> single = {bytes([value]): value for value in range(256)}
        >>> tok = Tokenizer.from_merges({**single, b"ab": 300, b"abc": 299}, [(b"a", b"b"), (b"ab", b"c")])
        >>> tok.encode("abc ab"), tok.merges
        ([299, 32, 300], [(b'a', b'b'), (b'ab', b'c')])
        """
        tokens = rank_by_merges(name, as_token_ids(vocab), as_merges(merges), whole_spans=whole_spans)
        made = UnifiedVocab(
            tokens, pattern=resolve_pattern(pattern), special_tokens=special_tokens, name=name
        )
        return cls(made, **options)

    # -- text to ids ------------------------------------------------------------------------------------

    def encode(self, text: str, special: Special = "parse") -> list[int]:
        """Ids of `text`.

        special: "parse" - special tokens in the text become their ids; "text" - they are ordinary text; "error" -
        `SpecialTokenError` if there is one; a set (or list, or tuple) of special tokens - only these become their
        ids, and others are ordinary text. Raises `TextError` (a ``TypeError``) if `text` is not a ``str``, and
        `UnknownNameError` for an unknown policy or special token. A text of more than half a million characters is
        encoded by several threads (`num_threads` of the tokenizer).
        """
        if type(text) is str and len(text) > self._long_text:
            return to_list(self.encode_array(text, special))
        return self._encoder.encode_list(text, special)

    def encode_array(
        self, text: str, special: Special = "parse", *, dtype: IdDtype = np.uint32
    ) -> np.ndarray:
        """Ids of `text` as uint32 (n,): faster than a list, which takes as long to build as the encoding
        itself.

        dtype: uint16 for half the memory; raises `ArgumentError` if the vocabulary has ids above 65,535, whatever the
        text.

        >>> Tokenizer.from_pretrained("r50k_base").encode_array("hello world", dtype=np.uint16)
        array([31373,   995], dtype=uint16)
        """
        if dtype is not np.uint32:
            wanted = check_id_dtype(self._vocab, dtype)
            return self.encode_array(text, special).astype(wanted, copy=False)
        if type(text) is str and len(text) > self._long_text:
            from .encoders.long_text import encode_long  # its patterns are slow to compile

            return encode_long(self._engine, text, special, self._num_threads)
        return self._encoder.encode(text, special)

    def encode_batch(
        self, texts: Iterable[str], special: Special = "parse", num_threads: int | None = None
    ) -> list[list[int]]:
        """Ids of each text, encoded by several threads (`num_threads`, or the tokenizer's default)."""
        return self.encode_batch_arrays(texts, special, num_threads).to_lists()

    def encode_batch_arrays(
        self,
        texts: Iterable[str],
        special: Special = "parse",
        num_threads: int | None = None,
        *,
        dtype: IdDtype = np.uint32,
    ) -> TokenBatch:
        """Ids of each text as a `TokenBatch`: two arrays in all. dtype: that of the ids, as in `encode_array`."""
        if dtype is not np.uint32:
            wanted = check_id_dtype(self._vocab, dtype)
            batch = self.encode_batch_arrays(texts, special, num_threads)
            return TokenBatch(batch.tokens.astype(wanted, copy=False), batch.offsets)
        return self._encoder.encode_batch(texts, special, self._threads(num_threads))

    def count(self, text: str, special: Special = "parse") -> int:
        """Number of ids that `encode` would return, in memory that does not grow with the text.

        (Except where nothing can be encoded before the text ends; see `iter_encode`.)
        """
        if type(text) is str and len(text) > self._long_text:
            from .encoders.long_text import count_long

            return count_long(self._engine, text, special, self._num_threads, self._count_as_stream)
        return self._encoder.count(text, special)

    def _count_as_stream(self, text: str, special: Special) -> int:
        from .encoders.stream_encoder import iter_encode

        slices = (text[i : i + _STREAM_CHUNK] for i in range(0, len(text), _STREAM_CHUNK))
        return sum(map(len, iter_encode(self, slices, special, 1, max_held=_ANY_SIZE)))

    def count_batch(
        self, texts: Iterable[str], special: Special = "parse", num_threads: int | None = None
    ) -> np.ndarray:
        """Number of ids of each text: int64 (n,)."""
        return np.diff(self.encode_batch_arrays(texts, special, num_threads).offsets)

    def spans(self, text: str, special: Special = "parse") -> Spans:
        """The spans of `text`: words, special tokens and gaps, which cover it completely."""
        encoder, policy = self._encoder.with_special(special)
        if not isinstance(encoder, TokenEncoder):
            found = encoder.encode_with_spans(text, policy)
            return Spans(found.span_ends, found.span_kinds)
        return encoder.spanner.spans(text, policy)  # type: ignore[arg-type]

    def encode_with_spans(self, text: str, special: Special = "parse") -> Encoding:
        """Ids, spans, and the position of each in the UTF-8 of the text: what the screens draw."""
        return self._encoder.encode_with_spans(text, special)

    def locate(self, text: str, special: Special = "parse") -> Located:
        """Ids of `text`, each with the stretch of it that the id stands for, in characters, and its span's number.

        As the `tokenizers` package counts offsets: a token that begins or ends within a character stands for the whole
        character; what a normalizer changed stands for what it was made from.

        >>> Tokenizer.from_pretrained("o200k_base").locate("hello world").ends.tolist()
        [5, 11]
        """
        from .pipeline.located import locate

        encoder, policy = self._encoder.with_special(special)
        if isinstance(encoder, TokenEncoder):
            return locate(encoder.encode_with_spans(text, policy))
        return encoder.locate(text, policy)

    # -- ids to text ------------------------------------------------------------------------------------

    def decode(self, tokens: Iterable[int] | np.ndarray, errors: str = "replace") -> str:
        """Text of `tokens`; `errors`, as in ``bytes.decode``, applies to bytes that are not valid UTF-8.

        Raises `UnknownTokenError` (a ``ValueError``) naming the first unknown id.
        """
        return self._decoder.decode(tokens, errors)

    def decode_bytes(self, tokens: Iterable[int] | np.ndarray) -> bytes:
        """Bytes of `tokens`; a token may end within a character."""
        return self._decoder.decode_bytes(tokens)

    def decode_batch(
        self,
        batch: Iterable[Iterable[int] | np.ndarray] | TokenBatch,
        errors: str = "replace",
        num_threads: int | None = None,
    ) -> list[str]:
        """Text of each list (or array) of tokens, decoded by several threads (`num_threads`, or the tokenizer's
        default); the tokens of a `TokenBatch` are decoded where they are."""
        threads = self._threads(num_threads)
        if isinstance(batch, TokenBatch):
            return self._decoder.decode_flat(as_token_array(batch.tokens), batch.offsets, errors, threads)
        return self._decoder.decode_batch(_several("batch", batch), errors, threads)

    def decode_with_offsets(self, tokens: Iterable[int] | np.ndarray) -> tuple[str, list[int]]:
        """Text of `tokens`, and the character index at which each token begins (as tiktoken counts).

        A token that begins within a character gets that character's offset. Raises ``UnicodeDecodeError`` if
        the bytes are not valid UTF-8, because characters cannot be counted then.

        >>> Tokenizer.from_pretrained("o200k_base").decode_with_offsets([24912, 2375])
        ('hello world', [0, 5])
        """
        text, sizes = self._decoder.decode_with_sizes(tokens)
        return text.decode(), character_offsets(text, sizes)

    # -- the vocabulary ---------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name of the vocabulary."""
        return self._vocab.name

    @property
    def vocab(self) -> UnifiedVocab:
        """The vocabulary."""
        return self._vocab

    @property
    def spanner(self) -> TextSpanner:
        """The spanner: special tokens and lexer."""
        return self._encoder.spanner

    @property
    def lexer(self) -> str:
        """Kind of the lexer: one of `LEXERS`, or the kind that a custom lexer reports."""
        return self._lexer.kind

    @property
    def encoder(self) -> str:
        """Name of the span encoder: one of `ENCODERS`."""
        return self._encoder.encoder

    @property
    def memo(self) -> bool:
        """Whether shortcuts are used before the span encoder: a memo of recent spans, a merge of short
        ones."""
        return self._encoder.memo

    @property
    def memo_bytes(self) -> int:
        """The most memory that the memo of a thread may take; 0 without a memo."""
        return self._encoder.memo_bytes

    @property
    def num_threads(self) -> int:
        """Default number of threads for batches and long texts."""
        return self._num_threads

    @property
    def pipeline(self) -> Pipeline:
        """What is done to a text beside merging, as in a ``tokenizer.json``."""
        if self._vocab.pipeline is not None:
            return self._vocab.pipeline
        added = tuple(AddedToken(text, token) for text, token in self._vocab.special_tokens.items())
        return Pipeline(added_tokens=added, splits=(SplitStep(self.pattern, "removed", invert=True),))

    @property
    def merges(self) -> list[tuple[bytes, bytes]]:
        """The merges in order, each as the bytes of left and right: as a file lists them, or as ranks give them."""
        return self._vocab.merges

    @property
    def pattern(self) -> str:
        """The split pattern."""
        return self._lexer.pattern or self._vocab.pattern

    @property
    def vocab_size(self) -> int:
        """Number of ranked tokens, including the 256 bytes but not special tokens (cl100k_base: 100,256)."""
        return self._vocab.n_ranked

    @property
    def max_token(self) -> int:
        """The largest id, including special tokens (cl100k_base: 100,276)."""
        return self._vocab.max_token

    def token_to_id(self, token: str) -> int | None:
        """Id of the special or ranked token with the text `token`; ``None`` if there is none."""
        a_text("a token", token)
        special = self._vocab.special_tokens.get(token)
        return special if special is not None else self._vocab.find_token(encode_text(token))

    def id_to_token(self, token: int) -> str | None:
        """Text of a token, with U+FFFD for bytes that are not valid UTF-8; ``None`` for an unknown id."""
        try:
            return self._vocab.token_bytes(token).decode(errors="replace")
        except TokenTypeError:
            raise
        except UnknownTokenError:
            return None

    def id_to_bytes(self, token: int) -> bytes:
        """Bytes of a token; raises `UnknownTokenError` for an unknown id."""
        return self._vocab.token_bytes(token)

    def get_special_tokens(self) -> list[tuple[str, int]]:
        """Special tokens with their ids, by id."""
        return sorted(self._vocab.special_tokens.items(), key=lambda item: item[1])

    def save(self, path: str | os.PathLike[str]) -> list[Path]:
        """Write the vocabulary in the format given by the file name; returns the files, each written
        completely or not at all.

        ``NAME.tiktoken`` (ranked tokens), ``tokenizer.json`` (any ``.json``: Hugging Face's, with special
        tokens, pattern, and all else that was read from such a file), ``vocab.bpe`` or ``merges.txt`` (GPT-2's
        pair). Raises `UnknownNameError` for another name, and `UnsupportedVocabError` if the format cannot hold
        the vocabulary.
        """
        return write_vocab_file(path, self._vocab)

    def save_base64_vocab(self, path: str | os.PathLike[str]) -> None:
        """Write the ranked tokens as a ``.tiktoken`` file; an existing file stays until the new one is complete.

        Raises `UnsupportedVocabError` if ids are not ranks, or merges are not those that ranks amount to.
        """
        check_ranks_suffice(str(a_path("path", path)), self._vocab)
        write_tiktoken(self._vocab.ranked, path)

    # -- representation ---------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Tokenizer {self.name!r} lexer={self.lexer!r} encoder={self.encoder!r}>"

    def _repr_html_(self) -> str:
        from .repr_html import tokenizer_html

        specials = [text for text, _ in self.get_special_tokens()]
        shown = ", ".join(specials[:4]) + (f", ... ({len(specials):,} in all)" if len(specials) > 4 else "")
        facts = {
            "vocabulary": f"{self.vocab_size:,} ranked tokens, ids up to {self.max_token:,}",
            "special tokens": shown or "none",
            "lexer": self.lexer,
            "encoder": self.encoder,
        }
        return tokenizer_html(self.name, facts, self.pattern)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its parts: the name of a bundled vocabulary, or the tokens."""
        vocab = self._vocab
        is_bundled = self.name in pretrained_names() and load_vocab(self.name) is vocab
        has_own_limits = getattr(self._lexer, "limits", None) not in (None, PatternLimits.default())
        is_named = obeys_its_pattern(self._lexer) and self.pattern == vocab.pattern and not has_own_limits
        made_of = (
            self.name
            if is_bundled
            else (_tokens_of(vocab), vocab.pattern, vocab.special_tokens, vocab.name, vocab.pipeline)
        )
        lexer = self.lexer if is_named else self._lexer
        return (_restore, (made_of, lexer, self.encoder, self._num_threads, self.memo_bytes, self._limits))

    def _threads(self, num_threads: int | None) -> int:
        return self._num_threads if num_threads is None else resolve_threads(num_threads)


def _tokens_of(vocab: UnifiedVocab) -> RankedTokens | dict[int, bytes]:
    return vocab.listed if vocab.listed is not None else dict(iterate_tokens(vocab.ranked))


def _restore(
    made_of: str | tuple[RankedTokens | dict[int, bytes], str, dict[str, int], str, Pipeline | None],
    lexer: str | SpanLexer,
    encoder: str,
    num_threads: int,
    memo_bytes: int,
    limits: PatternLimits | None = None,
) -> Tokenizer:
    """Rebuild what `Tokenizer.__reduce__` took apart."""
    if isinstance(made_of, str):
        vocab = load_vocab(made_of)
    else:
        tokens, pattern, specials, name, pipeline = made_of
        if isinstance(tokens, dict):
            packed = pack_tokens_by_id({token: number for number, token in tokens.items()})
            vocab = UnifiedVocab(
                packed, pattern=pattern, special_tokens=specials, name=name, pipeline=pipeline
            )
        else:
            vocab = UnifiedVocab(
                tokens, pattern=pattern, special_tokens=specials, name=name, pipeline=pipeline
            )
    return Tokenizer(
        vocab,
        lexer=lexer,
        encoder=encoder,
        num_threads=num_threads,
        memo=memo_bytes > 0,
        memo_bytes=memo_bytes or DEFAULT_MEMO_BYTES,
        limits=limits,
    )


def _choose_lexer(vocab: UnifiedVocab, lexer: str | SpanLexer) -> SpanLexer:
    if isinstance(lexer, SpanLexer):
        return lexer
    return build_lexer(vocab.pattern, check_name("lexer", lexer, [*LEXERS, "auto"], "or give a SpanLexer"))


def _choose_encoder(vocab: UnifiedVocab, encoder: str) -> str:
    if check_name("encoder", encoder, [*ENCODERS, "auto"]) != "auto":
        return find_encoder(encoder).name
    return AUTO_ENCODER if find_encoder(AUTO_ENCODER).can_encode(vocab) else "priority_merge"
