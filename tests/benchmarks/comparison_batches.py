"""Rows about many texts at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from comparison_contenders import OURS
from comparison_rows import Row
from comparison_timing import median_seconds_on_copies

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.peers import installed_peers, open_peer

THREADS = (1, 2)


def batch_rows(model: str, name: str, texts: list[str], rounds: int) -> Iterator[Row]:
    """`encode_batch_arrays` on one thread and on two, beside the best peer's quickest batch."""
    tok = wl.Tokenizer.from_pretrained(model)
    expected = tok.encode_batch(texts, special="text")
    calls: dict[tuple[str, int], Callable[[list[str]], Any]] = {}
    for threads in THREADS:
        calls[OURS, threads] = partial(tok.encode_batch_arrays, special="text", num_threads=threads)
        for peer_name in installed_peers():
            peer = open_peer(peer_name, model, threads)
            # A peer that ignores the requested number of threads is not a fair comparison.
            if peer is None or peer.fixed_threads is not None:
                continue
            if peer.batch_lists(peer.encode_batch(texts)) == expected:
                calls[peer_name, threads] = peer.encode_batch
    mb = sum(len(text.encode()) for text in texts) / 1e6
    speed = {who: mb / seconds for who, seconds in median_seconds_on_copies(calls, texts, rounds).items()}
    for threads in THREADS:
        found = {who: figure for (who, n), figure in speed.items() if n == threads and who != OURS}
        beside = {max(found, key=lambda who: found[who]): max(found.values())} if found else {}
        asked = "1.5 x"
        if threads > 1:
            beside = {"our one thread": speed[OURS, 1]} | beside
            asked = "1.9 x one thread, 1.5 x the peer" if "documents" in name else "1.5 x the peer"
        on = f"{name}, {threads} thread{'s' * (threads > 1)}, {model}"
        yield Row("`encode_batch_arrays`", on, speed[OURS, threads], "MB/s", beside, asked)
