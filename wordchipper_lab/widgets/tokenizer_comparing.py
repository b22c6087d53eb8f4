"""The part of a DivergenceLab that compares two tokenizers, instead of two lexers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..errors import InputError
from ..lab.tokenizer_comparison import Side, TokenizerDifference, compare_tokenizers
from ..screens.divergence.pair_answer import PairResult, sides_of, tokenizers_of
from ..screens.divergence.pair_search import PairSearch
from ..screens.divergence.pair_story import tell_pair
from ..screens.divergence.question import Choice
from ..screens.offered_tokenizers import OfferedTokenizers
from ..screens.work.answers import Answers
from ..screens.work.job import Shown

__all__ = ["TokenizerComparing"]

_MOST_TOLD = 40
"""Texts whose story is in a saved page."""


class TokenizerComparing:
    """Two tokenizers, what was found about them, and the story of the text that is looked at.

    tell: called with each story, a `PairToldRecord`.
    """

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self.offered = OfferedTokenizers()
        self.result = PairResult()
        self.choice: Choice | None = None
        self._serial = 0
        self._stories: Answers[tuple[int, int], dict[str, Any]] = Answers(self._tell, tell)
        self._sides: tuple[Choice, tuple[Side, Side]] | None = None

    def show(self, answer: PairResult, choice: Choice) -> dict[str, Any]:
        """Take over what was found; returns what the page gets (`PairFoundRecord`)."""
        self._serial += 1
        self.result, self.choice = answer, choice
        return {**answer.drawing, "serial": self._serial, "source": choice.source}

    def ask_story(self, selected: int) -> None:
        """Have the text with that number told."""
        self._stories.ask((self._serial, selected), quick=False)

    def search(self, choice: Choice, file: tuple[str, bytes], changed: Callable[[Shown], None]) -> PairSearch:
        """A search of the file, or for a proof."""
        return PairSearch(partial(tokenizers_of, self.offered, choice), choice, file, changed)

    def difference(self, number: int) -> TokenizerDifference | None:
        """What differs on the text with that number; None for a whole text."""
        found = self.result.differences
        return found[number] if 0 <= number < len(found) else None

    def text(self, number: int) -> str:
        """The text with that number; raises `InputError` if there is none on which the two differ."""
        if not 0 <= number < len(self.result.texts) or not self.result.drawing.get("n"):
            raise InputError("there is no difference to shrink: find one first")
        return self.result.texts[number]

    def shrink(self, text: str) -> str:
        """The shortest text known that shows the same kind of difference as the first one of `text`."""
        assert self.choice is not None
        groups = compare_tokenizers(*self._sides_of(self.choice), text, most=1, shrink=1).groups
        if not groups:
            raise InputError("the two tokenizers do not differ on this text")
        return groups[0].example.shrunk or groups[0].example.text

    def tell_many(self, first: int) -> dict[str, Any]:
        """Stories for a saved page, by number: the one that is looked at, each group's example, then others."""
        examples = [group["example"] for group in self.result.drawing.get("groups", [])]
        numbers = list(dict.fromkeys([first, *examples, *range(len(self.result.texts))]))[:_MOST_TOLD]
        return {str(number): self._tell((self._serial, number)) for number in numbers if self.result.texts}

    def close(self) -> None:
        """End the stories."""
        self._stories.close()

    def when_told(self, then: Callable[[], None]) -> None:
        """Call `then` once the story that was asked for has been told."""
        self._stories.when_settled(then)

    def _sides_of(self, choice: Choice) -> tuple[Side, Side]:
        """Both, read once: they say what they are made of."""
        if self._sides is None or self._sides[0] != choice:
            self._sides = choice, sides_of(tokenizers_of(self.offered, choice), choice)
        return self._sides[1]

    def _tell(self, asked: tuple[int, int]) -> dict[str, Any]:
        """The story of a text; runs in a thread."""
        serial, selected = asked
        about = {"serial": serial, "selected": selected}
        choice, result = self.choice, self.result
        if choice is None or serial != self._serial or selected >= len(result.texts):
            return about
        difference = result.differences[selected]
        return {**about, **tell_pair(self._sides_of(choice), result.texts[selected], difference)}
