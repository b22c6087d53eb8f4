"""Spans worth stepping through, each with what to look for."""

from __future__ import annotations

from dataclasses import dataclass

from ...encoders import ENCODERS

__all__ = ["PRESETS", "Preset"]


@dataclass(frozen=True)
class Preset:
    """A text, one of its spans, and the lanes to look at."""

    text: str
    story: str
    """What to look for."""
    model: str = "o200k_base"
    span: int = 0
    lanes: tuple[str, ...] = ENCODERS.built_in
    compare: str = ""


PRESETS: dict[str, Preset] = {
    "tokenization": Preset(
        " tokenization",
        "Eleven merges for four of the encoders, two steps for bpe_backtrack: it never starts from bytes, but takes "
        "the longest token that fits and checks that the border is right.",
    ),
    "defenestration": Preset(
        "defenestration",
        "A rare word. bpe_backtrack takes “enes”, “tra”, finds that nothing fits after them and goes back, "
        "three times. The wrong lane reduces “tration” as soon as it can; the global order merges “estr” "
        "first.",
        lanes=(*ENCODERS.built_in, "shift_reduce"),
    ),
    "Greedy left to right is wrong: [a, b, c]": Preset(
        "abc",
        "Two merges were learned, (b, c) before (a, b). Greedy takes the leftmost pair that merges, (a, b), and ends "
        "with “ab c”, which no training run could have made. The lowest rank wins: “a bc”.",
        model="toy: bc, ab",
        lanes=(*ENCODERS.built_in, "greedy_left"),
    ),
    "Shift-reduce is wrong: bear": Preset(
        "bear",
        "A parser with a stack and one byte of look-ahead accepts (b, e) when it sees it. The global order "
        "merges (a, r) and (e, ar) first, and then no “be” can be made. tiktoken agrees with the five.",
        model="r50k_base",
        lanes=(*ENCODERS.built_in, "shift_reduce", "greedy_left"),
    ),
    "Three merges: abcd": Preset(
        "abcd",
        "The smallest example: (a, b), then (c, d), and only then is there a pair (ab, cd) to merge.",
        model="toy: ab, cd, abcd",
    ),
    "A family, joined": Preset(
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "One picture, 18 bytes: three emoji and two zero-width joiners. Watch which bytes of a character come together "
        "first, and which tokens end inside one.",
    ),
    "Spaces before a word": Preset(
        "   world",
        "The lexer leaves two spaces in a separate span and gives the last one to the word. “ world” is one "
        "token: the tokenizer looks it up without running an encoder; here the encoders run anyway.",
        span=1,
    ),
    "CamelCase, two vocabularies": Preset(
        "CamelCaseIdentifier",
        "One span in cl100k_base, three in o200k_base, whose pattern splits at capitals. Here both merge the same "
        "bytes as one span: compare the boundaries.",
        model="cl100k_base",
        lanes=("buffer_sweep", "priority_merge", "bpe_backtrack"),
        compare="o200k_base",
    ),
    "Thai": Preset(
        "สวัสดีชาวโลก",
        "Three bytes per character, and no spaces: one long span. First merges build characters, later ones "
        "words.",
    ),
    "Korean": Preset(
        "안녕하세요",
        "Each syllable is three bytes; merges do not care that two of them are not a character yet.",
    ),
    "200 bytes that repeat": Preset(
        "aab" * 66 + "aa",
        "Here the encoders part ways - not in what they do, but in how much: the sweeps look up every pair "
        "in every round, the heap only what changed. Its price is stale entries, and bpe_backtrack's are "
        "steps back.",
    ),
}
"""The presets by name."""
