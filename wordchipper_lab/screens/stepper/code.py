"""The Python code that creates the view of a merge stepper."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ...encoders import ENCODERS
from ...lab.merging.toys import TOYS
from ...lab.opened import is_opened_name
from ..load_code import load_code, load_imports

if TYPE_CHECKING:
    from .answer import Question

__all__ = ["code_of", "script_of"]

_DEFAULTS = {"model": "o200k_base", "span": 0, "whole": False, "compare": "", "step": 0, "pace": "merge"}


def code_of(question: Question, own: Collection[str] = (), **state: object) -> str:
    """The Python line that creates a `MergeStepper` of `question`, without default values.

    A visitor's `own` vocabulary, or an opened one, has no name by which to load it: the line refers to it as
    ``tok``.
    """
    named = question.to_state() | state
    text = named.pop("text")
    defaults = _DEFAULTS | {"lanes": list(ENCODERS)}
    choices = {name: value for name, value in named.items() if value != defaults[name]}
    arguments = [repr(text)]
    if question.model in own or is_opened_name(question.model):
        choices.pop("model")
        arguments.append("tok")
    arguments += [f"{name}={value!r}" for name, value in choices.items()]
    return f"MergeStepper({', '.join(arguments)})"


def script_of(question: Question, own: Collection[str] = (), **state: object) -> str:
    """A Python program that creates this view, and one that makes one of its traces without it."""
    text, is_toy = repr(question.text), question.model in TOYS and question.model not in own
    load = load_code(question.model)
    if question.model in own:
        load = f"wl.Tokenizer.from_file(...)  # {question.model!r}"
    elif is_toy:
        load = f"toy_tokenizer({question.model!r})"
    span = text if question.whole else f"data[spans.starts[{question.span}]:spans.ends[{question.span}]]"
    lines = [
        "import wordchipper_lab as wl",
        *load_imports(question.model),
        f"from wordchipper_lab.lab import {'toy_tokenizer, ' if is_toy else ''}trace_merges",
        "from wordchipper_lab.widgets import MergeStepper",
        "",
        f"tok = {load}",
        f"{code_of(question, own, **state)}  # this view",
        "",
        *([] if question.whole else [f"data, spans = {text}.encode(), tok.spans({text})"]),
        f"trace = trace_merges(tok, {span}, {(question.lanes or ENCODERS)[0]!r})  # one lane, without a screen",
        "trace.tokens, trace.counters",
    ]
    return "\n".join(lines) + "\n"
