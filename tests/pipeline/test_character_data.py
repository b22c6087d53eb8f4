"""The bundled facts about characters are those of the installed `tokenizers`."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.pipeline.character_data import WHITE_SPACE, character_array, character_set
from wordchipper_lab.pipeline.codepoints import codepoints_of, look_up
from wordchipper_lab.pipeline.composition import _pairs, combining_classes

tokenizers = pytest.importorskip("tokenizers")


@pytest.mark.deep
def test_they_are_what_the_installed_package_does():
    from wordchipper_lab.pipeline.precompute import compute_character_data

    computed = compute_character_data()
    for name, array in computed.items():
        np.testing.assert_array_equal(array, character_array(name), err_msg=name)
    assert computed["word_characters"].size > 0


def test_white_space_is_what_strip_removes():
    strip = tokenizers.normalizers.Strip().normalize_str
    candidates = [chr(c) for c in range(0x3100)]
    assert [c for c in candidates if not strip(c)] == sorted(WHITE_SPACE)


def test_sets_of_characters():
    assert look_up(character_set("marks"), codepoints_of("a\u0301\u0e48\U0010ffff")).tolist() == [0, 1, 1, 0]
    assert look_up(character_set("word_characters"), codepoints_of("a_\u0e48\u200d- ")).tolist() == [
        1,
        1,
        1,
        1,
        0,
        0,
    ]


def test_what_composition_relies_on():
    """At most three characters join a head; what joins as no mark is no head; decomposed marks are in order."""
    pairs = _pairs()
    firsts, results = (pairs.keys >> np.uint64(32)).astype(np.int64), pairs.results
    depth = dict.fromkeys(firsts.tolist(), 0)
    for _ in range(4):
        for first, result in zip(firsts.tolist(), results.tolist(), strict=True):
            depth[result] = depth[first] + 1
    assert max(depth.values()) == 3
    seconds = (pairs.keys & np.uint64(0xFFFFFFFF)).astype(np.int64)
    starters = seconds[look_up(combining_classes(), seconds) == 0]
    assert not np.isin(starters, firsts).any()
    assert not look_up(combining_classes(), firsts).any()
    lengths = character_array("canonical_lengths").astype(np.int64)
    starts = np.cumsum(lengths) - lengths
    classes = look_up(combining_classes(), character_array("canonical_characters"))
    for start, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        if classes[start]:
            assert np.all(np.diff(classes[start : start + length].astype(int)) >= 0)
