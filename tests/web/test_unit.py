"""The browser side's logic in Node, on records made by Python: both sides read the same drawings."""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.registry import WRONG_ENCODERS
from wordchipper_lab.lab import explore, trace_merges
from wordchipper_lab.lab.languages import language_costs
from wordchipper_lab.lab.opened import MOST_OPENED
from wordchipper_lab.lab.permalink import MAX_LINK_CHARACTERS, unpack_state
from wordchipper_lab.lab.stories import check_guess, load_story, story_names, tell_step
from wordchipper_lab.lab.vocabulary import CHOICES, Query, index_vocabulary
from wordchipper_lab.lab.where_time_goes import where_time_goes
from wordchipper_lab.lab.words import all_words
from wordchipper_lab.screens.explorer.drawing import draw_exploration
from wordchipper_lab.screens.records import describe, find_flaw
from wordchipper_lab.screens.stepper.answer import MAX_SPAN
from wordchipper_lab.screens.stepper.drawing import draw_traces
from wordchipper_lab.screens.throughput.where import WhereRecord, draw_report
from wordchipper_lab.screens.vocabulary.drawing import draw_vocabulary
from wordchipper_lab.screens.work.job import BUSY, JobState
from wordchipper_lab.spanners import GAP, SPECIAL, WORD
from wordchipper_lab.spanners.spans import KIND_NAMES
from wordchipper_lab.special_policy import SPECIAL_POLICIES
from wordchipper_lab.web.modules import WEB

from ..odd_tokenizer import odd_tokenizer_json
from ..screens.samples import MAKERS, samples_of

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

TEXTS = {
    "nothing": "",
    "words": "Tokenizers don't see words; they see bytes.\n",
    "split characters": "naïve 👩‍💻👍🏽 東京タワー ᚠᛇᚻ 🏴\U000e0067\U000e0062",
    "special tokens": "a<|endoftext|>b<|endoftext|>",
    "a long line": "the quick brown fox " * 900,
    "one long word": "naïve👍" * 3000,
}
LINKS: list[dict[str, Any]] = [
    {"text": "naïve 👍", "model": "r50k_base"},
    {"text": "a" * 3000, "step": 3, "whole": True},
]


