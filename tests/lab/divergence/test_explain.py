"""Why a span ends where it does: the branch, the automaton's path, tokens, roles and repairs."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.errors import PatternError, WorkLimitError
from wordchipper_lab.lab.divergence.branches import find_branch, find_branches, split_branches
from wordchipper_lab.lab.divergence.explain import MOST_BYTES, explain
from wordchipper_lab.lab.divergence.token_story import write_role
from wordchipper_lab.spanners import LEXERS, WholeTextLexer, build_lexer
from wordchipper_lab.spanners.logos import REPAIRS, Word, build_logos_lexer
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, PATTERNS

TEXT = "a  12 'The \n\n  x\x00\n, it's Ünïcödé 中文  \"quoted\"  \n "


@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_all_lexers_tell_the_same_spans_and_branches(model) -> None:
    stories = [explain(build_lexer(model, kind), TEXT).spans for kind in LEXERS.built_in]
    rows = [[(s.start, s.end, s.kind, s.text, s.branch) for s in row] for row in stories]
    assert all(row == rows[0] for row in rows)
    data = TEXT.encode()
    assert all(data[s.start : s.end].decode() == s.text for s in stories[0])
    assert all(s.branch is not None for s in stories[0] if s.kind == "word")


def test_branches_of_cl100k() -> None:
    told = {s.text: s.branch.source for s in explain("regex:cl100k_base", "it's  12 !\n\n x\n ").spans}
    assert told["it"] == r"[^\r\n\p{L}\p{N}]?+\p{L}++"
    assert told["'s"] == "'(?i:[sdmt]|ll|ve|re)"
    assert told["12"] == r"\p{N}{1,3}+"
    assert told[" !\n\n"] == r" ?[^\s\p{L}\p{N}]++[\r\n]*+"
    assert told["\n "] == r"\s++$"
    branch = explain("regex:cl100k_base", "12").spans[0].branch
    assert CL100K_PATTERN[branch.start : branch.end] == branch.source == r"\p{N}{1,3}+"


def test_split_branches() -> None:
    for pattern in PATTERNS.values():
        assert [branch.source for branch in split_branches(pattern)] == _by_hand(pattern)
    for pattern, branches in [
        ("a", ["a"]), ("a|", ["a", ""]), (r"[]|]|\||(b|c)", ["[]|]", r"\|", "(b|c)"]), ("[^]|a]|b", ["[^]|a]", "b"]),
        (r"[[:alpha:]|]|x", ["[[:alpha:]|]", "x"]), (r"[\]|]|(?:(a|b)|c)d", [r"[\]|]", "(?:(a|b)|c)d"]),
    ]:  # fmt: skip
        found = split_branches(pattern)
        assert [branch.source for branch in found] == branches
        assert [pattern[branch.start : branch.end] for branch in found] == branches


def _by_hand(pattern: str) -> list[str]:
    """Split at bars outside parentheses and square brackets, character by character."""
    parts, depth, in_class = [""], 0, False
    escaped = False
    for character in pattern:
        if not escaped and not in_class and depth == 0 and character == "|":
            parts.append("")
            continue
        parts[-1] += character
        if escaped or character == "\\":
            escaped = not escaped
        elif in_class or character == "[":
            in_class = character != "]"
        else:
            depth += {"(": 1, ")": -1}.get(character, 0)
    return parts


@settings(deadline=None, max_examples=60)
@given(st.text("a b'1!\n中\u0301sS", max_size=12), st.sampled_from(sorted(PATTERNS)))
def test_one_branch_is_found_as_among_all(text, model) -> None:
    pattern = PATTERNS[model]
    data = text.encode()
    all_branches = find_branches(pattern, text)
    offsets = [len(text[:i].encode()) for i in range(len(text) + 1)]
    for (start, end), branch in all_branches.items():
        assert find_branch(pattern, data, offsets[start], offsets[end]) == branch
    assert len(all_branches) == len(list(build_lexer(model).spans(text)))


def test_a_branch_that_looks_far_ahead() -> None:
    text = "x" + " " * 5000 + "\ny"
    assert find_branch(CL100K_PATTERN, text.encode(), 1, 5002).source == r"\s*[\r\n]"


def test_where_nobody_can_tell_the_branch() -> None:
    assert find_branches(r"(a)\1|b", "aab") == {}
    assert find_branch(r"(a)\1|b", b"aab", 0, 2) is None
    assert find_branches(r"(?:a+)+$|a*c", "a" * 40 + "b") == {}  # stopped by its time limit
    wrong = build_logos_lexer(CL100K_PATTERN, without=["whitespace_split"])
    assert (
        next(s.branch for s in explain(wrong, "  a").spans) is None
    )  # a span that the pattern does not match


def test_the_path_of_an_automaton() -> None:
    one, two, word = explain("automaton:cl100k_base", " \t\n  b").spans
    assert [step.cell for step in one.steps] == ["space", "whitespace", r"\n \r", "space", "space", "letter"]
    assert [step.role for step in one.steps] == ["", "", "", "read ahead", "read ahead", "read ahead"]
    assert one.given_back == 2
    assert one.text == " \t\n"
    assert [step.position for step in one.steps] == [0, 1, 2, 3, 4, 5]
    assert two.given_back == 1
    assert two.steps[-1].accepts is False
    assert word.steps[-1].character == ""
    assert word.steps[-1].cell == "end"
    assert word.steps[-1].next is None
    for story in (one, two, word):
        for step, after in zip(story.steps, story.steps[1:], strict=False):
            assert step.next == after.state


def test_a_long_path_is_cut() -> None:
    (story,) = explain("automaton:cl100k_base", "a" * 1000).spans
    assert len(story.steps) == 200
    assert story.given_back == 0


def test_gaps_have_a_path_that_ends_nowhere() -> None:
    gap, word = explain("automaton:ab", "xab").spans
    assert (gap.kind, gap.branch, gap.steps[0].next, gap.given_back) == ("gap", None, None, 0)
    assert word.branch.source == "ab"


@settings(deadline=None, max_examples=40)
@given(
    st.text("ab c1'\n!", max_size=12),
    st.sampled_from(["a*b|a", r"\s+(?!\S)|\s+|\w+", "a{2,3}|b|ab", "[ab]+c|a"]),
)
def test_every_path_ends_where_the_kernel_ended(text, pattern) -> None:
    told = explain(build_lexer(pattern), text)  # raises if they differ
    assert [(s.start, s.end) for s in told.spans] == [
        (s.start, s.end) for s in build_lexer(pattern).spans(text)
    ]


def test_roles_and_repairs() -> None:
    stories = {s.text: s for s in explain("logos:cl100k_base", "..  \"hello 12  3 'The a\n ").spans}
    assert [r.name for r in stories[' "'].repairs] == ["prefix_restart"]
    assert [t.token for t in stories["hello"].tokens][-1] == "letters"
    assert [r.name for r in stories[" '"].repairs] == []
    _, first, last, digits = explain("logos:cl100k_base", "1  2").spans
    assert [t.role for t in digits.tokens] == ["Standalone()"]
    assert first.repairs == last.repairs
    assert "separate span" in last.repairs[0].text
    assert [r.name for r in stories["\n "].repairs] == ["trailing_whitespace"]
    (first, rest) = explain("logos:cl100k_base", "'The").spans
    assert (first.text, first.repairs[0].name) == ("'T", "contraction_split")
    assert rest.text == "he"
    word = explain("logos:r50k_base", "a  b").spans[-1]
    assert word.repairs[0].text == "the last whitespace character goes to the next token"


@pytest.mark.parametrize("repair", REPAIRS)
def test_a_repair_left_out_never_fires(repair) -> None:
    lexer = build_logos_lexer(CL100K_PATTERN, without=[repair])
    told = explain(lexer, "x  \"hello  'The \t\n ")
    assert repair not in {r.name for story in told.spans for r in story.repairs}
    assert [(s.start, s.end) for s in told.spans] == [
        (s.start, s.end) for s in lexer.spans("x  \"hello  'The \t\n ")
    ]


def test_part_of_a_text() -> None:
    text = "héllo  wörld again"
    told = explain("automaton:o200k_base", text, 7, 8)
    assert [s.text for s in told.spans] == [" wörld"]
    assert [s.text for s in explain("automaton:o200k_base", text, 6, 6).spans] == [" "]
    assert explain("automaton:o200k_base", "").spans == []


def test_a_lexer_of_ones_own() -> None:
    class Halves(WholeTextLexer):
        name = "halves"

        def find_words(self, text):
            return [(0, len(text) // 2), (len(text) // 2, len(text))]

    told = explain(Halves(), "abcd")
    assert told.lexer == "custom:halves"
    assert [(s.text, s.branch, s.steps, s.tokens) for s in told.spans] == [
        ("ab", None, [], []),
        ("cd", None, [], []),
    ]


def test_json_and_text() -> None:
    told = explain("automaton:cl100k_base", "a  b")
    assert json.loads(json.dumps(told.to_json()))["spans"][1]["given_back"] == 1
    assert str(told).count("\n") == 3


def test_limits_and_errors() -> None:
    with pytest.raises(WorkLimitError, match="100,001 bytes cannot be explained"):
        explain("automaton:o200k_base", "a" * (MOST_BYTES + 1))
    with pytest.raises(PatternError):
        explain("automaton:(", "a")
    assert [s.text for s in explain("regex:o200k_base", "a\ud800b").spans] == ["a", "\ufffdb"]


def test_write_role() -> None:
    assert write_role(Word(check_contraction=True)) == "Word(check_contraction=True)"


@pytest.mark.parametrize("pattern", ["(?# ( )a|b", "(?x: a # )|\n )|b"])
def test_no_branch_is_told_where_comments_look_like_branches(pattern) -> None:
    told = explain(f"regex:{pattern}", "abab").spans
    assert [(story.text, story.kind, story.branch) for story in told] == [(c, "word", None) for c in "abab"]


@pytest.mark.deep
def test_a_path_that_reads_to_the_end_again_and_again_is_given_up() -> None:
    assert explain("automaton:a+b|.", "a" * 500).spans[0].given_back == 499
    with pytest.raises(WorkLimitError, match="reads more than 500,000 characters ahead"):
        explain("automaton:a+b|.", "a" * 20_000)


def test_tokens_and_repairs_are_those_that_touch_a_span() -> None:
    lexer, text = build_lexer("cl100k_base", "logos"), TEXT * 3
    whole = explain(lexer, text).spans
    for story in whole:
        assert all(token.start < story.end and token.end > story.start for token in story.tokens)
        assert all(repair.touches(story.start, story.end) for repair in story.repairs)
        (alone,) = [s for s in explain(lexer, text, story.start, story.end).spans if s.start == story.start]
        assert alone == story
    assert sum(len(story.tokens) for story in whole) > len(whole) / 2
