"""Rows about new text: each contender sees each document once, in its own copy of the string."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from comparison_contenders import OURS, Who, best_peer, exact_calls
from comparison_rows import Row

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.corpora import Corpus, documents
from wordchipper_lab.lab.benchmark.peers import Peer
from wordchipper_lab.lab.benchmark.workload import fresh_copy

DOCUMENT_BYTES = 5_000
SLICE = 20
"""Documents that a contender encodes before the next one takes its turn."""


def new_text_rows(name: str, text: str, tok: wl.Tokenizer, peers: list[Peer]) -> Iterator[Row]:
    """Time arrays on every other slice of documents, lists on the rest; the first quarter only warms up."""
    texts = documents(Corpus(name, text, ""), DOCUMENT_BYTES)
    calls = exact_calls("".join(texts[:SLICE]), tok, peers, forms=("list", "array"))
    slices = [texts[first : first + SLICE] for first in range(0, len(texts), SLICE)]
    speed = {}
    for form, chosen in (("list", slices[::2]), ("array", slices[1::2])):
        takers = {who: call for who, call in calls.items() if who[1] == form}
        speed |= _megabytes_a_second(takers, chosen)
    on, lists = f"new text: {name}, {tok.name}", best_peer(speed, "list")
    yield Row("`encode_array`", on, speed[OURS, "array"], "MB/s", lists | best_peer(speed, "array"))
    yield Row("`encode`", on, speed[OURS, "list"], "MB/s", lists)
    grown = {
        who: _megabytes_grown(who, tok.name, texts) for who in (OURS, *{name for name, _ in calls} - {OURS})
    }
    yield Row("memory grown", on, grown.pop(OURS), "MB", dict(sorted(grown.items())))


def _megabytes_a_second(calls: dict[Who, Callable[[str], Any]], slices: list[list[str]]) -> dict[Who, float]:
    seconds = dict.fromkeys(calls, 0.0)
    warm = len(slices) // 4
    for number, texts in enumerate(slices):
        for who, call in calls.items():
            copies = [fresh_copy(text) for text in texts]
            start = time.perf_counter()
            for text in copies:
                call(text)
            if number >= warm:
                seconds[who] += time.perf_counter() - start
    mb = sum(len(text.encode()) for texts in slices[warm:] for text in texts) / 1e6
    return {who: mb / each for who, each in seconds.items()}


def _megabytes_grown(contender: str, model: str, texts: list[str]) -> float:
    """Resident memory that encoding the texts adds, in a separate process after the first text."""
    script = Path(__file__).with_name("new_text_memory.py")
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    done = subprocess.run(
        [sys.executable, str(script), contender, model],
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout) / 1e6
