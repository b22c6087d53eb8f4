"""Run hostile and honest clients side by side, for as long as you like.

Starts the dashboard on a free port of this machine and talks to nothing else. It poses as a proxy that names
an address for each client; options after ``--`` give each client a separate share.

    python tests/serving/soak.py --minutes 10 -- --behind-proxy --max-visitors 16 --max-per-address 2

At the end it prints how long honest pages took to answer an edit, and how memory developed. It fails (exit
code 1) if one of these bars is missed:

- honest pages open, and 95 of 100 edits are answered within a second (`--slowest`);
- after the first quarter, the server itself grows by less than the backlog of one page (`--growth`);
- TERM ends the server within 10 s (`--term`), and no kernel is left.

One page is opened before the first attack, as if by an earlier visitor; all others open during the attacks.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import psutil
from soak_attacks import ATTACKS
from wire import Page, RefusedError

MIB = 1 << 20


@dataclass
class Record:
    """What was observed."""

    answers: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    honest_failures: list[str] = field(default_factory=list)
    attacks: Counter[str] = field(default_factory=Counter)
    surprises: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[float, float, float, int]] = field(default_factory=list)


@contextmanager
def running(options: list[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a separate dashboard; kill it if nothing else ends it."""
    command = [sys.executable, "-m", "wordchipper_lab", "serve", "--no-browser", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            if not line.startswith("Lab at "):
                raise SystemExit(f"the server did not start: {line}")
            yield process, int(line.strip().rstrip("/").rsplit(":", 1)[1])
        finally:
            process.kill()


async def honest(port: int, until: float, record: Record, started: asyncio.Event, pause: float = 1.0) -> None:
    """Open the page, type for a while, leave, and come back."""
    visit = 0
    while time.monotonic() < until:
        visit += 1
        begun = time.perf_counter()
        try:
            page = await Page.open(port, assets=True)
            await page.edit("first")
            record.opened.append(time.perf_counter() - begun)
            started.set()
            for number in range(20):
                await asyncio.sleep(pause)
                if time.monotonic() > until:
                    break
                record.answers.append(
                    await page.edit(f"It's edit {number} of visit {visit}, naïve 東京 👩‍💻.")
                )
            page.close()
        except (OSError, TimeoutError, AssertionError, RefusedError) as error:
            record.honest_failures.append(f"{type(error).__name__}: {error}"[:200])
            await asyncio.sleep(1)


async def hostile(
    name: str,
    attack: Callable[[int, str], Awaitable[str]],
    port: int,
    source: str,
    until: float,
    record: Record,
) -> None:
    """Attack again and again."""
    while time.monotonic() < until:
        try:
            outcome = await asyncio.wait_for(attack(port, source), 60)
        except (OSError, TimeoutError, EOFError) as error:
            outcome = type(error).__name__
        record.attacks[f"{name}: {outcome}"] += 1
        if outcome.startswith("500"):
            record.surprises[f"{name}: {outcome}"] += 1
        await asyncio.sleep(0.2)


async def watch(process: psutil.Process, begun: float, until: float, record: Record) -> None:
    """Record the memory of the server and of its kernels, in MiB."""
    while time.monotonic() < until:
        kernels = kernels_of(process)
        total = 0.0
        for kernel in kernels:
            try:
                total += kernel.memory_info().rss / MIB
            except psutil.Error:
                continue
        server = process.memory_info().rss / MIB
        record.memory.append((time.monotonic() - begun, server, total, len(kernels)))
        await asyncio.sleep(1)


def kernels_of(process: psutil.Process) -> list[psutil.Process]:
    found = []
    for child in process.children(recursive=True):
        try:
            if any("/kernel-" in word for word in child.cmdline()):  # its connection file
                found.append(child)
        except psutil.Error:
            continue
    return found


async def soak(port: int, pid: int, seconds: float, pages: int, attacks: list[str], record: Record) -> None:
    started = asyncio.Event()
    begun = time.monotonic()
    until = begun + seconds

    async def attack_when_somebody_is_there() -> None:
        await asyncio.wait_for(started.wait(), seconds)
        sources = (f"127.0.0.{number}" for number in itertools.count(2))
        chosen = [(name, attack) for name, attack in ATTACKS.items() if name in attacks]
        await asyncio.gather(
            *(hostile(name, attack, port, next(sources), until, record) for name, attack in chosen)
        )

    await asyncio.gather(
        watch(psutil.Process(pid), begun, until, record),
        *(honest(port, until, record, started) for _ in range(pages)),
        attack_when_somebody_is_there(),
    )


def end(process: subprocess.Popen[str]) -> tuple[float, int]:
    """Send TERM; return the seconds it took and the number of kernels left."""
    kernels = kernels_of(psutil.Process(process.pid))
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=60)
    seconds = time.monotonic() - begun
    _, left = psutil.wait_procs(kernels, timeout=3)
    return seconds, len(left)


