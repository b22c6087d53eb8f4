"""The machines behind the figures: the paper's two, and the reader's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Machine", "paper_machines", "this_machine"]


@dataclass(frozen=True)
class Machine:
    """A machine, in as many words as the paper has for its own."""

    name: str
    processor: str
    system: str
    memory: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.processor}, {self.memory}, {self.system})"


@cache
def paper_machines() -> dict[str, Machine]:
    """The paper's machines by name.

    >>> print(paper_machines()["m2x12"])
    m2x12 (M2 12-core, 32G, OSX 14.3.1)
    """
    data = tomllib.loads((files(__package__) / "machines.toml").read_text(encoding="utf-8"))
    return {name: Machine(name, **fields) for name, fields in data.items()}


def this_machine(about: Mapping[str, Any]) -> Machine:
    """The machine of a `BenchmarkRun` in the same form.

    >>> print(this_machine({"cpu": "Some CPU", "usable_cores": 2, "memory_bytes": 8 << 30, "os": "Linux 6.1"}))
    this machine (Some CPU, 2 cores usable, 8G, Linux 6.1)
    """
    cores, size = about.get("usable_cores"), about.get("memory_bytes")
    processor = str(about.get("cpu") or "processor not named")
    return Machine(
        "this machine",
        f"{processor}, {cores} core{'s' if cores != 1 else ''} usable" if cores else processor,
        ", ".join(str(about[name]) for name in ("os", "python") if about.get(name)) or "system not named",
        f"{round(size / (1 << 30))}G" if size else "memory not known",
    )
