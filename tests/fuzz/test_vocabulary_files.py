"""Any vocabulary file is read, and encodes as it says, or is refused with one of this package's errors."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from fuzzing import fuzz_target, refused
from hypothesis import strategies as st
from mutations import damaged_bytes, damaged_json

import wordchipper_lab as wl
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS

TEXTS = [
    "",
    "low lower lowest",
    " new\n\nest  1234 it's",
    "Ünï \U0001f469\u200d\U0001f680 \u0e20\u0e32",
    "<|end|>low<|end",
    "\t a_b",
]
SAMPLE = "low low low lower lower newest newest widest"


def _written(name: str) -> dict[str, bytes]:
    tok = wl.train_bpe([SAMPLE], 270, special_tokens=["<|end|>"] if name != "my.tiktoken" else [])
    with tempfile.TemporaryDirectory() as directory:
        return {path.name: path.read_bytes() for path in tok.save(Path(directory) / name)}


TIKTOKEN = _written("my.tiktoken")["my.tiktoken"]
PAIR = _written("vocab.bpe")
TOKENIZER_JSON: dict[str, Any] = json.loads(_written("tokenizer.json")["tokenizer.json"])


def _open(files: dict[str, bytes], name: str) -> wl.Tokenizer | None:
    with tempfile.TemporaryDirectory() as directory:
        for each, contents in files.items():
            (Path(directory) / each).write_bytes(contents)
        with refused():
            tok = wl.Tokenizer.from_file(Path(directory) / name)
            for text in TEXTS:
                tok.encode(text)
            return tok
    return None


def _tekken() -> bytes:
    tok = wl.train_bpe([SAMPLE], 270)
    single = [bytes([value]) for value in range(256)]
    tokens = single + [tok.id_to_bytes(i) for i in range(256, 270)]
    vocab = [{"rank": i, "token_bytes": base64.b64encode(token).decode()} for i, token in enumerate(tokens)]
    config = {"pattern": OPEN_PATTERNS["tekken"], "default_vocab_size": 300, "default_num_special_tokens": 30}
    return json.dumps({"config": config, "vocab": vocab}).encode()


def _decodes(tok: wl.Tokenizer) -> None:
    for text in TEXTS:
        covered = all(span.kind != "gap" for span in tok.spans(text))
        assert not covered or tok.decode(tok.encode(text)) == text


@fuzz_target(damaged_bytes(TIKTOKEN))
def test_tiktoken_file(contents: bytes) -> None:
    """Lines of base64 and ranks."""
    if tok := _open({"my.tiktoken": contents}, "my.tiktoken"):
        _decodes(tok)


@fuzz_target(damaged_bytes(PAIR["vocab.bpe"]), damaged_bytes(PAIR["encoder.json"]))
def test_gpt2_pair(merges: bytes, ids: bytes) -> None:
    """GPT-2's two files, which may not belong together."""
    if tok := _open({"vocab.bpe": merges, "encoder.json": ids}, "vocab.bpe"):
        _decodes(tok)


@fuzz_target(damaged_bytes(json.dumps(TOKENIZER_JSON).encode()))
def test_bytes_of_a_tokenizer_json(contents: bytes) -> None:
    """Bytes that may or may not be JSON."""
    _open({"tokenizer.json": contents}, "tokenizer.json")


@fuzz_target(damaged_bytes(_tekken()))
def test_tekken_file(contents: bytes) -> None:
    """Mistral's format."""
    if tok := _open({"tekken.json": contents}, "tekken.json"):
        _decodes(tok)


@fuzz_target(damaged_json(json.loads(_tekken())))
def test_parts_of_a_tekken_file(file: Any) -> None:
    """Mistral's format, with parts removed or replaced."""
    if tok := _open({"tekken.json": json.dumps(file).encode("utf-8", "surrogatepass")}, "tekken.json"):
        _decodes(tok)


SETTINGS = {
    "added_tokens_decoder": {"270": {"content": "[BOS]", "special": True}, "272": {"content": "<|end|>"}},
    "auto_map": {"AutoTokenizer": ["tokenization_kimi.TikTokenTokenizer", None]},
}


@fuzz_target(damaged_json(SETTINGS))
def test_settings_beside_a_tiktoken_file(settings: Any) -> None:
    """A tokenizer_config.json with parts removed or replaced."""
    contents = json.dumps(settings).encode("utf-8", "surrogatepass")
    with refused():
        tok = wl.Tokenizer.from_file({"tiktoken.model": TIKTOKEN, "tokenizer_config.json": contents})
        _decodes(tok)


