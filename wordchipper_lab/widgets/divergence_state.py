"""The state of a DivergenceLab: traits that are what a person chose, and what is sent to be drawn."""

from __future__ import annotations

from typing import Any

from traitlets import Bool, Dict, Int, TraitError, Unicode, validate

from ..errors import UnknownNameError
from ..screens.divergence.question import COMPARED, FIRST, MAX_ALPHABET, MAX_K, SOURCES, Choice
from ..text.text_bytes import encode_text
from .later_answer import Later
from .messages import AnsweringWidget
from .set_traits import choose_traits

__all__ = ["CHOSEN", "PUBLIC", "DivergenceState"]

CHOSEN = tuple(FIRST.to_state())
PUBLIC = (*CHOSEN, "selected")


class DivergenceState(AnsweringWidget):
    """Traits that are clean whoever sets them; those with an underscore are for the page."""

    a = Unicode(FIRST.a).tag(sync=True)
    b = Unicode(FIRST.b).tag(sync=True)
    text = Unicode(FIRST.text).tag(sync=True)
    source = Unicode(FIRST.source).tag(sync=True)
    k = Int(FIRST.k).tag(sync=True)
    alphabet = Unicode(FIRST.alphabet).tag(sync=True)
    compared = Unicode(FIRST.compared).tag(sync=True)
    tok_a = Unicode(FIRST.tok_a).tag(sync=True)
    tok_b = Unicode(FIRST.tok_b).tag(sync=True)
    around = Bool(FIRST.around).tag(sync=True)
    selected = Int(0).tag(sync=True)

    _options = Dict().tag(sync=True)
    _status = Dict().tag(sync=True)
    _found = Dict().tag(sync=True)
    _why = Dict().tag(sync=True)
    _whys = Dict().tag(sync=True)  # of a saved page
    _pair = Dict().tag(sync=True)
    _told = Dict().tag(sync=True)
    _tolds = Dict().tag(sync=True)  # of a saved page
    _graphs = Dict().tag(sync=True)
    _patterns = Dict().tag(sync=True)
    _letters = Dict().tag(sync=True)
    _file = Unicode("").tag(sync=True)
    _progress = Dict({"state": "idle"}).tag(sync=True)
    _undo = Dict().tag(sync=True)
    _code = Unicode("").tag(sync=True)

    @property
    def choice(self) -> Choice:
        """What is compared, and on what."""
        return Choice(**{name: getattr(self, name) for name in CHOSEN})

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``DivergenceLab(**lab.state)`` makes the same view."""
        return self.choice.to_state() | {"selected": self.selected}

    def _choose(self, state: dict[str, Any]) -> Later:
        """Set all that `state` names at once: one question, not one a name; what a page that asked for it waits for."""
        choose_traits(self, PUBLIC, state)
        return self._when_shown()

    @validate("a", "b", "tok_a", "tok_b", "text")
    def _check_text(self, proposal: dict[str, Any]) -> str:
        return encode_text(proposal["value"]).decode()  # lone surrogates cannot travel to a browser

    @validate("alphabet")
    def _check_alphabet(self, proposal: dict[str, Any]) -> str:
        characters = "".join(dict.fromkeys(encode_text(proposal["value"]).decode()))
        return characters[:MAX_ALPHABET]

    @validate("source")
    def _check_source(self, proposal: dict[str, Any]) -> str:
        if proposal["value"] not in SOURCES:
            raise TraitError(str(UnknownNameError("source", proposal["value"], SOURCES)))
        return str(proposal["value"])

    @validate("compared")
    def _check_compared(self, proposal: dict[str, Any]) -> str:
        if proposal["value"] not in COMPARED:
            raise TraitError(str(UnknownNameError("kind of comparison", proposal["value"], COMPARED)))
        return str(proposal["value"])

    @validate("k")
    def _check_k(self, proposal: dict[str, Any]) -> int:
        return max(1, min(int(proposal["value"]), MAX_K))

    @validate("selected")
    def _check_selected(self, proposal: dict[str, Any]) -> int:
        return max(0, int(proposal["value"]))
