"""Kernels linked in advance do what compiled ones do, and a library that does not fit is never loaded."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from wordchipper_lab.encoders.engine import LONGEST_STR
from wordchipper_lab.kernels.jit import JIT_DISABLED
from wordchipper_lab.kernels.linked import levels, load, manifest
from wordchipper_lab.kernels.linked.levels import LEVELS, usable_levels
from wordchipper_lab.kernels.linked.load import CHOICE, linked_calls, linked_level
from wordchipper_lab.kernels.linked.manifest import MANIFEST, hash_of_sources, library_path, read_manifest
from wordchipper_lab.kernels.tables import find_span, insert_spans, span_table
from wordchipper_lab.tokenizer import Tokenizer

ANEW = "link the kernels anew: python -m wordchipper_lab.linking"

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="kernels are Python")


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch):
    """Load the library as a new process would that has this choice in its environment."""

    def choose_level(choice: str = "auto") -> str | None:
        monkeypatch.setenv(CHOICE, choice)
        load._library.cache_clear()
        return linked_level()

    yield choose_level
    monkeypatch.undo()
    load._library.cache_clear()


# -- the library is that of these sources ---------------------------------------------------------------


def test_the_libraries_were_linked_from_these_sources() -> None:
    found = json.loads(MANIFEST.read_text())
    assert hash_of_sources(found["sources"]) == found["sha256"], ANEW
    assert set(found["libraries"]) == set(LEVELS)
    for level, digest in found["libraries"].items():
        assert hashlib.sha256(library_path(level).read_bytes()).hexdigest() == digest, ANEW


def test_no_source_is_forgotten() -> None:
    from wordchipper_lab.linking.sources import sources_of

    found = json.loads(MANIFEST.read_text())
    modules = {name.rpartition(".")[0] for name, *_ in found["entries"]}
    assert sources_of(modules) == found["sources"], ANEW


def test_a_stale_library_is_not_loaded(choose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not usable_levels():
        pytest.skip("no library for this machine")
    assert choose() in LEVELS
    content = json.loads(MANIFEST.read_text())
    changed = tmp_path / "manifest.json"
    monkeypatch.setattr(manifest, "MANIFEST", changed)
    for other in ({"sha256": "0" * 64}, {"sources": ["kernels/no_such_file.py"]}, {"entries": [["a"]]}):
        changed.write_text(json.dumps(content | other))
        assert choose() is None
        assert linked_calls("wordchipper_lab.kernels.tables.find_span") == ()
    changed.write_text("{")
    assert choose() is None
    changed.write_text(json.dumps(content))
    assert choose() in LEVELS


def test_a_change_of_any_source_makes_it_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = json.loads(MANIFEST.read_text())["sources"]
    before = hash_of_sources(sources)
    for number in (0, len(sources) // 2, -1):
        package = tmp_path / str(number)
        for file in sources:
            (package / file).parent.mkdir(parents=True, exist_ok=True)
            (package / file).write_bytes((manifest.PACKAGE / file).read_bytes())
        (package / sources[number]).write_text("A = 1\n")
        with monkeypatch.context() as context:
            context.setattr(manifest, "PACKAGE", package)
            assert hash_of_sources(sources) != before
            assert read_manifest() is None


@pytest.mark.parametrize("damage", ["truncated", "one bit", "missing"])
def test_a_damaged_library_is_not_loaded(
    choose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    usable = usable_levels()
    if not usable:
        pytest.skip("no library for this machine")
    for level in LEVELS:
        content = bytearray(library_path(level).read_bytes())
        if damage == "one bit":
            content[len(content) // 2] ^= 1
        if damage != "missing" or level != usable[0]:
            (tmp_path / f"kernels-{level}.so").write_bytes(content[: -1 if damage == "truncated" else None])
    monkeypatch.setattr(manifest, "_DATA", tmp_path)
    assert choose(usable[0]) is None
    assert choose() == (usable[1] if damage == "missing" and len(usable) > 1 else None)


# -- levels ---------------------------------------------------------------------------------------------


def test_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(levels.platform, "machine", lambda: "x86_64")
    for level, known in (("x86-64-v4", 3), ("x86-64-v3", 2), ("x86-64-v2", 1)):
        monkeypatch.setattr(levels, "_processor_flags", lambda level=level: set(LEVELS[level]))
        assert usable_levels() == list(LEVELS)[3 - known : 3]
    monkeypatch.setattr(levels, "_processor_flags", set)
    assert usable_levels() == []
    monkeypatch.setattr(levels.platform, "machine", lambda: "aarch64")
    assert usable_levels() == ["aarch64"]
    monkeypatch.setattr(levels.platform, "machine", lambda: "riscv64")
    assert usable_levels() == []
    monkeypatch.setattr(sys, "platform", "win32")
    assert usable_levels() == []


def test_a_choice(choose) -> None:
    usable = usable_levels()
    assert choose() == (usable[0] if usable else None)
    assert [choose(level) for level in usable] == usable
    assert choose("numba") is None
    with pytest.warns(
        RuntimeWarning, match=r"WORDCHIPPER_LAB_KERNELS is 'riscv64-v1': expected auto, numba or a level"
    ):
        assert choose("riscv64-v1") is None


def test_a_python_that_keeps_objects_elsewhere(choose, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_word", lambda thing, offset: 0)
    assert choose() is None


# -- arguments ------------------------------------------------------------------------------------------


def only(kernel: str):
    calls = linked_calls(f"wordchipper_lab.kernels.{kernel}")
    if not calls:
        pytest.skip("no library for this machine")
    (call,) = calls
    return call


def test_arguments_that_do_not_fit_are_left_to_numba() -> None:
    call = only("tables.find_span")
    entries, data = span_table(2), np.frombuffer(bytearray(b"abc"), dtype=np.uint8)
    starts = np.array([0, 1, 3], dtype=np.uint32)
    insert_spans(entries, data, starts, 2)
    fitting = [entries, data, starts, data, 1, 3]
    assert call(*fitting) == 1 == find_span(*fitting)
    assert call(*fitting[:3], data, np.int64(0), np.uint8(1)) == 0
    others = {
        0: [None, entries.tolist(), entries.view(np.int64), entries[::2], entries.reshape(1, -1), (entries,)],
        2: [starts.astype(np.uint16), starts.astype(">u4"), b"abc", "abc", 7],
        4: [1.0, None, "1", 1 << 70, data],
    }
    for number, values in others.items():
        for value in values:
            given = [*fitting]
            given[number] = value
            assert call(*given) is NotImplemented
    assert call() is call(*fitting[:5]) is call(*fitting, 1) is NotImplemented
    assert find_span(entries, data, starts.astype(np.int64), data, 1, 3) == 1  # numba compiles it


def test_tuples_that_do_not_fit_are_left_to_numba() -> None:
    call = only("long_memo.copy_ring")
    long = (np.zeros(64, dtype=np.uint64), np.zeros(64, dtype=np.uint8), np.zeros(8, dtype=np.int64))
    for given in [
        (long, long[:2]),
        (long, (*long, long[0])),
        (long, list(long)),
        (long, long[0]),
        (long, (long,)),
    ]:
        assert call(*given) is NotImplemented


def test_references_are_counted() -> None:
    call = only("tables.find_span")
    arrays = [span_table(2), np.zeros(3, dtype=np.uint8), np.zeros(3, dtype=np.uint32)]
    texts = ["hello world, " + "a" * number for number in range(50)]
    tok = Tokenizer.from_pretrained("r50k_base")
    before = [sys.getrefcount(thing) for thing in (*arrays, *texts, NotImplemented, None)]
    for _ in range(1000):
        call(*arrays, arrays[1], 0, 1)
        call(*arrays, arrays[1], 0, "1")
    for text in texts:
        tok.encode(text)
        tok.encode_array(text)
    after = [sys.getrefcount(thing) for thing in (*arrays, *texts, NotImplemented, None)]
    assert all(abs(more - fewer) < 20 for more, fewer in zip(after, before, strict=True))


# -- ids ------------------------------------------------------------------------------------------------

TEXTS = [
    "",
    "a",
    "hello world, it's",
    "caf\u00e9 na\u00efve",
    "\u4e16\u754c \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "\U0001f469\u200d\U0001f469 \U0001f44d",
    "lone \ud800 surrogate",
    "<|endoftext|>in<|endoftext|>",
    "x" * LONGEST_STR,
    "x" * (LONGEST_STR + 1),
    "\u0e01" * LONGEST_STR,
    "\U0001f44d" * LONGEST_STR,
    "unwhisperable " * 1000,
]


class Named(str):
    """A text of another type."""


@pytest.mark.parametrize("special", ["parse", "text"])
def test_short_texts_are_those_of_the_general_way(special) -> None:
    tok = Tokenizer.from_pretrained("o200k_base")
    general = Tokenizer.from_pretrained("o200k_base")
    general._encoder._short = ()
    for _ in range(2):
        for text in TEXTS:
            expected = general.encode(text, special)
            assert tok.encode(text, special) == tok.encode(Named(text), special) == expected
            assert tok.encode_array(text, special).tolist() == expected


def test_arrays_are_the_callers_own() -> None:
    tok = Tokenizer.from_pretrained("o200k_base")
    first, again = tok.encode_array("one two three"), tok.encode_array("one two three")
    assert all(first.flags[name] for name in ("OWNDATA", "WRITEABLE", "C_CONTIGUOUS"))
    assert (first.dtype, first.ndim, tok.encode_array("").shape) == (np.uint32, 1, (0,))
    first[:] = 0
    assert again.tolist() == tok.encode("one two three") == tok.encode_array("one two three").tolist()
    tracemalloc.start()
    kept = [tok.encode_array("one two three" * 50) for _ in range(2_000)]
    grown = tracemalloc.get_traced_memory()[0]
    assert sum(array.nbytes for array in kept) <= grown < 5 * sum(array.nbytes for array in kept)
    del kept
    assert tracemalloc.get_traced_memory()[0] < grown / 10
    tracemalloc.stop()


# What each way of getting machine code must agree on: ids, spans, streams, traces, tables, a trained vocabulary.
PROGRAM = """
import hashlib, sys
import numpy as np
import wordchipper_lab as wl
from wordchipper_lab.encoders.traced import trace_span
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.training.fast import FastTrainer, SpanCounter
from wordchipper_lab.training import SymbolCounts, TrainingOptions

