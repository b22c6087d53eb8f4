"""Equal on every text of any length: proved, with the proof checked; or a shortest counterexample."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from wordchipper_lab.errors import InputError, PatternError, UnprovableError, WorkLimitError
from wordchipper_lab.lab.divergence.alphabet import common_alphabet
from wordchipper_lab.lab.divergence.proof import (
    Proof,
    build_machine,
    prove_equivalence,
    verify_certificate,
)
from wordchipper_lab.lab.divergence.proof.automaton_machine import AutomatonMachine, check_pairs, read_dfa
from wordchipper_lab.lab.divergence.proof.logos_machine import read_tokens
from wordchipper_lab.lab.divergence.proof.product import JointState, explore
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.automaton.automaton_tables import compile_automaton
from wordchipper_lab.spanners.logos import REPAIRS, build_logos_lexer
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN, PATTERNS

from .test_machines import patterns

MODELS = ("r50k_base", "cl100k_base", "o200k_base")


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("one", "other"), [("regex", "automaton"), ("automaton", "logos"), ("regex", "logos")]
)
def test_all_built_in_lexers_are_equal_on_every_text(model, one, other) -> None:
    proof = prove_equivalence(f"{one}:{model}", f"{other}:{model}")
    assert isinstance(proof, Proof)
    assert proof.verify()
    assert proof.states > 80
    assert proof.futures >= 10
    assert f"{one}:{model} and {other}:{model} give the same spans on every text" in str(proof)
    assert proof.to_json()["states"] == proof.states


def test_two_wordings_of_one_pattern() -> None:
    assert isinstance(prove_equivalence(f"regex:{GPT2_ORIGINAL_PATTERN}", "regex:r50k_base"), Proof)


@pytest.mark.sampled("cl100k_base")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("repair", REPAIRS)
def test_a_repair_left_out_is_found_or_not_needed(model, repair) -> None:
    """If a family does not need the repair, that is proved; if it does, a shortest text shows what for."""
    wrong = build_logos_lexer(PATTERNS[model], without=[repair])
    found = prove_equivalence(build_lexer(model, "regex"), wrong)
    lengths = {
        ("r50k_base", "whitespace_split"): 3, ("r50k_base", "prefix_restart"): 4,
        ("cl100k_base", "whitespace_split"): 3, ("cl100k_base", "prefix_restart"): 4,
        ("cl100k_base", "contraction_split"): 3, ("cl100k_base", "trailing_whitespace"): 2,
        ("o200k_base", "whitespace_split"): 3, ("o200k_base", "prefix_restart"): 4,
    }  # fmt: skip
    if (model, repair) not in lengths:
        assert isinstance(found, Proof)
        return
    assert list(build_lexer(model, "regex").spans(found.text)) == list(found.a)
    assert list(wrong.spans(found.text)) == list(found.b)
    assert len(found.text) == lengths[model, repair]


def test_a_counterexample_is_as_short_as_can_be() -> None:
    """Even one that no sweep would reach: the look-ahead spans fifteen characters."""
    found = prove_equivalence(r"automaton:a{15}b|[ab]", "automaton:[ab]")
    assert found.text == "a" * 15 + "b"
    assert prove_equivalence("regex:a|ab", "regex:ab|a").text == "ab"


def test_kinds_count_as_boundaries_do() -> None:
    found = prove_equivalence("automaton:[ab]", "automaton:a")
    assert found.text == "b"
    assert [span.kind for span in found.a + found.b] == ["word", "gap"]


@pytest.mark.deep
@settings(max_examples=50, deadline=None)
@given(patterns(), patterns())
def test_a_proof_agrees_with_all_short_texts(one, other) -> None:
    """If proved equal, all texts of up to 5 agree; if not, the text found differs and no shorter one does."""
    try:
        a, b = build_lexer(one, "automaton"), build_lexer(other, "automaton")
        found = prove_equivalence(a, b)
        assert isinstance(prove_equivalence(build_lexer(one, "regex"), a), Proof)
    except (UnprovableError, PatternError):
        return
    limit = 5 if isinstance(found, Proof) else min(len(found.text) - 1, 5)
    for k in range(1, limit + 1):
        for characters in product("ab !", repeat=k):
            text = "".join(characters)
            assert list(a.spans(text)) == list(b.spans(text)), (one, other, text)
    if not isinstance(found, Proof):
        assert list(a.spans(found.text)) != list(b.spans(found.text))


def test_the_verifier_believes_nothing() -> None:
    a, b = build_lexer("r50k_base", "regex"), build_lexer("r50k_base", "logos")
    proof = prove_equivalence(a, b)
    good = proof.certificate
    assert verify_certificate(*proof.machines, good) is None
    some = next(state for state in good.states if state.a != "begin")
    begin = JointState("begin", "begin", 3)
    turned = tuple(row[1:] + row[:1] for row in good.ahead)
    for forged, problem in [
        (replace(good, futures=good.futures[1:]), "(1)"),
        (replace(good, ahead=turned), "(2)"),
        (replace(good, states=good.states - {begin}), "(3)"),
        (replace(good, states=good.states - {some}), "(4)"),
    ]:
        assert verify_certificate(*proof.machines, forged).startswith(problem)
    # The certificate of one pair proves nothing about another.
    alphabet = common_alphabet(a, b)
    wrong = build_machine(build_logos_lexer(a.pattern, without=["whitespace_split"]), alphabet)
    assert verify_certificate(proof.machines[0], wrong, good) is not None


def test_a_wrong_table_cannot_be_proved() -> None:
    """If one entry of the compiled tables changes, the table contradicts itself or a text is found."""
    pattern = PATTERNS["r50k_base"]
    tables = compile_automaton(pattern)
    alphabet = common_alphabet(build_lexer(pattern))
    regex_machine = build_machine(build_lexer(pattern, "regex"), alphabet)
    n_columns = int(tables.n_columns[0])
    rng = np.random.default_rng(5)
    for _ in range(40):
        transitions = tables.transitions.copy()
        row, column = int(rng.integers(0, len(transitions) // n_columns)), int(rng.integers(1, n_columns))
        other = int(transitions[rng.integers(0, len(transitions) // n_columns) * n_columns + column])
        place = row * n_columns + column
        if other == transitions[place]:
            continue
        transitions[place] = other
        try:
            machine = AutomatonMachine(tables._replace(transitions=transitions), pattern, alphabet)
        except UnprovableError:
            continue
        assert explore(regex_machine, machine, len(alphabet)).counterexample is not None


def test_the_table_of_pairs_is_part_of_the_proof() -> None:
    tables = compile_automaton(PATTERNS["o200k_base"])
    check_pairs(tables)
    pairs = tables.pair_steps.copy()
    pairs[1234] ^= 1 << 25
    with pytest.raises(UnprovableError, match="table of pairs"):
        check_pairs(tables._replace(pair_steps=pairs))


def test_the_table_of_simple_tokens_is_part_of_the_proof() -> None:
    tables = build_lexer("o200k_base", "logos").tables
    read_tokens(tables)
    quick = tables.restarting.copy()
    quick[40] ^= 1 << 31
    with pytest.raises(UnprovableError, match="simple tokens"):
        read_tokens(tables._replace(restarting=quick))


def test_reading_a_table_back() -> None:
    dfa = read_dfa(compile_automaton(PATTERNS["cl100k_base"]))
    assert len(dfa.following) == 16
    assert not dfa.accepts[0].any()


def test_a_proof_can_be_stopped() -> None:
    with pytest.raises(WorkLimitError, match="stopped"):
        prove_equivalence("regex:o200k_base", "logos:o200k_base", should_stop=lambda: True)


def test_a_proof_that_needs_too_much_is_given_up() -> None:
    pattern = "c[ab]{14}a[ab]*d|[ab]{14}d|."
    with pytest.raises(WorkLimitError, match="more than 5,000 kinds of text ahead"):
        prove_equivalence(f"regex:{pattern}", f"regex:(?:{pattern})")


def test_an_alphabet_that_is_too_coarse_is_refused() -> None:
    coarse = common_alphabet(build_lexer("a|[^a]"))
    with pytest.raises(ValueError, match="distinguishes characters"):
        build_machine(build_lexer("r50k_base"), coarse)


def test_unknown_words() -> None:
    with pytest.raises(
        ValueError, match="unknown lexer 'fast': expected one of regex, automaton, logos, vector"
    ):
        prove_equivalence("fast", "regex")


def test_a_proof_has_a_limit_of_memory(monkeypatch) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_PROOF_MEGABYTES", "0.01")
    with pytest.raises(WorkLimitError, match=r"more than 0 MB of memory .* WORDCHIPPER_LAB_PROOF_MEGABYTES"):
        prove_equivalence("regex:r50k_base", "automaton:r50k_base")
    monkeypatch.setenv("WORDCHIPPER_LAB_PROOF_MEGABYTES", "much")
    with pytest.raises(InputError, match="expected a number above 0"):
        prove_equivalence("regex:r50k_base", "automaton:r50k_base")
