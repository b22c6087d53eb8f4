"""Random ``tokenizer.json`` configurations: every trait that byte-level BPE may have, and texts that touch them."""

from __future__ import annotations

import random
from typing import Any

from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

PARTS = (
    *(
        "a",
        "b",
        "c",
        "A",
        " ",
        "  ",
        "\n",
        "1",
        "2",
        ".",
        "'s",
        "\u00e9",
        "e\u0301",
        "\u00df",
        "\u4e2d",
        "\uff46",
        "\u00bd",
    ),
    *(
        "\U0001f600",
        "\u200d",
        "\t",
        "_",
        "-",
        "<s>",
        "[M]",
        "x y",
        "\u0130",
        "\u0300",
        "\uac00",
        "\u1100\u1161",
    ),
)
"""What texts are made of."""

_REGEXES = (
    r"a+",
    r"\p{N}{1,3}",
    r"\s+(?!\S)|\s+",
    r"[ab]b?",
    r" ?\p{L}+",
    r"b|c+",
    r"\s?[^\s\p{L}\p{N}]+",
    r"'s|\p{L}+",
    r"(?i:'s)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)
_BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
_ADDED = ("<s>", "[M]", "ab", "x y", "\u00e9", "A", " a", "<s>x", "a b", " ", "s>", "[M")
_NEVER_IN_UTF8 = (0xC0, 0xC1, 0xF5, 0xFF)


def random_text(rng: random.Random) -> str:
    """A text of up to 25 parts."""
    return "".join(rng.choice(PARTS) for _ in range(rng.choice([0, 1, 2, 3, 5, 8, 13, 25])))


def random_tokenizer(rng: random.Random) -> dict[str, Any]:
    """The contents of a ``tokenizer.json``."""
    vocab, merges, unknown = _random_model(rng)
    steps = [_random_split(rng) for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3]))]
    byte_level = {
        "type": "ByteLevel",
        "add_prefix_space": rng.random() < 0.3,
        "trim_offsets": rng.random() < 0.5,
        "use_regex": rng.random() < 0.4,
    }
    is_sequence = steps or rng.random() < 0.3
    normalizers = [_random_normalizer(rng) for _ in range(rng.choice([0, 0, 1, 1, 2, 3]))]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _random_added(rng, vocab),
        "normalizer": {"type": "Sequence", "normalizers": normalizers} if normalizers else None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [*steps, byte_level]}
        if is_sequence
        else byte_level,
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": unknown,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": rng.random() < 0.3,
            "vocab": vocab,
            "merges": merges,
        },
    }


def _random_model(rng: random.Random) -> tuple[dict[str, int], list[list[str]], str | None]:
    """Vocabulary, merges in any order (some that nothing reaches), and the token for unknown bytes."""
    tokens = [bytes([byte]) for byte in range(256)]
    known = set(tokens)
    parts = [part.encode() for part in PARTS]
    pool = list(dict.fromkeys(bytes([byte]) for part in parts for byte in part)) + [b" "] * 3
    merges: list[tuple[bytes, bytes]] = []
    for _ in range(rng.randint(0, 60)):
        left, right = rng.choice(pool), rng.choice(pool)
        if rng.random() < 0.6:  # something that occurs in texts
            text = rng.choice(parts) + rng.choice(parts)
            start = rng.randrange(len(text))
            end = rng.randint(start + 1, len(text))
            if end - start > 1:
                left, right = text[start : start + 1], text[start + 1 : end]
            if left not in known or right not in known:
                continue
        if len(left + right) > 16:
            continue
        merges.append((left, right))
        if left + right not in known:
            known.add(left + right)
            tokens.append(left + right)
            pool.append(left + right)
    for _ in range(rng.randint(0, 3)):  # that no merge makes
        token = b"".join(rng.choice(parts) for _ in range(rng.randint(1, 3)))
        if token not in known:
            known.add(token)
            tokens.append(token)
    if rng.random() < 0.4:
        rng.shuffle(merges)
    if rng.random() < 0.4:
        rng.shuffle(tokens)
    unknown, chance = None, rng.random()
    if chance < 0.3:
        in_merges = {part for pair in merges for part in pair}
        dropped = {bytes([byte]) for byte in (rng.sample(range(256), 30) if chance < 0.1 else _NEVER_IN_UTF8)}
        tokens = [token for token in tokens if token in in_merges or token not in dropped]
        unknown = "<unk>" if chance < 0.1 else None
    spelt = [bytes_to_characters(token) for token in tokens] + ([unknown] if unknown else [])
    vocab = {token: number for number, token in enumerate(spelt)}
    return vocab, [[bytes_to_characters(part) for part in pair] for pair in merges], unknown


def _random_added(rng: random.Random, vocab: dict[str, int]) -> list[dict[str, Any]]:
    found = []
    next_id = len(vocab)
    for text in rng.sample(_ADDED, rng.choice([0, 0, 1, 2, 3, 5])):
        if text not in vocab:
            next_id += 1
        chances = {"single_word": 0.2, "lstrip": 0.25, "rstrip": 0.25, "normalized": 0.35, "special": 0.6}
        options = {option: rng.random() < chance for option, chance in chances.items()}
        found.append({"id": vocab.get(text, next_id - 1), "content": text, **options})
    return sorted(found, key=lambda token: token["id"])


def _random_split(rng: random.Random) -> dict[str, Any]:
    split = {"type": "Split", "behavior": rng.choice(_BEHAVIORS), "invert": rng.random() < 0.3}
    return rng.choice(
        [
            split | {"pattern": {"Regex": rng.choice(_REGEXES)}},
            split | {"pattern": {"Regex": rng.choice(_REGEXES)}},
            split | {"pattern": {"Regex": rng.choice(_REGEXES)}, "behavior": "Isolated", "invert": False},
            split | {"pattern": {"String": rng.choice([" ", "a", "ab", "."])}},
            {"type": "Digits", "individual_digits": rng.random() < 0.5},
            {"type": "Punctuation", "behavior": rng.choice(_BEHAVIORS)},
            {"type": rng.choice(["Whitespace", "WhitespaceSplit", "BertPreTokenizer"])},
            {"type": "CharDelimiterSplit", "delimiter": rng.choice("ab .")},
            {"type": "FixedLength", "length": rng.randint(1, 6)},
        ]
    )


def _random_normalizer(rng: random.Random) -> dict[str, Any]:
    pattern = rng.choice([{"String": " "}, {"String": "ab"}, {"Regex": r"\s+"}, {"Regex": "[ab]c"}])
    return rng.choice(
        [
            {"type": rng.choice(["NFC", "NFD", "NFKC", "NFKD"])},
            {"type": rng.choice(["NFC", "NFD", "NFKC", "NFKD"])},
            {"type": "Lowercase"},
            {"type": "Strip", "strip_left": rng.random() < 0.5, "strip_right": rng.random() < 0.5},
            {"type": "StripAccents"},
            {
                "type": "BertNormalizer",
                "clean_text": rng.random() < 0.5,
                "handle_chinese_chars": rng.random() < 0.5,
                "strip_accents": rng.choice([None, True, False]),
                "lowercase": rng.random() < 0.5,
            },
            {"type": "Replace", "pattern": pattern, "content": rng.choice(["", "_", "  ", "\u00e9", "abc"])},
            {"type": "Prepend", "prepend": rng.choice([" ", "_", "ab"])},
        ]
    )
