"""Rows about one text at a time: encoding, counting, spanning, hostile texts, growth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from comparison_contenders import OURS, best_peer, exact_calls
from comparison_rows import Row
from comparison_texts import adversarial_texts, reference_manual
from comparison_timing import median_seconds, median_seconds_on_copies, median_seconds_on_new_texts

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.peers import Peer


def encode_rows(name: str, text: str, tok: wl.Tokenizer, peers: list[Peer], rounds: int) -> Iterator[Row]:
    """Speeds of array, list and count, beside the best exact peer's."""
    calls = exact_calls(text, tok, peers)
    seconds = median_seconds_on_copies(calls, text, rounds)
    mb = len(text.encode()) / 1e6
    speed = {who: mb / each for who, each in seconds.items()}
    on = f"{name}, {tok.name}"
    lists = best_peer(speed, "list")
    yield Row("`encode_array`", on, speed[OURS, "array"], "MB/s", lists | best_peer(speed, "array"), "1.5 x")
    yield Row("`encode`", on, speed[OURS, "list"], "MB/s", lists, "1 x")
    beside = {"our `encode`": speed[OURS, "list"], "our `encode_array`": speed[OURS, "array"]}
    yield Row("`count`", on, speed[OURS, "count"], "MB/s", beside | best_peer(speed, "count"), "> `encode`")


def hostile_rows(tok: wl.Tokenizer, peers: list[Peer], rounds: int) -> Iterator[Row]:
    """Speeds of array and list on hard texts that no contender has seen before."""
    first, *others = [adversarial_texts(variant) for variant in range(4 * rounds + 1)]
    for name, text in first.items():
        calls = exact_calls(text, tok, peers, forms=("list", "array"))
        mb = len(text.encode()) / 1e6
        speed = {}
        for form, variants in (("list", others[::2]), ("array", others[1::2])):
            chosen = {who: call for who, call in calls.items() if who[1] == form}
            seconds = median_seconds_on_new_texts(chosen, [texts[name] for texts in variants])
            speed |= {who: mb / each for who, each in seconds.items()}
        on, lists = f"hostile: {name}, {tok.name}", best_peer(speed, "list")
        yield Row(
            "`encode_array`", on, speed[OURS, "array"], "MB/s", lists | best_peer(speed, "array"), "1 x"
        )
        yield Row("`encode`", on, speed[OURS, "list"], "MB/s", lists, "1 x")


def span_rows(model: str, texts: dict[str, str], rounds: int) -> Iterator[Row]:
    """Speed of spans alone: by the tokenizer, and by its lexer without special tokens."""
    tok, lexer = wl.Tokenizer.from_pretrained(model), wl.build_lexer(model, "automaton")
    for name, text in texts.items():
        calls = {
            "`Tokenizer.spans`": partial(tok.spans, special="text"),
            "`build_lexer(...).spans`": lexer.spans,
        }
        mb = len(text.encode()) / 1e6
        for what, each in median_seconds_on_copies(calls, text, rounds).items():
            asked = "500 MB/s" if name.startswith("English") else ""
            yield Row(what, f"{name}, {model}", mb / each, "MB/s", {}, asked)


def growth_rows(tok: wl.Tokenizer, rounds: int, most: int) -> Iterator[Row]:
    """Nanoseconds per byte from 1 kB to `most` bytes; flat if doubling the text doubles the time."""
    manual = reference_manual()
    for size in (10**exponent for exponent in range(3, 9)):
        if size > most:
            return
        text = (manual * (size // len(manual) + 1))[:size]
        seconds = median_seconds({OURS: partial(tok.encode_array, text, special="text")}, rounds)[OURS]
        nanoseconds = seconds * 1e9 / len(text.encode())
        yield Row(
            "`encode_array`, growth", f"{size:,} characters, {tok.name}", nanoseconds, "ns/byte", {}, "flat"
        )
