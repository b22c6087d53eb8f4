"""The other side of `measure_growth.probe_growth`: print the bytes of memory that encoding a corpus once adds.

Run as a file. The first line of stdin is JSON [directory of the package, fields of a case], every other line
is a document as JSON.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

LAB = "wordchipper_lab.lab.benchmark"


def main() -> None:
    """Encode the first document to load everything, then the others one by one, discarding each result."""
    package, fields = json.loads(sys.stdin.readline())
    sys.path[:1] = [package]  # instead of this file's own directory, whose modules shadow others
    case = import_module(f"{LAB}.results").Case(**fields)
    encode = import_module(f"{LAB}.contenders").open_contender(case).call
    resident_bytes = import_module(f"{LAB}.memory_probe").resident_bytes
    encode(json.loads(sys.stdin.readline()))
    before = resident_bytes()[0]
    for line in sys.stdin:
        encode(json.loads(line))
    print(resident_bytes()[0] - before)


if __name__ == "__main__":
    main()
