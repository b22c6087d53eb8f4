"""UTF-8 that arrives in chunks, which may end inside a character."""

from __future__ import annotations

import codecs

from ..errors import InputError

__all__ = ["Utf8Chunks"]


class Utf8Chunks:
    r"""Decodes chunk after chunk, and reports the position of an invalid byte in the whole.

    `name` is what to call the text, `advice` what to do about an invalid byte; `errors` is as in
    ``bytes.decode``. `first` is the position in the whole of the first chunk's first byte.

    >>> chunks = Utf8Chunks("example")
    >>> chunks.decode(b"na\xc3"), chunks.decode(b"\xafve", final=True)
    ('na', 'ïve')
    """

    def __init__(
        self,
        name: str,
        advice: str = "expected text as UTF-8, convert it first",
        errors: str = "strict",
        first: int = 0,
    ) -> None:
        """Nothing has been read yet."""
        self._name, self._advice = name, advice
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors)
        self._given = first

    def decode(self, chunk: bytes, final: bool = False) -> str:
        """The complete characters; after the `final` chunk nothing may be left. Raises `InputError`."""
        pending = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(chunk, final=final)
        except UnicodeDecodeError as error:
            place = self._given - pending + error.start
            problem = f"{self._name} is not UTF-8 at byte {place} ({error.reason})"
            raise InputError(f"{problem}: {self._advice}") from None
        self._given += len(chunk)
        return text
