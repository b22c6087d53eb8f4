"""``python tests/benchmarks/train_a_gigabyte.py``: train on a large corpus in bounded memory, with kills.

The corpus is a file in a temporary directory: lines of the standard library's sources and of the package's
sample texts, in random order. For each size, a separate process trains on it; its time and peak memory (RSS)
form one row of a Markdown table. Training on the largest corpus is then repeated with a checkpoint and killed
several times; the vocabulary must come out the same.

--sizes MB ...     sizes of the corpus in 10^6 bytes (default 10 100 1000)
--vocab-size N     (default 32000)
--pattern NAME     (default r50k_base)
--kills N          how often training on the largest corpus is killed (default 3)
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from wordchipper_lab.lab.benchmark.corpora import SAMPLE_CORPORA, load_corpus

CHILD = """
import hashlib, json, resource, sys, time
from pathlib import Path
from wordchipper_lab.training import TrainingOptions, run_training

corpus, size, pattern, checkpoint = sys.argv[1:]
told = []
begin = time.monotonic()
run = run_training(
    Path(corpus), TrainingOptions(int(size)), pattern, checkpoint=checkpoint or None, save_every=1.0, progress=told.append
)
seconds = time.monotonic() - begin
counting = max((p.seconds for p in told if p.phase == "counting"), default=0.0)
print(json.dumps({
    "spans": len(run.corpus.ends), "counting": counting, "merging": seconds - counting, "merges": len(run.merges),
    "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    "hash": hashlib.sha256(b"".join(run.tokens)).hexdigest(),
}))
"""


def real_lines() -> list[bytes]:
    """Lines of the standard library's sources and of the sample texts."""
    texts = [load_corpus(name).text.encode() for name in SAMPLE_CORPORA]
    for path in sorted(Path(os.__file__).parent.rglob("*.py")):
        if "site-packages" not in path.parts:
            texts.append(path.read_bytes().decode("utf-8", "replace").encode())
    return [line for text in texts for line in text.splitlines(keepends=True)]


def write_corpus(path: Path, n_bytes: int) -> None:
    """Write random lines, at least `n_bytes` in total."""
    chance = random.Random(1)
    lines = real_lines()
    with path.open("wb") as file:
        written = 0
        while written < n_bytes:
            written += file.write(b"".join(chance.choices(lines, k=10_000)))


def command(options: argparse.Namespace, corpus: Path, checkpoint: Path | None = None) -> list[str]:
    """The command line of the child process."""
    return [
        sys.executable, "-c", CHILD, str(corpus), str(options.vocab_size), options.pattern, str(checkpoint or "")
    ]  # fmt: skip


def killed(options: argparse.Namespace, corpus: Path, checkpoint: Path) -> tuple[dict[str, object], int]:
    """Kill runs once they have written something; return the result of a final run and the number killed."""
    kills = 0
    chance = random.Random(2)
    for _ in range(options.kills):
        before = written(checkpoint)
        with subprocess.Popen(command(options, corpus, checkpoint), stdout=subprocess.DEVNULL) as child:
            while child.poll() is None and written(checkpoint) == before:
                time.sleep(0.01)
            time.sleep(chance.random())
            kills += child.poll() is None
            child.kill()
    done = subprocess.run(command(options, corpus, checkpoint), stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout), kills


def written(checkpoint: Path) -> list[int]:
    """When the checkpoint's files were last changed."""
    return [
        path.stat().st_mtime_ns
        for name in ("counts.npz", "merges.txt")
        if (path := checkpoint / name).exists()
    ]


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Training on a large corpus in bounded memory.")
    parser.add_argument("--sizes", nargs="+", type=int, default=[10, 100, 1000], metavar="MB")
    parser.add_argument("--vocab-size", type=int, default=32_000)
    parser.add_argument("--pattern", default="r50k_base")
    parser.add_argument("--kills", type=int, default=3)
    return parser.parse_args()


def main() -> None:
    """Print the table, row by row."""
    options = read_options()
    print("| corpus | distinct spans | counting | merging | merges | peak memory |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for size in sorted(options.sizes):
            corpus = Path(directory) / f"{size}.txt"
            write_corpus(corpus, size * 1_000_000)
            done = subprocess.run(command(options, corpus), stdout=subprocess.PIPE, check=True)
            row = json.loads(done.stdout)
            print(
                f"| {corpus.stat().st_size / 1e6:,.0f} MB | {row['spans']:,} | {row['counting']:.1f} s | "
                f"{row['merging']:.1f} s | {row['merges']:,} | {row['memory'] / 1e6:,.0f} MB |",
                flush=True,
            )
        found, kills = killed(options, corpus, Path(directory) / "run")
        same = "the same vocabulary" if found["hash"] == row["hash"] else "ANOTHER VOCABULARY"
        print(f"\nThe last one, killed {kills} times on the way: {same}.")


if __name__ == "__main__":
    main()
