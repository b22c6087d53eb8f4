"""Lays out what npm_peers/compare.mjs reads: batches of documents, the ids expected for them, vocabulary files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from comparison_new_text import cut_documents
from npm_peers.hostile_strings import hostile_strings

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.corpora import Corpus, load_corpus
from wordchipper_lab.lab.benchmark.found_corpora import FOUND_CORPORA
from wordchipper_lab.lab.benchmark.new_text import new_documents
from wordchipper_lab.lab.benchmark.peers import Peer

TEXTS = {
    "linux-doc": "English",
    "python": "Python code",
    "manuals": "manuals in other languages",
    "udhr": "500 languages",
}
"""Name of a corpus -> its name in the table."""

DOCUMENT_BYTES = 5_000
WARM_UP = 0.25
"""The first of each text, as a share, is encoded but not timed."""

ROUND_BYTES = 500_000
"""A contender encodes this much before the next one takes its turn; less if the text is short."""

LEAST_ROUNDS = 9
LEAST_DOCUMENTS = 40


@dataclass(frozen=True)
class Batch:
    """The documents of one turn. use: "warm-up", "timed" or "hostile"."""

    text: str
    use: str
    documents: list[str]


def found_texts(most_bytes: int) -> dict[str, list[str]]:
    """Name -> its documents of about 5 kB, up to `most_bytes`; a remark names each corpus that is not here."""
    texts = {}
    for name, title in TEXTS.items():
        found = FOUND_CORPORA[name]
        if not found.is_here:
            print(f"<!-- no {name}: {found.how_to_get} -->", flush=True)
            continue
        whole = Corpus(name, "\n".join(new_documents(load_corpus(name))), "")
        documents = cut_documents(whole, DOCUMENT_BYTES, most_bytes)
        if len(documents) < LEAST_DOCUMENTS:
            print(
                f"<!-- {name} has {len(documents)} documents: expected {LEAST_DOCUMENTS} or more -->",
                flush=True,
            )
            continue
        texts[title] = documents
    return texts


def all_batches(texts: dict[str, list[str]]) -> list[Batch]:
    """Those of each text, the warm-up first, then the hostile strings."""
    batches = [batch for name, documents in texts.items() for batch in _in_rounds(name, documents)]
    return batches + [Batch(name, "hostile", strings) for name, strings in hostile_strings().items()]


def lay_out(folder: Path, batches: list[Batch], reference: Peer) -> None:
    """Write batches.ndjson (a batch a line) and ids.bin (uint32, little-endian, of document after document).

    reference: gives the expected ids.
    """
    with (folder / "batches.ndjson").open("w") as lines, (folder / "ids.bin").open("wb") as file:
        for batch in batches:
            ids = [np.asarray(reference.encode(text), dtype="<u4") for text in batch.documents]
            file.write(b"".join(each.tobytes() for each in ids))
            line = {
                "text": batch.text,
                "use": batch.use,
                "documents": batch.documents,
                "bytes": sum(len(text.encode()) for text in batch.documents),
                "counts": [len(each) for each in ids],
            }
            # In ASCII, because Node's reader of lines would also end one at U+2028.
            lines.write(json.dumps(line) + "\n")


def lay_out_vocabulary(folder: Path, model: str) -> dict[str, str]:
    """Write the vocabulary as the contenders without one of their own read it; its part of the plan's setting."""
    tok = wl.Tokenizer.from_pretrained(model)
    tokenizer_json, tiktoken_file = folder / "tokenizer.json", folder / f"{model}.tiktoken"
    tok.save(tokenizer_json)
    tok.save(tiktoken_file)
    return {"tokenizerJson": str(tokenizer_json), "tiktokenFile": str(tiktoken_file)}


def _in_rounds(name: str, documents: list[str]) -> Iterator[Batch]:
    sizes = [len(text.encode()) for text in documents]
    total = sum(sizes)
    most = min(ROUND_BYTES, total * (1 - WARM_UP) / LEAST_ROUNDS)
    taken: list[str] = []
    taken_bytes = done_bytes = 0
    for text, size in zip(documents, sizes, strict=True):
        taken.append(text)
        taken_bytes += size
        if taken_bytes >= most:
            yield Batch(name, "warm-up" if done_bytes < WARM_UP * total else "timed", taken)
            done_bytes += taken_bytes
            taken, taken_bytes = [], 0
    # The rest is too short for a round.
