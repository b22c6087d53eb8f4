"""The table of characters is what its definition says, by a slow and obvious twin."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.vocab.characters import CHARACTER_WORDS
from wordchipper_lab.vocab.tables import build_tables
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import load_vocab

FAR = 1 << 40


def _is_start(byte: int) -> bool:
    return not 0x80 <= byte < 0xC0


def _twin(tokens: list[bytes]) -> dict[str, tuple[int, int, int]]:
    """Of each character of two or three bytes: its token, and the bits of what may not be before and behind it."""
    ids = {token: number for number, token in enumerate(tokens) if token}
    # The lowest token that is some bytes, of which the last is known, followed by a beginning of a character; and the
    # lowest that is an end of a character, followed by some bytes, of which the first is known.
    before: dict[tuple[int, bytes], int] = defaultdict(lambda: FAR)
    behind: dict[tuple[bytes, int], int] = defaultdict(lambda: FAR)
    for token, number in ids.items():
        for size in range(1, min(len(token), 4)):
            head, tail = token[:size], token[-size:]
            before[token[-size - 1], tail] = min(before[token[-size - 1], tail], number)
            behind[head, token[size]] = min(behind[head, token[size]], number)
    found = {}
    for token, number in ids.items():
        try:
            character = token.decode()
        except UnicodeDecodeError:
            continue
        if len(character) != 1 or not 2 <= len(token) <= 3 or merge_bytes(token, ids.get) != [number]:
            continue
        parts = [ids[part] for part in (token[:2], token[1:]) if _merges_first(token, part, ids)]
        last = max(number, *parts) if parts and len(token) == 3 else number
        no_before = [
            byte
            for byte in range(0x80, 0xC0)
            if min(before[byte, token[: n + 1]] for n in range(len(token))) < last
        ]
        no_behind = [
            byte
            for byte in range(0xC0, 0x100)
            if min(behind[token[n:], byte] for n in range(len(token))) < last
        ]
        found[character] = number + 1, _bits(no_before), _bits(no_behind)
    return found


def _merges_first(token: bytes, part: bytes, ids: dict[bytes, int]) -> bool:
    """Whether `part`, two of three bytes, is what is merged first."""
    pairs = [token[:2], token[1:]]
    return part in ids and min(pairs, key=lambda pair: ids.get(pair, FAR)) == part


def _bits(numbers: list[int]) -> int:
    return sum(1 << (byte & 63) for byte in numbers)


def _table(words: np.ndarray) -> dict[str, tuple[int, int, int]]:
    rows = words.reshape(-1, CHARACTER_WORDS)
    return {chr(i): tuple(map(int, rows[i, :3])) for i in np.flatnonzero(rows[:, 0]).tolist()}


def _tokens(data: np.ndarray, starts: np.ndarray) -> list[bytes]:
    return [
        data[begin:end].tobytes()
        for begin, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
    ]


@pytest.mark.sampled("cl100k_base")
@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_the_table_of_a_vocabulary(name: str) -> None:
    tables = load_vocab(name).tables
    assert _table(tables.characters) == _twin(_tokens(tables.token_data, tables.token_starts))


@pytest.mark.parametrize("seed", range(12))
def test_the_table_of_any_vocabulary(seed: int) -> None:
    """Also of tokens in an order that no training makes."""
    rng = np.random.default_rng(seed)
    alphabet = ["\u00e9", "\u0433", "\u0434", "\u4e2d", "\u6587", "\u0939", "\u093f", "a", " "]
    made: dict[bytes, None] = {bytes([byte]): None for byte in range(256)}
    while len(made) < 600:
        text = "".join(rng.choice(alphabet, size=4)).encode()
        begin, size = int(rng.integers(0, 6)), int(rng.integers(2, 6))
        made.setdefault(text[begin : begin + size] or b"a")
    several = [token for token in made if len(token) > 1]
    rng.shuffle(several)
    tokens = [*[token for token in made if len(token) == 1], *several]
    tables = build_tables(pack_tokens(tokens)).tables
    assert _table(tables.characters) == _twin(tokens)
