"""The public tests of Hugging Face's `tokenizers` that concern byte-level BPE pass on our face.

They are read from a checkout or a git directory of that repository, named by WORDCHIPPER_LAB_TOKENIZERS_SUITE: its source
package cannot be unpacked without a Rust compiler. Files that they download are made from GPT-2's vocabulary if that
has the same tokens (RoBERTa's). Left out are (`LEFT_OUT`): tests of other kinds of tokenizers and of components that
are written in Python; tests that need the ids of RoBERTa, or tokenizers that are not bundled; those that expect a forked
process to hang; and one that only measures time.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from ..published_packages import unpack_tar

_VARIABLE = "WORDCHIPPER_LAB_TOKENIZERS_SUITE"

_OTHER_KINDS = "another kind of tokenizer"
_IN_PYTHON = "components written in Python"
_NOT_BUNDLED = "a tokenizer that is not bundled"
_HANGS = "expects that a forked process hangs, which ours does not"

LEFT_OUT = {
    r"test_decoders.py::Test(WordPiece|ByteFallback|Metaspace|BPEDecoder|CTCDecoder|SequenceDecoder)": _OTHER_KINDS,
    r"test_models.py::Test(Unigram|WordPiece|WordLevel)": _OTHER_KINDS,
    r"test_normalizers.py::TestCustomNormalizer": _IN_PYTHON,
    r"test_pre_tokenizers.py::Test(Metaspace|UnicodeScripts)": _OTHER_KINDS,
    r"test_pre_tokenizers.py::TestSequence::test_(set_item|item_getters_and_setters)": _OTHER_KINDS,
    r"test_pre_tokenizers.py::TestCustomPreTokenizer": _IN_PYTHON,
    r"test_tokenizer.py::TestTokenizer::test_(decode_stream|unigram_byte_fallback|setting_to_none|encode_formats)$": _OTHER_KINDS,
    r"test_tokenizer.py::TestTokenizer::test_(decode_skip_special_tokens|encode_special_tokens|splitting)": _NOT_BUNDLED,
    r"test_tokenizer.py::TestTokenizer::test_from_pretrained": _NOT_BUNDLED,
    r"::test_multiprocessing_with_parallelism": _HANGS,
    r"test_tokenizer.py::TestAsyncTokenizer::test_performance_comparison": "only measures time",
    r"test_encoding.py": _OTHER_KINDS,
    r"test_trainers.py::Test(WordPieceTrainer|WordLevelTrainer|Unigram)": _OTHER_KINDS,
    r"test_base_tokenizer.py": _OTHER_KINDS,
    r"test_(bert_wordpiece|char_bpe|sentencepiece).py": _OTHER_KINDS,
    r"test_byte_level_bpe.py::TestByteLevelBPE::test_(basic_encode|add_prefix_space|lowerspace)": "RoBERTa's ids",
    r"test_serialization.py::TestSerialization::test_(full_serialization_albert|str_big|repr_str_ellipsis)": _OTHER_KINDS,
    r"test_serialization.py::TestFullDeserialization": _NOT_BUNDLED,
    r"documentation/test_(pipeline|quicktour)": _OTHER_KINDS,
    r"TestFreeThreadedSpecific": "another build of Python",
}

_PLUGIN = """
import asyncio, inspect, json, re, sys, types
from pathlib import Path
import pytest
import wordchipper_lab as wl
from wordchipper_lab.compat import install

install("tokenizers")
ROBERTA = ("roberta-base-vocab.json", "roberta-base-merges.txt")

def download(repo_id, filename, **_):
    if filename not in ROBERTA:
        pytest.skip(f"{repo_id} has no {filename} here")
    folder = Path("tests/data")
    folder.mkdir(exist_ok=True)
    vocab, merges = (folder / name for name in ROBERTA)
    if not vocab.exists():
        wl.Tokenizer.from_pretrained("gpt2").save(folder / "merges.txt")
        ids = json.loads((folder / "vocab.json").read_text())
        vocab.write_text(json.dumps(ids | {"<s>": 50257, "</s>": 50258}))
        (folder / "merges.txt").rename(merges)
    return str(folder / filename)

sys.modules["huggingface_hub"] = types.SimpleNamespace(hf_hub_download=download)
sys.modules.setdefault("tqdm", types.SimpleNamespace(tqdm=iter))

def pytest_collection_modifyitems(items):
    for item in items:
        for pattern, reason in LEFT_OUT.items():
            if re.search(pattern, item.nodeid):
                item.add_marker(pytest.mark.skip(reason=reason))

def pytest_pyfunc_call(pyfuncitem):
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory named "python" (the suite insists) with the public tests."""
    pytest.importorskip("tokenizers")
    given = os.environ.get(_VARIABLE)
    if not given:
        pytest.skip(f"set {_VARIABLE} to a checkout of huggingface/tokenizers to run its tests")
    directory = tmp_path_factory.mktemp("tokenizers")
    command = ["git", "-C", given, "archive", "HEAD", "bindings/python/tests"]
    packed = subprocess.run(command, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"{_VARIABLE} is no checkout of huggingface/tokenizers: {given}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        unpack_tar(archive, directory)
    (directory / "our_plugin.py").write_text(f"LEFT_OUT = {LEFT_OUT!r}\n{_PLUGIN}")
    (directory / "pytest.ini").write_text(
        "[pytest]\nmarkers =\n    network: ...\n    asyncio: ...\n    timeout: ...\n"
    )
    return directory


@pytest.mark.deep
def test_the_public_tests_pass(suite: Path) -> None:
    python = suite / "bindings" / "python"
    arguments = [
        "-q",
        "-rf",
        "-p",
        "our_plugin",
        "-p",
        "no:cacheprovider",
        "-c",
        str(suite / "pytest.ini"),
        "tests",
    ]
    left_out = [
        "--ignore=tests/test_benchmarks.py",
        "--ignore=tests/documentation/test_tutorial_train_from_iterators.py",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, *left_out, f"--rootdir={python}"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(suite)},
        cwd=python,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= 90
