"""Measure how soon a new process has its first ids, and how much memory it has then: linked, compiled, and peers.

    python tests/benchmarks/first_ids.py --runs 11

Processes take turns. "linked" is the package as installed, "compiled" the same with kernels that numba compiled before
(`WORDCHIPPER_LAB_KERNELS=numba`), "nothing kept" the very first process after an install. An installed package that
registers extensions with numba makes "compiled" slower (awkward, which gigatoken needs, by 0.5 s).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from wordchipper_lab.lab.benchmark.peers import installed_peers
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_spec

TIMED = """
import resource, time
begun = time.perf_counter()
{program}
assert list(ids) == [24912, 2375], ids
print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
OURS = "import wordchipper_lab as wl; ids = wl.Tokenizer.from_pretrained('o200k_base').encode('hello world')"
PEERS = {
    "tiktoken": "import tiktoken; ids = tiktoken.get_encoding('o200k_base').encode('hello world')",
    "toktok": "import toktok; ids = toktok._Tokenizer('o200k_base', '').encode_ordinary('hello world')",
}


def run(program: str, environment: dict[str, str]) -> tuple[float, float]:
    """Seconds until the first ids, the interpreter's own start left out, and MB."""
    done = subprocess.run(
        [sys.executable, "-c", TIMED.format(program=program)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def main() -> None:
    """Run, print medians."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=11)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as cache:
        programs = {
            "linked": (OURS, {}),
            "linked, nothing kept": (OURS, {"NUMBA_CACHE_DIR": ""}),
            "compiled": (OURS, {"WORDCHIPPER_LAB_KERNELS": "numba"}),
        }
        for name in PEERS:
            if name in installed_peers():
                programs[name] = (PEERS[name], _vocabularies(Path(cache)) if name == "tiktoken" else {})
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
        for number in range(runs + 1):
            for name, (program, environment) in programs.items():
                if "NUMBA_CACHE_DIR" in environment:
                    environment = environment | {"NUMBA_CACHE_DIR": f"{cache}/{number}"}
                measured = run(program, environment)
                if number:  # the first compiles, keeps, fills the system's cache
                    found[name].append(measured)
    for name, rows in found.items():
        seconds, megabytes = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{name:22} first ids after {seconds:.2f} s, {megabytes:.0f} MB")


def _vocabularies(cache: Path) -> dict[str, str]:
    """Where tiktoken finds the bundled vocabulary: named by the hash of its address."""
    spec = pretrained_spec("o200k_base")
    name = hashlib.sha1(spec.url.encode()).hexdigest()
    (cache / name).write_bytes(read_bundled(spec.file, spec.sha256))
    return {"TIKTOKEN_CACHE_DIR": str(cache)}


if __name__ == "__main__":
    main()
