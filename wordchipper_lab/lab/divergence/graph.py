"""An automaton as a drawing: states in layers by their distance from the start, edges with the names of their
cells."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from ...arguments import checked
from ...spanners import AutomatonLexer, SpanLexer
from ...spanners.automaton.dfa import DEAD, Dfa
from ...tokenizer_arguments import a_lexer
from .alphabet import Alphabet, read_cells
from .automaton_path import automaton_of

__all__ = ["automaton_graph"]

COLUMN, ROW, MARGIN = 190, 84, 60  # pixels between states, and around them
_SWEEPS = 4  # rounds of ordering the layers; more did not change any of the built-in automata
_LONGEST_LABEL = 26


@checked(lexer=a_lexer)
def automaton_graph(lexer: SpanLexer) -> dict[str, Any] | None:
    """States and edges of an automaton lexer with positions for drawing, JSON-able; None for another lexer.

    A state: ``id``, ``x``, ``y``, ``start``, ``accepting`` (a match may end here), ``accepts_before`` (names of the
    cells before which it may, "end" for the end of the text). An edge: ``from``, ``to``, ``cells`` (names), ``label``.

    >>> graph = automaton_graph(AutomatonLexer(r"a+b"))
    >>> [(edge["from"], edge["to"], edge["label"]) for edge in graph["edges"]]
    [(0, 1, 'a'), (1, 1, 'a'), (1, 2, 'b')]
    """
    if not isinstance(lexer, AutomatonLexer):
        return None
    tables, dfa, alphabet = automaton_of(lexer.pattern)
    columns = read_cells(tables, alphabet.characters).astype(np.int64)
    edges = _edges(dfa, columns, alphabet)
    layers = _layers({(edge["from"], edge["to"]) for edge in edges}, len(dfa.following))
    tallest = max(map(len, layers))
    states = []
    for depth, layer in enumerate(layers):
        for place, state in enumerate(layer):
            ends = dfa.accepts[state]
            before = [name for name, column in zip(alphabet.names, columns, strict=True) if ends[column]]
            states.append(
                {
                    "id": state,
                    "x": MARGIN + depth * COLUMN,
                    "y": MARGIN + round((place + (tallest - len(layer)) / 2) * ROW),
                    "start": state == 0,
                    "accepting": bool(ends.any()),
                    "accepts_before": before + ["end"] * bool(ends[0]),
                }
            )
    width = 2 * MARGIN + (len(layers) - 1) * COLUMN
    height = 2 * MARGIN + (tallest - 1) * ROW
    return {"states": sorted(states, key=_id), "edges": edges, "width": width, "height": height}


def _id(state: dict[str, Any]) -> int:
    return int(state["id"])


def _edges(dfa: Dfa, columns: np.ndarray, alphabet: Alphabet) -> list[dict[str, Any]]:
    cells: dict[tuple[int, int], list[str]] = defaultdict(list)
    for state, row in enumerate(dfa.following[:, columns].tolist()):
        for name, following in zip(alphabet.names, row, strict=True):
            if following != DEAD:
                cells[state, following].append(name)
    return [
        {"from": start, "to": to, "cells": names, "label": _label(names, alphabet.names)}
        for (start, to), names in sorted(cells.items())
    ]


def _label(names: list[str], everything: tuple[str, ...]) -> str:
    """The names, or the missing ones if there are fewer of them."""
    missing = [name for name in everything if name not in names]
    if not missing:
        return "any"
    label = ", ".join(names)
    without = f"not {', '.join(missing)}"
    label = without if len(without) < len(label) else label
    return label if len(label) <= _LONGEST_LABEL else label[: _LONGEST_LABEL - 1] + "…"


def _layers(edges: set[tuple[int, int]], n_states: int) -> list[list[int]]:
    """States by distance from the start, ordered so that few edges cross (barycentres, forwards and
    backwards)."""
    depth = {0: 0}
    pending = [0]
    for state in pending:  # grows during the loop
        for start, to in sorted(edges):
            if start == state and to not in depth:
                depth[to] = depth[state] + 1
                pending.append(to)
    layers: list[list[int]] = [[] for _ in range(max(depth.values()) + 1)]
    for state in range(n_states):
        layers[depth.get(state, 0)].append(state)
    for sweep in range(_SWEEPS):
        order = range(1, len(layers)) if sweep % 2 == 0 else range(len(layers) - 2, -1, -1)
        for number in order:
            beside = layers[number - 1 if sweep % 2 == 0 else number + 1]
            places = {state: place / max(1, len(beside) - 1) for place, state in enumerate(beside)}
            layers[number].sort(key=lambda state: _barycentre(state, edges, places))
    return layers


def _barycentre(state: int, edges: set[tuple[int, int]], places: dict[int, float]) -> float:
    others = [a if b == state else b for a, b in edges if state in (a, b)]
    linked = [places[other] for other in others if other in places]
    # Rounded, because equal places, summed in another order, may differ in their last digits.
    return round(sum(linked) / len(linked), 9) if linked else 0.5
