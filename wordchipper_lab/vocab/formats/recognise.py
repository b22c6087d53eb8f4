"""What a vocabulary file in memory is, by its contents and its name; and, if it is none that is read here, what else.

Files come from a visitor, who may have taken the wrong one of a model's dozen: each of those gets a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Literal, NamedTuple

from ...errors import UnsupportedVocabError, VocabError, VocabFormatError
from .gguf_values import MAGIC
from .tiktoken_settings import SETTINGS_NAME

__all__ = ["GPT2_PAIRS", "Recognised", "is_tekken", "is_tiktoken", "recognise"]

GPT2_PAIRS = (("vocab.bpe", "encoder.json"), ("merges.txt", "vocab.json"))
"""GPT-2's two files, merges and ids, under its own names and Hugging Face's."""

EXPECTED = (
    "a .tiktoken file, a tokenizer.json, a tekken.json, a .gguf file, or vocab.bpe with encoder.json (merges.txt with "
    "vocab.json)"
)

_MERGES, _IDS = (tuple(pair[at] for pair in GPT2_PAIRS) for at in (0, 1))
_MODEL = re.compile(rb'"model"\s*:\s*\{')
_ID = re.compile(rb'\s*\{\s*"(?:[^"\\]|\\.){0,999}"\s*:\s*\d')
_TIKTOKEN_LINE = re.compile(rb"\s*[A-Za-z0-9+/]+=*[ \t]+\d+\s*(?:\n|$)")
_MERGE_LINE = re.compile(r"[^\s]+ [^\s]+\r?(?:\n|$)")
_TEKKEN = re.compile(rb'"token_bytes"\s*:\s*"')
_SHOWN = 24

_KIND_NAMES: dict[str, str] = {
    "sentencepiece": "is a SentencePiece model, whose tokens are pieces of text, with single bytes as a fallback",
    "wordpiece": "is a list of WordPiece tokens, as BERT uses them: it has no merges",
    "settings": "holds the settings of a tokenizer, but no vocabulary",
    "packed": "is a compressed file",
    "weights": "holds the weights of a model",
}


class Recognised(NamedTuple):
    """The format, and the names of the files that it takes: one; merges and ids; or a ``.tiktoken`` file and the
    settings beside it."""

    format: Literal["tokenizer.json", "tekken", "pair", "tiktoken", "gguf"]
    names: tuple[str, ...]


def recognise(files: Mapping[str, bytes]) -> Recognised:
    """The tokenizer among `files` (name -> contents); as in a directory, ``tokenizer.json`` is preferred to others.

    Raises `VocabFormatError` or `UnsupportedVocabError` if there is none, or more than one.

    >>> recognise({"a.txt": b"IQ== 0\\nIg== 1\\n"})
    Recognised(format='tiktoken', names=('a.txt',))
    """
    kinds = {name: _kind(PurePath(name).name, contents) for name, contents in files.items()}

    def of_kind(kind: str) -> list[str]:
        return [name for name, found in kinds.items() if found == kind]

    merges, ids = of_kind("merges"), of_kind("ids")
    pairs = [(one, other) for one in merges for other in ids] if len(merges) == len(ids) == 1 else []
    settings = [name for name in of_kind("settings") if PurePath(name).name == SETTINGS_NAME][:1]
    candidates = [
        *(Recognised("tokenizer.json", (name,)) for name in of_kind("tokenizer.json")),
        *(Recognised("tekken", (name,)) for name in of_kind("tekken")),
        *(Recognised("pair", pair) for pair in pairs),
        *(Recognised("tiktoken", (name, *settings)) for name in of_kind("tiktoken")),
        *(Recognised("gguf", (name,)) for name in of_kind("gguf")),
    ]
    alike = [found for found in candidates if found.format == candidates[0].format]
    if len(alike) == 1:
        return alike[0]
    if alike:
        names = ", ".join(found.names[0] for found in alike)
        raise VocabFormatError(names, None, "these are several tokenizers: open one at a time")
    raise _refusal(files, kinds)


def _refusal(files: Mapping[str, bytes], kinds: Mapping[str, str]) -> VocabError:
    if not files:
        return VocabFormatError("<nothing>", None, f"no file was given: expected {EXPECTED}")
    name = next((each for each, kind in kinds.items() if kind in ("merges", "ids")), next(iter(files)))
    kind = kinds[name]
    if kind in ("merges", "ids"):
        what, other = ("merges", "ids of the tokens") if kind == "merges" else ("ids", "merges")
        needed = " or ".join(_IDS if kind == "merges" else _MERGES)
        problem = f"it holds the {what} of a tokenizer, without the {other}: open it together with {needed}"
        return VocabFormatError(name, None, problem)
    if kind in _KIND_NAMES:
        return UnsupportedVocabError(f"{name} {_KIND_NAMES[kind]}: expected {EXPECTED}")
    start = files[name][:_SHOWN]
    given = f"it begins with {start!r}" if start else "the file is empty"
    return VocabFormatError(name, None, f"{given}: expected {EXPECTED}")


def _kind(name: str, contents: bytes) -> str:
    start = contents[:512].removeprefix(b"\xef\xbb\xbf").lstrip()
    if found := _binary_kind(contents[:512]):
        return found
    if name in _MERGES:
        return "merges"
    if name in _IDS:
        return "ids"
    if start[:1] != b"{" and all(word in contents[:65536] for word in (b"[UNK]", b"[CLS]")):
        return "wordpiece"
    if start[:1] in (b"{", b"["):
        return _json_kind(name, contents)
    if name.endswith(".tiktoken") or is_tiktoken(start):
        return "tiktoken"
    if start.startswith(b"#version"):
        return "merges"
    if name.endswith(".json"):
        return "tokenizer.json"  # its reader says what is wrong
    if (name.endswith(".bpe") or "merges" in name) and _MERGE_LINE.match(start.decode(errors="replace")):
        return "merges"
    return "unknown"


def _binary_kind(start: bytes) -> str | None:
    if start.startswith((b"\x1f\x8b", b"PK\x03\x04", b"\xfd7zXZ", b"BZh", b"\x28\xb5\x2f\xfd")):
        return "packed"
    if start.startswith(MAGIC):
        return "gguf"
    if b'"__metadata__"' in start or b'"dtype"' in start:
        return "weights"
    if start.startswith(b"\n") and any(
        word in start for word in (b"<unk>", b"\xe2\x96\x81", b"<s>", b"<pad>")
    ):
        return "sentencepiece" if b"\x15" in start or b"\x18" in start else None
    return None


def is_tiktoken(contents: bytes) -> bool:
    """Whether contents begin like a ``.tiktoken`` file.

    >>> is_tiktoken(b"IQ== 0\\nIg== 1"), is_tiktoken(b"\\n\\x0e\\n\\x05<unk>")
    (True, False)
    """
    return _TIKTOKEN_LINE.match(contents[:512]) is not None


def is_tekken(contents: bytes) -> bool:
    """Whether JSON looks like a ``tekken.json``.

    >>> is_tekken(b'{"config": {}, "vocab": [{"rank": 0, "token_bytes": "AA=="}]}')
    True
    """
    return _TEKKEN.search(contents[:65536]) is not None


def _json_kind(name: str, contents: bytes) -> str:
    if is_tekken(contents):
        return "tekken"
    if name == SETTINGS_NAME:
        return "settings"
    if _MODEL.search(contents):
        return "tokenizer.json"
    if re.search(rb'"(?:tokenizer_class|model_type|model_max_length|(?:bos|eos|unk)_token)"\s*:', contents):
        return "settings"
    return "ids" if _ID.match(contents) and "tokenizer" not in name else "tokenizer.json"
