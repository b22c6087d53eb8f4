"""The browser's compiler of split patterns makes the arrays of Python's, or the same error at the same place."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from wordchipper_lab.browser.character_sets import UNICODE_SETS, unicode_sets
from wordchipper_lab.errors import PatternError
from wordchipper_lab.spanners.automaton.automaton_tables import compile_automaton
from wordchipper_lab.spanners.automaton.look_ahead import rereads_without_end
from wordchipper_lab.spanners.specimens import SPECIMENS
from wordchipper_lab.vocab.open_patterns import DEEPSEEK_V3_STEPS, OPEN_PATTERNS, STARCODER_WITH_DIGITS
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN, PATTERNS
from wordchipper_lab.web.modules import WEB

from ..fuzz import test_patterns as fuzz
from ..spanners.automaton import test_automaton, test_look_ahead, test_pattern_syntax, test_work_budget
from .random_patterns import NAMES, random_pattern

Answer = dict[str, Any]
Compile = Callable[[list[str]], list[Answer]]

NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
PUBLISHED = [
    *PATTERNS.values(),
    GPT2_ORIGINAL_PATTERN,
    *OPEN_PATTERNS.values(),
    STARCODER_WITH_DIGITS,
    *DEEPSEEK_V3_STEPS,
]
LONG = [
    "a" * 20_001,
    "".join(chr(0x4E00 + number) for number in range(2000)),
    "[" + "ab" * 50_000 + "]",
    "(" * 100_000,
    "|".join(["a"] * 30_000),
    "(?:a+b*){300}c",
    "'" * 30 + "\\\\" * 800 + '"',
]  # fmt: skip


@pytest.fixture(scope="module")
def compile_in_node(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copytree(WEB / "tokenizer" / "patterns", folder / "tokenizer" / "patterns")
    shutil.copy(WEB / "tokenizer" / "errors.js", folder / "tokenizer")
    shutil.copy(Path(__file__).with_name("compile_patterns.js"), folder)

    def run(patterns: list[str]) -> list[Answer]:
        done = subprocess.run(
            ["node", "compile_patterns.js"],
            cwd=folder,
            input=json.dumps(patterns),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[-4000:]
        return json.loads(done.stdout)

    return run


def compile_in_python(pattern: str) -> Answer:
    try:
        tables = compile_automaton(pattern)
    except PatternError as error:
        words = {
            "name": type(error).__name__,
            "position": error.position,
            "message": str(error),
            "problem": error.problem,
        }
        return words
    arrays = [
        [str(array.dtype), hashlib.sha256(np.ascontiguousarray(array)).hexdigest()] for array in tables[:-1]
    ]
    return {"arrays": arrays, "columns": int(tables.n_columns[0]), "rereads": rereads_without_end(pattern)}


def assert_same(compile_in_node: Compile, patterns: Iterable[str]) -> list[Answer]:
    """Compile all patterns on both sides; returns the answers."""
    chosen = list(dict.fromkeys(patterns))
    found = compile_in_node(chosen)
    for pattern, theirs in zip(chosen, found, strict=True):
        ours = compile_in_python(pattern)
        if "name" in ours and "name" in theirs and not pattern.isascii():
            # How other characters are written in messages depends on Python's version.
            ours, theirs = ({key: each[key] for key in ("name", "position")} for each in (ours, theirs))
        assert theirs == ours, pattern
    return found


def drawn(strategy: st.SearchStrategy[str], n: int) -> list[str]:
    """Examples of a strategy, the same every time."""
    found: list[str] = []

    @seed(16)
    @settings(max_examples=n, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def collect(pattern: str) -> None:
        found.append(pattern)

    collect()
    return found


def parameters(test: Any) -> list[str]:
    """The patterns by which a test of Python's parser is parametrized."""
    return [values if isinstance(values, str) else values[0] for values in test.pytestmark[0].args[1]]


