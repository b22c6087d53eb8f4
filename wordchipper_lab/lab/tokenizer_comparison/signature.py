"""What kind of difference it is, in a few words: differences of one kind have the same signature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from unicodedata import category

from ...errors import PatternError, WordchipperLabError, show
from ...spanners import build_lexer
from ...vocab.pipeline import AddedToken, NormalizerStep
from ..divergence.alphabet import Alphabet, common_alphabet
from .find_cause import CauseFinder
from .recipe import Frame, Recipe, exchange
from .rows import common_ends
from .stages import Stage
from .verdict import Verdict
from .view import Token, View

__all__ = ["Signatures"]

_MOST_TOKENS = 8
_MOST_RUNS = 6
_OPTIONS = ("lstrip", "rstrip", "single_word", "normalized", "special")


class Signatures:
    """Describes differences of two tokenizers by what is around the first place where they differ."""

    def __init__(self, finder: CauseFinder) -> None:
        self._finder = finder

    def describe(self, verdict: Verdict, text: str, ids_a: list[int], ids_b: list[int]) -> str:
        """The signature of a difference of ids."""
        if verdict.cause == "post-processor":
            return f"{_frame(self._frames[0])} / {_frame(self._frames[1])}"
        if verdict.recipes is not None:
            a, b = verdict.recipes
            for recipe, other, is_a in ((a, b, True), (b, a, False)):
                said = self._by_stage(verdict.cause, text, recipe, other)
                if said is not None:
                    return (
                        said
                        if is_a
                        else self._by_stage(verdict.cause, text, recipe, other, turned=True) or said
                    )
        return self._by_ids(ids_a, ids_b)

    def of_decoding(self, ids: list[int], a: str, b: str) -> str:
        """The signature of a difference of decoded texts only: of the first id that the two decode differently."""
        sides = (self._finder.a, self._finder.b)
        rows = [[token] for token in dict.fromkeys(ids)]
        for row, one, other in zip(rows, *(side.decode_batch(rows) for side in sides), strict=True):
            if one != other:
                return f"{row[0]}: {show(one)} / {show(other)}"
        first, last = common_ends(a, b)
        return f"{_categories(a[first : len(a) - last])} / {_categories(b[first : len(b) - last])}"

    @cached_property
    def _frames(self) -> tuple[Frame, Frame]:
        a, b = (
            side.frame if side.recipe is None else side.recipe.frame
            for side in (self._finder.a, self._finder.b)
        )
        return (a, b) if a != b else (self._finder.a.frame, self._finder.b.frame)

    # -- two known tokenizers ---------------------------------------------------------------------------

    def _by_stage(
        self, stage: Stage, text: str, recipe: Recipe, other: Recipe, *, turned: bool = False
    ) -> str | None:
        """What exchanging one stage changes in the first recipe; None if it changes nothing there, or is not
        possible."""
        mixed = exchange(recipe, other, [stage])
        a, b = (mixed, recipe) if turned else (recipe, mixed)
        try:
            one, two = (View(self._finder.workshop.assemble(each), text) for each in (a, b))
            return _DESCRIBED[stage](text, a, b, one, two)
        except WordchipperLabError:
            return None

    # -- programs ---------------------------------------------------------------------------------------

    def _by_ids(self, ids_a: list[int], ids_b: list[int]) -> str:
        first, last = common_ends(ids_a, ids_b)
        parts = []
        for side, ids in ((self._finder.a, ids_a), (self._finder.b, ids_b)):
            middle = ids[first : len(ids) - last]
            shown = [_token(side.token_bytes(token), token) for token in middle[:_MOST_TOKENS]]
            parts.append("|".join(shown) + "|..." * (len(middle) > _MOST_TOKENS) or "nothing")
        return " / ".join(parts)


def _token(data: bytes | None, token: int) -> str:
    return str(token) if data is None else _bytes(data)


def _bytes(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return repr(data)[2:-1]


def _frame(frame: Frame) -> str:
    return " ".join([*map(str, frame.prefix), "text", *map(str, frame.suffix)])


def _categories(text: str) -> str:
    """The general categories of its characters, runs as one."""
    found: list[str] = []
    for character in text:
        kind = category(character)
        if not found or found[-1].rstrip("+") != kind:
            found.append(kind)
        else:
            found[-1] = f"{kind}+"
        if len(found) > _MOST_RUNS:
            return " ".join([*found[:_MOST_RUNS], "..."])
    return " ".join(found) or "nothing"


# -- normalizers ----------------------------------------------------------------------------------------


def _of_normalizers(text: str, a: Recipe, b: Recipe, one: View, two: View) -> str | None:
    rows = [
        [(part.start + n, character) for part in view.normalized for n, character in enumerate(part.text)]
        for view in (one, two)
    ]
    texts = ["".join(part.text for part in view.normalized) for view in (one, two)]
    if texts[0] == texts[1]:
        return None
    first, _ = common_ends(*texts)
    place = next((row[first][0] for row in rows if first < len(row)), len(text))
    start = min(place, len(text))
    end = start + 1
    while end < len(text) and category(text[end]).startswith("M"):
        end += 1
    return f"{_steps(a.normalizer)} / {_steps(b.normalizer)}: {_categories(text[start:end])}"


def _steps(steps: Sequence[NormalizerStep]) -> str:
    return ", ".join(step.kind for step in steps) or "none"


# -- pieces ---------------------------------------------------------------------------------------------


def _of_pieces(text: str, a: Recipe, b: Recipe, one: View, two: View) -> str | None:
    rows = [[(part.start, part.end) for part in view.pieces] for view in (one, two)]
    if rows[0] == rows[1]:
        return None
    start, end = _stretch(*rows)
    alphabet = _alphabet(
        tuple(dict.fromkeys(step.pattern for step in (*a.splits, *b.splits) if step.pattern))
    )
    return alphabet.signature(text[start:end], text[end : end + 1])


@lru_cache(maxsize=16)
def _alphabet(patterns: tuple[str, ...]) -> Alphabet:
    """What these patterns can tell apart."""
    try:
        return common_alphabet(*map(build_lexer, patterns))
    except PatternError:
        return common_alphabet(*map(build_lexer, ("r50k_base", "cl100k_base", "o200k_base")))


# -- added tokens ---------------------------------------------------------------------------------------


def _of_added_tokens(text: str, a: Recipe, b: Recipe, one: View, two: View) -> str | None:
    rows = [
        [(token.start, token.end, token.id) for token in view.tokens if token.is_added] for view in (one, two)
    ]
    first, _ = common_ends(*rows)
    found = [row[first] for row in rows if first < len(row)]
    if not found or rows[0] == rows[1]:
        return None
    _, _, token = min(found)
    known = [next((each for each in recipe.added_tokens if each.id == token), None) for recipe in (a, b)]
    added = known[0] or known[1]
    assert added is not None  # it was found in one of them
    there = [
        next((each for each in recipe.added_tokens if each.text == added.text), None) for recipe in (a, b)
    ]
    return f"{added.text}: {_how_they_differ(*there)}"


def _how_they_differ(a: AddedToken | None, b: AddedToken | None) -> str:
    if a is None or b is None:
        return f"only in {'b' if a is None else 'a'}"
    options = [option for option in _OPTIONS if getattr(a, option) != getattr(b, option)]
    if a.id != b.id:
        options.append(f"id {a.id} / {b.id}")
    return ", ".join(options) or "other tokens around it"


# -- tokens ---------------------------------------------------------------------------------------------


def _of_merging(text: str, a: Recipe, b: Recipe, one: View, two: View) -> str | None:
    return _of_tokens(one.tokens, two.tokens)


def _of_tokens(one: Sequence[Token], two: Sequence[Token]) -> str | None:
    if [token.data for token in one] == [token.data for token in two]:
        return None
    rows = []
    for tokens in (one, two):
        ends = [0]
        for token in tokens:
            ends.append(ends[-1] + len(token.data))
        rows.append(list(pairwise(ends)))
    start, end = _stretch(*rows)
    return " / ".join(
        "|".join(
            _bytes(token.data)
            for token, (begins, ends_at) in zip(tokens, row, strict=True)
            if start <= begins and ends_at <= end
        )
        for tokens, row in zip((one, two), rows, strict=True)
    )


def _of_names(text: str, a: Recipe, b: Recipe, one: View, two: View) -> str | None:
    for token, other in zip(one.tokens, two.tokens, strict=False):
        if token.data == other.data and token.id != other.id:
            return f"{_bytes(token.data)}: {token.id} / {other.id}"
    return None


_DESCRIBED: dict[Stage, Callable[[str, Recipe, Recipe, View, View], str | None]] = {
    "normalizer": _of_normalizers,
    "special tokens": _of_added_tokens,
    "split pattern": _of_pieces,
    "merges": _of_merging,
    "vocabulary": _of_names,
}


def _stretch(a: Sequence[tuple[int, int]], b: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The stretch between two common boundaries that holds the first part that is not in both rows."""
    first, _ = common_ends(a, b)
    start = min(row[first][0] for row in (a, b) if first < len(row))
    ends = [{end for _, end in row[first:]} for row in (a, b)]
    common = sorted(end for end in ends[0] & ends[1] if end > start)
    return start, common[0] if common else max(row[-1][1] for row in (a, b) if row)
