"""DivergenceLab: where two lexers cut a text differently, or two tokenizers give different ids, and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from traitlets import observe

from ..errors import InputError, UnknownNameError
from ..lab.divergence import Divergence, shrink_found
from ..lab.divergence.any_lexer import AnyLexer, as_lexer
from ..lab.opened import find_opened, lexer_word
from ..screens.divergence.answer import Answer, answer_choice
from ..screens.divergence.comparison_result import Result
from ..screens.divergence.offered_lexers import OWN, OfferedLexers, runs_in_a_page
from ..screens.divergence.pair_answer import PairAnswer, PairResult, answer_pair, tokenizers_of
from ..screens.divergence.pair_search import PairSearch
from ..screens.divergence.question import (
    COMPARED,
    FIRST,
    MAX_ALPHABET,
    MAX_FILE,
    MAX_K,
    MAX_TEXT,
    SOURCES,
    Choice,
    list_presets,
    numbered_preset,
    preset_choice,
    script_of,
)
from ..screens.divergence.records import OptionsRecord
from ..screens.divergence.search import Search
from ..screens.divergence.story import explore_link, tell_divergence, tell_many
from ..screens.work.answers import Answers
from ..screens.work.job import JobState, Shown
from ..spanners import SpanLexer
from ..text.text_bytes import encode_text
from ..tokenizer import Tokenizer
from ..web.modules import javascript, stylesheet
from .divergence_state import CHOSEN, PUBLIC, DivergenceState
from .export import static_page
from .later_answer import Later
from .live_engine import LiveEngine
from .messages import Message, Verbs
from .tokenizer_comparing import TokenizerComparing

__all__ = ["DivergenceLab"]

_QUICK_BYTES = 2000


class DivergenceLab(DivergenceState):
    """Two lexers, or two tokenizers, on a text, a file or all short strings: where they differ, why, and how little
    text shows it.

    `a` and `b` are words as `read_lexer` reads them ("regex:cl100k_base", "automaton:[a-z]+", "specimen:isalpha"), or
    whatever else `find_divergences` takes for a lexer: a `Tokenizer`, a `SpanLexer`, a function. State (it can be set
    from Python too): ``a``, ``b``, ``text``, ``source`` ("text"; and "file", "strings" or "proof", which `run` and
    `start` search), ``k`` and ``alphabet`` of the strings, and ``selected``, the number of the divergence that is
    looked at. With ``compared="tokenizers"`` it is about the tokenizers ``tok_a`` and ``tok_b`` (names, or a
    `Tokenizer` each; see `compare_tokenizers`), on a text, a file or by a proof; ``around``: with the ids that
    post-processors put around a text. Raises `UnknownNameError` for an unknown name, `LexerTypeError` for anything
    but a lexer, and `PatternError` for a pattern that cannot be used.

    >>> lab = DivergenceLab(a="automaton:[ab]+", b="automaton:a+|b+", text="aab")
    >>> [(found.text, found.first_difference) for found in lab.divergences]
    [('aab', 2)]
    """

    _esm = javascript("screens/divergence/divergence.js")
    _css = stylesheet("shared/tables.css", "shared/player.css", "screens/divergence/divergence.css")
    drawn_in_pages = frozenset(
        {"_code", "_found", "_graphs", "_letters", "_pair", "_patterns", "_status", "_told", "_undo", "_why"}
    )

    def __init__(self, a: AnyLexer = FIRST.a, b: AnyLexer = FIRST.b, **state: Any) -> None:
        """Compare `a` and `b` on a text that shows what they differ in, or on what `state` says."""
        self._offered = OfferedLexers()
        self._result = Result()
        self._result_choice: Choice | None = None
        self._search: Search | PairSearch | None = None
        self._data = b""
        self._serial = 0
        self._before: tuple[Result | PairResult, Choice | None] = self._result, None
        self._asked: Choice | None = None
        if unknown := set(state) - set(PUBLIC):
            raise UnknownNameError("argument", min(unknown), PUBLIC)
        for name, known in (("source", SOURCES), ("compared", COMPARED)):
            if state.get(name, known[0]) not in known:
                raise UnknownNameError(name, state[name], known)
        self._comparing = TokenizerComparing(self._show_told)
        for name in ("tok_a", "tok_b"):
            if isinstance(state.get(name), Tokenizer):
                state[name] = self._comparing.offered.add(state[name])
        words = {name: self._word(lexer) for name, lexer in (("a", a), ("b", b))}
        super().__init__(**words, **state, _options=self._offer())
        if self.choice.of_tokenizers:
            tokenizers_of(self._comparing.offered, self.choice)
        for word in (self.a, self.b):
            self._offered.get(word)
        self._answers = self._answering(self._answer, self._publish)
        self._stories: Answers[tuple[int, int], dict[str, Any]] = Answers(self._tell, self._show_story)
        self._refresh()

    @property
    def divergences(self) -> list[Divergence]:
        """What was found and kept, in the order in which it can be walked through."""
        return list(self._result.divergences)

    @property
    def summary(self) -> str:
        """What was found, in one sentence."""
        return self._comparing.result.sentence if self.choice.of_tokenizers else self._result.sentence

    def to_code(self) -> str:
        """The Python line that makes this view."""
        return self.choice.to_code(self.selected)

    def given(self) -> dict[str, Any]:
        """The text, and the opened tokenizer whose lexer is A."""
        text = {"text": self.text} if self.source == "text" else {}
        if self.choice.of_tokenizers:
            return text | {"model": self.tok_a}
        return text | ({"model": self._opened} if lexer_word(self._opened) == self.a else {})

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The chosen text, compared at once; as A the lexer of the chosen tokenizer, if that was opened from a file.
        One whose lexer cannot be exchanged is compared as a whole."""
        text, model = chosen.get("text", self.text), chosen.get("model", "")
        changed: dict[str, Any] = {} if text == self.text else {"text": text, "source": "text", "selected": 0}
        word, is_open = lexer_word(model), find_opened(model) is not None
        if is_open:
            self._opened = model
        if self.choice.of_tokenizers or (is_open and word is None):
            is_new = model in self._comparing.offered.options()["models"] and model != self.tok_a
            beside = {"tok_b": self.tok_a} if model == self.tok_b else {}
            whole = {"compared": "tokenizers", "tok_a": model, "selected": 0, **beside} if is_new else {}
            return whole | changed
        return ({} if word in (None, self.a) else {"a": word, "selected": 0}) | changed

    def to_json(self) -> str:
        """State and everything that was found, as JSON."""
        found = self._comparing.result if self.choice.of_tokenizers else self._result
        return json.dumps({"state": self.state, "file": self._file} | found.to_json())

    def export_html(self, *, live: bool = True) -> str:
        """This view as one HTML page, without kernel or network.

        With `live` the engine comes along (0.8 MB), so that lexers can be compared on other texts, files and all short
        strings; otherwise, and for tokenizers and lexers that do not run in a page, what was found can be walked
        through.
        """
        if live and self._runs_in_a_page():
            engine = LiveEngine("divergence", [*PUBLIC, "_found"], [])
            lexers = self._lexers() if self.source != "text" else None
            whys = tell_many(lexers, self._result, self.selected) if lexers else {}
            return static_page(
                self, title="Lexer divergence", live=engine, _whys=whys, **self.live_state(engine)
            )
        note = "This is a saved page: what was found can be walked through, another search needs a live page."
        of_tokenizers = self.choice.of_tokenizers
        lexers = None if of_tokenizers else self._lexers()
        whys = tell_many(lexers, self._result, self.selected) if lexers else {}
        idle = {"state": "idle"}
        return static_page(
            self,
            title="Divergence of tokenizers" if of_tokenizers else "Lexer divergence",
            _whys=whys,
            _tolds=self._comparing.tell_many(self.selected) if of_tokenizers else {},
            _progress=idle,
            _undo={},
            _status=self._status | {"note": note},
        )

    def live_state(self, engine: LiveEngine) -> dict[str, Any]:
        """The lexers that run in a page; nothing that only the kernel could continue."""
        groups = [
            group | {"lexers": [lexer for lexer in group["lexers"] if runs_in_a_page(lexer["word"])]}
            for group in self._offered.options()
        ]
        options = {"lexers": [group for group in groups if group["lexers"]], "tokenizers": [], "own": []}
        return {"_options": self._options | options, "_progress": {"state": "idle"}, "_undo": {}}

    def _runs_in_a_page(self) -> bool:
        return not self.choice.of_tokenizers and all(runs_in_a_page(word) for word in (self.a, self.b))

    def open_file(self, name: str, data: bytes) -> None:
        """Take `data` (text, or Parquet) as what the source "file" is; raises `InputError` for more than `MAX_FILE`."""
        if not isinstance(data, bytes | bytearray | memoryview):
            raise InputError(f"{name}: expected the bytes of a file, got {type(data).__name__}")
        if len(data) > MAX_FILE:
            raise InputError(
                f"{name} has {len(data):,} bytes, this page accepts up to {MAX_FILE:,}: open a part of it, or use the "
                "command line: wordchipper-lab lexers compare"
            )
        self._abandon_search()  # its answer would be about another file
        self._data = data
        with self.hold_sync():
            self._file = encode_text(name).decode()
            self.source = "file"
            self._clear()
            self._show_code()

    def run(self) -> list[Divergence]:
        """Search the file or the strings, or look for a proof, now; returns the divergences."""
        self._begin().run()
        if self._progress["state"] == "failed":
            raise InputError(str(self._progress.get("problem")))
        return self.divergences

    def start(self) -> None:
        """Do what `run` does in the background; where there is no event loop, at once."""
        self._begin().start()

    def stop(self) -> None:
        """End the search that is under way; what was found so far is kept."""
        if self._search is not None:
            self._search.stop()

    def shrink(self) -> Divergence | str:
        """Replace the text by the least that still diverges; raises `InputError` if there is no divergence.

        Returns the divergence, or, of tokenizers, the text.
        """
        if self.choice.of_tokenizers:
            text = self._comparing.text(self.selected)
            self._take_shrunk_text(self._comparing.shrink(text), text)
            return self.text
        lexers, chosen = self._to_shrink()
        self._take_shrunk(shrink_found(*lexers, chosen), chosen)
        return self.divergences[0]

    def undo(self) -> None:
        """Show again what was there before `shrink`."""
        if not self._undo:
            return
        (result, choice), state = self._before, self._undo["state"]
        self._choose(state)
        self._undo = {}
        if choice is not None and choice.source != "text":
            if isinstance(result, PairResult):
                self._show_pair(result, choice)
            else:
                self._show_result(result, choice)
            self.selected = state["selected"]

    def use_preset(self, specimen: str) -> None:
        """Show a specimen beside the lexer it pretends to be; raises `UnknownNameError` for another name."""
        self._choose(preset_choice(specimen) | {"compared": "lexers"})

    def close(self) -> None:
        """End this view, and the search that it runs."""
        if self._search is not None:
            self._search.abandon()
        if self._answers is not None:
            self._stories.close()
            self._comparing.close()
        super().close()

    def _word(self, lexer: AnyLexer) -> str:
        return lexer if isinstance(lexer, str) else self._offered.add(as_lexer(lexer))

    def _offer(self) -> OptionsRecord:
        return {
            "lexers": self._offered.options(),
            "tokenizers": self._comparing.offered.options()["models"],
            "own": self._comparing.offered.options()["own"],
            "presets": list_presets(),
            "max_text": MAX_TEXT,
            "max_file": MAX_FILE,
            "max_k": MAX_K,
            "max_alphabet": MAX_ALPHABET,
        }

    def _lexers(self) -> tuple[SpanLexer, SpanLexer] | None:
        """Both lexers; None where one cannot be made."""
        try:
            return self._offered.get(self.a), self._offered.get(self.b)
        except ValueError:
            return None

    def _chosen(self) -> Divergence | None:
        found = self._result.divergences
        return found[self.selected] if 0 <= self.selected < len(found) else None

    @observe(*CHOSEN)
    def _refresh(self, change: object = None) -> None:
        if self._answers is None:  # still being constructed
            return
        choice = self.choice
        if self._search is not None and not choice.is_alike(self._search.choice):
            self._abandon_search()  # its answer would be about other lexers
        if choice != self._asked:
            is_first, self._asked = self._asked is None, choice
            ready = not choice.of_tokenizers and all(
                word.startswith(OWN) or self._offered.is_ready(word) for word in (choice.a, choice.b)
            )
            is_short = len(choice.text) <= _QUICK_BYTES
            self._answers.ask(choice, quick=ready and (is_short or is_first))

    @observe("selected")
    def _look(self, change: object = None) -> None:
        if self._answers is not None:
            self._show_code()
            if self.choice.of_tokenizers:
                self._comparing.ask_story(self.selected)
            else:
                self._ask_story()

    def _show_code(self) -> None:
        self._code = script_of(self.choice, self.selected, self._file)

    def _answer(self, choice: Choice) -> Answer | PairAnswer:
        if choice.of_tokenizers:
            return answer_pair(self._comparing.offered, choice)
        return answer_choice(self._offered, choice)

    def _publish(self, answer: Answer | PairAnswer) -> None:
        if isinstance(answer, PairAnswer):
            self._publish_pair(answer)
            return
        with self.hold_sync():
            self._show_code()
            if answer.graphs is not None:
                self._graphs = answer.graphs
            if answer.patterns is not None:
                self._patterns = answer.patterns
            if answer.alphabet is not None:
                self._letters = answer.alphabet
            if answer.result is not None:
                self._show_result(answer.result, answer.choice)
            elif self._is_about_another(answer.choice):
                self._clear()
            self._status = answer.status
            if self._undo and self._undo["to"] != answer.choice.to_state():
                self._undo = {}

    def _publish_pair(self, answer: PairAnswer) -> None:
        with self.hold_sync():
            self._show_code()
            shown = self._comparing.choice
            if answer.result is not None:
                self._show_pair(answer.result, answer.choice)
            elif shown is None or not answer.choice.has_lexers_of(shown):
                self._show_pair(PairResult(), answer.choice)
            self._status = answer.status
            if self._undo and self._undo["to"] != answer.choice.to_state():
                self._undo = {}

    def _show_pair(self, result: PairResult, choice: Choice) -> None:
        self._told = {}
        self._pair = self._comparing.show(result, choice)
        self.selected = min(self.selected, max(len(result.texts) - 1, 0))
        self._comparing.ask_story(self.selected)

    def _show_told(self, told: dict[str, Any]) -> None:
        self._told = told

    def _is_about_another(self, choice: Choice) -> bool:
        """Whether what is shown was not found with these lexers, in this source."""
        shown = self._result_choice
        return shown is not None and not choice.has_lexers_of(shown)

    def _show_result(self, result: Result, choice: Choice) -> None:
        self._serial += 1
        self._result, self._result_choice = result, choice
        self.selected = min(self.selected, max(len(result.divergences) - 1, 0))
        self._found = result.drawing | {
            "serial": self._serial,
            "sentence": result.sentence,
            "source": choice.source,
        }
        self._ask_story()

    def _clear(self) -> None:
        if self.choice.of_tokenizers:
            self._show_pair(PairResult(), self.choice)
            return
        self._show_result(Result(), self.choice)
        self._result_choice = None

    def _ask_story(self) -> None:
        """Have the chosen divergence explained; behind what is shown first."""
        words = self.a, self.b
        is_quick = all(word.startswith(OWN) or self._offered.is_ready(word) for word in words)
        chosen = self._chosen()
        size = len(chosen.text) if chosen is not None else 0
        self._stories.ask((self._serial, self.selected), quick=is_quick and size <= 50)

    def _tell(self, asked: tuple[int, int]) -> dict[str, Any]:
        """What there is to say of the chosen divergence; runs in a thread."""
        serial, selected = asked
        about = {"serial": serial, "selected": selected}
        choice, lexers = self._result_choice, self._lexers()
        if lexers is None or choice is None or serial != self._serial:
            return about
        return (
            about
            | tell_divergence(lexers, self._result, selected)
            | {"explorer": explore_link(choice, self._result, selected)}
        )

    def _show_story(self, story: dict[str, Any]) -> None:
        self._why = story

    def _abandon_search(self) -> None:
        if self._search is not None and self._search.is_busy:
            self._search.abandon()
            self._progress = {"state": "idle"}

    def _begin(self) -> Search | PairSearch:
        if self._search is not None and self._search.is_busy:
            raise InputError("a search is under way: stop it first")
        choice = self.choice
        if choice.source == "text":
            raise InputError(
                "a text is compared as it is typed: choose a file, all strings or a proof to search"
            )
        if choice.of_tokenizers and choice.source == "strings":
            raise InputError(
                "all short strings are for lexers: choose a file or a proof to compare tokenizers"
            )
        self._clear()
        file = self._file, self._data
        if choice.of_tokenizers:
            self._search = self._comparing.search(choice, file, self._show_search)
            return self._search
        make = partial(lambda a, b: (self._offered.get(a), self._offered.get(b)), choice.a, choice.b)
        self._search = Search(make, choice, file, self._show_search)
        return self._search

    def _show_search(self, shown: Shown) -> None:
        search = self._search
        assert search is not None
        with self.hold_sync():
            if search.is_over:
                is_stopped = search.state is JobState.STOPPED
                told = {
                    "sentence": "Stopped before there was a result.",
                    "differences": [],
                    "groups": [],
                    "n": 0,
                }
                if isinstance(search, PairSearch):
                    pair = search.result or (PairResult(drawing=told) if is_stopped else None)  # type: ignore[arg-type]
                    if pair is not None:
                        self.selected = 0
                        self._show_pair(pair, search.choice)
                    self._progress = search.progress
                    return
                result = search.result or (
                    Result(sentence="Stopped before there was a result.") if is_stopped else None
                )
                if result is not None:
                    self.selected = 0
                    self._show_result(result, search.choice)
            self._progress = search.progress

    def _take_shrunk_text(self, shrunk: str, chosen: str) -> None:
        before = self.state
        said = f"Shrunk from {len(chosen):,} to {len(shrunk):,} characters."
        target = self.choice.to_state() | {"text": shrunk, "source": "text"}
        self._undo, self._before = {}, (self._comparing.result, self._comparing.choice)
        self._choose(target | {"selected": 0})
        self._undo = {"state": before, "to": self.choice.to_state(), "said": said}

    def _take_shrunk(self, shrunk: Divergence, chosen: Divergence) -> None:
        before, source = self.state, len(self.text) if self.source == "text" else len(chosen.text)
        said = f"Shrunk from {source:,} to {len(shrunk.text):,} characters."
        target = self.choice.to_state() | {"text": shrunk.text, "source": "text"}
        self._undo, self._before = {}, (self._result, self._result_choice)
        self._choose(target | {"selected": 0})
        self._undo = {"state": before, "to": self.choice.to_state(), "said": said}

    def _verbs(self, message: Message) -> Verbs:
        return {
            "start": self.start,
            "stop": self.stop,
            "undo": self.undo,
            "shrink": self._shrink_later,
            "file": lambda: self.open_file(message.text("name"), message.contents(1)[0]),
            "preset": lambda: self._choose(
                numbered_preset(message.number("number")) | {"compared": "lexers"}
            ),
            "page": lambda: self._make_later(self.export_html, lambda made: {"page": made}),
            "json": lambda: self._make_later(self.to_json, lambda made: {"json": made}),
        }

    def _to_shrink(self) -> tuple[tuple[SpanLexer, SpanLexer], Divergence]:
        lexers, chosen = self._lexers(), self._chosen()
        if chosen is None or lexers is None:
            raise InputError("there is no divergence to shrink: find one first")
        if self._status.get("error"):
            raise InputError(
                "the divergence that is shown is of an earlier text: find one in this text first"
            )
        return lexers, chosen

    def _shrink_later(self) -> Later:
        if self.choice.of_tokenizers:
            text, choice = self._comparing.text(self.selected), self.choice

            def use(shrunk: str) -> None:
                if choice == self.choice:
                    self._take_shrunk_text(shrunk, text)

            return self._make_later(lambda: self._comparing.shrink(text), use)
        (lexers, chosen), serial = self._to_shrink(), self._serial

        def show(shrunk: Divergence) -> None:
            if serial == self._serial:
                self._take_shrunk(shrunk, chosen)

        return self._make_later(lambda: shrink_found(*lexers, chosen), show)
