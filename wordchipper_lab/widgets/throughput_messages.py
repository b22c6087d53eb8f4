"""What the Throughput page asks of its kernel, and who answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..lab.benchmark.results import BenchmarkRun
from ..lab.permalink import unpack_state
from .problems import problem_of
from .throughput_choice import preset_choice

if TYPE_CHECKING:
    from .throughput_lab import ThroughputLab

__all__ = ["answer_message"]


def answer_message(lab: ThroughputLab, message: dict[str, Any]) -> str | None:
    """Do what `message` asks for under "do"; what went wrong in words, or ``None``."""
    do = {
        "run": lambda: lab.start(),
        "stop": lambda: lab.stop(),
        "resume": lambda: lab.resume(),
        "preset": lambda: lab.choose(preset_choice(message["name"]).to_state()),
        "link": lambda: lab.choose(unpack_state(message["link"])),
        "show": lambda: lab.show_run(message["number"]),
        "compare": lambda: lab.compare(message["number"]),
        "open": lambda: lab.open_run(BenchmarkRun.from_json(message["text"]), message["name"]),
        "cost": lambda: lab.ask_cost(message["question"]),
        "page": lambda: lab.send({"page": lab.export_html()}),
    }.get(message.get("do", ""))
    return problem_of(do)
