"""Any pattern ends, however it comes in: with an error that names the limit and how to raise it."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys
import time

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, PatternError, PatternSyntaxError, WorkLimitError
from wordchipper_lab.spanners import PatternLimits, RegexLexer, build_lexer
from wordchipper_lab.spanners.lexers import LEXERS
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import PATTERNS

TOO_LARGE = {
    "counts around counts": "(((a{1000}){1000}){1000})",
    "brackets": "(" * 2000 + "a" + ")" * 2000,
    "open brackets": "(" * 5000,
    "open classes": "[" * 20_000,
    "a long count": "a{" + "9" * 5000 + "}",
    "a long pattern": "ab" * 500_000,
    "no such property": r"\p{Nope}",
    "a group that calls itself": "(a|(?1)b)*c",
}


@pytest.mark.parametrize("kind", [*LEXERS, "auto"])
@pytest.mark.parametrize("pattern", TOO_LARGE.values(), ids=TOO_LARGE)
def test_a_pattern_that_is_too_large_is_refused_at_once(pattern: str, kind: str) -> None:
    began = time.process_time()
    with pytest.raises((PatternError, WorkLimitError)):
        build_lexer(pattern, kind)
    assert time.process_time() - began < 10


def tokenizer_json(pattern: str) -> bytes:
    """A Hugging Face file with a bytes-only vocabulary that splits by `pattern`."""
    vocab = {bytes_to_characters(bytes([byte])): byte for byte in range(256)}
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Removed", "invert": True}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    model = {"type": "BPE", "vocab": vocab, "merges": []}
    steps = {"type": "Sequence", "pretokenizers": [split, byte_level]}
    return json.dumps({"model": model, "pre_tokenizer": steps, "added_tokens": []}).encode()


WAYS = {
    "encode": lambda tok, text: tok.encode(text),
    "count": lambda tok, text: tok.count(text),
    "batch": lambda tok, text: tok.encode_batch([text, "a"], num_threads=2),
    "spans": lambda tok, text: tok.spans(text),
}


@pytest.fixture
def half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_PATTERN_SECONDS", "0.3")


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_pattern_that_goes_back_and_forth_ends(way, half_a_second) -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base", lexer=build_lexer("(a|aa)+$", "auto"))
    with pytest.raises(WorkLimitError, match=r"was stopped after 0.3 s .* WORDCHIPPER_LAB_PATTERN_SECONDS"):
        way(tok, "a" * 99 + "b")


def test_so_it_does_where_a_file_brings_it(tmp_path, half_a_second) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(tokenizer_json("(a|aa)+x"))
    with pytest.raises(WorkLimitError, match="was stopped after"):
        wl.Tokenizer.from_file(path, lexer="regex").spans("a" * 99 + "bx")
    path.write_bytes(tokenizer_json(TOO_LARGE["counts around counts"]))
    with pytest.raises((PatternError, WorkLimitError)):
        wl.Tokenizer.from_file(path)


def test_so_it_does_in_training(half_a_second) -> None:
    with pytest.raises(WorkLimitError, match="was stopped after"):
        wl.train_bpe(["a" * 99 + "b"], 300, pattern="(a|aa)+$")
    with pytest.raises((PatternError, WorkLimitError)):
        wl.train_bpe(["a"], 300, pattern=TOO_LARGE["counts around counts"])


@pytest.mark.deep
def test_so_it_does_on_the_command_line(tmp_path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("a" * 99 + "b")
    command = [sys.executable, "-m", "wordchipper_lab", "train", str(text), "--vocab-size", "300"]
    command += ["--pattern", "(a|aa)+$", "-o", str(tmp_path / "x.tiktoken")]
    environment = {"WORDCHIPPER_LAB_PATTERN_SECONDS": "0.3"}
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode != 0
    assert "WORDCHIPPER_LAB_PATTERN_SECONDS" in done.stderr
    assert "Traceback" not in done.stderr


def test_limits_are_raised_by_a_parameter_or_the_environment(monkeypatch) -> None:
    pattern = "a|" * 15_000 + "b"
    with pytest.raises(
        WorkLimitError, match=r"WORDCHIPPER_LAB_PATTERN_CHARACTERS .*PatternLimits\(characters=...\)"
    ):
        build_lexer(pattern, "regex")
    lifted = PatternLimits(characters=math.inf)
    assert len(build_lexer(pattern, "regex", limits=lifted).spans("ab")) == 2
    monkeypatch.setenv("WORDCHIPPER_LAB_PATTERN_CHARACTERS", "40000")
    assert len(build_lexer(pattern, "regex").spans("ab")) == 2
    monkeypatch.setenv("WORDCHIPPER_LAB_PATTERN_CHARACTERS", "many")
    with pytest.raises(InputError, match="WORDCHIPPER_LAB_PATTERN_CHARACTERS is 'many': expected a number"):
        build_lexer(pattern, "regex")


def test_published_patterns_have_no_limits() -> None:
    for pattern in (*PATTERNS.values(), *OPEN_PATTERNS.values()):
        assert RegexLexer(pattern).limits is None


def test_time_that_other_threads_take_does_not_count(monkeypatch) -> None:
    from wordchipper_lab.spanners import timed_search

    clock = iter(range(1000))
    monkeypatch.setattr(timed_search.time, "thread_time", lambda: next(clock) * 1e-9)
    lexer = build_lexer("(?:a+)+$|a*b|c", "regex", limits=PatternLimits(seconds=0.01))
    text = ("a" * 16 + "b" + "c") * 300  # each takes 10 ms of process time
    assert lexer.spans(text).ends.tolist()[-1] == len(text)


def test_limits_are_pickled_with_the_lexer() -> None:
    limits = PatternLimits(seconds=3)
    lexer = pickle.loads(pickle.dumps(build_lexer("a+(?<=a)", "regex", limits=limits)))
    assert (lexer.limits, len(lexer.spans("aab"))) == (limits, 2)
    tok = wl.Tokenizer.from_pretrained("r50k_base", lexer=lexer)
    assert pickle.loads(pickle.dumps(tok)).spanner.lexer.limits == limits


def test_a_mistake_is_still_a_mistake() -> None:
    with pytest.raises(PatternSyntaxError, match="position 2"):
        build_lexer("(a", "regex")


@pytest.mark.parametrize(
    "pattern",
    [
        *("a" * 501, "(?:ab)" * 300, r"\x61" * 200, "[a]b" * 300, r"\[" + "a" * 500 + "]"),
        *(
            part.join(["a" * 50] * 12)
            for part in ("(?-i:)", "(?i)", "(?=)", "(?>)", "(?#x)", "{1}", "(?:){2}")
        ),
    ],
)
def test_a_long_literal_is_refused(pattern: str) -> None:
    """The regex package does cubic work to prepare one, before any time limit applies."""
    with pytest.raises(WorkLimitError, match=r"in a row, but at most 500 .*PatternLimits\(literal=...\)"):
        build_lexer(pattern, "regex")
    assert len(build_lexer(pattern, "regex", limits=PatternLimits(literal=5_000)).spans("ab")) == 1