def report(
    record: Record, term: float, left: int, slowest: float, growth: float, longest_term: float
) -> list[str]:
    """Print what was observed; return the bars that were missed."""
    answers, opened = sorted(record.answers), sorted(record.opened)
    missed = []
    if len(answers) < 10:
        return [f"only {len(answers)} edits were answered: {record.honest_failures[:3]}"]
    p50, p95, most = statistics.median(answers), answers[int(0.95 * len(answers))], answers[-1]
    print(f"edits answered   {len(answers):6}   p50 {p50:.3f} s   p95 {p95:.3f} s   max {most:.3f} s")
    print(
        f"pages opened     {len(opened):6}   p50 {statistics.median(opened):.2f} s   max {opened[-1]:.2f} s"
    )
    print(
        f"honest failures  {len(record.honest_failures):6}   {Counter(record.honest_failures).most_common(3)}"
    )
    for name, count in sorted(record.attacks.items()):
        print(f"  {count:6} x {name}")
    settled = [sample for sample in record.memory if sample[0] >= record.memory[-1][0] / 4]
    half = len(settled) // 2
    before = max(server for _, server, _, _ in settled[:half])
    after = max(server for _, server, _, _ in settled[half:])
    print(f"server, MiB      {before:6.0f} at most in the first half, {after:.0f} in the second")
    print(
        f"kernels          {max(n for *_, n in record.memory):6} at most, "
        f"{max(total for _, _, total, _ in record.memory):.0f} MiB together at most"
    )
    print(f"TERM             {term:6.1f} s, {left} kernels left")
    if p95 >= slowest:
        missed.append(f"one honest edit in 20 took {p95:.2f} s or more")
    if len(record.honest_failures) > max(1, len(opened) // 20):
        missed.append(f"{len(record.honest_failures)} honest visits failed: {record.honest_failures[:3]}")
    if after - before > growth:
        missed.append(f"the server grew by {after - before:.0f} MiB")
    if record.surprises:
        missed.append(f"errors of the server: {record.surprises}")
    if term > longest_term or left:
        missed.append(f"TERM took {term:.1f} s and left {left} kernels")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pages", type=int, default=2, help="honest pages at a time")
    parser.add_argument(
        "--slowest", type=float, default=1.0, help="seconds that 95 of 100 edits must be faster than"
    )
    parser.add_argument("--growth", type=float, default=64, help="MiB that the server may grow by")
    parser.add_argument("--term", type=float, default=10.0, help="seconds that TERM may take")
    parser.add_argument("--attacks", nargs="*", default=[*ATTACKS], choices=[*ATTACKS], help="default: all")
    parser.add_argument("options", nargs="*", help="options of `serve`, after --")
    arguments = parser.parse_args()
    record = Record()
    with running(arguments.options) as (process, port):
        asyncio.run(
            soak(port, process.pid, 60 * arguments.minutes, arguments.pages, arguments.attacks, record)
        )
        term, left = end(process)
    missed = report(record, term, left, arguments.slowest, arguments.growth, arguments.term)
    for line in missed:
        print(f"MISSED: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
