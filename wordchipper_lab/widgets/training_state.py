"""The state of a TrainingLab: traits that are what a person chose, and what is sent to be drawn."""

from __future__ import annotations

from typing import Any

from traitlets import Bool, Dict, Int, TraitError, Unicode, validate

from ..errors import UnknownNameError
from ..lab.training.toy_corpora import LEVELS, TOY_CORPORA
from ..screens.training.beginning import is_start_name
from ..screens.training.question import (
    CHOSEN,
    FIRST,
    MAX_SIZE,
    MODES,
    MOST_TOKENS,
    OWN_CORPORA,
    OWN_TOY,
    REAL_CORPORA,
    Choice,
)
from ..text.text_bytes import encode_text
from ..training import BYTE_ORDERS, TIES, TRAINERS
from ..vocab.pretrained import pretrained_names
from .later_answer import Later
from .messages import AnsweringWidget
from .set_traits import choose_traits

__all__ = ["KNOWN", "PUBLIC", "TrainingState", "check_name"]

PUBLIC = (*CHOSEN, "step", "probe", "compare")

_PROBE = "def encode(self, text: str) -> list[int]:\n    return self.tokens  # naïve café, 東京"
KNOWN = {
    "mode": ("mode", MODES),
    "toy": ("toy", (*TOY_CORPORA, OWN_TOY)),
    "toy_level": ("level", tuple(LEVELS)),
    "toy_trainer": ("trainer", TRAINERS),
    "toy_tie": ("tie-breaking", tuple(TIES)),
    "corpus": ("corpus", (*REAL_CORPORA, *OWN_CORPORA)),
    "trainer": ("trainer", TRAINERS),
    "tie": ("tie-breaking", tuple(TIES)),
    "byte_order": ("byte order", tuple(BYTE_ORDERS)),
}
_LIMITS = {
    "size": (1_000, MAX_SIZE),
    "vocab_size": (0, MOST_TOKENS),
    "min_frequency": (1, 1 << 40),
    "max_token_length": (0, 1 << 20),
    "rate": (0, 1_000_000),
    "step": (0, 1 << 20),
}


class TrainingState(AnsweringWidget):
    """Traits that are clean whoever sets them; those with an underscore are for the page."""

    mode = Unicode(FIRST.mode).tag(sync=True)
    toy = Unicode(FIRST.toy).tag(sync=True)
    toy_text = Unicode(FIRST.toy_text).tag(sync=True)
    toy_level = Unicode(FIRST.toy_level).tag(sync=True)
    toy_trainer = Unicode(FIRST.toy_trainer).tag(sync=True)
    toy_tie = Unicode(FIRST.toy_tie).tag(sync=True)
    step = Int(1).tag(sync=True)
    corpus = Unicode(FIRST.corpus).tag(sync=True)
    text = Unicode("").tag(sync=True)
    size = Int(FIRST.size).tag(sync=True)
    start_from = Unicode(FIRST.start_from).tag(sync=True)
    pattern = Unicode(FIRST.pattern).tag(sync=True)
    vocab_size = Int(FIRST.vocab_size).tag(sync=True)
    trainer = Unicode(FIRST.trainer).tag(sync=True)
    tie = Unicode(FIRST.tie).tag(sync=True)
    byte_order = Unicode(FIRST.byte_order).tag(sync=True)
    special_tokens = Unicode("").tag(sync=True)
    min_frequency = Int(FIRST.min_frequency).tag(sync=True)
    max_token_length = Int(0).tag(sync=True)
    rate = Int(FIRST.rate).tag(sync=True)
    probe = Unicode(_PROBE).tag(sync=True)
    compare = Bool(False).tag(sync=True)

    _options = Dict().tag(sync=True)
    _status = Dict().tag(sync=True)
    _trace = Dict().tag(sync=True)
    _files = Unicode("").tag(sync=True)
    _progress = Dict({"state": "idle"}).tag(sync=True)
    _live = Dict().tag(sync=True)
    _race = Dict().tag(sync=True)
    _result = Dict().tag(sync=True)
    _encoded = Dict().tag(sync=True)
    _code = Unicode("").tag(sync=True)

    @property
    def choice(self) -> Choice:
        """What is traced and trained."""
        return Choice(**{name: getattr(self, name) for name in CHOSEN})

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``TrainingLab(**lab.state)`` makes the same view, without what was trained."""
        return {name: getattr(self, name) for name in PUBLIC}

    def _choose(self, state: dict[str, Any]) -> Later:
        """Set all that `state` names at once: one question, not one a name; what a page that asked for it waits for."""
        choose_traits(self, PUBLIC, state)
        return self._when_shown()

    @validate("toy_text", "text", "pattern", "special_tokens", "probe")
    def _check_text(self, proposal: dict[str, Any]) -> str:
        return encode_text(proposal["value"]).decode()  # lone surrogates cannot travel to a browser

    @validate(*KNOWN, "start_from")
    def _check_name(self, proposal: dict[str, Any]) -> str:
        try:
            check_name(proposal["trait"].name, proposal["value"])
        except UnknownNameError as error:  # only a TraitError is rolled back where several traits are set
            raise TraitError(str(error)) from None
        return str(proposal["value"])

    @validate(*_LIMITS)
    def _check_number(self, proposal: dict[str, Any]) -> int:
        least, most = _LIMITS[proposal["trait"].name]
        return max(least, min(int(proposal["value"]), most))


def check_name(trait: str, value: object) -> None:
    """Raise `UnknownNameError` for a value that one of the `KNOWN` traits cannot have."""
    if trait == "start_from":
        if not is_start_name(str(value)):
            raise UnknownNameError("tokenizer", value, pretrained_names())
        return
    what, known = KNOWN[trait]
    if value not in known:
        raise UnknownNameError(what, value, known)
