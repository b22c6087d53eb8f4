"""The sample texts are what they claim to be, and cutting documents loses nothing."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from wordchipper_lab.errors import InputError, UnknownNameError
from wordchipper_lab.lab.benchmark.corpora import (
    DERIVED_CORPORA,
    SAMPLE_CORPORA,
    Corpus,
    documents,
    load_corpus,
)

NAMES = [*SAMPLE_CORPORA, *DERIVED_CORPORA]


@pytest.mark.parametrize("name", NAMES)
def test_every_corpus(name):
    corpus = load_corpus(name)
    assert corpus.name == name
    assert corpus.source
    assert "\n" not in corpus.source
    assert corpus.n_bytes == len(corpus.text.encode()) > 30_000
    assert load_corpus(name).text == corpus.text


def test_samples_are_small_and_do_not_repeat_themselves():
    texts = [load_corpus(name).text for name in SAMPLE_CORPORA]
    assert sum(len(text.encode()) for text in texts) < 300_000
    for text in texts:
        lines = [line for line in text.split("\n") if len(line) > 60]
        assert len(set(lines)) > 0.99 * len(lines) > 0


def test_english_is_mostly_ascii_prose():
    text = load_corpus("english").text
    assert len(text.encode()) < 1.001 * len(text)
    assert {"don't", "We", "truth"} <= set(text.split())


SCRIPTS = (
    *("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "ARABIC", "HEBREW", "THAI", "DEVANAGARI", "CYRILLIC", "GREEK"),
    *("GEORGIAN", "ARMENIAN", "TAMIL", "ETHIOPIC", "KHMER", "TIBETAN", "MYANMAR", "CHEROKEE"),
)


def test_diverse_has_every_script_and_sequence():
    text = load_corpus("diverse").text
    found = {unicodedata.name(char, "").split(" ")[0] for char in set(text)}
    assert set(SCRIPTS) <= found
    for sequence in (
        "👨\u200d👩\u200d👧\u200d👦",
        "🇩🇪",
        "\r\n",
        "\u2028",
        "I'd'd",
        "<!DOCTYPE html>",
        '{"id":',
        "<=>",
    ):
        assert sequence in text


def test_code_has_many_languages():
    text = load_corpus("code").text
    for line in ("#include <stdint.h>", "fn insert", "export class", "SELECT", "jobs:", "def derive_pair"):
        assert line in text


def test_which_corpora_repeat_themselves():
    assert [name for name in NAMES if load_corpus(name).repeats] == list(DERIVED_CORPORA)


def test_repetitive_is_repetitive():
    text = load_corpus("repetitive").text
    assert len({text[i : i + 8] for i in range(len(text))}) < 400


def test_mixed_has_documents_of_every_size():
    corpus = load_corpus("mixed")
    sizes = [len(document.encode()) for document in documents(corpus, 5_000)]
    assert "".join(documents(corpus, 5_000)) == corpus.text
    assert all(12 < size <= 100_000 for size in sizes)
    for least, most in ((12, 200), (200, 2_000), (2_000, 20_000), (20_000, 100_001)):
        assert sum(least <= size < most for size in sizes) >= 5


@pytest.mark.parametrize("size", [4, 20, 333, 5_000, 10_000_000])
@pytest.mark.parametrize("name", ["english", "diverse"])
def test_documents_joined_are_the_text(name, size):
    corpus = load_corpus(name)
    cut = documents(corpus, size)
    assert "".join(cut) == corpus.text
    assert all(0 < len(document.encode()) <= size for document in cut)


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        ("", 10, []),
        ("ab\ncd ef gh", 8, ["ab\ncd ", "ef gh"]),
        ("abcd\ne fgh", 8, ["abcd\n", "e fgh"]),
        ("abcdefgh", 4, ["abcd", "efgh"]),
        ("äöüß", 5, ["äö", "üß"]),
        ("😀😀", 4, ["😀", "😀"]),
        ("a😀😀", 4, ["a", "😀", "😀"]),
    ],
)
def test_where_documents_are_cut(text, size, expected):
    assert documents(Corpus("x", text, "here"), size) == expected


def test_too_small_a_document():
    with pytest.raises(InputError, match="3 bytes"):
        documents(load_corpus("english"), 3)


def test_a_file_by_path_and_by_name(tmp_path):
    path = tmp_path / "own.txt"
    path.write_bytes("zwei\r\nZeilen – €".encode())
    for given in (path, str(path)):
        corpus = load_corpus(given)
        assert (corpus.name, corpus.text, corpus.n_bytes) == ("own.txt", "zwei\r\nZeilen – €", 20)
        assert str(tmp_path) not in corpus.source


def test_what_is_no_corpus(tmp_path):
    with pytest.raises(UnknownNameError, match=r"englisch.*english, diverse, code"):
        load_corpus("englisch")
    with pytest.raises(InputError, match="cannot be read"):
        load_corpus(tmp_path / "missing.txt")
    with pytest.raises(InputError, match="has no text: expected a directory with UTF-8 files"):
        load_corpus(Path(tmp_path))
    (tmp_path / "latin1.txt").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match=r"UTF-8.*offset 3"):
        load_corpus(tmp_path / "latin1.txt")
