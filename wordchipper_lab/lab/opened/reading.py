"""From the files that a visitor gave to a vocabulary, within the limits of pages."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...errors import InputError, UnsupportedVocabError, VocabFormatError, WorkLimitError
from ...pipeline.split_of import split_of
from ...spanners import resolve_pattern
from ...spanners.pattern_size import check_size
from ...text.text_bytes import encode_text
from ...vocab.formats.any_file import read_vocab_file
from ...vocab.formats.recognise import recognise
from ...vocab.formats.vocab_file import VocabFile
from ...vocab.open_patterns import is_published
from ...vocab.pipeline import Pipeline, SplitStep
from ..page_limits import page_limits, page_vocab_limits
from .suggestion import PATTERN_CHOICES, published_spec, suggest_pattern

__all__ = ["PatternChoice", "ReadFiles", "read_opened", "unpack_file"]

_LONGEST_NAME = 60
_LONGEST_LINE = (
    100_000  # bytes; columns of tokens are compared byte by byte, so one long token would take minutes
)
_MOST_STEPS = 100
_ADVICE = {
    VocabFormatError: "Nothing was opened; get the file again, or open another one.",
    UnsupportedVocabError: "Nothing was opened: only byte-level BPE, as GPT, Llama 3, Qwen, DeepSeek and Mistral Nemo "
    "have it, is shown here, and only where every id is certain; open another tokenizer.",
}


@dataclass(frozen=True)
class PatternChoice:
    """A vocabulary without a split pattern: which of `patterns` it is to have, the `suggested` one, and why."""

    file: str
    patterns: tuple[str, ...]
    suggested: str
    why: str


@dataclass(frozen=True)
class ReadFiles:
    """What was read: the file by which it is known, its vocabulary, its pattern; `given` is what the file itself does
    not say: the name of the pattern, special tokens."""

    file: str
    found: VocabFile
    pattern: str
    given: dict[str, object] = field(default_factory=dict)


def read_opened(files: Mapping[str, bytes], pattern: str = "") -> ReadFiles | PatternChoice:
    """The tokenizer in `files` (name -> contents), or the question for its pattern if `pattern` is "" and it has none.

    Raises `VocabFormatError`, `UnsupportedVocabError`, `WorkLimitError` or `PatternError`; each message says what was
    given, what was expected and what to do.
    """
    named = {_short(name): contents for name, contents in files.items()}
    try:
        return _read(named, pattern)
    except VocabFormatError as error:
        problem = f"{error.problem}. {_ADVICE[VocabFormatError]}"
        raise VocabFormatError(error.source, error.line, problem) from None
    except UnsupportedVocabError as error:
        raise UnsupportedVocabError(f"{error}. {_ADVICE[UnsupportedVocabError]}") from None


def _read(files: Mapping[str, bytes], pattern: str) -> ReadFiles | PatternChoice:
    limits = page_vocab_limits()
    limits.check_size(" and ".join(files), sum(map(len, files.values())))
    names = recognise(files).names
    chosen = {name: files[name] for name in names}
    for name in names:
        _check_lines(name, chosen[name])
    spec = published_spec(chosen)
    found = read_vocab_file(chosen, special_tokens=spec.special_tokens if spec else None, limits=limits)
    if found.pattern is not None or found.pipeline is not None:
        _check_steps(names[0], found)
        split_pattern, pipeline = split_of(names[0], found)
        return ReadFiles(names[0], replace(found, pipeline=pipeline), split_pattern)
    if not pattern:
        n_ranked = len(found.tokens.starts) - 1
        return PatternChoice(names[0], PATTERN_CHOICES, *suggest_pattern(n_ranked, spec))
    resolved = resolve_pattern(pattern)
    if not is_published(resolved):
        check_size(resolved, page_limits())
    special: dict[str, object] = {"special_tokens": spec.special_tokens} if spec else {}
    return ReadFiles(names[0], found, resolved, {"pattern": pattern} | special)


def _check_steps(name: str, found: VocabFile) -> None:
    """Raise `WorkLimitError` for more steps, or larger patterns, than a page carries out."""
    pipeline = found.pipeline or Pipeline(splits=(SplitStep(found.pattern or ""),))
    for what, n in (("normalizer", len(pipeline.normalizer)), ("pre_tokenizer", len(pipeline.splits))):
        if n > _MOST_STEPS:
            raise WorkLimitError(
                f"the {what} of {name} has {n:,} steps, but at most {_MOST_STEPS} are carried out on a page: "
                "open another file, or use wl.Tokenizer.from_file in Python"
            )
    for pattern in [step.pattern for step in pipeline.normalizer] + [
        step.pattern for step in pipeline.splits
    ]:
        if pattern and not is_published(pattern):
            check_size(pattern, page_limits())


def _check_lines(name: str, contents: bytes) -> None:
    if contents.lstrip()[:1] == b"{" or contents.startswith(b"GGUF"):
        return  # JSON may be one long line, GGUF has none
    longest = max(map(len, contents.splitlines()), default=0)
    if longest > _LONGEST_LINE:
        raise WorkLimitError(
            f"{name} has a line of {longest:,} bytes, but a token's line has at most {_LONGEST_LINE:,} on a page: open "
            "another file, or use wl.Tokenizer.from_file in Python"
        )


def unpack_file(name: str, packed: bytes) -> bytes:
    """Contents of a file that the page compressed with gzip; never more than the limit of pages allows.

    >>> import gzip
    >>> unpack_file("a.tiktoken", gzip.compress(b"IQ== 0"))
    b'IQ== 0'
    """
    limits = page_vocab_limits()
    unpacker = zlib.decompressobj(wbits=31)
    most = int(min(limits.bytes, 1 << 40))
    try:
        contents = unpacker.decompress(packed, most + 1)
    except zlib.error as error:
        raise InputError(f"{_short(name)} arrived damaged ({error}): open it again") from None
    limits.check_size(f"{_short(name)}, unpacked,", len(contents))
    if not unpacker.eof:
        raise InputError(f"{_short(name)} arrived incomplete: open it again")
    return contents


def _short(name: str) -> str:
    """The name without folders; the end of one that is too long, because that says the format."""
    last = encode_text(name).decode().replace("\\", "/").rpartition("/")[2] or "file"
    return last if len(last) <= _LONGEST_NAME else f"…{last[-_LONGEST_NAME:]}"
