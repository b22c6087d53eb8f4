"""Rows about decoding ids to text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from comparison_contenders import OURS, Who, best_peer, result_of
from comparison_rows import Row
from comparison_texts import reference_manual
from comparison_timing import median_seconds

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.peers import Peer


def decode_rows(tok: wl.Tokenizer, peers: list[Peer], rounds: int) -> Iterator[Row]:
    """Decode a million ids, from a list as peers take them and from an array."""
    ids = np.resize(tok.encode_array(reference_manual(), special="text"), 1_000_000)
    listed = ids.tolist()
    text = tok.decode(ids)
    calls: dict[Who, Callable[[], Any]] = {
        (OURS, "list"): partial(tok.decode, listed),
        (OURS, "array"): partial(tok.decode, ids),
    }
    calls |= {(peer.name, "list"): partial(peer.decode, listed) for peer in peers}
    exact = {who: call for who, call in calls.items() if result_of(call) == text}
    mb = len(text.encode()) / 1e6
    speed = {who: mb / each for who, each in median_seconds(exact, rounds).items()}
    beside = {"tiktoken": speed["tiktoken", "list"]} if ("tiktoken", "list") in speed else {}
    beside |= best_peer(speed, "list")
    for form in ("list", "array"):
        on = f"a million ids, {tok.name}"
        yield Row(f"`decode`, {form}", on, speed[OURS, form], "MB/s", beside, "1.5 x tiktoken")
