"""The contenders: ours and the peers, each checked before it is timed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.peers import Peer

OURS = "ours"
FORMS = ("list", "array", "count")

Who = tuple[str, str]
"""Contender and form: ``("toktok", "array")``."""


def exact_calls(
    text: str, tok: wl.Tokenizer, peers: list[Peer], forms: Collection[str] = FORMS
) -> dict[Who, Callable[[str], Any]]:
    """The calls with the right result on `text`; a remark names each peer that fails or gives other ids.

    Raises ``SystemExit`` if one of ours is wrong.
    """
    calls: dict[Who, Callable[[str], Any]] = {
        (OURS, "list"): partial(tok.encode, special="text"),
        (OURS, "array"): partial(tok.encode_array, special="text"),
        (OURS, "count"): partial(tok.count, special="text"),
    }
    for peer in peers:
        calls[peer.name, "list"] = peer.encode
        if peer.encode_array("a") is not None:
            calls[peer.name, "array"] = peer.encode_array
        if peer.count("a") is not None:
            calls[peer.name, "count"] = peer.count
    expected = _reference(text, tok, peers)
    right = {}
    for (name, form), call in calls.items():
        if form not in forms:
            continue
        found = result_of(call, text)
        if found is not None and (found == len(expected) if form == "count" else list(found) == expected):
            right[name, form] = call
        elif name == OURS:
            raise SystemExit(f"{tok.name}: our {form} is wrong on {text[:20]!r} ...")
        else:
            print(f"<!-- {tok.name}: {name}'s {form} fails or differs on {text[:20]!r} ... -->", flush=True)
    return right


def best_peer(speed: dict[Who, float], form: str) -> dict[str, float]:
    """The fastest peer in this form, as an entry of `Row.beside`; empty if no peer has it."""
    found = {name: figure for (name, how), figure in speed.items() if how == form and name != OURS}
    if not found:
        return {}
    best = max(found, key=lambda name: found[name])
    return {f"{best}'s {form}": found[best]}


def result_of(call: Callable[..., Any], *arguments: Any) -> Any:
    """What `call` returns, or ``None`` if it raises. A panic in a Rust extension is not an ``Exception``."""
    try:
        return call(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def _reference(text: str, tok: wl.Tokenizer, peers: list[Peer]) -> list[int]:
    """tiktoken's ids; if it is missing or fails, those of our regex lexer with another encoder."""
    for peer in peers:
        if peer.name == "tiktoken" and (ids := result_of(peer.encode, text)) is not None:
            return list(ids)
    other = wl.Tokenizer.from_pretrained(tok.name, "regex", "priority_merge", memo=False)
    return other.encode(text, special="text")
