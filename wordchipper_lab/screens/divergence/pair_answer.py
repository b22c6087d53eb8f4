"""The answer of a DivergenceLab that compares two tokenizers on a text: pure, so that it can run in a thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...errors import InputError
from ...lab.pipeline_words import join_words, why_no_lexer
from ...lab.tokenizer_comparison import (
    ComparedAs,
    Side,
    TokenizerComparison,
    TokenizerDifference,
    as_side,
    compare_tokenizers,
)
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..explain_problem import explain_problem
from ..offered_tokenizers import OfferedTokenizers
from .comparison_result import plural
from .question import Choice
from .records import PairFoundRecord

__all__ = [
    "MAX_PAIR_TEXT",
    "MOST_PAIRS",
    "PairAnswer",
    "PairResult",
    "answer_pair",
    "result_of",
    "sides_of",
    "tokenizers_of",
]

MAX_PAIR_TEXT = 50_000
"""Bytes of a text on which tokenizers are compared while typing: nearly every token of it may differ."""

MOST_PAIRS = 200
"""Differences that can be stepped through; all are counted."""

_LOOKED_AT = 400  # characters of a text that is shown as a whole, too
_MOST_GROUPS = 100
_LONGEST_SHOWN = 200  # characters of a text in a list


@dataclass
class PairResult:
    """What was found: the texts that can be looked at, and what the page gets."""

    texts: list[str] = field(default_factory=list)
    differences: list[TokenizerDifference | None] = field(default_factory=list)
    """Of each of the texts; None for a whole text."""
    drawing: PairFoundRecord = field(default_factory=PairFoundRecord)
    numbers: dict[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """What was found, in one sentence."""
        return self.drawing.get("sentence", "")

    def to_json(self) -> dict[str, Any]:
        """Everything that was kept."""
        return {"summary": self.sentence, **self.numbers}


@dataclass
class PairAnswer:
    """``result`` is None if nothing was compared: then ``status`` says why, or a search is to be started."""

    choice: Choice
    status: dict[str, Any] = field(default_factory=dict)
    result: PairResult | None = None


def answer_pair(offered: OfferedTokenizers, choice: Choice) -> PairAnswer:
    """Compare the two tokenizers if the source is a text. A failure becomes a message."""
    answer = PairAnswer(choice, {"error": None, "problems": {}, "alone": []})
    try:
        toks = tokenizers_of(offered, choice)
        answer.status["alone"] = _tell_splits(toks)
        if choice.source == "text":
            answer.result = _compare(sides_of(toks, choice), choice.text)
        elif choice.source == "strings":
            raise InputError(
                "all short strings are for lexers: compare tokenizers on a text, a file, or by a proof"
            )
    except Exception as error:  # an exception in a callback would not be seen
        answer.status["error"] = explain_problem(error)
    return answer


def tokenizers_of(offered: OfferedTokenizers, choice: Choice) -> tuple[Tokenizer, Tokenizer]:
    """Both; raises as `OfferedTokenizers.get` does."""
    a, b = (offered.get(name, "auto", "auto") for name in (choice.tok_a, choice.tok_b))
    return a, b


def sides_of(toks: Sequence[Tokenizer], choice: Choice) -> tuple[Side, Side]:
    """The two tokenizers as they are compared."""
    options = ComparedAs(add_special_tokens=True if choice.around else None)
    a, b = (as_side(tok, options) for tok in toks)
    return a, b


def _tell_splits(toks: Sequence[Tokenizer]) -> list[str]:
    """Of which of the tokenizers the lexer cannot be exchanged, and why."""
    whys = {tok.name: why_no_lexer(tok.vocab) for tok in toks}
    return [
        f"No other lexer can take the place of that of {name}: {why}." for name, why in whys.items() if why
    ]


def _compare(sides: tuple[Side, Side], text: str) -> PairResult:
    size = len(encode_text(text))
    if size > MAX_PAIR_TEXT:
        told = f"This text has {size:,} bytes; up to {MAX_PAIR_TEXT:,} are compared while typing: open it as a file."
        return PairResult(drawing={"sentence": told, "differences": [], "groups": [], "n": 0})
    if not text:
        told = "Type a text to compare the two tokenizers on."
        return PairResult(drawing={"sentence": told, "differences": [], "groups": [], "n": 0})
    found = compare_tokenizers(*sides, text, most=MOST_PAIRS, shrink=0)
    return result_of(found, plural(size, "byte"), text if len(text) <= _LOOKED_AT else None)


def result_of(
    found: TokenizerComparison, on_what: str, whole: str | None = None, ended: str = ""
) -> PairResult:
    """A result from a comparison; whole: the text itself, if it is short enough to be looked at."""
    kept = [difference for difference in found.differences if difference.text != whole]
    listed: list[TokenizerDifference | None] = [*([None] if whole is not None else []), *kept[:MOST_PAIRS]]
    texts = [whole or "" if difference is None else difference.text for difference in listed]
    groups = found.groups[:_MOST_GROUPS]
    places: list[int] = []
    for group in groups:
        place = next((at for at, each in enumerate(listed) if each and _is_of(each, group)), None)
        if place is None and group.example.text == whole:
            place = 0
        elif place is None:
            place = len(listed)
            listed.append(group.example)
            texts.append(group.example.text)
        places.append(place)
    drawing: PairFoundRecord = {
        "sentence": f"{ended}{_sum_up(found, on_what)}",
        "differences": [
            {
                "text": text[:_LONGEST_SHOWN],
                "start": 0 if difference is None else difference.start,
                "source": "" if difference is None else difference.source,
                "cause": "" if difference is None else difference.cause,
                "signature": "" if difference is None else difference.signature,
                "is_whole": difference is None,
            }
            for text, difference in zip(texts, listed, strict=True)
        ],
        "groups": [
            {
                "cause": group.cause,
                "stages": list(group.stages),
                "signature": group.signature,
                "count": group.count,
                "example": place,
                "shrunk": (group.example.shrunk or group.example.text)[:_LONGEST_SHOWN],
            }
            for group, place in zip(groups, places, strict=True)
        ],
        "n": found.n_differences,
        "causes": found.causes,
        "notes": list(found.notes),
    }
    return PairResult(texts, listed, drawing, {"comparison": found.to_json()})


def with_sentence(result: PairResult, sentence: str) -> PairResult:
    """The same with another sentence."""
    return replace(result, drawing={**result.drawing, "sentence": sentence})


def _is_of(difference: TokenizerDifference, group: Any) -> bool:
    return (difference.stages, difference.signature) == (group.stages, group.signature)


def _sum_up(found: TokenizerComparison, on_what: str) -> str:
    if found.are_equal:
        return f"Both give the same ids: {on_what}{'' if found.decoding_compared else ', decoding not compared'}."
    kinds = plural(len(found.groups) + found.n_left_out, "kind")
    causes = join_words([f"{cause} {count:,}" for cause, count in found.causes.items()])
    return f"{plural(found.n_differences, 'difference')} of {kinds} in {on_what}: {causes}."
