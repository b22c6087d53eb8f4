"""``python tests/benchmarks/soak.py --minutes 60``: mixed load on some threads; ids stay right, and memory flat.

Each thread takes steps at random: a document that is cut out of Python's sources at a random place, a hostile text,
random letters of one script or of two, a text of up to five million characters, a batch, a stream, a new tokenizer with
another lexer, span encoder or size of memo. The ids are compared with tiktoken's, and decoded again. A line per minute
says how much was encoded and what memory the process holds; the exit code is 1 if ids differed, or if memory at the end
is more than a tenth above that after a third of the time.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.lab.benchmark.corpora import load_corpus

MODELS = ("o200k_base", "cl100k_base", "r50k_base")
MEMOS = (1, 1 << 12, 1 << 16, 1 << 20, 1 << 23, 1 << 26)
LEXERS = ("vector", "automaton", "logos", "regex")
ENCODERS = ("bpe_backtrack", "merge_heap", "priority_merge", "tail_sweep")
SCRIPTS = ("etaoin shrdlu", "\u0e01\u0e32\u0e19\u0e23\u0e30\u0e31", "\u4e2d\u6587\u5b57\u7b26", "\u0434\u043e\u0440\u043e\u0433\u0430 ",
           "\uc790\ubaa8 ", "\u0939\u093f\u0928\u094d\u0926\u0940 ", "\U0001f600\U0001f469\u200d\U0001f4bb", "0123456789", "_='\"\r\n\t ")  # fmt: skip
ALLOWED_GROWTH = 1.1


class Load:
    """What one thread does."""

    def __init__(self, seed: int, texts: list[str]) -> None:
        self.chosen, self.texts = random.Random(seed), texts
        self.done, self.n_bytes, self.wrong = Counter[str](), 0, [""][:0]
        self.references = {model: tiktoken.get_encoding(model) for model in MODELS}
        self.shared = {model: wl.Tokenizer.from_pretrained(model, num_threads=2) for model in MODELS}

    def step(self) -> None:
        """One thing, compared with what it should be."""
        kinds = {"text": 80, "batch": 4, "stream": 4, "new": 4, "hostile": 8, "long": 0.03}
        kind = self.chosen.choices([*kinds], [*kinds.values()])[0]
        model = self.chosen.choice(MODELS)
        getattr(self, "_" + kind)(model, self.shared[model])
        self.done[kind] += 1

    def _check(self, what: str, model: str, text: str, ids: object) -> None:
        self.n_bytes += len(text.encode())
        if list(ids) != self.references[model].encode_ordinary(text):  # type: ignore[call-overload]
            self.wrong.append(f"{what}, {model}: {text[:200]!r}")

    def _cut(self, longest: int) -> str:
        text = self.chosen.choice(self.texts)
        at = self.chosen.randrange(len(text))
        return text[at : at + self.chosen.randint(1, longest)]

    def _document(self) -> str:
        if self.chosen.random() < 0.3:
            letters = self.chosen.choice(SCRIPTS) + self.chosen.choice(SCRIPTS)
            return "".join(self.chosen.choices(letters, k=self.chosen.randint(1, 3000)))
        return self._cut(self.chosen.choice((100, 5_000, 50_000)))

    def _text(self, model: str, tok: wl.Tokenizer) -> None:
        text = self._document()
        ids = tok.encode(text, special="text")
        self._check("encode", model, text, ids)
        if tok.decode(ids) != text:
            self.wrong.append(f"decode, {model}: {text[:200]!r}")
        if tok.count(text, special="text") != len(ids):
            self.wrong.append(f"count, {model}: {text[:200]!r}")

    def _long(self, model: str, tok: wl.Tokenizer) -> None:
        documents, size, wanted = list[str](), 0, self.chosen.randint(1 << 19, 5 << 20)
        while size < wanted:
            documents.append(self._document())
            size += len(documents[-1])
        text = "".join(documents)
        ids = tok.encode_array(text, special="text")
        self._check("long", model, text, ids)
        if tok.count(text, special="text") != len(ids):
            self.wrong.append(f"count of a long text, {model}: {text[:200]!r}")

    def _batch(self, model: str, tok: wl.Tokenizer) -> None:
        texts = [self._document() for _ in range(self.chosen.choice((1, 20, 300)))]
        for text, ids in zip(texts, tok.encode_batch_arrays(texts, special="text"), strict=True):
            self._check("encode_batch_arrays", model, text, ids)
        if tok.decode_batch(tok.encode_batch(texts, special="text")) != texts:
            self.wrong.append(f"decode_batch, {model}")

    def _stream(self, model: str, tok: wl.Tokenizer) -> None:
        text = self._document()
        pieces, at = [], 0
        while at < len(text):
            size = self.chosen.randint(1, 2000)
            pieces.append(text[at : at + size])
            at += size
        found = [ids for ids in iter_encode(tok, pieces, special="text") if len(ids)]
        self._check("iter_encode", model, text, np.concatenate(found) if found else [])

    def _new(self, model: str, _: wl.Tokenizer) -> None:
        options = {"lexer": self.chosen.choice(LEXERS), "encoder": self.chosen.choice(ENCODERS)}
        memo_bytes = self.chosen.choice(MEMOS)
        tok = wl.Tokenizer.from_pretrained(model, memo_bytes=memo_bytes, num_threads=1, **options)  # type: ignore[arg-type]
        for _ in range(20):
            text = self._document()
            self._check(f"{options}, {memo_bytes}", model, text, tok.encode_array(text, special="text"))

    def _hostile(self, model: str, tok: wl.Tokenizer) -> None:
        unit = self.chosen.choice(("a", " ", "\u0e01\u0e33", "\n", "A\ud7a3", "=-", "'s", "9", "\u0300"))
        text = unit * self.chosen.randint(1, 30_000)
        if self.chosen.random() < 0.5:
            letters = self.chosen.choice(SCRIPTS).replace(" ", "")
            text = "".join(self.chosen.choices(letters, k=self.chosen.randint(65, 20_000)))
        self._check("hostile", model, text, tok.encode_array(text, special="text"))


def resident_megabytes() -> float:
    """What the process holds; Linux only."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def run_until(load: Load, end: float) -> None:
    while time.monotonic() < end:
        load.step()


def main() -> None:
    """Run, print a line per minute, judge."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    texts = [text for text in load_corpus("python").own_documents if text]
    begun = time.monotonic()
    end = begun + 60 * options.minutes
    loads = [Load(options.seed + number, texts) for number in range(options.threads)]
    threads = [threading.Thread(target=run_until, args=(load, end)) for load in loads]
    for thread in threads:
        thread.start()
    held: list[float] = []
    while any(thread.is_alive() for thread in threads):
        time.sleep(min(60, max(0.1, end - time.monotonic())))
        held.append(resident_megabytes())
        done = sum((load.done for load in loads), Counter())
        print(f"{(time.monotonic() - begun) / 60:6.1f} min  {sum(load.n_bytes for load in loads) / 1e6:9,.0f} MB  "
              f"{held[-1]:6.0f} MB held  {sum(len(load.wrong) for load in loads)} wrong  {dict(done)}", flush=True)  # fmt: skip
    wrong = [line for load in loads for line in load.wrong]
    print(*wrong[:20], sep="\n")
    settled = held[len(held) // 3]
    if wrong or held[-1] > ALLOWED_GROWTH * settled:
        sys.exit(1)


if __name__ == "__main__":
    main()
