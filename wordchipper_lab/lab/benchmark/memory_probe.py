"""The other side of `measure_memory.probe_memory`: run as a file, so that nothing is loaded before the clock starts.

``python memory_probe.py CONTENDER MODEL``, with JSON [directory of the package, text] on stdin.
"""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

OURS = "wordchipper_lab"


def resident_bytes() -> tuple[int, int]:
    """Current and highest resident set; without ``/proc`` the highest stands for both."""
    with suppress(OSError, KeyError):
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line)
        return tuple(int(fields[key].split()[0]) * 1024 for key in ("VmRSS", "VmHWM"))  # type: ignore[return-value]
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return peak, peak


def forget_peak() -> None:
    """Reset the highest resident set, if the system supports it."""
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def count_blocks(call: Callable[[str], object], text: str) -> int:
    """Python and NumPy blocks that a call leaves allocated while its result is held."""
    tracemalloc.start()
    before = tracemalloc.take_snapshot()
    result = call(text)
    after = tracemalloc.take_snapshot()
    tracemalloc.stop()
    del result
    mine = [tracemalloc.Filter(False, tracemalloc.__file__), tracemalloc.Filter(False, __file__)]
    changes = after.filter_traces(mine).compare_to(before.filter_traces(mine), "filename")
    return sum(change.count_diff for change in changes)


def count_kernel_allocations(call: Callable[[str], object], text: str) -> int:
    """Allocations by numba's runtime in one call."""
    from numba.core.runtime import _nrt_python, rtsys

    _nrt_python.memsys_enable_stats()
    before = rtsys.get_allocation_stats()
    call(text)
    after = rtsys.get_allocation_stats()
    return int(after.alloc - before.alloc)


def probe_ours(model: str, text: str) -> dict[str, Any]:
    """This package: everything it loads counts."""
    start = time.perf_counter()
    wl = import_module(OURS)
    imported = time.perf_counter()
    tok = wl.Tokenizer.from_pretrained(model)

    def call(text: str) -> object:
        return tok.encode_array(text, special="text")

    call(text)
    first = time.perf_counter()
    resident, peak = resident_bytes()
    return {
        "import_seconds": imported - start,
        "first_ids_seconds": first - start,
        "rss_bytes": resident,
        "peak_bytes": peak,
        "call_allocations": count_blocks(call, text),
        "kernel_allocations": count_kernel_allocations(call, text),
    }


def probe_peer(name: str, model: str, text: str) -> dict[str, Any]:
    """A peer: what this package loads to provide its vocabulary is loaded first and subtracted."""
    bare, _ = resident_bytes()
    peers = import_module(f"{OURS}.lab.benchmark.peers")
    module = peers.peer_class(name).module
    import_module(f"{OURS}.vocab.unified").load_vocab(model)
    forget_peak()
    harness, _ = resident_bytes()
    start = time.perf_counter()
    import_module(module)
    imported = time.perf_counter()
    peer = peers.open_peer(name, model)
    if peer is None:
        raise SystemExit(f"{name} is not installed or does not know {model}")
    peer.encode(text)
    first = time.perf_counter()
    resident, peak = resident_bytes()
    call = peer.encode if peer.encode_array(text) is None else peer.encode_array
    return {
        "import_seconds": imported - start,
        "first_ids_seconds": first - start,
        "rss_bytes": resident - harness + bare,
        "peak_bytes": peak - harness + bare,
        "call_allocations": count_blocks(call, text),
    }


def main() -> None:
    """Probe the contender named on the command line; print JSON."""
    package, text = json.load(sys.stdin)
    sys.path[:1] = [package]  # instead of this file's own directory, whose modules shadow others
    contender, model = sys.argv[1:]
    found = probe_ours(model, text) if contender == OURS else probe_peer(contender, model, text)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
