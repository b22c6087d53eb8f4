"""`Tokenizer.fromVocabData`: the bytes of a `.tiktoken` file, whole or damaged."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator

import pytest

import wordchipper_lab as wl
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_spec

from ..tokenizer.test_exactness import TEXTS
from .node_process import NodeProcess

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

SINGLE = b"".join(base64.b64encode(bytes([value])) + b" %d\n" % value for value in range(256))


@pytest.fixture(scope="module")
def node() -> Iterator[NodeProcess]:
    process = NodeProcess()
    yield process
    process.close()


def asked(node: NodeProcess, data: bytes, texts: list[str], model: str = "r50k_base") -> object:
    encoded = base64.b64encode(data).decode()
    return node("vocabData", name=model, data=encoded, texts=texts)


@pytest.mark.parametrize("model", ["r50k_base", "p50k_edit"])
def test_the_published_file(node: NodeProcess, model: str) -> None:
    spec = pretrained_spec(model)
    data = read_bundled(spec.file, spec.sha256)
    tok = wl.Tokenizer.from_pretrained(model)
    for written in (data, data.replace(b"\n", b"\r\n"), data.rstrip()):
        assert asked(node, written, TEXTS, model) == [tok.encode(text) for text in TEXTS]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "has no tokens"),
        (b"\n\n", "has no tokens"),
        (b"QQ==\n", "line 1 of the .tiktoken file has no token and rank"),
        (SINGLE + b"QUI= x\n", "line 257 of the .tiktoken file has a rank that is no number"),
        (SINGLE + b"QUI= \n", "line 257 of the .tiktoken file has no rank"),
        (SINGLE + b"QU*= 256\n", 'line 257 of the .tiktoken file has "*", which is not base64'),
        (SINGLE + b"Q 256\n", "line 257 of the .tiktoken file has base64 that is cut off"),
        (SINGLE + b"QUI= 99999999999\n", "has a rank over 16,777,215"),
        (SINGLE + b"QUI= 7\n", "gives rank 7 to two tokens"),
        (SINGLE + b"QQ== 256\n", "token 256 has the same bytes as an earlier one"),
        (SINGLE[9:], "have no token"),
    ],
)
def test_a_damaged_file_is_refused_with_its_place(node: NodeProcess, data: bytes, problem: str) -> None:
    found = asked(node, data, [])
    assert isinstance(found, dict)
    assert problem in found["message"]
    assert found["error"] in ("TiktokenFileError", "VocabularyError")
