"""`Stages`: text -> pieces that are ready to be merged: added tokens, normalizer, splits.

Their order is that of Hugging Face's `tokenizers` (``tokenizers/src/tokenizer/mod.rs``, ``added_vocabulary.rs``): added
tokens are cut out of the text; what lies between is normalized; added tokens that are searched for in normalized text
are cut out of that; the rest is split, step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..errors import SpecialTokenError
from ..spanners import PatternLimits
from ..spanners.spans import SPECIAL, WORD
from ..special_policy import Special, SpecialPolicy, as_special_set, check_special_set
from ..text.text_bytes import sound
from ..vocab.pipeline import AddedToken, Pipeline
from .added_tokens import AddedTokenFinder
from .allowance import Allowance
from .normalize import Normalized, normalize, normalized_text
from .split_chain import Origins, Pieces, SplitChain

__all__ = ["Prepared", "Stages"]

_PADDING = bytes(16)  # the memo's keys are made by loads that read beyond a span
_MOST_FINDERS = 8


class Prepared(NamedTuple):
    """Texts as pieces, and the ids of the added tokens among them: uint32 (n,)."""

    pieces: Pieces
    added: np.ndarray


class _Stretch(NamedTuple):
    """A part of a text: an added token if it has an `id`. places: for each character, where it comes from."""

    text: str
    id: int
    places: Origins | None


class Stages:
    """Everything that is done to a text before merging. Safe to use from any number of threads."""

    def __init__(self, pipeline: Pipeline, lexer: str = "auto", limits: PatternLimits | None = None) -> None:
        """lexer: of each split, if it is one for any pattern; limits: of their patterns. Raises as `build_lexer`."""
        self.pipeline = pipeline
        self.limits = PatternLimits.default() if limits is None else limits
        self.chain = SplitChain(pipeline.splits, lexer, limits)
        self._finders: dict[frozenset[str], AddedTokenFinder] = {}
        self._text_of = {token.id: token.text for token in reversed(pipeline.added_tokens)}
        self._finder("parse")  # refuses what cannot be found

    def prepare(self, texts: Sequence[str], special: Special, *, located: bool = False) -> Prepared:
        """The pieces of all texts; with their `Pieces.origins`, in characters, if `located`.

        special: which added tokens are found, as in `Tokenizer.encode`; raises `SpecialTokenError` for the first one
        under "error", and `WorkLimitError` beyond the limits.
        """
        allowance = Allowance(self.limits, sum(map(len, texts)))
        chosen = self.check_special(special)
        finder = self._finder(chosen)
        data: list[bytes] = []
        ids: list[int] = []
        numbers: list[int] = []
        origins: list[Origins] = []
        for number, text in enumerate(texts):
            for stretch in self._stretches(sound(text), finder, located, allowance):
                if chosen == "error" and stretch.id >= 0:
                    raise self._refusal(sound(text), finder)
                data.append(stretch.text.encode())
                ids.append(stretch.id)
                numbers.append(number)
                if stretch.places is not None:
                    origins.append(_of_bytes(data[-1], stretch.places))
        ends = np.cumsum(np.fromiter(map(len, data), dtype=np.int64, count=len(data)))
        flat = np.frombuffer(bytearray(b"".join([*data, _PADDING])), dtype=np.uint8)[: sum(map(len, data))]
        added = np.array(ids, dtype=np.int64)
        kinds = np.where(added >= 0, SPECIAL, WORD).astype(np.uint8)
        whole = Pieces(
            flat, ends, kinds, np.array(numbers, dtype=np.int64), _joined(origins) if located else None
        )
        return Prepared(_padded(self.chain.divide(whole, allowance)), added[added >= 0].astype(np.uint32))

    def normalize(self, text: str) -> Normalized:
        """A whole text as the normalizer leaves it; raises `WorkLimitError` beyond the limits."""
        given = sound(text)
        return normalize(given, self.pipeline.normalizer, Allowance(self.limits, len(given)))

    def normalized_whole(self, text: str) -> str:
        """The text of `normalize`."""
        return normalized_text(text, self.pipeline.normalizer, self.limits)

    def normalized(self, text: str, special: Special = "parse") -> str:
        """The text as it is split: added tokens as they are found, what lies between them normalized."""
        given = sound(text)
        finder, allowance = self._finder(self.check_special(special)), Allowance(self.limits, len(given))
        return "".join(stretch.text for stretch in self._stretches(given, finder, False, allowance))

    def check_special(self, special: Special) -> SpecialPolicy | frozenset[str]:
        """A policy, or the texts of the added tokens that are found; raises `UnknownNameError` for an unknown one."""
        chosen = as_special_set(special)
        if isinstance(chosen, str):
            return chosen
        return check_special_set(chosen, [token.text for token in self.pipeline.added_tokens])

    def _stretches(
        self, text: str, finder: AddedTokenFinder, located: bool, allowance: Allowance
    ) -> Iterator[_Stretch]:
        """The parts of a text: added tokens, and the normalized text between them. None is empty."""
        done = 0
        for found in finder.find(text):
            yield from self._normalized(text[done : found.start], done, finder, located, allowance)
            places = np.arange(found.start, found.end)
            yield _Stretch(text[found.start : found.end], found.id, (places, places + 1) if located else None)
            done = found.end
        yield from self._normalized(text[done:], done, finder, located, allowance)

    def _normalized(
        self, text: str, start: int, finder: AddedTokenFinder, located: bool, allowance: Allowance
    ) -> Iterator[_Stretch]:
        if not text:
            return
        new = normalize(text, self.pipeline.normalizer, allowance)
        places: Origins | None = None
        if located and new.starts is not None and new.ends is not None:
            places = (new.starts + start, new.ends + start)
        elif located:
            numbers = np.arange(start, start + len(new.text))
            places = (numbers, numbers + 1)
        done = 0
        for found in finder.find_normalized(new.text):
            if found.start > done:
                yield _part(new.text, -1, places, done, found.start)
            yield _part(new.text, found.id, places, found.start, found.end)
            done = found.end
        if done < len(new.text):
            yield _part(new.text, -1, places, done, len(new.text))

    def _finder(self, chosen: SpecialPolicy | frozenset[str]) -> AddedTokenFinder:
        tokens: Sequence[AddedToken] = self.pipeline.added_tokens
        if chosen == "text":
            tokens = ()
        elif not isinstance(chosen, str):
            tokens = [token for token in tokens if token.text in chosen]
        key = frozenset(token.text for token in tokens)
        finder = self._finders.get(key)
        if finder is None:
            if len(self._finders) >= _MOST_FINDERS:
                self._finders.clear()
            finder = self._finders[key] = AddedTokenFinder(
                tokens, self.pipeline.normalizer, limits=self.limits
            )
        return finder

    def _refusal(self, text: str, finder: AddedTokenFinder) -> SpecialTokenError:
        allowance = Allowance(self.limits, len(text))
        first = next(found for found in self._stretches(text, finder, True, allowance) if found.id >= 0)
        place = int(first.places[0][0]) if first.places is not None else 0
        return SpecialTokenError(self._text_of[first.id], len(text[:place].encode()))


def _part(text: str, token: int, places: Origins | None, start: int, stop: int) -> _Stretch:
    own = None if places is None else (places[0][start:stop], places[1][start:stop])
    return _Stretch(text[start:stop], token, own)


def _of_bytes(data: bytes, places: Origins) -> Origins:
    """The places of each character, for each of its bytes."""
    if len(data) == len(places[0]):
        return places
    character = np.cumsum((np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80) - 1
    return places[0][character], places[1][character]


def _joined(origins: Sequence[Origins]) -> Origins:
    none = np.empty(0, dtype=np.int64)
    return (
        np.concatenate([none, *(starts for starts, _ in origins)]),
        np.concatenate([none, *(ends for _, ends in origins)]),
    )


def _padded(pieces: Pieces) -> Pieces:
    """With readable bytes behind the data, which inserting spaces has lost."""
    if pieces.data.base is not None:
        return pieces
    size = len(pieces.data)
    return pieces._replace(data=np.append(pieces.data, np.frombuffer(_PADDING, dtype=np.uint8))[:size])
