"""Safe cuts found block by block equal those of the whole text, from the front as from the back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.spanners import text_pieces
from wordchipper_lab.spanners.automaton.unicode_version import as_unicode_16
from wordchipper_lab.spanners.text_pieces import first_safe_cut, has_safe_cuts, iter_pieces
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, R50K_PATTERN

TEXTS = st.text(alphabet="a1 \n.é日\u0558\ud800'/<|>", max_size=30)
SPECIALS = ["a 1", "<|a|>"]


@pytest.mark.parametrize("pattern", [R50K_PATTERN, CL100K_PATTERN])
@given(text=TEXTS, data=st.data(), block=st.integers(2, 7))
def test_blocks_hide_no_cut(pattern: str, text: str, data: st.DataObject, block: int) -> None:
    start = data.draw(st.integers(0, len(text)))
    cut_pattern = text_pieces._CUT_OF_PATTERN[pattern]
    whole = cut_pattern.finditer(as_unicode_16(text), start, overlapped=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(text_pieces, "_FIRST_LOOK", block)
        cuts = list(text_pieces._find_cuts(text, start, cut_pattern))
    assert cuts == [pair.start() + 1 for pair in whole]


@pytest.mark.parametrize("pattern", [R50K_PATTERN, CL100K_PATTERN])
@given(text=TEXTS)
def test_first_cuts_one_after_another_are_all_cuts(pattern: str, text: str) -> None:
    found, start = [], 1
    while (cut := first_safe_cut(text, start, pattern, SPECIALS)) is not None:
        assert cut >= start
        found.append(cut)
        start = cut + 1
    last = list(iter_pieces([text], pattern, SPECIALS))
    if len(last) == 2:
        assert len(last[0]) == max(found)
    assert has_safe_cuts(pattern)
    assert not has_safe_cuts("a+")


@pytest.mark.parametrize("pattern", [R50K_PATTERN, CL100K_PATTERN])
@given(text=TEXTS, data=st.data(), ahead=st.integers(1, 5))
def test_the_first_cut_does_not_depend_on_how_far_each_step_looks(
    pattern: str, text: str, data: st.DataObject, ahead: int
) -> None:
    start = data.draw(st.integers(0, len(text)))
    whole = first_safe_cut(text, start, pattern, SPECIALS)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(text_pieces, "_FIRST_AHEAD", ahead)
        assert first_safe_cut(text, start, pattern, SPECIALS) == whole
