"""``lexers prove`` and ``lexers explain``."""

from __future__ import annotations

import json

import wordchipper_lab as wl


def test_all_built_in_lexers_are_proved_equal(run) -> None:
    done = run("lexers", "prove")
    lines = done.out.decode().splitlines()
    assert (done.code, len(lines)) == (0, 9)
    assert all("give the same spans on every text of any length" in line for line in lines)


def test_of_one_model(run) -> None:
    done = run("lexers", "prove", "-m", "gpt-4o", "--json")
    proofs = [json.loads(line) for line in done.out.splitlines()]
    assert [(proof["a"], proof["b"]) for proof in proofs] == [
        ("regex:o200k_base", "automaton:o200k_base"),
        ("automaton:o200k_base", "logos:o200k_base"),
        ("automaton:o200k_base", "vector:o200k_base"),
    ]
    assert all(proof["proved"] and proof["states"] > 600 for proof in proofs)


def test_a_counterexample(run) -> None:
    done = run("lexers", "prove", "regex", "specimen:no_contraction_split", "-m", "cl100k_base")
    assert done.code == 1
    lines = done.out.decode().splitlines()
    assert lines[0].endswith("differ; no shorter text shows it than")
    assert lines[1] == '"\'sa"'
    found = json.loads(run("lexers", "prove", "regex:r50k_base", "regex:cl100k_base", "--json").out)
    assert found["proved"] is False
    assert len(found["text"]) == 2
    assert wl.build_lexer("r50k_base", "regex").spans(found["text"]) != wl.build_lexer(
        "cl100k_base", "regex"
    ).spans(found["text"])


def test_nothing_can_be_proved(run) -> None:
    done = run("lexers", "prove", r"regex:\bx", "regex:r50k_base")
    assert done.code == 3
    assert "nothing can be proved" in done.error
    assert "word boundary" in done.error
    assert run("lexers", "prove", "regex").code == 2
    assert run("lexers", "prove", "fast", "regex:r50k_base").code == 2


def test_explain(run, tmp_path) -> None:
    done = run("lexers", "explain", "automaton", "-m", "cl100k_base", stdin=b"a  b")
    assert done.code == 0
    assert done.out.decode().splitlines() == [
        "automaton:cl100k_base",
        r"0-1 word 'a'; branch 2: [^\r\n\p{L}\p{N}]?+\p{L}++; path 0 -letter-> 7 -space-> end",
        r"1-2 word ' '; branch 7: \s+(?!\S); path 0 -space-> 4 -space-> 10 -letter-> end; 1 given back",
        r"2-4 word ' b'; branch 2: [^\r\n\p{L}\p{N}]?+\p{L}++; path 0 -space-> 4 -letter-> 7 -end-> end",
    ]
    (tmp_path / "text").write_text("'The", encoding="utf-8")
    told = json.loads(run("lexers", "explain", "logos:cl100k_base", tmp_path / "text", "--json").out)
    assert told["spans"][0]["repairs"][0]["name"] == "contraction_split"
    assert run("lexers", "explain", "regex:r50k_base", stdin=b"a" * 200_000).code == 3
