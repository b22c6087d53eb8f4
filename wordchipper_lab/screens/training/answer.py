"""The answers of a TrainingLab: pure, so that they can run in a thread or without a screen."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ...errors import InputError, WordchipperLabError
from ...lab.exploration import explore
from ...lab.training.trace import TrainingTrace, trace_training
from ...lab.training.worth import compare_worth
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..explain_problem import explain_problem
from ..explorer.drawing import draw_exploration
from ..offered_tokenizers import OfferedTokenizers
from .drawing import draw_trace
from .question import Choice
from .records import EncodedRecord, TraceRecord

__all__ = ["MAX_PROBE", "Probe", "ToyAnswer", "answer_probe", "answer_toy"]

MAX_PROBE = 1_000_000
"""Bytes of a text that is encoded while typing."""


@dataclass
class ToyAnswer:
    """``trace`` is None if there is none: then ``problem`` says why."""

    choice: Choice
    trace: TrainingTrace | None = None
    drawing: TraceRecord | None = None
    problem: str | None = None


def answer_toy(choice: Choice) -> ToyAnswer:
    """Train on the toy corpus and keep every merge. A failure becomes a message."""
    try:
        trace = trace_training(choice.toy_corpus(), choice.toy_trainer, choice.toy_tie, choice.toy_level)
        return ToyAnswer(choice, trace, draw_trace(trace, choice.toy))
    except Exception as error:  # an exception in a callback would not be seen
        return ToyAnswer(choice, problem=explain_problem(error))


@dataclass(frozen=True)
class Probe:
    """A text to be encoded with a trained vocabulary, and whether to compare with the pretrained ones."""

    name: str
    text: str
    compare: bool


def answer_probe(offered: OfferedTokenizers, probe: Probe) -> EncodedRecord:
    """The tokens and the number of tokens in each vocabulary, or what went
    wrong."""
    if not probe.name:
        return {}
    try:
        size = len(encode_text(probe.text))
        if size > MAX_PROBE:
            raise InputError(
                f"this text has {size:,} bytes; up to {MAX_PROBE:,} are encoded here: shorten it"
            )
        tok = offered.get(probe.name, "auto", "auto")
        toks = [tok]
        if probe.compare:
            toks += [Tokenizer.from_pretrained(name) for name in ("r50k_base", "cl100k_base", "o200k_base")]
        worth = [asdict(found) for found in compare_worth(toks, probe.text)]
        return {"drawing": draw_exploration(explore(tok, probe.text)), "worth": worth, "name": probe.name}
    except WordchipperLabError as error:
        return {"problem": str(error)}
    except Exception as error:
        return {"problem": explain_problem(error)}