rng = np.random.default_rng(7)
alphabet = list("etaoin shrdlu's THE 0123456789\\n\\t.,/") + ["caf\\u00e9", "\\u4e16\\u754c", "\\u0e2a\\u0e27", "\\U0001f44d",
    "<|endoftext|>", "  ", "tokenization", "\\u0130", "\\u017f", "\\xa0", "def f(x):\\n    return"]
texts = ["".join(rng.choice(alphabet, size)) for size in (0, 1, 2, 5, 63, 64, 65, 200, 1000, 5000, 60000)]
seen = hashlib.sha256()
for name in ("r50k_base", "cl100k_base", "o200k_base"):
    for lexer in ("vector", "automaton", "logos"):
        for encoder in wl.ENCODERS.built_in:
            for memo in (True, False):
                tok = wl.Tokenizer.from_pretrained(name, lexer=lexer, encoder=encoder, memo=memo)
                for text in texts[: 9 if "sweep" in encoder else None]:
                    ids = tok.encode_array(text)
                    seen.update(ids.tobytes())
                    assert tok.decode(ids) == text
                seen.update(tok.encode_batch_arrays(texts[:9]).tokens.tobytes())
        seen.update(tok.spans(texts[-1]).ends.tobytes())
    seen.update(repr(list(iter_encode(tok, texts))).encode())
    for encoder in wl.ENCODERS.built_in:
        seen.update(trace_span(tok.vocab, encoder, b" untokenizations").trace.rows().tobytes())
    seen.update(repr(tok.encode_with_spans(texts[7])).encode())
    counter = SpanCounter(tok.spanner)
    counter.add_texts(texts)
    trainer = FastTrainer(SymbolCounts.from_spans(counter.counts()), TrainingOptions(400))
    seen.update(repr(trainer.steps(100)).encode())
