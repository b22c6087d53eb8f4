"""`EngineCore`: text to ids and back on this package's engine, with the ids and errors of tiktoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import index
from typing import Self

import numpy as np

from ...encoders import TokenEncoder
from ...encoders.registry import find_encoder
from ...encoders.workspace import Workspace
from ...errors import TokenTypeError, UnknownNameError, UnknownTokenError
from ...spanners.spans import WORD
from ...special_policy import Special
from ...threads import resolve_threads
from ...tokenizer import Tokenizer
from ...vocab.token_bytes import iterate_tokens
from .memo import Memo
from .vocabulary import NumberedTokenizer, number_tokens

__all__ = ["EngineCore"]

_ID_BITS = 32
_FEW = 32


class EngineCore:
    """Text to ids and back, for one vocabulary and split pattern. Safe to use from many threads at once.

    encoder: bytes -> rank. special_tokens_encoder: text -> id. pattern: a regular expression of Rust's fancy-regex.

    >>> core = EngineCore({bytes([byte]): byte for byte in range(256)} | {b"ab": 256}, {"<s>": 300}, r"\\w+|\\s+")
    >>> core.encode_list("ab a<s>", "parse"), core.decode_bytes([256, 300])
    ([256, 32, 97, 300], b'ab<s>')
    """

    _bytes_of: dict[int, bytes]
    _rank_of: dict[bytes, int]

    def __init__(
        self,
        encoder: Mapping[bytes, int],
        special_tokens_encoder: Mapping[str, int],
        pattern: str,
        *,
        name: str = "custom",
    ) -> None:
        self._begin(number_tokens(encoder, special_tokens_encoder, pattern, name))
        if self._numbered.ids is not None:
            self._know_all(encoder, special_tokens_encoder)

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> Self:
        """The face of a tokenizer whose tokens are the ids."""
        core = cls.__new__(cls)
        core._begin(NumberedTokenizer(tokenizer, None, 0))
        return core

    def _know_all(self, encoder: Mapping[bytes, int], special_tokens: Mapping[str, int]) -> None:
        """Ids that the engine does not know. Of tokens with one id the ranked one counts, of special ones the first."""
        specials = {number: text.encode() for text, number in reversed([*special_tokens.items()])}
        self._bytes_of = specials | {rank: token for token, rank in encoder.items()}
        self._rank_of = dict(encoder)
        self._special_tokens = dict(special_tokens)

    def _begin(self, numbered: NumberedTokenizer) -> None:
        self._numbered = numbered
        self.tokenizer = tokenizer = numbered.tokenizer
        self._vocab = tokenizer.vocab
        self._special_tokens = self._vocab.special_tokens
        self._bytes_of = Memo(self._vocab.token_bytes)
        self._rank_of = Memo(self._vocab.find_token)
        assert isinstance(tokenizer._encoder, TokenEncoder)  # others have stages beside a vocabulary
        self._encoder = tokenizer._encoder
        self.encode_list: Callable[[str, Special], list[int]] = tokenizer.encode
        """Ids of a text; what is done with special tokens is said as in `Tokenizer.encode`."""
        if numbered.ids is not None:
            self.encode_list = self._encode_to_other_ids

    # -- text to ids ------------------------------------------------------------------------------------

    def _encode_to_other_ids(self, text: str, special: Special) -> list[int]:
        return self.encode_array(text, special).tolist()  # type: ignore[no-any-return]

    def encode_array(self, text: str, special: Special) -> np.ndarray:
        """Ids of a text: uint32 (n,)."""
        return self.to_ids(self.tokenizer.encode_array(text, special))

    def encode_lists(self, texts: list[str], special: Special, num_threads: int) -> list[list[int]]:
        """Ids of each text, by up to `num_threads` threads, but no more than there are cores."""
        if num_threads <= 0:
            raise ValueError(f"num_threads is {num_threads}: expected 1 or more")
        batch = self.tokenizer.encode_batch_arrays(texts, special, min(num_threads, resolve_threads(None)))
        if self._numbered.ids is None:
            return batch.to_lists()
        return type(batch)(self.to_ids(batch.tokens), batch.offsets).to_lists()

    def to_ids(self, tokens: np.ndarray) -> np.ndarray:
        """Ids of the engine's tokens: uint32 (n,). Raises ``KeyError`` for a byte that has none."""
        numbered = self._numbered
        if numbered.ids is None:
            return tokens
        if numbered.n_missing and (tokens < numbered.n_missing).any():
            token = int(tokens[np.argmax(tokens < numbered.n_missing)])
            raise KeyError(self._vocab.token_bytes(token))
        return numbered.ids[tokens]  # type: ignore[no-any-return]

    def encode_ordinary(self, text: str) -> list[int]:
        """Ids of a text without special tokens."""
        return self.encode_list(text, "text")

    def encode_single_token(self, piece: bytes) -> int:
        """Id of the token with these bytes, ranked or special; raises ``KeyError`` if there is none."""
        _check_bytes(piece)
        found = self.find_ranked(piece)
        if found is None:
            found = self._special_tokens.get(piece.decode(errors="surrogateescape"))
        if found is None:
            raise KeyError(piece)
        return found

    def find_ranked(self, piece: bytes) -> int | None:
        """Id of the ranked token with these bytes, or None."""
        try:
            return self._rank_of[piece]
        except KeyError:
            return None

    def encode_single_piece(self, piece: bytes) -> list[int]:
        """Ids of some bytes that are not split."""
        _check_bytes(piece)
        return self.encode_pieces([piece]).tolist() if piece else []

    def encode_pieces(self, pieces: Sequence[bytes]) -> np.ndarray:
        """Ids of several pieces, none of them empty, that are not split further: uint32 (n,)."""
        if not pieces:
            return np.empty(0, dtype=np.uint32)
        padded = b"".join([*pieces, bytes(16)])
        text = np.frombuffer(bytearray(padded), dtype=np.uint8)[:-16]
        ends = np.cumsum(np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces)))
        kinds = np.full(len(pieces), WORD, dtype=np.uint8)
        tokens, _ = self._encoder.encode_pieces(text, ends, kinds)
        return self.to_ids(tokens)

    def merge(self, piece: bytes) -> list[int]:
        """Ids of some bytes that are neither split nor looked up as a whole."""
        return self.to_ids(self.merge_each([piece])[0]).tolist()  # type: ignore[no-any-return]

    def merge_each(self, pieces: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
        """The engine's tokens of pieces, merged as they are, and where those of each begin: a last one ends there.

        A token that is not made by merging is found by `encode_single_piece`, but not here.
        """
        vocab, encoder = self._vocab, find_encoder(self.tokenizer.encoder)
        workspace = Workspace(encoder.name, vocab.tables, memo_bytes=0)
        found, offsets = [np.empty(0, dtype=np.uint32)], [0]
        for piece in pieces:
            workspace.reserve_span(len(piece))
            workspace.reserve_tokens(len(piece))
            text = np.frombuffer(bytearray(piece + bytes(16)), dtype=np.uint8)
            n = encoder.kernel(
                vocab.tables, text, 0, len(piece), workspace.tokens, 0, workspace.span_work, None
            )
            found.append(workspace.tokens[:n].copy())
            offsets.append(offsets[-1] + n)
        return np.concatenate(found), np.array(offsets)

    def sizes(self, tokens: np.ndarray) -> np.ndarray:
        """Bytes of each of the engine's tokens: int64 (n,)."""
        return self.tokenizer._decoder.decode_with_sizes(tokens)[1]

    # -- ids to text ------------------------------------------------------------------------------------

    def decode_bytes(self, tokens: Sequence[int]) -> bytes:
        """Bytes of ids; raises ``KeyError`` for an unknown one, ``OverflowError`` for a number that cannot be one."""
        if type(tokens) is list and len(tokens) <= _FEW and (data := self._join(tokens)) is not None:
            return data
        if self._numbered.ids is None:
            try:
                return self.tokenizer.decode_bytes(tokens)
            except (UnknownTokenError, TokenTypeError):
                pass
        return self._decode_one_by_one(tokens)

    def decode(self, tokens: Sequence[int], errors: str) -> str:
        """Text of ids, as `decode_bytes`."""
        if type(tokens) is list and len(tokens) <= _FEW and (data := self._join(tokens)) is not None:
            return data.decode("utf-8", errors=errors)
        if self._numbered.ids is None:
            try:
                return self.tokenizer.decode(tokens, errors)
            except (UnknownTokenError, TokenTypeError, UnknownNameError):
                pass
        return self._decode_one_by_one(tokens).decode("utf-8", errors=errors)

    def decode_texts(self, batch: Sequence[Sequence[int]], errors: str, num_threads: int) -> list[str]:
        """Text of each list of ids, by up to `num_threads` threads, but no more than there are cores."""
        if num_threads <= 0:
            raise ValueError(f"num_threads is {num_threads}: expected 1 or more")
        lists = list(batch)
        if self._numbered.ids is None:
            try:
                return self.tokenizer.decode_batch(lists, errors, min(num_threads, resolve_threads(None)))
            except (UnknownTokenError, TokenTypeError, UnknownNameError):
                pass
        return [self.decode(tokens, errors) for tokens in lists]

    def _join(self, tokens: list[int]) -> bytes | None:
        """Bytes of a few ids; None if one is unknown, or is none. For so few, calling a kernel takes longer."""
        bytes_of = self._bytes_of
        try:
            parts = [bytes_of[token] for token in tokens if type(token) is int]
        except KeyError:
            return None
        return b"".join(parts) if len(parts) == len(tokens) else None

    def _decode_one_by_one(self, tokens: Sequence[int]) -> bytes:
        """With the errors that tiktoken raises; also for what only tiktoken takes for ids, such as True."""
        if isinstance(tokens, str) or not isinstance(tokens, Sequence | np.ndarray):
            raise TypeError(f"expected a sequence of ids, got {type(tokens).__name__}")
        try:
            return b"".join(map(self.decode_single_token_bytes, tokens))
        except KeyError as error:
            raise KeyError(f"no token has the id {error.args[0]}") from None

    def decode_single_token_bytes(self, token: int) -> bytes:
        """Bytes of one id; raises ``KeyError`` for an unknown one."""
        if type(token) is not int:
            token = index(token)
        try:
            return self._bytes_of[token]
        except KeyError:
            if token >> _ID_BITS:
                raise OverflowError(f"{token} is no id: expected 0 to 2**32 - 1") from None
            raise KeyError(str(token)) from None

    # -- the vocabulary ---------------------------------------------------------------------------------

    @property
    def longest_token(self) -> int:
        """Bytes of the longest ranked token."""
        return int(self._vocab.tables.longest_token[0])

    @cached_property
    def sorted_tokens(self) -> tuple[list[bytes], list[int]]:
        """The bytes of all ranked tokens, sorted, and their ids."""
        ranked = ((token, rank) for rank, token in iterate_tokens(self._vocab.ranked))
        in_order = sorted(ranked if self._numbered.ids is None else self._rank_of.items())
        return [token for token, _ in in_order], [rank for _, rank in in_order]

    def token_byte_values(self) -> list[bytes]:
        """The bytes of all ranked tokens, sorted."""
        return list(self.sorted_tokens[0])


def _check_bytes(piece: object) -> None:
    if not isinstance(piece, bytes):
        raise TypeError(f"expected the token as bytes, got {type(piece).__name__}")
