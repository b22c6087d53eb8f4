"""The answer of the Vocabulary screen to one question: pure, so that it can run in a thread or without a
screen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ...errors import PermalinkError, UnknownNameError
from ...lab.opened import is_opened_name
from ...lab.permalink import pack_state
from ...lab.vocabulary import (
    PARTS,
    Overlap,
    Query,
    compare_vocabularies,
    count_vocabulary,
    describe_token,
    index_vocabulary,
    search_vocabulary,
    word_variants,
)
from ...lab.vocabulary.family import token_family
from ...tokenizer import Tokenizer
from ..explain_problem import explain_problem
from ..load_code import load_code, load_imports
from ..offered_tokenizers import OfferedTokenizers
from .drawing import draw_details, draw_found, draw_overlap, draw_statistics, draw_vocabulary
from .records import AuditRecord, FoundRecord, OverlapRecord, StatisticsRecord, VocabularyRecord

__all__ = ["Answer", "Librarian", "Question", "code_of"]


_MOST_DRAWN = 12
"""Vocabularies, and pairs of them, whose drawings are kept; visitors can open more and more."""


@dataclass(frozen=True)
class Question:
    """The state of a `VocabularyBrowser` that decides what it shows."""

    model: str = "o200k_base"
    query: Query = field(default_factory=Query)
    compare: str = ""
    part: str = ""
    selected: int = -1
    word: str = ""

    def to_state(self) -> dict[str, Any]:
        """As keyword arguments of `VocabularyBrowser`, without default values."""
        default = Query()
        named = {"query" if name == "text" else name: value for name, value in asdict(self.query).items()}
        usual = {"query" if name == "text" else name: value for name, value in asdict(default).items()}
        own = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "query"}
        usual |= {item.name: item.default for item in fields(self) if item.name != "query"}
        return {name: value for name, value in (own | named).items() if value != usual[name]}


@dataclass
class Answer:
    """``drawing`` holds traits of the view, without those that did not change; errors are in ``status``."""

    question: Question
    status: dict[str, Any]
    drawing: dict[str, Any] = field(default_factory=dict)


class Librarian:
    """Answers questions, and caches what several of them need: drawings of vocabularies, and overlaps."""

    def __init__(self, offered: OfferedTokenizers) -> None:
        self._offered = offered
        self._drawn: dict[str, tuple[Tokenizer, VocabularyRecord, StatisticsRecord]] = {}
        self._overlaps: dict[tuple[str, str], tuple[Overlap, OverlapRecord]] = {}
        self._listed: tuple[tuple[object, ...], FoundRecord | None] = ((), None)
        self.audits: dict[str, AuditRecord] = {}
        """Those that were made, by the name of the vocabulary."""

    def keep_audit(self, model: str, record: AuditRecord) -> None:
        """Keep an audit, within limits."""
        while len(self.audits) >= _MOST_DRAWN:
            self.audits.pop(next(iter(self.audits)))
        self.audits[model] = record

    def tokenizer(self, model: str) -> Tokenizer:
        """The tokenizer of an offered vocabulary; raises `UnknownNameError`."""
        return self._offered.get(model, "auto", "auto")

    def is_quick(self, question: Question) -> bool:
        """Whether the answer takes no longer than 30 ms."""
        is_compared = not question.compare or (question.model, question.compare) in self._overlaps
        listed, _ = self._listed
        is_searched = question.query.by != "regex" or listed == _search_of(question)
        return question.model in self._drawn and is_compared and is_searched

    def answer(self, question: Question) -> Answer:
        """Search, compare, look up. A failure becomes a message, because an exception in a callback would not
        be seen."""
        answer = Answer(question, {"error": None})
        for step in (
            self._refer,
            self._show_vocabulary,
            self._compare,
            self._search,
            self._describe,
            self._vary,
        ):
            try:
                step(question, answer)
            except Exception as error:
                answer.status["error"] = answer.status["error"] or explain_problem(error)
        return answer

    @property
    def own(self) -> list[str]:
        """Names of vocabularies that are not pretrained."""
        return self._offered.options()["own"]

    def _refer(self, question: Question, answer: Answer) -> None:
        """Python code and permalink of `question`."""
        answer.status |= {"code": _script_of(question, self.own), "link": None, "link_problem": None}
        try:
            answer.status["link"] = pack_state(question.to_state())
        except PermalinkError as error:
            answer.status["link_problem"] = str(error)

    def _show_vocabulary(self, question: Question, answer: Answer) -> None:
        tok = self.tokenizer(question.model)
        if question.model not in self._drawn or self._drawn[question.model][0] is not tok:
            drawn = draw_vocabulary(index_vocabulary(tok))
            while len(self._drawn) >= _MOST_DRAWN:
                self._drawn.pop(next(iter(self._drawn)))
            self._drawn[question.model] = (tok, drawn, draw_statistics(count_vocabulary(tok)))
        _, answer.drawing["_vocabulary"], answer.drawing["_statistics"] = self._drawn[question.model]

    def _compare(self, question: Question, answer: Answer) -> None:
        answer.drawing["_overlap"] = {}
        if question.compare:
            answer.drawing["_overlap"] = self._overlap(question.model, question.compare)[1]

    def _overlap(self, model: str, compare: str) -> tuple[Overlap, OverlapRecord]:
        if (model, compare) not in self._overlaps:
            tok, other = self.tokenizer(model), self.tokenizer(compare)
            overlap = compare_vocabularies(tok, other)
            drawn = draw_overlap(index_vocabulary(tok), overlap, model, compare)
            while len(self._overlaps) >= _MOST_DRAWN:
                self._overlaps.pop(next(iter(self._overlaps)))
            self._overlaps[model, compare] = (overlap, drawn)
        return self._overlaps[model, compare]

    def _search(self, question: Question, answer: Answer) -> None:
        # Read and written once, because two questions may be answered in two threads.
        listed, drawn = self._listed
        if listed == _search_of(question):  # another token was selected; the list stays where it is
            answer.drawing["_found"] = drawn
            return
        tok = self.tokenizer(question.model)
        if question.part and question.part not in PARTS:
            raise UnknownNameError("part of an overlap", question.part, PARTS)
        among = None
        if question.part and question.compare:
            among = self._overlap(question.model, question.compare)[0].part(question.part)
        found = search_vocabulary(tok, question.query, among=among)
        drawn = draw_found(index_vocabulary(tok), found)
        self._listed = (_search_of(question), drawn)
        answer.drawing["_found"] = drawn

    def _describe(self, question: Question, answer: Answer) -> None:
        answer.drawing["_details"] = {}
        tok = self.tokenizer(question.model)
        if index_vocabulary(tok).place_of(question.selected) is not None:
            details, family = describe_token(tok, question.selected), token_family(tok, question.selected)
            answer.drawing["_details"] = draw_details(tok.name, details, family)

    def _vary(self, question: Question, answer: Answer) -> None:
        variants = word_variants(self.tokenizer(question.model), question.word)
        answer.drawing["_variants"] = [variant.to_json() for variant in variants]


def _search_of(question: Question) -> tuple[object, ...]:
    return question.model, question.query, question.compare if question.part else "", question.part


def code_of(question: Question, own: Collection[str] = (), **state: object) -> str:
    """The Python line that creates a `VocabularyBrowser` of `question`, without default values.

    A visitor's `own` vocabulary, or an opened one, has no name by which to load it: the line refers to it as
    ``tok``.
    """
    named = question.to_state() | state
    first = ["tok"] if question.model in own or is_opened_name(question.model) else []
    if first:
        named.pop("model", None)
    return (
        f"VocabularyBrowser({', '.join([*first, *(f'{name}={value!r}' for name, value in named.items())])})"
    )


def _script_of(question: Question, own: Collection[str]) -> str:
    """A Python program that creates this view, and finds the same without it."""

    def load(name: str) -> str:
        return f"wl.Tokenizer.from_file(...)  # {name!r}" if name in own else load_code(name)

    lines = [
        "import wordchipper_lab as wl",
        *load_imports(question.model, question.compare),
        "from wordchipper_lab.lab import compare_vocabularies, describe_token, search_vocabulary",
        "from wordchipper_lab.widgets import VocabularyBrowser",
        "",
        f"tok = {load(question.model)}",
        f"{code_of(question, own)}  # this view",
        "",
    ]
    among = ""
    if question.compare:
        lines += [f"other = {load(question.compare)}", "overlap = compare_vocabularies(tok, other)"]
        among = f", among=overlap.part({question.part!r})" if question.part else ""
    lines += [f"search_vocabulary(tok, {question.query.arguments()}{among}).ids    # the listed tokens"]
    if question.selected >= 0:
        lines += [f"print(describe_token(tok, {question.selected}).tree)    # the selected token"]
    return "\n".join(lines) + "\n"