def patterns_of_other_tests() -> list[str]:
    tests = [
        value
        for name, value in vars(test_pattern_syntax).items()
        if hasattr(value, "pytestmark") and name != "test_published_patterns_are_in_the_subset"
    ]
    draw = random.Random(14)
    return [
        *(pattern for test in tests for pattern in parameters(test)),
        *test_automaton.OTHER_PATTERNS.values(),
        *test_look_ahead.REREADS,
        *test_look_ahead.READS_ONCE,
        *(test_look_ahead.random_pattern(draw) for _ in range(200)),
        *(test_work_budget.EXPENSIVE[name] for name in test_work_budget.QUICK),
        r"[ab]*a[ab]{13}c|a",
        r"(?:[ab]{1000}){1000}",
        "(?:" * 100 + "a" + ")" * 100,
        "(?:" * 101 + "a" + ")" * 101,
        "|".join(chr(0x4E00 + number) for number in range(300)),
    ]


def test_the_file_is_what_the_regex_package_gives() -> None:
    assert UNICODE_SETS.read_text("utf-8") == unicode_sets()
    assert UNICODE_SETS.stat().st_size < 40_000


@NODE
def test_published_patterns(compile_in_node: Compile) -> None:
    specimens = [pattern for each in SPECIMENS.values() for pattern in (each.pattern, each.build().pattern)]
    found = assert_same(compile_in_node, [*PUBLISHED, *specimens])
    assert all("arrays" in answer for answer in found)


@NODE
@pytest.mark.deep
def test_patterns_of_other_tests(compile_in_node: Compile) -> None:
    assert_same(compile_in_node, patterns_of_other_tests())


@NODE
@pytest.mark.deep
def test_long_patterns(compile_in_node: Compile) -> None:
    assert_same(compile_in_node, LONG)


@NODE
@pytest.mark.parametrize("n", [60, pytest.param(700, marks=pytest.mark.deep)])
def test_random_sets(compile_in_node: Compile, n: int) -> None:
    draw = random.Random(n)
    found = assert_same(compile_in_node, [random_pattern(draw) for _ in range(n)])
    assert sum("arrays" in answer for answer in found) > n / 4


@NODE
@pytest.mark.parametrize("n", [60, pytest.param(700, marks=pytest.mark.deep)])
def test_random_structures(compile_in_node: Compile, n: int) -> None:
    found = assert_same(
        compile_in_node, drawn(test_automaton.GENERATED_PATTERNS, n) + drawn(fuzz.PATTERNS, n)
    )
    assert sum("arrays" in answer for answer in found) > n / 4


@NODE
@pytest.mark.parametrize("n", [60, pytest.param(700, marks=pytest.mark.deep)])
def test_any_text(compile_in_node: Compile, n: int) -> None:
    close = st.text("\\(){}[]|?*+-^$.:=!<>i0aLux,&~ \n'\"", max_size=12)
    assert_same(compile_in_node, drawn(st.text(max_size=40), n) + drawn(close, n))


@NODE
@pytest.mark.deep
def test_every_name(compile_in_node: Compile) -> None:
    divisions = {"CATEGORY_NAMES": "gc", "SCRIPT_NAMES": "sc", "BLOCK_NAMES": "blk"}
    names = [rf"\p{{{division}={name}}}" for part, division in divisions.items() for name in NAMES[part]]
    found = assert_same(compile_in_node, names + [rf"\p{{{name}}}" for name in NAMES["PROPERTIES"]])
    assert all("arrays" in answer for answer in found)


@NODE
@pytest.mark.exhaustive
def test_expensive_patterns(compile_in_node: Compile) -> None:
    assert_same(compile_in_node, [*test_work_budget.EXPENSIVE.values(), r"(?:a|\p{L}b){1000}"])


@NODE
def test_what_only_python_compiles(compile_in_node: Compile) -> None:
    """Properties that the file lacks, and names that ``regex`` does not know and reads as "p" and more."""
    unknown = [r"a\p{Line_Break=AL}", r"a[b\P{scx=Han}]", r"a\p{Diacritic}"]
    for answer in compile_in_node(unknown):
        assert answer["name"] == "UnsupportedPatternError"
        assert answer["position"] == 1
        assert "unsupported property" in answer["message"]
    for answer in compile_in_node([r"a\pQ", r"a\p{L=}", r"a\p{\u00e9}", r"a[\p{a=b=c}]"]):
        assert answer["name"] == "PatternSyntaxError"
        assert "malformed escape '\\p'" in answer["message"]