def as_record(value: Any) -> Any:
    """A value as JSON for the browser side: bytes become an object that `records.js` revives."""
    if isinstance(value, bytes):
        return {"$hex": value.hex()}
    if isinstance(value, dict):
        return {key: as_record(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_record(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def explorations() -> list[dict[str, Any]]:
    tokenizers = {
        "": wl.Tokenizer.from_pretrained("o200k_base"),
        ", with gaps": gap_tokenizer(),
        ", changed": odd_tokenizer(),
    }
    found = []
    for note, tok in tokenizers.items():
        for name, text in TEXTS.items():
            exploration = explore(tok, text)
            found.append(
                {
                    "name": name + note,
                    "drawing": draw_exploration(exploration),
                    "pieces": pieces(tok, text),
                    "tokens": [tok.id_to_bytes(token).hex() for token in exploration.tokens.tolist()],
                }
            )
    return found


def pieces(tok: wl.Tokenizer, text: str) -> list[tuple[str, int]]:
    """Bytes and number of each token and each gap (-1) in order, by the general path, span by span."""
    encoding, changes = tok._encoder.encode_with_spans(text), explore(tok, text).changes
    token_ends = encoding.token_ends if changes is None else changes.token_ends
    data, out, token = text.encode(), [], 0
    start = 0
    for end, kind, stop in zip(
        encoding.span_ends, encoding.span_kinds, encoding.span_token_ends, strict=True
    ):
        if kind == GAP:
            out.append((data[start:end].hex(), -1))
        while token < stop:
            first = int(token_ends[token - 1]) if token else 0
            out.append((data[max(first, start) : int(token_ends[token])].hex(), token))
            token += 1
        start = end
    return out


PIECES = [
    "a",
    " ",
    "\n",
    "ing",
    " the",
    "\r\n",
    "é",
    "\u0301",
    "👍",
    "🏽",
    "\u200d",
    "🇩",
    "🇪",
    "\ufe0f",
    "กำ",
    "東",
    "<|endoftext|>",
    "1",
    "?!",
    "LOW",
    "|",
    " <mask>",
]


def edits() -> list[list[dict[str, Any]]]:
    """Drawings of texts as someone edits them, at the end more often than elsewhere."""
    chance = random.Random(15)
    tokenizers = [wl.Tokenizer.from_pretrained("o200k_base"), gap_tokenizer(), odd_tokenizer()]
    texts = [
        "",
        TEXTS["split characters"],
        "".join(chance.choices(PIECES, k=150)),
        "some lines\n" * 240,
        "a line " * 500,
    ]
    found = []
    for tok, text in itertools.product(tokenizers, texts):
        drawings = []
        for _ in range(2 if len(text) > 1_500 else 8):
            at = len(text) if chance.random() < 0.4 else chance.randint(0, len(text))
            removed = chance.choice([0, 0, 0, 1, 1, 3, 200])
            piece = "".join(chance.choices(PIECES, k=chance.choice([0, 1, 1, 2, 5, 30])))
            text = text[: max(at - removed, 0)] + piece + text[at:]
            drawings.append(draw_exploration(explore(tok, text)))
        found.append(drawings)
    # Choices change while the text stays: the same ends with other ids, other kinds, other spans.
    toks = [*map(wl.Tokenizer.from_pretrained, ("cl100k_base", "o200k_base"))]
    toks += map(split_by, (r"\w+", r"\w+|\W+", r".", r".+"))
    found.append([draw_exploration(explore(tok, "ᚠᛇ, hello world!?")) for tok in toks])
    policies = ("parse", "text", "parse")
    found.append([draw_exploration(explore(toks[0], TEXTS["special tokens"], policy)) for policy in policies])
    return found


def gap_tokenizer() -> wl.Tokenizer:
    return split_by(r"\w+")


def odd_tokenizer() -> wl.Tokenizer:
    return wl.Tokenizer.from_file(odd_tokenizer_json())


def split_by(pattern: str) -> wl.Tokenizer:
    vocab = wl.Tokenizer.from_pretrained("r50k_base").vocab
    return wl.Tokenizer(vocab, lexer=wl.build_lexer(pattern, "automaton"))


def traces() -> dict[str, Any]:
    tok = wl.Tokenizer.from_pretrained("cl100k_base")
    found = [(tok, trace_merges(tok, " défenestration", name)) for name in (*ENCODERS, *WRONG_ENCODERS)]
    frames = [
        {"encoder": trace.encoder, "frames": [vars_of(frame) for frame in trace.frames]} for _, trace in found
    ]
    return {"drawing": draw_traces(found, []), "traces": frames}


def vars_of(frame: Any) -> dict[str, Any]:
    return {"tokens": list(map(int, frame.tokens)), "starts": list(map(int, frame.starts))}


def vocabulary() -> dict[str, Any]:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    ids = [0, 1, 255, 256, 5000, 50255, 50256]
    return {
        "drawing": draw_vocabulary(index_vocabulary(tok)),
        "tokens": [(token, tok.id_to_bytes(token).hex()) for token in ids],
    }


def where_reports() -> dict[str, Any]:
    """Of some text, of text that repeats itself, and of a span too long for sweeps; as described."""
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    texts = [TEXTS["words"] + TEXTS["split characters"], " a b" * 100, "a" * 30_000]
    reports = [draw_report(where_time_goes(tok, text, rounds=1), "tests") for text in texts]
    assert [find_flaw(report, WhereRecord, "report") for report in reports] == [None] * len(texts)
    return {"reports": reports}


def told_stories() -> list[dict[str, Any]]:
    """Every step as the page gets it, with what is true, and what is said of a right and a wrong guess."""
    found = []
    for name in story_names():
        for number, step in enumerate(load_story(name).steps, 1):
            told, results = tell_step(name, number), []
            if step.question is not None:
                guesses = [None, *(choice["value"] for choice in told["question"]["choices"])]
                if len(guesses) == 1:
                    guesses += ["1234", check_guess(name, number, None)["truth"]]
                results = [{"guess": guess, "result": check_guess(name, number, guess)} for guess in guesses]
            found.append({"step": told, "results": results})
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copytree(WEB, folder / "web", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copytree(Path(__file__).parent / "unit", folder / "unit")
    records: dict[str, Any] = {
        "explorations": explorations(),
        "edits": edits(),
        "traces": traces(),
        "vocabulary": vocabulary(),
        "where_time_goes": where_reports(),
        "links": [{"state": state} for state in LINKS],
        "stories": told_stories(),
        "languages": language_costs(),
        "explained_words": [word.to_json() for word in all_words().values()],
        "constants": {
            "link": MAX_LINK_CHARACTERS,
            "stepped": MAX_SPAN,
            "opened": MOST_OPENED,
            "kinds": list(KIND_NAMES),
            "kind_codes": [WORD, SPECIAL, GAP],
            "policies": list(SPECIAL_POLICIES),
        },
        "query": {
            "defaults": asdict(Query()),
            "choices": {name: list(each) for name, each in CHOICES.items()},
        },
        "job": {"states": [state.value for state in JobState], "busy": [state.value for state in BUSY]},
    }
    for screen in MAKERS:
        kinds = {name: describe(kind) for name, kind, _ in samples_of(screen)}
        records[f"{screen}_records"] = {
            "kinds": kinds,
            "records": {name: record for name, _, record in samples_of(screen)},
        }
    for name, record in records.items():
        (folder / "unit" / f"{name}.json").write_text(json.dumps(as_record(record)))
    return folder


UNITS = sorted((Path(__file__).parent / "unit").glob("*.test.js"))
ALONE = [
    "keep_width.test.js",
    "lab.test.js",
    "page.test.js",
    "page_keys.test.js",
    "player.test.js",
    "slide.test.js",
]
"""They change what all would see in one process. Starting Node takes a third of a second."""


def run_in_node(folder: Path, name: str) -> str:
    command = ["node", "--test-reporter=tap", f"unit/{name}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def test_in_one_process(folder: Path) -> None:
    names = [path.name for path in UNITS if path.name not in ALONE]
    assert len(names) > 20
    (folder / "unit" / "together.js").write_text("".join(f'import "./{name}";\n' for name in names))
    output = run_in_node(folder, "together.js")
    packed = re.findall(r"packed (\S+)", output)
    assert [unpack_state(word) for word in packed] == LINKS


@pytest.mark.parametrize("name", ALONE)
def test_alone(folder: Path, name: str) -> None:
    run_in_node(folder, name)
