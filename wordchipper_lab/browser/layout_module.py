"""The layouts of the engine's tables and tuples, as an ES module for the one that fills them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from ..encoders.engine import AS_TEXT, CROWDED_MEMO, FOUND_SPECIAL, PADDING, PARSE, REFUSE
from ..encoders.engine_layout import TABLES, WORK
from ..encoders.registry import BUILT_IN
from ..encoders.short_merge import SHORT_WORDS, WAITING_WORDS
from ..encoders.span_memo import SPANS_A_STAGE, SpanMemo
from ..encoders.span_work import SpanWork
from ..encoders.step_memo import new_step_memo
from ..encoders.workspace import ENGINE_STATE
from ..kernels.keys import MAX_TOKEN, NO_TOKEN
from ..kernels.layout import Layout
from ..kernels.long_memo import LongMemo
from ..kernels.memo import STAGED_WORDS
from ..kernels.trace import EVENT_CODES, TRACE_FIELDS, Trace
from ..spanners.automaton.automaton_tables import AutomatonTables
from ..spanners.special_automaton import SpecialAutomaton
from ..spanners.vector.vector_tables import VectorTables
from ..training.fast.count_table import CountTable
from ..training.fast.trainer_arrays import TrainerArrays
from ..vocab.long_tokens import PairScratch
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables

__all__ = ["layout_module"]

_TUPLES: tuple[Any, ...] = (
    VocabTables,
    SpecialTables,
    SpecialAutomaton,
    AutomatonTables,
    VectorTables,
    LongMemo,
    SpanMemo,
    SpanWork,
    PairScratch,
    Trace,
    TrainerArrays,
    CountTable,
)

_NUMBERS = {
    "PARSE": PARSE,
    "AS_TEXT": AS_TEXT,
    "REFUSE": REFUSE,
    "FOUND_SPECIAL": FOUND_SPECIAL,
    "CROWDED_MEMO": CROWDED_MEMO,
    "PADDING": PADDING,
    "ENGINE_STATE": ENGINE_STATE,
    "SHORT_WORDS": SHORT_WORDS,
    "WAITING_WORDS": WAITING_WORDS,
    "STAGED_WORDS": STAGED_WORDS * SPANS_A_STAGE,
    "STEP_WORDS": len(new_step_memo()),
    "TRACE_FIELDS": TRACE_FIELDS,
    "EVENT_CODES": EVENT_CODES,
    "MAX_TOKEN": int(MAX_TOKEN),
    "NO_TOKEN": int(NO_TOKEN),
}


def layout_module(kernels: Mapping[str, str]) -> str:
    """The source of the module; `kernels` are the letters of each kernel's result and arguments."""
    parts = {
        "KERNELS": dict(kernels),
        "TABLES": _fields(TABLES),
        "WORK": _fields(WORK),
        "TUPLES": {kind.__name__: list(_members(kind)) for kind in _TUPLES},
        "ENCODERS": [encoder.name for encoder in BUILT_IN],
        "NUMBERS": _NUMBERS,
    }
    lines = [
        "// Written by `python -m wordchipper_lab.browser.build`, from the layouts that the kernels are compiled with."
    ]
    for name, value in parts.items():
        lines.append(f"\nexport const {name} = {json.dumps(value, indent=2)};")
    return "\n".join(lines) + "\n"


def _fields(layout: Layout) -> list[list[str]]:
    return [[str(field["name"]), str(field["dtype"])] for field in layout.describe()]


def _members(kind: Any, before: str = "") -> Iterator[str]:
    """Names of a named tuple's arrays and numbers, in order; those of tuples in it have its name before theirs."""
    hints = get_type_hints(kind)
    for name in kind._fields:
        if hasattr(hints[name], "_fields"):
            yield from _members(hints[name], f"{before}{name}.")
        else:
            yield f"{before}{name}"
