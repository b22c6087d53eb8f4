"""Peers give tiktoken's ids, load what is bundled, and leave the environment as it was."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab.benchmark.peers import PEERS, installed_peers, open_peer
from wordchipper_lab.lab.benchmark.peers.peer import rayon_threads
from wordchipper_lab.lab.benchmark.peers.vocab_cache import lay_out_vocabulary
from wordchipper_lab.tokenizer import Tokenizer

TEXT = "It's 12345 o'clock,\n\n  naïve 日本語 สวัสดี 👩‍👩‍👧 <|endoftext|> DON'T\t;"
MODELS = ("r50k_base", "cl100k_base", "o200k_base")


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def open_or_skip(name: str, model: str, threads: int = 1):
    peer = open_peer(name, model, threads)
    if peer is None:
        pytest.skip(f"{name} is not installed or has no {model}")
    return peer


@pytest.mark.sampled("r50k_base")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", PEERS)
def test_ids_are_tiktokens(name, model):
    tiktoken = pytest.importorskip("tiktoken")
    expected = tiktoken.get_encoding(model).encode_ordinary(TEXT)
    peer = open_or_skip(name, model)
    assert (peer.name, peer.model) == (name, model)
    assert peer.version
    assert peer.encode(TEXT) == expected
    assert peer.decode(expected) == TEXT
    assert peer.count(TEXT) in (None, len(expected))
    array = peer.encode_array(TEXT)
    assert array is None or (array.dtype == np.uint32 and array.tolist() == expected)


@pytest.mark.sampled("tiktoken-1]", "tokenizers-1]")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", PEERS)
def test_batches(name, threads):
    peer = open_or_skip(name, "cl100k_base", threads)
    tok = Tokenizer.from_pretrained("cl100k_base")
    texts = [TEXT, "", "a b", TEXT * 3]
    assert peer.batch_lists(peer.encode_batch(texts)) == tok.encode_batch(texts, special="text")
    lists = tok.encode_batch(texts, special="text")
    assert peer.decode_batch(lists) == texts == peer.round_trip_batch(texts)
    own = 1 if name == "basetenkenizer" else rayon_threads()
    assert peer.fixed_threads in (None, own)


@pytest.mark.sampled("tiktoken", "tokenizers")
@pytest.mark.parametrize("name", PEERS)
def test_environment_is_left_alone(name, monkeypatch):
    monkeypatch.delenv("WORDCHIPPER_CACHE_DIR", raising=False)
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "maybe")
    before = dict(os.environ)
    open_or_skip(name, "r50k_base", 2).encode_batch(["a", "b"])
    assert dict(os.environ) == before
    monkeypatch.delenv("TOKENIZERS_PARALLELISM")
    monkeypatch.setenv("WORDCHIPPER_CACHE_DIR", "/nowhere")
    before = dict(os.environ)
    open_or_skip(name, "r50k_base", 1).encode_batch(["a", "b"])
    assert dict(os.environ) == before


def test_names():
    assert set(installed_peers()) <= set(PEERS)
    with pytest.raises(UnknownNameError, match=r"slowtok.*tiktoken, tokenizers"):
        open_peer("slowtok", "o200k_base")
    with pytest.raises(UnknownNameError, match="no_such_base"):
        open_peer("tiktoken", "no_such_base")


def test_a_peer_that_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "quicktok", None)
    assert open_peer("quicktok", "o200k_base") is None
    assert "quicktok" not in installed_peers()


def test_a_peer_without_the_vocabulary():
    assert open_peer("toktok", "r50k_base") is None
    assert open_peer("quicktok", "p50k_base") is None


@pytest.mark.parametrize(("asked", "threads"), [("3", 3), ("0", None), ("many", None), ("", None)])
def test_size_of_the_global_pool(asked, threads, monkeypatch):
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    monkeypatch.setenv("RAYON_NUM_THREADS", asked)
    assert rayon_threads() == (threads or cores)


def test_a_damaged_cached_vocabulary_is_written_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    directory = lay_out_vocabulary("r50k_base")
    path = directory / "openai" / "r50k_base" / "r50k_base.tiktoken"
    whole = path.read_bytes()
    path.write_bytes(whole[:1000])
    assert lay_out_vocabulary("r50k_base") == directory
    assert path.read_bytes() == whole


def test_where_the_cache_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no directory")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    directory = lay_out_vocabulary("r50k_base")
    assert not Path(directory).is_relative_to(tmp_path)
    assert (directory / "openai" / "r50k_base" / "r50k_base.tiktoken").is_file()
