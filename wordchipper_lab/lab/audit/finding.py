"""`Finding`: one kind of thing that an audit found in a tokenizer, with examples and a text that shows it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["SEVERITIES", "AuditExample", "Finding", "Severity", "counted", "show_bytes"]

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""error: some text is lost or cannot be encoded, or takes very long. warning: entries or special tokens that do not do
what they seem to, or that other programs understand in another way. note: good to know."""


@dataclass(frozen=True)
class AuditExample:
    """One case of a finding.

    id: of the token; None for a special token without one, or where no token is meant. data: its bytes. text: one that
    shows it. ids, tokens: what the text is encoded to, with the bytes of each. merges: the merges that take part, in
    their order. note: what else is to be said.
    """

    id: int | None
    data: bytes
    text: str | None = None
    ids: tuple[int, ...] = ()
    tokens: tuple[bytes, ...] = ()
    merges: tuple[tuple[bytes, bytes], ...] = ()
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it: bytes in hexadecimal, and as they are shown."""
        return {
            "id": self.id,
            "bytes": self.data.hex(),
            "shown": show_bytes(self.data),
            "text": self.text,
            "ids": list(self.ids),
            "tokens": [show_bytes(token) for token in self.tokens],
            "merges": [[show_bytes(left), show_bytes(right)] for left, right in self.merges],
            "note": self.note,
        }

    def __str__(self) -> str:
        parts = [show_bytes(self.data) + ("" if self.id is None else f" (id {self.id})")] if self.data else []
        if self.text is not None:
            tokens = " ".join(map(show_bytes, self.tokens)) or "no token"
            same = self.data and self.text.encode() == self.data
            parts.append(f"{'' if same else f'{show_bytes(self.text.encode())} '}is encoded to {tokens}")
        if self.merges:
            steps = ", ".join(f"{show_bytes(left)} + {show_bytes(right)}" for left, right in self.merges)
            parts.append(f"merges: {steps}")
        if self.note:
            parts.append(self.note)
        return ": ".join(parts[:2]) + "".join(f"; {part}" for part in parts[2:])


@dataclass(frozen=True)
class Finding:
    """One kind of finding.

    kind: a few words, the same in every audit. message: a sentence. count: how many there are; examples: some of them.
    text: the shortest text that shows it, or None.
    """

    kind: str
    severity: Severity
    message: str
    count: int
    examples: tuple[AuditExample, ...] = ()
    text: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return {
            "kind": self.kind,
            "severity": self.severity,
            "message": self.message,
            "count": self.count,
            "text": self.text,
            "examples": [example.to_json() for example in self.examples],
        }

    def __str__(self) -> str:
        return "\n".join([f"{self.severity}: {self.message}", *(f"  {example}" for example in self.examples)])


def counted(n: int, one: str, several: str = "") -> str:
    """A number of things.

    >>> counted(1, "entry", "entries"), counted(2000, "error")
    ('1 entry', '2,000 errors')
    """
    return f"{n:,} {one if n == 1 else several or f'{one}s'}"


def show_bytes(data: bytes) -> str:
    r"""Bytes as a quoted text, escaped where NFC would change it; in hexadecimal if they are not UTF-8.

    >>> show_bytes(b" a"), show_bytes(b"\xd0\xbe\xd0"), show_bytes("a\u0301".encode())
    ("' a'", '<d0 be d0>', "'a\\u0301'")
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return f"<{data.hex(' ')}>"
    return repr(text) if unicodedata.is_normalized("NFC", text) else ascii(text)
