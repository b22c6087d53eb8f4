"""Rows about short prompts and about startup."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator

import numpy as np
from comparison_contenders import OURS
from comparison_rows import Row
from comparison_texts import reference_manual
from comparison_timing import call_nanoseconds

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark import results
from wordchipper_lab.lab.benchmark.measure_latency import cut_prompts
from wordchipper_lab.lab.benchmark.measure_memory import probe_memory
from wordchipper_lab.lab.benchmark.peers import Peer, installed_peers

PROMPT_BYTES = 100
PROMPTS = 2_000


def latency_rows(model: str, tok: wl.Tokenizer, peers: list[Peer], rounds: int) -> Iterator[Row]:
    """Microseconds of `encode` on a prompt of 100 bytes, beside tiktoken and the best peer."""
    calls: dict[str, Callable[[str], object]] = {OURS: lambda text: tok.encode(text, special="text")}
    calls |= {peer.name: peer.encode for peer in peers}
    prompts = cut_prompts(reference_manual(), PROMPT_BYTES, PROMPTS)
    times = call_nanoseconds(calls, prompts, rounds)
    for percent in (50, 90, 99):
        found = {who: float(np.percentile(each, percent)) / 1e3 for who, each in times.items()}
        ours = found.pop(OURS)
        beside = {who: found[who] for who in ("tiktoken",) if who in found}
        if found:
            best = min(found, key=lambda who: found[who])
            beside[best] = found[best]
        asked = "no more than tiktoken" if percent == 50 else ""
        yield Row(f"`encode` of {PROMPT_BYTES} bytes, p{percent}", model, ours, "us", beside, asked)


def start_rows(model: str, runs: int) -> Iterator[Row]:
    """Import, first ids with compiled kernels cached, and memory: medians over `runs` fresh processes."""
    text = reference_manual()[:10_000]
    probe_memory(results.OURS, model, text)  # compiles what is not cached yet
    found = {
        who: [probe_memory(who, model, text) for _ in range(runs)] for who in (results.OURS, *_peers(model))
    }
    for what, field, scale, unit, asked in (
        ("`import`", "import_seconds", 1, "s", "< 0.5 s"),
        ("first ids, import included", "first_ids_seconds", 1, "s", "< 1.5 s"),
        ("resident memory", "rss_bytes", 1e-6, "MB", "< 150 MB"),
        ("Python allocations kept by a call", "call_allocations", 1, "blocks", ""),
        ("numba allocations of a call", "kernel_allocations", 1, "blocks", "none for a span"),
    ):
        figures = {
            who: statistics.median(values) * scale
            for who, each in found.items()
            if (values := [value for one in each if (value := getattr(one, field, None)) is not None])
        }
        if (ours := figures.pop(results.OURS, None)) is not None:
            yield Row(what, model, ours, unit, figures, asked)


def _peers(model: str) -> list[str]:
    """The peers whose startup is worth measuring: the reference and the fast ones."""
    wanted = ("tiktoken", "splintr") if model == "r50k_base" else ("tiktoken", "toktok", "splintr")
    return [name for name in wanted if name in installed_peers()]
