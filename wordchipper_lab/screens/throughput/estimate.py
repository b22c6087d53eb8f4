"""What a Throughput screen shows about a choice before it is measured: cases, time, code, link."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import WordchipperLabError
from ...lab.benchmark.own_tokenizer import OwnTokenizer, OwnTokenizers
from ...lab.benchmark.plan import plan_cases
from ...lab.benchmark.results import Case
from ...lab.permalink import pack_state
from .drawing import draw_plan
from .opened_contenders import opened_cases, opened_code, opened_notes
from .question import Choice, preset_of
from .records import EstimateRecord

__all__ = ["describe_choice", "estimate_seconds"]

# Seconds, rounded up from a slow machine, because an estimate shown before a run is a promise.
_ROUND_SECONDS = {"regex": 0.08, "tokenizers": 0.1, "wordchipper_regex": 0.08}
_USUAL_ROUND_SECONDS = 0.02
_CASE_SECONDS = 0.1
_LATENCY_SECONDS = 1.5
_MEMORY_SECONDS = 4.0
_NEW_TEXT_SECONDS = {"regex": 10.0, "tokenizers": 12.0, "wordchipper_regex": 10.0, "riptoken": 8.0}
_USUAL_NEW_TEXT_SECONDS = 2.5  # two passes over 12 MB, warm-up, comparing the ids
_GROWTH_SECONDS = 3.0

_MOST_PLANNED = 300  # cases; a larger plan is drawn when it runs

_NO_AXIS = ("rounds", "latency", "memory", "regime")


def describe_choice(
    choice: Choice, own: OwnTokenizers | None = None, opened: Sequence[str] = ()
) -> EstimateRecord:
    """How many cases, how long, or the ``problem`` with it (why nothing can be measured); its name, code and link.

    `own`: the user's tokenizers, which are measured with any choice; `opened`: names of opened ones.

    >>> about = describe_choice(Choice(lexers=("logos",)))
    >>> about["cases"], about["problem"], about["preset"]
    (1, None, None)
    """
    cases, problem = _cases_of(choice, own or {}, opened)
    return {
        "planned": draw_plan(cases[:_MOST_PLANNED], choice.new_corpora()),
        "cases": len(cases),
        "seconds": estimate_seconds(cases, choice) if cases else 0,
        "problem": problem,
        "notes": opened_notes(opened, choice) if cases else [],
        "preset": preset_of(choice),
        "code": _code(choice, own or {}, opened),
        "link": pack_state(choice.to_state()),
    }


def estimate_seconds(cases: Sequence[Case], choice: Choice) -> float:
    """Estimated time for measuring `cases`, assuming compiled kernels.

    >>> estimate_seconds([], Choice())
    0.0
    """
    new_names = choice.new_corpora()
    new = [case for case in cases if case.corpus in new_names]
    grown = {(case.label, case.model, case.corpus) for case in new if case.mode not in ("spans", "decode")}
    once = sum(
        _NEW_TEXT_SECONDS.get(case.lexer, _NEW_TEXT_SECONDS.get(case.contender, _USUAL_NEW_TEXT_SECONDS))
        for case in new
    )
    cases = [case for case in cases if case.corpus not in new_names]
    rounds = sum(
        _ROUND_SECONDS.get(case.lexer, _ROUND_SECONDS.get(case.contender, _USUAL_ROUND_SECONDS))
        for case in cases
    )
    contenders = len(choice.models) * (
        len(choice.lexers) * len(choice.encoders) * len(choice.memo) + len(choice.peers)
    )
    extra = contenders * (_LATENCY_SECONDS * choice.latency + _MEMORY_SECONDS * choice.memory)
    return len(cases) * _CASE_SECONDS + rounds * choice.rounds + once + len(grown) * _GROWTH_SECONDS + extra


def _cases_of(choice: Choice, own: OwnTokenizers, opened: Sequence[str]) -> tuple[Sequence[Case], str | None]:
    """What would be measured, or why nothing can be."""
    try:
        choice.check()
        axes = {name: value for name, value in choice.to_state().items() if name not in _NO_AXIS}
        unnamed = dict.fromkeys(opened_cases(opened, choice), OwnTokenizer(len))
        cases = plan_cases(**axes, own={**own, **unnamed})
    except WordchipperLabError as error:
        return (), str(error)
    return cases, None if cases else "Nothing is selected for measurement."


def _code(choice: Choice, own: OwnTokenizers, opened: Sequence[str]) -> str:
    made = opened_code(opened, choice, own)
    state = ", ".join(f"{name}={value!r}" for name, value in choice.to_state().items())
    return (
        f"{'import wordchipper_lab as wl' + chr(10) if opened else ''}"
        "from wordchipper_lab.lab import run_benchmark\n"
        "from wordchipper_lab.widgets import ThroughputLab\n\n"
        f"{f'own = {made}' + chr(10) if opened else ''}"
        f"run = {choice.to_code('own' if made else '')}  # what Run measures\n"
        f"ThroughputLab(run, {state}{', own=own' if made else ''})  # this view\n"
    )
