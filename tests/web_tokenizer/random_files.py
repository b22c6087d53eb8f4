"""Small files of any kind, as a ``tokenizer.json`` may be, and texts that tell what they do."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.open_patterns import DEEPSEEK_V3_STEPS, OPEN_PATTERNS

__all__ = ["RandomFile", "byte_level", "random_file", "sequence", "split"]

ALPHABETS = ("ab", "abc", "aA1 ", "ab \n", "\u00e9\u4e2da", "e\u0301 a")
PATTERNS = [
    *(r"\w+", r"\p{L}+", r"\p{L}+|\p{N}", r"[^\s]+", r"\W", r"[\w']+", r"(?i:ab)", r".+", r"\s", "ab", " ?[a-c]+", r"\s+|\S+"),
    *("a*", "[a-c]{2,}", "x|y|z", "[^a]b", "a|ab|abc", "(ab|a)(c|bcd)?", "(?<=a)b"),
    *OPEN_PATTERNS.values(),
]  # fmt: skip
ADDED = ["<e>", "<e>x", "<|end|>", "ab", "\u00e9", "aa", ">a", "a ", "  ", "K;", "e\u0301", "<"]
ODD_ENTRIES = ["<unk>", "\u4e2d", "  ", "<e>", "\u00ff \u00e9", "\u0100\u4e2d"]
PIECES = ["<e>", "<|end|>", "<e", "x", "  ", "\u00e9", "e\u0301", "\u4e2d", "1", "23", "!", "K", "\u212a", "\u0316", "\u0301", "ab", "\n",
          "\U0001f600", "\ufeff", ";", "\u037e", "\u1fef", "\ufffe", "\x00"]  # fmt: skip


class RandomFile(NamedTuple):
    """A file, and texts."""

    file: dict[str, Any]
    texts: list[str]


def byte_level(use_regex: bool = True, add_prefix_space: bool = False) -> dict[str, Any]:
    return {
        "type": "ByteLevel",
        "add_prefix_space": add_prefix_space,
        "trim_offsets": True,
        "use_regex": use_regex,
    }


def sequence(*steps: object) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(steps)}


def split(pattern: object, behavior: str = "Isolated", invert: bool = False) -> dict[str, Any]:
    given = {"Regex": pattern} if isinstance(pattern, str) else pattern
    return {"type": "Split", "pattern": given, "behavior": behavior, "invert": invert}


def random_file(seed: int) -> RandomFile:
    """Merges out of order, some listed twice, entries that no merge makes, ids in any order or with gaps ..."""
    rng = random.Random(seed)
    alphabet = rng.choice(ALPHABETS)
    tokens = [bytes([value]) for value in range(256)]
    if rng.random() < 0.1:
        for value in rng.sample(range(128, 256), rng.randrange(1, 8)):
            tokens.remove(bytes([value]))
    made = [token for token in map(bytes, zip(alphabet.encode())) if token in tokens]
    merges: list[tuple[bytes, bytes]] = []
    for _ in range(rng.randrange(40)):
        left, right = rng.choice(made), rng.choice(made)
        if len(left + right) < 14:
            merges.append((left, right))
            made.append(left + right)
    if rng.random() < 0.5:
        rng.shuffle(merges)
    if merges and rng.random() < 0.3:
        merges.insert(rng.randrange(len(merges) + 1), rng.choice(merges))
    tokens += [token for token in dict.fromkeys(made) if len(token) > 1]
    for _ in range(rng.randrange(4)):
        tokens.append(bytes(rng.choice(alphabet.encode()) for _ in range(rng.randrange(2, 6))))
    texts = [bytes_to_characters(token) for token in tokens]
    if rng.random() < 0.3:
        texts += rng.sample(ODD_ENTRIES, 2)
    special = rng.sample(ADDED, rng.randrange(1, 4)) if rng.random() < 0.6 else []
    texts += [text for text in special if rng.random() < 0.4]
    texts = list(dict.fromkeys(texts))
    ids = list(range(len(texts)))
    if rng.random() < 0.4:
        rng.shuffle(ids)
    if rng.random() < 0.2:
        ids = [2 * number for number in ids]
    vocab = dict(zip(texts, ids, strict=True))
    pieces = [*alphabet * 3, *PIECES, *special]
    model = {
        "type": "BPE",
        "unk_token": "<unk>" if "<unk>" in vocab and rng.random() < 0.7 else None,
        "fuse_unk": rng.random() < 0.1,
        "ignore_merges": rng.random() < 0.3,
        "vocab": vocab,
        "merges": [_written(pair, rng) for pair in merges],
    }
    file = {
        "added_tokens": _added_tokens(special, vocab, rng),
        "normalizer": rng.choice([None, None, {"type": "NFC"}, {"type": "Sequence", "normalizers": []}]),
        "pre_tokenizer": _pre_tokenizer(rng),
        "model": model,
    }
    found = ["".join(rng.choices(pieces, k=rng.randrange(40))) for _ in range(20)]
    return RandomFile(file, [*found, ""])


def _written(pair: tuple[bytes, bytes], rng: random.Random) -> object:
    left, right = map(bytes_to_characters, pair)
    return f"{left} {right}" if rng.random() < 0.5 else [left, right]


def _added_tokens(texts: list[str], vocab: dict[str, int], rng: random.Random) -> list[dict[str, Any]]:
    following = iter(range(len(vocab), len(vocab) + len(texts)))
    added = []
    for text in texts:
        options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        options["normalized"] = rng.random() < 0.15
        number = vocab[text] if text in vocab else next(following)
        added.append({"id": number, "content": text, "special": rng.random() < 0.7, **options})
    return added


def _pre_tokenizer(rng: random.Random) -> dict[str, Any]:
    pattern = rng.choice(PATTERNS) if rng.random() < 0.8 else {"String": rng.choice(["a", " ", "ab", "."])}
    one_split = (
        split(pattern, "Isolated", rng.random() < 0.5)
        if rng.random() < 0.7
        else split(pattern, "Removed", True)
    )
    digits = {"type": "Digits", "individual_digits": True}
    return rng.choice(
        [
            byte_level(),
            byte_level(use_regex=False),
            *[sequence(one_split, byte_level(use_regex=False))] * 5,
            sequence(digits, byte_level(use_regex=rng.random() < 0.5)),
            sequence({"type": "Whitespace"}, byte_level(use_regex=False)),
            sequence(*map(split, DEEPSEEK_V3_STEPS), byte_level(use_regex=False)),
            sequence({"type": "FixedLength", "length": rng.randrange(1, 5)}, byte_level(use_regex=False)),
            sequence(sequence(), sequence(byte_level())),
        ]
    )
