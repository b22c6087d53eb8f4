"""Rows about new text: each contender sees each document once, in its own copy of the string."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import Any

from comparison_contenders import OURS, Who, best_peer, exact_calls
from comparison_rows import Row

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.corpora import Corpus, documents, load_corpus
from wordchipper_lab.lab.benchmark.found_corpora import FOUND_CORPORA
from wordchipper_lab.lab.benchmark.measure_growth import probe_growth
from wordchipper_lab.lab.benchmark.new_text import new_documents
from wordchipper_lab.lab.benchmark.peers import Peer, installed_peers, open_peer
from wordchipper_lab.lab.benchmark.results import OURS as LAB_OURS
from wordchipper_lab.lab.benchmark.results import Case
from wordchipper_lab.lab.benchmark.workload import fresh_copy

SIZES = {"200 B": 200, "5 kB": 5_000, "1 MB": 1_000_000}
MOST_BYTES = {"200 B": 2_000_000, "5 kB": 12_000_000, "1 MB": 12_000_000}

SLICE_DOCUMENTS = 20
SLICE_BYTES = 100_000
"""A contender encodes this much, whichever is less, before the next one takes its turn."""

ONE_TEXT_BYTES = 100_000_000
BATCH_BYTES = 20_000_000
BATCH_TURNS = 3


def new_text_rows(model: str, *, quick: bool) -> Iterator[Row]:
    """Arrays for documents of three sizes, lists and memory for those of 5 kB; one long text; two threads."""
    for name, found in FOUND_CORPORA.items():
        if not found.is_here:
            print(f"<!-- no {name}: {found.how_to_get} -->", flush=True)
            continue
        whole = Corpus(name, "\n".join(new_documents(load_corpus(name))), "")
        for label, size in SIZES.items():
            texts = cut_documents(whole, size, MOST_BYTES[label] // (6 if quick else 1))
            yield from _array_rows(f"{name}, documents of {label}", texts, model)
            if label == "5 kB":
                yield from _list_rows(f"{name}, documents of {label}", texts, model)
                yield _memory_row(f"{name}, documents of {label}", texts, model)
    if not quick:
        yield from _one_text_rows(model)
        yield from _thread_rows(model)


def cut_documents(corpus: Corpus, size: int, most_bytes: int) -> list[str]:
    """Documents of `size` bytes, `most_bytes` in all."""
    texts = documents(corpus, size)
    totals = accumulate(len(text.encode()) for text in texts)
    return [text for text, total in zip(texts, totals, strict=True) if total <= most_bytes]


def _contenders(texts: list[str], model: str, form: str) -> dict[Who, Callable[[str], Any]]:
    """Tokenizers that have seen nothing, checked on some of `texts`; those are encoded, but not timed, by all."""
    tok = wl.Tokenizer.from_pretrained(model)
    peers: list[Peer] = [peer for name in installed_peers() if (peer := open_peer(name, model)) is not None]
    return exact_calls("".join(texts[:20])[:100_000], tok, peers, forms=(form,))


def _array_rows(on: str, texts: list[str], model: str) -> Iterator[Row]:
    calls = _contenders(texts, model, "array")
    new = megabytes_a_second(calls, texts, warm_up=0.25)
    again = megabytes_a_second(calls, texts, warm_up=0.0)
    yield Row(
        "`encode_array`",
        f"new text: {on}, {model}",
        new[OURS, "array"],
        "MB/s",
        best_peer(new, "array"),
        "1.2 x",
    )
    yield Row(
        "`encode_array`",
        f"the same documents again: {on}, {model}",
        again[OURS, "array"],
        "MB/s",
        best_peer(again, "array"),
        "1 x" if "5 kB" in on else "",
    )


def _list_rows(on: str, texts: list[str], model: str) -> Iterator[Row]:
    speed = megabytes_a_second(_contenders(texts, model, "list"), texts, warm_up=0.25)
    yield Row(
        "`encode`", f"new text: {on}, {model}", speed[OURS, "list"], "MB/s", best_peer(speed, "list"), "1.2 x"
    )


def _memory_row(on: str, texts: list[str], model: str) -> Row:
    names = [OURS, *sorted({name for name, _ in _contenders(texts, model, "array")} - {OURS})]
    grown = {who: _megabytes_grown(who, model, texts) for who in names}
    return Row("memory grown", f"new text: {on}, {model}", grown.pop(OURS), "MB", grown)


def _one_text_rows(model: str) -> Iterator[Row]:
    parts = [text for name in ("linux-doc", "python", "manuals") if FOUND_CORPORA[name].is_here
             for text in load_corpus(name).own_documents]  # fmt: skip
    text = "\n".join(parts)[:ONE_TEXT_BYTES]
    if not text:
        return
    mb = len(text.encode()) / 1e6
    speed = {}
    for who, call in _contenders(parts, model, "array").items():
        copy = fresh_copy(text)
        start = time.perf_counter()
        call(copy)
        speed[who] = mb / (time.perf_counter() - start)
    yield Row("`encode_array`", f"new text: one text of {mb:.0f} MB, {model}", speed[OURS, "array"], "MB/s",
              best_peer(speed, "array"), "1.2 x")  # fmt: skip


def _thread_rows(model: str) -> Iterator[Row]:
    """Ours alone: a batch of new documents on one thread and on two, in turns."""
    for name in ("linux-doc", "python"):
        if not FOUND_CORPORA[name].is_here:
            continue
        whole = Corpus(name, "\n".join(load_corpus(name).own_documents), "")
        texts = cut_documents(whole, 5_000, BATCH_BYTES)
        mb = sum(len(text.encode()) for text in texts) / 1e6
        best = {1: 0.0, 2: 0.0}
        for _ in range(BATCH_TURNS):
            for threads in best:
                tok = wl.Tokenizer.from_pretrained(model, num_threads=threads)
                tok.encode_batch_arrays(texts[:8], special="text")
                copies = [fresh_copy(text) for text in texts]
                start = time.perf_counter()
                tok.encode_batch_arrays(copies, special="text")
                best[threads] = max(best[threads], mb / (time.perf_counter() - start))
        yield Row("`encode_batch_arrays`", f"new text: {mb:.0f} MB of {name} in documents of 5 kB, 2 threads, {model}",
                  best[2], "MB/s", {"our one thread": best[1]}, "1.9 x one thread")  # fmt: skip


def megabytes_a_second(
    calls: dict[Who, Callable[[str], Any]], texts: list[str], warm_up: float
) -> dict[Who, float]:
    """The speed of each contender; they take turns, and the first texts, a part of `warm_up`, do not count."""
    seconds = dict.fromkeys(calls, 0.0)
    slices = list(_slices(texts))
    first = int(len(slices) * warm_up)
    for number, chosen in enumerate(slices):
        for who, call in calls.items():
            copies = [fresh_copy(text) for text in chosen]
            elapsed = _seconds(partial(_each, call, copies))
            if number >= first:
                seconds[who] += elapsed
    mb = sum(len(text.encode()) for chosen in slices[first:] for text in chosen) / 1e6
    return {who: mb / each for who, each in seconds.items()}


def _slices(texts: list[str]) -> Iterator[list[str]]:
    taken: list[str] = []
    for text in texts:
        taken.append(text)
        if len(taken) == SLICE_DOCUMENTS or sum(map(len, taken)) >= SLICE_BYTES:
            yield taken
            taken = []
    if taken:
        yield taken


def _each(call: Callable[[str], Any], texts: list[str]) -> None:
    for text in texts:
        call(text)


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _megabytes_grown(contender: str, model: str, texts: list[str]) -> float:
    """Resident memory that encoding the texts adds, in a separate process after the first text."""
    is_ours = contender == OURS
    case = Case(LAB_OURS if is_ours else contender, model, "", "", is_ours, 1, "", "encode_array")
    return probe_growth(case, texts) / 1e6
