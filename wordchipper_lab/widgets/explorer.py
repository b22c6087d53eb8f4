"""Explorer: type a text, see its tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from traitlets import Bool, Dict, Int, List, Unicode, observe, validate

from ..encoders.registry import quadratic_encoders
from ..errors import UnknownNameError, WordchipperLabError
from ..lab.decoding import decode_ids, parse_ids
from ..lab.divergence.branches import find_branch
from ..lab.merge_tree import merge_tree
from ..lab.permalink import unpack_state
from ..lab.pipeline_words import why_no_lexer
from ..screens.explain_problem import explain_problem
from ..screens.explorer.answer import MAX_BYTES, Answer, Question, answer_question, code_of
from ..screens.explorer.first_html import tokens_html
from ..screens.explorer.records import OptionsRecord
from ..screens.offered_tokenizers import OfferedTokenizers, suiting
from ..screens.vocabulary.drawing import draw_tree
from ..spanners import WORD
from ..special_policy import check_policy
from ..text.text_bytes import encode_text
from ..tokenizer import Tokenizer
from ..web.modules import javascript, stylesheet
from .export import static_page
from .first_html import first_html
from .later_answer import Later
from .live_engine import LEXERS, LiveEngine, live_engine
from .messages import AnsweringWidget, Message, Verbs
from .set_traits import choose_traits

__all__ = ["Explorer"]

# 3 ms of work; longer texts are encoded in a thread, so that the page stays alive.
_SYNC_CHARACTERS = 50_000
_SYNC_CHARACTERS_OF_A_SWEEP = 1_000
_PUBLIC = ("text", "model", "lexer", "encoder", "special", "compare", "glyphs", "selected")
_DEFAULT_TEXT = (
    "Tokenizers don't see words; they see bytes.\nNaïve café, 東京タワー, 👩‍💻 👍🏽 and 1234567.89!\n"
)


class Explorer(AnsweringWidget):
    """Any text, split, encoded and shown; vocabulary, lexer, encoder and special-token policy can be chosen.

    `model` is a vocabulary's name or a `Tokenizer`. State (it can be set from Python too):
    ``text``, ``model``, ``lexer``, ``encoder``, ``special`` (parse, text or error), ``compare`` (vocabularies
    beside each other), ``glyphs`` and ``selected`` (number of the pinned token, -1 for none).
    Raises `UnknownNameError` for an unknown name.

    >>> explorer = Explorer("hello world", model="r50k_base")
    >>> explorer.ids, explorer.to_code()
    ([31373, 995], "Explorer('hello world', model='r50k_base')")
    """

    _esm = javascript("screens/explorer/explorer.js")
    _css = stylesheet("shared/merge_tree.css")
    drawn_in_pages = frozenset({"_comparison", "_drawing", "_status", "_tree"})

    text = Unicode(_DEFAULT_TEXT).tag(sync=True)
    model = Unicode("o200k_base").tag(sync=True)
    lexer = Unicode("automaton").tag(sync=True)
    encoder = Unicode("bpe_backtrack").tag(sync=True)
    special = Unicode("parse").tag(sync=True)
    compare = List(Unicode()).tag(sync=True)
    glyphs = Bool(True).tag(sync=True)
    selected = Int(-1).tag(sync=True)

    _options = Dict().tag(sync=True)
    _drawing = Dict().tag(sync=True)
    _comparison = List(Dict()).tag(sync=True)
    _status = Dict().tag(sync=True)
    _tree = Dict().tag(sync=True)

    def __init__(self, text: str | None = None, model: str | Tokenizer = "o200k_base", **state: Any) -> None:
        """Show `text`; without one, a sentence worth looking at."""
        self._offered = OfferedTokenizers()
        self._asked: Question | None = None
        self._drawn: Question | None = None
        if isinstance(model, Tokenizer):
            state |= {"lexer": model.lexer, "encoder": model.encoder}
            model = self._offered.add(model)
        elif isinstance(model, str) and (found := suiting(model)) is not None:
            state = {"lexer": found["lexers"][0], "encoder": found["encoders"][0]} | state
        if text is not None:
            state["text"] = text
        if unknown := set(state) - set(_PUBLIC):
            raise UnknownNameError("argument", min(unknown), _PUBLIC)
        super().__init__(model=model, _options=self._offer(), **state)
        self._offered.get(self.model, self.lexer, self.encoder)
        for name in self.compare:
            self._offered.get_suited(name, self.lexer, self.encoder)
        check_policy(self.special)
        self._answers = self._answering(
            lambda question: answer_question(self._offered, question), self._publish
        )
        self._refresh()

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``Explorer(**explorer.state)`` makes the same view."""
        return self._question().to_state() | {"glyphs": self.glyphs, "selected": self.selected}

    @property
    def ids(self) -> list[int]:
        """The ids that are shown."""
        return [int(token) for token in np.frombuffer(self._drawing["tokens"], dtype="<u4")]

    @property
    def problem(self) -> str | None:
        """Why the text is not shown, in words; None if it is."""
        found: str | None = self._status.get("error")
        return found

    def to_code(self) -> str:
        """The Python line that makes this view."""
        return code_of(self._question(), **({} if self.glyphs else {"glyphs": False}))

    def export_html(self, *, live: bool = True) -> str:
        """This view as one HTML page, without kernel or network.

        With `live` the engine comes along (1.3 MB with o200k_base), so that another text can be typed; otherwise, and
        with a tokenizer or a lexer that does not run in a page, tokens can still be hovered, pinned and copied.
        """
        models = [self.model, *self.compare]
        has_own = not set(self._offered.options()["own"]).isdisjoint(models)  # whatever its name
        engine = live_engine("explorer", _PUBLIC, models, self.lexer) if live and not has_own else None
        if engine is None:
            note = (
                "This is a saved page: its tokens can be read and copied, a new text needs a live Explorer."
            )
            return static_page(self, title="Explorer", _status=self._status | {"note": note})
        return static_page(self, title="Explorer", live=engine, **self.live_state(engine))

    def live_state(self, engine: LiveEngine) -> dict[str, Any]:
        """The tokenizers that the page can load."""
        offered = {"models": engine.offered, "own": [], "lexers": list(LEXERS), "suiting": {}}
        return {"_options": self._options | offered}

    def given(self) -> dict[str, Any]:
        """Text, tokenizer, and the pinned token with its span."""
        given: dict[str, Any] = {name: getattr(self, name) for name in _PUBLIC[:5]}
        if self._drawn == self._question():
            tokens = np.frombuffer(self._drawing["tokens"], dtype="<u4")
            if 0 <= self.selected < len(tokens):
                given |= {"token": int(tokens[self.selected]), "span": self._merged_span_of(self.selected)}
        return given

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The chosen text and tokenizer; another text has nothing pinned."""
        taken = {name: chosen[name] for name in _PUBLIC[:5] if name in chosen}
        taken = self.suited(taken)
        is_other = any(
            taken.get(name, getattr(self, name)) != getattr(self, name) for name in ("text", "model")
        )
        return taken | ({"selected": -1} if is_other else {})

    def suited(self, state: dict[str, Any]) -> dict[str, Any]:
        """With lexer and encoder that suit an opened tokenizer, where the chosen ones do not."""
        found = suiting(str(state.get("model", self.model)))
        if found is None:
            return state
        named = {"lexer": found["lexers"], "encoder": found["encoders"]}
        return state | {
            name: suitable[0]
            for name, suitable in named.items()
            if state.get(name, getattr(self, name)) not in suitable
        }

    def _span_of(self, token: int) -> int:
        """The number of the span that holds token number `token`."""
        token_ends = np.frombuffer(self._drawing["span_token_ends"], dtype="<u4")
        return int(np.searchsorted(token_ends, token, side="right"))

    def _merged_span_of(self, token: int) -> int:
        """The number of that span among those that are merged."""
        span = self._span_of(token)
        merged = self._drawing.get("merged_spans")
        return span if merged is None else int(np.frombuffer(merged, dtype="<u4")[span])

    def _first_html(self) -> str:
        return first_html("Explorer", tokens_html(self._drawing) if self._drawing else "")

    def _offer(self) -> OptionsRecord:
        return {**self._offered.options(), "max_bytes": MAX_BYTES}

    def _question(self) -> Question:
        return Question(self.text, self.model, self.lexer, self.encoder, self.special, tuple(self.compare))

    @validate("text", "model", "lexer", "encoder", "special")
    def _check_text(self, proposal: dict[str, Any]) -> str:
        return encode_text(proposal["value"]).decode()  # lone surrogates cannot travel to a browser

    @validate("compare")
    def _check_texts(self, proposal: dict[str, Any]) -> list[str]:
        return [encode_text(value).decode() for value in proposal["value"]]

    @observe("text", "model", "lexer", "encoder", "special", "compare")
    def _refresh(self, change: object = None) -> None:
        if self._answers is None:  # still being constructed
            return
        question = self._question()
        if question != self._asked:
            self._asked = question
            ready = self._offered.is_ready(self.model, self.lexer, self.encoder) and not self.compare
            is_sweep = self.encoder in quadratic_encoders()
            quick_characters = _SYNC_CHARACTERS_OF_A_SWEEP if is_sweep else _SYNC_CHARACTERS
            self._answers.ask(question, quick=ready and len(self.text) <= quick_characters)

    def _publish(self, answer: Answer) -> None:
        with self.hold_sync():
            if answer.drawing is not None:
                self._drawing, self._drawn = answer.drawing, answer.question
                self._comparison = answer.comparison
            self._status = answer.status
            self._show_tree()

    @observe("selected")
    def _show_tree(self, change: object = None) -> None:
        """The merges that make the pinned token; nothing where none is pinned."""
        question, tree = self._drawn, None
        if question is not None and self.selected >= 0:
            tokens = np.frombuffer(self._drawing["tokens"], dtype="<u4")
            tok = self._offered.get(question.model, question.lexer, question.encoder)
            if self.selected < len(tokens):
                tree = draw_tree(merge_tree(tok, int(tokens[self.selected]))) or {}
                tree |= {"place": self.selected, "branch": self._branch(tok, question.text)}
        self._tree = tree or {}

    def _branch(self, tok: Tokenizer, text: str) -> str:
        """In words, the branch of the split pattern that made the span of the pinned token; "" if no pattern did it
        alone, or not in this text as it stands."""
        if why_no_lexer(tok.vocab) is not None or "made" in self._drawing:
            return ""
        ends = np.frombuffer(self._drawing["span_ends"], dtype="<u4")
        span = self._span_of(self.selected)
        if self._drawing["span_kinds"][span] != WORD:
            return ""
        start = int(ends[span - 1]) if span else 0
        try:
            branch = find_branch(tok.pattern, encode_text(text), start, int(ends[span]))
        except WordchipperLabError:
            return ""
        return "" if branch is None else f"{branch.index + 1}: {branch.source}"

    def _verbs(self, message: Message) -> Verbs:
        return {
            "decode": lambda: self._decode_ids(message.text("ids")),
            "page": lambda: {"page": self.export_html()},
        }

    def _decode_ids(self, ids: str) -> dict[str, Any]:
        """What the page shows of `ids`, or why they have no text: a mistake of these ids alone."""
        try:
            tok = self._offered.get(self.model, self.lexer, self.encoder)
            decoded = decode_ids(tok, parse_ids(ids))
        except (WordchipperLabError, MemoryError) as error:
            return {"error": explain_problem(error)}
        return {"text": decoded.text, "valid": decoded.valid, "hex": decoded.bytes.hex(" ")}

    def _open_link(self, link: str) -> Later:
        choose_traits(self, _PUBLIC, self.suited(unpack_state(link)))
        return self._when_shown()
