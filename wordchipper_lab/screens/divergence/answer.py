"""The answer of a DivergenceLab to one question: pure, so that it can run in a thread or without a screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from ...errors import PatternError, WordchipperLabError
from ...lab.divergence import common_alphabet, find_divergences
from ...lab.divergence.cell_names import name_character
from ...lab.divergence.graph import automaton_graph
from ...spanners import SpanLexer
from ...text.text_bytes import encode_text
from ..explain_problem import explain_problem
from .comparison_result import Collector, Result, plural
from .drawing import draw_same
from .offered_lexers import OfferedLexers
from .pattern_difference import compare_patterns
from .question import MAX_TEXT, Choice, used_alphabet
from .records import GraphRecord, GraphsRecord, LettersRecord, PatternsRecord

__all__ = ["Answer", "answer_choice"]

_MOST_STATES = 120
_LOOKED_AT = 400  # bytes of a text without divergences whose rows are shown


@dataclass
class Answer:
    """``result`` is None if nothing was compared: then ``status`` says why, or a search is to be started."""

    choice: Choice
    status: dict[str, Any] = field(default_factory=dict)
    result: Result | None = None
    graphs: GraphsRecord | None = None
    alphabet: LettersRecord | None = None
    patterns: PatternsRecord | None = None


def answer_choice(offered: OfferedLexers, choice: Choice) -> Answer:
    """Build the lexers, and compare them if the source is a text. A failure becomes a message."""
    answer = Answer(choice, {"error": None, "problems": {}})
    lexers: dict[str, SpanLexer] = {}
    for name, word in (("a", choice.a), ("b", choice.b)):
        try:
            lexers[name] = offered.get(word)
        except PatternError as error:
            answer.status["problems"][name] = {"at": _place(word, error), "message": str(error.problem)}
        except Exception as error:
            answer.status["problems"][name] = {"at": None, "message": explain_problem(error)}
    if len(lexers) < 2:
        answer.patterns = {}
        return answer
    a, b = lexers["a"], lexers["b"]
    try:
        if choice.source == "text":
            answer.result = _compare(a, b, choice.text)
        answer.patterns = compare_patterns(a.pattern, b.pattern)
        answer.graphs = {"a": _draw_graph(a), "b": _draw_graph(b)}
        answer.alphabet = _draw_alphabet(choice, a, b)
    except Exception as error:
        answer.status["error"] = explain_problem(error)
    return answer


def _place(word: str, error: PatternError) -> int | None:
    """The position of the error in a typed pattern."""
    typed = word.partition(":")[2]
    return error.position if error.pattern == typed else None


def _compare(a: SpanLexer, b: SpanLexer, text: str) -> Result:
    size = len(encode_text(text))
    if size > MAX_TEXT:
        return Result(
            sentence=f"This text has {size:,} bytes; up to {MAX_TEXT:,} are compared while typing: open it as a file."
        )
    if not text:
        return Result(
            sentence="Type a text to compare the two lexers on.",
            drawing={"divergences": [], "groups": [], "n": 0},
        )
    collector = Collector()
    for divergence in find_divergences(a, b, text):
        collector.add(divergence)
    rows = a.spans(text), b.spans(text)
    counts = f"{len(rows[0]):,} and {len(rows[1]):,} spans compared"
    if collector.n:
        kinds = plural(collector.n_kinds, "kind")
        return collector.result(f"{plural(collector.n, 'divergence')} in {kinds}: {counts}.")
    sentence = f"No divergence: both place the same {len(rows[0]):,} boundaries in {plural(size, 'byte')}."
    result = collector.result(sentence)
    if size <= _LOOKED_AT:
        result.drawing["same"] = draw_same(text, *rows)
    return result


def _draw_graph(lexer: SpanLexer) -> GraphRecord | None:
    try:
        graph = automaton_graph(lexer)
    except WordchipperLabError:
        return None
    if graph is not None and len(graph["states"]) > _MOST_STATES:
        return {"states": [], "edges": [], "n": len(graph["states"])}
    return cast(GraphRecord | None, graph)


def _draw_alphabet(choice: Choice, a: SpanLexer, b: SpanLexer) -> LettersRecord:
    common = common_alphabet(a, b)
    usual = common.sweep_characters()
    used = used_alphabet(choice, common)
    shown = usual + "".join(character for character in used if character not in usual)
    names = [common.names[symbol] for symbol in common.read(shown).tolist()]
    called = [name_character(character) for character in shown]
    return {"usual": usual, "used": used, "shown": list(shown), "names": names, "called": called}
