"""What two programs do differently where at least one says nothing of itself, or something else than it does.

Each test gives both the same input to one stage: a stretch without special tokens, a normalized text, a piece. If that
makes the ids equal, and changes those of one program only, then that stage made the difference. Where both show their
work, that is compared instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...pipeline.normalize import normalize
from ...spanners import build_lexer
from ...text.text_bytes import as_text_bytes
from .candidates import NORMALIZERS, SPLITS
from .programs import Places, Program
from .stages import Stage, in_order
from .verdict import How, Verdict

__all__ = ["differ_in"]

_SPECIAL = re.compile(r"<\|[^|<>]{1,60}\|>|</?[A-Za-z_][\w ]{0,40}>|\[[A-Z_]{2,20}\]")
"""What special tokens usually look like."""


def differ_in(p: Program, q: Program, text: str) -> Verdict:
    """The stages in which two programs differ on a text, as far as their answers show."""
    return _Search(p, q).verdict(text)


class _Search:
    def __init__(self, p: Program, q: Program) -> None:
        self.p, self.q = p, q
        self.stages: list[Stage] = []
        self.evidence: list[str] = []
        self.how: How = "observation"

    def verdict(self, text: str) -> Verdict:
        if self.p.frame != self.q.frame:
            self._found("post-processor", "observation", f"around every text {self._frames()}")
        if not self.stages or not self._agree(text):
            self._search(text)
        return Verdict(in_order(self.stages), self.how, tuple(self.evidence))

    def _search(self, text: str) -> None:
        without = self._special_tokens(text)
        if without is None:
            return
        normalized = self._normalizer(without)
        if normalized is None or self._split_pattern(normalized):
            return
        self._merging(text)

    def _found(self, stage: Stage, how: How, said: str) -> None:
        self.stages.append(stage)
        self.evidence.append(said)
        if how == "exclusion":
            self.how = how

    def _agree(self, text: str) -> bool:
        return self.p.core(text) == self.q.core(text)

    def _frames(self) -> str:
        return " and ".join(
            f"{program.label} puts {list(program.frame.prefix)} before and {list(program.frame.suffix)} after"
            for program in (self.p, self.q)
        )

    # -- stage by stage ---------------------------------------------------------------------------------

    def _special_tokens(self, text: str) -> str | None:
        """A stretch without special tokens on which they differ; None if special tokens are the cause."""
        shown = [program.added(text) for program in (self.p, self.q)]
        if None not in shown and shown[0] != shown[1]:
            self._found("special tokens", "observation", "they find added tokens at different places")
            return None
        places = next((found for found in shown if found), None)
        if places is None:
            places = [found.span() for found in _SPECIAL.finditer(text)]
        if not places:
            return text
        for stretch in _between(text, places):
            if not self._agree(stretch):
                return stretch
        self._found("special tokens", "exclusion", "they agree on each stretch between special tokens")
        return None

    def _normalizer(self, text: str) -> str | None:
        """The text as both normalize it; None if normalizing is the cause."""
        shown = [program.normalized(text) for program in (self.p, self.q)]
        if None not in shown:
            if shown[0] == shown[1]:
                return shown[0]
            self._found(
                "normalizer", "observation", f"they normalize the text to {shown[0]!r} and {shown[1]!r}"
            )
            return None
        known = next((found for found in shown if found is not None), None)
        for name, changed in _normal_forms(text, known):
            if self._agree(changed) and self._one_is_unmoved(text, [changed]):
                said = (
                    f"they agree on the text as {name} leaves it, which changes the ids of one of them only"
                )
                self._found("normalizer", "exclusion", said)
                return None
        return text if known is None else known

    def _split_pattern(self, text: str) -> bool:
        shown = [program.pieces(text) for program in (self.p, self.q)]
        if None not in shown:
            if shown[0] == shown[1]:
                return False
            self._found("split pattern", "observation", "they divide the text in different places")
            return True
        known = next((found for found in shown if found is not None), None)
        for name, places in _divisions(text, known):
            pieces = [text[start:end] for start, end in places]
            if len(pieces) > 1 and all(map(self._agree, pieces)) and self._one_is_unmoved(text, pieces):
                said = f"they agree on each piece of {name}, and only one of them gives the same for the whole text"
                self._found("split pattern", "exclusion", said)
                return True
        return False

    def _merging(self, text: str) -> None:
        ids = [program.core(text) for program in (self.p, self.q)]
        rows = [program.token_bytes(row) for program, row in zip((self.p, self.q), ids, strict=True)]
        if rows[0] is not None and rows[1] is not None:
            self._by_bytes(text, ids, rows[0], rows[1])
            return
        said = "the same stretches, normalized and divided in the usual ways, have different ids"
        if rows[0] is None and rows[1] is None:
            self._found("merges", "exclusion", f"{said}; the bytes of tokens are not known")
            return
        known, row, other = (self.p, rows[0], ids[1]) if rows[1] is None else (self.q, rows[1], ids[0])
        read = known.token_bytes(other)
        if read is not None and row is not None and b"".join(read) == b"".join(row):
            self._found("merges", "exclusion", f"{said}; read by one vocabulary, both spell the text")
            return
        if len(ids[0]) != len(ids[1]):
            self._found("merges", "exclusion", f"{said}, and not as many")
        self._found(
            "vocabulary", "exclusion", f"{said}; read by one vocabulary, the others spell another text"
        )

    def _by_bytes(self, text: str, ids: list[list[int]], p: list[bytes], q: list[bytes]) -> None:
        spelt = b"".join(p), b"".join(q)
        if p == q:
            self._found("vocabulary", "observation", "the tokens have the same bytes and other ids")
        elif spelt[0] == spelt[1]:
            self._found("merges", "observation", "the same bytes are divided into different tokens")
        elif text.encode() in spelt and self._is_normalized(text, spelt):
            said = "one of them spells the text as it is, the other one as it is normalized"
            self._found("normalizer", "observation", said)
        else:
            if len(ids[0]) != len(ids[1]):
                self._found("merges", "exclusion", "there are not as many tokens")
            self._found("vocabulary", "exclusion", "by the bytes of the tokens they spell different texts")

    def _is_normalized(self, text: str, spelt: tuple[bytes, bytes]) -> bool:
        shown = (program.normalized(text) for program in (self.p, self.q))
        known = next((found for found in shown if found is not None), None)
        return any(changed.encode() in spelt for _, changed in _normal_forms(text, known))

    def _one_is_unmoved(self, text: str, parts: Sequence[str]) -> bool:
        """Whether exactly one of them gives for the parts what it gives for the text."""
        unmoved = [
            [token for part in parts for token in program.core(part)] == program.core(text)
            for program in (self.p, self.q)
        ]
        return unmoved[0] != unmoved[1]


def _between(text: str, places: Places) -> Iterator[str]:
    ends = [0, *(place for both in places for place in both), len(text)]
    for start, end in pairwise(ends):
        if start < end and (start, end) not in places:
            yield text[start:end]


def _normal_forms(text: str, known: str | None) -> Iterator[tuple[str, str]]:
    if known is not None and known != text:
        yield "one of them normalizes it", known
    for name, steps in NORMALIZERS.items():
        changed = normalize(text, steps).text
        if changed != text:
            yield name, changed


def _divisions(text: str, known: Places | None) -> Iterator[tuple[str, Places]]:
    if known is not None:
        yield "one of them", known
    for name, steps in SPLITS.items():
        if steps:
            yield name, _places(text, steps[0].pattern)


def _places(text: str, pattern: str) -> Places:
    data = as_text_bytes(text)
    begins = [0, *(((data & 0xC0) != 0x80).cumsum().tolist())]
    return [
        (begins[span.start], begins[span.end])
        for span in build_lexer(pattern).spans(text)
        if span.kind == "word"
    ]
