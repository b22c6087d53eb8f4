"""UTF-8 that comes in chunks, which may end inside a character."""

from __future__ import annotations

import codecs

from ..errors import InputError

__all__ = ["Utf8Chunks"]


class Utf8Chunks:
    r"""Decodes chunk after chunk; of a wrong byte it says which byte of the whole it is.

    `name` is what to call the text, `advice` what to do about a wrong byte; `errors` as ``bytes.decode`` has it.
    `first` is the byte of the whole that the first chunk begins with.

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
        """Nothing is read yet."""
        self._name, self._advice = name, advice
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors)
        self._given = first

    def decode(self, chunk: bytes, final: bool = False) -> str:
        """The characters that are complete; behind the `final` chunk nothing may be left. Raises `InputError`."""
        pending = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(chunk, final=final)
        except UnicodeDecodeError as error:
            place = self._given - pending + error.start
            problem = f"{self._name} is not UTF-8 at byte {place} ({error.reason})"
            raise InputError(f"{problem}: {self._advice}") from None
        self._given += len(chunk)
        return text
