"""Rows about tokenizers of open models, read from their ``tokenizer.json``: ours beside `tokenizers` and gigatoken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from comparison_contenders import OURS, Who, best_peer, result_of
from comparison_new_text import SIZES, cut_documents, megabytes_a_second
from comparison_rows import Row

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.corpora import Corpus, load_corpus
from wordchipper_lab.lab.benchmark.found_corpora import FOUND_CORPORA
from wordchipper_lab.lab.benchmark.new_text import new_documents

MOST_BYTES = 6_000_000
CORPORA = ("python", "udhr")


def imported_rows(files: list[Path], *, quick: bool) -> Iterator[Row]:
    """Arrays of documents of 5 kB: new, and once more."""
    for file in files:
        model = next(
            (part for part in reversed(file.parent.parts) if part not in ("models", "package")), file.stem
        )
        for name in CORPORA:
            if not FOUND_CORPORA[name].is_here:
                print(f"<!-- no {name}: {FOUND_CORPORA[name].how_to_get} -->", flush=True)
                continue
            whole = Corpus(name, "\n".join(new_documents(load_corpus(name))), "")
            texts = cut_documents(whole, SIZES["5 kB"], MOST_BYTES // (6 if quick else 1))
            calls = _exact_calls(file, model, "".join(texts[:20])[:100_000])
            for what, warm_up in (("new text", 0.25), ("the same documents again", 0.0)):
                speed = megabytes_a_second(calls, texts, warm_up)
                beside = best_peer(speed, "array") | best_peer(speed, "list")
                yield Row(
                    "`encode_array`",
                    f"{what}: {name}, documents of 5 kB, {model}",
                    speed[OURS, "array"],
                    "MB/s",
                    beside,
                    "",
                )


def _exact_calls(file: Path, model: str, text: str) -> dict[Who, Callable[[str], Any]]:
    """Those whose ids on `text` are those of `tokenizers`; a remark names each that fails or gives others."""
    tokenizers = import_module("tokenizers")
    theirs = tokenizers.Tokenizer.from_file(str(file))
    calls: dict[Who, Callable[[str], Any]] = {
        (OURS, "array"): wl.Tokenizer.from_file(file, num_threads=1).encode_array,
        ("tokenizers", "list"): partial(_encode_fast, theirs),
    }
    try:
        calls["gigatoken", "array"] = (
            import_module("gigatoken").Tokenizer.from_json(file.read_text("utf-8")).encode
        )
    except Exception as error:
        print(f"<!-- {model}: gigatoken does not read it ({type(error).__name__}: {error}) -->", flush=True)
    expected = theirs.encode(text, add_special_tokens=False).ids
    right = {}
    for who, call in calls.items():
        found = result_of(call, text)
        if found is not None and list(found) == expected:
            right[who] = call
        elif who[0] == OURS:
            raise SystemExit(f"{model}: our ids are wrong on {text[:20]!r} ...")
        else:
            print(f"<!-- {model}: {who[0]} fails or differs on {text[:20]!r} ... -->", flush=True)
    return right


def _encode_fast(tokenizer: Any, text: str) -> list[int]:
    # Without offsets, its fastest call.
    return tokenizer.encode_batch_fast([text], add_special_tokens=False)[0].ids  # type: ignore[no-any-return]
