"""``python tests/benchmarks/compare_with_tiktoken.py``: encoding speed beside tiktoken's, one thread, in one process.

Texts that every Python has: its language reference (English) and its own sources (code). Runs are interleaved
and medians printed, in MB (10^6 bytes) a second; ids are compared before anything is timed.
"""

from __future__ import annotations

import statistics
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from pydoc_data.topics import topics

import tiktoken

import wordchipper_lab as wl

RUNS = 7


def sample_texts() -> dict[str, str]:
    """Some megabytes of English and of Python."""
    english = "\n".join(topics.values())
    sources = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    code = "".join(source.read_text(encoding="utf-8", errors="replace") for source in sources)
    return {"English": english * 4, "code": code[:4_000_000]}


def main() -> None:
    """Print a table: vocabulary and text by tokenizer."""
    texts = sample_texts()
    for model in ("r50k_base", "cl100k_base", "o200k_base"):
        tok, enc = wl.Tokenizer.from_pretrained(model), tiktoken.get_encoding(model)
        for name, text in texts.items():
            contenders: dict[str, Callable[[], object]] = {
                "tiktoken": lambda enc=enc, text=text: enc.encode_ordinary(text),
                "encode": lambda tok=tok, text=text: tok.encode(text, special="text"),
                "encode_array": lambda tok=tok, text=text: tok.encode_array(text, special="text"),
            }
            if contenders["tiktoken"]() != contenders["encode"]():
                raise SystemExit(f"{model}, {name}: the ids differ")
            seconds: dict[str, list[float]] = {contender: [] for contender in contenders}
            for _ in range(RUNS):
                for contender, run in contenders.items():
                    start = time.perf_counter()
                    run()
                    seconds[contender].append(time.perf_counter() - start)
            size = len(text.encode()) / 1e6
            speeds = {contender: size / statistics.median(times) for contender, times in seconds.items()}
            row = "  ".join(f"{contender} {speed:6.1f}" for contender, speed in speeds.items())
            print(f"{model:12} {name:8} {row}  ({speeds['encode'] / speeds['tiktoken']:.1f} x)")


if __name__ == "__main__":
    main()
