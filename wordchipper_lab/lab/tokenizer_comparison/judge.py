"""Why two tokenizers differ on short texts, as `TokenizerDifference`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from .decoded import Decoded, DecodingCheck
from .difference import TokenizerDifference
from .excerpts import Excerpts
from .find_cause import CauseFinder
from .sides.bare_side import BareSide
from .sides.side import Side
from .signature import Signatures
from .verdict import Verdict

__all__ = ["Judge"]

_MOST_KNOWN = 50_000
"""Texts whose differences are remembered: most stretches occur often."""


class Judge:
    """Finds the cause and the signature of differences of two sides.

    without_frames: the ids that each puts around every text are left out; they count as a difference of their own.
    """

    def __init__(self, a: Side, b: Side, *, without_frames: bool = False) -> None:
        self._shown = a, b
        self._without_frames = without_frames
        self.a, self.b = (BareSide(a), BareSide(b)) if without_frames else (a, b)
        self._finder = CauseFinder(self.a, self.b)
        self._signatures = Signatures(self._finder)
        self.excerpts = Excerpts(self._finder)
        self._known: dict[str, TokenizerDifference] = {}

    def differences(self, texts: Sequence[str]) -> list[TokenizerDifference]:
        """The difference on each text; they must differ on all of them."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if len(self._known) + len(new) > _MOST_KNOWN:
            self._known.clear()
            new = list(dict.fromkeys(texts))
        if new:
            rows = self.a.encode_batch(new), self.b.encode_batch(new)
            shown = [side.encode_batch(new) for side in self._shown] if self._without_frames else rows
            for i, verdict in enumerate(self._finder.verdicts(new, *rows)):
                signature = self._signatures.describe(verdict, new[i], rows[0].row(i), rows[1].row(i))
                made = self._made(verdict, signature, new[i], shown[0].row(i), shown[1].row(i))
                self._known[new[i]] = made
        return [self._known[text] for text in texts]

    def of_decoding(self, decoded: Decoded) -> TokenizerDifference:
        """A difference of decoding only."""
        verdict = Verdict(("decoding",), "observation", ("the ids are the same, and become different texts",))
        signature = self._signatures.of_decoding(decoded.ids, decoded.a, decoded.b)
        return self._made(verdict, signature, decoded.text, decoded.ids, decoded.ids, decoded)

    def is_like(self, text: str, found: TokenizerDifference) -> bool:
        """Whether the two differ on a text in the same way as `found`."""
        if found.cause == "decoding":
            decoded = self.decoding.of(text)
            return decoded is not None and self.of_decoding(decoded).signature == found.signature
        rows = self.a.encode_batch([text]), self.b.encode_batch([text])
        ids = rows[0].row(0), rows[1].row(0)
        if ids[0] == ids[1]:
            return False
        verdict = self._finder.verdicts([text], *rows)[0]
        return (
            verdict.stages == found.stages
            and self._signatures.describe(verdict, text, *ids) == found.signature
        )

    @cached_property
    def decoding(self) -> DecodingCheck:
        """Decodes with both sides."""
        return DecodingCheck(*self._shown)

    def _made(
        self,
        verdict: Verdict,
        signature: str,
        text: str,
        ids_a: list[int],
        ids_b: list[int],
        decoded: Decoded | None = None,
    ) -> TokenizerDifference:
        a, b = self._shown
        options, evidence = dict(a.options.unusual), verdict.evidence
        if self._without_frames:
            options["add_special_tokens"] = False
            evidence = (*evidence, "the ids that they put around every text are left out")
        return TokenizerDifference(
            text,
            ids_a,
            ids_b,
            verdict.cause,
            verdict.stages,
            verdict.how,
            evidence,
            signature,
            a.code,
            b.code,
            (*a.imports, *b.imports),
            tuple(options.items()),
            decoded_a=None if decoded is None else decoded.a,
            decoded_b=None if decoded is None else decoded.b,
        )
