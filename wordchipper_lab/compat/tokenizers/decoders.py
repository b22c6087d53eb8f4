"""Decoders: from the spelling of tokens to a text.

`ByteLevel` is what byte-level BPE needs. Those of other models (``WordPiece``, ``Metaspace`` ...) cannot be made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...arguments import a_flag, a_text, checked
from ...errors import UnsupportedVocabError, show
from .checks import a_character, a_count, some_texts
from .component import Component, Option, SequenceOf, Unsupported
from .decode_stream import DecodeStream
from .regexes import a_pattern, compiled_pattern, pattern_from_file, pattern_to_file
from .spelling import bytes_of_spelling

__all__ = [
    "CTC",
    "BPEDecoder",
    "ByteFallback",
    "ByteLevel",
    "DecodeStream",
    "Decoder",
    "Fuse",
    "Metaspace",
    "Replace",
    "Sequence",
    "Strip",
    "WordPiece",
    "bytes_of_spelling",
]


class Decoder(Component):
    """Base of all decoders.

    >>> ByteLevel().decode(["My", "\\u0120name"])
    'My name'
    """

    kind = "decoder"

    @checked(tokens=some_texts)
    def decode(self, tokens: Iterable[str]) -> str:
        """The text of tokens in their spelling."""
        return "".join(self.decode_chain(list(tokens)))

    def decode_chain(self, tokens: list[str]) -> list[str]:
        """What the decoder makes of tokens: as many texts, or one."""
        return tokens

    @staticmethod
    def custom(decoder: Any) -> Decoder:
        """A decoder written in Python: an object with a method ``decode_chain(tokens) -> list of str``."""
        return _CustomDecoder(decoder)


class _CustomDecoder(Decoder):
    def __init__(self, decoder: Any) -> None:
        self._decoder = decoder

    def decode_chain(self, tokens: list[str]) -> list[str]:
        return some_texts("what decode_chain returned", self._decoder.decode_chain(tokens))  # type: ignore[no-any-return]

    def to_json(self) -> dict[str, Any]:
        raise UnsupportedVocabError(
            f"the decoder {show(self._decoder)} is written in Python: it cannot be written to a file"
        )


class ByteLevel(Decoder):
    """Each character is a byte; what is not UTF-8 becomes U+FFFD."""

    add_prefix_space = Option(a_flag, True)
    trim_offsets = Option(a_flag, True)
    use_regex = Option(a_flag, True)

    def __init__(self, **options: Any) -> None:
        self._set({})  # none of the options changes anything

    def decode_chain(self, tokens: list[str]) -> list[str]:
        """One text."""
        return [b"".join(map(bytes_of_spelling, tokens)).decode("utf-8", "replace")]


class Fuse(Decoder):
    """All tokens as one."""

    def decode_chain(self, tokens: list[str]) -> list[str]:
        """One text."""
        return ["".join(tokens)]


class Replace(Decoder):
    """`content` in place of every match of `pattern` in a token: a ``str`` as it is, or a `Regex`."""

    _pattern = Option(a_pattern, key="pattern", to_file=pattern_to_file, from_file=pattern_from_file)
    content = Option(a_text)

    def __init__(self, pattern: Any, content: str) -> None:
        self._set({"_pattern": pattern, "content": content})

    def decode_chain(self, tokens: list[str]) -> list[str]:
        """Each token."""
        content = self.content
        replace = compiled_pattern("Replace", self._pattern).sub
        return [replace(lambda match: content, token) for token in tokens] if self._pattern else tokens


class Strip(Decoder):
    """Each token without up to `start` times `content` at its start, and up to `stop` times at its end."""

    content = Option(a_character, " ")
    start = Option(a_count, 0)
    stop = Option(a_count, 0)

    def __init__(self, content: str = " ", left: int = 0, right: int = 0) -> None:
        self._set({"content": content, "start": left, "stop": right})

    def decode_chain(self, tokens: list[str]) -> list[str]:
        """Each token."""
        return [self._strip(token) for token in tokens]

    def _strip(self, token: str) -> str:
        first = min(len(token) - len(token.lstrip(self.content)), self.start)
        last = min(len(token) - len(token.rstrip(self.content)), self.stop)
        return token[first : max(len(token) - last, first)]


class BPEDecoder(Unsupported, Decoder):
    """Belongs to BPE over characters."""


class ByteFallback(Unsupported, Decoder):
    """Belongs to SentencePiece."""


class CTC(Unsupported, Decoder):
    """Belongs to speech recognition."""


class Metaspace(Unsupported, Decoder):
    """Belongs to SentencePiece."""


class WordPiece(Unsupported, Decoder):
    """Belongs to WordPiece."""


class Sequence(SequenceOf, Decoder):
    """Several decoders, one after the other."""

    list_key = "decoders"

    def decode_chain(self, tokens: list[str]) -> list[str]:
        """What the last decoder makes of them."""
        for decoder in self:
            tokens = decoder.decode_chain(tokens)
        return tokens