def _gguf() -> bytes:
    def text(value: str) -> bytes:
        return len(value.encode()).to_bytes(8, "little") + value.encode()

    def array(kind: int, values: list[bytes]) -> bytes:
        return b"\t\0\0\0" + kind.to_bytes(4, "little") + len(values).to_bytes(8, "little") + b"".join(values)

    model = TOKENIZER_JSON["model"]
    tokens = [*sorted(model["vocab"], key=model["vocab"].__getitem__), "<|end|>"]
    kinds = [1] * (len(tokens) - 1) + [3]
    pairs = {
        "general.name": b"\b\0\0\0" + text("x"),
        "tokenizer.ggml.model": b"\b\0\0\0" + text("gpt2"),
        "tokenizer.ggml.pre": b"\b\0\0\0" + text("gpt-2"),
        "tokenizer.ggml.tokens": array(8, [text(token) for token in tokens]),
        "tokenizer.ggml.token_type": array(5, [kind.to_bytes(4, "little") for kind in kinds]),
        "tokenizer.ggml.merges": array(8, [text(merge) for merge in model["merges"]]),
        "tokenizer.ggml.bos_token_id": b"\4\0\0\0" + (269).to_bytes(4, "little"),
    }
    head = b"GGUF\3\0\0\0" + bytes(8) + len(pairs).to_bytes(8, "little")
    return head + b"".join(text(key) + value for key, value in pairs.items())


@fuzz_target(damaged_bytes(_gguf()))
def test_gguf_file(contents: bytes) -> None:
    """The head of a model's file."""
    if tok := _open({"x.gguf": contents}, "x.gguf"):
        assert tok.decode(tok.encode(TEXTS[1])) == TEXTS[1] or tok.vocab.dropped


_ATOMS = st.sampled_from(
    [
        r"\w+",
        r"\s+",
        r"\S",
        "l",
        " ?[a-z]+",
        r"\p{L}+",
        r"\p{N}{1,2}",
        r"[^\r\n]+",
        r"\s+(?!\S)",
        "$",
        "(?i:'s)",
    ]
)
_SPLITS = st.builds(
    lambda atoms, behavior, invert: {
        "type": "Split",
        "pattern": {"Regex": "|".join(atoms)},
        "behavior": behavior,
        "invert": invert,
    },
    st.lists(_ATOMS, min_size=1, max_size=3),
    st.sampled_from(
        ["Isolated", "Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
    ),
    st.booleans(),
)
_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
_ADDED = st.fixed_dictionaries(
    {
        "id": st.integers(250, 275),
        "content": st.sampled_from(["<|x|>", "low", " ", "<|end|>x", "é", "\n\n"]),
        "single_word": st.booleans(),
        "lstrip": st.booleans(),
        "rstrip": st.booleans(),
        "normalized": st.booleans(),
        "special": st.booleans(),
    }
)


@st.composite
def _tokenizer_files(draw: st.DrawFn) -> bytes:
    file = dict(TOKENIZER_JSON)
    if draw(st.booleans()):
        file["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [draw(_SPLITS), _BYTE_LEVEL]}
    if draw(st.booleans()):
        file["added_tokens"] = [*file["added_tokens"], draw(_ADDED)]
    if draw(st.booleans()):
        file = draw(damaged_json(file))
    return json.dumps(file).encode("utf-8", "surrogatepass")


@fuzz_target(_tokenizer_files(), examples=60)
def test_tokenizer_json(contents: bytes) -> None:
    """If Hugging Face's tokenizers reads the file too, the ids are the same."""
    _compare_with_tokenizers(contents)


def _compare_with_tokenizers(contents: bytes) -> None:
    tok = _open({"tokenizer.json": contents}, "tokenizer.json")
    if tok is None:
        return
    try:
        theirs = tokenizers.Tokenizer.from_str(contents.decode())
    except Exception:
        return  # it is stricter about parts that ids do not depend on
    # Only post-processors trim offsets; what ours makes of a file is compared in tests/compat.
    theirs.post_processor = tokenizers.processors.ByteLevel(trim_offsets=False)
    for text in TEXTS:
        expected, found = theirs.encode(text, add_special_tokens=False), tok.locate(text)
        assert tok.encode(text) == expected.ids == found.ids.tolist(), text
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, text


_ODD: list[Any] = [
    *(None, True, False, 0, -1, 10**30, 0.5, float("nan"), "", "x", "a b", "\ud800"),
    *(
        [],
        [1],
        [None],
        ["a", "b"],
        [[]],
        {},
        {"a": 1},
        {"type": 1},
        {"type": "Sequence"},
        {"type": "ByteLevel"},
    ),
]


def _paths(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Path of each part of a file; for long parts such as the vocabulary, only of their first two entries."""
    yield path
    keys = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
    for key in keys if len(keys) < 30 else keys[:2]:
        yield from _paths(part[key], (*path, key))


def _replaced(part: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    changed = part.copy()
    changed[path[0]] = _replaced(part[path[0]], path[1:], new)
    return changed


_SPLIT_FIRST = TOKENIZER_JSON | {
    "pre_tokenizer": {
        "type": "Sequence",
        "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": r"\w+|\s+"}, "behavior": "Isolated", "invert": False},
            _BYTE_LEVEL,
        ],
    }
}


@pytest.mark.sampled("0, 'pattern'", "1, 'type'", "'behavior'")
@pytest.mark.parametrize("path", list(_paths(_SPLIT_FIRST)), ids=str)
def test_each_part_of_a_tokenizer_json(path: tuple[Any, ...]) -> None:
    """Each part of a file replaced by each of 22 odd values."""
    for new in _ODD:
        _compare_with_tokenizers(json.dumps(_replaced(_SPLIT_FIRST, path, new)).encode())
