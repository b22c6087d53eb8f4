"""VocabularyBrowser: look for tokens, and look at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar

import numpy as np
from traitlets import Bool, Dict, Int, List, Unicode, observe, validate

from ..errors import UnknownNameError, WordchipperLabError
from ..lab.permalink import unpack_state
from ..lab.vocabulary import CHOICES, PARTS, Query
from ..screens.offered_tokenizers import OfferedTokenizers
from ..screens.vocabulary.answer import Answer, Librarian, Question, code_of
from ..screens.vocabulary.auditing import Auditing
from ..screens.vocabulary.drawing import read_ids
from ..screens.work.job import Shown
from ..text.text_bytes import encode_text
from ..tokenizer import Tokenizer
from ..vocab import load_vocab
from ..vocab.pretrained import pretrained_names
from ..web.modules import javascript, stylesheet
from .export import static_page
from .later_answer import Later
from .live_engine import LEXERS, LiveEngine, live_engine
from .messages import AnsweringWidget, Message, Verbs
from .set_traits import choose_traits

__all__ = ["VocabularyBrowser"]

_FIELDS = tuple("query" if item.name == "text" else item.name for item in fields(Query))
_OWN = ("model", "compare", "part", "selected", "word")
_PUBLIC = (*_OWN, *_FIELDS, "audit", "glyphs")
_MADE = ("_vocabulary", "_statistics", "_found", "_details", "_variants", "_overlap")
_IDLE = {"state": "idle"}
_TEXTS = ("model", "compare", "part", "word", "query", *CHOICES)


class VocabularyBrowser(AnsweringWidget):
    """All tokens of a vocabulary: searched, filtered, counted, compared, each with the merges that make it.

    `model` is a vocabulary's name or a `Tokenizer`. State (it can be set from Python too): ``query`` and
    the other fields of `Query` (``by``, ``match``, ``ignore_case``, ``utf8``, ``special``, ``space``, ``kind``,
    ``script``, ``min_bytes`` ... ``sort``, ``descending``); ``compare`` (another vocabulary) and ``part`` (one of
    "same id", "another id", "only here"); ``selected`` (the id of the token that is shown, -1 for none), ``word``
    (whose variants are shown), ``audit`` (whether its tokenizer is audited, see `audit_tokenizer`) and ``glyphs``.
    Raises `UnknownNameError` for an unknown name.

    >>> browser = VocabularyBrowser("r50k_base", query=" world", match="starts")
    >>> browser.ids, browser.to_code()
    ([995, 8688, 11621, 29081, 43249], "VocabularyBrowser(model='r50k_base', query=' world', match='starts')")
    """

    _esm = javascript("screens/vocabulary/vocabulary.js")
    _css = stylesheet("shared/tables.css", "shared/merge_tree.css", "screens/vocabulary/vocabulary.css")
    drawn_in_pages = frozenset(
        {"_details", "_found", "_overlap", "_statistics", "_status", "_variants", "_vocabulary"}
    )

    opening: ClassVar[dict[str, Any]] = {"query": " world", "selected": 2375}

    model = Unicode("o200k_base").tag(sync=True)
    query = Unicode("").tag(sync=True)
    by = Unicode("text").tag(sync=True)
    match = Unicode("contains").tag(sync=True)
    ignore_case = Bool(False).tag(sync=True)
    utf8 = Unicode("any").tag(sync=True)
    special = Unicode("any").tag(sync=True)
    space = Unicode("any").tag(sync=True)
    kind = Unicode("").tag(sync=True)
    script = Unicode("").tag(sync=True)
    min_bytes = Int(0).tag(sync=True)
    max_bytes = Int(0).tag(sync=True)
    min_characters = Int(0).tag(sync=True)
    max_characters = Int(0).tag(sync=True)
    sort = Unicode("id").tag(sync=True)
    descending = Bool(False).tag(sync=True)
    compare = Unicode("").tag(sync=True)
    part = Unicode("").tag(sync=True)
    selected = Int(-1).tag(sync=True)
    word = Unicode("").tag(sync=True)
    audit = Bool(False).tag(sync=True)
    glyphs = Bool(True).tag(sync=True)

    _options = Dict().tag(sync=True)
    _vocabulary = Dict().tag(sync=True)
    _statistics = Dict().tag(sync=True)
    _found = Dict().tag(sync=True)
    _details = Dict().tag(sync=True)
    _variants = List(Dict()).tag(sync=True)
    _overlap = Dict().tag(sync=True)
    _status = Dict().tag(sync=True)
    _audit = Dict().tag(sync=True)
    _progress = Dict({"state": "idle"}).tag(sync=True)

    def __init__(self, model: str | Tokenizer = "o200k_base", **state: Any) -> None:
        """Show all tokens of `model`, or what `state` asks for."""
        self._offered = offered = OfferedTokenizers()
        self._librarian = Librarian(offered)
        self._asked: Question | None = None
        self._auditing: Auditing | None = None
        if isinstance(model, Tokenizer):
            model = offered.add(model)
        if unknown := set(state) - set(_PUBLIC):
            raise UnknownNameError("argument", min(unknown), _PUBLIC)
        super().__init__(model=model, _options=self._offer(), **state)
        question = self._question()
        question.query.check()
        for name in filter(None, (question.model, question.compare)):
            self._librarian.tokenizer(name)
        if question.part and question.part not in PARTS:
            raise UnknownNameError("part of an overlap", question.part, PARTS)
        self._answers = self._answering(self._librarian.answer, self._publish)
        self._asked = question
        self._answers.ask(question, quick=True)  # the first view is whole when it is first drawn
        self._follow_audit()

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``VocabularyBrowser(**browser.state)`` makes the same view."""
        return {name: getattr(self, name) for name in _PUBLIC}

    @property
    def ids(self) -> list[int]:
        """The ids that are listed, in their order."""
        if self._found.get("vocabulary") != self._vocabulary.get(
            "name", ""
        ):  # no search in this vocabulary succeeded yet
            return []
        ids = read_ids(self._vocabulary)
        places = slice(None) if self._found["all"] else np.frombuffer(self._found["places"], dtype="<u4")
        return ids[places].tolist()

    def to_code(self) -> str:
        """The Python line that makes this view."""
        shown = {"audit": True} if self.audit else {}
        return code_of(
            self._question(), self._librarian.own, **shown, **({} if self.glyphs else {"glyphs": False})
        )

    def export_html(self, *, live: bool = True) -> str:
        """This view as one HTML page, without kernel or network.

        With `live` the engine comes along (2 MB with o200k_base) and makes all that is shown, so that something else
        can be searched for and compared; otherwise, and with a vocabulary that does not run in a page, what is listed
        can be scrolled, read and saved.
        """
        names = self._pretrained() if live else None
        engine = None if names is None else live_engine("vocabulary", _PUBLIC, names.values(), LEXERS[0])
        if engine is not None:
            return static_page(self, title="Vocabulary", live=engine, **self.live_state(engine))
        note = (
            "This is a saved page: its list can be scrolled, its tokens looked at, its ids saved. "
            "A new search, another order and the merge tree of another token need a live Vocabulary page."
        )
        return static_page(self, title="Vocabulary", _status=self._status | {"note": note}, _progress=_IDLE)

    def live_state(self, engine: LiveEngine) -> dict[str, Any]:
        """The vocabularies that the page can load; without what it makes itself, which is larger than the engine."""
        changed = {"_options": self._options | {"models": engine.offered, "own": []}, "_progress": _IDLE}
        names = self._pretrained()
        if names is None or not set(names.values()) <= set(engine.offered):
            return changed
        return changed | names | {name: self.trait_defaults(name) for name in _MADE}

    def _pretrained(self) -> dict[str, str] | None:
        """``model`` and ``compare``, if there is one, by the names that their vocabularies have; None if one is not
        pretrained."""
        names = {}
        for trait in ("model", "compare"):
            if asked := getattr(self, trait):
                try:
                    vocab = self._librarian.tokenizer(asked).vocab
                except WordchipperLabError:
                    return None
                if vocab.name not in pretrained_names() or vocab is not load_vocab(vocab.name):
                    return None
                names[trait] = vocab.name
        return names

    def stop(self) -> None:
        """End the audit that is under way, if there is one."""
        if self._auditing is not None:
            self._auditing.stop()

    def close(self) -> None:
        """End this view, and its audit."""
        if self._auditing is not None:
            self._auditing.abandon()
        super().close()

    def _offer(self) -> dict[str, Any]:
        choices = {name: list(known) for name, known in CHOICES.items()} | {"part": list(PARTS)}
        offered = self._offered.options()
        return choices | {"models": offered["models"], "own": offered["own"]}

    def _question(self) -> Question:
        query = Query(self.query, **{name: getattr(self, name) for name in _FIELDS if name != "query"})
        return Question(query=query, **{name: getattr(self, name) for name in _OWN})

    @validate(*_TEXTS)
    def _check_text(self, proposal: dict[str, Any]) -> str:
        return encode_text(proposal["value"]).decode()  # lone surrogates cannot travel to a browser

    @observe(*_OWN, *_FIELDS)
    def _refresh(self, change: object = None) -> None:
        if self._answers is None:  # still being constructed
            return
        question = self._question()
        if question != self._asked:
            self._asked = question
            self._answers.ask(question, quick=self._librarian.is_quick(question))

    @observe("audit", "model")
    def _follow_audit(self, change: object = None) -> None:
        """Audit the vocabulary that is shown, if that is wanted and was not done before."""
        if self._answers is None:  # still being constructed
            return
        running = self._auditing
        if running is not None and running.is_busy and (running.model != self.model or not self.audit):
            running.abandon()
            self._progress = {"state": "idle"}
        if not self.audit:
            return
        if (done := self._librarian.audits.get(self.model)) is not None:
            self._audit = done
        elif running is None or not running.is_busy:
            model = self.model
            self._auditing = Auditing(lambda: self._librarian.tokenizer(model), model, self._show_audit)
            self._auditing.start()

    def _show_audit(self, shown: Shown) -> None:
        auditing = self._auditing
        assert auditing is not None
        with self.hold_sync():
            if auditing.record is not None:
                self._librarian.keep_audit(auditing.model, auditing.record)
                self._audit = auditing.record
            self._progress = auditing.progress

    def _publish(self, answer: Answer) -> None:
        with self.hold_sync():
            for name, value in answer.drawing.items():
                if getattr(self, name) is not value:  # 2 MB that the browser has already
                    setattr(self, name, value)
            self._status = answer.status

    def _verbs(self, message: Message) -> Verbs:
        return {
            "page": lambda: {"page": self.export_html()},
            "audit": lambda: self._set({"audit": True}),
            "stop": self._stop_audit,
        }

    def _stop_audit(self) -> None:
        self.stop()
        self.audit = False

    def given(self) -> dict[str, Any]:
        """The vocabulary, and the token that is looked at."""
        return {"model": self.model} | ({"token": self.selected} if self.selected >= 0 else {})

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The chosen vocabulary, and the pinned token among all tokens."""
        taken = {"model": chosen["model"]} if chosen.get("model", self.model) != self.model else {}
        if taken or "token" in chosen:
            taken |= {"query": "", "selected": chosen.get("token", -1)}
        return taken

    def _open_link(self, link: str) -> Later:
        """Show what `link` says; what it does not name gets its default."""
        names = (*_OWN, *_FIELDS, "audit")
        usual = {name: self.traits()[name].default_value for name in names}
        choose_traits(self, names, usual | unpack_state(link))
        return self._when_shown()
