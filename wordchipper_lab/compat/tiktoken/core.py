"""``tiktoken.core``: `Encoding`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ...decoders.offsets import character_offsets
from ...errors import SpecialTokenError
from ...special_policy import Special
from ...tokenizer import Tokenizer
from ._tiktoken import CoreBPE
from .openai_public import bundled_ranks
from .special_tokens import (
    Allowed,
    Disallowed,
    check_disallowed,
    parsed_tokens,
    raise_disallowed_special_token,
    refused_texts,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Encoding", "raise_disallowed_special_token"]

_NONE: frozenset[str] = frozenset()
Found = TypeVar("Found")


class Encoding:
    """A vocabulary with a split pattern and special tokens. Safe to use from many threads at once.

    name: of the encoding. pat_str: the split pattern, a regular expression of Rust's fancy-regex.
    mergeable_ranks: bytes -> rank, which is also the id. special_tokens: text -> id. explicit_n_vocab: if given, the
    number of all tokens, whose largest id is one less; ``AssertionError`` if that is not so.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": 256}
    >>> enc = Encoding("mine", pat_str=r"\\w+|\\s+", mergeable_ranks=ranks, special_tokens={"<s>": 257})
    >>> enc.encode("abc ab"), enc.encode("<s>", allowed_special={"<s>"})
    ([256, 99, 32, 256], [257])
    """

    _mergeable_ranks: dict[bytes, int]
    _named: ClassVar[dict[str, Encoding]]
    """The encodings made by name: `registry.ENCODINGS`."""
    _get: ClassVar[Callable[[str], Encoding]]
    """`registry.get_encoding`."""

    def __init__(
        self,
        name: str,
        *,
        pat_str: str,
        mergeable_ranks: dict[bytes, int],
        special_tokens: dict[str, int],
        explicit_n_vocab: int | None = None,
    ) -> None:
        self._mergeable_ranks = mergeable_ranks
        largest = max(max(mergeable_ranks.values()), max(special_tokens.values(), default=0))
        if explicit_n_vocab:
            assert len(mergeable_ranks) + len(special_tokens) == explicit_n_vocab
            assert largest == explicit_n_vocab - 1
        core = CoreBPE(mergeable_ranks, special_tokens, pat_str, name=name)
        self._begin(name, pat_str, special_tokens, largest, core)

    @classmethod
    def _of_bundled(cls, name: str) -> Encoding:
        """The encoding of an included vocabulary, whose ranks are listed only if somebody asks for them."""
        enc, tok = cls.__new__(cls), Tokenizer.from_pretrained(name)
        specials = dict(tok.vocab.special_tokens)
        enc._begin(name, tok.vocab.pattern, specials, tok.max_token, CoreBPE.of(tok))
        return enc

    def _begin(
        self, name: str, pat_str: str, special_tokens: dict[str, int], largest: int, core: CoreBPE
    ) -> None:
        self.name = name
        self.max_token_value = largest
        self._pat_str = pat_str
        self._special_tokens = special_tokens
        self._special_token_values = set(special_tokens.values())
        self._core_bpe = core
        self._encode = core.encode_list

    def __getattr__(self, name: str) -> Any:
        if name == "_mergeable_ranks":
            self._mergeable_ranks = ranks = bundled_ranks(self.name)
            return ranks
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def __repr__(self) -> str:
        return f"<Encoding {self.name!r}>"

    # -- text to ids ------------------------------------------------------------------------------------

    def encode_ordinary(self, text: str) -> list[int]:
        """Ids of `text`, whose special tokens are ordinary text."""
        return self._encode(text, "text")

    def encode(
        self, text: str, *, allowed_special: Allowed = _NONE, disallowed_special: Disallowed = "all"
    ) -> list[int]:
        """Ids of `text`.

        allowed_special: special tokens that become their ids; "all", or a set. disallowed_special: texts that raise
        ``ValueError``; "all" - all special tokens that are not allowed -, or a collection. All other special tokens are
        ordinary text.
        """
        return self._with(self._encode, text, allowed_special, disallowed_special)

    def _with(
        self, encode: Callable[[str, Special], Found], text: str, allowed: Allowed, disallowed: Disallowed
    ) -> Found:
        """What `encode` gives, under the policy that the two amount to."""
        if disallowed == "all":
            if allowed == "all":
                return encode(text, "parse")
            if not allowed and isinstance(allowed, (set, frozenset)):
                try:
                    return encode(text, "error")
                except SpecialTokenError:
                    pass
        return encode(text, self._checked(text, allowed, disallowed))

    def _checked(self, text: str, allowed: Allowed, disallowed: Disallowed) -> Special:
        """What is parsed of a text; raises ``ValueError`` if it holds what is disallowed."""
        special_tokens = self.special_tokens_set
        check_disallowed(text, refused_texts(special_tokens, allowed, disallowed))
        return parsed_tokens(special_tokens, allowed)

    def encode_to_numpy(
        self, text: str, *, allowed_special: Allowed = _NONE, disallowed_special: Disallowed = "all"
    ) -> np.ndarray:
        """Ids of `text` as uint32 (n,); raises ``UnicodeEncodeError`` for surrogates. Otherwise as `encode`."""
        found = self._with(self._core_bpe.encode_array, text, allowed_special, disallowed_special)
        _refuse_surrogates(text)
        return found

    def encode_ordinary_batch(self, text: list[str], *, num_threads: int = 8) -> list[list[int]]:
        """Ids of each text, whose special tokens are ordinary text, by up to `num_threads` threads."""
        return self._core_bpe.encode_lists(list(text), "text", num_threads)

    def encode_batch(
        self,
        text: list[str],
        *,
        num_threads: int = 8,
        allowed_special: Allowed = _NONE,
        disallowed_special: Disallowed = "all",
    ) -> list[list[int]]:
        """Ids of each text, as `encode`, by up to `num_threads` threads."""
        texts, special_tokens = list(text), self.special_tokens_set
        refused = refused_texts(special_tokens, allowed_special, disallowed_special)
        if not allowed_special and refused == special_tokens:
            try:
                return self._core_bpe.encode_lists(texts, "error", num_threads)
            except SpecialTokenError:
                pass
        for one in texts:
            check_disallowed(one, refused)
        return self._core_bpe.encode_lists(texts, parsed_tokens(special_tokens, allowed_special), num_threads)

    def encode_with_unstable(
        self, text: str, *, allowed_special: Allowed = _NONE, disallowed_special: Disallowed = "all"
    ) -> tuple[list[int], list[list[int]]]:
        """The ids of `text` that are final whatever text follows, and all ways in which the ids may go on.

        Each way is a list of ids whose bytes begin with those of the rest of `text`. Their order has no meaning. Raises
        ``UnicodeEncodeError`` for surrogates, otherwise as `encode`.
        """
        special = self._checked(text, allowed_special, disallowed_special)
        _refuse_surrogates(text)
        return self._core_bpe.encode_with_unstable(text, special)  # type: ignore[arg-type]

    def encode_single_token(self, text_or_bytes: str | bytes) -> int:
        """Id of the token, ranked or special, that is this text or these bytes; raises ``KeyError`` if there is none.

        >>> from wordchipper_lab.compat import tiktoken
        >>> tiktoken.get_encoding("gpt2").encode_single_token("hello")
        31373
        """
        return self._core_bpe.encode_single_token(_as_bytes(text_or_bytes))

    # -- ids to text ------------------------------------------------------------------------------------

    def decode_bytes(self, tokens: Sequence[int]) -> bytes:
        """Bytes of `tokens`; raises ``KeyError`` for an unknown id."""
        return self._core_bpe.decode_bytes(tokens)

    def decode(self, tokens: Sequence[int], errors: str = "replace") -> str:
        """Text of `tokens`; `errors` as in ``bytes.decode``. Raises ``KeyError`` for an unknown id."""
        return self._core_bpe.decode(tokens, errors)

    def decode_single_token_bytes(self, token: int) -> bytes:
        """Bytes of one token, ranked or special; raises ``KeyError`` for an unknown id."""
        return self._core_bpe.decode_single_token_bytes(token)

    def decode_tokens_bytes(self, tokens: Sequence[int]) -> list[bytes]:
        """Bytes of each of `tokens`; raises ``KeyError`` for an unknown id."""
        return [self.decode_single_token_bytes(token) for token in tokens]

    def decode_with_offsets(self, tokens: Sequence[int]) -> tuple[str, list[int]]:
        """Text of `tokens`, and the index of the character in which each begins.

        Raises ``KeyError`` for an unknown id, ``UnicodeDecodeError`` if the bytes are not UTF-8.
        """
        import numpy as np

        parts = self.decode_tokens_bytes(tokens)
        data, sizes = b"".join(parts), np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
        return data.decode(), character_offsets(data, sizes)

    def decode_batch(
        self, batch: Sequence[Sequence[int]], *, errors: str = "replace", num_threads: int = 8
    ) -> list[str]:
        """Text of each list of tokens, as `decode`, by up to `num_threads` threads."""
        return self._core_bpe.decode_texts(batch, errors, num_threads)

    def decode_bytes_batch(self, batch: Sequence[Sequence[int]], *, num_threads: int = 8) -> list[bytes]:
        """Bytes of each list of tokens, as `decode_bytes`. (One thread: most of the time goes to the objects.)"""
        if num_threads <= 0:
            raise ValueError(f"num_threads is {num_threads}: expected 1 or more")
        return [self.decode_bytes(tokens) for tokens in batch]

    # -- the vocabulary ---------------------------------------------------------------------------------

    def token_byte_values(self) -> list[bytes]:
        """The bytes of all ranked tokens, sorted."""
        return self._core_bpe.token_byte_values()

    @property
    def eot_token(self) -> int:
        """Id of ``<|endoftext|>``; raises ``KeyError`` if there is none."""
        return self._special_tokens["<|endoftext|>"]

    @cached_property
    def special_tokens_set(self) -> set[str]:
        """The texts of all special tokens."""
        return set(self._special_tokens)

    def is_special_token(self, token: int) -> bool:
        """Whether this is the id of a special token."""
        assert isinstance(token, int)
        return token in self._special_token_values

    @property
    def n_vocab(self) -> int:
        """The largest id, and one."""
        return self.max_token_value + 1

    # -- not public, but used ---------------------------------------------------------------------------

    def _encode_single_piece(self, text_or_bytes: str | bytes) -> list[int]:
        """Ids of text or bytes that are not split by the pattern."""
        return self._core_bpe.encode_single_piece(_as_bytes(text_or_bytes))

    def _encode_only_native_bpe(self, text: str) -> list[int]:
        """Ids of `text`, split by the package ``regex``."""
        import regex

        pieces = [piece.encode() for piece in regex.findall(regex.compile(self._pat_str), text)]
        return self._core_bpe.encode_pieces([piece for piece in pieces if piece]).tolist()  # type: ignore[no-any-return]

    def _encode_bytes(self, text: bytes) -> list[int]:
        """Ids of bytes that need not be UTF-8."""
        return self._core_bpe._encode_bytes(text)

    def __getstate__(self) -> object:
        if self is self._named.get(self.name):
            return self.name
        return {
            "name": self.name,
            "pat_str": self._pat_str,
            "mergeable_ranks": self._mergeable_ranks,
            "special_tokens": self._special_tokens,
        }

    def __setstate__(self, value: object) -> None:
        if isinstance(value, str):
            self.__dict__ = type(self)._get(value).__dict__
        else:
            self.__init__(**value)  # type: ignore[misc,arg-type]


def _as_bytes(text_or_bytes: str | bytes) -> bytes:
    return text_or_bytes.encode() if isinstance(text_or_bytes, str) else text_or_bytes


def _refuse_surrogates(text: str) -> None:
    if not text.isascii():
        text.encode()  # raises UnicodeEncodeError
