"""What is known about each token: lengths, scripts, kinds, compared with slow and obvious code."""

from __future__ import annotations

import gc
import weakref

import pytest
import regex

from wordchipper_lab import Tokenizer
from wordchipper_lab.lab.vocabulary import KINDS, index_vocabulary
from wordchipper_lab.lab.vocabulary.characters import (
    LETTER,
    NUMBER,
    OTHER,
    SCRIPTS,
    SIGN,
    SPACE,
    classify,
    scripts_of,
)
from wordchipper_lab.spanners.automaton.unicode_version import as_unicode_16
from wordchipper_lab.vocab import UnifiedVocab, load_vocab
from wordchipper_lab.vocab.token_bytes import pack_tokens


@pytest.mark.sampled("p50k_edit", "cl100k_base")
@pytest.mark.parametrize("name", ["p50k_edit", "cl100k_base", "o200k_base"])
def test_texts_and_lengths(name: str) -> None:
    tok = Tokenizer.from_pretrained(name)
    index = index_vocabulary(tok)
    for place, token in enumerate(index.ids.tolist()):
        data = tok.id_to_bytes(token)
        assert index.texts[place] == tok.id_to_token(token)
        assert (index.sizes[place], index.n_characters[place]) == (len(data), len(index.texts[place]))
        assert index.is_valid[place] == (index.texts[place].encode() == data)
    assert [index.place_of(token) for token in index.ids[-5:].tolist()] == list(
        range(len(index) - 5, len(index))
    )
    assert index.place_of(tok.max_token + 1) is None
    assert index.place_of(-1) is None


def kind_of(text: str) -> str:
    if regex.fullmatch(r" [\p{L}\p{M}]+", text):
        return "word after a space"
    patterns = {
        "word": r"[\p{L}\p{M}]+",
        "whitespace": r"\s+",
        "number": r"[\s\p{N}]+",
        "punctuation": r"[\s\p{P}\p{S}]+",
    }
    return next((kind for kind, pattern in patterns.items() if regex.fullmatch(pattern, text)), "mixed")


def script_of(text: str) -> str:
    scripts = {SCRIPTS[script] for script in scripts_of(text).tolist()} - {"Common", "Inherited", "Unknown"}
    return scripts.pop() if len(scripts) == 1 else "several scripts" if scripts else "Common"


def test_scripts_and_kinds_of_all_tokens() -> None:
    index = index_vocabulary(load_vocab("cl100k_base"))
    for place in range(0, len(index), 61):
        kind, script = KINDS[index.kinds[place]], index.script_names[index.scripts[place]]
        if index.is_special[place]:
            assert kind == "special"
        elif not index.is_valid[place]:
            assert (kind, script) == ("not whole UTF-8", "not whole UTF-8")
        else:
            assert (kind, script) == (kind_of(index.texts[place]), script_of(index.texts[place]))


def test_characters() -> None:
    assert classify("a\u0301٣ \n!€\u200b\x00").tolist() == [
        LETTER,
        LETTER,
        NUMBER,
        SPACE,
        SPACE,
        SIGN,
        SIGN,
        OTHER,
        OTHER,
    ]
    names = [SCRIPTS[script] for script in scripts_of("aжαא中あア한ไ!\u0301\U0010ffff").tolist()]
    expected = "Latin Cyrillic Greek Hebrew Han Hiragana Katakana Hangul Thai Common Inherited Unknown"
    assert " ".join(names) == expected
    assert len(classify("")) == len(scripts_of("")) == 0
    assert len(SCRIPTS) == len(set(SCRIPTS)) < 254


def test_no_script_of_unicode_16_is_missing() -> None:
    everything = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))
    assigned = regex.sub(r"[\p{Cn}\p{Co}]+", "", as_unicode_16(everything))
    assert len(assigned) > 150_000
    assert SCRIPTS.index("Unknown") not in scripts_of(assigned)


def test_an_index_is_kept_as_long_as_its_vocabulary() -> None:
    vocab = UnifiedVocab(pack_tokens([bytes([value]) for value in range(256)]), pattern=".")
    index = weakref.ref(index_vocabulary(vocab))
    assert index_vocabulary(vocab) is index()
    del vocab
    gc.collect()
    assert index() is None


def test_a_special_token_far_away_costs_nothing() -> None:
    vocab = UnifiedVocab(
        pack_tokens([bytes([value]) for value in range(256)]),
        pattern=".",
        special_tokens={"<|far|>": (1 << 24) - 1},
    )
    index = index_vocabulary(vocab)
    assert len(index.starts) == 258
    assert index.place_of((1 << 24) - 1) == 256
