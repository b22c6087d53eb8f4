"""`Tokenizer`: wordchipper's, a thin face on `wordchipper_lab.Tokenizer`."""

from __future__ import annotations

from functools import cached_property

from ... import tokenizer
from ...arguments import a_path, instance_of, optional
from ...vocab.pretrained import pretrained_names
from .frozen_dict import FrozenDict
from .special_filter import SpecialFilter, policy_of
from .tokenizer_options import TokenizerOptions
from .values import a_written_token, an_encodable_text, as_id_lists, as_ids, as_texts
from .vocab import Vocab

__all__ = ["Tokenizer"]

_a_tokenizer = instance_of("a wordchipper_lab.Tokenizer", tokenizer.Tokenizer)
_options = optional(instance_of("TokenizerOptions or None", TokenizerOptions))


class Tokenizer:
    """Text to ids and back. Made by `from_pretrained`, or of any `wordchipper_lab.Tokenizer`.

    Texts must be valid Unicode: a lone surrogate raises ``UnicodeEncodeError``. Ids have 32 bits: other numbers raise
    ``OverflowError``.

    >>> tok = Tokenizer.from_pretrained("o200k_base")
    >>> tok.encode("hello world"), tok.decode([24912, 2375])
    ([24912, 2375], 'hello world')
    """

    def __init__(self, tok: tokenizer.Tokenizer) -> None:
        self._tok: tokenizer.Tokenizer = _a_tokenizer("tok", tok)

    @staticmethod
    def available_models() -> list[str]:
        """Names of the bundled vocabularies, with "openai:" before each."""
        return [f"openai:{name}" for name in (*pretrained_names(), "gpt2")]

    @staticmethod
    def from_pretrained(name: str, options: TokenizerOptions | None = None) -> Tokenizer:
        """The tokenizer of a bundled vocabulary, with or without "openai:" before its name.

        Without `options`, every core is used. Raises `UnknownNameError` (a ``ValueError``) for another name.
        """
        chosen = _options("options", options)
        plain = chosen is not None and not chosen.accelerated_lexers()
        return Tokenizer(
            tokenizer.Tokenizer.from_pretrained(
                name,
                lexer="regex" if plain else "auto",
                num_threads=None if chosen is None or chosen.parallel() else 1,
            )
        )

    # -- text to ids and back -------------------------------------------------------------------------------

    def encode(self, text: str, special_filter: SpecialFilter | None = None) -> list[int]:
        """Ids of `text`; special tokens in it become their ids if the filter includes them (None: all of them)."""
        special = policy_of(special_filter, self._tok.vocab.special_tokens)
        return self._tok.encode(an_encodable_text("text", text), special)

    def encode_batch(self, texts: list[str], special_filter: SpecialFilter | None = None) -> list[list[int]]:
        """Ids of each text."""
        special = policy_of(special_filter, self._tok.vocab.special_tokens)
        return self._tok.encode_batch(as_texts("texts", texts), special)

    def decode(self, tokens: list[int]) -> str:
        """Text of ids, with U+FFFD for bytes that are not valid UTF-8; raises ``ValueError`` for an unknown id."""
        return self._tok.decode(as_ids("tokens", tokens))

    def decode_bytes(self, tokens: list[int]) -> bytes:
        """Bytes of ids; raises ``ValueError`` for an unknown id."""
        return self._tok.decode_bytes(as_ids("tokens", tokens))

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids."""
        return self._tok.decode_batch(as_id_lists("batch", batch))

    def decode_bytes_batch(self, batch: list[list[int]]) -> list[bytes]:
        """Bytes of each list of ids."""
        return [self._tok.decode_bytes(ids) for ids in as_id_lists("batch", batch)]

    # -- the vocabulary -------------------------------------------------------------------------------------

    @cached_property
    def vocab(self) -> Vocab:
        """The vocabulary, special tokens included."""
        return Vocab(self._tok.vocab)

    @property
    def vocab_size(self) -> int:
        """Number of tokens that are not special."""
        return len(self.vocab.core_ids)

    @property
    def max_token(self) -> int | None:
        """The largest id that is not special."""
        return int(self.vocab.core_ids[-1]) if len(self.vocab.core_ids) else None

    def token_to_id(self, token: str) -> int | None:
        """Id of the token with this text, unless it is special; ``None`` if there is none."""
        return self._tok.vocab.find_token(a_written_token("token", token)) if token != "" else None

    def id_to_token(self, id: int) -> str | None:
        """Text of a token, special or not; ``None`` for an unknown id."""
        return self.vocab.id_to_token(id)

    @property
    def specials(self) -> FrozenDict[str, int]:
        """Text -> id of the special tokens, by id."""
        return self.vocab.special_tokens

    def get_special_tokens(self) -> list[tuple[str, int]]:
        """Text and id of each special token, by id: `specials` in version 0.9.0."""
        return list(self.specials.items())

    def save_base64_vocab(self, path: str) -> None:
        """Write the tokens that are not special as a ``.tiktoken`` file; raises ``OSError`` if that fails."""
        self._tok.save_base64_vocab(a_path("path", path))