from wordchipper_lab.kernels.linked.load import linked_level
print(linked_level(), "numba" in sys.modules, seen.hexdigest())
"""


def run(choice: str) -> tuple[str, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {CHOICE: choice},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    level, numba, digest = done.stdout.split()
    return level, numba, digest


@pytest.mark.deep
def test_every_level_and_numba_agree() -> None:
    found = {choice: run(choice) for choice in ("numba", *usable_levels())}
    assert found["numba"][:2] == ("None", "True")
    for level in usable_levels():
        assert found[level][:2] == (level, "False")
    assert len({digest for *_, digest in found.values()}) == 1


def test_nothing_imports_numba_where_kernels_are_linked() -> None:
    if not usable_levels():
        pytest.skip("no library for this machine")
    code = (
        "import sys, wordchipper_lab as wl\n"
        "from wordchipper_lab.widgets import Lab\n"
        "from wordchipper_lab.screens.registry import SCREENS\n"
        "Lab(), [screen.load()() for screen in SCREENS.values()]\n"
        "tok = wl.Tokenizer.from_pretrained('cl100k_base')\n"
        "tok.decode(tok.encode('a b')), tok.encode_batch(['a', 'b']), tok.spans('a b'), tok.count('a b')\n"
        "wl.warmup()\n"
        "print(sorted({'numba', 'llvmlite'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {CHOICE: "auto"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_a_function_that_a_user_compiles_may_call_a_kernel() -> None:
    code = (
        "import numba, wordchipper_lab as wl\n"
        "from wordchipper_lab.encoders import find_pair\n"
        "pairs = wl.Tokenizer.from_pretrained('cl100k_base').vocab.tables.pairs\n"
        "@numba.njit\n"
        "def merged(pairs):\n"
        "    return find_pair(pairs, 71, 68)\n"
        "print(merged(pairs), find_pair(pairs, 71, 68))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "383 383\n"
