"""The files that the tokenizer for browsers is made of: current, small, self-contained, and the same as Python's."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.browser import manifest
from wordchipper_lab.browser.kernels import KERNELS
from wordchipper_lab.browser.layout_module import layout_module
from wordchipper_lab.browser.manifest import (
    LAYOUT,
    MANIFEST,
    MODULE,
    TOKENIZER,
    hash_of_inputs,
    is_current,
    own_sources,
)
from wordchipper_lab.browser.pack_vocabularies import VOCABULARIES, packed_path
from wordchipper_lab.browser.vocabulary_file import unpack_vocabulary
from wordchipper_lab.encoders.registry import BUILT_IN, WRONG_ENCODERS
from wordchipper_lab.kernels.linked import manifest as of_sources
from wordchipper_lab.spanners.spans import KIND_NAMES
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_names, pretrained_spec

MOST_MODULE_BYTES = 150_000
MOST_VOCABULARY_BYTES = 1_000_000
FILES = sorted({pretrained_spec(name).file for name in pretrained_names()})

_IMPORTS, _EXPORTS = 2, 7  # numbers of sections


def test_the_module_is_current() -> None:
    """If not: ``python -m wordchipper_lab.browser.build``."""
    assert is_current()


@pytest.fixture
def now() -> dict[str, Any]:
    """The manifest of a module that is built from the files as they are."""
    found: dict[str, Any] = json.loads(MANIFEST.read_bytes())
    files = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (MODULE, LAYOUT)}
    return found | {"files": files, "sha256": hash_of_inputs(found["sources"])}


def test_every_source_decides_whether_a_module_is_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: dict[str, Any]
) -> None:
    assert is_current(now)
    names = sorted({*now["sources"], *own_sources()})
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(of_sources.PACKAGE / name, tmp_path / name)
    monkeypatch.setattr(of_sources, "PACKAGE", tmp_path)
    assert is_current(now)
    for name in names:
        before = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(before + b"\n")
        assert not is_current(now), name
        (tmp_path / name).write_bytes(before)
    assert is_current(now)
    assert not is_current(now | {"sources": now["sources"][1:]})


@pytest.mark.parametrize("name", ["MODULE", "LAYOUT"])
def test_a_damaged_module_or_layout_is_not_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: dict[str, Any], name: str
) -> None:
    file: Path = getattr(manifest, name)
    (tmp_path / file.name).write_bytes(file.read_bytes()[:-1])
    monkeypatch.setattr(manifest, name, tmp_path / file.name)
    assert not is_current(now)


class Reader:
    """Reads the binary format of WebAssembly."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self) -> int:
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def take(self, n: int) -> bytes:
        self.at += n
        return self.data[self.at - n : self.at]

    def sections(self) -> Iterator[tuple[int, bytes]]:
        assert self.take(8) == b"\0asm\1\0\0\0"
        while self.at < len(self.data):
            section = self.number()
            yield section, self.take(self.number())


def test_the_module_is_small_and_needs_nothing() -> None:
    """It imports nothing, and exports the kernels, the memory and where free memory begins."""
    data = MODULE.read_bytes()
    assert len(data) < MOST_MODULE_BYTES
    sections = dict(Reader(data).sections())
    assert sections.get(_IMPORTS, b"\0") == b"\0"
    exports = Reader(sections[_EXPORTS])
    names = []
    for _ in range(exports.number()):
        names.append(exports.take(exports.number()).decode())
        exports.take(1)
        exports.number()
    assert sorted(names) == sorted([*KERNELS, "memory", "__heap_base"])


def test_the_layout_is_that_of_the_kernels_here() -> None:
    written = LAYOUT.read_text("utf-8")
    found = re.search(r"^export const KERNELS = (\{.*?^\});", written, re.MULTILINE | re.DOTALL)
    assert found
    kernels = json.loads(found[1])
    assert list(kernels) == list(KERNELS)
    assert written == layout_module(kernels)


@pytest.mark.parametrize("file", FILES)
def test_packed_vocabularies_are_the_bundled_ones(file: str) -> None:
    packed = packed_path(file).read_bytes()
    assert len(packed) < MOST_VOCABULARY_BYTES
    found = unpack_vocabulary(packed)
    expected = load_token_bytes(pretrained_spec(file.removesuffix(".tiktoken")))
    np.testing.assert_array_equal(found.starts, expected.starts)
    np.testing.assert_array_equal(found.data, expected.data[: expected.starts[-1]])


def test_no_vocabulary_is_there_that_nothing_uses() -> None:
    assert sorted(path.name for path in VOCABULARIES.iterdir()) == [packed_path(file).name for file in FILES]


_NAMES = """
const [{ MODELS, findModel }, { ENCODERS, WRONG_ENCODERS }, { KINDS }, layout] = await Promise.all(
  ["models", "trace", "spans", "layout"].map((name) => import(`${process.argv[1]}/${name}.js`)));
const models = Object.entries(MODELS).map(([name, { file, pattern, specialTokens }]) => [name, file, pattern, [...specialTokens]]);
const aliases = ["gpt2", "openai:o200k_base", "openai::p50k_edit"].map((name) => findModel(name)[0]);
console.log(JSON.stringify({ models, aliases, ENCODERS, WRONG_ENCODERS, KINDS, compiled: layout.ENCODERS }));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_names_and_patterns_are_those_of_python() -> None:
    command = ["node", "--input-type=module", "-e", _NAMES, TOKENIZER.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    specs = [pretrained_spec(name) for name in pretrained_names()]
    assert found["models"] == [
        [
            spec.name,
            spec.file.removesuffix(".tiktoken"),
            spec.pattern,
            [list(pair) for pair in spec.special_tokens.items()],
        ]
        for spec in specs
    ]
    assert found["aliases"] == ["r50k_base", "o200k_base", "p50k_edit"]
    assert found["ENCODERS"] == found["compiled"] == [encoder.name for encoder in BUILT_IN]
    assert found["WRONG_ENCODERS"] == list(WRONG_ENCODERS)
    assert found["KINDS"] == list(KIND_NAMES)


def test_the_versions_are_the_same() -> None:
    assert json.loads((TOKENIZER / "package.json").read_bytes())["version"] == wl.__version__
