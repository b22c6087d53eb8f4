"""What is known about two tokenizers: equal on every text, different on one, or neither."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .certificate import MergeCertificate

__all__ = ["Cause", "TokenizerDivergence", "TokenizerProof", "UndecidedEquivalence"]

Cause = Literal[
    "normalizer",
    "special tokens",
    "split pattern",
    "merges",
    "vocabulary",
    "post-processor",
    "decoding",
]
"""The stage that makes the difference."""


@dataclass(frozen=True)
class TokenizerProof:
    """Two tokenizers give the same ids on every text. `verify` checks it again.

    ``a`` and ``b`` name them, ``steps`` says in words what was proved, in order, and ``certificate`` is the evidence
    about merging. ``seconds`` is the total time.
    """

    a: str
    b: str
    steps: tuple[str, ...]
    seconds: float
    certificate: MergeCertificate = field(repr=False)

    equal: Literal[True] = True

    def verify(self) -> bool:
        """Check the certificate, from the other side (see `MergeCertificate.verify`)."""
        return self.certificate.verify()

    def to_json(self) -> dict[str, Any]:
        """The statement and the numbers, as JSON has them."""
        return {
            "equal": True,
            "a": self.a,
            "b": self.b,
            "statement": str(self),
            "steps": list(self.steps),
            "certificate": self.certificate.to_json(),
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        return f"{self.a} and {self.b} give the same ids on every text: {'; '.join(self.steps)}"


@dataclass(frozen=True)
class TokenizerDivergence:
    """A text on which two tokenizers give different ids.

    ``a_ids`` and ``b_ids`` are those of the text, ``a_tokens`` and ``b_tokens`` the bytes of each. ``cause`` is the
    stage that makes the difference. ``is_shortest``: no text of fewer UTF-8 bytes makes one. ``otherwise``: if special
    tokens are the cause and the only one, the proof for all texts without them.
    """

    a: str
    b: str
    text: str
    a_ids: tuple[int, ...]
    b_ids: tuple[int, ...]
    a_tokens: tuple[bytes, ...]
    b_tokens: tuple[bytes, ...]
    cause: Cause
    is_shortest: bool
    otherwise: TokenizerProof | None = None

    equal: Literal[False] = False

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it; bytes of tokens in hexadecimal."""
        return {
            "equal": False,
            "a": self.a,
            "b": self.b,
            "statement": str(self),
            "text": self.text,
            "a_ids": list(self.a_ids),
            "b_ids": list(self.b_ids),
            "a_tokens": [token.hex() for token in self.a_tokens],
            "b_tokens": [token.hex() for token in self.b_tokens],
            "cause": self.cause,
            "is_shortest": self.is_shortest,
            "otherwise": None if self.otherwise is None else self.otherwise.to_json(),
        }

    def __str__(self) -> str:
        length = "no shorter text makes one" if self.is_shortest else "perhaps a shorter text does, too"
        said = (
            f"{self.a} and {self.b} differ on {self.text!r} ({self.cause}): {list(self.a_ids)} and "
            f"{list(self.b_ids)}; {length}"
        )
        return said if self.otherwise is None else f"{said}. Without special tokens, {self.otherwise}"


@dataclass(frozen=True)
class UndecidedEquivalence:
    """No text was found on which two tokenizers differ, and no proof that there is none.

    ``checked`` says what was proved or tried, ``unchecked`` what was not, and why.
    """

    a: str
    b: str
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]

    equal: None = None

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return {
            "equal": None,
            "a": self.a,
            "b": self.b,
            "statement": str(self),
            "checked": list(self.checked),
            "unchecked": list(self.unchecked),
        }

    def __str__(self) -> str:
        return (
            f"whether {self.a} and {self.b} give the same ids on every text is not decided. "
            f"Checked: {'; '.join(self.checked) or 'nothing'}. Not checked: {'; '.join(self.unchecked)}"
        )
