"""The trainers of compare_trainers.py, from documents in memory (gigabpe: from a file) to merges."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import BYTE_ORDERS, TRAINERS, SymbolCounts, TrainingOptions, build_trainer
from wordchipper_lab.training.fast import SpanCounter
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN

__all__ = ["CONTENDERS", "OURS", "Contender", "Merged", "Task", "installed", "our_merges"]

Merged = list[bytes]
"""The merged tokens, in order."""

OURS = "ours, 2 threads"


@dataclass
class Task:
    """What every contender must train: `vocab` tokens, including 256 bytes, from the documents."""

    documents: list[str]
    vocab: int
    directory: str = field(default_factory=tempfile.mkdtemp)

    @cached_property
    def file(self) -> str:
        """The documents as one file."""
        path = Path(self.directory) / "corpus.txt"
        path.write_text("".join(self.documents), encoding="utf-8", newline="")
        return str(path)

    @cached_property
    def n_bytes_seen(self) -> int:
        """Number of distinct bytes: gigabpe's alphabet."""
        return len(set("".join(self.documents).encode()))

    def prepare(self) -> None:
        """Prepare what only some contenders need, so that it is not timed."""
        _ = self.file, self.n_bytes_seen


@dataclass(frozen=True)
class Contender:
    """`train` is timed; `read` turns its result into tokens. byte_order: the lowest ids, for the tie rule."""

    train: Callable[[Task], Any]
    read: Callable[[Any], Merged]
    byte_order: str = "value"
    by_line: bool = False
    package: str = ""


def our_merges(
    task: Task, byte_order: str, threads: int = 2, trainer: str = "fast", *, by_line: bool = False
) -> Merged:
    """Our merges: `SpanCounter`, then the trainer."""
    counter = SpanCounter(TextSpanner(build_lexer(GPT2_ORIGINAL_PATTERN), {}), threads)
    counter.add_texts("".join(task.documents).splitlines(keepends=True) if by_line else task.documents)
    corpus = SymbolCounts.from_spans(counter.counts(), byte_order)
    run = build_trainer(trainer, corpus, TrainingOptions(task.vocab, byte_order=byte_order))
    run.steps(run.n_merges)
    return run.tokens[256:]


def _gigabpe(threads: int) -> Callable[[Task], Any]:
    def train(task: Task) -> Any:
        import gigabpe

        size = task.vocab - 256 + task.n_bytes_seen
        return gigabpe.train_bpe(
            [task.file], size, pretokenizer="bytelevel", special_tokens=[], threads=threads
        )[1]

    return train


def _hugging_face(task: Task) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=task.vocab, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    tokenizer.train_from_iterator(task.documents, trainer)
    return tokenizer


def _rustbpe(task: Task) -> Any:
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter(task.documents), task.vocab, pattern=GPT2_ORIGINAL_PATTERN)
    return tokenizer


def _bpeasy(task: Task) -> Any:
    import bpeasy

    return bpeasy.train_bpe(iter(task.documents), GPT2_ORIGINAL_PATTERN, 1 << 20, task.vocab)


def _from_characters(merges: Any) -> Merged:
    from tokenizers.pre_tokenizers import ByteLevel

    byte_of = dict(zip(sorted(ByteLevel.alphabet()), BYTE_ORDERS["gpt2"], strict=True))
    return [bytes(byte_of[character] for part in pair for character in part) for pair in merges]


CONTENDERS = {
    "ours, 1 thread": Contender(lambda task: our_merges(task, "value", 1), list),
    OURS: Contender(lambda task: our_merges(task, "value", 2), list),
    "gigabpe, 1 thread": Contender(_gigabpe(1), _from_characters, "gpt2", True, "gigabpe"),
    "gigabpe, 2 threads": Contender(_gigabpe(2), _from_characters, "gpt2", True, "gigabpe"),
    "rustbpe": Contender(
        _rustbpe, lambda peer: [bytes(token) for token, _ in peer.get_mergeable_ranks()][256:], package="rustbpe"
    ),
    "bpeasy": Contender(_bpeasy, lambda found: sorted(found, key=found.__getitem__)[256:], package="bpeasy"),
    "HF tokenizers": Contender(
        _hugging_face,
        lambda peer: _from_characters(json.loads(peer.to_str())["model"]["merges"]),
        "gpt2",
        package="tokenizers",
    ),
}  # fmt: skip
if "heap" in TRAINERS:
    CONTENDERS["ours, generation heap"] = Contender(lambda task: our_merges(task, "value", 2, "heap"), list)

os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")


def installed() -> dict[str, Contender]:
    """The contenders that can run here."""
    return {
        name: contender
        for name, contender in CONTENDERS.items()
        if not contender.package or find_spec(contender.package)
    }
